import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { microphone } from '../../src/audio/microphone.ts'
import type { SpeechError } from '../../src/protocol/speech.ts'
import { programs } from './rig.ts'

/** What a recorder of these lines of shell is heard to deliver, and why it ends. */
async function heardOf(script: string): Promise<{ frames: number; fault: string | undefined }> {
  const bin = mkdtempSync(join(tmpdir(), 'recorder-'))
  onTestFinished(() => rmSync(bin, { recursive: true, force: true }))
  writeFileSync(join(bin, 'parec'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, 'parec'), 0o755)
  const env = { PATH: `${bin}:${process.env.PATH}`, LANG: 'ko_KR.UTF-8', LANGUAGE: 'ko' }
  let frames = 0
  const listen = microphone({ env, program: 'parec', recorder: programs.recorder })(AbortSignal.timeout(15_000))
  const hear = async () => {
    for await (const _ of listen) frames++
  }
  const fault = await hear().then(
    () => undefined,
    (error: SpeechError) => error.fault,
  )
  return { frames, fault }
}

test('a microphone that may not be used is told from one that is not there, whatever the language of the machine', async () => {
  const denied = '[ "$LC_ALL" = C ] && echo "Stream error: Access denied" >&2 || echo "접근이 거부되었습니다" >&2; exit 1'
  expect(await heardOf(denied)).toEqual({ frames: 0, fault: 'microphone-refused' })
  const silent = 'echo "Connection failure: Connection refused" >&2; exit 1'
  expect(await heardOf(silent)).toEqual({ frames: 0, fault: 'no-microphone' })
})

test('a recorder that dies after it was heard is started again; one that never delivers is given up', async () => {
  const twice = 'if [ -e "$0.once" ]; then exit 1; fi; head -c 6400 /dev/zero; touch "$0.once"'
  expect(await heardOf(twice)).toEqual({ frames: 10, fault: 'no-microphone' })
})
