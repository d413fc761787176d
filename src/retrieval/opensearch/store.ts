import { AssistantError, type Failure, fail, failureOf, type Json, type JsonObject } from '../../protocol/index.ts'
import { queryTerms } from '../../std/korean/search/analysis.ts'
import { embeddedText } from '../keyword.ts'
import type { Chunk, DocumentStore, Embedder, StoredFile, StoredHit, StoreStatus } from '../ports.ts'
import { Cluster, type ClusterOptions } from './client.ts'
import {
  Bulk,
  hitOf,
  hitsOf,
  idOf,
  indexSettings,
  type MappedIndex,
  mappedIndices,
  passageBody,
  storedFileOf,
} from './wire.ts'

export interface OpenSearchOptions extends ClusterOptions {
  /** Lower case, one per workspace. It is an alias: the index behind it is called so with a number. */
  index: string
  embedder?: Embedder
  /** Told when the embedder could not be asked and only words were searched. */
  notice?(failure: Failure): void
}

const batchSize = 64
const depth = 50
const pageSize = 1_000

/**
 * Documents in an OpenSearch cluster (2.19 or newer). Korean is taken apart here, as for the local store, so the
 * cluster needs no plugin: fields of terms are only split at spaces. Where it has nori, passages are searched by
 * that, too. With an embedder a search is one hybrid query, fused by reciprocal rank.
 */
export class OpenSearchStore implements DocumentStore {
  readonly #options: OpenSearchOptions
  readonly #cluster: Cluster
  #ready: Promise<MappedIndex> | undefined
  /** The index that is filled in place of the one that is searched. */
  #next: MappedIndex | undefined
  #asked: Promise<ClusterAbilities> | undefined

  constructor(options: OpenSearchOptions) {
    this.#options = options
    this.#cluster = new Cluster(options)
  }

  /**
   * Passages first, the document's own entry last: one that was cut off is done again, since its entry is missing or
   * old.
   */
  async put({ unread: _, ...file }: Omit<StoredFile, 'chunks'>, chunks: Chunk[], signal: AbortSignal): Promise<void> {
    const before = await this.file(file.path, signal)
    const vectors = await this.#embed(
      chunks.map(({ heading, text }) => embeddedText(heading, text)),
      signal,
    )
    const id = idOf(file.path)
    const { native } = await this.#written(signal)
    const refused = new Set<string>()
    const bulk = new Bulk((lines) => this.#bulk(lines, signal, refused))
    for (const [i, one] of chunks.entries())
      await bulk.add({ index: { _id: `${id}-${i}` } }, passageBody(file, one, vectors?.[i], native))
    await bulk.end()
    // A passage that the cluster will not have as it is costs its vector, then itself, and never its file.
    const again = chunks
      .entries()
      .filter(([i]) => refused.has(`${id}-${i}`))
      .toArray()
    for (const [i, one] of again)
      await bulk.add({ index: { _id: `${id}-${i}` } }, passageBody(file, one, undefined, false))
    for (let i = chunks.length; i < (before?.chunks ?? 0); i++) await bulk.add({ delete: { _id: `${id}-${i}` } })
    await bulk.add({ index: { _id: id } }, { kind: 'file', ...file, chunks: chunks.length })
    await bulk.end()
  }

  async remove(path: string, signal: AbortSignal): Promise<void> {
    const before = await this.file(path, signal)
    if (!before) return
    const id = idOf(path)
    const bulk = new Bulk((lines) => this.#bulk(lines, signal, undefined, 'wait_for'))
    for (let i = 0; i < before.chunks; i++) await bulk.add({ delete: { _id: `${id}-${i}` } })
    await bulk.add({ delete: { _id: id } })
    await bulk.end()
  }

  async file(path: string, signal: AbortSignal): Promise<StoredFile | undefined> {
    const { name: index } = await this.#written(signal)
    const id = idOf(path)
    const { status, body } = await this.#cluster.ask(
      (client, options) => client.get({ index, id }, options),
      signal,
      [404],
    )
    return status === 404 ? undefined : storedFileOf((body as { _source: JsonObject })._source)
  }

  async list(signal: AbortSignal): Promise<StoredFile[]> {
    const { name } = await this.#written(signal)
    const files: StoredFile[] = []
    for (let after: Json[] | undefined; ; ) {
      const query = {
        query: { term: { kind: 'file' } },
        sort: [{ path: 'asc' }],
        size: pageSize,
        ...(after && { search_after: after }),
      }
      const found = hitsOf(await this.#search(name, query, signal))
      files.push(...found.map(({ _source }) => storedFileOf(_source)))
      if (found.length < pageSize) return files
      after = found.at(-1)?.sort
    }
  }

  async search(query: string, k: number, signal: AbortSignal, only?: readonly string[]): Promise<StoredHit[]> {
    const chosen = only && { terms: { path: [...only] } }
    const { index } = this.#options
    const { native } = await this.#prepared(signal)
    const words = {
      bool: {
        filter: [{ term: { kind: 'passage' } }, ...(chosen ? [chosen] : [])],
        must: [native ? eitherOf(ownTermsQuery(query), byNori(query)) : ownTermsQuery(query)],
      },
    }
    const vector = await this.#question(query, signal)
    const plain = { query: words, size: k, _source: { excludes: ['vector', 'title', 'body', 'native'] } }
    if (!vector) return hitsOf(await this.#search(index, plain, signal)).map(hitOf)
    const hybrid = {
      hybrid: {
        queries: [words, { knn: { vector: { vector: [...vector], k: depth, ...(chosen && { filter: chosen }) } } }],
      },
    }
    return hitsOf(await this.#search(index, { ...plain, query: hybrid }, signal, `${index}-rrf`)).map(hitOf)
  }

  async status(signal: AbortSignal): Promise<StoreStatus> {
    await this.#prepared(signal)
    const { index } = this.#options
    const count = async (kind: string) => {
      const body = { query: { term: { kind } } }
      const counted = await this.#cluster.ask((client) => client.count({ index, body: body as never }), signal)
      return Number((counted.body as { count: number }).count)
    }
    return { kind: 'opensearch', files: await count('file'), chunks: await count('passage') }
  }

  /** Makes what was put visible to searches. */
  async *settle(signal: AbortSignal): AsyncGenerator<never> {
    const { name: index } = await this.#written(signal)
    await this.#cluster.ask((client) => client.indices.refresh({ index }), signal)
  }

  /**
   * Begin a new index, made as this version makes it, into which documents are put from now on; searches see the old
   * one until `finish` lets the alias lead to the new one, as one step. An earlier renewal that was left unfinished is
   * removed.
   */
  async renew(signal: AbortSignal): Promise<{ finish(): Promise<void>; abandon(): Promise<void> }> {
    const { index: alias } = this.#options
    const before = await this.#current(signal)
    const indexNumber = (name: string) => Number(new RegExp(`^${alias}-(\\d+)$`).exec(name)?.[1] ?? 0)
    const all = await this.#cluster.ask(
      (client, options) => client.indices.get({ index: `${alias}-*` }, options),
      signal,
      [404],
    )
    const others = mappedIndices(all).filter(({ name }) => indexNumber(name) > 0 && name !== before?.name)
    for (const { name } of others) await this.#delete(name, signal)
    const next = await this.#create(`${alias}-${indexNumber(before?.name ?? '') + 1}`, false, signal)
    this.#next = next
    return {
      finish: async () => {
        // An index of an older version has the alias's own name, and makes room for it in the same step.
        const leaving =
          before &&
          (before.name === alias ? { remove_index: { index: alias } } : { remove: { index: before.name, alias } })
        const actions = [...(leaving ? [leaving] : []), { add: { index: next.name, alias } }]
        await this.#cluster.ask((client) => client.indices.updateAliases({ body: { actions } }), signal)
        if (before && before.name !== alias) await this.#delete(before.name, signal)
        this.#next = undefined
        this.#ready = Promise.resolve(next)
      },
      abandon: async () => {
        this.#next = undefined
        await this.#delete(next.name, new AbortController().signal)
      },
    }
  }

  async close(): Promise<void> {}

  #prepared(signal: AbortSignal): Promise<MappedIndex> {
    this.#ready ??= this.#prepare(signal).catch((error) => {
      this.#ready = undefined
      throw error
    })
    return this.#ready
  }

  /**
   * Return the index into which documents are put, and with which they are compared: the alias, but the new index while
   * there is one.
   */
  async #written(signal: AbortSignal): Promise<MappedIndex> {
    return this.#next ?? { ...(await this.#prepared(signal)), name: this.#options.index }
  }

  /**
   * Makes index, alias and pipeline where they are missing; an index for vectors of another length is refused by
   * name.
   */
  async #prepare(signal: AbortSignal): Promise<MappedIndex> {
    const { index } = this.#options
    const { embedder } = await this.#abilities(signal)
    const there = await this.#current(signal)
    const dimensions = await this.#dimensions(signal)
    if (there && embedder && there.dimensions !== dimensions)
      fail('config', {
        detail: `index ${index} holds vectors of ${there.dimensions ?? 'no'} dimensions, ${embedder.name} gives ${dimensions}; docs reindex --thorough makes it anew`,
        data: { setting: 'index', provider: 'opensearch' },
      })
    const made = there ?? (await this.#create(`${index}-1`, true, signal))
    await this.#pipeline(signal)
    return made
  }

  /** The index behind the alias, or the one that has its name. */
  async #current(signal: AbortSignal): Promise<MappedIndex | undefined> {
    const { index } = this.#options
    const there = await this.#cluster.ask(
      (client, options) => client.indices.getMapping({ index }, options),
      signal,
      [404],
    )
    return mappedIndices(there)[0]
  }

  async #create(index: string, isFirst: boolean, signal: AbortSignal): Promise<MappedIndex> {
    const { native } = await this.#abilities(signal)
    const dimensions = await this.#dimensions(signal)
    const made = indexSettings(dimensions, native)
    const body = isFirst ? { ...made, aliases: { [this.#options.index]: {} } } : made
    await this.#cluster.ask((client) => client.indices.create({ index, body: body as never }), signal)
    if (!isFirst) await this.#pipeline(signal)
    return { name: index, native, ...(dimensions && { dimensions }) }
  }

  /**
   * Ask once what the cluster can do: its version, and its plugins where it tells them (Amazon's service does not).
   * Without k-NN, or before 2.19, which cannot fuse two rankings, words are searched, and that is told.
   */
  #abilities(signal: AbortSignal): Promise<ClusterAbilities> {
    this.#asked ??= this.#askAbilities(signal).catch((error) => {
      this.#asked = undefined
      throw error
    })
    return this.#asked
  }

  async #askAbilities(signal: AbortSignal): Promise<ClusterAbilities> {
    const { embedder, notice } = this.#options
    const told = await this.#cluster.ask((client, options) => client.info(undefined, options), signal, [403, 404])
    const listed = await this.#cluster.ask(
      (client, options) => client.cat.plugins({ format: 'json' }, options),
      signal,
      [403, 404],
    )
    const plugins = Array.isArray(listed.body) ? JSON.stringify(listed.body) : undefined
    const native = plugins?.includes('"analysis-nori"') ?? false
    const { number } = (told.body as { version?: { number?: string } } | null)?.version ?? {}
    const isOld = number !== undefined && isBefore219(number)
    if (!embedder || (!isOld && plugins?.includes('"opensearch-knn"') !== false))
      return { native, ...(embedder && { embedder }) }
    const lacks = isOld ? `OpenSearch 2.19 or newer (this is ${number})` : 'the plugin opensearch-knn'
    notice?.({
      code: 'config',
      detail: `search by meaning needs ${lacks}; words are searched`,
      data: { provider: 'opensearch' },
    })
    return { native }
  }

  async #pipeline(signal: AbortSignal): Promise<void> {
    if (!(await this.#abilities(signal)).embedder) return
    const id = `${this.#options.index}-rrf`
    const body = {
      phase_results_processors: [
        { 'score-ranker-processor': { combination: { technique: 'rrf', rank_constant: 60 } } },
      ],
    }
    await this.#cluster.ask((client) => client.searchPipeline.put({ id, body: body as never }), signal)
  }

  async #dimensions(signal: AbortSignal): Promise<number | undefined> {
    return (await (await this.#abilities(signal)).embedder?.embed(['차원'], signal))?.[0]?.length
  }

  async #delete(index: string, signal: AbortSignal): Promise<void> {
    await this.#cluster.ask((client, options) => client.indices.delete({ index }, options), signal, [404])
  }

  #search(index: string, body: JsonObject, signal: AbortSignal, pipeline?: string): Promise<{ body: Json }> {
    const how = { index, body: body as never, ...(pipeline && { search_pipeline: pipeline }) }
    return this.#cluster.ask((client) => client.search(how), signal)
  }

  /** Send lines of a bulk request; ids of passages that the cluster refused as they are go into `refused`. */
  async #bulk(lines: string, signal: AbortSignal, refused?: Set<string>, refresh?: 'wait_for'): Promise<void> {
    const { name: index } = await this.#written(signal)
    const what = { index, body: lines as never, ...(refresh && { refresh }) }
    const { body } = await this.#cluster.ask((client) => client.bulk(what), signal)
    const { errors, items } = body as unknown as { errors: boolean; items: Record<string, BulkItem>[] }
    const failed = errors
      ? items.flatMap((item) => Object.values(item)).filter(({ status }) => status >= 300 && status !== 404)
      : []
    for (const { _id, status, error } of failed) {
      if (status === 400 && refused && /-\d+$/.test(_id)) {
        refused.add(_id)
        continue
      }
      fail('server', { status, detail: JSON.stringify(error).slice(0, 300), data: { provider: 'opensearch' } })
    }
  }

  async #embed(texts: string[], signal: AbortSignal): Promise<Float32Array[] | undefined> {
    const { embedder } = await this.#abilities(signal)
    if (!embedder) return undefined
    const vectors: Float32Array[] = []
    for (let at = 0; at < texts.length; at += batchSize)
      vectors.push(...(await embedder.embed(texts.slice(at, at + batchSize), signal)))
    return vectors
  }

  async #question(query: string, signal: AbortSignal): Promise<Float32Array | undefined> {
    try {
      return (await (await this.#abilities(signal)).embedder?.embed([query], signal, 'query'))?.[0]
    } catch (error) {
      if (!(error instanceof AssistantError)) throw error
      this.#options.notice?.(failureOf(error))
      return undefined
    }
  }
}

/** A cluster's abilities, as far as we use them: nori, and search by meaning with this embedder. */
interface ClusterAbilities {
  native: boolean
  embedder?: Embedder
}

interface BulkItem {
  _id: string
  status: number
  error?: Json
}

function isBefore219(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < 2 || (major === 2 && minor < 19)
}

/** The question's terms, as our own analysis makes them. */
const ownTermsQuery = (query: string): JsonObject => ({
  multi_match: { query: queryTerms(query).join(' '), fields: ['title^2', 'body'], type: 'most_fields' },
})
const byNori = (query: string): JsonObject => ({ match: { native: { query } } })
const eitherOf = (...should: JsonObject[]): JsonObject => ({ bool: { should, minimum_should_match: 1 } })
