import { expect, test } from 'vitest'
import { abortable, abortableIterator, abortRace, abortsWhenPatienceEnds } from '../../src/std/abort.ts'

const never = () => new Promise<never>(() => {})

test('a wait ends with the signal’s reason, whether it aborts before, during or never', async () => {
  const reason = new Error('stopped')
  const abort = new AbortController()
  const waiting = abortable(never(), abort.signal)
  abort.abort(reason)
  await expect(waiting).rejects.toBe(reason)
  await expect(abortable(never(), abort.signal)).rejects.toBe(reason)
  expect(await abortable(Promise.resolve(7), new AbortController().signal)).toBe(7)
})

test('many waits on one signal: values come through, the abort ends the wait of now and every later one', async () => {
  const reason = new Error('stopped')
  const abort = new AbortController()
  const race = abortRace(abort.signal)
  expect(await race.until(Promise.resolve(1))).toBe(1)
  await expect(race.until(Promise.reject(new Error('own')))).rejects.toThrow('own')
  const waiting = race.until(never())
  abort.abort(reason)
  await expect(waiting).rejects.toBe(reason)
  await expect(race.until(Promise.resolve(2))).rejects.toBe(reason)
  race.end()
})

test('patience is counted in the time that this process could run, not in what passed while it could not', async () => {
  const patience = abortsWhenPatienceEnds(300)
  const until = performance.now() + 600
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve))
  expect(patience.signal.aborted).toBe(false)
  await expect.poll(() => patience.signal.aborted).toBe(true)
  patience.end()
})

test('a silent source is left at once when the signal aborts, and closed', async () => {
  const abort = new AbortController()
  const seen: number[] = []
  const source = (async function* () {
    yield 1
    await never()
  })()
  const reading = (async () => {
    for await (const value of abortableIterator(source, abort.signal)) {
      seen.push(value)
      queueMicrotask(() => abort.abort(new Error('enough')))
    }
  })()
  await expect(reading).rejects.toThrow('enough')
  expect(seen).toEqual([1])
})
