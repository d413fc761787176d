import { expect, test } from 'vitest'
import { faultsOfMoney } from './money-judge.ts'

test.each(['ko', 'en'] as const)('what is said about money over weeks is booked to the won (%s)', async (language) => {
  expect(await faultsOfMoney(language)).toEqual([])
})
