import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ModelFiles } from '../../src/audio/engine-messages.ts'
import { makeTone } from '../../src/audio/frames.ts'
import { filesOf, readManifest } from '../../src/audio/models/manifest.ts'
import { tryModel } from '../../src/audio/models/trial.ts'
import { openSpeechInput } from '../../src/audio/speech-input.ts'
import { logMel } from '../../src/audio/turn/log-mel.ts'
import { measureTurnJudge, openTurnJudge } from '../../src/audio/turn/turn-judge.ts'
import { frameSamples, type RecognizedSpeech } from '../../src/protocol/speech.ts'
import { tinyTurn } from '../fakes/tiny-turn.ts'
import { oracleFile, testWithOracles } from '../oracles/oracle.ts'
import { requires } from '../parts.ts'
import { says } from './person.ts'
import { programs, testModels } from './rig.ts'

describe('features of sound', () => {
  test('are those of Whisper: what librosa computes for two tones and silence behind them', () => {
    const pitch = (hertz: number, n: number) => Math.sin((2 * Math.PI * hertz * n) / 16_000)
    const samples = Float32Array.from({ length: 48_000 }, (_, n) =>
      n < 16_000 ? pitch(440, n) / 2 + pitch(1_000, n) / 4 : 0,
    )
    const features = logMel(samples)
    expect(features).toHaveLength(80 * 300)
    // Band, time in 10 ms, value: librosa 0.11.0, `filters.mel(sr=16000, n_fft=400, n_mels=80)` and
    // `stft(center=True, pad_mode="reflect")`.
    for (const [band, at, is] of [
      ...([
        [0, 0, 1.0255200862884521],
        [0, 50, -0.5617961883544922],
        [0, 99, 0.36268895864486694],
      ] as const),
      ...([
        [3, 100, 0.8961241245269775],
        [10, 0, 1.345945954322815],
        [10, 101, 0.3800355792045593],
      ] as const),
      ...([
        [20, 99, 0.1999397873878479],
        [40, 99, -0.03366267681121826],
        [79, 0, 0.08437436819076538],
      ] as const),
    ])
      expect(features[band * 300 + at], `${band}, ${at}`).toBeCloseTo(is, 5)
  })

  test('are the energies that the definition gives, window by window, in noise', () => {
    let seed = 1
    const noise = Float32Array.from({ length: 800 }, () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647 - 0.5
    })
    const mirrored = (at: number) => noise[at < 0 ? -at : at > 799 ? 1_598 - at : at] as number
    const energies = Array.from({ length: 5 }, (_, frame) =>
      Array.from({ length: 201 }, (_, k) => {
        let [re, im] = [0, 0]
        for (let n = 0; n < 400; n++) {
          const weighted = Math.sin((Math.PI * n) / 400) ** 2 * mirrored(frame * 160 - 200 + n)
          re += weighted * Math.cos((2 * Math.PI * k * n) / 400)
          im += weighted * Math.sin((2 * Math.PI * k * n) / 400)
        }
        return re * re + im * im
      }),
    )
    // The lowest band is one tone of 40 Hz; between two windows the offset of the logarithm falls out.
    const low = energies.map((tones) => Math.log10(tones[1] as number) / 4)
    const features = logMel(noise)
    for (let frame = 1; frame < 5; frame++)
      expect((features[frame] as number) - (features[0] as number)).toBeCloseTo(
        (low[frame] as number) - (low[0] as number),
        4,
      )
  })
})

const testWithRuntime = testWithOracles('onnxruntime-web')

describe('what judges the end of a turn', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turn-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const runtime = oracleFile('onnxruntime-web/dist/ort.wasm.bundle.min.mjs')
  const options = { program: programs.engine, node: process.execPath, env: process.env, now: () => performance.now() }
  writeFileSync(join(folder, 'tiny.onnx'), tinyTurn())
  writeFileSync(join(folder, 'broken.onnx'), Buffer.alloc(3_000, 7))
  const files = (model = 'tiny.onnx'): ModelFiles => ({
    name: 'tiny',
    kind: 'turn',
    config: { model: join(folder, model), runtime },
  })

  testWithRuntime(
    'is told of each pause and hears how it ends; only the last pause is answered, and none that is over',
    async () => {
      const told: boolean[] = []
      const judge = openTurnJudge(options, files(), (isOver) => told.push(isOver))
      onTestFinished(() => judge.close())
      const [falling, rising] = [makeTone(4_000, 300, 1_000, 16_000), makeTone(300, 4_000, 1_000, 16_000)]
      const lastAfter = (sound: Int16Array) => {
        judge.judge(sound)
        return told.at(-1)
      }
      // While it loads nothing is answered, and nobody waits.
      await expect.poll(() => lastAfter(falling), { timeout: 30_000, interval: 100 }).toBe(true)
      const pid = judge.pid()
      await expect.poll(() => lastAfter(rising), { timeout: 30_000, interval: 100 }).toBe(false)
      const before = told.length
      judge.judge(falling)
      judge.forget()
      judge.judge(falling)
      judge.judge(rising)
      await expect.poll(() => told.slice(before)).toEqual([false])
      process.kill(pid ?? 0, 'SIGKILL')
      await expect.poll(() => lastAfter(falling), { timeout: 30_000, interval: 100 }).toBe(true)
      expect(judge.pid()).not.toBe(pid)
    },
  )

  testWithRuntime('is tried before it is used, and measured; one that cannot be loaded is known', async () => {
    const [tried, good, bad] = await Promise.all([
      tryModel(options, files()),
      measureTurnJudge(options, files()),
      measureTurnJudge(options, files('broken.onnx')),
    ])
    expect([tried, good, bad]).toEqual([undefined, { ms: expect.any(Number), isLate: expect.any(Boolean) }, undefined])
  })

  test('of the manifest knows Korean and English and is what the engine loads', async () => {
    const found = (await readManifest('models/manifest.json')).filter(({ use }) => use === 'turn')
    expect(found.map(({ name, languages }) => [name, languages.slice(0, 2)])).toEqual([['smart-turn-v3', ['ko', 'en']]])
    for (const model of found)
      expect(filesOf(model, folder)).toMatchObject({
        kind: 'turn',
        config: { model: expect.any(String), runtime: expect.any(String) },
      })
  })

  requires('espeak-ng')('beside a recogniser', () => {
    testWithRuntime('whoever pauses is judged by the sound, and their words are asked for', async () => {
      const abort = new AbortController()
      const words = says('오늘 날씨 알려줘')
      const microphone = async function* (signal: AbortSignal) {
        while (!signal.aborted) {
          for (let at = 0; at + frameSamples <= words.length; at += frameSamples)
            yield await later(words.slice(at, at + frameSamples))
          for (let i = 0; i < 60; i++) yield await later(new Int16Array(frameSamples))
        }
      }
      const models = { vad: testModels.vad, stt: testModels.stt }
      const heard: RecognizedSpeech[] = []
      const ears = openSpeechInput({ ...options, models, microphone, turn: files() })
      for await (const one of ears.hear(abort.signal)) {
        if (one.type === 'turn') ears.finish()
        heard.push(one)
        if (one.type === 'final') abort.abort()
      }
      const types = heard.map(({ type }) => type)
      // The person goes on while a busy machine is still reading.
      const between = ['partial', 'level', 'voice.started']
      expect(types.slice(types.lastIndexOf('voice.ended')).filter((type) => !between.includes(type))).toEqual([
        'voice.ended',
        'turn',
        'final',
      ])
    })
  })
})

/** A frame a little later: quicker than it would be spoken. */
const later = (frame: Int16Array) => new Promise<Int16Array>((resolve) => setTimeout(resolve, 4, frame))
