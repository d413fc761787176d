import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import { type Failure, failureOf } from '../protocol/index.ts'
import { quarantineFile } from '../std/fs/damage.ts'
import { codeOf, ensureDir, fileMode, isMissing } from '../std/fs/files.ts'
import { refuseNewer } from '../std/fs/format.ts'
import { withLock } from '../std/fs/lock.ts'
import { Database, isDamage } from './database.ts'
import { fuseRankings } from './fuse.ts'
import {
  findFile,
  keywordSearch,
  listFiles,
  listHeadings,
  passageIds,
  passagesOf,
  putFile,
  putLargeFile,
  rarityOf,
  removeFile,
  samplePassages,
  termSearch,
} from './keyword.ts'
import type { DocumentStore, Embedder, Rarity, StoredFile, StoredHit } from './ports.ts'
import type { VectorIndex } from './vector-index.ts'
import { countVectors, embedMissing, type LoadedVectors, loadVectors, pruneVectors } from './vectors.ts'

/** Depth to which each of the two rankings is read before they become one. */
const depth = 50

/** So many passages are told to be nearest in meaning. */
const nearInMeaning = 2

/** So many of the terms that passages may hold are looked up. */
const manyTerms = 120
/** In a library of at most so many passages each may be near to a question, where one is. */
const allUpTo = 300

/** A document of more passages is written in batches. */
const large = 200

export interface LocalStoreOptions {
  /** The SQLite file; its folder is made. */
  path: string
  now(): Date
  /** With an embedder a search is hybrid: by words and by meaning. */
  embedder?: Embedder
  /** Told when the embedder could not be asked and only words were searched. */
  notice?(failure: Failure): void
}

/**
 * The store of one machine: a SQLite file that several processes may read and write. Methods throw `isDamage` errors
 * as they come.
 */
export class LocalStore implements DocumentStore {
  readonly #options: LocalStoreOptions
  #open: { db: Database; inode: number | undefined } | undefined
  #vectors: { version: string; loaded: LoadedVectors | undefined; common: number | undefined } | undefined

  constructor(options: LocalStoreOptions) {
    this.#options = options
  }

  async put(...[file, chunks, signal]: Parameters<DocumentStore['put']>): Promise<void> {
    const db = await this.#db()
    if (chunks.length > large) await putLargeFile(db, file, chunks, signal)
    else putFile(db, file, chunks)
  }

  async remove(path: string): Promise<void> {
    removeFile(await this.#db(), path)
  }

  async file(path: string): Promise<StoredFile | undefined> {
    return findFile(await this.#db(), path)
  }

  async list(): Promise<StoredFile[]> {
    return listFiles(await this.#db())
  }

  async headings(most: number): Promise<string[]> {
    return listHeadings(await this.#db(), most)
  }

  async search(query: string, k: number, signal: AbortSignal, only?: readonly string[]): Promise<StoredHit[]> {
    const db = await this.#db()
    const index = this.#options.embedder && this.#index(db)
    if (!index) return passagesOf(db, keywordSearch(db, query, k, { only }))
    // The words are searched while the model works; each failure is seen by `all`, whichever comes first.
    const [vector, byWords] = await Promise.all([
      this.#vectorOf(query, signal),
      immediate().then(() => keywordSearch(db, query, depth, { only })),
    ])
    if (vector?.length !== index.dimensions) return passagesOf(db, keywordSearch(db, query, k, { only }))
    const byMeaning = index.search(vector, depth, only && new Set(passageIds(db, only)))
    const fused = fuseRankings([byWords, byMeaning], k)
    const nearest = byMeaning.slice(0, nearInMeaning).filter(({ score }) => score >= (this.#vectors?.common ?? 1))
    const added = nearest.filter(({ id }) => fused.every((one) => one.id !== id))
    const last = fused.at(-1)?.score ?? 0
    const found = [...fused.slice(0, k - added.length), ...added.map(({ id }) => ({ id, score: last }))]
    return found.flatMap((one) =>
      passagesOf(db, [one]).map((hit) =>
        nearest.some(({ id }) => id === one.id) ? { ...hit, isNearest: true as const } : hit,
      ),
    )
  }

  async withAnyTerm(terms: readonly string[], k: number, only?: readonly string[]): Promise<StoredHit[]> {
    const db = await this.#db()
    const some = termSearch(db, terms, k, { most: manyTerms, only })
    const all = some.length > 0 && !only ? samplePassages(db, allUpTo + 1) : []
    return passagesOf(db, all.length > allUpTo ? some : all.length > 0 ? all : some)
  }

  async sample(count: number): Promise<StoredHit[]> {
    const db = await this.#db()
    return passagesOf(db, samplePassages(db, count))
  }

  async rarity(terms: readonly string[]): Promise<Rarity> {
    return rarityOf(await this.#db(), terms)
  }

  async status() {
    const db = await this.#db()
    const listed = listFiles(db)
    const [files, chunks] = [listed.length, listed.reduce((sum, file) => sum + file.chunks, 0)]
    const size = (await stat(this.#options.path).catch(ignoreMissing))?.size ?? 0
    if (!this.#options.embedder) return { kind: 'keyword' as const, files, chunks, bytes: size }
    return { kind: 'vector' as const, files, chunks, vectors: countVectors(db), bytes: size }
  }

  async *settle(signal: AbortSignal): AsyncGenerator<{ done: number; total: number; reset?: true }> {
    const { embedder } = this.#options
    if (!embedder) return
    const db = await this.#db()
    pruneVectors(db)
    yield* embedMissing(db, embedder, signal)
  }

  /** Reads the whole file; throws an `isDamage` error where it is not as it was written. */
  async check(): Promise<void> {
    const db = await this.#db()
    db.check()
  }

  /**
   * Moves a damaged index aside, byte for byte, and returns where to; undefined when another process has done so
   * already. What follows begins empty.
   */
  async setAside(): Promise<string | undefined> {
    const { path, now } = this.#options
    const seen = this.#open?.inode
    await this.close()
    return withLock(path, async () => {
      if (seen === undefined ? await canOpen(path) : (await inodeOf(path)) !== seen) return undefined
      const target = await quarantineFile(path, now())
      await rename(`${path}-wal`, `${target}-wal`).catch(ignoreMissing)
      await rm(`${path}-shm`, { force: true })
      return target
    })
  }

  async close(): Promise<void> {
    this.#open?.db.close()
    this.#open = undefined
    this.#vectors = undefined
  }

  /** Somebody may have set the file aside since we opened it: then ours is no longer the one at the path. */
  async #db(): Promise<Database> {
    const { path } = this.#options
    if (this.#open && (await inodeOf(path)) === this.#open.inode) return this.#open.db
    await this.close()
    const db = (await isWritable(path)) ? await Database.open(path) : await Database.openUnwritable(path)
    this.#open = { db, inode: await inodeOf(path) }
    return db
  }

  /** The question as the embedder sees it; undefined when that does not answer. */
  async #vectorOf(query: string, signal: AbortSignal): Promise<Float32Array | undefined> {
    const { embedder, notice } = this.#options
    try {
      return (await embedder?.embed([query], signal, 'query'))?.[0]
    } catch (error) {
      signal.throwIfAborted()
      if (failureOf(error).code === 'internal') throw error
      notice?.(failureOf(error))
      return undefined
    }
  }

  #index(db: Database): VectorIndex | undefined {
    const version = db.version()
    if (this.#vectors?.version !== version) {
      const loaded = loadVectors(db, this.#vectors?.loaded)
      this.#vectors = { version, loaded, common: loaded?.index.commonCosine() }
    }
    return this.#vectors.loaded?.index
  }
}

/** Makes the file where there is none. False where the disk, or a newer version of the program, refuses. */
async function isWritable(path: string): Promise<boolean> {
  try {
    await ensureDir(dirname(path))
    refuseNewer(path)
    await (await open(path, 'a', fileMode)).close()
    return true
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return false
  }
}

async function canOpen(path: string): Promise<boolean> {
  try {
    const db = await Database.open(path)
    db.close()
    return true
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

async function inodeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).ino
  } catch (error) {
    ignoreMissing(error)
    return undefined
  }
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
