import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Json, JsonObject } from '../../protocol/index.ts'
import { terms } from '../../std/korean/search/analysis.ts'
import type { Chunk, StoredFile, StoredHit } from '../ports.ts'

/** A bulk request is sent when it is this large (bytes): far below http.max_content_length (100 MB). */
const bulkBytes = 5 << 20

/** Settings and mapping of a new index; `native`: the cluster has nori, Lucene's analysis of Korean. */
export function indexSettings(dimensions: number | undefined, native: boolean): JsonObject {
  const words = { type: 'text', analyzer: 'whitespace' }
  const shown = { type: 'text', index: false }
  const vector = dimensions && {
    vector: {
      type: 'knn_vector',
      dimension: dimensions,
      method: { name: 'hnsw', engine: 'lucene', space_type: 'cosinesimil' },
    },
  }
  return {
    settings: { index: { ...(vector && { knn: true }) } },
    mappings: {
      dynamic: 'strict',
      properties: {
        kind: { type: 'keyword' },
        path: { type: 'keyword' },
        hash: { type: 'keyword', index: false },
        size: { type: 'long' },
        modified: { type: 'double' },
        chunks: { type: 'integer' },
        line: { type: 'integer' },
        endLine: { type: 'integer' },
        page: { type: 'integer' },
        heading: shown,
        text: shown,
        title: words,
        body: words,
        ...(native && { native: { type: 'text', analyzer: 'nori' } }),
        ...vector,
      },
    },
  }
}

/** A passage as it is indexed: what is shown, and its terms. */
export function passageBody(
  { path, hash }: Pick<StoredFile, 'path' | 'hash'>,
  { text, line, endLine, page, heading }: Chunk,
  vector: Float32Array | undefined,
  native: boolean,
): JsonObject {
  const title = terms(`${basename(path)} ${heading}`).join(' ')
  const own = { kind: 'passage', path, hash, line, endLine, heading, text, title, body: terms(text).join(' ') }
  return {
    ...own,
    ...(page !== undefined && { page }),
    ...(native && { native: `${heading}\n${text}` }),
    // The cosine of a vector of zeros is none: a cluster refuses it.
    ...(vector?.some((value) => value !== 0) && { vector: [...vector] }),
  }
}

/** An index of ours as the cluster tells it. */
export interface MappedIndex {
  name: string
  /** True if it has a field that nori takes apart. */
  native: boolean
  dimensions?: number
}

/** Read the indices that `_mapping` or an index's description tells; none if there is no such index. */
export function mappedIndices({ status, body }: { status: number; body: Json }): MappedIndex[] {
  if (status === 404) return []
  const all = body as Record<string, { mappings: { properties?: Record<string, { dimension?: number }> } }>
  return Object.entries(all).map(([name, { mappings }]) => {
    const dimensions = mappings.properties?.vector?.dimension
    return { name, native: mappings.properties?.native !== undefined, ...(dimensions !== undefined && { dimensions }) }
  })
}

/** A document's id; its passages are `id-0`, `id-1` … */
export const idOf = (path: string) => createHash('sha256').update(path).digest('hex')

/** A document's own entry, read back. */
export function storedFileOf({ path, hash, size, modified, chunks }: JsonObject): StoredFile {
  return {
    path: String(path),
    hash: String(hash),
    size: Number(size),
    modified: Number(modified),
    chunks: Number(chunks),
  }
}

export interface OpenSearchHits {
  _source: JsonObject
  _score: number
  sort?: Json[]
}
/** Return the hits of a search's answer. */
export const hitsOf = ({ body }: { body: Json }): OpenSearchHits[] =>
  (body as unknown as { hits: { hits: OpenSearchHits[] } }).hits.hits

/** A found passage. */
export function hitOf({ _source, _score }: OpenSearchHits): StoredHit {
  const { path, hash, line, endLine, page, heading, text } = _source
  const place = { line: Number(line), endLine: Number(endLine), ...(page !== undefined && { page: Number(page) }) }
  return {
    file: String(path),
    ...place,
    heading: String(heading),
    text: String(text),
    score: _score,
    ...(typeof hash === 'string' && { hash }),
  }
}

/** Gathers the lines of bulk requests and sends them before they grow too large. */
export class Bulk {
  readonly #send: (lines: string) => Promise<void>
  #lines = ''

  constructor(send: (lines: string) => Promise<void>) {
    this.#send = send
  }

  async add(action: JsonObject, document?: JsonObject): Promise<void> {
    this.#lines += `${JSON.stringify(action)}\n${document ? `${JSON.stringify(document)}\n` : ''}`
    if (this.#lines.length > bulkBytes) await this.end()
  }

  async end(): Promise<void> {
    const lines = this.#lines
    this.#lines = ''
    if (lines !== '') await this.#send(lines)
  }
}
