import { expect, test } from 'vitest'
import { isGrounded } from '../../../src/core/service/grounding.ts'
import type { Slot } from '../../../src/core/service/slots.ts'

const when = { now: new Date('2026-11-21T03:00:00Z'), zone: 'Asia/Seoul' }
const slots = (['amount', 'count', 'date', 'time', 'person', 'text', 'choice'] as const).map(
  (type): Slot => ({ name: type, type, required: true, label: type, questions: [], errors: { invalid: 'invalid' } }),
)

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
