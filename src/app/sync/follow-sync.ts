import { type FSWatcher, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import { sleep } from '../../std/abort.ts'
import { codeOf } from '../../std/fs/files.ts'
import { LockBusy } from '../../std/fs/lock.ts'
import { readConfiguration } from '../../sync/configuration.ts'
import { StoreFault } from '../../sync/stores/store.ts'
import { withoutPassword } from './device.ts'
import { keepLease } from './role.ts'
import { tellContradictions, tellRefused, tellSafety, tellStore } from './sync-news.ts'
import { openSync, type SyncSession } from './sync-session.ts'

/** Milliseconds in which saved files are gathered into one exchange. */
const pauseMs = 500
/** Changes that nobody told of are looked for this often. */
const lookMs = 60_000
/** A store that is away is tried again after so long. */
const againMs = 5_000
/** Milliseconds between two looks whether sync was set up or stopped, while it is not running. */
const idleMs = 5_000

export interface FollowOptions {
  paths: Paths
  now(): number
}

/** Keeps this device in step with the others until the signal aborts, beside everything else: nothing waits for it. */
export async function followSync(options: FollowOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await followOnce(options, signal).catch((error: unknown) => {
      // `sync status` and `doctor` tell of stores and disks; a long `sync now` holds the lock. Anything else is a bug.
      const passes = error instanceof StoreFault || error instanceof LockBusy || codeOf(error) !== undefined
      if (!signal.aborted && !passes) throw error
    })
    await sleep(idleMs, signal).catch(() => {})
  }
}

const settingsNow = ({ state }: Pick<Paths, 'state'>) => JSON.stringify(readConfiguration(state) ?? null)

/** As long as the settings of sync stay what they are. */
async function followOnce({ paths, now }: FollowOptions, signal: AbortSignal): Promise<void> {
  const settings = settingsNow(paths)
  const session = await openSync(paths, now)
  if (!session || session.configuration.paused) return session?.close()
  const left = new AbortController()
  const until = AbortSignal.any([signal, left.signal])
  const wake = new Wake()
  const keeping = keepLease(paths, session.store, session.device.id, until)
  session.store.watch(() => wake.call(), until)
  const watchers = await watchFolders(paths, () => wake.call())
  let isAway = false
  try {
    while (!signal.aborted && settingsNow(paths) === settings) {
      const fault = await oneRound(session, paths.state, until)
      if (signal.aborted) break
      if ((fault !== undefined) !== isAway)
        await tellStore(paths.state, withoutPassword(session.configuration.store), fault)
      isAway = fault !== undefined
      if (fault) await sleep(againMs, until).catch(() => {})
      else await wake.wait(lookMs, until)
    }
  } finally {
    left.abort()
    for (const watcher of watchers) watcher.close()
    await keeping
    await session.close()
  }
}

async function oneRound(session: SyncSession, state: string, signal: AbortSignal): Promise<StoreFault | undefined> {
  try {
    const before = session.replica.conflicts().length
    const report = await session.round(signal)
    const { refused } = report
    await tellSafety(state, report, await differingNames(session, signal))
    // Half a file, and what waits for an earlier one, come by themselves; a file here that is closed is told as damage.
    const foreign = refused.filter(({ fault }) => !['early', 'damaged', 'closed'].includes(fault))
    await tellRefused(
      state,
      foreign.map(({ path }) => path),
    )
    const count = session.replica.conflicts().length
    if (count > before) await tellContradictions(state, count)
    return undefined
  } catch (error) {
    if (error instanceof StoreFault || signal.aborted) return error instanceof StoreFault ? error : undefined
    throw error
  }
}

/** Interval of the comparison of devices, and the time that a difference may last before it is told; milliseconds. */
const [verifyMs, differMs] = [3_600_000, 86_400_000]

/** Names of the devices that have shown something else than this one for more than a day, with a comma between. */
async function differingNames(session: SyncSession, signal: AbortSignal): Promise<string> {
  const { replica, now } = session
  if (now() >= replica.number('verified') && now() - replica.number('verified') < verifyMs) return ''
  replica.setNumber('verified', now())
  const before = JSON.parse(replica.text('differ') ?? '{}') as Record<string, number>
  const apart = (await session.verify(signal)).filter(({ paths, at }) => paths.length > 0 && now() - at < 7 * differMs)
  const since = Object.fromEntries(apart.map(({ id }) => [id, Math.min(before[id] ?? now(), now())]))
  replica.setText('differ', JSON.stringify(since))
  return apart
    .filter(({ id }) => now() - (since[id] ?? now()) > differMs)
    .map(({ name }) => name)
    .join(', ')
}

/** A wait that a call cuts short; calls that come close together are one. */
class Wake {
  #called = Promise.withResolvers<void>()

  call(): void {
    this.#called.resolve()
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController()
    await Promise.race([this.#called.promise, sleep(ms, AbortSignal.any([signal, over.signal])).catch(() => {})])
    over.abort()
    await sleep(pauseMs, signal).catch(() => {})
    this.#called = Promise.withResolvers<void>()
  }
}

/** Tells of changes in the folders of what is shared. Where the system tells nothing, they are found by looking. */
async function watchFolders({ home, state }: Paths, changed: () => void): Promise<FSWatcher[]> {
  const folders = [home, join(home, 'memory'), join(home, 'conversations'), state, ...(await workspaceFolders(home))]
  return folders.flatMap((folder) => {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        // Locks, copies and half-written files are nobody's matter.
        if (name !== null && !String(name).startsWith('.') && !String(name).endsWith('.tmp')) changed()
      })
      watcher.on('error', () => watcher.close())
      return [watcher]
    } catch {
      return []
    }
  })
}

async function workspaceFolders(home: string): Promise<string[]> {
  const root = join(home, 'workspaces')
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const folders = entries.filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !entry.parentPath.includes('/.locks'),
  )
  return folders.map((entry) => join(entry.parentPath, entry.name))
}
