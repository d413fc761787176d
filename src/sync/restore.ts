import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { ensureDir, fileExists, fileMode, isMissing, randomSuffix, syncDir, writeAtomic } from '../std/fs/files.ts'
import { format } from '../std/fs/format.ts'
import { holderOf, LockBusy, withLock } from '../std/fs/lock.ts'
import { bytesAt, parseState } from '../std/fs/state-file.ts'
import { backupFormat, type Manifest, manifestName } from './backup.ts'
import { decryptStream, isEncrypted, splitHead, Undecipherable } from './encryption.ts'
import { type Places, placeOf, rootsOf, stagePrefix } from './kept-files.ts'
import { removePrograms, removeRights } from './staged-rights.ts'
import { unpackFiles } from './tar.ts'

/** `locked`: encrypted, and there is no passphrase, or a wrong one. `newer`: a newer version of the program made it. */
export type BackupFault = 'no-backup' | 'locked' | 'cut-off' | 'changed' | 'newer' | 'large'

/** A file that is no whole backup of this program. */
export class BadBackup extends Error {
  override name = 'BadBackup'
  readonly fault: BackupFault
  constructor(fault: BackupFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

export interface ReadBackupOptions {
  path: string
  passphrase?: string
  signal: AbortSignal
}

/** A file may become so much larger when it is unpacked: journals and pages become ten to fifty times. */
const [leastRoom, mostRatio] = [1 << 30, 200]

/** The part of a disk's free space that a restore may take. */
const mostOfDisk = 0.9

/** Two do not restore at once. */
const ownLock = 'restore'

/** Longer lists of files are no backup's: 64 MB are about 400,000 files. */
const mostManifest = 64 << 20

/** True if a file is encrypted. Rejects with errors of the file system. */
export async function isEncryptedBackup(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return isEncrypted(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/**
 * Reads a backup from end to end and compares every byte with what it says of itself. Rejects with `BadBackup` and
 * errors of the file system.
 */
export function checkBackup(options: ReadBackupOptions): Promise<Manifest> {
  return readBackup(options, async () => undefined)
}

/**
 * Puts a backup in the place of what is here. All of it is read and checked first; what was here is moved to
 * `backups` in the home and comes back where anything fails. Queues, indexes, models and caches stay. Returns where
 * the old files are, if there were any. `without`: `rights` leaves out what says who may do what, `programs` also what
 * runs or is obeyed. Rejects with `BadBackup`, `LockBusy` while another process uses the home, and errors of the file
 * system.
 */
export async function restoreBackup(
  options: ReadBackupOptions & { places: Places; stamp: string; without?: 'rights' | 'programs' },
): Promise<{ manifest: Manifest; before?: string }> {
  const { places } = options
  await ensureDir(places.home)
  return withLock(join(places.home, ownLock), async () => {
    await finishAlone(places)
    // One that was killed left what it had read so far.
    for (const name of await readdir(places.home))
      if (name.startsWith(stagePrefix)) await rm(join(places.home, name), { recursive: true, force: true })
    return restoreAlone(options)
  })
}

async function restoreAlone(options: Parameters<typeof restoreBackup>[0]): ReturnType<typeof restoreBackup> {
  const { places, stamp } = options
  const stage = join(places.home, `${stagePrefix}${randomSuffix()}`)
  try {
    const manifest = await readBackup({ ...options, into: places.home }, async (name) => {
      const path = join(stage, ...name.split('/'))
      await ensureDir(dirname(path))
      return path
    })
    if (options.without) await removeRights(stage)
    if (options.without === 'programs') await removePrograms(stage)
    await refuseWhileUsed(places)
    const before = await freeName(join(places.home, 'backups', `before-restore-${stamp}`))
    const plan = { stage: basename(stage), before: basename(before), roots: await rootsOf(places) }
    // From here on whoever comes after a kill finishes it: everything that is to be there was read and is whole.
    await writeAtomic(journalIn(places.home), JSON.stringify(plan))
    await exchange(places, stage, before).finally(() => rm(journalIn(places.home), { force: true }))
    return { manifest, ...((await fileExists(before)) ? { before } : {}) }
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** The files that a restore is about to move, until it is done. */
interface RestorePlan {
  stage: string
  before: string
  roots: readonly string[]
}

const journalIn = (home: string): string => join(home, `${stagePrefix}journal.json`)

/** True if a restore was killed while it moved files: `finishRestore` comes first then. */
export const isRestoreCut = (home: string): boolean => existsSync(journalIn(home))

/**
 * Finish a restore that was killed while it moved files. False where there is none. Rejects with `LockBusy` while one
 * runs, and errors of the file system.
 */
export async function finishRestore(places: Places): Promise<boolean> {
  return withLock(join(places.home, ownLock), () => finishAlone(places))
}

async function finishAlone(places: Places): Promise<boolean> {
  const { home } = places
  const text = bytesAt(journalIn(home))
  const plan = text && parseState(text, planOf)
  if (!plan) return false
  const [stage, before] = [join(home, plan.stage), join(home, 'backups', plan.before)]
  for (const name of plan.roots) await moveOnce(join(home, name), join(before, 'home', name))
  for (const name of await readdir(join(stage, 'home')).catch(noneWhenMissing)) {
    // Somebody has written there since: that is kept beside what was there before.
    await moveOnce(join(home, name), join(before, 'since', name))
    await moveOnce(join(stage, 'home', name), join(home, name))
  }
  for (const folder of ['config', 'state'] as const)
    for (const name of await readdir(join(stage, folder)).catch(noneWhenMissing))
      await replaceSingle(`${folder}/${name}`, { places, stage, before, undo: [] })
  await syncDir(home)
  await rm(journalIn(home), { force: true })
  await rm(stage, { recursive: true, force: true })
  return true
}

function planOf(value: unknown): RestorePlan | undefined {
  const { stage, before, roots } = (value ?? {}) as Partial<RestorePlan>
  const isOwn = typeof stage === 'string' && stage.startsWith(stagePrefix) && basename(stage) === stage
  const isName = typeof before === 'string' && basename(before) === before
  return isOwn && isName && Array.isArray(roots) ? { stage, before, roots } : undefined
}

/** Moves what was not moved yet. */
async function moveOnce(from: string, to: string): Promise<void> {
  if (!(await fileExists(from)) || (await fileExists(to))) return
  await ensureDir(dirname(to))
  await rename(from, to)
}

/** Reads all of it; where `place` gives a path, a file is written there. */
async function readBackup(
  options: ReadBackupOptions & { into?: string },
  place: (name: string) => Promise<string | undefined>,
): Promise<Manifest> {
  const found = new Map<string, { size: number; sha256: string }>()
  let manifest: Manifest | undefined
  const room = await roomFor(options)
  try {
    for await (const { name, bytes } of unpackFiles(withinRoom(plainBytes(options), room))) {
      options.signal.throwIfAborted()
      if (manifest || found.has(name)) throw new BadBackup('changed')
      if (name === manifestName) manifest = manifestOf(await textOf(bytes))
      else if (!placeOf(name, noPlaces)) throw new BadBackup('changed')
      else found.set(name, await writeStaged(bytes, await place(name)))
    }
  } catch (error) {
    throw faultOf(error, found.size > 0)
  }
  if (!manifest) throw new BadBackup(found.size > 0 ? 'cut-off' : 'no-backup')
  const isWhole = manifest.files.every(({ name, size, sha256 }) => {
    const file = found.get(name)
    return file?.size === size && file.sha256 === sha256
  })
  if (!isWhole || manifest.files.length !== found.size) throw new BadBackup('changed')
  return manifest
}

/**
 * Return how many bytes may come out of a backup: so many times its size, and no more than the disk has free that they
 * are written to.
 */
async function roomFor({ path, into }: ReadBackupOptions & { into?: string }): Promise<number> {
  const most = Math.max(leastRoom, (await stat(path)).size * mostRatio)
  if (into === undefined) return most
  const { bavail, bsize } = await statfs(into)
  return Math.min(most, bavail * bsize * mostOfDisk)
}

async function* withinRoom(bytes: AsyncIterable<Uint8Array>, room: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > room) throw new BadBackup('large')
    yield chunk
  }
}

/** A backup's names are judged by themselves. */
const noPlaces: Places = {
  home: '/h',
  config: '/c/config.json',
  secrets: '/c/secrets.json',
  state: '/s',
  cache: '/k',
  runtime: '/r',
}

async function* plainBytes({ path, passphrase }: ReadBackupOptions): AsyncGenerator<Uint8Array> {
  const { head, rest } = await splitHead(createReadStream(path), 64)
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield head
    yield* rest
  }
  if (isEncrypted(head) && passphrase === undefined) throw new BadBackup('locked')
  const bytes = isEncrypted(head) ? decryptStream(whole(), passphrase ?? '') : whole()
  const gunzip = createGunzip()
  const feeding = (async () => {
    for await (const chunk of bytes)
      if (!gunzip.write(chunk)) await new Promise((resolve) => gunzip.once('drain', resolve))
    gunzip.end()
  })().catch((error: Error) => gunzip.destroy(error))
  for await (const chunk of gunzip) yield chunk
  await feeding
}

function faultOf(error: unknown, isBegun: boolean): unknown {
  if (error instanceof BadBackup) return error
  if (error instanceof Undecipherable)
    return new BadBackup(error.message.startsWith('wrong') ? 'locked' : 'changed', error)
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? ''
  if (code === 'Z_BUF_ERROR') return new BadBackup('cut-off', error)
  if (code.startsWith('Z_')) return new BadBackup(isBegun ? 'changed' : 'no-backup', error)
  // Errors of the archive reader have no code; those of the system have one.
  if (error instanceof Error && code === '' && error.name !== 'AbortError')
    return new BadBackup(isBegun ? 'changed' : 'no-backup', error)
  return error
}

function manifestOf(text: string): Manifest {
  const read = JSON.parse(text) as Manifest
  if (read.format > backupFormat || read.home > format) throw new BadBackup('newer')
  const { left = [] } = read
  const isList = Array.isArray(left) && left.every((name) => typeof name === 'string')
  if (!Array.isArray(read.files) || !isList) throw new BadBackup('changed')
  return read
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > mostManifest) throw new BadBackup('changed')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

async function writeStaged(
  bytes: AsyncIterable<Uint8Array>,
  path: string | undefined,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  const file = path === undefined ? undefined : await open(path, 'wx', fileMode)
  let size = 0
  try {
    for await (const chunk of bytes) {
      size += chunk.length
      hash.update(chunk)
      await file?.writeFile(chunk)
    }
    await file?.sync()
  } finally {
    await file?.close()
  }
  return { size, sha256: hash.digest('hex') }
}

/** Throws `LockBusy` while any other process holds anything of this home. */
async function refuseWhileUsed({ home, state }: Places): Promise<void> {
  for (const folder of [home, join(home, 'conversations'), state])
    for (const name of await readdir(join(folder, '.locks')).catch(noneWhenMissing)) {
      const holder = name === ownLock ? undefined : await holderOf(join(folder, name))
      if (holder) throw new LockBusy(join(folder, name), holder)
    }
}

/** Puts what is staged in the place of what is here, which goes to `before`; on a failure everything is as it was. */
async function exchange(places: Places, stage: string, before: string): Promise<void> {
  const undo: (() => Promise<unknown>)[] = []
  const move = async (from: string, to: string) => {
    await ensureDir(dirname(to))
    await rename(from, to)
    undo.push(() => rename(to, from))
  }
  try {
    for (const name of await rootsOf(places)) await move(join(places.home, name), join(before, 'home', name))
    for (const name of await readdir(join(stage, 'home')).catch(noneWhenMissing))
      await move(join(stage, 'home', name), join(places.home, name))
    for (const folder of ['config', 'state'] as const)
      for (const name of await readdir(join(stage, folder)).catch(noneWhenMissing))
        await replaceSingle(`${folder}/${name}`, { places, stage, before, undo })
    await syncDir(places.home)
  } catch (error) {
    for (const back of undo.reverse()) await back().catch(() => {})
    throw error
  }
}

/** A single file, which may lie on another disk than the home. */
async function replaceSingle(
  name: string,
  { places, stage, before, undo }: { places: Places; stage: string; before: string; undo: (() => Promise<unknown>)[] },
): Promise<void> {
  const path = placeOf(name, places)
  if (path === undefined) return
  const old = await readFile(path).catch((error) => noneWhenMissing(error) && undefined)
  const kept = join(before, ...name.split('/'))
  if (old && !(await fileExists(kept))) {
    // A draft that a kill leaves goes with the stage.
    const draft = join(stage, 'old', ...name.split('/'))
    for (const one of [draft, kept]) await ensureDir(dirname(one))
    await writeAtomic(draft, old)
    await rename(draft, kept)
    await syncDir(dirname(kept))
  }
  await ensureDir(dirname(path))
  await writeAtomic(path, await readFile(join(stage, ...name.split('/'))))
  undo.push(() => (old ? writeAtomic(path, old) : rm(path, { force: true })))
}

async function freeName(path: string): Promise<string> {
  for (let at = 1; ; at++) {
    const name = at === 1 ? path : `${path}-${at}`
    if (!(await fileExists(name))) return name
  }
}

function noneWhenMissing(error: unknown): string[] {
  if (isMissing(error)) return []
  throw error
}
