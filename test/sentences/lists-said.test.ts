import { expect, test } from 'vitest'
import { faultsOfLists } from './lists-judge.ts'

test.each(['ko', 'en'] as const)('what is said about lists over days leaves what was meant (%s)', async (language) => {
  expect(await faultsOfLists(language)).toEqual([])
})
