/** Envelopes that are told at once, when one commit has brought all of them to where they last. */
class Batch<T> {
  readonly items: T[] = []
  readonly done = Promise.withResolvers<void>()
  /** True if anything of it needs a commit. */
  lasts = false
  /** True if somebody waits for it. */
  isDue = false
  timer: NodeJS.Timeout | undefined

  constructor() {
    // Callers that do not wait for it hear of a failure in another way.
    this.done.promise.catch(() => {})
  }
}

/** Longest delay of a commit that nobody waits for, in milliseconds, so that more can go along. */
const lingerMs = 5

/**
 * Things that are written and wait, in their order, for the commit after which they may be told. What comes during a
 * commit goes along with the next one; what nobody waits for begins none of its own. When a commit fails, `failed` is
 * given all that wait, before anybody hears of it; the queue is empty then.
 */
export class CommitQueue<T> {
  readonly #commit: () => Promise<void>
  readonly #tell: (item: T) => void
  readonly #failed: (error: unknown, items: readonly T[]) => void
  #waiting: Batch<T> | undefined
  #running: Batch<T> | undefined

  constructor(
    commit: () => Promise<void>,
    tell: (item: T) => void,
    failed: (error: unknown, items: readonly T[]) => void,
  ) {
    this.#commit = commit
    this.#tell = tell
    this.#failed = failed
  }

  get isEmpty(): boolean {
    return !this.#waiting && !this.#running
  }

  /**
   * Resolves when the item was told. `lasts`: after a commit only; `isAwaited`: somebody waits, so that it begins at
   * once.
   */
  add(item: T, { lasts, isAwaited }: { lasts: boolean; isAwaited: boolean }): Promise<void> {
    if (!lasts && this.isEmpty) return Promise.resolve(this.#tell(item))
    this.#waiting ??= new Batch()
    const batch = this.#waiting
    batch.items.push(item)
    batch.lasts ||= lasts
    batch.isDue ||= isAwaited || !batch.lasts
    if (batch.isDue) void this.#next()
    else batch.timer ??= setTimeout(() => this.#hurry(batch), lingerMs)
    return batch.done.promise
  }

  /** Resolves when nothing waits any more; rejects when its commit fails. */
  async flush(): Promise<void> {
    const last = this.#waiting ?? this.#running
    if (this.#waiting) this.#hurry(this.#waiting)
    await last?.done.promise
  }

  #hurry(batch: Batch<T>): void {
    batch.isDue = true
    void this.#next()
  }

  async #next(): Promise<void> {
    const batch = this.#waiting
    if (this.#running || !batch?.isDue) return
    this.#running = batch
    this.#waiting = undefined
    clearTimeout(batch.timer)
    try {
      if (batch.lasts) await this.#commit()
      for (const item of batch.items) this.#tell(item)
      this.#running = undefined
      batch.done.resolve()
    } catch (error) {
      this.#drop(batch, error)
    }
    await this.#next()
  }

  /** Later batches rest on what failed. */
  #drop(batch: Batch<T>, error: unknown): void {
    const later = this.#waiting
    this.#waiting = undefined
    this.#running = undefined
    clearTimeout(later?.timer)
    this.#failed(error, [...batch.items, ...(later?.items ?? [])])
    batch.done.reject(error)
    later?.done.reject(error)
  }
}
