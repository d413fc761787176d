import type { Dirent } from 'node:fs'
import { lstat, readdir, readFile, readlink, realpath, rename, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../../../std/fs/files.ts'
import { isWithin } from '../../../std/fs/is-within.ts'
import { dependencyFolders, isAutorunName } from '../../files/autorun-files.ts'

/** The state of a working folder before a command runs in it. */
export interface Inventory {
  /**
   * Files and folders that other programs run by themselves, by real path: a link counts as what it leads to inside
   * the folder.
   */
  found: { path: string; folder: boolean }[]
  /** Sockets of other programs. */
  sockets: string[]
  /** Every such name as it is spelled, with the number of its folder, and where it leads if it is a link. */
  names: Map<string, string>
  /** False if the folder is too large to be scanned completely. */
  whole: boolean
}

/** Maximum number of folders that are scanned, from the top down. Measured: 20,000 folders take about half a second. */
const mostFolders = 20_000
/** Number of folders that are read concurrently. */
const atOnce = 32

/** Scans a working folder for files that other programs run automatically, and for sockets. Links are not followed. */
export async function autorunIn(cwd: string): Promise<Inventory> {
  const inventory: Inventory = { found: [], sockets: [], names: new Map(), whole: true }
  let level = [cwd]
  let seen = 0
  while (level.length > 0) {
    seen += level.length
    const next: string[] = []
    for (let at = 0; at < level.length; at += atOnce)
      for (const below of await Promise.all(
        level.slice(at, at + atOnce).map((folder) => lookAt(folder, cwd, inventory)),
      ))
        next.push(...below)
    level = next
    if (seen + level.length > mostFolders) {
      inventory.whole &&= level.length === 0
      level = level.slice(0, Math.max(0, mostFolders - seen))
    }
  }
  return inventory
}

/** Scans one folder and returns the subfolders to scan next. */
async function lookAt(folder: string, cwd: string, inventory: Inventory): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])
  if (isGitFolder(entries)) {
    await note(join(folder, 'HEAD'), undefined, cwd, inventory)
    if (folder !== cwd) {
      inventory.found.push({ path: folder, folder: true })
      return []
    }
  }
  const below: string[] = []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isSocket()) inventory.sockets.push(path)
    else if (isAutorunName(entry.name)) await note(path, entry, cwd, inventory)
    else if (entry.isDirectory() && dependencyFolders.has(entry.name)) inventory.found.push({ path, folder: true })
    else if (entry.isDirectory()) below.push(path)
  }
  return below
}

/** A repository without a working tree looks like this; git takes any such folder for one. */
function isGitFolder(entries: readonly Dirent[]): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => entries.some((entry) => entry.name === name))
}

async function note(path: string, entry: Dirent | undefined, cwd: string, { found, names }: Inventory): Promise<void> {
  names.set(path, await signatureOf(path))
  if (!entry) return
  if (!entry.isSymbolicLink()) {
    found.push({ path, folder: entry.isDirectory() })
    return
  }
  const real = await realpath(path).catch(() => undefined)
  if (real === undefined || real === cwd || !isWithin(real, cwd)) return
  found.push({ path: real, folder: (await lstat(real)).isDirectory() })
}

/**
 * The folder that a name stands in, by its number, and where a link leads: what a person's editor saves keeps both. A
 * number of a link would not do, the next file may get it again.
 */
async function signatureOf(path: string): Promise<string> {
  const [folder, target] = await Promise.all([
    lstat(dirname(path)).catch(() => undefined),
    readlink(path).catch(() => ''),
  ])
  return `${folder?.ino}:${target}`
}

/**
 * Takes the power from what a command has put there meanwhile: it is renamed in its place, nothing is lost. Returns
 * the new names, which `before` knows from then on. A name that stood there before is left alone as long as its folder
 * is the same one, so that what a person saves meanwhile stays.
 */
export async function quarantineAutorun(cwd: string, before: Inventory): Promise<string[]> {
  const after = await autorunIn(cwd)
  const moved: string[] = []
  for (const [path, signature] of after.names) {
    if (before.names.get(path) === signature || (await isPlaceholder(path))) continue
    const to = await freeName(path)
    try {
      await rename(path, to)
      moved.push(to)
      before.names.set(to, await signatureOf(to))
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
  return moved
}

/** The empty `.git` that stands where there is no repository. */
async function isPlaceholder(path: string): Promise<boolean> {
  return path.endsWith('/.git') && (await readdir(path).catch(() => ['?'])).length === 0
}

async function freeName(path: string): Promise<string> {
  for (let at = 0; ; at++) {
    const name = `${path}.blocked${at === 0 ? '' : `-${at}`}`
    if (!(await lstat(name).catch(() => undefined))) return name
  }
}

/**
 * Removes the empty folder that a mount needed, unless a command still runs that is kept out of it: removing a
 * mount's place takes the mount away, too.
 */
export async function removePlaceholder(path: string): Promise<void> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const tables = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/mountinfo`, 'utf8').catch(() => '')))
  const spelled = ` ${path.replaceAll('\\', '\\134').replaceAll(' ', '\\040').replaceAll('\t', '\\011').replaceAll('\n', '\\012')} `
  if (tables.some((table) => table.includes(spelled))) return
  await rmdir(path).catch(() => {})
}
