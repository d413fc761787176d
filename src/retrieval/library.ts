import { realpath, stat, watch as watchFolder } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { type Failure, fail } from '../protocol/index.ts'
import { isMissing } from '../std/fs/files.ts'
import { wordsAsked } from '../std/korean/search/asked-words.ts'
import { assess } from './answers/assess.ts'
import { withDisagreement } from './answers/disagreement.ts'
import { askedQuestion } from './answers/passage-account.ts'
import { isDamage } from './database.ts'
import { type FreshSearch, freshPassages } from './fresh.ts'
import { type Behind, compareFiles, type DocsEvent, indexFiles } from './index-files.ts'
import { LocalStore } from './local-store.ts'
import type { DocumentStore, Embedder, PassageHit, Rarity, StoredFile, StoreStatus } from './ports.ts'
import type { Recognise } from './readers/read.ts'
import { type Chosen, isBelow, isChosen, RootList, withAdded, withTaken } from './roots.ts'
import { fileAt } from './walk.ts'

export interface LibraryOptions {
  /** Folder of one workspace's library: the list of documents, and the index where no other store is given. */
  dir: string
  now(): Date
  embedder?: Embedder
  /** Another store in place of the local file (OpenSearch). It brings its own embedder. */
  store?: DocumentStore
  /**
   * Scores of passages for a question, higher is better; they decide the order of the best ones (a light model, for
   * instance).
   */
  rerank?(query: string, texts: string[], signal: AbortSignal): Promise<number[]>
  /**
   * Reads the letters of pictures and scanned pages; undefined where nothing here can. Asked when something is
   * indexed.
   */
  recogniser?(signal: AbortSignal): Promise<Recognise | undefined>
  /** Told when a part could not be asked and the search did without it. */
  notice?(failure: Failure): void
}

/**
 * A workspace's documents. The list of what was added is a file of its own, so that any index can be made anew from
 * it.
 */
export interface Library {
  /**
   * Adds files and folders (absolute paths) and indexes them; letters of pictures are read by `recognise`, else as
   * ever. Throws `bad-input` for a path that is not there.
   */
  add(paths: string[], signal: AbortSignal, recognise?: Recognise): AsyncGenerator<DocsEvent>
  /**
   * Takes files and folders out again; how many documents left. They stay out, whatever is added above them, until
   * they are added themselves.
   */
  remove(paths: string[], signal: AbortSignal): Promise<number>
  /** Return the paths that were added, and those that were taken out below them. */
  chosen(): Promise<Chosen>
  list(signal: AbortSignal): Promise<StoredFile[]>
  /**
   * The same with what is below the added paths and not in the index: new, or not to be read. Looks at the folders
   * themselves.
   */
  listAll(signal: AbortSignal): Promise<Pick<StoredFile, 'path' | 'modified'>[]>
  /** Names of documents, then headings in them: at most `most` of what a question may call its document by. */
  titles(most: number, signal: AbortSignal): Promise<string[]>
  /**
   * The best passages, as their files hold them at this moment: of what changed nothing old is given. With `only`, of
   * the documents at these paths.
   */
  search(query: string, k: number, signal: AbortSignal, only?: readonly string[]): Promise<PassageHit[]>
  /** At most so many passages, taken evenly; none where the store cannot tell them. */
  sample(count: number, signal: AbortSignal): Promise<PassageHit[]>
  /** In how many of all passages each term stands. */
  rarity(terms: readonly string[], signal: AbortSignal): Promise<Rarity>
  /** Everything that was added, again: changes, what was interrupted, what vanished. `thorough` reads every file. */
  reindex(signal: AbortSignal, how?: { thorough?: boolean }): AsyncGenerator<DocsEvent>
  /** `reindex` whenever something below the added folders changes, until the signal aborts. */
  watch(signal: AbortSignal): AsyncGenerator<DocsEvent>
  status(signal: AbortSignal): Promise<StoreStatus>
  /** Compare the index with the files, by their sizes and times. */
  behind(signal: AbortSignal): Promise<Behind>
  close(): Promise<void>
}

/** Number of candidates that a reranker sees for each passage that is wanted. */
const rerankBreadth = 4

/** For a store that cannot tell: each word counts as if it were rare. */
const everyWordAlike: Rarity = { passages: 1000, found: new Map() }

/** Of so many passages that hold words near to those of a question the nearest ones are chosen. */
const nearBreadth = 100
/** So many passages are shown where none answers: the best one in words, and the nearest in meaning. */
const nearest = 3

/** Of so many passages the best is chosen, however few are wanted. */
const usual = 5

/** The library in `dir`. Nothing is opened before it is used; several processes may have the same one. */
export const createLibrary = (options: LibraryOptions): Library => new StoredLibrary(options)

class StoredLibrary implements Library {
  readonly #options: LibraryOptions
  readonly #store: DocumentStore
  readonly #list: RootList

  constructor(options: LibraryOptions) {
    const { dir, now, embedder, notice } = options
    this.#options = options
    this.#store =
      options.store ??
      new LocalStore({ path: join(dir, 'documents.db'), now, ...(embedder && { embedder }), ...(notice && { notice }) })
    this.#list = new RootList(join(dir, 'documents.json'))
  }

  async *add(paths: string[], signal: AbortSignal, recognise?: Recognise): AsyncGenerator<DocsEvent> {
    const roots = await Promise.all(paths.map(requirePath))
    await this.#list.change((before) => withAdded(before, roots))
    yield* this.#mended(() => this.#index(roots, signal, false, recognise), signal)
  }

  async remove(paths: string[], signal: AbortSignal): Promise<number> {
    const gone = await Promise.all(paths.map((path) => realpath(path).catch(() => resolve(path))))
    const leaving = (await this.list(signal)).filter(({ path }) => gone.some((root) => isBelow(path, root)))
    await this.#list.change((before) => {
      // A path of which nothing is here may still be one that was added: an empty folder, a disk that is away.
      const here = [...before.documents, ...leaving.map(({ path }) => path)]
      const taken = gone.filter((root) => here.some((path) => isBelow(path, root)))
      return withTaken(before, taken)
    })
    for (const { path } of leaving) await this.#store.remove(path, signal)
    return leaving.length
  }

  chosen(): Promise<Chosen> {
    return this.#list.read()
  }

  list(signal: AbortSignal): Promise<StoredFile[]> {
    return this.#value(() => this.#store.list(signal), signal)
  }

  async listAll(signal: AbortSignal): Promise<Pick<StoredFile, 'path' | 'modified'>[]> {
    const [known, { missing }] = [await this.list(signal), await this.behind(signal)]
    const found = await Promise.all(missing.map(fileAt))
    const there = found.map((one, at) => ({
      path: missing[at] as string,
      modified: 'modified' in one ? one.modified : 0,
    }))
    return [...known, ...there].sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  async titles(most: number, signal: AbortSignal): Promise<string[]> {
    const names = (await this.list(signal))
      .slice(0, most)
      .map(({ path }) => basename(path, extname(path)).normalize('NFC'))
    const headings = await this.#value(async () => this.#store.headings?.(most, signal) ?? [], signal)
    return [...names, ...headings].slice(0, most)
  }

  async search(query: string, k: number, signal: AbortSignal, only?: readonly string[]): Promise<PassageHit[]> {
    const { rerank } = this.#options
    const how = { store: this.#store, chosen: await this.#list.read(), signal }
    const most = rerank ? k * rerankBreadth : Math.max(k, usual)
    const find = (wanted: string) =>
      this.#value(() => freshPassages(() => this.#store.search(wanted, most, signal, only), how), signal)
    const hits = await find(query)
    const terms = wordsAsked(query).flatMap((word) => word.terms)
    const rarity = await this.rarity(terms, signal)
    const modifiedOf = async (path: string) => (await this.#store.file(path, signal))?.modified ?? 0
    if (!rerank) {
      const assessed = assess(query, hits, rarity, true)
      const all = isAnswered(assessed) ? assessed : await this.#further(query, { hits, rarity, how, find, only })
      all.sort((a, b) => Number(isNothing(a)) - Number(isNothing(b)))
      return (await withDisagreement(all, modifiedOf)).slice(0, k)
    }
    const texts = hits.map(({ text }) => text)
    return assess(query, rerankHits(hits, await rerank(query, texts, signal), k), rarity, false)
  }

  /** The passages found, with those that are near in meaning, then those that hold other words for what was asked. */
  async #further(question: string, { hits, rarity, how, find, only }: Search): Promise<PassageHit[]> {
    const known = new Set(hits.map(keyOf))
    const best = assess(question, hits, rarity, true).find((hit) => !isNothing(hit))
    const nearest = await this.#nearest(question, { rarity, how, only, best })
    const near = new Set(nearest.map(keyOf))
    const least = hits.at(-1)?.score ?? 0
    const nearInWords = { isNearest: true, isNearInWords: true } as const
    const all = [
      ...hits.map((hit) => (near.has(keyOf(hit)) ? { ...hit, ...nearInWords } : hit)),
      ...nearest.filter((hit) => !known.has(keyOf(hit))).map((hit) => ({ ...hit, score: least, ...nearInWords })),
    ]
    return [...assess(question, all, rarity, true), ...(await this.#wider(question, all, rarity, find))]
  }

  /** Passages that hold other words for what was asked, and are not among those already found. */
  async #wider(
    question: string,
    found: readonly PassageHit[],
    rarity: Rarity,
    find: (question: string) => Promise<PassageHit[]>,
  ): Promise<PassageHit[]> {
    const { embedder, store } = this.#options
    // An embedder finds other words by itself, and a cluster is asked once.
    const wider = embedder || store ? undefined : widerQuestion(question)
    if (wider === undefined) return []
    const known = new Set(found.map(keyOf))
    const hits = (await find(wider)).filter((hit) => !known.has(keyOf(hit)))
    return assess(question, hits, rarity, true)
  }

  /**
   * Passages beside the `best` one in words that are nearest to a question by the vectors of its words. An embedder
   * tells it better, and a cluster is asked once.
   */
  async #nearest(question: string, { rarity, how, only, best }: NearSearch): Promise<PassageHit[]> {
    const store = this.#store
    if (this.#options.embedder || !store.withAnyTerm) return []
    const [{ loadWordTable }, { nearestPassages, nearTerms }] = await Promise.all([
      import('./word-vectors/load-table.ts'),
      import('./word-vectors/nearest.ts'),
    ])
    const table = await loadWordTable(question)
    if (table === undefined) return []
    const asked = askedQuestion(question, rarity)
    const terms = nearTerms(asked.words, table)
    const search = async () => {
      const candidates = (await store.withAnyTerm?.(terms, nearBreadth, only)) ?? []
      const others = candidates.filter((hit) => best === undefined || keyOf(hit) !== keyOf(best))
      return nearestPassages(asked, others, { table, most: best ? nearest - 1 : nearest })
    }
    return this.#value(() => freshPassages(search, how), how.signal)
  }

  sample(count: number, signal: AbortSignal): Promise<PassageHit[]> {
    return this.#value(async () => this.#store.sample?.(count, signal) ?? [], signal)
  }

  async rarity(terms: readonly string[], signal: AbortSignal): Promise<Rarity> {
    return (await this.#store.rarity?.(terms, signal)) ?? everyWordAlike
  }

  async *reindex(signal: AbortSignal, { thorough = false } = {}): AsyncGenerator<DocsEvent> {
    const [store, list] = [this.#store, this.#list]
    const index = (roots: string[]) => this.#index(roots, signal, thorough)
    yield* this.#mended(async function* () {
      if (thorough && store instanceof LocalStore) await store.check()
      const renewal = thorough ? await store.renew?.(signal) : undefined
      let end = renewal?.abandon
      try {
        yield* index((await list.read()).documents)
        end = renewal?.finish
      } finally {
        await end?.()
      }
    }, signal)
  }

  async *watch(signal: AbortSignal): AsyncGenerator<DocsEvent> {
    for await (const _ of watchRoots((await this.#list.read()).documents, signal)) yield* this.reindex(signal)
  }

  status(signal: AbortSignal): Promise<StoreStatus> {
    return this.#value(() => this.#store.status(signal), signal)
  }

  async behind(signal: AbortSignal): Promise<Behind> {
    const chosen = await this.chosen()
    const how = { store: this.#store, signal, wanted: (path: string) => isChosen(path, chosen) }
    return this.#value(() => compareFiles(chosen.documents, how), signal)
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  async *#index(roots: string[], signal: AbortSignal, thorough: boolean, by?: Recognise): AsyncGenerator<DocsEvent> {
    const [store, chosen] = [this.#store, await this.#list.read()]
    const recognise = by ?? (await this.#options.recogniser?.(signal))
    const how = { store, now: this.#options.now, signal, thorough, ...(recognise && { recognise }) }
    yield* indexFiles(roots, { ...how, wanted: (path) => isChosen(path, chosen) })
    for await (const { done, total, reset } of store.settle?.(signal) ?? []) {
      yield reset ? { type: 'reset' } : { type: 'embedded', done, total }
    }
  }

  /**
   * Runs `work`; a damaged index is set aside and made anew from the list before `work` has its second and last try.
   */
  async *#mended(work: () => AsyncGenerator<DocsEvent>, signal: AbortSignal): AsyncGenerator<DocsEvent> {
    try {
      return yield* work()
    } catch (error) {
      if (!isDamage(error) || !(this.#store instanceof LocalStore)) throw error
      const damaged = await this.#store.setAside()
      if (damaged !== undefined) yield { type: 'rebuilt', damaged }
    }
    yield* this.#index((await this.#list.read()).documents, signal, true)
    yield* work()
  }

  /** The same for what gives a value. */
  async #value<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    let result: { value: T } | undefined
    const events = this.#mended(async function* () {
      result = { value: await work() }
    }, signal)
    for await (const _ of events);
    return (result as { value: T }).value
  }
}

async function requirePath(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (isMissing(error)) fail('bad-input', { detail: `no such file or folder: ${path}`, data: { path } }, error)
    throw error
  }
}

/** A search whose passages do not answer. */
interface Search {
  hits: readonly PassageHit[]
  rarity: Rarity
  how: FreshSearch
  find(question: string): Promise<PassageHit[]>
  only: readonly string[] | undefined
}

/** A search for passages near in meaning, beside the one that is nearest in words. */
interface NearSearch extends Pick<Search, 'rarity' | 'how' | 'only'> {
  best: PassageHit | undefined
}

/** The question with other words for its own; undefined where none are known. */
function widerQuestion(question: string): string | undefined {
  const others = wordsAsked(question).flatMap(({ wanted }) => wanted.others)
  return others.length === 0 ? undefined : `${question} ${others.join(' ')}`
}

const isAnswered = (hits: readonly PassageHit[]) => hits.some(({ judged }) => judged?.verdict === 'says')
const isNothing = ({ judged }: PassageHit) => judged?.verdict === 'nothing'
const keyOf = ({ file, line, text }: PassageHit) => `${file}\n${line}\n${text}`

function rerankHits(hits: PassageHit[], scores: number[], k: number): PassageHit[] {
  const scored = hits.map((hit, i) => ({ ...hit, score: scores[i] ?? Number.NEGATIVE_INFINITY }))
  return scored.sort((a, b) => b.score - a.score).slice(0, k)
}

/** One value at once, when the roots are being watched, and one after each burst of changes below them. */
async function* watchRoots(roots: string[], signal: AbortSignal): AsyncGenerator<void> {
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
