// `node bench/voice/beside.ts FOLDER [UTTERANCES]`: the enrolled voice and the level gate beside a television and
// beside babble, with the detector that ships. FOLDER has `speaker.onnx` (`test/audio/lab/export_speaker.py`) and
// recordings of people, `NAME-001.wav` and on (16 kHz, mono, 16 bits), several of each. Run by hand: the weights and
// the people are no part of the project. The recogniser writes the same whole request for every voice, so that only
// detector, levels and voices decide.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as Sherpa from 'sherpa-onnx-node'
import { toFloat } from '../../src/audio/frames.ts'
import { judgeVoice, voiceOf } from '../../src/audio/speaker/owner-voice.ts'
import { sherpaVoiceprints, type Voiceprints } from '../../src/audio/speaker/voiceprint.ts'
import { readWave } from '../../src/audio/speech-synthesis.ts'
import { listenRate, type SpeechToText } from '../../src/protocol/speech.ts'
import { SoundStory } from '../../test/core/voice/sounding.ts'

/** Resemblyzer's weights over the recordings of the table: 0.9 % of other pairs are above the first, 0.7 % of own below. */
const likeness = { own: 0.74, other: 0.65 }
const [folder = '', count = '24'] = process.argv.slice(2)

const recordings = new Map<string, Int16Array[]>()
for (const file of readdirSync(folder).toSorted()) {
  const name = /^(.+)-\d+\.wav$/.exec(file)?.[1]
  if (name) recordings.set(name, [...(recordings.get(name) ?? []), readWave(readFileSync(join(folder, file))).samples])
}
/** Those of whom there is enough: three sentences to enrol, and some to say. */
const owners = [...recordings].filter(([, all]) => all.length >= 20).map(([name]) => name)

const powerOf = (sound: Int16Array) => {
  const heard = sound.filter((sample) => Math.abs(sample) > 100)
  return heard.reduce((sum, sample) => sum + sample ** 2, 0) / heard.length
}
const dbOf = (sound: Int16Array) => 10 * Math.log10(powerOf(sound) / 32_768 ** 2)
const scaled = (sound: Int16Array, db: number) => {
  const by = 10 ** ((db - dbOf(sound)) / 20)
  return Int16Array.from(sound, (sample) => Math.max(-32_768, Math.min(32_767, by * sample)))
}
/** A person at arm's length. */
const personDb = -26
const seconds = 60

/** Others who talk in turns, or all at once; nobody of them is the owner, nor called like them. */
function othersTalk(owner: string, kind: 'television' | 'babble'): Int16Array {
  const [, ownName] = owner.split('_f_')
  const others = [...recordings].filter(([name]) => name !== owner && !(ownName && name.includes(ownName)))
  const talk = (offset: number, step: number) => {
    const sound: number[] = []
    for (let at = offset; sound.length < seconds * listenRate; at += step) {
      const [, said] = others[at % others.length] as [string, Int16Array[]]
      const one = scaled(said[(7 * at) % said.length] as Int16Array, personDb)
      for (const sample of one) sound.push(sample)
      sound.push(...Array(Math.round(0.25 * listenRate)).fill(0))
    }
    return sound.slice(0, seconds * listenRate)
  }
  if (kind === 'television') return Int16Array.from(talk(0, 1))
  const all = others.slice(0, 8).map((_, at) => talk(at, others.length))
  return Int16Array.from({ length: seconds * listenRate }, (_, i) =>
    Math.round(all.reduce((sum, one) => sum + (one[i] as number), 0) / 3),
  )
}

/** Ears that write the same whole request after 0.3 s of any voice. */
function sameWords(): SpeechToText {
  let frames = 0
  const text = () => (frames >= 15 ? '불 켜 줘' : '')
  const forget = () => {
    const said = text()
    frames = 0
    return said
  }
  return {
    accept(_, voice) {
      if (voice) frames++
    },
    text,
    pause() {},
    finish: async () => forget(),
    drop: () => void forget(),
  }
}

interface Counted {
  utterances: number
  missed: number
  waitedMs: number[]
  otherMinutes: number
  taken: number
  interrupted: number
  answers: number
  stops: number
}

const none = (): Counted => ({
  utterances: 0,
  missed: 0,
  waitedMs: [],
  otherMinutes: 0,
  taken: 0,
  interrupted: 0,
  answers: 0,
  stops: 0,
})

const taken = (it: SoundStory) => it.look().filter(({ do: what }) => what === 'submit').length

/** Hears so much of the room, and ends each turn that it begins; the times at which requests were taken. */
async function hearRoom(it: SoundStory, sound: Int16Array): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < sound.length; at += listenRate / 10) {
    await it.sounds(sound.subarray(at, at + listenRate / 10))
    if (taken(it) === 0) continue
    times.push(it.at)
    it.starts(`t${it.at}`)
    it.event({ type: 'turn.done', message: 'm', text: '' }, `t${it.at}`)
    it.look()
  }
  return times
}

const quiet = (s: number) => new Int16Array(Math.round(s * listenRate))

/**
 * Somebody calls and asks aloud, and is known by that to be so loud: twice where the room was taken for them. The turn
 * is over.
 */
async function asks(it: SoundStory, said: Int16Array, answer = ''): Promise<void> {
  it.again()
    .hear({ type: 'level', db: personDb + 5 })
    .says('비서야')
    .on()
  for (let times = 0; times < 3 && taken(it) === 0; times++) {
    await it.sounds(said)
    await it.silence(2_000)
  }
  if (!it.state.turn) it.give({ in: 'typed', text: '불 켜 줘' })
  it.starts().text(answer).ends(answer).look()
}

/** Somebody has asked, in this room; `said` are their next words, and whether those were taken. */
async function listens(it: SoundStory, said: Int16Array, into: Counted): Promise<void> {
  await asks(it, said)
  const before = await hearRoom(it, quiet(6))
  const from = it.at
  const during = await hearRoom(it, said)
  const after = await hearRoom(it, quiet(4))
  const end = from + (1000 * said.length) / listenRate
  const first = [...during, ...after].find((at) => at > from + 500)
  into.utterances++
  into.otherMinutes += 6 / 60
  into.taken += before.length
  if (first === undefined) into.missed++
  else into.waitedMs.push(Math.max(0, first - end))
}

/** The voice reads an answer for 8 s into that room, then the person speaks over it. */
async function reads(it: SoundStory, said: Int16Array, into: Counted): Promise<void> {
  const answer = Array(12).fill('옛날 옛날에 깊은 산속에 호랑이가 살았어요.').join(' ')
  await asks(it, said, answer)
  const isStopped = () => it.look().some((command) => command.do === 'hush')
  await it.silence(8_000)
  into.answers++
  if (isStopped()) {
    into.interrupted++
    return
  }
  await it.sounds(said)
  await it.silence(1_500)
  if (isStopped()) into.stops++
}

const share = (some: number, of: number) => `${Math.round((100 * some) / Math.max(1, of))} %`
const middle = (times: number[]) => Math.round(times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN)

async function judge(kind: 'television' | 'babble' | 'quiet', snr: number, prints: Voiceprints): Promise<void> {
  const counted = none()
  for (const owner of owners) {
    const all = recordings.get(owner) as Int16Array[]
    const sentences = all.slice(0, 3).map((one) => prints(toFloat(one)) as Float32Array)
    const print = voiceOf(sentences, { ...likeness, own: likeness.other }) ?? []
    const owned = { model: 'speaker', print, at: '' }
    const beside = kind === 'quiet' ? {} : { beside: scaled(othersTalk(owner, kind), personDb - snr) }
    const it = await SoundStory.open({
      ...beside,
      stt: sameWords(),
      whose: (samples) => judgeVoice(owned, prints(toFloat(samples)), likeness),
    })
    // The room is on for a while before anybody speaks.
    it.again()
    await it.silence(30_000)
    for (let at = 0; at < Math.ceil(Number(count) / owners.length); at++) {
      const said = scaled(all[3 + ((5 * at) % (all.length - 3))] as Int16Array, personDb)
      await listens(it, said, counted)
      await reads(it, said, counted)
    }
  }
  const { utterances, missed, waitedMs, otherMinutes, taken, interrupted, answers, stops } = counted
  const perMinute = (taken / otherMinutes).toFixed(1)
  const cells = [
    kind === 'quiet' ? 'a quiet room' : `${kind}, ${snr} dB below the person`,
    `${missed} of ${utterances}`,
    `${middle(waitedMs)} ms`,
    perMinute,
    `${interrupted} of ${answers}`,
    `${share(stops, answers - interrupted)} of ${answers - interrupted}`,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

const engine = createRequire(import.meta.url)('sherpa-onnx-node') as typeof Sherpa
const model = { name: 'speaker', kind: 'speaker', config: { model: join(folder, 'speaker.onnx') } } as const
const prints = sherpaVoiceprints(engine, model)
console.log(`${owners.length} people enrolled, one after the other: ${owners.join(', ')}\n`)
console.log(
  '| room | requests missed | taken after, median | others taken per minute | answers cut by others | stopped by the person |',
)
console.log('|---|---|---|---|---|---|')
await judge('quiet', 0, prints)
for (const kind of ['television', 'babble'] as const) for (const snr of [10, 5, 0]) await judge(kind, snr, prints)
