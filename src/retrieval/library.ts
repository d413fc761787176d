import { realpath, stat, watch as watchFolder } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { type Failure, fail } from '../protocol/index.ts'
import { ensureDir, isMissing, quarantine, readTextIfThere, writeAtomic } from '../std/files.ts'
import { withLock } from '../std/lock.ts'
import { isDamage } from './database.ts'
import { type DocsEvent, indexFiles, isBelow } from './index-files.ts'
import { LocalStore } from './local-store.ts'
import type { DocumentStore, Embedder, Hit, StoredFile, StoreStatus } from './ports.ts'

export interface LibraryOptions {
  /** Folder of one workspace's library: the list of documents, and the index where no other store is given. */
  dir: string
  now(): Date
  embedder?: Embedder
  /** Another store in place of the local file (OpenSearch). It brings its own embedder. */
  store?: DocumentStore
  /** Scores of passages for a question, higher is better; they decide the order of the best ones (a light model, for instance). */
  rerank?(query: string, texts: string[], signal: AbortSignal): Promise<number[]>
  /** Told when a part could not be asked and the search did without it. */
  notice?(failure: Failure): void
}

/** A workspace's documents. The list of what was added is a file of its own, so that any index can be made anew from it. */
export interface Library {
  /** Adds files and folders (absolute paths) and indexes them. Throws `bad-input` for a path that is not there. */
  add(paths: string[], signal: AbortSignal): AsyncGenerator<DocsEvent>
  /** Takes files and folders out again; how many documents left. A file below an added folder comes back with the next `reindex`. */
  remove(paths: string[], signal: AbortSignal): Promise<number>
  roots(): Promise<string[]>
  list(signal: AbortSignal): Promise<StoredFile[]>
  /** Names of documents, then headings in them: at most `most` of what a question may call its document by. */
  titles(most: number, signal: AbortSignal): Promise<string[]>
  search(query: string, k: number, signal: AbortSignal): Promise<Hit[]>
  /** Everything that was added, again: changes, what was interrupted, what vanished. `thorough` reads every file. */
  reindex(signal: AbortSignal, how?: { thorough?: boolean }): AsyncGenerator<DocsEvent>
  /** `reindex` whenever something below the added folders changes, until the signal aborts. */
  watch(signal: AbortSignal): AsyncGenerator<DocsEvent>
  status(signal: AbortSignal): Promise<StoreStatus>
  close(): Promise<void>
}

/** How many candidates a reranker sees for each passage that is wanted. */
const rerankBreadth = 4

/** The library in `dir`. Nothing is opened before it is used; several processes may have the same one. */
export function createLibrary(options: LibraryOptions): Library {
  const { dir, now, embedder, notice, rerank } = options
  const local =
    options.store ??
    new LocalStore({ path: join(dir, 'documents.db'), now, ...(embedder && { embedder }), ...(notice && { notice }) })
  const list = new RootList(join(dir, 'documents.json'), now)

  async function* index(roots: string[], signal: AbortSignal, thorough: boolean): AsyncGenerator<DocsEvent> {
    yield* indexFiles(roots, { store: local, now, signal, thorough })
    for await (const { done, total, reset } of local.settle?.(signal) ?? []) {
      yield reset ? { type: 'reset' } : { type: 'embedded', done, total }
    }
  }

  /** Runs `work`; a damaged index is set aside and made anew from the list before `work` has its second and last try. */
  async function* mended(work: () => AsyncGenerator<DocsEvent>, signal: AbortSignal): AsyncGenerator<DocsEvent> {
    try {
      return yield* work()
    } catch (error) {
      if (!isDamage(error) || !(local instanceof LocalStore)) throw error
      const damaged = await local.setAside()
      if (damaged !== undefined) yield { type: 'rebuilt', damaged }
    }
    yield* index(await list.read(), signal, true)
    yield* work()
  }

  /** The same for what gives a value. */
  async function value<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    let result: { value: T } | undefined
    const events = mended(async function* () {
      result = { value: await work() }
    }, signal)
    for await (const _ of events);
    return (result as { value: T }).value
  }

  async function* reindex(signal: AbortSignal, { thorough = false } = {}): AsyncGenerator<DocsEvent> {
    yield* mended(async function* () {
      if (thorough && local instanceof LocalStore) await local.check()
      yield* index(await list.read(), signal, thorough)
    }, signal)
  }

  return {
    async *add(paths, signal) {
      const roots = await Promise.all(paths.map(present))
      await list.add(roots)
      yield* mended(() => index(roots, signal, false), signal)
    },
    async remove(paths, signal) {
      const gone = await Promise.all(paths.map((path) => realpath(path).catch(() => resolve(path))))
      await list.remove(gone)
      const files = await value(() => local.list(signal), signal)
      const leaving = files.filter(({ path }) => gone.some((root) => isBelow(path, root)))
      for (const { path } of leaving) await local.remove(path, signal)
      return leaving.length
    },
    roots: () => list.read(),
    list: (signal) => value(() => local.list(signal), signal),
    async titles(most, signal) {
      const files = await value(() => local.list(signal), signal)
      const names = files.slice(0, most).map(({ path }) => basename(path, extname(path)).normalize('NFC'))
      const headings = await value(async () => local.headings?.(most, signal) ?? [], signal)
      return [...names, ...headings].slice(0, most)
    },
    async search(query, k, signal) {
      const hits = await value(() => local.search(query, rerank ? k * rerankBreadth : k, signal), signal)
      return rerank
        ? reranked(
            hits,
            await rerank(
              query,
              hits.map(({ text }) => text),
              signal,
            ),
            k,
          )
        : hits
    },
    reindex,
    async *watch(signal) {
      for await (const _ of changes(await list.read(), signal)) yield* reindex(signal)
    },
    status: (signal) => value(() => local.status(signal), signal),
    close: () => local.close(),
  }
}

async function present(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (isMissing(error)) fail('bad-input', { detail: `no such file or folder: ${path}`, data: { path } }, error)
    throw error
  }
}

function reranked(hits: Hit[], scores: number[], k: number): Hit[] {
  const scored = hits.map((hit, i) => ({ ...hit, score: scores[i] ?? Number.NEGATIVE_INFINITY }))
  return scored.sort((a, b) => b.score - a.score).slice(0, k)
}

/** One value at once, when the roots are being watched, and one after each burst of changes below them. */
async function* changes(roots: string[], signal: AbortSignal): AsyncGenerator<void> {
  const left = new AbortController()
  const either = AbortSignal.any([signal, left.signal])
  let next = Promise.withResolvers<void>()
  const folders = await Promise.all(roots.map(async (root) => (await stat(root)).isDirectory()))
  const listen = async (root: string, i: number) => {
    for await (const _ of watchFolder(root, { recursive: folders[i] as boolean, signal: either })) next.resolve()
  }
  let ended: { error: unknown } | undefined
  Promise.all(roots.map(listen)).catch((error) => {
    ended = { error: either.aborted ? either.reason : error }
    next.resolve()
  })
  try {
    while (true) {
      yield
      await next.promise
      if (ended) throw ended.error
      next = Promise.withResolvers()
    }
  } finally {
    left.abort()
  }
}

/** The added paths, in a file that a person can read. */
class RootList {
  readonly #path: string
  readonly #now: () => Date

  constructor(path: string, now: () => Date) {
    this.#path = path
    this.#now = now
  }

  async read(): Promise<string[]> {
    const text = await readTextIfThere(this.#path)
    if (text === undefined) return []
    const parsed = parse(text)
    if (parsed) return parsed
    await quarantine(this.#path, this.#now())
    return []
  }

  add(roots: string[]): Promise<void> {
    return this.#change((before) => {
      const all = [...new Set([...before, ...roots])]
      return all.filter((one) => !all.some((other) => other !== one && isBelow(one, other)))
    })
  }

  remove(roots: string[]): Promise<void> {
    return this.#change((before) => before.filter((one) => !roots.some((root) => isBelow(one, root))))
  }

  async #change(edit: (before: string[]) => string[]): Promise<void> {
    await ensureDir(join(this.#path, '..'))
    await withLock(this.#path, async () => {
      await writeAtomic(this.#path, `${JSON.stringify({ documents: edit(await this.read()).sort() }, null, 2)}\n`)
    })
  }
}

function parse(text: string): string[] | undefined {
  try {
    const { documents } = JSON.parse(text)
    return Array.isArray(documents) && documents.every((one) => typeof one === 'string') ? documents : undefined
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined
    throw error
  }
}
