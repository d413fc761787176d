import { expect, test } from 'vitest'
import { simulate, type World } from '../../bench/queue.ts'

const quiet: World = { processes: 1, perSecond: 1, cpuMs: 4, modelMs: 2_000, mostAtOnce: 1_000, seconds: 2_000 }

test('where nobody else asks, a turn takes its own work; what runs at once follows from rate and time', () => {
  const outcome = simulate(quiet)
  expect(outcome.ownP50).toBeCloseTo(4, 6)
  expect(outcome.refused).toBe(0)
  expect(outcome.busy).toBeCloseTo(0.004, 3)
  // Little's law; the mean of a lognormal is exp(σ²/2) of its middle.
  const mean = 2.004 * Math.exp((Math.log(1.5) / 0.6745) ** 2 / 2)
  expect(outcome.running / mean).toBeGreaterThan(0.9)
  expect(outcome.running / mean).toBeLessThan(1.1)
})

test('more work waits longer, more processes less, and what is more than may run at once is refused', () => {
  const busy = { ...quiet, perSecond: 200, seconds: 100 }
  const one = simulate(busy)
  expect(one.busy).toBeGreaterThan(0.75)
  expect(one.busy).toBeLessThan(0.85)
  expect(one.ownP95).toBeGreaterThan(10)
  expect(simulate({ ...busy, processes: 4 }).ownP95).toBeLessThan(one.ownP95)
  expect(simulate({ ...busy, mostAtOnce: 100 }).refused).toBeGreaterThan(1_000)
  expect(simulate(busy)).toEqual(one)
})
