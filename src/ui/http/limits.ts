import { Refused } from './responses.ts'
import type { Token } from './tokens.ts'

/** Requests of one token at once. */
const mostAtOnce = 256
const minuteMs = 60_000

interface Use {
  running: number
  /** Tokens in the bucket, and when that was. */
  left: number
  at: number
}

/** How much each token asks: so many at once, and so many a minute where its owner said how many. */
export class Limits {
  readonly #clock: () => number
  readonly #uses = new Map<string, Use>()

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Counts a request in; returns what counts it out. Throws `Refused` with the time to wait. */
  enter({ name, perMinute }: Token): () => void {
    const use = this.#uses.get(name) ?? { running: 0, left: perMinute ?? 0, at: this.#clock() }
    this.#uses.set(name, use)
    if (use.running >= mostAtOnce) throw new Refused('too-many', { 'retry-after': '1' })
    if (perMinute) this.#spend(use, perMinute)
    use.running++
    return () => {
      use.running--
    }
  }

  #spend(use: Use, perMinute: number): void {
    const now = this.#clock()
    use.left = Math.min(perMinute, use.left + ((now - use.at) * perMinute) / minuteMs)
    use.at = now
    if (use.left < 1) throw new Refused('too-many', { 'retry-after': String(Math.ceil(((1 - use.left) * 60) / perMinute)) })
    use.left--
  }
}
