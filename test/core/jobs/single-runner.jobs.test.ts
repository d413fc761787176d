import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { resumeAfterFaults, runExclusively } from '../../../src/core/jobs/single-runner.ts'
import { AssistantError } from '../../../src/protocol/index.ts'
import { sleep } from '../../../src/std/abort.ts'
import { LockBusy } from '../../../src/std/fs/lock.ts'

test('jobs run in one process at a time; a surface gives way to the daemon and goes on when it has left', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jobs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const story: string[] = []
  let running = 0
  const changed = new Set<() => void>()
  const work = (name: string) => async (signal: AbortSignal) => {
    expect(++running).toBe(1)
    story.push(name)
    for (const wake of changed) wake()
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    running--
  }
  const until = async (...names: string[]) => {
    while (story.join() !== names.join()) await new Promise<void>((resolve) => changed.add(resolve))
  }
  const wait = (_: number, signal: AbortSignal) => sleep(2, signal)
  const begin = (name: string, rank: 'daemon' | 'surface') => {
    const stop = new AbortController()
    const done = runExclusively({ path: join(folder, 'jobs'), pid: process.pid, rank, wait }, work(name), stop.signal)
    return async () => {
      stop.abort()
      await done
    }
  }
  const stopTui = begin('tui', 'surface')
  await until('tui')
  const stopDaemon = begin('daemon', 'daemon')
  await until('tui', 'daemon')
  await stopDaemon()
  await until('tui', 'daemon', 'tui')
  await stopTui()
  expect(running).toBe(0)
})

test('work goes on after a disk that refused, a lock and a failure that were met; a bug is thrown', async () => {
  const { signal } = new AbortController()
  const faults: Error[] = [
    Object.assign(new Error('no space left'), { code: 'ENOSPC' }),
    new LockBusy('/x', { pid: 1, started: '', epoch: 1 }),
    new AssistantError({ code: 'storage' }),
  ]
  const begun: AbortSignal[] = []
  const work = async (until: AbortSignal) => {
    // What an earlier attempt left running has ended.
    expect(begun.every(({ aborted }) => aborted)).toBe(true)
    begun.push(until)
    const fault = faults.shift()
    if (fault) throw fault
  }
  await resumeAfterFaults(work, async () => {})(signal)
  expect(begun).toHaveLength(4)
  faults.push(new TypeError('a bug'))
  await expect(resumeAfterFaults(work, async () => {})(signal)).rejects.toThrow('a bug')
})
