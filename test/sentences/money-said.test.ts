import { expect, test } from 'vitest'
import { faultsOfMoney } from './money-judge.ts'

test.each([
  ['ko', 'ko'],
  ['en', 'en'],
  ['ko', 'ko.second'],
  ['ko', 'ko.third'],
  ['ko', 'ko.fourth'],
  ['en', 'en.second'],
  ['en', 'en.third'],
  ['en', 'en.fourth'],
] as const)('what is said about money over weeks is booked to the won (%s, %s)', async (language, table) => {
  expect(await faultsOfMoney(language, table)).toEqual([])
})
