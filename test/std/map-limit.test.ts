import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapLimit } from '../../src/std/map-limit.ts'

test('every item is worked on once, the results stand in the order of the items, and never are more under way than allowed', async () => {
  const run = async (items: number[], most: number) => {
    let now = 0
    let peak = 0
    const results = await mapLimit(items, most, async (item) => {
      peak = Math.max(peak, ++now)
      for (let turns = item % 5; turns >= 0; turns--) await Promise.resolve()
      now--
      return item * 2
    })
    expect(results).toEqual(items.map((item) => item * 2))
    expect(peak).toBe(Math.min(most, items.length))
  }
  await fc.assert(fc.asyncProperty(fc.array(fc.nat(100), { maxLength: 40 }), fc.integer({ min: 1, max: 8 }), run))
})

test('after a failure nothing new begins', async () => {
  const begun: number[] = []
  const work = async (item: number) => {
    begun.push(item)
    await Promise.resolve()
    if (item === 1) throw new Error('broken')
  }
  await expect(mapLimit([0, 1, 2, 3, 4, 5, 6, 7], 2, work)).rejects.toThrow('broken')
  expect(begun.length).toBeLessThan(8)
})
