// Answers by sound: espeak-ng says them, the engine's ears hear them. SOUNDS=all: as many as SPEC §7 counts; else a
// few of each.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as Sherpa from 'sherpa-onnx-node'
import { expect, onTestFinished, test } from 'vitest'
import { toFloat } from '../../../src/audio/frames.ts'
import { judgeVoice, voiceOf } from '../../../src/audio/speaker/owner-voice.ts'
import { sherpaVoiceprints } from '../../../src/audio/speaker/voiceprint.ts'
import type { Whose } from '../../../src/protocol/speech.ts'
import { numbers } from '../../audio/echo-room.ts'
import { misheard } from '../../audio/judge.ts'
import { bare, type Manner, utterances } from '../../audio/person.ts'
import { SoundStory, spoken } from '../../core/voice/sounding.ts'
import { write } from '../../core/voice/story.ts'
import { tinySpeaker } from '../../fakes/tiny-speaker.ts'
import { requires } from '../../parts.ts'

const all = process.env.SOUNDS === 'all'
/** So many of a kind. */
const of = (whole: number, few: number) => (all ? whole : few)

/** The voices that the recogniser of the tests knows, as it was not trained on them. */
const manners: Manner[] = ['', '+f4', '+f5', '+klatt3', '+m6', '+m7'].flatMap((voice) => [
  { voice, speed: 155, pitch: 45 },
  { voice, speed: 175, pitch: 60 },
])
const hums = [
  '음',
  '음음',
  '어',
  '어어',
  '엄',
  '흠',
  '아',
  '고',
  '응',
  '으응',
  '그',
  '저기',
  '에',
  '하',
  '어 음',
  '음 그',
]
const halves = [
  '취',
  '확',
  '잠깐만',
  '잠깐',
  '어 잠깐만',
  '뭐라고',
  '다시',
  '글쎄',
  '모르겠어',
  '왜',
  '확인해 볼게',
  '네 근데',
  '아 그',
]
const agreed = ['네', '네네', '그래', '좋아', '확인', '네 해 줘']
const refusals = ['아니', '아니요', '취소', '취소해', '아니 하지 마', '하지 마', '안 돼', '그만', '아니야 취소']

/** What sounds in the room besides, and how much weaker than the person. */
const besides: ['music' | 'others', number][] = [
  ['music', -20],
  ['others', -25],
  ...(all ? ([['others', -15]] as ['others', number][]) : []),
]

type Pick = <T>(from: readonly T[]) => T
function picker(seed: number): Pick {
  const random = numbers(seed)
  return (from) => from[Math.floor(random() * from.length)] as (typeof from)[number]
}

/** A tool has asked whether it may, and the question was read; or a service has read back a transfer. */
function asked(it: SoundStory, what: 'tool' | 'service'): SoundStory {
  it.again()
    .says('비서야')
    .says(what === 'tool' ? '파일 하나 써줘' : '엄마한테 오만원 보내줘')
    .starts()
  if (what === 'tool') it.event({ type: 'tool.asked', id: 'a1', ask: write, expiresAt: 0 })
  else
    it.event({
      type: 'service.moved',
      service: 'transfer',
      stage: 'READY',
      slots: {},
      task: { index: 1, total: 1 },
      buttons: [],
    }).ends('엄마에게 50,000원을 보낼까요?')
  it.plays().look()
  return it
}

const choice = (it: SoundStory) => it.look().find((command) => command.do === 'answer')?.choice
const given = (it: SoundStory) => it.look().flatMap((command) => (command.do === 'submit' ? [command.text] : []))

/** Noise of so many milliseconds: white, of a mains hum, of knocks. */
function noise(kind: 'white' | 'hum' | 'knocks', ms: number, loud: number, random: () => number): Int16Array {
  return Int16Array.from({ length: ms * 16 }, (_, i) => {
    if (kind === 'white') return (random() - 0.5) * 2 * loud
    if (kind === 'hum')
      return (
        loud * (Math.sin((2 * Math.PI * 120 * i) / 16_000) * 0.7 + Math.sin((2 * Math.PI * 360 * i) / 16_000) * 0.3)
      )
    const since = i % 5_600
    return since < 800 ? loud * (1 - since / 800) * Math.sin((2 * Math.PI * 180 * i) / 16_000) : 0
  })
}

/** Without the silence that espeak-ng puts before and behind it. */
function trimmed(sound: Int16Array): Int16Array {
  const isLoud = (sample: number) => Math.abs(sample) > 300
  return sound.subarray(sound.findIndex(isLoud), sound.findLastIndex(isLoud) + 1)
}

requires('espeak-ng')('answers by sound', () => {
  test('hums, half words and yeses that are taken back approve nothing', async () => {
    const [it, pick] = [await SoundStory.open(), picker(5)]
    const wrong: string[] = []
    for (let count = 0; count < of(2_000, 18); count++) {
      const manner = pick(manners)
      asked(it, 'tool')
      await it.silence(pick([150, 300, 600, 1_200]))
      const [first, gap, second] =
        count % 3 === 2
          ? [pick(agreed), pick([100, 200, 350, 500, 650, 750]), pick(refusals)]
          : [pick(count % 3 === 0 ? hums : halves), 0, undefined]
      await it.sounds(second ? trimmed(spoken(first, manner)) : spoken(first, manner))
      if (second) await (await it.silence(gap)).sounds(trimmed(spoken(second, manner)))
      await it.silence(1_800)
      if (choice(it) === 'once') wrong.push(`${first} ${gap} ${second ?? ''} ${JSON.stringify(manner)}`)
    }
    expect(wrong).toEqual([])
  }, 600_000)

  test('clear answers 150 to 400 ms after the question’s last word are taken for what they are', async () => {
    const [it, pick] = [await SoundStory.open(), picker(6)]
    const missed: string[] = []
    const count = of(500, 10)
    let misheard = 0
    for (let at = 0; at < count; at++) {
      asked(it, 'tool')
      const [isYes, manner] = [at % 2 === 0, pick(manners)]
      await it.silence(pick([150, 200, 250, 300, 350, 400]))
      const text = pick(isYes ? agreed : refusals)
      await it.sounds(spoken(text, manner))
      await it.silence(1_800)
      // The toy that listens doubles a sound now and then: what it wrote down otherwise is no answer to judge.
      const isHeard = bare(it.understood) === bare(text)
      if (!isHeard) misheard++
      if (isHeard && choice(it) !== (isYes ? 'once' : 'deny')) missed.push(`${text} ${JSON.stringify(manner)}`)
    }
    if (all) console.log(`clear answers: ${count}, misheard ${misheard}, missed ${missed.length}`)
    expect(missed).toEqual([])
    expect(misheard / count).toBeLessThan(0.2)
  }, 600_000)

  test('noise, the question’s own echo and the yes of another voice send no money', async () => {
    const ownerSaid = ['오늘은 하늘이 맑아서 걸어가요', '지난 주말에는 친구를 만났어요', '내일 아침 일곱 시에 깨워 줘']
    const known = voices()
    const print = voiceOf(ownerSaid.map((text) => known(toFloat(spoken(text))) as Float32Array)) ?? []
    const judged = (samples: Int16Array): Whose => judgeVoice({ model: 'tiny', print, at: '' }, known(toFloat(samples)))
    const guests: Manner[] = [
      { voice: '+f5', pitch: 90 },
      { voice: '+f4', pitch: 70 },
      { voice: '+f3', speed: 170 },
      { voice: '+whisper' },
    ]
    const rooms = [
      await SoundStory.open({ whose: judged }),
      await SoundStory.open({ whose: judged, echoDb: -6, cancelling: true }),
      await SoundStory.open({ whose: judged, echoDb: -15 }),
    ]
    const [pick, random] = [picker(7), numbers(8)]
    const wrong: string[] = []
    for (let at = 0; at < of(1_000, 9); at++) {
      const it = asked(pick(rooms), 'service')
      const kind = at % 3
      let what = ''
      if (kind === 0) {
        what = pick(['white', 'hum', 'knocks'] as const)
        await it.sounds(noise(what as 'white', pick([600, 1_500, 3_000]), pick([300, 1_500, 6_000]), random))
      } else if (kind === 1) {
        // The loudspeaker asks again, and its echo is in the room.
        what = 'echo'
        it.give({
          in: 'say',
          text: pick(['네나 취소로 답해 주세요.', '보낼까요? 네, 보내 줘라고 말해 주세요.', '확인이라고 하면 보내요.']),
        })
        await it.silence(3_000)
      } else {
        what = pick(['네', '네 보내 줘', '확인', '네 그렇게 해 주세요', '보내 줘', '좋아 보내'])
        await it.sounds(spoken(what, pick(guests)))
      }
      await it.silence(1_800)
      for (const text of given(it)) wrong.push(`${what}: ${text}`)
    }
    expect(wrong).toEqual([])
    // The same room hears its owner.
    const it = asked(rooms[0] as SoundStory, 'service')
    await it.silence(300)
    await it.sounds(spoken('네 그렇게 해 주세요'))
    await it.silence(1_800)
    expect(given(it)).toHaveLength(1)
  }, 600_000)

  test('its own voice in the room interrupts nothing, for an hour', async () => {
    const [rooms, pick, talk] = [await loudRooms(of(16, 1), 10), picker(10), lines()]
    const wrong: string[] = []
    for (let ms = 0; ms < (all ? 3_600_000 : 6_000); ) {
      const it = pick(rooms)
      const answer = speaking(it, [pick(talk), pick(talk), pick(talk)])
      const from = it.at
      await it.listens()
      const done = it
        .look()
        .filter((command) => command.do === 'hush' || command.do === 'submit' || command.do === 'cancel')
      if (done.length > 0) wrong.push(answer)
      ms += it.at - from
    }
    expect(wrong).toEqual([])
  }, 1_200_000)

  test.each(besides)(
    'beside %s at %d dB its own voice is interrupted by nobody, and a stop is heard',
    async (kind, db) => {
      const [pick, talk, random] = [picker(21), lines(), numbers(22)]
      const it = await SoundStory.open({
        cancelling: true,
        echoDb: -10,
        delayMs: 90,
        beside: background(kind, db, pick),
      })
      const [wrong, late, unheard]: [string[], string[], string[]] = [[], [], []]
      const count = of(30, 4)
      for (let at = 0; at < count; at++) {
        const answer = await besideSpeaking(it, [pick(talk), pick(talk), pick(talk)])
        await it.listens()
        const done = it
          .look()
          .filter((command) => command.do === 'hush' || command.do === 'submit' || command.do === 'cancel')
        if (done.length > 0) wrong.push(`${answer} ${it.understood}`)
      }
      for (let at = 0; at < count; at++) {
        await besideSpeaking(it, [pick(talk), pick(talk), pick(talk)])
        await it.silence(1_000 + Math.floor(random() * 1_500))
        it.look()
        const [text, from] = [pick(['그만', '잠깐만', '아니 그거 말고']), it.at]
        await it.sounds(trimmed(spoken(text, pick(manners))))
        await it.silence(1_500)
        if (!(it.silencedAfter(from) <= 300)) late.push(`${text} ${it.silencedAfter(from)} ${it.understood}`)
        if (!it.look().some((command) => command.do === 'hush')) unheard.push(`${text} ${it.understood}`)
      }
      if (all) console.log(`beside ${kind} at ${db} dB, of ${count}:`, { wrong, late, unheard })
      // Of thirty talks beside people who talk two to four are spoken into; a stop is not understood now and then.
      expect(wrong.length).toBeLessThanOrEqual(0.15 * count)
      expect(unheard.length).toBeLessThanOrEqual(0.05 * count)
    },
    1_200_000,
  )

  test('a stop is heard over its own voice within 300 ms of its first sound, in any room', async () => {
    const [rooms, pick, talk, random] = [await loudRooms(of(24, 1), 11), picker(11), lines(), numbers(12)]
    const late: string[] = []
    const unheard: string[] = []
    const count = of(300, 3)
    for (let at = 0; at < count; at++) {
      const it = pick(rooms)
      speaking(it, [pick(talk), pick(talk), pick(talk), pick(talk)])
      await it.silence(2_000 + Math.floor(random() * 2_000))
      it.look()
      const text = pick(['그만', '잠깐만', '아니 그거 말고'])
      const from = it.at
      await it.sounds(trimmed(spoken(text, pick(manners))))
      await it.silence(1_500)
      const about = `${text}, ${JSON.stringify(it.room)}, ${it.understood}`
      if (!(it.silencedAfter(from) <= 300)) late.push(`${about}: ${it.silencedAfter(from)} ms`)
      if (!it.look().some((command) => command.do === 'hush')) unheard.push(about)
    }
    if (all)
      console.log(
        `stops: ${count}, late ${late.length}, not stopped ${unheard.length}\n${[...late, '', ...unheard].join('\n')}`,
      )
    // Of a few, one may be in a room that is too loud.
    expect(late.length).toBeLessThanOrEqual(Math.max(1, 0.05 * count))
    expect(unheard.length).toBeLessThanOrEqual(Math.max(1, 0.05 * count))
  }, 1_200_000)

  test('of requests over its own voice at −6 dB four in five are understood, but for two sounds', async () => {
    const [pick, talk, random] = [picker(13), lines(), numbers(14)]
    const rooms = await Promise.all(
      [40, 120, 220].slice(0, of(3, 1)).map((delayMs) => SoundStory.open({ cancelling: true, echoDb: -6, delayMs })),
    )
    const wrong: string[] = []
    const count = of(200, 2)
    for (let at = 0; at < count; at++) {
      const it = pick(rooms)
      speaking(it, [pick(talk), pick(talk), pick(talk), pick(talk)])
      await it.silence(2_000 + Math.floor(random() * 2_000))
      it.look()
      const utterance = pick(utterances)
      await it.sounds(spoken(utterance.text, utterance))
      await it.silence(2_500)
      const fault = misheard(utterance.text, given(it), 2)
      if (fault) wrong.push(`${fault} ${JSON.stringify(it.room)}`)
    }
    if (all) console.log(`requests over speech: ${count}, not understood ${wrong.length}\n${wrong.join('\n')}`)
    // In silence 96 of 100 are: what is lost are the first syllables, before the loudspeaker is silent.
    expect(wrong.length).toBeLessThanOrEqual(Math.max(1, 0.2 * count))
  }, 1_200_000)
})

/** Rooms with a loudspeaker in them, of which the program takes the echo out. */
function loudRooms(count: number, seed: number): Promise<SoundStory[]> {
  const random = numbers(seed)
  const between = (least: number, most: number) => Math.round(least + (most - least) * random())
  const room = () => ({
    cancelling: true,
    echoDb: between(-20, 6),
    delayMs: between(20, 250),
    reverbMs: between(50, 300),
  })
  return Promise.all(Array.from({ length: count }, () => SoundStory.open(room())))
}

/** Music, or two who talk with one another, so much weaker than the person, in dB. */
function background(kind: 'music' | 'others', db: number, pick: Pick): Int16Array {
  const sound = kind === 'music' ? music() : talkOfOthers(pick)
  const gain = 10 ** ((loudness(spoken('오늘 날씨 알려 줘')) + db - loudness(sound)) / 20)
  return Int16Array.from(sound, (sample) => gain * sample)
}

function talkOfOthers(pick: Pick): Int16Array {
  const said = Array.from({ length: of(20, 5) }, (_, at) =>
    spoken(pick(lines()), { voice: at % 2 ? '+m3' : '+f2', speed: 165 }),
  )
  return Int16Array.from(said.flatMap((one) => [...one, ...new Int16Array(6_000)]))
}

function music(): Int16Array {
  const chords = [
    [220, 277, 330],
    [196, 247, 294],
    [175, 220, 262],
    [196, 247, 330],
  ]
  return Int16Array.from({ length: 16_000 * of(24, 8) }, (_, i) => {
    const [beat, t] = [Math.floor(i / 8_000), (i % 8_000) / 8_000]
    const tones = (chords[Math.floor(beat / 4) % 4] as number[]).map((hz, n) =>
      [1, 2, 3].reduce(
        (sum, h) => sum + Math.sin((2 * Math.PI * hz * h * (n === beat % 3 ? 2 : 1) * i) / 16_000) / h,
        0,
      ),
    )
    const drum = Math.exp(-30 * t) * Math.sin((2 * Math.PI * 90 * i) / 16_000) * 2
    return 2_500 * (tones.reduce((a, b) => a + b, 0) * (0.5 + 0.5 * Math.exp(-3 * t)) + drum)
  })
}

/** Of what sounds of it, without its pauses, in dB below full scale. */
function loudness(sound: Int16Array): number {
  const heard = sound.filter((sample) => Math.abs(sample) > 100)
  return 10 * Math.log10(heard.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / heard.length)
}

/** How loud somebody asks: the loudest syllable is 3 dB above all of it. */
const asking = () => ({ type: 'level', db: loudness(spoken('오늘 날씨 알려 줘')) + 3 }) as const

/** Somebody has asked, in a room that sounds, and the answer waits for the loudspeaker. */
async function besideSpeaking(it: SoundStory, sentences: string[]): Promise<string> {
  const answer = sentences.map((line) => `${line}.`).join(' ')
  await it.silence(4_000)
  it.again()
    .says('비서야')
    .hear({ type: 'level', db: loudness(spoken('오늘 날씨 알려 줘')) + 3 })
  it.says('이야기해줘').starts()
  it.on().text(answer).ends(answer).look()
  return answer
}

/** It is asked something, and its answer waits for the loudspeaker. */
function speaking(it: SoundStory, sentences: string[]): string {
  const answer = sentences.map((line) => `${line}.`).join(' ')
  it.again().says('비서야').hear(asking()).says('이야기해줘').starts()
  it.on().text(answer).ends(answer).look()
  return answer
}

const lines = () =>
  readFileSync('test/fixtures/voice/talk.txt', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

/** What tells voices apart: a toy. */
function voices() {
  const folder = mkdtempSync(join(tmpdir(), 'voices-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'tiny.onnx'), tinySpeaker())
  const engine = createRequire(import.meta.url)('sherpa-onnx-node') as typeof Sherpa
  return sherpaVoiceprints(engine, { name: 'tiny', kind: 'speaker', config: { model: join(folder, 'tiny.onnx') } })
}
