import { expect, test } from 'vitest'
import { isGrounded } from '../../../src/core/service/grounding.ts'
import { castSlotValue, type Slot } from '../../../src/core/service/slots.ts'
import { randomFrom } from '../../fakes/random-numbers.ts'

const when = { now: new Date('2026-11-21T03:00:00Z'), zone: 'Asia/Seoul' }
const slots = (['amount', 'count', 'date', 'time', 'person', 'text', 'choice'] as const).map(
  (type): Slot => ({ name: type, type, required: true, label: type, questions: [], errors: { invalid: 'invalid' } }),
)

const slotOf = (type: string) => slots.find(({ name }) => name === type) as Slot

test.each<[string, string, unknown, boolean]>([
  ['엄마한테 3만원 보내줘', 'amount', 30_000, true],
  ['엄마한테 3만원 보내줘', 'amount', 990_000, false],
  ['엄마한테 3만원 보내줘', 'amount', '3만원', true],
  ['네 명이요', 'count', 4, true],
  ['네 명이요', 'count', 5, false],
  ['내일 가요', 'date', '2026-11-22', true],
  ['내일 가요', 'date', '2026-11-23', false],
  ['내일 가요', 'date', '내일', true],
  ['저녁 7시', 'time', '19:00', true],
  ['저녁에', 'time', '19:00', false],
  ['엄마한테 3만원 보내줘', 'person', '엄마', true],
  ['엄마한테 3만원 보내줘', 'person', '사기꾼', false],
  ['영수한테 보내줘', 'person', '수', false],
  ['영수한테 보내줘', 'person', '', false],
  ['점심값이라고 써줘', 'text', '점심값', true],
  ['아무 말', 'choice', 'beef', true],
  ['아무 말', 'nothing', 5, true],
])('“%s” says that %s is %o: %s', (text, slot, value, stands) => {
  expect(isGrounded([[{ op: 'set', slot, value: value as never }]], slots, text, when)).toBe(stands)
})

test('one value that stands nowhere is enough, in whichever task, and what sets nothing needs no words', () => {
  const right = { op: 'set', slot: 'person', value: '엄마' } as const
  const wrong = { op: 'set', slot: 'amount', value: 5 } as const
  expect(isGrounded([[right], [{ op: 'cancel' }]], slots, '엄마', when)).toBe(true)
  expect(isGrounded([[right], [right, wrong]], slots, '엄마', when)).toBe(false)
})

const sentences = process.env.SENTENCES === 'full' ? 20_000 : 1_000

test('of many sentences a model that answers anything gets no value in that was not said', () => {
  const next = randomFrom(20_261_127)
  const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T
  const people = [
    '엄마',
    '용걸이',
    '김민수',
    '이모',
    '박 대리',
    '지우',
    '영수',
    'Sarah',
    '건물주',
    '사기꾼',
    '은행',
    '총무',
  ]
  const sums: [string, number][] = [
    ['만원', 10_000],
    ['3만 5천원', 35_000],
    ['오만원', 50_000],
    ['1억 2천만원', 120_000_000],
    ['7700원', 7_700],
    ['이십만원', 200_000],
    ['990,000원', 990_000],
  ]
  const days: [string, string][] = [
    ['오늘', '2026-11-21'],
    ['내일', '2026-11-22'],
    ['모레', '2026-11-23'],
    ['12월 25일', '2026-12-25'],
    ['11월 30일', '2026-11-30'],
  ]
  const times: [string, string][] = [
    ['오전 9시', '09:00'],
    ['저녁 7시', '19:00'],
    ['오후 3시 30분', '15:30'],
    ['밤 11시', '23:00'],
    ['새벽 2시', '02:00'],
  ]
  const forms = [
    '{p}한테 {a} {d} {t}에 보내줘',
    '{d} {t}에 {p}에게 {a} 부쳐줄래',
    '{a}을 {p} 계좌로 {d} {t}쯤 좀 보내',
    '음 {p}, {a}, {d}, {t}',
    '{p}한테 {d} {t}까지 {a} 갚아야 해',
  ]
  let proposed = 0
  let taken = 0
  for (let i = 0; i < sentences; i++) {
    const said = { person: pick(people), amount: pick(sums), date: pick(days), time: pick(times) }
    const sentence = pick(forms)
      .replace('{p}', said.person)
      .replace('{a}', said.amount[0])
      .replace('{d}', said.date[0])
      .replace('{t}', said.time[0])
    const slot = pick(['person', 'amount', 'date', 'time'] as const)
    const value = pick<unknown>([
      pick(people),
      pick(sums)[1],
      pick(sums)[0],
      pick(days)[1],
      pick(times)[1],
      next(1_000_000),
      -pick(sums)[1],
      pick(sums)[1] * 10,
      `${said.person}의 친구`,
      said.person.slice(0, -1),
      '',
      null,
      true,
      { $gt: 0 },
      [said.person],
      '9'.repeat(40),
      said.person,
      said.amount[1],
      said.date[1],
      said.time[1],
    ])
    const passed = isGrounded([[{ op: 'set', slot, value: value as never }]], slots, sentence, when)
    const kept = castSlotValue(slotOf(slot), value as never, when)
    const truth = { ...said, amount: said.amount[1], date: said.date[1], time: said.time[1] }[slot]
    // A name may be any word that was said, everything else only what was said of it.
    const isRight =
      'value' in kept && (slot === 'person' ? sentence.includes(String(kept.value)) : kept.value === truth)
    if (passed && 'value' in kept) expect([sentence, slot, value, isRight]).toEqual([sentence, slot, value, true])
    if (value === truth) proposed++
    if (value === truth && passed && 'value' in kept) taken++
  }
  // And what was said gets in, nearly always: a model that reads right is of use.
  expect(proposed).toBeGreaterThan(sentences / 40)
  expect(taken / proposed).toBeGreaterThan(0.95)
})
