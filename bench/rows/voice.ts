import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeTone } from '../../src/audio/frames.ts'
import { espeakVoice } from '../../src/audio/speech-synthesis.ts'
import { voiceDefaults } from '../../src/core/voice/state.ts'
import type { RecognizedSpeech } from '../../src/protocol/speech.ts'
import { openRoom, type Room } from '../../test/audio/rig.ts'
import { answers, openDialogue } from '../../test/ui/voice/dialogue.ts'
import { median, percentile } from '../measure.ts'
import type { Result, Row } from '../row.ts'

// A machine of software: PulseAudio null devices, espeak-ng as the person and as the voice, the project's test
// models, the real recorder, engine and player. The model answers at once; the tones before and after are left out,
// so that the first sound is the answer's.

const story =
  '옛날 옛날에 깊은 산속에 호랑이가 살았어요. 그 호랑이는 아주 컸어요. 어느 날 호랑이가 마을로 내려왔어요. 사람들은 모두 숨었어요.'

/**
 * What nobody can do without: espeak-ng makes the first sentence, a warm pacat plays it, a parec hears it.
 * Milliseconds.
 */
async function bareVoice(room: Room, times: number): Promise<number[]> {
  const ear = room.listen()
  const play = ['--raw', '--format=s16le', '--rate=22050', '--channels=1', '--latency-msec=40', '-d', 'spk']
  const took: number[] = []
  try {
    for (let n = 0; n <= times; n++) {
      const mouth = spawn('pacat', play, { env: room.env, stdio: ['pipe', 'ignore', 'ignore'] })
      await sleep(300)
      const began = performance.now()
      const { samples } = await espeakVoice(room.env, 'ko')(
        '옛날 옛날에 깊은 산속에 호랑이가 살았어요.',
        AbortSignal.timeout(5_000),
        1,
      )
      mouth.stdin.on('error', () => {}).write(Buffer.from(samples.buffer))
      await sleep(600)
      mouth.kill('SIGKILL')
      if (n > 0) took.push(ear.firstLoudAfter(began) - began)
      await sleep(200)
    }
  } finally {
    ear.stop()
  }
  return took
}

/** A pacat that plays is killed: how long it can still be heard, in milliseconds. */
async function bareSilence(room: Room, times: number): Promise<number[]> {
  const ear = room.listen()
  const took: number[] = []
  try {
    for (let n = 0; n < times; n++) {
      const play = ['--raw', '--format=s16le', '--rate=22050', '--channels=1', '--latency-msec=40', '-d', 'spk']
      const mouth = spawn('pacat', play, { env: room.env, stdio: ['pipe', 'ignore', 'ignore'] })
      mouth.stdin.on('error', () => {}).write(Buffer.from(makeTone(440, 440, 3_000, 22_050).buffer))
      await sleep(900 + 37 * n)
      const killed = performance.now()
      mouth.kill('SIGKILL')
      await sleep(300)
      took.push(Math.max(0, ear.lastLoud - killed))
    }
  } finally {
    ear.stop()
  }
  return took
}

/**
 * One after the other until so many came out; a toy recogniser that missed a word is asked again, and nothing is
 * measured of that.
 */
async function collect<T>(count: number, take: () => Promise<T>): Promise<T[]> {
  const taken: T[] = []
  for (let failed = 0; taken.length < count; ) {
    try {
      taken.push(await take())
    } catch (error) {
      if (++failed > count) throw error
    }
  }
  return taken
}

interface Exchange {
  /** End of speech → taken as the end; from there → first audio; both. */
  endpoint: number
  thinking: number
  whole: number
  /** Barge-in detected → the last sound. */
  hushed: number
  /** The first sound of somebody over it → its last. */
  over: number
}

/** Asked, answered, interrupted: when each could be heard, measured on the sound itself. */
async function exchange(room: Room): Promise<Exchange> {
  const [person, assistant] = [room.listen('mic.monitor'), room.listen()]
  await using it = await openDialogue(room, { flow: answers(() => story), quiet: true })
  try {
    await it.call()
    await room.say('오늘 날씨 알려줘')
    await it.phase('speaking', 5_000)
    const ended = person.lastLoud
    const finished = it.did('finish').find(({ at }) => at > ended)?.at ?? Number.NaN
    await sleep(1_500)
    const first = assistant.firstLoudAfter(ended)
    const interrupted = performance.now()
    void room.say('지금 몇 시야')
    await it.until('barge-in', () => it.did('hush').length > 0, 5_000)
    const hush = it.did('hush')[0]?.at ?? Number.NaN
    await sleep(500)
    const hushed = Math.max(0, assistant.lastLoud - hush)
    const over = Math.max(0, assistant.lastLoud - person.firstLoudAfter(interrupted))
    const times = { over, endpoint: finished - ended, thinking: first - finished, whole: first - ended, hushed }
    if (Object.values(times).some(Number.isNaN)) throw new Error(`not heard: ${JSON.stringify(times)}`)
    return times
  } finally {
    person.stop()
    assistant.stop()
  }
}

interface Waking {
  /** The wake word was understood → listening, and its tone can be heard. */
  tone: number
  /** The same from the end of the word on: with what the recogniser needs. */
  word: number
}

/** Called again and again. */
async function waking(room: Room, count: number): Promise<Waking[]> {
  const [person, assistant] = [room.listen('mic.monitor'), room.listen()]
  const heard: { at: number; one: RecognizedSpeech }[] = []
  const bend = (one: RecognizedSpeech) => {
    heard.push({ at: performance.now(), one })
    return one
  }
  await using it = await openDialogue(room, { bend })
  try {
    return await collect(count, async () => {
      const began = performance.now()
      await room.say('비서야')
      await it.phase('listening', 2_000)
      const ended = person.lastLoud
      const listening =
        it.happened.find(({ at, commands }) => at > began && commands.some((one) => one.do === 'earcon'))?.at ?? began
      const understood = heard.findLast(({ at, one }) => at <= listening && 'text' in one)?.at ?? Number.NaN
      await sleep(600)
      const times = { tone: assistant.firstLoudAfter(understood) - understood, word: listening - ended }
      it.loop.give({ in: 'stop' })
      await sleep(1_200)
      if (Number.isNaN(times.tone + times.word)) throw new Error('not heard')
      return times
    })
  } finally {
    person.stop()
    assistant.stop()
  }
}

export const voiceTalk: Row = {
  name: 'voice',
  async measure({ runs, quick }): Promise<Result[]> {
    await using room = await openRoom()
    const count = quick ? 5 : runs
    const all = await collect(count, () => exchange(room))
    const calls = await waking(room, count)
    const [voices, kills] = [await bareVoice(room, count), await bareSilence(room, count)]
    const p95 = (what: keyof Exchange) =>
      percentile(
        all.map((one) => one[what]),
        0.95,
      )
    const p50 = (what: keyof Exchange) => median(all.map((one) => one[what]))
    const [voice, pause] = ['espeak-ng and a warm pacat, nothing else', voiceDefaults.endpoint.finished]
    const audio = { row: 'voice, end of speech → first audio', unit: 'ms' } as const
    const withPause = `${pause} ms of silence, then ${voice}`
    return [
      {
        row: 'voice, end of speech → taken as the end, p50',
        unit: 'ms',
        value: p50('endpoint'),
        floor: { value: pause, what: 'the silence that is waited for' },
        limit: { times: 1.5 },
      },
      {
        row: 'voice, taken as the end → first audio, p95',
        unit: 'ms',
        value: p95('thinking'),
        floor: { value: percentile(voices, 0.95), what: voice },
        limit: { most: 800 },
      },
      {
        ...audio,
        row: `${audio.row}, p50`,
        value: p50('whole'),
        floor: { value: pause + median(voices), what: withPause },
        limit: { most: 600 },
      },
      {
        ...audio,
        row: `${audio.row}, p95`,
        value: p95('whole'),
        floor: { value: pause + percentile(voices, 0.95), what: withPause },
        limit: { most: 800 },
      },
      {
        row: 'voice, barge-in detected → silent, p95',
        unit: 'ms',
        value: p95('hushed'),
        floor: { value: percentile(kills, 0.95), what: 'a pacat is killed' },
        limit: { most: 200 },
      },
      {
        row: 'voice, somebody speaks over it → silent, p50',
        unit: 'ms',
        value: p50('over'),
        limit: { most: 500 },
      },
      {
        row: 'voice, somebody speaks over it → silent, worst',
        unit: 'ms',
        value: Math.max(...all.map(({ over }) => over)),
        limit: { most: 1_000 },
      },
      {
        row: 'voice, wake word understood → its tone heard, p95',
        unit: 'ms',
        value: percentile(
          calls.map(({ tone }) => tone),
          0.95,
        ),
        limit: { most: 150 },
      },
      {
        row: 'voice, end of the wake word → listening, p95',
        unit: 'ms',
        value: percentile(
          calls.map(({ word }) => word),
          0.95,
        ),
        limit: { most: 600 },
      },
    ]
  },
}
