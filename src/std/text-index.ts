import { dirname } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { ensureDir } from './fs/files.ts'

/** A short text that can be found: a line of a page, a message. */
export interface IndexEntry {
  /** Names it within its group. */
  key: string
  text: string
  /** Terms that find it; the same function makes the terms of a question. */
  terms: readonly string[]
  /** Time at which it was said, in milliseconds since 1970; 0 if nobody knows. */
  at: number
  /** Data that its room keeps with it. */
  data?: string
}

/** An entry that shares terms with a question. */
export interface TextHit {
  group: string
  key: string
  text: string
  at: number
  data: string
  /** BM25, higher is better. */
  score: number
  /** Counts up as texts are taken in: neighbours of a group were said one after the other. */
  order: number
}

/** Grows when the tables or the analysis of texts change: an index of another version is made anew from its sources. */
const version = 1

const schema = `
  CREATE TABLE groups (name TEXT PRIMARY KEY, mark TEXT NOT NULL, scope TEXT NOT NULL);
  CREATE TABLE entries (id INTEGER PRIMARY KEY AUTOINCREMENT, grp TEXT NOT NULL, scope TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, at REAL NOT NULL, data TEXT NOT NULL);
  CREATE UNIQUE INDEX entryOfGroup ON entries(grp, key);
  CREATE VIRTUAL TABLE terms USING fts5(body, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0");
  CREATE VIRTUAL TABLE vocabulary USING fts5vocab(terms, 'row');
  PRAGMA user_version = ${version};
`

/** Of a question's terms the rarest are looked up, as long as they stand in no more entries than this together. */
const mostPostings = 8_000
const mostTerms = 64
/** Entries whose neighbours are fetched by one look. */
const lookedAround = 32

/**
 * A search index over short texts in one SQLite file. It is derived from files that stay the truth: one that is
 * damaged, of another version, or cannot be written is replaced by an empty one, on disk or in memory, and its rooms
 * fill it again.
 */
export class TextIndex {
  readonly #db: DatabaseSync
  #broken = false
  readonly #statements = new Map<string, StatementSync>()

  private constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** True once the file turned out to be damaged: whoever uses it opens it `anew`, and fills it again. */
  get broken(): boolean {
    return this.#broken
  }

  /**
   * Opens the index at `path`, or one in memory where there is no place for it. `anew`: what is there is thrown away.
   */
  static async open(path: string, anew = false): Promise<TextIndex> {
    const { DatabaseSync } = await import('node:sqlite')
    const at = (place: string) => {
      const db = new DatabaseSync(place, { timeout: 2_000 })
      try {
        return new TextIndex(prepared(db))
      } catch (error) {
        db.close()
        throw error
      }
    }
    try {
      await ensureDir(dirname(path))
      if (anew) await removeDatabase(path)
      return at(path)
    } catch (error) {
      if (!isDerivedLost(error)) return at(':memory:')
    }
    try {
      await removeDatabase(path)
      return at(path)
    } catch {
      return at(':memory:')
    }
  }

  /** The version of a group's source that was indexed last; undefined for one that never was. */
  mark(group: string): string | undefined {
    return this.#get<{ mark: string }>('SELECT mark FROM groups WHERE name = ?', group)?.mark
  }

  /** All groups that begin so, with their marks. */
  groups(prefix: string): Map<string, string> {
    const rows = this.#all<{ name: string; mark: string }>(
      'SELECT name, mark FROM groups WHERE name >= ? AND name < ?',
      prefix,
      `${prefix}\u{10ffff}`,
    )
    return new Map(rows.map(({ name, mark }) => [name, mark]))
  }

  /** Keys of a group. */
  keys(group: string): Set<string> {
    return new Set(this.#all<{ key: string }>('SELECT key FROM entries WHERE grp = ?', group).map(({ key }) => key))
  }

  /**
   * Adds entries to a group, takes others out of it, and notes the version that it stands for now, as one step. False
   * when the disk or another process refused: then the group is as it was.
   */
  change(
    group: string,
    to: { mark: string; scope: string; add: readonly IndexEntry[]; remove?: readonly string[] },
  ): boolean {
    return this.#step(() => {
      for (const key of to.remove ?? []) this.#drop(group, key)
      for (const entry of to.add) this.#put(group, to.scope, entry)
      const sql =
        'INSERT INTO groups(name, mark, scope) VALUES (?, ?, ?) ON CONFLICT(name) DO UPDATE SET mark = excluded.mark, scope = excluded.scope'
      this.#run(sql, group, to.mark, to.scope)
    })
  }

  /** Forgets a group. False when the disk or another process refused. */
  remove(group: string): boolean {
    return this.#step(() => {
      for (const key of this.keys(group)) this.#drop(group, key)
      this.#run('DELETE FROM groups WHERE name = ?', group)
    })
  }

  /** The entries of these scopes that share most with the terms, best first; nothing for terms that stand nowhere. */
  search(terms: readonly string[], scopes: readonly string[], limit: number): TextHit[] {
    const asked = this.#rare(terms)
    if (asked.length === 0 || scopes.length === 0) return []
    // Ordered by `bm25()` only the best are kept while it goes; ordered by `rank`, FTS5 sorts all of them first.
    const sql = `SELECT e.grp AS "group", e.key, e.text, e.at, e.data, e.id AS "order", -f.score AS score, e.scope FROM (
      SELECT rowid, bm25(terms) AS score FROM terms WHERE terms MATCH ? ORDER BY score LIMIT ?) f JOIN entries e ON e.id = f.rowid
      ORDER BY f.score`
    const match = asked.map((term) => `"${term}"`).join(' OR ')
    // Other scopes are left out behind the ranking: where they take the room, more are ranked.
    let found: TextHit[] = []
    for (const most of [limit, limit * 6]) {
      const all = this.#all<TextHit & { scope: string }>(sql, match, most)
      found = all.flatMap(({ scope, ...hit }) => (scopes.includes(scope) ? [hit] : []))
      if (found.length >= limit / 2 || all.length < most) break
    }
    return found.slice(0, limit)
  }

  /** Of each entry its text and those that stand before and after it in its group. */
  around(entries: readonly Pick<TextHit, 'group' | 'order' | 'text'>[]): string[][] {
    const texts = new Map<string, string>()
    for (let at = 0; at < entries.length; at += lookedAround) {
      const orders = entries.slice(at, at + lookedAround).flatMap(({ order }) => [order - 1, order + 1])
      // The same statement for any number of them.
      while (orders.length < 2 * lookedAround) orders.push(-1)
      const sql = `SELECT id, grp, text FROM entries WHERE id IN (${orders.map(() => '?').join(', ')})`
      for (const { id, grp, text } of this.#all<{ id: number; grp: string; text: string }>(sql, ...orders))
        texts.set(`${id} ${grp}`, text)
    }
    return entries.map(({ group, order, text }) =>
      [texts.get(`${order - 1} ${group}`), text, texts.get(`${order + 1} ${group}`)].filter((one) => one !== undefined),
    )
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  #rare(terms: readonly string[]): string[] {
    const counted = [...new Set(terms)].flatMap((term) => {
      const found = this.#get<{ doc: number }>('SELECT doc FROM vocabulary WHERE term = ?', term)?.doc ?? 0
      return found > 0 ? [{ term, found }] : []
    })
    let postings = 0
    const asked: string[] = []
    for (const { term, found } of counted.sort((a, b) => a.found - b.found).slice(0, mostTerms)) {
      postings += found
      if (asked.length > 0 && postings > mostPostings) break
      asked.push(term)
    }
    return asked
  }

  #put(group: string, scope: string, { key, text, terms, at, data = '' }: IndexEntry): void {
    this.#drop(group, key)
    const sql = 'INSERT INTO entries(grp, scope, key, text, at, data) VALUES (?, ?, ?, ?, ?, ?)'
    const id = this.#run(sql, group, scope, key, text, at, data)
    this.#run('INSERT INTO terms(rowid, body) VALUES (?, ?)', id, terms.join(' '))
  }

  #drop(group: string, key: string): void {
    const found = this.#get<{ id: number }>('SELECT id FROM entries WHERE grp = ? AND key = ?', group, key)
    if (!found) return
    this.#run('DELETE FROM terms WHERE rowid = ?', found.id)
    this.#run('DELETE FROM entries WHERE id = ?', found.id)
  }

  #step(work: () => void): boolean {
    try {
      this.#db.exec('BEGIN IMMEDIATE')
      work()
      this.#db.exec('COMMIT')
      return true
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      return this.#refused(error, false)
    }
  }

  /** A refusal of SQLite costs only time: the sources are still there. Anything else is a bug. */
  #refused<T>(error: unknown, instead: T): T {
    if (!(error instanceof Error && 'errcode' in error)) throw error
    this.#broken ||= isDerivedLost(error)
    return instead
  }

  #all<Row>(sql: string, ...values: (string | number)[]): Row[] {
    try {
      return this.#prepare(sql).all(...values) as Row[]
    } catch (error) {
      return this.#refused(error, [])
    }
  }

  #get<Row>(sql: string, ...values: (string | number)[]): Row | undefined {
    return this.#all<Row>(sql, ...values)[0]
  }

  #run(sql: string, ...values: (string | number)[]): number {
    return Number(this.#prepare(sql).run(...values).lastInsertRowid)
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

function prepared(db: DatabaseSync): DatabaseSync {
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192')
  const found = Number(Object.values(db.prepare('PRAGMA user_version').get() ?? {})[0])
  if (found === version) return db
  if (found !== 0) throw new OtherVersion()
  db.exec('BEGIN IMMEDIATE')
  // Another process may have made the tables while this one waited.
  const now = Number(Object.values(db.prepare('PRAGMA user_version').get() ?? {})[0])
  db.exec(now === 0 ? `${schema} COMMIT` : 'COMMIT')
  return db
}

class OtherVersion extends Error {
  override name = 'OtherVersion'
}

// https://www.sqlite.org/rescode.html: SQLITE_ERROR (a table is missing), SQLITE_CORRUPT, SQLITE_NOTADB; the low byte
// is the primary code.
const lost = [1, 11, 26]

/** Check if an index has to be made anew: its bytes are not SQLite's, or not of this version. */
function isDerivedLost(error: unknown): boolean {
  if (error instanceof OtherVersion) return true
  return error instanceof Error && 'errcode' in error && lost.includes(Number(error.errcode) & 0xff)
}

/** Removes a database with what SQLite keeps beside it. */
async function removeDatabase(path: string): Promise<void> {
  const { rm } = await import('node:fs/promises')
  for (const ending of ['', '-wal', '-shm']) await rm(`${path}${ending}`, { force: true })
}

/**
 * Return true if SQLite can read every page of the database at `path`; nothing is written, and an empty file is a new
 * one.
 */
export async function isWholeDatabase(path: string): Promise<boolean> {
  const { DatabaseSync } = await import('node:sqlite')
  try {
    const db = new DatabaseSync(path, { readOnly: true, timeout: 2_000 })
    try {
      const [first] = db.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[]
      return first?.quick_check === 'ok'
    } finally {
      db.close()
    }
  } catch (error) {
    // Another process is at it, or the place takes nothing: that is no damage.
    if (error instanceof Error && 'errcode' in error) return !isDerivedLost(error)
    throw error
  }
}
