import { expect, test } from 'vitest'
import { once } from '../../src/std/once.ts'

test('what is needed often is loaded once, by all who ask at the same time', async () => {
  let loads = 0
  const load = once(async () => ++loads)
  expect(await Promise.all([load(), load(), load()])).toEqual([1, 1, 1])
  expect(await load()).toBe(1)
})

test('what failed to load is loaded anew', async () => {
  let loads = 0
  const load = once(async () => {
    if (++loads === 1) throw new Error('not there')
    return loads
  })
  await expect(Promise.all([load(), load()])).rejects.toThrow('not there')
  expect(await load()).toBe(2)
})
