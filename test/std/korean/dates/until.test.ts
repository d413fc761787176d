import { expect, test } from 'vitest'
import { holdsUntil } from '../../../../src/std/korean/dates/until.ts'

// A Tuesday.
const said = { now: new Date('2026-11-24T03:00:00Z'), zone: 'Asia/Seoul' }

test.each([
  ['이번 주는 재택', '2026-11-29'],
  ['이번주 내내 출장이야', '2026-11-29'],
  ['오늘은 쉬는 날', '2026-11-24'],
  ['금요일까지 재택', '2026-11-27'],
  ['12월 5일까지 휴가', '2026-12-05'],
  ['다음 주는 휴가', '2026-12-06'],
  ['이번 달은 야근이 많아', '2026-11-30'],
  ['올해는 금연', '2026-12-31'],
  ['this week: work from home', '2026-11-29'],
  ['on vacation until Friday', '2026-11-27'],
  // What comes, what happened and what comes back has no such end.
  ['내일 3시 회의', undefined],
  ['매주 금요일은 재택', undefined],
  ['지금은 부산에 살아', undefined],
  ['오늘 여권을 갱신했어', undefined],
  ['이번 주에 이사했어', undefined],
  ['오늘은 내 생일', undefined],
  ['오늘의집에서 일함', undefined],
  ['I moved this week', undefined],
  ['away until yesterday', undefined],
])('%s', (sentence, day) => {
  expect(holdsUntil(sentence, said)).toBe(day)
})
