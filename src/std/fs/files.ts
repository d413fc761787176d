import { constants, statSync } from 'node:fs'
import { appendFile, chown, type FileHandle, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { refuseNewer } from './format.ts'
import { noteChange, noteTree, sharedFilesBelow, sharedPlace } from './shared-folder.ts'
import { writerTag } from './writer-tag.ts'

/** Everything the program writes is for its owner alone (SPEC §12). */
export const fileMode = 0o600
export const folderMode = 0o700

/**
 * A part of a file's name that nobody else chooses. No secret: `node:crypto`, 4 ms of every start, is not needed for
 * it.
 */
export const randomSuffix = () => Math.random().toString(36).slice(2, 14)

/** The text of a file, or undefined where there is none. Other errors are thrown. */
export async function readTextIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Makes a folder and its parents, mode 0700. */
export async function ensureDir(path: string): Promise<void> {
  refuseNewer(path)
  if (!isFolder(path)) await mkdirStep(path)
}

/** Tries for a folder whose parent is there, and said to be missing: others may make and remove it meanwhile. */
const mkdirTries = 20

/**
 * Step by step: `recursive` tells a disk that takes nothing as a missing folder, and never ends where a folder that
 * is there says so (/proc).
 */
async function mkdirStep(path: string, tries = mkdirTries): Promise<void> {
  try {
    await mkdir(path, { mode: folderMode })
    const [{ uid }, owner] = [statSync(path), statSync(dirname(path))]
    if (uid === root && owner.uid !== root) await chown(path, owner.uid, owner.gid)
  } catch (error) {
    if (isFolder(path)) return
    const parent = dirname(path)
    if (codeOf(error) !== 'ENOENT' || parent === path || tries === 0) throw error
    if (!(await fileExists(parent))) await mkdirStep(parent)
    await mkdirStep(path, tries - 1)
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false // Making it says why.
  }
}

/**
 * Replaces a file as one step: temporary file beside it, fsync, rename, fsync of the folder. After it resolves the
 * new content survives a power cut; until then the old one is untouched. On failure the temporary file is removed.
 * `exact`: the umask does not count.
 */
export async function writeAtomic(path: string, data: FileData, mode = fileMode, exact = false): Promise<void> {
  // The copy of a shared folder is made anew after a power cut: its store keeps what was written.
  const isCopy = sharedPlace(path) !== undefined
  await replaceFile(path, data, { mode, exact, sync: !isCopy })
  if (isCopy) return
  // The file is replaced by now: what is done must not be told as failed, though a disk that fails twice may forget
  // it with a power cut.
  await syncDir(dirname(path)).catch(() => syncDir(dirname(path)).catch(unlessSystem))
}

/**
 * The same without waiting for the disk. After it resolves the new content survives the end of this process, also a
 * kill; a power cut only after `makeDurable`.
 */
export const writeUnsynced = (path: string, data: string): Promise<void> =>
  replaceFile(path, data, { mode: fileMode, exact: false, sync: false })

/** Makes the content of a file, and that it is there, survive a power cut. */
export async function makeDurable(path: string): Promise<void> {
  if (sharedPlace(path)) return
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await syncDir(dirname(path))
}

/** Content of a file, at once or in pieces. */
type FileData = string | Uint8Array | AsyncIterable<string>

async function replaceFile(path: string, data: FileData, how: { mode: number; exact: boolean; sync: boolean }) {
  refuseNewer(path)
  const temporary = join(dirname(path), `.${basename(path)}.${randomSuffix().slice(0, 6)}-${writerTag()}.tmp`)
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL
  try {
    const file = await open(temporary, flags, how.mode)
    try {
      // The umask may have taken bits from a mode that a file had before.
      if (how.exact) await file.chmod(how.mode)
      await giveToOwner(file, dirname(path))
      await file.writeFile(data)
      if (how.sync) await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await unlink(temporary).catch(() => {})
    throw error
  }
  await noteChange(path, 'written')
}

/**
 * Give a file to whoever owns its folder: what root writes in somebody's home (`sudo`) must not shut them out. Only
 * root can; others own what they write.
 */
export async function giveToOwner(file: FileHandle, folder: string): Promise<void> {
  const { uid } = await file.stat()
  if (uid !== root) return
  const owner = await stat(folder)
  if (owner.uid !== root) await file.chown(owner.uid, owner.gid)
}

const root = 0

/** Leaves what the system refuses; anything else is a bug. */
export function unlessSystem(error: unknown): undefined {
  if (codeOf(error) === undefined) throw error
}

/** Removes one file. Throws where there is none. */
export async function removeFile(path: string): Promise<void> {
  refuseNewer(path)
  await unlink(path)
  await noteChange(path, 'removed')
}

/** Adds text at the end of a file, which is made where there is none. */
export async function appendText(path: string, text: string): Promise<void> {
  refuseNewer(path)
  await appendFile(path, text, { mode: fileMode })
  await noteChange(path, { added: Buffer.from(text) })
}

/** Gives a file or a folder another name, in one step. Throws where there is none. */
export async function renamePath(from: string, to: string): Promise<void> {
  const names = statSync(from).isDirectory() ? sharedFilesBelow(from) : ['']
  await rename(from, to)
  await noteTree(to, names, 'written')
  await noteTree(from, names, 'removed')
}

/** Makes a rename, creation or removal in a folder durable. */
export async function syncDir(path: string): Promise<void> {
  let folder: FileHandle | undefined
  try {
    folder = await open(path, 'r')
    await folder.sync()
  } catch (error) {
    // Some file systems refuse to fsync a folder (EINVAL, ENOTSUP, EISDIR on Windows): nothing better can be done
    // there.
    if (!['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR'].includes(codeOf(error) ?? '')) throw error
  } finally {
    await folder?.close()
  }
}

/** True if there is something at a path; what may not be looked at is there. */
export async function fileExists(path: string): Promise<boolean> {
  try {
    // Waiting for a thread of the pool, and an error with its stack, cost thirty times what the look does.
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    return !isMissing(error)
  }
}

/** Bytes of a file; 0 where there is none. */
export async function sizeOf(path: string): Promise<number> {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** The number of the file that is at a path now, which another one in its place has not; 0 where there is none. */
export const inodeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.ino ?? 0

/** The system's error code (`ENOENT`, `EACCES` …) of anything thrown. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** True for "there is no such file or folder". */
export function isMissing(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** True for "this belongs to somebody else", and for a disk that refuses to read. */
export const isClosedError = (error: unknown): boolean => ['EACCES', 'EPERM', 'EIO'].includes(codeOf(error) ?? '')
