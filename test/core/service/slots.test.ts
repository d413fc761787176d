import { expect, test } from 'vitest'
import { castSlotValue, displaySlot, faultText, maxText, type Slot } from '../../../src/core/service/slots.ts'

const when = { now: new Date('2026-11-21T03:00:00Z'), zone: 'Asia/Seoul' }
const slotOf = (type: Slot['type'], more: Partial<Slot> = {}): Slot => ({
  name: 's',
  type,
  required: true,
  label: 's',
  questions: [],
  errors: { invalid: 'invalid', half: '{time}: 오전인가요, 오후인가요?' },
  ...more,
})
const beef = { value: 'beef', words: ['소고기', '소'] }
const meat = { choices: [beef, { value: 'pork', words: ['돼지고기'] }] }

test.each<[Slot['type'], Partial<Slot>, unknown, unknown]>([
  ['amount', {}, '3만원', 30_000],
  ['amount', {}, 10_000, 10_000],
  ['amount', {}, '10000', 10_000],
  ['amount', {}, 1.5, 'fraction'],
  ['amount', {}, '1.5', 'fraction'],
  ['amount', {}, '1.5원', 'fraction'],
  ['amount', {}, '1만~2만원', 'range'],
  ['amount', {}, '많이', 'invalid'],
  ['amount', {}, 2 ** 53, 'invalid'],
  ['amount', {}, Number.NaN, 'invalid'],
  ['amount', {}, [1], 'invalid'],
  ['amount', { min: 1 }, 0, 'min'],
  ['amount', { min: 1 }, '0원', 'min'],
  ['amount', { min: 1 }, '-5000원', 'min'],
  ['amount', { min: 100 }, 99, 'min'],
  ['amount', { min: 100 }, 100, 100],
  ['amount', { max: 100 }, 100, 100],
  ['amount', { max: 100 }, 101, 'max'],
  ['count', { unit: '명' }, '네 명', 4],
  ['count', { unit: '명' }, 4, 4],
  ['count', { unit: '명' }, '4', 4],
  ['count', { unit: '명' }, 2.5, 'fraction'],
  ['count', { unit: '명' }, '서너 명', 'invalid'],
  ['count', { unit: '명' }, '4~5명', 'invalid'],
  ['count', { unit: '명', max: 3 }, '4명', 'max'],
  ['count', {}, '다섯', 5],
  ['count', { unit: '일', max: 9 }, '열흘', 'max'],
  ['date', {}, '2026-11-21', '2026-11-21'],
  ['date', {}, '2026-11-20', 'past'],
  ['date', { past: true }, '2026-11-20', '2026-11-20'],
  ['date', {}, '오늘', '2026-11-21'],
  ['date', {}, '어제', 'past'],
  ['date', {}, '내일', '2026-11-22'],
  ['date', {}, '다음 주 금요일', '2026-11-27'],
  ['date', {}, '다음 달', 'invalid'],
  ['date', {}, '매주', 'repeats'],
  ['date', {}, 'every day', 'repeats'],
  ['date', {}, '2026-02-30', 'invalid'],
  ['date', {}, 20_261_121, 'invalid'],
  ['time', {}, '저녁 7시', '19:00'],
  ['time', {}, '13:05', '13:05'],
  ['time', {}, '7시', 'half'],
  ['time', { errors: { invalid: 'invalid' } }, '7시', 'invalid'],
  ['time', {}, '12시', '12:00'],
  ['time', {}, '1시', '13:00'],
  ['time', { min: 11, max: 22 }, '7시', '19:00'],
  ['time', { min: 9, max: 18 }, '저녁 7시', 'max'],
  ['time', { min: 9, max: 18 }, '8시', 'min'],
  ['time', { min: 11, max: 22.5 }, '22:30', '22:30'],
  ['time', { min: 11, max: 22.5 }, '22:31', 'max'],
  ['time', { min: 11, max: 22.5 }, '11:00', '11:00'],
  ['time', {}, '언제든', 'invalid'],
  ['choice', meat, '소고기로', 'beef'],
  ['choice', meat, 'BEEF', 'beef'],
  ['choice', meat, '소고기랑 돼지고기', 'invalid'],
  ['choice', meat, '닭', 'invalid'],
  ['choice', {}, '소고기', 'invalid'],
  ['text', {}, '  안녕 ', '안녕'],
  ['text', {}, '   ', 'invalid'],
  ['text', {}, 5, 'invalid'],
  ['text', {}, null, 'invalid'],
  ['text', {}, '가'.repeat(maxText), '가'.repeat(maxText)],
  ['text', {}, '가'.repeat(maxText + 1), 'long'],
  ['person', {}, '엄마', '엄마'],
  ['person', {}, '', 'invalid'],
])('a slot of type %s %o takes %o as %o', (type, more, given, wanted) => {
  const cast = castSlotValue(slotOf(type, more), given as never, when)
  expect('fault' in cast ? cast.fault : cast.value).toEqual(wanted)
})

test.each([
  ['half', '7시', '7시: 오전인가요, 오후인가요?'],
  ['half', '7시 반', '7시 30분: 오전인가요, 오후인가요?'],
  ['past', '어제', 'invalid'],
] as const)('the fault %s of %s is told as %s', (fault, given, told) => {
  expect(faultText(slotOf('time'), fault, given)).toBe(told)
})

test('the hour in an English question is written as English does', () => {
  const slot = slotOf('time', { errors: { invalid: 'invalid', half: '{time} in the morning?' } })
  expect(faultText(slot, 'half', '7시')).toBe('7:00 in the morning?')
})

test.each<[Partial<Slot>, unknown, 'ko' | 'en', string]>([
  [{ type: 'amount' }, 10_000, 'ko', '1만원'],
  [{ type: 'amount' }, 10_000, 'en', '10,000 won'],
  [{ type: 'count', unit: '명' }, 4, 'ko', '4명'],
  [{ type: 'count', unit: 'nights' }, 4, 'en', '4 nights'],
  [{ type: 'count' }, 4, 'en', '4'],
  [{ type: 'date' }, '2026-06-19', 'ko', '6월 19일 금요일'],
  [{ type: 'date' }, '2027-06-19', 'ko', '2027년 6월 19일 토요일'],
  [{ type: 'date' }, '2027-06-19', 'en', 'Sat, Jun 19, 2027'],
  [{ type: 'time' }, '19:30', 'ko', '오후 7시 30분'],
  [{ type: 'time' }, '19:30', 'en', '7:30 PM'],
  [{ type: 'choice', choices: [beef] }, 'beef', 'ko', '소고기'],
  [{ type: 'choice', choices: [beef] }, 'beef', 'en', 'beef'],
  [{ type: 'text' }, 'x', 'ko', 'x'],
])('%o shows %o in %s as %s', (slot, value, language, shown) => {
  expect(displaySlot(slotOf(slot.type ?? 'text', slot), value as never, language, '2026-11-21')).toBe(shown)
})
