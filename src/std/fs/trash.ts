import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { codeOf, ensureDir, fileExists, folderMode, isMissing, randomSuffix, syncDir, writeAtomic } from './files.ts'
import { bytesAt, parseState, stateText } from './state-file.ts'

/** Removed things lie here for a while, below the home. */
const trashFolder = (home: string): string => join(home, 'trash')

const keptMs = 30 * 86_400_000
/** A clock that ran ahead for a while removes nothing: what is over is removed a day after that was seen first. */
const graceMs = 86_400_000

/** Something that was removed: files as they were, lines of a file, or an item of a log as it is written there. */
export interface TrashEntry {
  id: string
  at: number
  by: 'person' | 'sync'
  /** Path below the home, with `/`. */
  path: string
  /** Words by which a person knows it again. */
  title: string
  files?: readonly string[]
  lines?: readonly string[]
  item?: object
}

type Removed = Pick<TrashEntry, 'by' | 'title' | 'lines' | 'item'> & { path: string }

/** Keep removed lines or a removed item of the file at `path` (absolute). Resolves to the id of the entry. */
export async function keepInTrash(home: string, at: number, removed: Removed): Promise<string> {
  return basename(await writeEntry(home, at, { ...removed, path: nameIn(home, removed.path) }))
}

/** Move files and folders (absolute, below the home) to the trash, as one entry. */
export async function moveToTrash(home: string, at: number, removed: Removed, paths: readonly string[]): Promise<void> {
  const files = paths.map((path) => nameIn(home, path))
  // The entry is written first: a process that dies in between leaves nothing that nobody knows of.
  const folder = await writeEntry(home, at, { ...removed, path: nameIn(home, removed.path), files })
  for (const path of paths) {
    const target = join(folder, 'files', ...nameIn(home, path).split('/'))
    await mkdir(dirname(target), { recursive: true, mode: folderMode })
    await rename(path, target).catch((error: unknown) => unlessMissing(error))
  }
  await syncDir(join(folder, 'files'))
}

const nameIn = (home: string, path: string): string => relative(home, path).split(sep).join('/')

async function writeEntry(home: string, at: number, entry: Omit<TrashEntry, 'id' | 'at'>): Promise<string> {
  const stamp = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
  const folder = join(trashFolder(home), `${stamp}-${randomSuffix().slice(0, 6)}`)
  await ensureDir(folder)
  await writeAtomic(join(folder, 'entry.json'), stateText({ at, ...entry }))
  return folder
}

/** Return the entries in the trash of a home, the newest first. */
export async function listTrash(home: string): Promise<TrashEntry[]> {
  const names = await readdir(trashFolder(home)).catch(noneWhenMissing)
  const entries = names
    .toSorted()
    .reverse()
    .map((id) => entryAt(home, id))
  return entries.filter((entry) => entry !== undefined)
}

function entryAt(home: string, id: string): TrashEntry | undefined {
  const text = bytesAt(join(trashFolder(home), id, 'entry.json'))
  return text && parseState(text, (value) => entryOf(value, id))
}

function entryOf(value: unknown, id: string): TrashEntry | undefined {
  const { at, by, path, title, files, lines, item } = (value ?? {}) as Partial<TrashEntry>
  const areTexts = (list: unknown) =>
    list === undefined || (Array.isArray(list) && list.every((one) => typeof one === 'string'))
  if (typeof at !== 'number' || typeof path !== 'string' || typeof title !== 'string') return undefined
  if (!areTexts(files) || !areTexts(lines)) return undefined
  return {
    ...{ id, at, by: by === 'sync' ? 'sync' : 'person', path, title },
    ...(files ? { files } : {}),
    ...(lines ? { lines } : {}),
    ...(item ? { item } : {}),
  }
}

/** Put the files of an entry back. False if something is in the place of one: then nothing is moved. */
export async function restoreFiles(home: string, { id, files = [] }: TrashEntry): Promise<boolean> {
  const moves = files.map((name) => [join(trashFolder(home), id, 'files', name), join(home, name)] as const)
  for (const [from, to] of moves) if ((await fileExists(from)) && (await fileExists(to))) return false
  for (const [from, to] of moves) {
    if (!(await fileExists(from))) continue
    await ensureDir(dirname(to))
    await rename(from, to)
  }
  await dropEntry(home, id)
  return true
}

/** Remove an entry for good. */
export const dropEntry = (home: string, id: string): Promise<void> =>
  rm(join(trashFolder(home), basename(id)), { recursive: true, force: true })

/** Remove what has lain long enough. `now` in milliseconds since 1970. */
export async function sweepTrash(home: string, now: number): Promise<void> {
  for (const { id, at } of await listTrash(home)) {
    const path = join(trashFolder(home), id, 'over')
    const seen = Number(bytesAt(path)?.toString() ?? Number.NaN)
    if (now - at < keptMs || seen > now) await rm(path, { force: true })
    else if (Number.isNaN(seen)) await writeAtomic(path, String(now))
    else if (now - seen >= graceMs) await dropEntry(home, id)
  }
}

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}

function noneWhenMissing(error: unknown): string[] {
  if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
  throw error
}
