import { dirname } from 'node:path'
import { AssistantError } from '../../protocol/index.ts'
import { sleep } from '../../std/abort.ts'
import { codeOf, ensureDir } from '../../std/fs/files.ts'
import { claimLock, holderOf, LockBusy } from '../../std/fs/lock.ts'
import { identifyProcess } from '../../std/process/process-id.ts'

/** Interval at which a waiting process tries the lock, in milliseconds. Waiting must cost next to nothing. */
const askMs = 10_000

export interface RunnerOptions {
  /** The path of the lock, the same for all processes of one home. */
  path: string
  pid: number
  /** A daemon has priority: other processes release the lock while one runs. */
  rank: 'daemon' | 'surface'
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Runs `work` in one process at a time until the signal aborts. The lock holder runs; when its process dies the next
 * one takes over; a surface gives way to a daemon. The signal that `work` gets aborts when it has to stop.
 */
export async function runExclusively(
  { path, pid, rank, wait = sleep }: RunnerOptions,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  await ensureDir(dirname(path))
  const self = (await identifyProcess(pid)) ?? { pid, started: 'unknown' }
  const daemons = `${path}-daemon`
  const daemonLock = rank === 'daemon' ? await claimLock(daemons, self) : undefined
  const daemonThere = async () => rank === 'surface' && (await holderOf(daemons)) !== undefined
  try {
    while (!signal.aborted) {
      const held = (await daemonThere()) ? undefined : await claimLock(path, self)
      if (held && !('heldBy' in held)) {
        try {
          await workUntil(work, signal, async () => (await daemonThere()) || !(await held.isOurs()), wait)
        } finally {
          await held.release()
        }
      }
      await wait(askMs, signal).catch(() => {})
    }
  } finally {
    if (daemonLock && !('heldBy' in daemonLock)) await daemonLock.release()
  }
}

/**
 * Return work that begins again, after a pause, when a fault has ended it that passes: a disk that refused, a lock that
 * was held for long, a failure that has its own words. What runs beside it goes on. A bug is thrown.
 */
export function resumeAfterFaults(
  work: (signal: AbortSignal) => Promise<unknown>,
  wait: NonNullable<RunnerOptions['wait']> = sleep,
): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    while (!signal.aborted) {
      const ended = new AbortController()
      try {
        await work(AbortSignal.any([signal, ended.signal]))
        return
      } catch (error) {
        if (!signal.aborted && !isPassing(error)) throw error
      } finally {
        ended.abort()
      }
      await wait(askMs, signal).catch(() => {})
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof AssistantError) return error.failure.code !== 'internal'
  return error instanceof LockBusy || codeOf(error) !== undefined
}

/** True if a process runs, or is about to run, what `runExclusively` guards with this lock. */
export async function hasRunner(path: string): Promise<boolean> {
  return [await holderOf(path), await holderOf(`${path}-daemon`)].some(Boolean)
}

async function workUntil(
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
  over: () => Promise<boolean>,
  wait: NonNullable<RunnerOptions['wait']>,
): Promise<void> {
  const stop = new AbortController()
  const both = AbortSignal.any([signal, stop.signal])
  const watch = async () => {
    while (!both.aborted) {
      await wait(askMs, both).catch(() => {})
      if (!both.aborted && (await over())) stop.abort()
    }
  }
  const watching = watch()
  try {
    await work(both)
  } finally {
    stop.abort()
    await watching
  }
}
