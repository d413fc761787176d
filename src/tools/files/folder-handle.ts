import { constants, type Dirent } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, readlink, realpath, rmdir, unlink } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { codeOf, isMissing } from '../../std/fs/files.ts'
import { isWithin } from '../../std/fs/is-within.ts'
import { confirm, type PathPolicy, refusePath } from './path-policy.ts'

/**
 * An open folder of the policy. What is done to the names in it through `at` happens in this folder and no other,
 * whatever a path comes to mean meanwhile: the system follows /proc/self/fd to what was opened (Linux; openat(2) says
 * why). Elsewhere `at` is the path, and `verify` finds out afterwards.
 */
export interface FolderHandle {
  file: FileHandle
  /** The real path at the time it was opened. */
  real: string
  /** A path for one name in it. */
  at(name: string): string
  /** The folder itself as a path. */
  here: string
  /** False when, on a system without /proc, the path has come to mean another folder since. */
  verify(): Promise<boolean>
}

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

/**
 * Opens a folder by its real path, and refuses it when it lies outside of the policy. Whoever opens it closes `file`.
 */
async function openFolder(real: string, path: string, policy: PathPolicy): Promise<FolderHandle> {
  return handleOf(await open(real, folderFlags), real, path, policy)
}

async function handleOf(file: FileHandle, real: string, path: string, policy: PathPolicy): Promise<FolderHandle> {
  try {
    const stat = await file.stat()
    await confirm(file, stat, path, policy, real)
    const here = `/proc/self/fd/${file.fd}`
    const hasProc = (await readlink(here).catch(() => undefined)) !== undefined
    return {
      file,
      real,
      here: hasProc ? here : real,
      at: (name) => `${hasProc ? here : real}/${name}`,
      async verify() {
        if (hasProc) return true
        const now = await lstat(await realpath(real).catch(() => sep)).catch(() => undefined)
        return now?.ino === stat.ino && now.dev === stat.dev
      },
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Opens the folder of a name that stands in this one; a link is refused. */
async function openBelow(parent: FolderHandle, name: string, path: string, policy: PathPolicy): Promise<FolderHandle> {
  return handleOf(await open(parent.at(name), folderFlags), join(parent.real, name), path, policy)
}

/**
 * Runs `work` in the folder of `target` (a real path, as `writable` and `entry` give it), and closes the folder
 * again.
 */
export async function inFolderOf<T>(
  target: string,
  path: string,
  policy: PathPolicy,
  work: (folder: FolderHandle, name: string) => Promise<T>,
): Promise<T> {
  const folder = await openFolder(dirname(target), path, policy)
  try {
    return await work(folder, basename(target))
  } finally {
    await folder.file.close()
  }
}

/** Makes the folders above `target` that are missing, each inside the one that was opened before it. */
export async function makeParents(target: string, path: string, policy: PathPolicy): Promise<void> {
  const root = policy.roots.filter((one) => isWithin(target, one)).sort((a, b) => b.length - a.length)[0]
  if (root === undefined) return refusePath('outside', path)
  let folder = await openFolder(root, path, policy)
  try {
    for (const name of relative(root, dirname(target)).split(sep).filter(Boolean)) {
      const next = await openChild(folder, name, path, policy)
      await folder.file.close()
      folder = next
    }
  } finally {
    await folder.file.close()
  }
}

async function openChild(parent: FolderHandle, name: string, path: string, policy: PathPolicy): Promise<FolderHandle> {
  try {
    return await openBelow(parent, name, path, policy)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  await mkdir(parent.at(name)).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  return openBelow(parent, name, path, policy)
}

/** The entries of a folder of the policy, by real path, as they are in the folder that was opened. */
export async function entriesOf(real: string, path: string, policy: PathPolicy): Promise<Dirent[]> {
  const folder = await openFolder(real, path, policy)
  try {
    return await readdir(folder.here, { withFileTypes: true })
  } finally {
    await folder.file.close()
  }
}

/**
 * Removes a folder with all that is in it. Every folder on the way is opened before it is emptied, so that no link is
 * followed.
 */
export async function removeTree(parent: FolderHandle, name: string, path: string, policy: PathPolicy): Promise<void> {
  const folder = await openBelow(parent, name, path, policy)
  try {
    for (const entry of await readdir(folder.here, { withFileTypes: true }))
      await (entry.isDirectory() ? removeTree(folder, entry.name, path, policy) : unlink(folder.at(entry.name)))
  } finally {
    await folder.file.close()
  }
  await rmdir(parent.at(name))
}
