import { access } from 'node:fs/promises'
import { AssistantError } from '../protocol/index.ts'
import { indexFile } from './index-files.ts'
import type { DocumentStore, PassageHit, StoredHit } from './ports.ts'
import { type Chosen, isBelow } from './roots.ts'
import { fileAt } from './walk.ts'

/**
 * Files up to this size (bytes) are read before they are quoted; of larger ones size and time must be what they were.
 */
const readAtMost = 4 << 20

/** Number of times that passages are looked up anew because files behind them had changed. */
const rounds = 3

export interface FreshSearch {
  store: DocumentStore
  /** The roots that were added: a folder that is away as a whole (a disk that is not mounted) is not forgotten. */
  chosen: Chosen
  signal: AbortSignal
}

/**
 * The passages that `search` finds, as their files hold them now: a changed file is read again and the passages are
 * looked up anew, one that is gone is forgotten, and nothing is quoted of one that cannot be read. Throws as the
 * store does, and the signal's reason.
 */
export async function freshPassages(search: () => Promise<StoredHit[]>, how: FreshSearch): Promise<PassageHit[]> {
  for (let round = 1; ; round++) {
    const hits = await search()
    const states = new Map<string, FileState>()
    for (const { file } of hits) if (!states.has(file)) states.set(file, await bringUpToDate(file, how))
    const isCurrent = ({ file, hash }: StoredHit) => {
      const state = states.get(file)
      return state?.is === 'same' && (hash === undefined || hash === state.hash)
    }
    const isOld = (hit: StoredHit) => states.get(hit.file)?.is !== 'unread' && !isCurrent(hit)
    const isDone = round === rounds || !hits.some(isOld)
    if (isDone) return hits.filter(isCurrent).map(({ hash: _, ...hit }) => hit)
    await settleVectors(how)
  }
}

/** Makes what was put visible to searches. Without an embedder that answers, words are searched. */
async function settleVectors({ store, signal }: FreshSearch): Promise<void> {
  try {
    for await (const _ of store.settle?.(signal) ?? []);
  } catch (error) {
    if (signal.aborted || !(error instanceof AssistantError)) throw error
  }
}

/** `unread`: it is there and cannot be read, or its folder is away: nothing is known of what it holds now. */
type FileState = { is: 'same'; hash: string } | { is: 'changed' | 'gone' | 'unread' }

/** Bring a file's passages up to date and return its state; if the index takes nothing, no change is known. */
async function bringUpToDate(path: string, how: FreshSearch): Promise<FileState> {
  try {
    return await broughtUpToDate(path, how)
  } catch (error) {
    if (how.signal.aborted || !(error instanceof AssistantError) || error.failure.code !== 'storage') throw error
    return { is: 'unread' }
  }
}

async function broughtUpToDate(path: string, { store, chosen, signal }: FreshSearch): Promise<FileState> {
  const found = await fileAt(path)
  if ('fault' in found ? found.fault === 'gone' : found.folder) {
    if (!(await isRootThere(path, chosen))) return { is: 'unread' }
    await store.remove(path, signal)
    return { is: 'gone' }
  }
  if ('fault' in found) return { is: 'unread' }
  const known = await store.file(path, signal)
  if (!known) return { is: 'gone' }
  const { size, modified } = found
  const outcome = await indexFile(store, { path, size, modified }, known, size <= readAtMost, signal)
  // A file that is just being written may be empty or half: it stays in the index and is looked at again with the
  // next question.
  if ('fault' in outcome) return { is: 'unread' }
  return outcome.fresh ? { is: 'changed' } : { is: 'same', hash: known.hash }
}

/** Tell whether the root above a path is there. */
async function isRootThere(path: string, { documents }: Chosen): Promise<boolean> {
  const roots = documents.filter((root) => root !== path && isBelow(path, root))
  const there = await Promise.all(
    roots.map((root) =>
      access(root).then(
        () => true,
        () => false,
      ),
    ),
  )
  return there.some(Boolean)
}
