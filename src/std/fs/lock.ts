import { readdirSync, statSync } from 'node:fs'
import { link, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sleep } from '../abort.ts'
import { identifyProcess, isAlive, type ProcessId } from '../process/process-id.ts'
import { codeOf, ensureDir, fileMode, isMissing, randomSuffix } from './files.ts'
import { refuseNewer } from './format.ts'
import type { Holder, LockClaim } from './lock-claim.ts'
import { sharedPlace, withSharedLock } from './shared-folder.ts'

/** Folder of the lock of a path. */
export function lockFolder(path: string): string {
  return join(dirname(path), '.locks', basename(path))
}

/** Tries once. Returns the claim, or who holds the lock. */
export async function claimLock(path: string, self: ProcessId, note?: string): Promise<LockClaim | { heldBy: Holder }> {
  refuseNewer(path)
  const place = sharedPlace(path)
  if (place) return place.folder.claim(place.name, note)
  const folder = lockFolder(path)
  await ensureDir(folder)
  while (true) {
    const top = highestEpoch(folder)
    const holder = top === 0 ? undefined : await readHolder(folder, top)
    if (holder === 'gone') {
      await sleep(1)
      continue
    }
    if (holder && !owed.has(join(folder, String(top))) && (await isAlive(holder))) return { heldBy: holder }
    const epoch = top + 1
    const content = JSON.stringify({ ...self, epoch, ...(note === undefined ? {} : { note }) })
    if (!(await linkInto(folder, epoch, content))) continue
    // A slow process may have linked a number that others have passed and cleared meanwhile: the highest one counts.
    if (highestEpoch(folder) > epoch) {
      await unlink(join(folder, String(epoch))).catch(ignoreMissing)
      continue
    }
    await clearBelow(folder, epoch)
    owed.delete(join(folder, String(top)))
    return {
      epoch,
      ...(holder?.note === undefined ? {} : { before: holder.note }),
      isOurs: async () => highestEpoch(folder) === epoch,
      release: () => giveBack(folder, epoch),
    }
  }
}

/** Return the living holder of the lock of a path; takes nothing and changes nothing. */
export async function holderOf(path: string): Promise<Holder | undefined> {
  const place = sharedPlace(path)
  if (place) return place.folder.holder(place.name)
  const folder = lockFolder(path)
  try {
    const top = highestEpoch(folder)
    const holder = top === 0 ? undefined : await readHolder(folder, top)
    if (holder === 'gone') return await holderOf(path)
    return holder && (await isAlive(holder)) ? holder : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Thrown by `withLock` when the lock stays taken. */
export class LockBusy extends Error {
  override name = 'LockBusy'
  readonly holder: Holder
  readonly path: string
  constructor(path: string, holder: Holder) {
    super(`${path} is locked by process ${holder.pid}`)
    this.holder = holder
    this.path = path
  }
}

let self: Promise<ProcessId> | undefined

/**
 * Runs `work` while this process alone holds the lock of `path`; waits up to `waitMs` (10 s) for another holder, then
 * throws LockBusy. A holder that died is replaced at once.
 */
export async function withLock<T>(path: string, work: (epoch: number) => Promise<T>, waitMs = 10_000): Promise<T> {
  const place = sharedPlace(path)
  if (place) return withSharedLock(place, work, waitMs)
  self ??= identifyProcess(process.pid).then((who) => who ?? { pid: process.pid, started: 'unknown' })
  const deadline = performance.now() + waitMs
  for (let pause = 1; ; pause = Math.min(pause * 2, 20)) {
    const result = await claimLock(path, await self)
    if ('heldBy' in result) {
      if (performance.now() > deadline) throw new LockBusy(path, result.heldBy)
      await sleep(pause * (0.5 + Math.random()))
      continue
    }
    try {
      return await work(result.epoch)
    } finally {
      await result.release()
    }
  }
}

/**
 * The number of the newest holder; 0 where there was none, or the folder was removed with what it guards. Whoever
 * writes a line asks for it first: the folder holds one name or two, and waiting for a thread of the pool would cost
 * ten times what looking does.
 */
function highestEpoch(folder: string): number {
  try {
    // Fifteen digits: beyond 2^53 there is no next number, and no holder ever counted so far.
    return readdirSync(folder).reduce((top, name) => (/^\d{1,15}$/.test(name) ? Math.max(top, Number(name)) : top), 0)
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

/**
 * Locks that this process gave back and that a disk refused to let go of: the next claim here knows that they are
 * free.
 */
const owed = new Set<string>()

/**
 * A disk that refuses must not leave the lock with a process that lives on: then the file goes instead, or at least
 * our claim to it.
 */
async function giveBack(folder: string, epoch: number): Promise<void> {
  const path = join(folder, String(epoch))
  try {
    await replaceEpoch(folder, epoch, JSON.stringify({ epoch, released: true }))
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    await unlink(path).catch((again) => {
      unlessSystem(again)
      if (!isMissing(again)) owed.add(path)
    })
  }
}

/** The holder in file `epoch`; undefined when it released the lock; 'gone' when the file was cleared meanwhile. */
async function readHolder(folder: string, epoch: number): Promise<Holder | undefined | 'gone'> {
  const path = join(folder, String(epoch))
  try {
    const text = await readFile(path, 'utf8')
    if (text === '' && ageMs(path) < writingMs) return 'gone'
    const content = JSON.parse(text)
    // Without a process it names nobody who could give it back.
    return content?.released || typeof content?.pid !== 'number' ? undefined : content
  } catch (error) {
    if (isMissing(error)) return 'gone'
    // Not JSON: a machine crash cut it, so whoever wrote it is gone with that boot.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * A holder's file may be empty for so long, in milliseconds: made and not written yet, on file systems without links.
 */
const writingMs = 2_000

function ageMs(path: string): number {
  const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return at === undefined ? Number.POSITIVE_INFINITY : performance.timeOrigin + performance.now() - at
}

/** Answers of exFAT, some network drives and Android instead of making a hard link. */
const noLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES', 'EINVAL']

async function linkInto(folder: string, epoch: number, content: string): Promise<boolean> {
  const temporary = await writeTemporary(folder, content)
  const path = join(folder, String(epoch))
  try {
    await link(temporary, path).catch((error) => {
      if (!noLinks.includes(codeOf(error) ?? '')) throw error
      return writeFile(path, content, { mode: fileMode, flag: 'wx' })
    })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    // One file too many does no harm; a lock that was taken and not told would.
    await unlink(temporary).catch(unlessSystem)
  }
}

async function replaceEpoch(folder: string, epoch: number, content: string): Promise<void> {
  await rename(await writeTemporary(folder, content), join(folder, String(epoch)))
}

async function writeTemporary(folder: string, content: string): Promise<string> {
  const path = join(folder, `.${randomSuffix()}`)
  await writeFile(path, content, { mode: fileMode, flag: 'wx' })
  return path
}

/** Whoever made a temporary file so long ago, in milliseconds, was killed before it could use it. */
const abandonedMs = 60_000

async function clearBelow(folder: string, epoch: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const isOver = /^\d+$/.test(name)
      ? Number(name) < epoch
      : name.startsWith('.') && ageMs(join(folder, name)) > abandonedMs
    if (isOver) await unlink(join(folder, name)).catch(unlessSystem)
  }
}

function unlessSystem(error: unknown): void {
  if (codeOf(error) === undefined) throw error
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
