import { expect, test } from 'vitest'
import { chooseThreads } from '../../../src/llm/local/engine-server.ts'

/** A machine on which so many threads reach so many tokens a second. */
function machine(speeds: Record<number, number>) {
  const chosen: number[] = []
  return {
    chosen,
    measure: async (threads: number) => speeds[threads] ?? 0,
    setThreads: (threads: number) => void chosen.push(threads),
  }
}

test.each([
  ['each thread helps', { 1: 10, 2: 19, 4: 35, 8: 60 }, 8, 8],
  ['two threads wait for each other', { 1: 68, 2: 1, 4: 100 }, 8, 1],
  ['more than the machine has are not tried', { 1: 10, 2: 19, 4: 99 }, 2, 2],
  ['a little more speed is not worth another thread', { 1: 10, 2: 10.5, 4: 99 }, 8, 1],
])('threads are chosen by trying: %s', async (_, speeds, cores, best) => {
  const tried = machine(speeds)
  expect(await chooseThreads(tried, cores)).toBe(best)
  expect(tried.chosen).toEqual([best])
})
