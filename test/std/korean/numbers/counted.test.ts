import { expect, test } from 'vitest'
import { readCounted } from '../../../../src/std/korean/numbers/counted.ts'

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
