import type { AsyncLocalStorage } from 'node:async_hooks'
import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Holder, LockClaim } from './lock-claim.ts'

/** Change of one file: its content as it is now, bytes that were added at its end, or its removal. */
export type FolderChange = 'written' | 'removed' | { added: Buffer }

/** Changes by the name of their file, which is its path below the folder with `/`. */
export type FolderChanges = ReadonlyMap<string, FolderChange>

/** A lock that holds on every machine. `commit` stores what was changed under it and gives it back, or throws. */
export interface SharedLock {
  epoch: number
  commit(changes: FolderChanges): Promise<void>
}

/**
 * A folder whose files live in a store that several machines share. Its path on this machine holds a copy: reading
 * costs no more than on a disk, a lock brings the copy up to date, and what is written counts once the store has it.
 */
export interface SharedFolder {
  readonly path: string
  /** True for a file that everybody shares; indexes, copies and sockets are this machine's own. */
  shares(name: string): boolean
  /** Waits up to `waitMs` for the lock of a name. Throws `LockBusy`, or an error with a system's code. */
  lock(name: string, waitMs: number): Promise<SharedLock>
  /** Tries once for a lock that is held for long. */
  claim(name: string, note?: string): Promise<LockClaim | { heldBy: Holder }>
  holder(name: string): Promise<Holder | undefined>
  /** Stores changes that no lock guards. */
  store(changes: FolderChanges): Promise<void>
  /** Brings what others changed to this machine. */
  refresh(): Promise<void>
}

/** The changes that were made under one lock so far, until they are stored. */
interface Transaction {
  changes: Map<string, FolderChange>
  isOpen: boolean
}

let shared: SharedFolder | undefined
let transactions: AsyncLocalStorage<Transaction> | undefined

/** Makes a folder of this process a shared one; `undefined` ends that. */
export function setSharedFolder(folder: SharedFolder | undefined): void {
  const { AsyncLocalStorage: Storage } = process.getBuiltinModule('node:async_hooks')
  transactions ??= new Storage()
  shared = folder
}

/** True if this process uses a shared folder. */
export const hasSharedFolder = (): boolean => shared !== undefined

/** The shared folder that a path lies in, and its name there; undefined for a path of this machine alone. */
export function sharedPlace(path: string): { folder: SharedFolder; name: string } | undefined {
  if (!shared?.path || !path.startsWith(shared.path + sep)) return undefined
  const name = path.slice(shared.path.length + 1).replaceAll(sep, '/')
  return shared.shares(name) ? { folder: shared, name } : undefined
}

/** Brings the shared folder of this process up to date, if it has one. */
export const refreshShared = async (): Promise<void> => shared?.refresh()

/** Runs `work` under the lock of a shared path: what it changes is stored as one, before anybody is told. */
export async function withSharedLock<T>(
  { folder, name }: { folder: SharedFolder; name: string },
  work: (epoch: number) => Promise<T>,
  waitMs: number,
): Promise<T> {
  const held = await folder.lock(name, waitMs)
  const own: Transaction = { changes: new Map(), isOpen: true }
  try {
    return await (transactions as AsyncLocalStorage<Transaction>).run(own, () => work(held.epoch))
  } finally {
    own.isOpen = false
    await held.commit(own.changes)
  }
}

/**
 * Notes a change of a file: under a lock it goes along with the others, else it is stored now. Every write below a home
 * comes here, after it was made on this machine.
 */
export async function noteChange(path: string, change: FolderChange): Promise<void> {
  const place = shared && sharedPlace(path)
  if (!place) return
  const own = transactions?.getStore()
  if (!own?.isOpen) return place.folder.store(new Map([[place.name, change]]))
  own.changes.set(place.name, joined(own.changes.get(place.name), change))
}

/** Notes that a whole folder came or went. */
export async function noteTree(path: string, names: readonly string[], change: 'written' | 'removed'): Promise<void> {
  for (const name of shared ? names : []) await noteChange(join(path, name), change)
}

/** The files below a folder, by their paths in it; none where it is not shared, so that asking costs nothing. */
export function sharedFilesBelow(path: string): string[] {
  if (!shared || !`${path}${sep}`.startsWith(shared.path + sep)) return []
  const found = readdirSync(path, { recursive: true, withFileTypes: true })
  return found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name).slice(path.length + 1))
}

function joined(before: FolderChange | undefined, change: FolderChange): FolderChange {
  if (typeof change === 'string' || before === undefined) return change
  return typeof before === 'string' ? 'written' : { added: Buffer.concat([before.added, change.added]) }
}
