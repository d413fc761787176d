import { readdirSync, readFileSync, statSync } from 'node:fs'
import { appendFile, copyFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf, fileExists, fileMode, isClosedError, renamePath, syncDir } from './files.ts'
import { refuseNewer } from './format.ts'

/** Fault at one place of a file. Lines of a log that are told here have been passed over, except `changed` ones. */
export interface FileFault {
  /**
   * `broken`: cannot be read. `changed`: not as it was written. `repeated`: there twice, counted once. `missing`:
   * lines before it are gone. `cut`: the end is gone. `gone`: the whole file is. `newer`: a newer version of the
   * program wrote it. `unknown`: it is whole and says nothing. `torn`: half a line at the end, of a writer that was
   * cut off. `closed`: it belongs to somebody else, or the disk refuses to read it.
   */
  kind: 'broken' | 'changed' | 'repeated' | 'missing' | 'cut' | 'gone' | 'newer' | 'unknown' | 'torn' | 'closed'
  /** Its beginning, in bytes. */
  at: number
  /** The text that tells it from other faults of the file. */
  of: string | Buffer
}

/** Damage that was found in a file: told once, by whichever process finds it first. */
export interface FileDamage {
  path: string
  faults: readonly Pick<FileFault, 'kind' | 'at'>[]
  /** Copy of the file as it was found, byte for byte; absent where the disk refused. */
  kept?: string
  /** The file is right again, from a copy that was kept of it. */
  healed?: true
  /** Nothing can be written there, for this reason of the system's: what would be kept is not. */
  refused?: string
}

let found: FileDamage[] = []
let isRefusalTold = false
const listeners = new Set<(damage: FileDamage) => void>()

/** Hears of all damage that this process finds from now on: for a process without a surface of its own. */
export function onDamage(listener: (damage: FileDamage) => void): void {
  listeners.add(listener)
}

/** The damage that this process has found and that nobody has taken yet: whoever takes it tells the person. */
export function takeDamage(): readonly FileDamage[] {
  const taken = found
  found = []
  return taken
}

/** Return true if something that this process has just looked for may not be read: that is not the same as none. */
export const hasClosedFiles = (): boolean => found.some(({ faults }) => faults.some(({ kind }) => kind === 'closed'))

/** Tells of damage that nobody has been told of. */
export function tellDamage(damage: FileDamage): void {
  // A disk that takes nothing refuses everything: that is said once.
  if (damage.refused && isRefusalTold) return
  isRefusalTold ||= damage.refused !== undefined
  found.push(damage)
  for (const listener of listeners) listener(damage)
}

/** Damage as data for its sentence. */
export function damageData({ path, faults, kept, healed, refused }: FileDamage) {
  const kinds: Record<string, number> = {}
  for (const { kind } of faults) kinds[kind] = (kinds[kind] ?? 0) + 1
  return { path, kinds, ...(kept ? { kept } : {}), ...(healed ? { healed } : {}), ...(refused ? { refused } : {}) }
}

const telling = new Set<string>()

/**
 * Tells of the faults of a file that stays where it is, once for all processes; a copy of a damaged one is kept
 * beside it.
 */
export async function tellFaults(path: string, faults: readonly FileFault[]): Promise<void> {
  if (faults.length === 0) return
  const known = toldOf(path)
  const fresh = faults.filter((fault) => {
    const id = idOf(fault)
    const isNew = !known.has(id) && !telling.has(`${path} ${id}`)
    if (isNew) telling.add(`${path} ${id}`)
    return isNew
  })
  if (fresh.length === 0) return
  const kept = fresh.every(({ kind }) => kind === 'newer') ? undefined : await keepCopy(path)
  // The next process tells it again if even this cannot be written.
  await noteTold(path, fresh.map(idOf)).catch(unlessSystem)
  tellDamage({ path, faults: fresh.map(({ kind, at }) => ({ kind, at })), ...(kept ? { kept } : {}) })
}

/**
 * Tell of a file that may not or cannot be read, once in each process: what it holds is missing in every answer, and
 * everything else goes on without it. Throws any other error.
 */
export function tellUnreadable(path: string, error: unknown): void {
  if (!isClosedError(error)) throw error
  const code = codeOf(error)
  if (telling.has(`${path} ${code}`)) return
  telling.add(`${path} ${code}`)
  tellDamage({ path, faults: [{ kind: 'closed', at: 0 }] })
}

async function noteTold(path: string, ids: readonly string[]): Promise<void> {
  refuseNewer(path)
  await appendFile(toldPath(path), ids.map((id) => `${id}\n`).join(''), { mode: fileMode })
}

/** The file that remembers which faults of a file were told. */
export const toldPath = (path: string) => join(dirname(path), `.${basename(path)}.told`)

const idOf = ({ kind, of }: FileFault) => `${kind} ${digestOf(of)}`

function toldOf(path: string): ReadonlySet<string> {
  try {
    return new Set(readFileSync(toldPath(path), 'utf8').split('\n'))
  } catch (error) {
    unlessSystem(error)
    return new Set()
  }
}

/**
 * Copies a file beside itself as `name.damaged-20261121T050312Z` (the time it was last written). Undefined where that
 * cannot be done.
 */
async function keepCopy(path: string): Promise<string | undefined> {
  try {
    refuseNewer(path)
    const { mtime } = statSync(path)
    const before = copiesOf(path)
    // The first copies hold most of what was; of the later ones only the last is kept.
    const target = before.length < mostCopies ? await freeName(path, mtime) : (before.at(-1) as string)
    await copyFile(path, target)
    return target
  } catch (error) {
    unlessSystem(error)
    return undefined
  }
}

/** So many copies of one damaged file are kept. */
const mostCopies = 5

/** The copies of a damaged file, oldest first. */
function copiesOf(path: string): string[] {
  const begins = `${basename(path)}.damaged-`
  const found = readdirSync(dirname(path)).filter((name) => name.startsWith(begins))
  const aged = found.map((name) => ({
    path: join(dirname(path), name),
    at: statSync(join(dirname(path), name)).ctimeMs,
  }))
  return aged.sort((a, b) => a.at - b.at).map((one) => one.path)
}

/** Moves a damaged file aside, byte for byte, and returns its new path: `name.damaged-20261121T050312Z`. */
export async function quarantineFile(path: string, now: Date): Promise<string> {
  refuseNewer(path)
  const target = await freeName(path, now)
  await renamePath(path, target)
  await syncDir(dirname(path))
  return target
}

/** The name under which a damaged file is kept; the first that is free. */
async function freeName(path: string, now: Date): Promise<string> {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '')
  let target = `${path}.damaged-${stamp}`
  for (let n = 2; await fileExists(target); n++) target = `${path}.damaged-${stamp}-${n}`
  return target
}

function unlessSystem(error: unknown): void {
  if (codeOf(error) === undefined) throw error
}

/**
 * Twelve hexadecimal digits of SHA-256: tells one text from another, and what was written from what a disk made of
 * it.
 */
export function digestOf(text: string | Uint8Array): string {
  // Loaded here: it would cost every start 4 ms, and most hash nothing before their first answer.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 12)
}
