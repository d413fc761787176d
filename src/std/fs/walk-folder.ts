import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Ignore } from 'ignore'
import { fileExists } from './files.ts'

/**
 * Something below a folder. `name` is its path from there, with `/`; `ignored`: a .gitignore says that nobody keeps
 * it.
 */
export interface WalkedEntry {
  path: string
  name: string
  dirent: Dirent
  ignored: boolean
}

export interface WalkOptions {
  /**
   * `name`: a folder before what is in it; `files-first`: what is in a folder before its folders; `breadth`: level by
   * level.
   */
  order: 'name' | 'files-first' | 'breadth'
  /** Levels that are walked; 1 is the folder itself. Default: all. */
  depth?: number
  /** Neither told nor entered. */
  skip?: (path: string, dirent: Dirent) => boolean
  /** Told of a folder that cannot be read, which is passed over; without it that of the outermost folder is thrown. */
  unreadable?: (folder: string, error: unknown) => void
  /** Reads one folder. Default: by its path, whatever that has come to mean since its name was read. */
  read?: (folder: string) => Promise<Dirent[]>
}

/** Folders that tools fill and nobody writes in: told, never entered. */
const generated = new Set(['node_modules', '.git', '.venv', 'venv', '__pycache__', 'target', 'dist', 'build', '.cache'])

/** The patterns of one .gitignore, and the folder that they are read from. */
interface IgnoreFile {
  folder: string
  rules: Ignore
}

interface Level {
  folder: string
  prefix: string
  level: number
  files: readonly IgnoreFile[]
}

/**
 * List what is below a folder, by name. Links are told, never followed. Folders that a .gitignore names, of this
 * folder, of one below or of one above up to the root of the repository, are told and not entered, as are those that
 * tools fill.
 */
export async function* walkFolder(root: string, options: WalkOptions): AsyncGenerator<WalkedEntry> {
  const waiting: Level[] = [{ folder: root, prefix: '', level: 1, files: await ignoreFilesAbove(root) }]
  for (let next = waiting.shift(); next; next = waiting.shift()) yield* walkLevel(next, options, waiting)
}

async function* walkLevel(at: Level, options: WalkOptions, waiting: Level[]): AsyncGenerator<WalkedEntry> {
  const entries = await entriesOf(at, options)
  const files = entries.some(({ name }) => name === '.gitignore')
    ? [...at.files, ...(await ignoreFile(at.folder))]
    : at.files
  const folders: Level[] = []
  for (const dirent of entries) {
    const path = join(at.folder, dirent.name)
    if (options.skip?.(path, dirent)) continue
    const ignored = files.length > 0 && isIgnored(files, path, dirent.isDirectory())
    const name = at.prefix + dirent.name
    yield { path, name, dirent, ignored }
    if (
      !dirent.isDirectory() ||
      ignored ||
      generated.has(dirent.name) ||
      at.level >= (options.depth ?? Number.POSITIVE_INFINITY)
    )
      continue
    const below = { folder: path, prefix: `${name}/`, level: at.level + 1, files }
    if (options.order === 'name') yield* walkLevel(below, options, waiting)
    else folders.push(below)
  }
  if (options.order === 'breadth') waiting.push(...folders)
  else for (const below of folders) yield* walkLevel(below, options, waiting)
}

async function entriesOf({ folder, level }: Level, { order, unreadable, read }: WalkOptions): Promise<Dirent[]> {
  const reading = read ? read(folder) : readdir(folder, { withFileTypes: true })
  const entries = await reading.catch((error: unknown) => {
    if (unreadable) unreadable(folder, error)
    else if (level === 1) throw error
    return []
  })
  const rank = (dirent: Dirent) => (order === 'files-first' && dirent.isDirectory() ? 1 : 0)
  return entries.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
}

/** The .gitignore files of the folders above, outermost first; none where they belong to no repository. */
async function ignoreFilesAbove(root: string): Promise<IgnoreFile[]> {
  const found: IgnoreFile[] = []
  if (await fileExists(join(root, '.git'))) return found
  for (let folder = dirname(root); ; folder = dirname(folder)) {
    found.unshift(...(await ignoreFile(folder)))
    if (await fileExists(join(folder, '.git'))) break
    if (folder === dirname(folder)) return []
  }
  // Whoever names a folder that is ignored wants what is in it.
  return isIgnored(found, root, true) ? [] : found
}

/** Longer files and lines are no patterns that somebody wrote. */
const [mostChars, mostLine] = [100_000, 1_000]

async function ignoreFile(folder: string): Promise<IgnoreFile[]> {
  const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => '')
  if (text === '' || text.length > mostChars) return []
  const { default: ignore } = await import('ignore')
  const lines = text.split(/\r?\n/).filter((line) => line.length <= mostLine)
  return [{ folder, rules: ignore({ ignorecase: false }).add(lines) }]
}

/** The last pattern that matches decides; an inner file comes after an outer one. */
function isIgnored(files: readonly IgnoreFile[], path: string, isFolder: boolean): boolean {
  let ignored = false
  for (const { folder, rules } of files) {
    const name = relative(folder, path).split(sep).join('/') + (isFolder ? '/' : '')
    const found = rules.test(name)
    if (found.ignored) ignored = true
    else if (found.unignored) ignored = false
  }
  return ignored
}
