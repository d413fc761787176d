import { expect, test } from 'vitest'
import { faultsOfLists } from './lists-judge.ts'

test.each([
  ['ko', 'ko'],
  ['en', 'en'],
  ['ko', 'ko.second'],
  ['ko', 'ko.third'],
  ['ko', 'ko.fourth'],
  ['en', 'en.second'],
  ['en', 'en.third'],
  ['en', 'en.fourth'],
] as const)('what is said about lists over days leaves what was meant (%s, %s)', async (language, table) => {
  expect(await faultsOfLists(language, table)).toEqual([])
})
