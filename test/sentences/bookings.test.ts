import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFlowState } from '../../src/core/service/state.ts'
import { enqueueTasks } from '../../src/core/service/task-queue.ts'
import { parseService } from '../../src/services/declared/check.ts'
import { definitionOf } from '../../src/services/declared/definition.ts'
import { Random } from '../random.ts'
import { mutatedSentence, someEnglishSentence, someSentence } from './bookings.ts'
import { sentenceCount, sentenceSeed } from './count.ts'

const when = { now: new Date('2026-11-24T10:00:00+09:00'), zone: 'Asia/Seoul' }

/** The restaurant of the documentation. */
function restaurant(language: 'ko' | 'en') {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/services.md'), 'utf8')
  const file = parseService(JSON.parse(/```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''), language)
  if (Array.isArray(file)) throw new Error(file.join('\n'))
  const parts = {
    language,
    zone: when.zone,
    model: async () => undefined,
    limits: { softMs: 0, hardMs: 0 },
    log: async () => {},
  }
  return definitionOf(file, { steps: { execute: { execute: async () => ({}) } } } as never, { parts })
}
const service = restaurant('ko')
const english = restaurant('en')

/** What the service takes a sentence for: a booking that only waits for its yes, or what it asks about. */
async function heard(text: string, by = service) {
  const language = by === english ? ('en' as const) : ('ko' as const)
  const context = { when, language, asked: undefined, stage: 'INIT' as const, known: {}, waiting: [] }
  const { slots, stage, errors } = enqueueTasks(
    by.slots,
    newFlowState('turn'),
    await by.read(text, context),
    when,
  ).state
  return { slots, isReady: stage === 'READY' && Object.keys(errors).length === 0, errors }
}

test('a booking in any words is read as it was meant, or asked about', async () => {
  const random = new Random(sentenceSeed(20_261_201))
  const wrong: string[] = []
  const unread: string[] = []
  let plain = 0
  for (let i = 0; i < sentenceCount(400, 5_000); i++) {
    const { said, booking, kind } = someSentence(random)
    const { slots, isReady, errors } = await heard(said)
    if (kind !== 'corrected' && (await service.claim(said)) !== 'yes') unread.push(`${said}: not for it`)
    const others = Object.entries(booking).filter(([name, value]) => name in slots && slots[name] !== value)
    const isDoubted = kind === 'doubt' && isReady
    if (isDoubted || (others.length > 0 && (isReady || (kind !== 'doubt' && kind !== 'corrected'))))
      wrong.push(`${kind} ${said}: ${JSON.stringify(slots)}`)
    if (kind === 'doubt' || kind === 'corrected') continue
    plain++
    if (!isReady) unread.push(`${kind} ${said}: ${JSON.stringify([slots, errors])}`)
  }
  if (process.env.SENTENCES) console.info({ plain, unread: unread.length, wrong: wrong.length })
  expect(wrong.slice(0, 40)).toEqual([])
  expect(unread.length / plain, unread.slice(0, 40).join('\n')).toBeLessThanOrEqual(0.02)
})

test('a value said twice or not at all changes no other, and what was not said is asked for', async () => {
  const random = new Random(sentenceSeed(20_261_206))
  const wrong: string[] = []
  for (let i = 0; i < sentenceCount(200, 5_000); i++) {
    const { said, booking, gone } = mutatedSentence(random)
    const { slots, isReady } = await heard(said)
    const others = Object.entries(booking).filter(([name, value]) => name in slots && slots[name] !== value)
    if (others.length > 0 || (gone && (isReady || gone in slots)))
      wrong.push(`${gone ?? 'twice'} ${said}: ${JSON.stringify(slots)}`)
  }
  expect(wrong.slice(0, 40)).toEqual([])
})

test('an English booking is read as it was meant, and asked about where the hour is of either half of the day', async () => {
  const random = new Random(sentenceSeed(20_261_205))
  const [wrong, unread]: [string[], string[]] = [[], []]
  let plain = 0
  for (let i = 0; i < sentenceCount(200, 5_000); i++) {
    const { said, booking, kind } = someEnglishSentence(random)
    const { slots, isReady, errors } = await heard(said, english)
    const others = Object.entries(booking).filter(([name, value]) => name in slots && slots[name] !== value)
    const isSilent = kind === 'halfless' && (isReady || 'time' in slots)
    if ((kind === 'doubt' && isReady) || isSilent || (others.length > 0 && kind !== 'doubt'))
      wrong.push(`${kind} ${said}: ${JSON.stringify(slots)}`)
    if (kind !== 'plain') continue
    plain++
    if (!isReady) unread.push(`${said}: ${JSON.stringify([slots, errors])}`)
  }
  if (process.env.SENTENCES) console.info({ plain, unread: unread.length, wrong: wrong.length })
  expect(wrong.slice(0, 40)).toEqual([])
  expect(unread.length / plain, unread.slice(0, 40).join('\n')).toBeLessThanOrEqual(0.02)
})

test.each([
  ['한일관 식당 예약 취소하고 싶어', 'maybe'],
  ['식당 예약하라고 6시에 알려줘', 'maybe'],
  ['내일 7시에 식당 예약하지 마', 'no'],
  ['한일관 식당 예약하고 싶어', 'yes'],
])('%s: the service takes it: %s', async (text, claim) => {
  expect(await service.claim(text)).toBe(claim)
})

test.each([
  '내일 날씨 알려줘',
  '내일 7시에 깨워줘',
  '내일 3시에 약 먹으라고 말해줘',
  'remind me tomorrow at 3 pm to call',
  'show me the weather of tomorrow',
])('a request of something else in the middle of a booking changes no slot: %s', async (text) => {
  const by = /[가-힣]/.test(text) ? service : english
  const language = by === english ? ('en' as const) : ('ko' as const)
  const known = { place: '한일관', date: '2026-12-01', time: '19:00', people: 3 }
  const mid = { when, language, asked: undefined, stage: 'READY' as const, known, waiting: [] }
  expect((await by.read(text, mid)).flat().filter(({ op }) => op === 'set')).toEqual([])
})
