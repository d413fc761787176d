import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDownloadedModels } from '../../../../src/app/models/downloaded-models.ts'
import { enrolVoice } from '../../../../src/app/surfaces/voice/enrol-voice.ts'
import {
  forgetOwnerVoice,
  readOwnerVoice,
  speakerOf,
  writeOwnerVoice,
} from '../../../../src/app/surfaces/voice/owner-voice.ts'
import { openSpeechInput } from '../../../../src/audio/speech-input.ts'
import { loadSettings } from '../../../../src/config/settings.ts'
import { voiceOwnerMessages } from '../../../../src/messages/surfaces/voice-owner.ts'
import { frameSamples, type RecognizedSpeech, type Whose } from '../../../../src/protocol/speech.ts'
import { type Manner, says } from '../../../audio/person.ts'
import { programs, testModels } from '../../../audio/rig.ts'
import { tinySpeaker } from '../../../fakes/tiny-speaker.ts'
import { requires } from '../../../parts.ts'

const engine = { program: programs.engine, node: process.execPath, env: process.env, now: () => performance.now() }

/** A home with a detector of voices and a toy that tells them apart. */
async function home(of: { speaker?: boolean } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'owner-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const about = { languages: ['ko'], size: 1, licence: 'test', url: 'https://localhost/none', sha256: 'unpinned' }
  const file = { name: 'tiny', use: 'speaker', kind: 'speaker', config: { model: '@/tiny.onnx' }, ...about }
  const models = [{ ...testModels.vad, use: 'vad', ...about }, file]
  for (const { name } of of.speaker === false ? models.slice(0, 1) : models) {
    mkdirSync(join(folder, 'models', name), { recursive: true })
    writeFileSync(join(folder, 'models', name, 'receipt.json'), JSON.stringify({ name, sha256: '', files: {} }))
  }
  if (of.speaker !== false) writeFileSync(join(folder, 'models', 'tiny', 'tiny.onnx'), tinySpeaker())
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(models))
  const env = {
    ASSISTANT_HOME: folder,
    ASSISTANT_LANGUAGE: 'ko',
    ASSISTANT_VOICE_MANIFEST: join(folder, 'manifest.json'),
  }
  const shelf = await openDownloadedModels(await loadSettings({ env, cwd: folder, userHome: folder, now: new Date() }))
  return { folder, shelf, paths: shelf.loaded.paths }
}

/**
 * A recorder that delivers these sounds with silence behind each, five times as quickly as they were spoken, again
 * and again.
 */
function recorder(folder: string, sounds: Int16Array[]) {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const rest = new Int16Array(80 * frameSamples)
  writeFileSync(join(bin, 'sound'), Buffer.concat(sounds.flatMap((one) => [bytes(one), bytes(rest)])))
  const program = `#!${process.execPath}
const sound = require('node:fs').readFileSync(${JSON.stringify(join(bin, 'sound'))})
let at = 0
setInterval(() => {
  process.stdout.write(sound.subarray(at, at + 640 * 5))
  at = at + 640 * 5 >= sound.length ? 0 : at + 640 * 5
}, 20)
`
  writeFileSync(join(bin, 'parec'), program)
  chmodSync(join(bin, 'parec'), 0o755)
  return {
    engine,
    microphone: {
      env: { ...process.env, PATH: `${bin}:${dirname(process.execPath)}` },
      program: 'parec' as const,
      device: undefined,
      recorder: programs.recorder,
    },
    player: {
      env: {},
      program: 'auto' as const,
      device: undefined,
      speaker: programs.speaker,
      node: process.execPath,
      now: engine.now,
    },
  }
}

const bytes = (sound: Int16Array) => Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength)
const { sentences } = voiceOwnerMessages.ko
const manners = { owner: {}, guest: { voice: '+f5', pitch: 90 } } satisfies Record<string, Manner>

requires('espeak-ng')('the enrolled voice', () => {
  test('three sentences enrol it, in a file without sound; a mix of two voices, and silence, enrol nothing', async () => {
    const { folder, shelf, paths } = await home()
    const read: string[] = []
    const enrol = (sounds: Int16Array[], waitMs = 4_000) =>
      enrolVoice(
        shelf,
        recorder(folder, sounds),
        { sentences, ask: (_, sentence) => void read.push(sentence), now: () => new Date(0), restMs: 150, waitMs },
        AbortSignal.timeout(60_000),
      )
    const spoken = says('오늘은 하늘이 맑아서 걸어요', manners.owner)
    expect(await enrol([spoken, says('지난 주말에는 친구를 만났어요', manners.guest)])).toBe('mixed')
    expect(await readOwnerVoice(paths)).toBeUndefined()
    read.length = 0
    expect(await enrol([spoken])).toBe('enrolled')
    expect(read).toEqual(sentences)
    expect(await readOwnerVoice(paths)).toEqual({
      model: 'tiny',
      print: expect.any(Array),
      at: '1970-01-01T00:00:00.000Z',
    })
    expect(readFileSync(join(folder, 'owner-voice.json')).length).toBeLessThan(10_000)
    expect(await enrol([new Int16Array(frameSamples)], 500)).toBe('nothing')
    // What was enrolled stays until another voice is.
    expect(await readOwnerVoice(paths)).toMatchObject({ model: 'tiny' })

    // What is said is known by it.
    const heard = async (how: Manner, text: string): Promise<Whose | undefined> => {
      const abort = new AbortController()
      const words = says(text, how)
      const microphone = async function* (signal: AbortSignal) {
        while (!signal.aborted) {
          for (let at = 0; at + frameSamples <= words.length; at += frameSamples)
            yield await later(words.slice(at, at + frameSamples))
          for (let i = 0; i < 60; i++) yield await later(new Int16Array(frameSamples))
        }
      }
      const models = { vad: testModels.vad, stt: testModels.stt }
      const ears = openSpeechInput({ ...engine, models, microphone, speaker: await speakerOf(shelf) })
      const finals: RecognizedSpeech[] = []
      // Judged while it may go on, or at its end alone.
      ears.attend?.(how === manners.owner)
      for await (const one of ears.hear(abort.signal)) {
        if (one.type === 'voice.ended') ears.finish()
        if (one.type === 'final') finals.push(one)
        // The first one may end before what knows voices is loaded.
        if (one.type === 'final' && (finals.length > 2 || one.whose !== 'unknown')) abort.abort()
      }
      const last = finals.at(-1)
      return last?.type === 'final' ? last.whose : undefined
    }
    const asked = '내일 아침 날씨를 알려 줘'
    const answers = [heard(manners.owner, asked), heard(manners.guest, asked), heard(manners.owner, '네')]
    expect(await Promise.all(answers)).toEqual(['own', 'other', 'unknown'])
  }, 60_000)
})

test('without its model, and with a damaged file, no voice is known and none agrees; its copy is used where there is one', async () => {
  const print = [1, 0, 0]
  const near = Float32Array.of(0.9, 0.1, 0)
  const { folder, shelf, paths } = await home({ speaker: false })
  await writeOwnerVoice(paths, { model: 'tiny', print, at: '2026-01-01T00:00:00.000Z' })
  const path = join(folder, 'owner-voice.json')
  expect((await speakerOf(shelf))?.model).toBeUndefined()
  const known = (await speakerOf(shelf))?.whose
  const heard = [near, Float32Array.of(0, 1, 0), Float32Array.of(1, 2, 0), Float32Array.of(1), undefined]
  expect(heard.map((one) => known?.(one))).toEqual(['own', 'other', 'unknown', 'unknown', 'unknown'])
  writeFileSync(path, '{"model":')
  expect(await readOwnerVoice(paths)).toMatchObject({ print })
  rmSync(path)
  expect(await readOwnerVoice(paths)).toMatchObject({ print })
  writeFileSync(path, '{"model":1}')
  rmSync(join(folder, '.owner-voice.json.bak'))
  expect(await readOwnerVoice(paths)).toBe('damaged')
  expect(await speakerOf(shelf)).toMatchObject({ model: undefined })
  expect((await speakerOf(shelf))?.whose(near)).toBe('unknown')
  expect([await forgetOwnerVoice(paths), existsSync(path), await forgetOwnerVoice(paths)]).toEqual([true, false, false])
  expect(await speakerOf(shelf)).toBeUndefined()
})

/** A frame a little later: quicker than it would be spoken. */
const later = (frame: Int16Array) => new Promise<Int16Array>((resolve) => setTimeout(resolve, 4, frame))
