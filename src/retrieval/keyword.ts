import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { contentWords, queryTerms, terms } from '../std/korean/search/analysis.ts'
import { initialRanges, isInitials } from '../std/korean/spelling/initials.ts'
import type { Database } from './database.ts'
import { fuseRankings } from './fuse.ts'
import type { Chunk, Rarity, StoredFile, StoredHit } from './ports.ts'

/**
 * Of a question's terms only the rarest are looked up: cost grows with how often a term occurs, its use shrinks with
 * it.
 */
export const rarest = 12
/** A word in the file's name or the heading path counts as much as this many in the text. */
const titleWeight = 2

/** Passages per transaction: one takes about 50 ms, and a process that waits for its turn hardly notices. */
const batchSize = 200
/** No absolute path begins so: the name of a document of which not all is written yet. */
const pending = 'pending:'
/** Ids of passages of such documents; a range of the index over paths, so it costs nothing when there are none. */
export const unfinished = `SELECT c.id FROM files f JOIN chunks c ON c.file = f.id WHERE f.path >= '${pending}' AND f.path < 'pending;'`

/** Writes a document's passages in place of what was there, as one step. */
export function putFile(db: Database, file: Omit<StoredFile, 'chunks'>, chunks: Chunk[]): void {
  db.transaction(() => {
    dropFile(db, file.path)
    const id = insertFile(db, file, chunks.length)
    for (const one of chunks) putChunk(db, id, file.path, one)
  })
}

/**
 * The same for a document of any length, in batches between which others get their turn. Searches see what was there
 * until the last one. When another process begins the same document meanwhile, it is left to that one.
 */
export async function putLargeFile(
  db: Database,
  file: Omit<StoredFile, 'chunks'>,
  chunks: Chunk[],
  signal: AbortSignal,
): Promise<void> {
  const hidden = pending + file.path
  let id = 0
  db.transaction(() => {
    dropFile(db, hidden)
    id = insertFile(db, { ...file, path: hidden }, chunks.length)
  })
  const ours = () => db.get('SELECT 1 FROM files WHERE id = ?', id) !== undefined
  for (let at = 0; at < chunks.length; at += batchSize) {
    await setImmediate(undefined, { signal })
    db.transaction(() => {
      if (ours()) for (const one of chunks.slice(at, at + batchSize)) putChunk(db, id, file.path, one)
    })
  }
  db.transaction(() => {
    if (!ours()) return
    dropFile(db, file.path)
    db.run('UPDATE files SET path = ? WHERE id = ?', file.path, id)
  })
}

/** Documents that are wholly written, by path. */
export function listFiles(db: Database): StoredFile[] {
  const rows = db.all<FileRow>(`${storedFiles} WHERE path NOT LIKE '${pending}%' ORDER BY path`)
  return rows.map(storedFile)
}

/** A document that is wholly written. */
export function findFile(db: Database, path: string): StoredFile | undefined {
  const row = db.get<FileRow>(`${storedFiles} WHERE path = ?`, path)
  return row && storedFile(row)
}

type FileRow = Omit<StoredFile, 'unread'> & { pages: string | null }
const storedFiles = 'SELECT path, hash, size, modified, chunks, pages FROM files LEFT JOIN unread ON file = id'
const storedFile = ({ pages, ...row }: FileRow): StoredFile => ({
  ...row,
  ...(pages !== null && { unread: JSON.parse(pages) }),
})

/** Headings of the documents, each once, at most `most`. */
export function listHeadings(db: Database, most: number): string[] {
  const sql = "SELECT DISTINCT heading FROM chunks WHERE heading <> '' LIMIT ?"
  return db.all<{ heading: string }>(sql, most).map(({ heading }) => heading)
}

function insertFile(db: Database, file: Omit<StoredFile, 'chunks'>, chunks: number): number {
  const { path, hash, size, modified, unread } = file
  const sql = 'INSERT INTO files(path, hash, size, modified, chunks) VALUES (?, ?, ?, ?, ?)'
  const id = db.run(sql, path, hash, size, modified, chunks)
  if (unread) db.run('INSERT OR REPLACE INTO unread(file, pages) VALUES (?, ?)', id, JSON.stringify(unread))
  return id
}

function putChunk(db: Database, file: number, path: string, one: Chunk): void {
  const { text, line, endLine, page, heading } = one
  const digest = createHash('sha256').update(embeddedText(heading, text)).digest().subarray(0, 16)
  const id = db.run(
    'INSERT INTO chunks(file, line, endLine, page, heading, text, digest) VALUES (?, ?, ?, ?, ?, ?, ?)',
    file,
    line,
    endLine,
    page ?? null,
    heading,
    text,
    digest,
  )
  const title = terms(`${basename(path)} ${heading}`).join(' ')
  db.run('INSERT INTO terms(rowid, title, body) VALUES (?, ?, ?)', id, title, terms(text).join(' '))
}

/** Return the text of a passage that is given to an embedder: its text under the path of its headings. */
export function embeddedText(heading: string, text: string): string {
  return heading === '' ? text : `${heading}\n${text}`
}

/** Forgets a document. */
export function removeFile(db: Database, path: string): void {
  db.transaction(() => {
    dropFile(db, path)
    dropFile(db, pending + path)
  })
}

function dropFile(db: Database, path: string): void {
  const file = db.get<{ id: number }>('SELECT id FROM files WHERE path = ?', path)
  if (!file) return
  db.run('DELETE FROM terms WHERE rowid IN (SELECT id FROM chunks WHERE file = ?)', file.id)
  db.run('DELETE FROM chunks WHERE file = ?', file.id)
  db.run('DELETE FROM unread WHERE file = ?', file.id)
  db.run('DELETE FROM files WHERE id = ?', file.id)
}

/**
 * Limits of a search by words: so many terms are looked up; passages of the documents at these paths are found, else of
 * all.
 */
interface Limited {
  most?: number
  only?: readonly string[] | undefined
}

/** Ids and scores of the best `k` passages by BM25, best first. */
export function keywordSearch(
  db: Database,
  query: string,
  k: number,
  limited: Limited = {},
): { id: number; score: number }[] {
  const words = contentWords(query)
  const typed = words.filter(isInitials)
  if (typed.length === 0) return byTerms(db, query, k, limited)
  const rest = words.filter((word) => !isInitials(word)).join(' ')
  const found = byInitials(db, typed, k, limited)
  return rest === '' ? found : fuseRankings([found, byTerms(db, rest, k, limited)], k)
}

/** Passages of the documents whose paths a list in JSON names. */
const ofPaths =
  'SELECT c.id FROM files f JOIN chunks c ON c.file = f.id WHERE f.path IN (SELECT value FROM json_each(?))'

/** Ids of the passages of documents that are wholly written. */
export function passageIds(db: Database, paths: readonly string[]): number[] {
  return db.all<{ id: number }>(ofPaths, JSON.stringify(paths)).map(({ id }) => id)
}

const byTerms = (db: Database, query: string, k: number, limited: Limited) =>
  termSearch(db, queryTerms(query), k, limited)

/** Ids and scores of the best `k` passages that hold some of these terms. */
export function termSearch(
  db: Database,
  wanted: readonly string[],
  k: number,
  { most = rarest, only }: Limited,
): { id: number; score: number }[] {
  const asked = rarestTerms(db, wanted, most)
  if (asked.length === 0) return []
  const match = asked.map((term) => `"${term}"`).join(' OR ')
  return db.all(
    `SELECT rowid AS id, -bm25(terms, ${titleWeight}, 1) AS score FROM terms
     WHERE terms MATCH ? AND rowid NOT IN (${unfinished})${only ? ` AND rowid IN (${ofPaths})` : ''} ORDER BY score DESC LIMIT ?`,
    match,
    ...(only ? [JSON.stringify(only)] : []),
    k,
  )
}

/**
 * Passages that hold syllables with these initials, those first whose heading or file does. Reads every passage:
 * people type them seldom.
 */
function byInitials(db: Database, typed: string[], k: number, { only }: Limited): { id: number; score: number }[] {
  const globs = typed.map((word) => `*${initialRanges(word).join('')}*`)
  const titled = globs.map(() => "(replace(f.path || '|' || c.heading, ' ', '') GLOB ?)").join(' + ')
  const held = globs.map(() => "replace(f.path || '|' || c.heading || '|' || c.text, ' ', '') GLOB ?").join(' AND ')
  return db.all(
    `SELECT c.id AS id, 1 + ${titled} AS score FROM chunks c JOIN files f ON f.id = c.file
     WHERE ${held} AND c.id NOT IN (${unfinished})${only ? ` AND c.id IN (${ofPaths})` : ''} ORDER BY score DESC, c.id LIMIT ?`,
    ...globs,
    ...globs,
    ...(only ? [JSON.stringify(only)] : []),
    k,
  )
}

/** Ids of at most `count` passages of documents that are wholly written, in even steps. */
export function samplePassages(db: Database, count: number): { id: number; score: number }[] {
  const ids = db.all<{ id: number }>(`SELECT id FROM chunks WHERE id NOT IN (${unfinished}) ORDER BY id`)
  const step = Math.max(1, ids.length / count)
  return Array.from({ length: Math.min(count, ids.length) }, (_, at) => ({
    id: ids[Math.floor(at * step)]?.id ?? 0,
    score: 0,
  }))
}

/** In how many passages each term stands. */
export function rarityOf(db: Database, asked: readonly string[]): Rarity {
  const passages = db.get<{ n: number }>('SELECT max(rowid) AS n FROM chunks')?.n ?? 0
  return { passages, found: new Map(countPassages(db, asked).map(({ term, found }) => [term, found])) }
}

const countPassages = (db: Database, asked: readonly string[]) =>
  asked.map((term) => ({
    term,
    found: db.get<{ doc: number }>('SELECT doc FROM vocabulary WHERE term = ?', term)?.doc ?? 0,
  }))

function rarestTerms(db: Database, asked: readonly string[], most: number): string[] {
  return countPassages(db, asked)
    .filter(({ found }) => found > 0)
    .sort((a, b) => a.found - b.found)
    .slice(0, most)
    .map(({ term }) => term)
}

interface PassageRow {
  id: number
  file: string
  line: number
  endLine: number
  page: number | null
  heading: string
  text: string
  hash: string
}

/** The passages behind ids, in the order and with the scores given; ids that are gone meanwhile are left out. */
export function passagesOf(db: Database, found: { id: number; score: number }[]): StoredHit[] {
  return found.flatMap(({ id, score }) => {
    const row = db.get<PassageRow>(
      'SELECT c.id, f.path AS file, f.hash, c.line, c.endLine, c.page, c.heading, c.text FROM chunks c JOIN files f ON f.id = c.file WHERE c.id = ?',
      id,
    )
    if (!row) return []
    const { file, line, endLine, page, heading, text, hash } = row
    return [{ file, line, endLine, heading, text, score, hash, ...(page !== null && { page }) }]
  })
}
