import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { realpath, rm, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type FileFault, tellDamage, tellFaults } from './damage.ts'
import { codeOf, fileExists, isMissing, renamePath, writeAtomic } from './files.ts'
import { format, isNewer, newerError, refuseNewer } from './format.ts'

/** Path of the copy of what the program itself last wrote to a file. */
export const backupPath = (path: string) => join(dirname(path), `.${basename(path)}.bak`)

/**
 * Read a JSON file, as `parse` understands it, with a byte order mark and with any line ends; undefined where there is
 * none. One that `parse` does not understand is told and a copy of it kept; it stays for the person to mend, and counts
 * as what `part` finds in it.
 */
export async function readState<T>(
  path: string,
  parse: (value: unknown) => T | undefined,
  part: (value: unknown) => T | undefined = () => undefined,
): Promise<T | undefined> {
  const text = bytesAt(path)
  const value = text && parseState(text, parse)
  if (!text || value !== undefined) return value
  const kind = isNewerText(text) ? 'newer' : 'broken'
  await tellFaults(path, [{ kind, at: 0, of: text }])
  return parseState(text, part)
}

/**
 * True if a value has named fields, and none but these: what a disk or a slip of a hand has renamed is not passed over.
 */
export function isOnly<Name extends string>(
  value: unknown,
  names: readonly Name[],
): value is Partial<Record<Name, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.keys(value).every((name) => (names as readonly string[]).includes(name))
}

/** Read the copy of what the program itself last wrote to a file, if it can be read. */
export function readBackup<T>(path: string, parse: (value: unknown) => T | undefined): T | undefined {
  const text = bytesAt(backupPath(path))
  return text && parseState(text, parse)
}

/**
 * Puts back what the program itself last wrote to a damaged file, of which a copy is kept. It gets the time of the
 * copy: somebody may have written to the file later. False where nothing right was kept.
 */
export async function restoreState(path: string, isRight: (text: Buffer) => boolean): Promise<boolean> {
  const [damaged, text] = [bytesAt(path), bytesAt(backupPath(path))]
  if (!text || !isRight(text)) return false
  if (damaged) await tellFaults(path, [{ kind: 'broken', at: 0, of: damaged }])
  const { mtime } = statSync(backupPath(path))
  const target = await targetOf(path)
  await writeAtomic(target, text)
  await utimes(target, mtime, mtime)
  return true
}

/**
 * Find what a disk or a killed writer made of a text: bytes that nobody types, nothing where something was written,
 * or half a line where the program wrote more.
 */
export function textFaults(bytes: Buffer | undefined, path: string): FileFault[] {
  if (!bytes) return []
  if (bytes.length > 0 && (!isUtf8(bytes) || bytes.includes(0))) return [{ kind: 'broken', at: 0, of: bytes }]
  const isEnded = bytes.length > 0 && bytes.at(-1) === lineEnd
  const written = isEnded ? 0 : (statSync(backupPath(path), { throwIfNoEntry: false })?.size ?? 0)
  if (written <= bytes.length) return []
  const isCut = bytes.length === 0 || bytesAt(backupPath(path))?.subarray(0, bytes.length).equals(bytes)
  return isCut ? [{ kind: 'cut', at: bytes.length, of: bytes.length === 0 ? 'empty' : bytes }] : []
}

const lineEnd = 10

/**
 * Put back the copy of a text that is damaged, and tell it. `isGone`: also of one that is not there. False where
 * nothing was wrong, or no right copy is there. The caller holds the file's lock.
 */
export async function healText(path: string, isRight: (text: Buffer) => boolean, isGone = false): Promise<boolean> {
  const bytes = bytesAt(path)
  if (bytes ? textFaults(bytes, path).length === 0 : !isGone) return false
  const isWhole = (text: Buffer) => text.length > 0 && textFaults(text, path).length === 0 && isRight(text)
  if (!(await restoreState(path, isWhole))) return false
  tellDamage({ path, faults: [], healed: true })
  return true
}

/** A JSON file as people like to edit it, with the version of its form. */
export const stateText = (value: object) => `${JSON.stringify({ v: format, ...value }, null, 2)}\n`

/**
 * Replaces a file of the program's own, and keeps its content once more. A link stays one: what it leads to is
 * replaced. Throws where a newer version has written it.
 */
export async function writeState(path: string, text: string | Uint8Array): Promise<void> {
  refuseNewer(path)
  if (path.endsWith('.json') && isNewerText(bytesAt(path))) throw newerError(path)
  await keepGoodBackup(path)
  // An empty file beside a copy that is not reads as damage: then the copy goes first.
  if (text.length === 0) await removeBackup(path)
  await writeAtomic(await targetOf(path), text)
  // The file itself is written: without a copy it can only not be mended, while an old one would be taken for what is
  // missing.
  await writeAtomic(backupPath(path), text).catch(async (error: unknown) => {
    if (codeOf(error) === undefined) throw error
    await removeBackup(path)
  })
}

/** The copy of a file that is damaged or gone may be all that is left of it: it is kept aside before it is replaced. */
async function keepGoodBackup(path: string): Promise<void> {
  const [bytes, copy] = [bytesAt(path), bytesAt(backupPath(path))]
  if (!copy || copy.length === 0 || copy.includes(0)) return
  const isBroken = bytes && path.endsWith('.json') && parseState(bytes, (value) => value ?? undefined) === undefined
  if (bytes && !isBroken && textFaults(bytes, path).length === 0) return
  const kept = await keptName(path)
  await renamePath(backupPath(path), kept)
  tellDamage({ path, faults: [{ kind: bytes ? 'broken' : 'gone', at: 0 }], kept })
}

async function keptName(path: string): Promise<string> {
  for (let count = 1; ; count++) {
    const name = `${path}.kept-${count}`
    if (!(await fileExists(name))) return name
  }
}

const removeBackup = (path: string) => rm(backupPath(path), { force: true }).catch(() => {})

/** Target of a link; the path itself where it is none, or leads to nothing. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (isMissing(error)) return path
    throw error
  }
}

/** The value of a JSON text, undefined where there is none or `parse` does not understand it. */
export function parseState<T>(text: Buffer, parse: (value: unknown) => T | undefined): T | undefined {
  try {
    const value: unknown = JSON.parse(utf8.decode(text))
    return isNewer(value) ? undefined : parse(value)
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') return undefined
    throw error
  }
}

/** True if a JSON text says that a later version of the program wrote it. */
export function isNewerText(text: Buffer | undefined): boolean {
  try {
    return text !== undefined && isNewer(JSON.parse(text.toString()))
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The bytes of a file; undefined where there is none. */
export function bytesAt(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
