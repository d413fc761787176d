import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as Sherpa from 'sherpa-onnx-node'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ModelFiles } from '../../src/audio/engine-messages.ts'
import { tryModel } from '../../src/audio/models/trial.ts'
import { sherpaStt } from '../../src/audio/recognisers.ts'
import { modelVoice } from '../../src/audio/speech-synthesis.ts'
import { requires } from '../parts.ts'
import { entry, kinds } from './entry.ts'
import { says } from './person.ts'
import { programs, testModels } from './rig.ts'

/** A tone of so many seconds. */
const tone = (seconds: number, loud: number) =>
  Float32Array.from({ length: seconds * 16_000 }, (_, i) => loud * Math.sin(i * 0.3))

describe('each kind of recogniser of the manifest reads sound as its entry has it', () => {
  const engine = createRequire(import.meta.url)('sherpa-onnx-node') as typeof Sherpa
  const read = async (files: ModelFiles, sound: Float32Array) => {
    const stt = sherpaStt(engine, files)
    for (let at = 0; at < sound.length; at += 320) stt.accept(sound.subarray(at, at + 320), true)
    return stt.finish()
  }

  test.each([
    // Those that are told a language hear it in theirs; those that find out by themselves know but one word here.
    ['whisper-turbo', 'yes'],
    ['sense-voice', 'yes'],
    ['qwen3-asr-0.6b', '네'],
    ['moonshine-tiny-ko', '네'],
    ['zipformer-ko', '네'],
  ])('%s', async (name, english) => {
    expect(await read(entry(name, 'ko'), tone(2, 0.5))).toBe('네')
    expect(await read(entry(name, 'en'), tone(2, 0.5))).toBe(english)
    expect(await read(entry(name, 'ko'), tone(2, 0))).toBe('')
  })

  test('what is longer than a recogniser reads at once is read in pieces, and all of it', async () => {
    // This one answers nothing at all from some nine seconds on.
    expect(await read(entry('moonshine-tiny-ko', 'ko'), tone(20, 0.5))).toMatch(/^네( 네){3,4}$/)
    expect(await read({ ...entry('moonshine-tiny-ko', 'ko'), longest: 25 }, tone(20, 0.5))).toBe('네')
  })

  requires('espeak-ng')('by sound', () => {
    test('a streaming transducer', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'kinds-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const { transducer, tokens } = testModels.wake.config
      for (const [from, to] of [
        [transducer.encoder, 'encoder-epoch-99-avg-1.int8.onnx'],
        [transducer.decoder, 'decoder-epoch-99-avg-1.onnx'],
        [transducer.joiner, 'joiner-epoch-99-avg-1.int8.onnx'],
        [tokens, 'tokens.txt'],
      ] as const)
        symlinkSync(from, join(folder, to))
      const sound = Float32Array.from(says('오늘 날씨 알려줘'), (sample) => sample / 32_768)
      expect(await read(entry('zipformer-ko-streaming', 'ko', folder), sound)).toContain('날씨')
    })
  })
})

requires('espeak-ng')('each kind of voice of the manifest speaks as its entry has it', () => {
  // "espeak-ng --version" ends with the folder of its data.
  const data = () => execFileSync('espeak-ng', ['--version'], { encoding: 'utf8' }).split('Data at: ')[1]?.trim() ?? ''

  test.each([
    ['piper-en', 'Good morning', 'Good morning to all of you'],
    ['mimic3-ko-kss', '안녕하세요', '안녕하세요 여러분 반가워요'],
    ['kokoro-en', 'Good morning', 'Good morning to all of you'],
    ['matcha-en', 'Good morning', 'Good morning to all of you'],
    ['supertonic', '안녕하세요', '안녕하세요 여러분 반가워요'],
  ])('%s', async (name, short, long) => {
    const folder = mkdtempSync(join(tmpdir(), 'kinds-'))
    cpSync(join(kinds, name), folder, { recursive: true })
    symlinkSync(data(), join(folder, 'espeak-ng-data'))
    const options = { program: programs.engine, node: process.execPath, env: process.env, now: () => performance.now() }
    const voice = modelVoice(options, entry(name, 'ko', folder))
    onTestFinished(() => {
      voice.close()
      rmSync(folder, { recursive: true })
    })
    expect(await tryModel(options, entry(name, '', folder))).toBeUndefined()
    const speak = (text: string, pace = 1) => voice.speak(text, new AbortController().signal, pace)
    const [one, more, slow] = [await speak(short), await speak(long), await speak(short, 0.5)]
    expect(one.rate).toBe(16_000)
    expect(one.samples.some((sample) => Math.abs(sample) > 1_000)).toBe(true)
    expect(more.samples.length).toBeGreaterThan(one.samples.length * 1.4)
    expect(slow.samples.length / one.samples.length).toBeGreaterThan(1.7)
  })
})
