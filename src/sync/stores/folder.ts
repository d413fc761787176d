import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { abortable } from '../../std/abort.ts'
import { codeOf, folderMode, isMissing, writeAtomic } from '../../std/fs/files.ts'
import { StoreFault, type SyncStore } from './store.ts'

/** Interval of looking at a folder, in milliseconds: network and replicating folders tell of no changes. */
const lookMs = 2_000

/**
 * A store in a folder: on this machine's disk, a network drive, or one that another program copies between machines.
 * Nothing in it is ever changed: files are put beside their place and renamed into it.
 */
export function folderStore(folder: string): SyncStore {
  const at = (path: string) => join(folder, ...path.split('/'))
  const swept = new Set<string>()
  return {
    promise: 'named',
    list: (prefix, signal) => mapFolderErrors(listFolder(folder, prefix), signal),
    read: (path, signal) => mapFolderErrors(readFile(at(path)).catch(unlessMissing), signal),
    write: (path, bytes, signal) =>
      mapFolderErrors(
        (async () => {
          await makeFolders(folder, dirname(path))
          await writeAtomic(at(path), bytes)
          if (!swept.has(dirname(path))) await sweepTemporary(at(path))
          swept.add(dirname(path))
        })(),
        signal,
      ),
    remove: (path, signal) => mapFolderErrors(rm(at(path), { force: true }), signal),
    watch(changed, signal) {
      let seen: string | undefined
      const look = async () => {
        const now = await newestSegment(folder).catch(() => seen)
        if (seen !== undefined && now !== seen) changed()
        seen = now
      }
      void look()
      const timer = setInterval(() => void look(), lookMs)
      timer.unref()
      signal.addEventListener('abort', () => clearInterval(timer), { once: true })
    },
    live: async (self, hearing) => (await import('./folder-channel.ts')).folderChannel(folder, self, hearing),
    close: async () => {},
  }
}

/** Make the folders of a path below a store; never the store itself, which may be a drive that has just left. */
async function makeFolders(store: string, path: string): Promise<void> {
  let folder = store
  for (const name of path.split('/').filter((each) => each !== '.')) {
    folder = join(folder, name)
    await mkdir(folder, { mode: folderMode }).catch((error) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  }
}

/**
 * No device needs a day to write a file: what is older, by the clock of the folder itself, was left by a writer that
 * was killed.
 */
const abandonedMs = 24 * 3_600_000

/** Removes what killed writers left beside a file that was just written, of whatever device. */
async function sweepTemporary(written: string): Promise<void> {
  const [folder, { mtimeMs: now }] = [dirname(written), await stat(written)]
  for (const name of await readdir(folder).catch(noneWhenMissing)) {
    if (name === basename(written) || !/^\..+\.tmp$/.test(name)) continue
    const at = (await stat(join(folder, name)).catch(unlessMissing))?.mtimeMs
    if (at !== undefined && now - at > abandonedMs) await rm(join(folder, name), { force: true })
  }
}

/** A folder that hangs (a network drive) is left behind: its call ends when it ends. */
async function mapFolderErrors<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await abortable(work, signal)
  } catch (error) {
    if (signal.aborted) throw new StoreFault('slow', 'no answer in time', error)
    const code = codeOf(error)
    if (code === undefined) throw error
    const fault = ['ENOSPC', 'EDQUOT'].includes(code)
      ? 'full'
      : ['EACCES', 'EPERM', 'EROFS'].includes(code)
        ? 'denied'
        : 'away'
    throw new StoreFault(fault, code, error)
  }
}

async function listFolder(folder: string, prefix: string): Promise<Map<string, number>> {
  const start = join(folder, ...prefix.split('/').filter(Boolean))
  const found = new Map<string, number>()
  for (const entry of await readdir(start, { withFileTypes: true, recursive: true }).catch(noneWhenMissing)) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const path = join(entry.parentPath, entry.name)
    const size = (await stat(path).catch(unlessMissing))?.size
    if (size !== undefined) found.set(relative(folder, path).split(sep).join('/'), size)
  }
  return found
}

/** Changes whenever a device wrote: names of segments never repeat. */
async function newestSegment(folder: string): Promise<string> {
  const names = await readdir(join(folder, 'log'), { recursive: true }).catch(noneWhenMissing)
  return `${names.length} ${names.toSorted().at(-1) ?? ''}`
}

/**
 * Names that a copying program gave the other of two files that it took for one: Syncthing, Dropbox, Nextcloud,
 * OneDrive, Google Drive. The path that was meant; undefined for other names.
 */
export function originalOf(path: string): string | undefined {
  const found =
    /^(.*?)(?:\.sync-conflict-\d{8}-\d{6}-[A-Z0-9]{7}| \([^/()]*conflict[^/()]*\)| \(\d+\)|-[^/-]*(?= conflict)[^/]*)(\.[a-z]+)?$/i.exec(
      path,
    )
  return found ? `${found[1]}${found[2] ?? ''}` : undefined
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

function noneWhenMissing(error: unknown): [] {
  if (isMissing(error)) return []
  throw error
}
