import { fork } from 'node:child_process'
import { once } from 'node:events'
import { beforeAll, describe, expect, test as sample } from 'vitest'
import { FarEnd } from '../../src/audio/echo/far-end.ts'
import { judgeEcho, makeSweep, modeFor } from '../../src/audio/echo/measure-echo.ts'
import type { FromEngine } from '../../src/audio/engine-messages.ts'
import { levelOf } from '../../src/audio/frames.ts'
import { frameSamples, listenRate } from '../../src/protocol/speech.ts'
import { requires, longTest as test } from '../parts.ts'
import { cancelled, echoOf, numbers, type RoomShape, seconds } from './echo-room.ts'
import { says } from './person.ts'
import { testModels } from './rig.ts'

const story =
  '서울은 오늘 아주 맑고 따뜻해요. 부산은 바람이 조금 불어요. 제주는 오후에 비가 올 수 있어요. 내일은 전국이 흐리고 모레부터 다시 맑아지겠어요.'

const rooms: [string, RoomShape][] = [
  ['20 ms away at −6 dB', { delayMs: 20, echoDb: -6 }],
  ['250 ms away at 0 dB', { delayMs: 250, echoDb: 0 }],
  ['at +6 dB, as loud as a laptop is to itself', { delayMs: 60, echoDb: 6 }],
  ['with walls that ring for 0.3 s', { delayMs: 60, echoDb: -6, reverbMs: 300 }],
  ['clocks that part by 200 in a million', { delayMs: 120, echoDb: -6, reverbMs: 100, driftPpm: 200 }],
  ['a busy machine, where frames come late', { delayMs: 60, echoDb: -6, lateMs: 60 }],
]

requires('espeak-ng')('an echo canceller of our own', () => {
  let played: Int16Array = new Int16Array(0)
  let voice: Int16Array = new Int16Array(0)
  beforeAll(() => {
    played = says(story)
    voice = says('그만 지금 몇 시야', { voice: '+f4' })
  })

  sample.each(rooms)(
    '%s: its own voice is 20 dB weaker from the second second on, and whoever speaks over it is heard',
    async (_, shape) => {
      const { heard, clean } = await cancelled(played, new Float32Array(0), shape)
      expect(levelOf(seconds(heard, 2, 8)) - levelOf(seconds(clean, 2, 8))).toBeGreaterThan(20)

      const near = new Float32Array(played.length)
      near.set(
        Float32Array.from(voice, (sample) => sample / 2),
        6 * listenRate,
      )
      const over = await cancelled(played, near, shape)
      const during = [6, 6 + voice.length / listenRate] as const
      const lost =
        levelOf(Int16Array.from(near).subarray(6 * listenRate, 6 * listenRate + voice.length)) -
        levelOf(seconds(over.clean, ...during))
      expect(lost).toBeLessThan(12)
    },
  )

  test('while nothing is played, the microphone is left as it is', async () => {
    const { heard, clean } = await cancelled(new Int16Array(3 * listenRate), Float32Array.from(voice), {
      delayMs: 60,
      echoDb: -6,
    })
    expect(clean).toEqual(heard.subarray(0, clean.length))
  })
})

describe('what was played while a frame was recorded', () => {
  const sound = (length: number, rate = listenRate) => ({ samples: new Int16Array(length).fill(1_000), rate })

  test('it lies where the player put it, up to where it was stopped', () => {
    const far = new FarEnd()
    far.play(sound(16_000), 30)
    far.stop(70)
    const frames = [20, 40, 60, 80, 100].map((now) => far.frame(now).filter((sample) => sample !== 0).length)
    expect(frames).toEqual([0, 160, 320, 160, 0])
  })

  test('voices of other rates keep their length and their pitch', () => {
    for (const rate of [22_050, 24_000, 44_100, 48_000]) {
      const tone = Int16Array.from({ length: rate }, (_, i) => 10_000 * Math.sin((2 * Math.PI * 440 * i) / rate))
      const far = new FarEnd()
      far.play({ samples: tone, rate }, 0)
      const heard = Array.from({ length: 50 }, (_, i) => far.frame((i + 1) * 20)).flatMap((frame) => [...frame])
      const off = heard.map((sample, i) => Math.abs(sample - 10_000 * Math.sin((2 * Math.PI * 440 * i) / listenRate)))
      expect(Math.max(...off.slice(100, -100)), `${rate}`).toBeLessThan(100)
    }
  })

  test('a stall of the machine moves nothing: what waited comes in its order', () => {
    const far = new FarEnd()
    const ramp = Int16Array.from({ length: 32_000 }, (_, i) => i)
    far.play({ samples: ramp, rate: listenRate }, 0)
    const arrives = Array.from({ length: 90 }, (_, i) =>
      (i + 1) * 20 > 400 && (i + 1) * 20 < 1_000 ? 1_000 : (i + 1) * 20,
    )
    const frames = arrives.map((now) => far.frame(now)[0])
    expect(frames).toEqual(Array.from({ length: 90 }, (_, i) => i * 320))
  })
})

describe('what a sweep tells of a room', () => {
  const measured = async (shape: RoomShape) => {
    const quiet = listenRate / 2
    const played = new Int16Array(quiet + makeSweep().samples.length + quiet)
    played.set(makeSweep().samples, quiet)
    const random = numbers(3)
    const heard = Int16Array.from(echoOf(played, shape), (sample) => sample + (random() - 0.5) * 20)
    const frames = (samples: Int16Array) =>
      Array.from({ length: Math.floor(samples.length / frameSamples) }, (_, i) =>
        samples.slice(i * frameSamples, (i + 1) * frameSamples),
      )
    return judgeEcho(frames(heard), frames(played))
  }

  test.each([20, 90, 250])(
    'a loudspeaker that comes back after %i ms is measured and cancelled: anything may be said over it',
    async (delayMs) => {
      const found = await measured({ delayMs, echoDb: -6, reverbMs: 80 })
      expect(Math.abs(found.delayMs - delayMs)).toBeLessThan(5)
      expect(modeFor(found)).toBe('full')
    },
  )

  test('one that is not heard needs nothing; one that comes back later than anything can follow leaves stop words', async () => {
    expect(await measured({ delayMs: 60, echoDb: -90 })).toMatchObject({ silent: true })
    const late = await measured({ delayMs: 900, echoDb: -6 })
    expect([late.silent, modeFor(late)]).toEqual([false, 'keyword'])
  })
})

requires('espeak-ng')('the engine of the built program', () => {
  test('hears itself without a canceller, and not with one', async () => {
    const played = says(story)
    const heard = echoOf(played, { delayMs: 60, echoDb: -6 })
    const voices = async (cancelEcho: boolean) => {
      const engine = fork('dist/voice-engine.js', [], {
        serialization: 'advanced',
        stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      })
      let started = 0
      const said = new Map<string, PromiseWithResolvers<void>>()
      const next = (type: string) => said.set(type, Promise.withResolvers()).get(type)?.promise
      engine.on('message', (message: FromEngine) => {
        if (message.type === 'heard' && message.heard.type === 'voice.started') started++
        said.get(message.type)?.resolve()
      })
      const gone = once(engine, 'exit').then(() => Promise.reject(new Error('the engine died')))
      gone.catch(() => {})
      const ready = next('ready')
      engine.send({ do: 'hear', vad: testModels.vad, stt: testModels.stt, ...(cancelEcho ? { cancelEcho } : {}) })
      await Promise.race([ready, gone])
      // From the second second on: until then a canceller learns the room.
      for (let at = 0; at + listenRate <= played.length; at += listenRate) {
        if (at === listenRate) started = 0
        const alive = next('alive')
        for (let from = at; from < at + listenRate; from += frameSamples)
          for (const part of cancelEcho ? [Int16Array.from(heard), played] : [Int16Array.from(heard)])
            engine.stdin?.write(Buffer.from(part.slice(from, from + frameSamples).buffer))
        await Promise.race([alive, gone])
      }
      engine.kill('SIGKILL')
      return started
    }
    expect(await voices(false)).toBeGreaterThan(0)
    expect(await voices(true)).toBe(0)
  })
})
