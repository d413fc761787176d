import type { Database } from './database.ts'
import { embedded, unfinished } from './keyword.ts'
import type { Embedder } from './ports.ts'
import { VectorIndex } from './vector-index.ts'

/** Texts per request to an embedder: enough to keep it busy, few enough for one request to stay short. */
const batchSize = 64

/**
 * Gives every passage its vector, in batches that are kept as they come: an interrupted run goes on where it was, and a text that
 * was ever embedded is not sent again. Another model, or vectors of another length, begin anew (`reset`).
 */
export async function* embedMissing(
  db: Database,
  embedder: Embedder,
  signal: AbortSignal,
): AsyncGenerator<{ done: number; total: number; reset?: true }> {
  const reset = named(db, 'embedder') !== undefined && named(db, 'embedder') !== embedder.name
  if (reset) forget(db)
  remember(db, 'embedder', embedder.name)
  const total = missing(db)
  if (reset) yield { done: 0, total, reset: true }
  for (let [done, last] = [0, 0]; ; ) {
    const rows = next(db, last)
    if (rows.length === 0) return
    const vectors = await embedder.embed(
      rows.map(({ heading, text }) => embedded(heading, text)),
      signal,
    )
    if (!sameLength(db, vectors)) {
      forget(db)
      yield { done: 0, total: missing(db), reset: true }
      last = 0
      done = 0
      remember(db, 'dimensions', String(vectors[0]?.length))
      continue
    }
    keep(db, rows, vectors)
    done += rows.length
    last = rows.at(-1)?.id ?? last
    yield { done: Math.min(done, total), total }
  }
}

/** Drops vectors of texts that are in no passage any more. */
export function prune(db: Database): void {
  db.run('DELETE FROM vectors WHERE digest NOT IN (SELECT digest FROM chunks)')
}

/** Passages that have their vector. */
export function countVectors(db: Database): number {
  return db.get<{ n: number }>('SELECT count(*) AS n FROM chunks c JOIN vectors v ON v.digest = c.digest')?.n ?? 0
}

/** All vectors of the passages, in memory; undefined while there are none. */
export function loadVectors(db: Database): VectorIndex | undefined {
  let index: VectorIndex | undefined
  const rows = db.iterate<{ id: number; vector: Uint8Array }>(
    `SELECT c.id, v.vector FROM chunks c JOIN vectors v ON v.digest = c.digest WHERE c.id NOT IN (${unfinished})`,
  )
  for (const { id, vector } of rows) {
    index ??= new VectorIndex(vector.byteLength / 4)
    index.add(id, floats(vector))
  }
  return index
}

interface Row {
  id: number
  digest: Uint8Array
  heading: string
  text: string
}

function next(db: Database, after: number): Row[] {
  return db.all(
    'SELECT min(c.id) AS id, c.digest, c.heading, c.text FROM chunks c LEFT JOIN vectors v ON v.digest = c.digest WHERE v.digest IS NULL AND c.id > ? GROUP BY c.digest ORDER BY 1 LIMIT ?',
    after,
    batchSize,
  )
}

function missing(db: Database): number {
  const sql =
    'SELECT count(DISTINCT c.digest) AS n FROM chunks c LEFT JOIN vectors v ON v.digest = c.digest WHERE v.digest IS NULL'
  return db.get<{ n: number }>(sql)?.n ?? 0
}

function keep(db: Database, rows: Row[], vectors: Float32Array[]): void {
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
  const known = named(db, 'dimensions')
  if (known === undefined) remember(db, 'dimensions', String(vectors[0]?.length))
  return known === undefined || vectors.every(({ length }) => length === Number(known))
}

function forget(db: Database): void {
  db.transaction(() => {
    db.run('DELETE FROM vectors')
    db.run("DELETE FROM meta WHERE name = 'dimensions'")
  })
}

const named = (db: Database, name: string) => db.get<{ value: string }>('SELECT value FROM meta WHERE name = ?', name)?.value
const remember = (db: Database, name: string, value: string) =>
  void db.run('INSERT OR REPLACE INTO meta(name, value) VALUES (?, ?)', name, value)

/** A blob's bytes as floats, copied to where floats may begin. */
function floats(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}
