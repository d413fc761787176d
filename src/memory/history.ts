import { statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Id } from '../protocol/index.ts'
import { FileCache } from '../std/fs/file-cache.ts'
import { ensureDir } from '../std/fs/files.ts'
import { withLock } from '../std/fs/lock.ts'
import { openTwinLog, readTwinLog, writeTwinLog } from '../std/fs/mirrored-log.ts'
import { onDisk } from './storage-failure.ts'
import type { Change } from './store.ts'

/**
 * Source of a change of memory: a person's command, a model's tool call, fact extraction after a turn, or a summary of
 * the window.
 */
export type ChangeSource = 'person' | 'tool' | 'noticed' | 'kept'

/** A record of the history of memory. Paths are relative to the home, so that a home can be moved. */
export type Record =
  | { v: 1; id: Id; at: number; by: ChangeSource; change: Change; conflicts?: string[] }
  /** A page was replaced by a summary; `left` are the lines of the summary. */
  | { v: 1; id: Id; at: number; compressed: { file: string; snapshot: string; left: string[] } }
  /** A page is too long and nothing shorter was found, or a person brought it back; it is left alone for a while. */
  | { v: 1; id: Id; at: number; whole: { file: string; size: number; byPerson?: true } }
  /**
   * Noted before pages are touched, so that an undo that was cut can be done again; `refused` once a page had been
   * edited since.
   */
  | { v: 1; id: Id; at: number; undoing: Id; refused?: true }
  | { v: 1; id: Id; at: number; undone: Id }
  | { v: 1; id: Id; at: number; settled: Id }

/**
 * Size in bytes above which the history is truncated, and the additions kept then: `forget` takes an older one back,
 * too.
 */
const longest = 512 << 10
/** After so many bytes more it is looked at again. */
const looked = 64 << 10
const kept = 200

/**
 * True if a record is needed however old it is: what was forgotten, contradicted or summarised, and what became of
 * that.
 */
const isLasting = (record: Record): boolean =>
  'change' in record ? record.change.before !== null || record.conflicts !== undefined : !('whole' in record)

/** The version of records. */
const version = 1

function historyPath(home: string): string {
  return join(home, 'memory', '.history.jsonl')
}

/** The part of a history that was read: its records, up to which byte, and of which file. */
interface KnownHistory {
  records: readonly Record[]
  to: number
  file: number | undefined
}

/** Cache of the parsed history: every turn reads it, so that only what was appended since is parsed. */
const known = new FileCache<KnownHistory>(8)

/** The records of a home, oldest first; damaged lines are skipped. */
export async function readHistory(home: string): Promise<readonly Record[]> {
  const path = historyPath(home)
  const { records } = await known.get(path, (before) =>
    onDisk(path, async () => {
      const found = statSync(path, { throwIfNoEntry: false })
      const grown = before !== undefined && found !== undefined && found.ino === before.file && found.size > before.to
      const records: Record[] = grown ? [...before.records] : []
      let to = grown ? before.to : 0
      for await (const line of readTwinLog(path, to, undefined, version)) {
        to = line.to
        if (isRecord(line.value)) records.push(line.value)
      }
      return { records, to, file: found?.ino }
    }),
  )
  return records
}

/** Appends a record; resolves when it is on disk. */
export async function recordHistory(home: string, record: Record): Promise<void> {
  const path = historyPath(home)
  await onDisk(path, async () => {
    await ensureDir(dirname(path))
    await withLock(path, async () => {
      // Lines of a newer version keep it from being written.
      await readHistory(home)
      const log = await openTwinLog(path, version)
      const before = log.size
      await log.append([record], true).finally(log.close)
      // Looked at now and then only: reading all of it takes as long as it is.
      if (log.size < longest || Math.floor(before / looked) === Math.floor(log.size / looked)) return
      const all: object[] = []
      for await (const { value } of readTwinLog(path, 0, undefined, version)) all.push(value)
      // An unknown record may be of another version: it stays.
      const latest = all.filter((record, n) => n >= all.length - kept || !isRecord(record) || isLasting(record))
      // Written anew only where that makes it much shorter, not at every record of a long life.
      if (latest.length * 2 < all.length) await writeTwinLog(path, latest)
    })
  })
}

/** Snapshots of a page that an undo leads back to: those of summaries that were not taken back. */
export async function snapshotsNeeded(home: string, page: string): Promise<Set<string>> {
  const records = await readHistory(home)
  const undone = new Set(records.flatMap((record) => ('undone' in record ? [record.undone] : [])))
  const place = relative(home, page)
  return new Set(
    records.flatMap((record) =>
      'compressed' in record && record.compressed.file === place && !undone.has(record.id)
        ? [record.compressed.snapshot]
        : [],
    ),
  )
}

function isRecord(value: unknown): value is Record {
  if (typeof value !== 'object' || value === null || !('v' in value) || value.v !== version || !('id' in value))
    return false
  return ['change', 'compressed', 'whole', 'undoing', 'undone', 'settled'].some((key) => key in value)
}
