import { AssistantError, type Failure, fail, failureOf, type Json, type JsonObject } from '../protocol/index.ts'
import { queryTerms } from '../std/korean/search/analysis.ts'
import { call, type RestCall, type RestService } from './embedders/rest.ts'
import { embedded } from './keyword.ts'
import { Bulk, hitOf, hits, idOf, passage, settings, stored } from './opensearch-wire.ts'
import type { Chunk, DocumentStore, Embedder, StoredFile, StoredHit, StoreStatus } from './ports.ts'

export interface OpenSearchOptions {
  /** https://host:9200; certificates are verified (a private authority: NODE_EXTRA_CA_CERTS). */
  url: string
  /** Lower case, one per workspace. */
  index: string
  user?: { name: string; password: string }
  /** In place of a user: sent as a bearer token. */
  token?: string
  embedder?: Embedder
  /** Told when the embedder could not be asked and only words were searched. */
  notice?(failure: Failure): void
  timeoutMs?: number
}

const batchSize = 64
const depth = 50
const pageSize = 1_000

/**
 * Documents in an OpenSearch cluster (2.19 or newer). Korean is taken apart here, as for the local store, so the cluster needs no
 * plugin: fields of terms are only split at spaces. With an embedder a search is one hybrid query, fused by reciprocal rank.
 */
export class OpenSearchStore implements DocumentStore {
  readonly #options: OpenSearchOptions
  readonly #service: RestService
  #ready: Promise<void> | undefined

  constructor(options: OpenSearchOptions) {
    const { url, user, token, timeoutMs } = options
    const basic = user && `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`
    const authorization = token ? `Bearer ${token}` : basic
    this.#options = options
    this.#service = {
      name: 'opensearch',
      url,
      ...(authorization && { headers: { authorization } }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    }
  }

  /** Passages first, the document's own entry last: one that was cut off is done again, since its entry is missing or old. */
  async put(file: Omit<StoredFile, 'chunks'>, chunks: Chunk[], signal: AbortSignal): Promise<void> {
    const before = await this.file(file.path, signal)
    const vectors = await this.#embed(
      chunks.map(({ heading, text }) => embedded(heading, text)),
      signal,
    )
    const id = idOf(file.path)
    const bulk = new Bulk((lines) => this.#bulk(lines, signal))
    for (const [i, one] of chunks.entries()) await bulk.add({ index: { _id: `${id}-${i}` } }, passage(file, one, vectors?.[i]))
    for (let i = chunks.length; i < (before?.chunks ?? 0); i++) await bulk.add({ delete: { _id: `${id}-${i}` } })
    await bulk.add({ index: { _id: id } }, { kind: 'file', ...file, chunks: chunks.length })
    await bulk.end()
  }

  async remove(path: string, signal: AbortSignal): Promise<void> {
    const before = await this.file(path, signal)
    if (!before) return
    const id = idOf(path)
    const bulk = new Bulk((lines) => this.#bulk(lines, signal, '?refresh=wait_for'))
    for (let i = 0; i < before.chunks; i++) await bulk.add({ delete: { _id: `${id}-${i}` } })
    await bulk.add({ delete: { _id: id } })
    await bulk.end()
  }

  async file(path: string, signal: AbortSignal): Promise<StoredFile | undefined> {
    const { status, body } = await this.#call({ method: 'GET', path: `/_doc/${idOf(path)}`, expect: [404] }, signal)
    return status === 404 ? undefined : stored((body as { _source: JsonObject })._source)
  }

  async list(signal: AbortSignal): Promise<StoredFile[]> {
    const files: StoredFile[] = []
    for (let after: Json[] | undefined; ; ) {
      const query = {
        query: { term: { kind: 'file' } },
        sort: [{ path: 'asc' }],
        size: pageSize,
        ...(after && { search_after: after }),
      }
      const found = hits(await this.#call({ path: '/_search', body: query }, signal))
      files.push(...found.map(({ _source }) => stored(_source)))
      if (found.length < pageSize) return files
      after = found.at(-1)?.sort
    }
  }

  async search(query: string, k: number, signal: AbortSignal): Promise<StoredHit[]> {
    const words = {
      bool: {
        filter: [{ term: { kind: 'passage' } }],
        must: [{ multi_match: { query: queryTerms(query).join(' '), fields: ['title^2', 'body'], type: 'most_fields' } }],
      },
    }
    const vector = await this.#question(query, signal)
    const plain = { query: words, size: k, _source: { excludes: ['vector', 'title', 'body'] } }
    if (!vector) return hits(await this.#call({ path: '/_search', body: plain }, signal)).map(hitOf)
    const hybrid = { hybrid: { queries: [words, { knn: { vector: { vector: [...vector], k: depth } } }] } }
    const path = `/_search?search_pipeline=${this.#options.index}-rrf`
    return hits(await this.#call({ path, body: { ...plain, query: hybrid } }, signal)).map(hitOf)
  }

  async status(signal: AbortSignal): Promise<StoreStatus> {
    const count = async (kind: string) => {
      const { body } = await this.#call({ path: '/_count', body: { query: { term: { kind } } } }, signal)
      return Number((body as { count: number }).count)
    }
    return { kind: 'opensearch', files: await count('file'), chunks: await count('passage') }
  }

  /** Makes what was put visible to searches. */
  async *settle(signal: AbortSignal): AsyncGenerator<never> {
    await this.#call({ path: '/_refresh' }, signal)
  }

  async close(): Promise<void> {}

  async #call(what: RestCall, signal: AbortSignal): Promise<{ status: number; body: Json }> {
    this.#ready ??= this.#prepare(signal).catch((error) => {
      this.#ready = undefined
      throw error
    })
    await this.#ready
    return call(this.#service, { ...what, path: `/${this.#options.index}${what.path}` }, signal)
  }

  /** Makes the index and the pipeline where they are missing; an index for vectors of another length is refused by name. */
  async #prepare(signal: AbortSignal): Promise<void> {
    const { index, embedder } = this.#options
    const dimensions = embedder && (await embedder.embed(['차원'], signal))[0]?.length
    const there = await call(this.#service, { method: 'GET', path: `/${index}/_mapping`, expect: [404] }, signal)
    if (there.status === 404) await call(this.#service, { method: 'PUT', path: `/${index}`, body: settings(dimensions) }, signal)
    else this.#compare(there.body, dimensions)
    if (!embedder) return
    const pipeline = {
      phase_results_processors: [{ 'score-ranker-processor': { combination: { technique: 'rrf', rank_constant: 60 } } }],
    }
    await call(this.#service, { method: 'PUT', path: `/_search/pipeline/${index}-rrf`, body: pipeline }, signal)
  }

  #compare(body: Json, dimensions: number | undefined): void {
    const { index, embedder } = this.#options
    const mappings = (
      body as Record<string, { mappings: { properties?: Record<string, { dimension?: number }>; _meta?: { embedder?: string } } }>
    )[index]?.mappings
    const held = mappings?.properties?.vector?.dimension
    if (embedder && held !== dimensions)
      fail('config', {
        detail: `index ${index} holds vectors of ${held ?? 'no'} dimensions, ${embedder.name} gives ${dimensions}`,
        data: { setting: 'index', provider: 'opensearch' },
      })
  }

  async #bulk(lines: string, signal: AbortSignal, how = ''): Promise<void> {
    const { body } = await this.#call({ path: `/_bulk${how}`, body: { lines } }, signal)
    const { errors, items } = body as { errors: boolean; items: Record<string, { status: number; error?: Json }>[] }
    const failed = errors
      ? items.flatMap((item) => Object.values(item)).find(({ status }) => status >= 300 && status !== 404)
      : undefined
    if (failed)
      fail('server', {
        status: failed.status,
        detail: JSON.stringify(failed.error).slice(0, 300),
        data: { provider: 'opensearch' },
      })
  }

  async #embed(texts: string[], signal: AbortSignal): Promise<Float32Array[] | undefined> {
    const { embedder } = this.#options
    if (!embedder) return undefined
    const vectors: Float32Array[] = []
    for (let at = 0; at < texts.length; at += batchSize)
      vectors.push(...(await embedder.embed(texts.slice(at, at + batchSize), signal)))
    return vectors
  }

  async #question(query: string, signal: AbortSignal): Promise<Float32Array | undefined> {
    try {
      return (await this.#embed([query], signal))?.[0]
    } catch (error) {
      if (!(error instanceof AssistantError)) throw error
      this.#options.notice?.(failureOf(error))
      return undefined
    }
  }
}
