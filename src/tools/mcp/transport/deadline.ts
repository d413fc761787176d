/** Reason of a deadline that has passed. */
export class Overdue extends Error {
  override name = 'Overdue'
  readonly ms: number
  constructor(ms: number) {
    super(`nothing for ${ms} ms`)
    this.ms = ms
  }
}

/** Milliseconds after which progress extends nothing any more. */
const longest = 600_000

/**
 * A clock that aborts after `ms` milliseconds of silence; it can be wound up again, for ten minutes in all, and held.
 */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #ms: number
  readonly #began = performance.now()
  #timer: NodeJS.Timeout | undefined
  #held = 0

  constructor(ms: number) {
    this.#ms = ms
    this.#wind()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  extend(): void {
    if (performance.now() - this.#began < Math.max(longest, this.#ms)) this.#wind()
  }

  pause(): void {
    this.#held++
    clearTimeout(this.#timer)
  }

  resume(): void {
    this.#held--
    this.#wind()
  }

  stop(): void {
    this.#held = Number.POSITIVE_INFINITY
    clearTimeout(this.#timer)
  }

  #wind(): void {
    if (this.#held > 0) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#controller.abort(new Overdue(this.#ms)), this.#ms)
  }
}
