import { readFileSync, statSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type FileFault, tellDamage, tellFaults, toldPath } from './damage.ts'
import { unlessSystem, writeAtomic } from './files.ts'
import { format, newerError, refuseNewer } from './format.ts'
import { type Log, type LogLine, logText, openLog, readLog } from './jsonl.ts'
import { ownSealOf } from './line-digest.ts'
import { bytesAt } from './state-file.ts'

/** Path of the second copy of a log, to which everything is written as well. */
export const twinPath = (path: string) => join(dirname(path), `.${basename(path)}.twin`)

/**
 * A log that nothing may be lost from (money, reminders), written twice: what a disk makes of one is mended from the
 * other. The caller holds its lock. The copy is not awaited on the disk, so that it costs no more than a write.
 */
export async function openTwinLog(path: string, version = format): Promise<Log> {
  if (sizeNow(path) !== sizeNow(twinPath(path))) await healLog(path, version)
  const main = await openLog(path, version)
  const twin = await openLog(twinPath(path), version).catch(unlessSystem)
  return {
    get size() {
      return main.size
    },
    async append(values, durable) {
      await main.append(values, durable)
      await twin?.append(values, false).catch(unlessSystem)
    },
    sync: () => main.sync(),
    async close() {
      await main.close()
      await twin?.close()
    },
  }
}

/** As `readLog`; an end or a whole file that only the copy still has is told as well. */
export async function* readTwinLog(
  path: string,
  from = 0,
  onFaults: (faults: readonly FileFault[]) => Promise<void> | void = (faults) => tellFaults(path, faults),
  version = format,
): AsyncGenerator<LogLine> {
  const copied = sizeNow(twinPath(path)) ?? 0
  const faults: FileFault[] = []
  yield* readLog(path, from, (found) => void faults.push(...found), version)
  faults.push(...cutOf(path, copied))
  if (faults.length > 0) await onFaults(faults)
}

/** Writes a log anew as a whole, and its copy. The caller holds its lock. */
export async function writeTwinLog(path: string, values: readonly object[]): Promise<void> {
  refuseNewer(path)
  const text = logText(values)
  // Without a copy nothing is compared: a process that dies in between leaves no copy of other lines.
  await unlink(twinPath(path)).catch(unlessSystem)
  await writeAtomic(path, text)
  await writeAtomic(twinPath(path), text).catch(unlessSystem)
}

/** Result of mending, in lines: got back from the copy, and left out because nothing could be read of them. */
export interface HealedLog {
  regained: number
  dropped: number
}

/**
 * Makes a log and its copy whole from one another; the log as it was is kept aside where it had faults. The caller
 * holds its lock.
 */
export async function healLog(path: string, version = format): Promise<HealedLog> {
  const [main, twin] = [await linesOf(path, version), await linesOf(twinPath(path), version)]
  if ([...main.faults, ...twin.faults].some(({ kind }) => kind === 'newer')) throw newerError(path)
  const isSameLog =
    twin.lines.size > 0 && (main.lines.size === 0 || [...main.lines.keys()].some((key) => twin.lines.has(key)))
  const cut = isSameLog ? cutOf(path) : []
  const faults = [...main.faults, ...cut]
  if (faults.length === 0) {
    await copyBytes(path)
    return { regained: 0, dropped: 0 }
  }
  await tellFaults(path, faults)
  const all = isSameLog
    ? new Map([...twin.lines, ...[...main.lines].filter(([key]) => !twin.lines.has(key))])
    : main.lines
  const lines = isSameLog ? all : new Map([...all, ...main.changed])
  const regained = [...lines.keys()].filter((key) => !main.lines.has(key) && !main.changed.has(key)).length
  if (isSameLog && twin.faults.length === 0 && all.size === twin.lines.size)
    await writeAtomic(path, readFileSync(twinPath(path)))
  else await writeTwinLog(path, [...lines.values()])
  await unlink(toldPath(path)).catch(unlessSystem)
  const dropped = Math.max(0, main.faults.filter(({ kind }) => kind === 'broken').length - regained)
  if (dropped === 0 && isSameLog) tellDamage({ path, faults: [], healed: true })
  return { regained, dropped }
}

/**
 * Mend a log from its copy if it is damaged, cut or gone. False where nothing was wrong or the copy does not help:
 * then nothing is changed. The caller holds its lock.
 */
export async function mendFromTwin(path: string, version = format): Promise<boolean> {
  const [main, twin] = [await linesOf(path, version), await linesOf(twinPath(path), version)]
  const isNewer = [...main.faults, ...twin.faults].some(({ kind }) => kind === 'newer')
  const isDamaged = main.faults.length > 0 || cutOf(path).length > 0
  const isSame = main.lines.size === 0 || [...main.lines.keys()].some((key) => twin.lines.has(key))
  if (isNewer || !isDamaged || twin.lines.size === 0 || !isSame) return false
  await healLog(path, version)
  return true
}

/** An end or a whole file that only the copy has. */
function cutOf(path: string, copied = sizeNow(twinPath(path)) ?? 0): FileFault[] {
  const size = sizeNow(path)
  if (copied <= (size ?? 0)) return []
  return [{ kind: size === undefined ? 'gone' : 'cut', at: size ?? 0, of: `${size ?? ''} of ${copied}` }]
}

async function copyBytes(path: string): Promise<void> {
  const bytes = bytesAt(path)
  if (bytes) await writeAtomic(twinPath(path), bytes).catch(unlessSystem)
}

interface Lines {
  /** Values by what tells their lines apart: seals, or the text of lines that have none. */
  lines: Map<string, object>
  /** Those that are not as they were written. */
  changed: Map<string, object>
  faults: readonly FileFault[]
}

async function linesOf(path: string, version: number): Promise<Lines> {
  const [lines, changed, faults]: [Lines['lines'], Lines['changed'], FileFault[]] = [new Map(), new Map(), []]
  const bytes = bytesAt(path) ?? Buffer.alloc(0)
  const read: { key: string; from: number; value: object }[] = []
  for await (const { value, from, to } of readLog(path, 0, (found) => void faults.push(...found), version)) {
    const line = bytes.subarray(from, to)
    read.push({ key: ownSealOf(line) ?? line.toString().trim(), from, value })
  }
  const wrong = new Set(faults.filter(({ kind }) => kind === 'changed').map(({ at }) => at))
  for (const { key, from, value } of read) (wrong.has(from) ? changed : lines).set(key, value)
  return { lines, changed, faults }
}

const sizeNow = (path: string) => statSync(path, { throwIfNoEntry: false })?.size
