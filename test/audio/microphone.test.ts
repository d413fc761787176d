import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openMicrophone } from '../../src/audio/microphone.ts'
import type { Microphone, SpeechError } from '../../src/protocol/speech.ts'
import { programs } from './rig.ts'

/** The microphone of a machine whose recorder is these lines of shell. */
function recorderOf(script: string): Microphone {
  const bin = mkdtempSync(join(tmpdir(), 'recorder-'))
  onTestFinished(() => rmSync(bin, { recursive: true, force: true }))
  writeFileSync(join(bin, 'parec'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, 'parec'), 0o755)
  const env = { PATH: `${bin}:${process.env.PATH}`, LANG: 'ko_KR.UTF-8', LANGUAGE: 'ko' }
  return openMicrophone({ env, program: 'parec', recorder: programs.recorder })
}

/** What such a recorder is heard to deliver, and why it ends. */
async function heardOf(script: string): Promise<{ frames: number; fault: string | undefined }> {
  let frames = 0
  const listen = recorderOf(script)(AbortSignal.timeout(15_000))
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
  const denied =
    '[ "$LC_ALL" = C ] && echo "Stream error: Access denied" >&2 || echo "접근이 거부되었습니다" >&2; exit 1'
  expect(await heardOf(denied)).toEqual({ frames: 0, fault: 'microphone-refused' })
  const silent = 'echo "Connection failure: Connection refused" >&2; exit 1'
  expect(await heardOf(silent)).toEqual({ frames: 0, fault: 'no-microphone' })
})

test('a recorder that dies after it was heard is started again; one that never delivers is given up', async () => {
  const twice = 'if [ -e "$0.once" ]; then exit 1; fi; head -c 6400 /dev/zero; touch "$0.once"'
  expect(await heardOf(twice)).toEqual({ frames: 10, fault: 'no-microphone' })
})

test('while it rests sound waits in the pipe and comes whole, a few times a second', async () => {
  // Frames of 1, 2, 3 …, one each 20 ms.
  const frame = 'head -c 640 /dev/zero | tr "\\000" "\\\\$(printf %03o $i)"'
  const listen = recorderOf(`i=1; while [ $i -le 40 ]; do ${frame}; i=$((i+1)); sleep 0.02; done; sleep 9`)
  let resting = true
  let moment = 0
  const heard: number[] = []
  const moments = new Set<number>()
  const from = performance.now()
  let rested = 0
  for await (const [sample = 0] of listen(new AbortController().signal, () => resting)) {
    setImmediate(() => moment++)
    heard.push(sample & 255)
    if (resting) moments.add(moment)
    if (heard.length === 20) {
      resting = false
      rested = performance.now() - from
    }
    if (heard.length === 40) break
  }
  expect(heard).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  // However slowly the recorder delivers: never more often than every 0.1 s.
  expect(moments.size).toBeLessThanOrEqual(2 + rested / 100)
})
