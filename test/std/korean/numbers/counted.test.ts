import { expect, test } from 'vitest'
import { numberOf, readCounted } from '../../../../src/std/korean/numbers/counted.ts'

test.each<[string, string, number | undefined]>([
  ['하루', '일', 1],
  ['이틀이요', '일', 2],
  ['사흘 쓸게요', '일', 3],
  ['나흘간', '일', 4],
  ['닷새 동안', '일', 5],
  ['열흘', '일', 10],
  ['보름', '일', 15],
  ['일주일이요', '일', 7],
  ['한 주', '일', 7],
  ['두 주', '일', 14],
  ['2주일 동안', '일', 14],
  ['12일', '일', 12],
  ['하루나 이틀', '일', undefined],
  ['하루 이틀', '일', undefined],
  ['이삼일', '일', undefined],
  ['a week', 'days', 7],
  ['for two weeks', 'days', 14],
  ['a fortnight', 'days', 14],
  ['one day', 'days', 1],
  ['a couple of days', 'days', 2],
  ['5 days', 'days', 5],
  ['from Monday for two weeks', 'weeks', 2],
  ['one week', 'weeks', 1],
  ['four or five tickets', 'tickets', undefined],
  ['party of thirty', 'people', 30],
])('“%s” counts %s: %s', (text, unit, value) => {
  expect(readCounted(text, unit).map((one) => one.value)).toEqual([value])
})

test.each([
  ['이틀 뒤', '일'],
  ['3주차', '일'],
  ['2주 전', '일'],
  ['이틀', '명'],
  ['두 주', '명'],
  ['a week ago', 'days'],
])('“%s” counts no %s', (text, unit) => expect(readCounted(text, unit)).toEqual([]))

const ONES = 'one two three four five six seven eight nine'.split(' ')
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const spelled = [
  ...[...ONES, ...TEENS].map((words, at) => [words, at + 1] as const),
  ...TENS.flatMap((ten, at) => [
    [ten, at * 10 + 20] as const,
    ...ONES.flatMap((one, n) => [`${ten} ${one}`, `${ten}-${one}`].map((words) => [words, at * 10 + 21 + n] as const)),
  ]),
]

test('every number below a hundred is counted whole, in words and in digits, and never by its last word', () => {
  for (const [words, value] of spelled) {
    expect(readCounted(`${words} pieces, please`, 'pieces').map((one) => one.value)).toEqual([value])
    expect(readCounted(`a table for ${words}`, 'people').map((one) => one.value)).toEqual([value])
    expect(readCounted(`for ${words} minutes`, 'people')).toEqual([])
    expect(numberOf(words)).toBe(value)
  }
})
