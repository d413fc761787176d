import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runIsolated } from '../../../src/std/process/isolated.ts'
import { globJob } from '../../../src/tools/files/match-names.ts'

const never = new AbortController().signal
const names = ['a.md', 'b.txt']
/** Alternatives that double with each pair of braces. */
const bomb = { glob: '{a,b}'.repeat(30), names: ['x'] }

/** Our child processes that run now (Linux). */
function children(): number {
  const stats = readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/stat`, 'utf8')] : []
    } catch {
      return []
    }
  })
  return stats.filter((stat) => stat.split(') ')[1]?.split(' ')[1] === String(process.pid)).length
}

test('a job gives its result, and the next one needs no new process', async () => {
  expect(await runIsolated(globJob, { glob: '*.md', names }, { signal: never })).toEqual([true, false])
  const before = children()
  expect(await runIsolated(globJob, { glob: '*.txt', names }, { signal: never })).toEqual([false, true])
  expect(children()).toBe(before)
})

test('a job that takes too long or too much memory is stopped with its process, and the next one runs', async () => {
  await expect(runIsolated(globJob, bomb, { signal: never, timeMs: 300 })).rejects.toMatchObject({
    name: 'JobStopped',
    fault: expect.stringMatching(/^(time|memory)$/),
  })
  expect(await runIsolated(globJob, { glob: '*.md', names }, { signal: never })).toEqual([true, false])
})

test('the time of a job counts from where it begins, not while its process is started', async () => {
  // No process with so much memory waits: one is started, which takes longer than the job may.
  const limits = { signal: never, timeMs: 300, memoryMb: 481 }
  expect(await runIsolated(globJob, { glob: '*.md', names }, limits)).toEqual([true, false])
})

test('a stopped turn stops its job at once, with the reason of the turn', async () => {
  const controller = new AbortController()
  const running = runIsolated(globJob, bomb, { signal: controller.signal })
  controller.abort(new Error('stopped by the person'))
  await expect(running).rejects.toThrow('stopped by the person')
})

test('more jobs than processes wait for their turn; one that is stopped while it waits never runs', async () => {
  const controller = new AbortController()
  const all = Array.from({ length: 6 }, () => runIsolated(globJob, { glob: '*.md', names }, { signal: never }))
  const stopped = runIsolated(globJob, bomb, { signal: controller.signal })
  controller.abort(new Error('gone'))
  await expect(stopped).rejects.toThrow('gone')
  expect(await Promise.all(all)).toEqual(all.map(() => [true, false]))
})

test('what a job throws is thrown here under its own name', async () => {
  await expect(
    runIsolated(globJob, { glob: '*', names: [3 as unknown as string] }, { signal: never }),
  ).rejects.toMatchObject({
    name: 'TypeError',
  })
})
