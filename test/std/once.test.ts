import { expect, test } from 'vitest'
import { onceFor, oneByOne } from '../../src/std/once.ts'

test('what failed is forgotten, and not what was loaded in its place meanwhile', async () => {
  const kept = new Map<string, Promise<number>>()
  const failing = onceFor(kept, 'a', () => Promise.reject(new Error('first')))
  const again = failing.catch(() => onceFor(kept, 'a', async () => 2))
  const others = [failing, onceFor(kept, 'a', async () => 3)].map((one) => one.catch(() => 'failed'))
  expect(await Promise.all([...others, again])).toEqual(['failed', 'failed', 2])
  expect(await onceFor(kept, 'a', async () => 4)).toBe(2)
})

test('work is done in the order it came, whatever fails', async () => {
  const inTurn = oneByOne()
  const seen: string[] = []
  const work = ['a', 'b', 'c'].map((name) =>
    inTurn(async () => {
      seen.push(`${name} begins`)
      await Promise.resolve()
      seen.push(`${name} ends`)
      if (name === 'b') throw new Error(name)
    }).catch(() => {}),
  )
  await Promise.all(work)
  expect(seen).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]))
})
