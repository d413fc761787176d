import { expect, test } from 'vitest'
import { sleep } from '../../src/std/abort.ts'
import { merge } from '../../src/std/merge-streams.ts'

const closed: string[] = []
async function* source(name: string, waits: number[]) {
  try {
    for (const [at, ms] of waits.entries()) {
      await sleep(ms)
      yield `${name}${at}`
    }
  } finally {
    closed.push(name)
  }
}

test('what several sources give comes as it comes, each in its order; an empty one ends nothing', async () => {
  const all = await Array.fromAsync(merge(source('a', [1, 400]), source('b', []), source('c', [150, 1])))
  expect(all).toEqual(['a0', 'c0', 'c1', 'a1'])
})

test('leaving closes them; the failure of one is the failure of all', async () => {
  closed.length = 0
  for await (const _ of merge(source('a', [1, 1, 1]), source('b', [1, 1, 1]))) break
  await expect.poll(() => closed.sort()).toEqual(['a', 'b'])
  async function* broken(): AsyncGenerator<string> {
    yield 'x'
    throw new Error('broke')
  }
  await expect(Array.fromAsync(merge(source('a', [1]), broken()))).rejects.toThrow('broke')
})
