import { expect, test } from 'vitest'
import { faultsOfLists } from './lists-judge.ts'

test.each([
  ['ko', 'ko'],
  ['en', 'en'],
  ['ko', 'ko.second'],
  ['en', 'en.second'],
] as const)('what is said about lists over days leaves what was meant (%s, %s)', async (language, table) => {
  expect(await faultsOfLists(language, table)).toEqual([])
})
