import { type Failure, failureOf } from '../../protocol/index.ts'
import type { Library } from '../../retrieval/library.ts'
import { sleep } from '../../std/abort.ts'

export interface WatchedDocuments {
  /** Changes whenever something is added or taken out; undefined while nothing ever was. Costs one look at the disk. */
  listed(): string | undefined
  library(): Promise<Library>
  /** Told once when the folders cannot be watched: the system allows no more watches, or a folder is away. */
  failed(failure: Failure): void
}

/** Milliseconds between two looks at whether the list changed. */
const lookMs = 5_000
/** Files that are saved in one go are read in one go. */
const pauseMs = 1_000
/** Milliseconds between comparisons by size and time, where nothing can be watched. */
const compareMs = 5 * 60_000

/** Keeps the index in step with the added folders until the signal aborts. Never throws. */
export async function watchDocuments(documents: WatchedDocuments, signal: AbortSignal): Promise<void> {
  let told = false
  while (!signal.aborted) {
    const list = documents.listed()
    const ended = new AbortController()
    const either = AbortSignal.any([signal, ended.signal])
    const relisted = waitFor(() => documents.listed() !== list, either).then(() => ended.abort())
    try {
      if (list !== undefined) await followLibrary(await documents.library(), either)
      await relisted
    } catch (error) {
      if (either.aborted) continue
      if (!told) documents.failed(failureOf(error))
      told = true
      await compareRegularly(documents, either)
    } finally {
      ended.abort()
    }
  }
}

async function followLibrary(library: Library, signal: AbortSignal): Promise<void> {
  for await (const { type } of library.watch(signal)) if (type === 'finished') await sleep(pauseMs, signal)
}

/** Compares everything now and then until the signal aborts; what fails now may succeed later. */
async function compareRegularly(documents: WatchedDocuments, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(compareMs, signal).catch(() => {})
    if (signal.aborted) return
    try {
      for await (const _ of (await documents.library()).reindex(signal));
    } catch (error) {
      if (!signal.aborted) documents.failed(failureOf(error))
    }
  }
}

/** Resolves when `isTrue`, or when the signal aborts. */
async function waitFor(isTrue: () => boolean, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !isTrue()) await sleep(lookMs, signal).catch(() => {})
}
