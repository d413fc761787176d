import { statSync } from 'node:fs'
import { nextTick } from 'node:process'
import { codeOf } from './files.ts'

/**
 * Longer than any file system's clock takes for one tick (FAT's: 2 s), in milliseconds. A file that is written twice
 * within a tick may look the same both times; one that is read when its times are older than a tick cannot.
 */
const longestTickMs = 2_500

interface Kept<T> {
  mark: string
  /** Time at which the file was first seen with this mark, on the monotonic clock. */
  since: number
  value: T
  /** Read when that was more than a tick ago: this mark means this value for ever. */
  settled: boolean
}

/**
 * Contents of files as they were last read. A file is read again as soon as it is another one (by number, size or
 * times), so that what a person saved in an editor counts at once; else asking costs one look at it. Values are shared:
 * nobody may change them.
 */
export class FileCache<T> {
  readonly #kept = new Map<string, Kept<T>>()
  readonly #most: number
  readonly #tickMs: number

  /** At most `most` files are remembered; the one that was read first is forgotten first. */
  constructor(most = 200, tickMs = longestTickMs) {
    this.#most = most
    this.#tickMs = tickMs
  }

  /**
   * The value of the file at `path`, by `read` where it is not known. A file that is not there has a value as well.
   * `read` is given what the file held when it was last read, so that it need not make the same of the same bytes
   * again.
   */
  async get(path: string, read: (before: T | undefined) => Promise<T>): Promise<T> {
    const mark = markInThisStep(path)
    const before = this.#kept.get(path)
    const kept = before?.mark === mark ? before : undefined
    if (kept?.settled) return kept.value
    const now = performance.now()
    const since = kept?.since ?? now
    const value = await read(before?.value)
    // A file that changed while it was read may be half of each.
    if (mark === undefined || markOf(path) !== mark) return value
    this.#keep(path, { mark, since, value, settled: mark === absent || now - since > this.#tickMs })
    return value
  }

  #keep(path: string, kept: Kept<T>): void {
    this.#kept.set(path, kept)
    if (this.#kept.size > this.#most) for (const first of this.#kept.keys()) return void this.#kept.delete(first)
  }
}

const absent = ''

/** Everything the code that runs now has made of files, each by its maker and key, until the event loop goes on. */
const looked = new Map<object, Map<string, unknown>>()

/**
 * Give everybody who asks before the event loop goes on the same look: nothing can reach this process in between that
 * tells of a change. Whoever writes without waiting for the system calls `forgetLooks`.
 */
export function oncePerStep<A extends unknown[], T>(
  keyOf: (...given: A) => string,
  look: (...given: A) => T,
): (...given: A) => T {
  return (...given) => {
    const key = keyOf(...given)
    if (looked.size === 0) nextTick(forgetLooks)
    const known = looked.get(look) as Map<string, T> | undefined
    if (known?.has(key)) return known.get(key) as T
    const made = look(...given)
    if (known) known.set(key, made)
    else looked.set(look, new Map([[key, made]]))
    return made
  }
}

const markInThisStep = oncePerStep((path: string) => path, markOf)

/** Files are looked at anew from here on. */
export function forgetLooks(): void {
  looked.clear()
}

/** Tells one version of a file from another; '' where there is none, undefined where the system refuses to tell. */
export function markOf(path: string): string | undefined {
  try {
    // Waiting for a thread of the pool costs ten times what the look itself does.
    const seen = statSync(path, { bigint: true, throwIfNoEntry: false })
    return seen ? `${seen.dev} ${seen.ino} ${seen.size} ${seen.mtimeNs} ${seen.ctimeNs}` : absent
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return undefined
  }
}
