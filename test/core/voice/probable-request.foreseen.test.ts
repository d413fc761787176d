// What the loop readies in a pause, over a real conversation that says what it was asked to ready; the ears are what
// a test says.
import { expect, onTestFinished, test } from 'vitest'
import { openShared } from '../../../src/core/ownership/shared-conversation.ts'
import { openVoice } from '../../../src/core/voice/loop.ts'
import { probableRequest } from '../../../src/core/voice/probable-request.ts'
import { voiceDefaults } from '../../../src/core/voice/state.ts'
import type { SpeechInput } from '../../../src/protocol/speech.ts'
import { rig, wordByWord } from '../rig.ts'
import { awake, type Story, shell, story } from './story.ts'

/** What is foreseen after somebody has paused behind these words. */
const after = (it: Story, text: string) => {
  it.hear({ type: 'voice.started' }).wait(300).hear({ type: 'partial', text }, { type: 'voice.ended', silentMs: 100 })
  return probableRequest(it.state, it.own, it.at)
}

test.each([
  ['오늘 날씨 알려줘', { text: '오늘 날씨 알려줘' }],
  ['오늘 날씨', { text: '오늘 날씨' }],
  ['what time is it', { text: 'what time is it' }],
  ['비서야 지금 몇 시야', { text: '지금 몇 시야' }],
  ['도치야 지금 몇 시야', undefined],
  ['엄마한테', undefined],
  ['음', undefined],
  ['그만할게', undefined],
  ['다시 말해줘', undefined],
  ['천천히 말해줘', undefined],
])('in a pause behind %j what will probably be asked is %j', (text, expected) => {
  const request = after(awake().says('날씨').answers('맑아요.'), text)
  expect(request && { text: request.text }).toEqual(expected)
})

test('nothing is foreseen of who is only overheard, speaks, holds the key, or answers a question', () => {
  const over = () => awake().says('날씨').starts()
  const asked = over().event({ type: 'tool.asked', id: 'a', expiresAt: 0, ask: shell }).plays()
  const service = over()
  service
    .event({ type: 'service.moved', service: 'transfer', stage: 'READY' } as never)
    .ends('보낼까요?')
    .plays()
  const held = awake().give({ in: 'held' })
  for (const it of [story(), asked, service, held]) expect(after(it, '오늘 날씨 알려줘')).toBeUndefined()
  const going = awake()
  expect(after(going, '오늘 날씨 알려줘')).toBeDefined()
  going.hear({ type: 'voice.started' })
  expect(probableRequest(going.state, going.own, going.at)).toBeUndefined()
})

test('where the words leave it open the sound decides, and words that will be taken in any case are foreseen', () => {
  const open = awake()
  expect(after(open, '지난번에 말했던 그 가게 이름하고 전화번호')).toBeUndefined()
  open.hear({ type: 'turn', isOver: true })
  expect(probableRequest(open.state, open.own, open.at)).toBeDefined()
  const late = awake()
  expect(after(late, '그리고 엄마한테')).toBeUndefined()
  late.wait(1_600)
  expect([late.finishes(), probableRequest(late.state, late.own, late.at)?.text]).toEqual([true, '그리고 엄마한테'])
})

test('where another recogniser writes what was said, its reading of the pause is foreseen and not what is heard meanwhile', () => {
  const it = awake()
  const heard = { text: '오늘 날씨 알려줘' }
  expect(after(it, heard.text)).toMatchObject(heard)
  it.wait(400).hear({ type: 'final', text: '오늘 날씨 알려 줘.', first: heard.text }).answers('맑아요.')
  expect(after(it, heard.text)).toBeUndefined()
  it.hear({ type: 'read', text: '오늘 날씨 알려 줘.' })
  expect(probableRequest(it.state, it.own, it.at)).toMatchObject({ text: '오늘 날씨 알려 줘.' })
  // A reading of less than was said is none.
  it.hear({ type: 'voice.started' }, { type: 'read', text: '오늘' }, { type: 'voice.ended', silentMs: 100 })
  expect(probableRequest(it.state, it.own, it.at)).toBeUndefined()
  it.wait(400).hear({ type: 'final', text: heard.text }).answers('맑아요.')
  expect(after(it, heard.text)).toMatchObject(heard)
})

/** A loop on a clock of its own: a pause is the end when `pass` says that time has passed. */
async function loopOver() {
  const endMs = 50
  let at = 0
  const readied: { text: string; origin: string; signal: AbortSignal }[] = []
  const { options } = await rig(wordByWord)
  const conversation = await openShared('voice', {
    ...options,
    foresee: async (_, { text, origin }, signal) => void readied.push({ text, origin, signal }),
  })
  const abort = new AbortController()
  const { promise: finishing, resolve: finish } = Promise.withResolvers<void>()
  const silence = () => {}
  const ears: SpeechInput = {
    async *hear(signal) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    },
    finish: () => finish(),
    ...{ drop: silence, begin: silence, close: silence },
  }
  const player = {
    play: () => new Promise<void>(() => {}),
    stop: silence,
    pause: silence,
    resume: silence,
    close: async () => {},
  }
  const loop = openVoice(
    {
      ...{
        conversation,
        ears,
        player: player as never,
        speak: () => new Promise(() => {}),
        earcon: () => ({}) as never,
      },
      settings: {
        ...{
          ...voiceDefaults,
          language: 'ko',
          earcons: false,
          agents: [{ name: '비서', workspace: 'home', wakeWord: '비서야' }],
        },
        endpoint: { normal: endMs, finished: endMs, unfinished: endMs },
      },
      ...{ agent: '비서', chooseAgent: async () => {}, now: () => at, wall: () => 0, changed: () => {} },
    },
    abort.signal,
  )
  onTestFinished(async () => {
    abort.abort()
    await loop.done.catch(() => {})
    await conversation.close()
  })
  const hear = (...heard: Parameters<Story['hear']>) => heard.map((one) => loop.give({ in: 'heard', heard: one }))
  loop.give({ in: 'key' })
  const state = () => readied.map(({ text, signal }) => [text, signal.aborted])
  const pass = () => {
    at += endMs
    loop.give({ in: 'tick' })
    return finishing
  }
  return { loop, conversation, hear, pass, readied, state }
}

test('a pause readies the reply, going on throws it away, and a turn that asks the same keeps it to its end', async () => {
  const { hear, state, readied, pass, loop } = await loopOver()
  hear({ type: 'voice.started' }, { type: 'partial', text: '오늘 날씨' }, { type: 'voice.ended', silentMs: 0 })
  await expect.poll(state, { timeout: 30_000 }).toEqual([['오늘 날씨', false]])
  hear({ type: 'voice.started' })
  expect(state()).toEqual([['오늘 날씨', true]])
  hear({ type: 'partial', text: '오늘 날씨 알려줘' }, { type: 'voice.ended', silentMs: 0 })
  await expect.poll(() => state()[1], { timeout: 30_000 }).toEqual(['오늘 날씨 알려줘', false])
  await pass()
  hear({ type: 'final', text: '오늘 날씨 알려줘' })
  expect([loop.state.turn?.asked, state()[1]]).toEqual(['오늘 날씨 알려줘', ['오늘 날씨 알려줘', false]])
  await expect.poll(state, { timeout: 30_000 }).toEqual([
    ['오늘 날씨', true],
    ['오늘 날씨 알려줘', true],
  ])
  expect(readied.map(({ origin }) => origin)).toEqual(['voice', 'voice'])
})

test('words that turn out as others are asked as they are, and what was readied is thrown away at once', async () => {
  const { hear, state, pass, loop } = await loopOver()
  hear({ type: 'voice.started' }, { type: 'partial', text: '오늘 날씨 알려줘' }, { type: 'voice.ended', silentMs: 0 })
  await pass()
  await expect.poll(state, { timeout: 30_000 }).toEqual([['오늘 날씨 알려줘', false]])
  hear({ type: 'final', text: '오늘 날짜 알려줘' })
  expect([loop.state.turn?.asked, state()]).toEqual(['오늘 날짜 알려줘', [['오늘 날씨 알려줘', true]]])
})
