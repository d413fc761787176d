import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedWork } from '../../src/std/shared-work.ts'

test('whatever comes when: nobody is given what was seen before they asked, keys never meet, and two looks of a key never overlap', async () => {
  const asks = fc.array(fc.record({ key: fc.constantFrom('a', 'b'), wait: fc.nat(4), fails: fc.boolean() }), {
    maxLength: 40,
  })
  await fc.assert(
    fc.asyncProperty(asks, async (all) => {
      let time = 0
      const running = { a: 0, b: 0 }
      const look = sharedWork(
        (key: 'a' | 'b') => key,
        async (key: 'a' | 'b') => {
          const began = ++time
          expect(++running[key]).toBe(1)
          for (let turns = began % 3; turns >= 0; turns--) await Promise.resolve()
          running[key]--
          if (began % 7 === 0) throw new Error(`${key} ${began}`)
          return { key, began }
        },
      )
      const told = await Promise.all(
        all.map(async ({ key, wait }) => {
          for (let turns = wait; turns > 0; turns--) await Promise.resolve()
          const asked = time
          return look(key).then(
            (seen) => ({ key, asked, seen: seen.key, began: seen.began }),
            (error: Error) => ({ key, asked, seen: error.message.slice(0, 1), began: Number(error.message.slice(2)) }),
          )
        }),
      )
      for (const { key, asked, seen, began } of told) {
        expect(seen).toBe(key)
        expect(began).toBeGreaterThan(asked)
      }
    }),
  )
})

test('a crowd that asks at once costs two looks', async () => {
  let looks = 0
  const look = sharedWork(
    () => '',
    async () => {
      await Promise.resolve()
      return ++looks
    },
  )
  expect(await Promise.all(Array.from({ length: 100 }, () => look()))).toEqual([
    1,
    ...Array.from({ length: 99 }, () => 2),
  ])
})
