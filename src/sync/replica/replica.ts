import { chmod } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { ensureDir, fileMode } from '../../std/fs/files.ts'

/** A file as sync knows it. `mark`: of the file when it was last read or written; undefined where it was not there. */
export interface KnownFile {
  path: string
  mark: string | undefined
  /** Changes from elsewhere have to be written to it. */
  waits: boolean
  state: Uint8Array
}

/** Another device. `number`: its newest segment that was taken in; `at`: when that was written, by its clock. */
export interface KnownDevice {
  id: string
  name: string
  number: number
  at: number
}

/** A change that sync made here: what stood in the file before (undefined: it was not there), and after. */
export interface Applied {
  id: number
  at: number
  path: string
  from: string
  before: Uint8Array | undefined
  after: Uint8Array | undefined
}

/** Two values of which only one could stand. `kept` counts now, `other` does not. */
export interface SyncConflict {
  id: number
  at: number
  path: string
  key: string
  kept: string
  other: string
}

/** Changes that are kept for `undo`, at most. */
const mostApplied = 500

/**
 * Database of what this device knows and has shown, beside the state: files, other devices, what waits to be sent, and
 * what was changed here. Everything that belongs together is written in one transaction.
 */
export class Replica {
  readonly #database: DatabaseSync

  private constructor(database: DatabaseSync) {
    this.#database = database
  }

  static async open(path: string): Promise<Replica> {
    const { DatabaseSync } = await import('node:sqlite')
    await ensureDir(dirname(path))
    const database = new DatabaseSync(path)
    await chmod(path, fileMode)
    try {
      prepareTables(database)
    } catch (error) {
      database.close()
      throw error
    }
    return new Replica(database)
  }

  close(): void {
    this.#database.close()
  }

  /** All of it, or nothing. */
  together<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      // A disk that refuses has ended the transaction already.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  number(name: string): number {
    return Number(this.#get('SELECT value FROM numbers WHERE name = ?', name)?.value ?? 0)
  }

  setNumber(name: string, value: number): void {
    this.#run('INSERT OR REPLACE INTO numbers VALUES (?, ?)', name, value)
  }

  text(name: string): string | undefined {
    const value = this.#get('SELECT value FROM texts WHERE name = ?', name)?.value
    return value === undefined ? undefined : String(value)
  }

  setText(name: string, value: string): void {
    this.#run('INSERT OR REPLACE INTO texts VALUES (?, ?)', name, value)
  }

  /** About so many bytes a new telling of everything would take. */
  stateBytes(): number {
    return Number(this.#get('SELECT sum(length(state)) AS bytes FROM files')?.bytes ?? 0)
  }

  /** The marks of all files, by path. */
  marks(): Map<string, string | undefined> {
    return new Map(
      this.#all('SELECT path, mark FROM files').map(({ path, mark }) => [
        String(path),
        mark === null ? undefined : String(mark),
      ]),
    )
  }

  file(path: string): KnownFile | undefined {
    const row = this.#get('SELECT mark, waits, state FROM files WHERE path = ?', path)
    if (!row) return undefined
    return {
      path,
      mark: row.mark === null ? undefined : String(row.mark),
      waits: row.waits === 1,
      state: row.state as Uint8Array,
    }
  }

  keep({ path, mark, waits, state }: KnownFile): void {
    this.#run('INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)', path, mark ?? null, waits ? 1 : 0, state)
  }

  waiting(): string[] {
    return this.#all('SELECT path FROM files WHERE waits = 1 ORDER BY path').map(({ path }) => String(path))
  }

  devices(): KnownDevice[] {
    return this.#all('SELECT * FROM devices ORDER BY id').map((row) => ({
      id: String(row.id),
      name: String(row.name),
      number: Number(row.number),
      at: Number(row.at),
    }))
  }

  meet({ id, name, number, at }: KnownDevice): void {
    this.#run('INSERT OR REPLACE INTO devices VALUES (?, ?, ?, ?)', id, name, number, at)
  }

  /** Paths of the segments of others that were taken in. */
  taken(): Set<string> {
    return new Set(this.#all('SELECT path FROM taken').map(({ path }) => String(path)))
  }

  take(path: string): void {
    this.#run('INSERT OR IGNORE INTO taken VALUES (?)', path)
  }

  /** Forget a segment that its device has made needless. */
  forgetTaken(path: string): void {
    this.#run('DELETE FROM taken WHERE path = ?', path)
  }

  /** A segment of this device; its bytes are kept until the store has them. */
  addOwn(path: string, bytes: Uint8Array): void {
    this.#run('INSERT INTO own VALUES (?, ?, ?)', path, bytes, bytes.length)
  }

  own(): { path: string; isSent: boolean; size: number }[] {
    const rows = this.#all('SELECT path, bytes IS NULL AS sent, size FROM own ORDER BY path')
    return rows.map(({ path, sent, size }) => ({ path: String(path), isSent: sent === 1, size: Number(size) }))
  }

  ownBytes(path: string): Uint8Array | undefined {
    return (this.#get('SELECT bytes FROM own WHERE path = ?', path)?.bytes ?? undefined) as Uint8Array | undefined
  }

  sent(path: string): void {
    this.#run('UPDATE own SET bytes = NULL WHERE path = ?', path)
  }

  /** Forget a segment that newer ones made needless; its name stays known as one's own. */
  forgetOwn(path: string): void {
    this.#run('INSERT OR IGNORE INTO retired VALUES (?)', path)
    this.#run('DELETE FROM own WHERE path = ?', path)
  }

  /** Drop what waits to be sent: everything is told anew later. A killed process may have sent it already. */
  dropOutbox(): void {
    this.#run('INSERT OR IGNORE INTO retired SELECT path FROM own WHERE bytes IS NOT NULL')
    this.#run('DELETE FROM own WHERE bytes IS NOT NULL')
  }

  /** True if this device has written a segment of this path. */
  wrote(path: string): boolean {
    return (
      this.#get('SELECT 1 FROM own WHERE path = ?1 UNION SELECT 1 FROM retired WHERE path = ?1', path) !== undefined
    )
  }

  /**
   * Go on under another id. Everything is told anew; what the old id told is taken in like that of any other device.
   */
  renew(id: string, old: KnownDevice): void {
    for (const table of ['own', 'retired']) this.#run(`DELETE FROM ${table}`)
    for (const name of ['segment', 'base']) this.setNumber(name, 0)
    this.setNumber('retell', 1)
    this.setText('device', id)
    this.meet(old)
  }

  /** Read again what these devices told: something of it was left out. */
  readAgain(devices: readonly string[]): void {
    for (const id of devices) {
      this.#run('UPDATE devices SET number = 0 WHERE id = ?', id)
      this.#run("DELETE FROM taken WHERE path LIKE 'log/' || ? || '/%'", id)
    }
  }

  /** Note what a file is about to show, before it is written; undefined when that is over. */
  intend(path: string, state: Uint8Array | undefined): void {
    if (state) this.#run('INSERT OR REPLACE INTO intended VALUES (?, ?)', path, state)
    else this.#run('DELETE FROM intended WHERE path = ?', path)
    this.#run('DELETE FROM written WHERE path = ?', path)
  }

  /**
   * Note that a file was written, before that is known for good. It survives the end of this process, and is not worth
   * a wait for the disk.
   */
  noteWritten(path: string): void {
    this.#database.exec('PRAGMA synchronous = NORMAL')
    this.#run('INSERT OR IGNORE INTO written VALUES (?)', path)
    this.#database.exec('PRAGMA synchronous = FULL')
  }

  /** True if the process that died had written what it was about to. */
  isWritten(path: string): boolean {
    return this.#get('SELECT 1 FROM written WHERE path = ?', path) !== undefined
  }

  /** Return the bytes that a process which died was about to write to a file. */
  intended(path: string): Uint8Array | undefined {
    return (this.#get('SELECT state FROM intended WHERE path = ?', path)?.state ?? undefined) as Uint8Array | undefined
  }

  note({ at, path, from, before, after }: Omit<Applied, 'id'>): void {
    this.#run(
      'INSERT INTO applied (at, path, source, before, after) VALUES (?, ?, ?, ?, ?)',
      at,
      path,
      from,
      before ?? null,
      after ?? null,
    )
    this.#run('DELETE FROM applied WHERE id <= (SELECT max(id) FROM applied) - ?', mostApplied)
  }

  /** The newest first. */
  applied(count: number): Applied[] {
    return this.#all('SELECT * FROM applied ORDER BY id DESC LIMIT ?', count).map(appliedOf)
  }

  appliedBy(id: number): Applied | undefined {
    const row = this.#get('SELECT * FROM applied WHERE id = ?', id)
    return row && appliedOf(row)
  }

  addConflict({ at, path, key, kept, other }: Omit<SyncConflict, 'id'>): void {
    this.#run(
      'INSERT OR IGNORE INTO conflicts (at, path, key, kept, other) VALUES (?, ?, ?, ?, ?)',
      at,
      path,
      key,
      kept,
      other,
    )
  }

  conflicts(): SyncConflict[] {
    return this.#all('SELECT * FROM conflicts WHERE settled = 0 ORDER BY id').map((row) => ({
      id: Number(row.id),
      at: Number(row.at),
      path: String(row.path),
      key: String(row.key),
      kept: String(row.kept),
      other: String(row.other),
    }))
  }

  settle(id: number): void {
    this.#run('UPDATE conflicts SET settled = 1 WHERE id = ?', id)
  }

  /** All of one setting. */
  settleSetting(path: string, key: string): void {
    this.#run('UPDATE conflicts SET settled = 1 WHERE path = ? AND key = ?', path, key)
  }

  #get(sql: string, ...values: Value[]) {
    return this.#database.prepare(sql).get(...values)
  }
  #all(sql: string, ...values: Value[]) {
    return this.#database.prepare(sql).all(...values)
  }
  #run(sql: string, ...values: Value[]): void {
    this.#database.prepare(sql).run(...values)
  }
}

type Value = string | number | null | Uint8Array

function appliedOf(row: Record<string, unknown>): Applied {
  const bytes = (value: unknown) => (value instanceof Uint8Array ? value : undefined)
  return {
    id: Number(row.id),
    at: Number(row.at),
    path: String(row.path),
    from: String(row.source),
    before: bytes(row.before),
    after: bytes(row.after),
  }
}

/** Throws if the file is no database, or was damaged. */
function prepareTables(database: DatabaseSync): void {
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 10000; PRAGMA secure_delete = ON;
    CREATE TABLE IF NOT EXISTS numbers (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS texts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS files (path TEXT PRIMARY KEY, mark TEXT, waits INTEGER NOT NULL, state BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS devices (id TEXT PRIMARY KEY, name TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS retired (path TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS taken (path TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS intended (path TEXT PRIMARY KEY, state BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS written (path TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS own (path TEXT PRIMARY KEY, bytes BLOB, size INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS applied (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, path TEXT NOT NULL, source TEXT NOT NULL, before BLOB, after BLOB);
    CREATE TABLE IF NOT EXISTS conflicts (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, path TEXT NOT NULL, key TEXT NOT NULL, kept TEXT NOT NULL, other TEXT NOT NULL, settled INTEGER NOT NULL DEFAULT 0, UNIQUE (path, key, other));`)
  const [checked] = database.prepare('PRAGMA quick_check(1)').all()
  if (Object.values(checked ?? {})[0] !== 'ok') throw Object.assign(new Error('damaged'), { errcode: corrupt })
}

/** SQLite's numbers of damage: a malformed database, and a file that is none. */
const [corrupt, notDatabase] = [11, 26]

/** True for the error of a database that has to be made anew. */
export const isDamagedDatabase = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && [corrupt, notDatabase].includes(Number(error.errcode) & 0xff)
