import type { Database } from './database.ts'
import { embeddedText, unfinished } from './keyword.ts'
import type { Embedder } from './ports.ts'
import { VectorIndex } from './vector-index.ts'

/** Texts per request to an embedder: enough to keep it busy, few enough for one request to stay short. */
const batchSize = 64

/**
 * Gives every passage its vector, in batches that are kept as they come: an interrupted run goes on where it was, and
 * a text that was ever embedded is not sent again. Another model, or vectors of another length, begin anew (`reset`).
 */
export async function* embedMissing(
  db: Database,
  embedder: Embedder,
  signal: AbortSignal,
): AsyncGenerator<{ done: number; total: number; reset?: true }> {
  const reset = settingOf(db, 'embedder') !== undefined && settingOf(db, 'embedder') !== embedder.name
  if (reset) forgetVectors(db)
  keepSetting(db, 'embedder', embedder.name)
  const total = countMissing(db)
  if (reset) yield { done: 0, total, reset: true }
  for (let [done, last] = [0, 0]; ; ) {
    const rows = nextRows(db, last)
    if (rows.length === 0) return
    const vectors = await embedder.embed(
      rows.map(({ heading, text }) => embeddedText(heading, text)),
      signal,
    )
    if (!sameLength(db, vectors)) {
      forgetVectors(db)
      yield { done: 0, total: countMissing(db), reset: true }
      last = 0
      done = 0
      keepSetting(db, 'dimensions', String(vectors[0]?.length))
      continue
    }
    keepVectors(db, rows, vectors)
    done += rows.length
    last = rows.at(-1)?.id ?? last
    yield { done: Math.min(done, total), total }
  }
}

/** Drops vectors of texts that are in no passage any more. */
export function pruneVectors(db: Database): void {
  db.run('DELETE FROM vectors WHERE digest NOT IN (SELECT digest FROM chunks)')
}

/** Passages that have their vector. */
export function countVectors(db: Database): number {
  return db.get<{ n: number }>('SELECT count(*) AS n FROM chunks c JOIN vectors v ON v.digest = c.digest')?.n ?? 0
}

/** The vectors of the passages in memory, as of one generation: a reset begins another. */
export interface LoadedVectors {
  generation: string
  index: VectorIndex
}

/**
 * Brings `loaded` in step with the file: what is gone leaves, what is new is read. Undefined while there are no
 * vectors.
 */
export function loadVectors(db: Database, loaded?: LoadedVectors): LoadedVectors | undefined {
  const dimensions = Number(settingOf(db, 'dimensions') ?? 0)
  if (dimensions === 0) return undefined
  const sql = `SELECT c.id FROM chunks c JOIN vectors v ON v.digest = c.digest WHERE c.id NOT IN (${unfinished})`
  const there = new Set(db.all<{ id: number }>(sql).map(({ id }) => id))
  const generation = settingOf(db, 'generation') ?? '0'
  const kept = loaded?.generation === generation && loaded.index.dimensions === dimensions ? loaded.index : undefined
  const index = kept ?? new VectorIndex(dimensions, there.size)
  for (const id of [...index.ids()]) if (!there.has(id)) index.remove(id)
  for (const id of there) {
    const vector = index.has(id) ? undefined : vectorOf(db, id)
    // Another process may have taken it away, or begun anew, since the ids were read.
    if (vector?.length === dimensions) index.add(id, vector)
  }
  return { generation, index }
}

function vectorOf(db: Database, id: number): Float32Array | undefined {
  const row = db.get<{ vector: Uint8Array }>(
    'SELECT v.vector FROM chunks c JOIN vectors v ON v.digest = c.digest WHERE c.id = ?',
    id,
  )
  return row && floatsOf(row.vector)
}

interface UnembeddedRow {
  id: number
  digest: Uint8Array
  heading: string
  text: string
}

/** The next passages without a vector; of equal texts only the first. */
function nextRows(db: Database, after: number): UnembeddedRow[] {
  const sql =
    'SELECT c.id, c.digest, c.heading, c.text FROM chunks c LEFT JOIN vectors v ON v.digest = c.digest WHERE v.digest IS NULL AND c.id > ? ORDER BY c.id LIMIT ?'
  const rows = db.all<UnembeddedRow>(sql, after, batchSize)
  return [...new Map(rows.toReversed().map((row) => [Buffer.from(row.digest).toString('hex'), row])).values()].reverse()
}

function countMissing(db: Database): number {
  const sql =
    'SELECT count(DISTINCT c.digest) AS n FROM chunks c LEFT JOIN vectors v ON v.digest = c.digest WHERE v.digest IS NULL'
  return db.get<{ n: number }>(sql)?.n ?? 0
}

function keepVectors(db: Database, rows: UnembeddedRow[], vectors: Float32Array[]): void {
  db.transaction(() => {
    for (const [i, { digest }] of rows.entries()) {
      const { buffer, byteOffset, byteLength } = vectors[i] as Float32Array
      db.run(
        'INSERT OR REPLACE INTO vectors(digest, vector) VALUES (?, ?)',
        digest,
        new Uint8Array(buffer, byteOffset, byteLength),
      )
    }
  })
}

function sameLength(db: Database, vectors: Float32Array[]): boolean {
  const known = settingOf(db, 'dimensions')
  if (known === undefined) keepSetting(db, 'dimensions', String(vectors[0]?.length))
  return known === undefined || vectors.every(({ length }) => length === Number(known))
}

function forgetVectors(db: Database): void {
  db.transaction(() => {
    db.run('DELETE FROM vectors')
    db.run("DELETE FROM meta WHERE name = 'dimensions'")
    keepSetting(db, 'generation', String(Number(settingOf(db, 'generation') ?? 0) + 1))
  })
}

const settingOf = (db: Database, name: string) =>
  db.get<{ value: string }>('SELECT value FROM meta WHERE name = ?', name)?.value
const keepSetting = (db: Database, name: string, value: string) =>
  void db.run('INSERT OR REPLACE INTO meta(name, value) VALUES (?, ?)', name, value)

/** A blob's bytes as floats, copied to where floats may begin. */
function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}
