import { dirname } from 'node:path'
import { ensureDir } from '../std/files.ts'
import { claim, holderOf } from '../std/lock.ts'
import { identify } from '../std/process-id.ts'
import { sleep } from '../std/until.ts'

/** How often a process asks whether it is its turn, in milliseconds: an idle one must cost next to nothing. */
const askMs = 10_000

export interface RunnerOptions {
  /** The lock; all processes of one home name the same. */
  path: string
  pid: number
  /** The daemon comes first: others step back while one is there. */
  rank: 'daemon' | 'surface'
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Runs `work` in one process at a time, for as long as the signal lasts. Whoever holds the lock runs; when its process dies the
 * next one takes over; a surface gives way to a daemon. The signal that `work` gets aborts when it has to stop.
 */
export async function runAlone(
  { path, pid, rank, wait = sleep }: RunnerOptions,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  await ensureDir(dirname(path))
  const self = (await identify(pid)) ?? { pid, started: 'unknown' }
  const daemons = `${path}-daemon`
  const wish = rank === 'daemon' ? await claim(daemons, self) : undefined
  const daemonThere = async () => rank === 'surface' && (await holderOf(daemons)) !== undefined
  try {
    while (!signal.aborted) {
      const held = (await daemonThere()) ? undefined : await claim(path, self)
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
    if (wish && !('heldBy' in wish)) await wish.release()
  }
}

/** Whether a process runs, or is about to run, what `runAlone` keeps under this lock. */
export async function isAnyoneThere(path: string): Promise<boolean> {
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
