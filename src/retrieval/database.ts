import { existsSync, statSync } from 'node:fs'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { type FailureCode, fail } from '../protocol/index.ts'

/** Grows when the tables or the analysis change: an index of another number is made anew from its documents. */
const schemaVersion = 1

// Terms are made by `analysis.ts`; the tokenizer only takes them apart at spaces. `content=''`: the passages are not
// kept twice.
const schema = `
  CREATE TABLE IF NOT EXISTS files (id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, size INTEGER NOT NULL, modified REAL NOT NULL, chunks INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS chunks (id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL REFERENCES files(id), line INTEGER NOT NULL, endLine INTEGER NOT NULL, page INTEGER, heading TEXT NOT NULL, text TEXT NOT NULL, digest BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS unread (file INTEGER PRIMARY KEY, pages TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS vectors (digest BLOB PRIMARY KEY, vector BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS chunksOfFile ON chunks(file);
  CREATE VIRTUAL TABLE IF NOT EXISTS terms USING fts5(title, body, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0");
  CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab(terms, 'row');
`

/**
 * A SQLite file with our tables, prepared statements kept by their text. Two processes may write: each waits 10 s for
 * the other.
 */
export class Database {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  private constructor(db: DatabaseSync) {
    this.#db = db
  }

  /**
   * An index where nothing may be written (a disk that is read only, a home of a newer version), as it stands; an
   * empty one in memory where there is none. Throws as `open` does.
   */
  static async openUnwritable(path: string): Promise<Database> {
    const { DatabaseSync } = await import('node:sqlite')
    if (!existsSync(path) || statSync(path).size === 0) return Database.open(':memory:')
    // Without it SQLite makes files beside this one: https://www.sqlite.org/uri.html#uriimmutable
    const place = pathToFileURL(path)
    place.searchParams.set('immutable', '1')
    const db = new DatabaseSync(place, { readOnly: true })
    try {
      if (versionOf(db) !== schemaVersion) throw new WrongVersion()
      return new Database(db)
    } catch (error) {
      db.close()
      throw error
    }
  }

  /**
   * Throws SQLite's error when the file is damaged or no database (`isDamage`), and `WrongVersion` for tables of
   * another time.
   */
  static async open(path: string): Promise<Database> {
    const { DatabaseSync } = await import('node:sqlite')
    const db = new DatabaseSync(path, { timeout: 10_000 })
    try {
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32768')
      const version = versionOf(db)
      if (version !== 0 && version !== schemaVersion) throw new WrongVersion()
      db.exec(schema)
      if (version === 0) db.exec(`PRAGMA user_version = ${schemaVersion}`)
      return new Database(db)
    } catch (error) {
      db.close()
      throw error
    }
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return withFailureName(() => this.#prepare(sql).all(...values)) as Row[]
  }

  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return withFailureName(() => this.#prepare(sql).get(...values)) as Row | undefined
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return withFailureName(() => Number(this.#prepare(sql).run(...values).lastInsertRowid))
  }

  /** All of `work` or nothing of it, also after a crash. */
  transaction(work: () => void): void {
    withFailureName(() => this.#db.exec('BEGIN IMMEDIATE'))
    try {
      work()
      withFailureName(() => this.#db.exec('COMMIT'))
    } catch (error) {
      // After some failures (a full disk) SQLite has rolled back by itself.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      throw error
    }
  }

  /** Changes whenever anybody wrote, here or in another process. */
  version(): string {
    const theirs = Object.values(this.get<Record<string, number>>('PRAGMA data_version') ?? {})[0]
    return `${theirs}:${Object.values(this.get<Record<string, number>>('SELECT total_changes()') ?? {})[0]}`
  }

  /** Reads every page; throws the error of a damaged file where one is not as it was written. */
  check(): void {
    const [first] = this.all<{ quick_check: string }>('PRAGMA quick_check(1)')
    if (first?.quick_check !== 'ok') throw new Damaged(first?.quick_check)
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  #prepare(sql: string): StatementSync {
    const kept = this.#statements.get(sql)
    if (kept) return kept
    const statement = this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

const versionOf = (db: DatabaseSync) => Number(Object.values(db.prepare('PRAGMA user_version').get() ?? {})[0])

/** A check found pages that are not what was written. */
class Damaged extends Error {
  override name = 'Damaged'
}

/** The tables were made by another version of the program. */
class WrongVersion extends Error {
  override name = 'WrongVersion'
}

// https://www.sqlite.org/rescode.html: SQLITE_CORRUPT, SQLITE_NOTADB; the low byte is the primary code.
const damage = [11, 26]
// BUSY, LOCKED: somebody else wrote for all of the 10 s. READONLY, IOERR, FULL, CANTOPEN: the disk.
const failures: Record<number, FailureCode> = {
  5: 'busy',
  6: 'busy',
  8: 'storage',
  10: 'storage',
  13: 'storage',
  14: 'storage',
}

const codeOf = (error: unknown) => (error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0)

/**
 * Runs `work`; what the disk or another process refused becomes a failure with a code. Damage stays SQLite's own
 * error.
 */
function withFailureName<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const code = failures[codeOf(error)]
    if (code === undefined) throw error
    return fail(code, { detail: error instanceof Error ? error.message : String(error) }, error)
  }
}

/** True for SQLite's word that the bytes are not what it wrote, and for tables of another version. */
export function isDamage(error: unknown): boolean {
  return error instanceof WrongVersion || error instanceof Damaged || damage.includes(codeOf(error))
}
