import { createHash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { lstat, mkdir, open, readdir, readlink, realpath, rmdir, symlink, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf, isMissing, writeAtomic } from '../../std/fs/files.ts'

/**
 * The content of a path; null: nothing. `opaque` is too large to keep, or no document at all: it is told and never
 * touched.
 */
export type PathState =
  | null
  | { kind: 'file'; hash: string; mode: number; size: number }
  | { kind: 'link'; target: string }
  | { kind: 'folder'; mode: number }
  | { kind: 'opaque'; size: number; changedAt: number }

/** Largest content, in bytes, that is kept for one change. */
const mostBytes = 256 << 20
/** Things below one folder that are kept. */
const mostEntries = 5_000

/** Keeps the bytes of a file and gives them back by their hash. */
export interface BytesStore {
  keep(bytes: Uint8Array, hash: string): Promise<void>
  bytesOf(hash: string): Promise<Buffer>
}

/** Return true if two states of a path are the same. */
export function isSame(a: PathState, b: PathState): boolean {
  if (a === null || b === null) return a === b
  if (a.kind === 'file' && b.kind === 'file') return a.hash === b.hash && a.mode === b.mode
  if (a.kind === 'folder' && b.kind === 'folder') return true
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Read the content of a path, no link followed. With a store the bytes of a file are kept in it. */
export async function readState(path: string, store?: BytesStore, most = mostBytes): Promise<PathState> {
  const stat = await lstat(path).catch(nothingThere)
  if (!stat) return null
  if (stat.isSymbolicLink()) return { kind: 'link', target: await readlink(path) }
  if (stat.isDirectory()) return { kind: 'folder', mode: stat.mode & 0o777 }
  if (!stat.isFile() || stat.size > most) return { kind: 'opaque', size: stat.size, changedAt: stat.mtimeMs }
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const bytes = await file.readFile()
    const hash = createHash('sha256').update(bytes).digest('hex')
    await store?.keep(bytes, hash)
    return { kind: 'file', hash, mode: stat.mode & 0o777, size: bytes.length }
  } finally {
    await file.close()
  }
}

/** Read the content of these paths, of all below them, and of the folders above them that are missing. */
export async function readPathStates(paths: readonly string[], store?: BytesStore): Promise<Map<string, PathState>> {
  const seen = new Map<string, PathState>()
  const room = { bytes: mostBytes }
  for (const path of paths) {
    for (
      let above = dirname(path);
      !seen.has(above) && !(await lstat(above).catch(nothingThere));
      above = dirname(above)
    )
      seen.set(above, null)
    await lookBelow(path, seen, room, store)
  }
  return seen
}

async function lookBelow(
  path: string,
  seen: Map<string, PathState>,
  room: { bytes: number },
  store?: BytesStore,
): Promise<void> {
  const entry = seen.size < mostEntries ? await readState(path, store, room.bytes) : tooMany
  seen.set(path, entry)
  if (entry?.kind === 'file') room.bytes -= entry.size
  if (entry?.kind !== 'folder') return
  for (const name of (await readdir(path)).sort()) await lookBelow(join(path, name), seen, room, store)
}

const tooMany: PathState = { kind: 'opaque', size: 0, changedAt: 0 }

function nothingThere(error: unknown): undefined {
  if (isMissing(error)) return undefined
  throw error
}

/**
 * Makes a path be what it was; what stands there now has been looked at. False where that cannot be done without
 * touching something else: a folder that holds more, one that is not where it was, bytes that were not kept.
 */
export async function putBack(path: string, was: PathState, store: BytesStore): Promise<boolean> {
  const folder = dirname(path)
  if (!(await isWhereItWas(folder))) return false
  const now: Stats | undefined = await lstat(path).catch(nothingThere)
  if (was?.kind === 'opaque') return false
  if (was !== null) await mkdir(folder, { recursive: true })
  if (was?.kind === 'folder') return now ? now.isDirectory() : makeFolder(path, was.mode)
  if (now?.isDirectory()) {
    if (!(await emptyFolder(path))) return false
  } else if (now && was?.kind !== 'file') await unlink(path)
  if (was?.kind === 'link') await symlink(was.target, path)
  if (was?.kind === 'file')
    await writeAtomic(join(folder, basename(path)), await store.bytesOf(was.hash), was.mode, true)
  return true
}

/** A folder, or what is left of the way to it, is reached without a link. */
async function isWhereItWas(folder: string): Promise<boolean> {
  const real = await realpath(folder).catch(nothingThere)
  return real === undefined ? isWhereItWas(dirname(folder)) : real === folder
}

async function makeFolder(path: string, mode: number): Promise<boolean> {
  await mkdir(path, { mode })
  return true
}

/** Removes a folder if it is empty. */
async function emptyFolder(path: string): Promise<boolean> {
  try {
    await rmdir(path)
    return true
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) return false
    throw error
  }
}
