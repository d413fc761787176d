import { existsSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { firstNames } from '../../memory/home-layout.ts'
import { isGuest, profilesOf } from '../../memory/profiles.ts'
import { unlessSystem } from '../../std/fs/files.ts'
import { bytesAt, parseState } from '../../std/fs/state-file.ts'
import { moveToTrash } from '../../std/fs/trash.ts'
import { walkFolder } from '../../std/fs/walk-folder.ts'
import type { Replica } from '../../sync/replica/replica.ts'
import { joinCopy } from '../../sync/round/copies.ts'
import type { SharedFile, SharedFiles } from '../../sync/shared-file.ts'

/** A copy that a copying program put beside a shared file, under a name of its own. */
interface CopiedFile {
  path: string
  file: SharedFile
  /** False for a page that says something else: it may be of another person, whom the home does not know. */
  isSure: boolean
}

/**
 * Find what Dropbox, Syncthing and others left beside shared files when two machines wrote at once: the name of the
 * file, then anything, and the same ending. A page may belong to another person: it is a copy if it says the same for
 * the most part. So are files whose names macOS has taken apart (NFD).
 */
export async function findCopies(home: string, files: SharedFiles): Promise<CopiedFile[]> {
  const people = peopleOf(home)
  const found: CopiedFile[] = []
  for (const folder of ['', 'memory', 'workspaces', 'conversations']) {
    const names = await namesBelow(home, folder)
    for (const name of names) {
      const copied = originalOf(home, name, { names, files, people })
      if (copied) found.push({ path: join(home, name), ...copied })
    }
  }
  return found
}

/** Names below the home of the files in one of its folders; of the home itself those that lie in it. */
async function namesBelow(home: string, folder: string): Promise<Set<string>> {
  const names = new Set<string>()
  const depth = folder === '' ? { depth: 1 } : {}
  const isSkipped = (path: string) => basename(path).startsWith('.')
  // A folder that cannot be read is told by whoever needs it.
  for await (const { path, dirent } of walkFolder(join(home, folder), {
    order: 'name',
    ...depth,
    skip: isSkipped,
    unreadable() {},
  }))
    if (dirent.isFile()) names.add(path.slice(home.length + 1))
  return names
}

/**
 * Join copies with their files and move them to the trash; returns how many. `replica`: what is known to be removed
 * stays removed. One that cannot be read now, or whose file somebody holds, stays.
 */
export async function takeCopies(
  home: string,
  files: SharedFiles,
  { now, replica }: { now: number; replica?: Replica },
): Promise<number> {
  let count = 0
  for (const { path, file, isSure } of await findCopies(home, files)) {
    if (!isSure || !(await joinCopy(replica, file, path).catch(unlessSystem))) continue
    await moveToTrash(home, now, { by: 'sync', path, title: path.slice(home.length + 1) }, [path])
    count++
  }
  return count
}

interface Folder {
  names: ReadonlySet<string>
  files: SharedFiles
  /** Ids of the people of the home; undefined where their list cannot be read. */
  people: ReadonlySet<string> | undefined
}

/** The file that one at `name` is a copy of; undefined for one that is none. */
function originalOf(home: string, name: string, folder: Folder): Omit<CopiedFile, 'path'> | undefined {
  const composed = name.normalize('NFC')
  if (composed !== name) {
    const file = folder.files.known?.(`home/${composed}`)
    return file && inodeOf(file.path) !== inodeOf(join(home, name)) ? { file, isSure: true } : undefined
  }
  const ending = extname(name)
  const stem = name.slice(0, name.length - ending.length)
  for (let end = stem.length - 1; end > stem.lastIndexOf('/') + 1; end--) {
    // A name goes on with letters; what was put behind it does not begin with one.
    if (/[\p{L}\p{N}]/u.test(stem[end] ?? '')) continue
    const original = stem.slice(0, end) + ending
    const file = folder.files.known?.(`home/${original}`)
    const isSure = file && isCopied(home, name, original, folder)
    if (file && isSure !== undefined) return { file, isSure }
  }
  return undefined
}

/**
 * True for a copy, undefined for none, false where that cannot be told: the page may be of somebody with a similar
 * name.
 */
function isCopied(home: string, name: string, original: string, { names, people }: Folder): boolean | undefined {
  const [person, other] = [original, name].map((one) => /^memory\/(?:archive\/)?([^/]+)[.]md$/.exec(one)?.[1])
  if (person === undefined || other === undefined) return true
  const isSomebody = !people || people.has(other) || isGuest(person) || isGuest(other)
  return isSomebody || !names.has(original) ? undefined : isAlike(join(home, original), join(home, name))
}

/** True if at least half of the lines of the shorter one of two pages stand in the other as well. */
function isAlike(a: string, b: string): boolean {
  const [one, other] = [linesAt(a), linesAt(b)]
  const shared = [...one].filter((line) => other.has(line)).length
  return shared * 2 >= Math.max(1, Math.min(one.size, other.size))
}

const linesAt = (path: string): Set<string> => {
  const lines = readableBytes(path)?.toString().split('\n') ?? []
  // Notes of the program beside a fact may differ.
  return new Set(lines.map((line) => line.replace(/<!--.*/, '').trim()).filter((line) => line !== ''))
}

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino

/** The bytes of a file; undefined also for one that may not be read. */
function readableBytes(path: string): Buffer | undefined {
  try {
    return bytesAt(path)
  } catch (error) {
    return unlessSystem(error)
  }
}

function peopleOf(home: string): Set<string> | undefined {
  const path = join(home, 'profiles.json')
  const text = readableBytes(path)
  const profiles = text ? parseState(text, profilesOf) : existsSync(path) ? undefined : []
  return profiles && new Set([firstNames.profile, ...profiles.map(({ id }) => id)])
}
