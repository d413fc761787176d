import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grownMap } from '../../src/std/grown-map.ts'

test('what is made of lists that grow, shrink and change is what is made of each alone, and of the same items only once', () => {
  const items = Array.from({ length: 6 }, (_, n) => ({ n }))
  const list = fc.array(fc.constantFrom(...items), { maxLength: 6 })
  fc.assert(
    fc.property(fc.array(list, { maxLength: 8 }), (lists) => {
      const map = grownMap<{ n: number }, string>()
      for (const each of lists) expect(map(each, ({ n }) => `${n}`)).toEqual(each.map(({ n }) => `${n}`))
    }),
  )
  let made = 0
  const map = grownMap<{ n: number }, number>()
  for (let length = 1; length <= items.length; length++) map(items.slice(0, length), ({ n }) => n + made++)
  expect(made).toBe(items.length)
})
