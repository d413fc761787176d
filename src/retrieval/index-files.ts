import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { DocumentFault } from '../messages/commands/docs.ts'
import { isPictureName } from '../std/text/document-formats.ts'
import { chunkLines } from './chunk.ts'
import type { DocumentStore, StoredFile } from './ports.ts'
import { type Recognise, readDocument } from './readers/read.ts'
import { sizeLimit } from './readers/read-here.ts'
import { isBelow } from './roots.ts'
import { type FoundFile, faultOf, findDocuments } from './walk.ts'

/**
 * An event while documents are indexed. `left` is the estimated rest in milliseconds, once there is something to go by.
 */
export type DocsEvent =
  | { type: 'found'; files: number }
  | { type: 'indexed' | 'unchanged' | 'removed'; path: string }
  | { type: 'skipped'; path: string; fault: DocumentFault }
  /** Of these pages there is only a picture, whose letters could not be read. */
  | { type: 'unread'; path: string; pages: number[] }
  | { type: 'progressed'; done: number; total: number; chunks: number; left?: number }
  | { type: 'embedded'; done: number; total: number }
  | { type: 'reset' }
  | { type: 'rebuilt'; damaged: string }
  | ({ type: 'finished' } & Counts)

/** Documents by what became of them, and the passages of all that are indexed now. */
interface Counts {
  indexed: number
  unchanged: number
  removed: number
  skipped: number
  chunks: number
}

export interface Indexing {
  store: DocumentStore
  now(): Date
  signal: AbortSignal
  /** Read and compare every file, also those whose size and time are as they were. */
  thorough: boolean
  /** Reads the letters of pictures, where something here can. */
  recognise?: Recognise
  /** False for what was taken out of the library below its roots. */
  wanted(path: string): boolean
}

/**
 * Brings the store in step with the files below `roots`: new and changed ones are indexed, one after the other and
 * each as one step, vanished ones forgotten. Stopping it in between loses nothing; the next run finds what is done by
 * size, time and hash.
 */
export async function* indexFiles(
  roots: string[],
  { store, now, signal, thorough, wanted, recognise }: Indexing,
): AsyncGenerator<DocsEvent> {
  const known = new Map((await store.list(signal)).map((file) => [file.path, file]))
  const found: FoundFile[] = []
  for (const root of roots) for await (const one of findDocuments(root, signal)) if (wanted(one.path)) found.push(one)
  yield { type: 'found', files: found.length }
  const counts = { indexed: 0, unchanged: 0, removed: 0, skipped: 0, chunks: 0 }
  const there = new Set<string>()
  const began = now().getTime()
  for (const [done, one] of found.entries()) {
    const outcome = 'fault' in one ? one : await indexFile(store, one, known.get(one.path), thorough, signal, recognise)
    if (!('fault' in outcome)) there.add(outcome.path)
    yield* tellOutcome(outcome, counts)
    const left = done < 20 ? {} : { left: ((now().getTime() - began) / (done + 1)) * (found.length - done - 1) }
    yield { type: 'progressed', done: done + 1, total: found.length, chunks: counts.chunks, ...left }
  }
  // A root that is away as a whole (a disk that is not mounted) keeps what is known of it.
  const present = roots.filter((root) => !found.some((one) => one.path === root && 'fault' in one))
  yield* forgetOthers(store, present, there, counts, signal)
  yield { type: 'finished', ...counts }
}

/**
 * Paths below what was added where the index is behind its files: not in it (new, or not to be read), changed, gone.
 */
export interface Behind {
  missing: string[]
  changed: string[]
  gone: string[]
}

/** Compares the store with the files below `roots` by size and time; nothing is read. */
export async function compareFiles(
  roots: string[],
  { store, signal, wanted }: Pick<Indexing, 'store' | 'signal' | 'wanted'>,
): Promise<Behind> {
  const known = new Map((await store.list(signal)).map((file) => [file.path, file]))
  const behind: Behind = { missing: [], changed: [], gone: [] }
  for (const root of roots)
    for await (const one of findDocuments(root, signal)) {
      if (!wanted(one.path) || ('fault' in one && one.fault === 'gone')) continue
      const before = known.get(one.path)
      known.delete(one.path)
      if (!before) behind.missing.push(one.path)
      else if ('fault' in one || before.size !== one.size || before.modified !== one.modified)
        behind.changed.push(one.path)
    }
  behind.gone = [...known.keys()]
  return behind
}

type Outcome =
  | { path: string; chunks: number; fresh: boolean; scans?: number[] }
  | { path: string; fault: DocumentFault }

/**
 * Brings one file into the store, unless it is there as it is. `thorough`: the bytes are compared even where size and
 * time are the same.
 */
export async function indexFile(
  store: DocumentStore,
  file: Extract<FoundFile, { size: number }>,
  before: StoredFile | undefined,
  thorough: boolean,
  signal: AbortSignal,
  recognise?: Recognise,
): Promise<Outcome> {
  const { path, size, modified } = file
  signal.throwIfAborted()
  // A picture before may have words now: somebody may have installed a reader for it.
  const canReadMore = before?.unread !== undefined && recognise !== undefined
  const looksSame = before?.size === size && before.modified === modified && !canReadMore
  if (looksSame && !thorough) return { path, chunks: before.chunks, fresh: false }
  if (size > sizeLimit(path)) return { path, fault: 'large' }
  if (isPictureName(path) && !recognise) return { path, fault: 'scanned' }
  const bytes = await readFile(path, { signal }).catch((error) => {
    signal.throwIfAborted()
    return faultOf(error)
  })
  if (typeof bytes === 'string') return { path, fault: bytes }
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (before?.hash === hash && before.modified === modified && !canReadMore)
    return { path, chunks: before.chunks, fresh: false }
  const reading = await readDocument(path, bytes, signal, recognise)
  if ('fault' in reading) return { path, fault: reading.fault }
  const chunks = chunkLines(reading.lines)
  if (chunks.length === 0) return { path, fault: 'empty' }
  const { scans } = reading
  await store.put({ path, hash, size, modified, ...(scans && !recognise && { unread: scans }) }, chunks, signal)
  return { path, chunks: chunks.length, fresh: before?.hash !== hash || canReadMore, ...(scans && { scans }) }
}

function* tellOutcome(outcome: Outcome, counts: Counts): Generator<DocsEvent> {
  if ('fault' in outcome) {
    counts.skipped++
    yield { type: 'skipped', ...outcome }
    return
  }
  counts[outcome.fresh ? 'indexed' : 'unchanged']++
  counts.chunks += outcome.chunks
  yield { type: outcome.fresh ? 'indexed' : 'unchanged', path: outcome.path }
  if (outcome.scans) yield { type: 'unread', path: outcome.path, pages: outcome.scans }
}

/**
 * Forget documents that the store holds below the roots and the folder no longer does, or that have become unreadable.
 */
async function* forgetOthers(
  store: DocumentStore,
  roots: string[],
  there: Set<string>,
  counts: Counts,
  signal: AbortSignal,
): AsyncGenerator<DocsEvent> {
  for (const { path } of await store.list(signal)) {
    if (there.has(path) || !roots.some((root) => isBelow(path, root))) continue
    await store.remove(path, signal)
    counts.removed++
    yield { type: 'removed', path }
  }
}
