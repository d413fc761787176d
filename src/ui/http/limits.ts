import { Refused } from './responses.ts'
import type { Token } from './tokens.ts'

/** Requests at once: of one token, and of all. Each that waits for its turn holds some ten kilobytes. */
const mostAtOnce = 256
const mostOfAll = 1_024
/** Turns of one session that run or wait: more than a person can mean to have said. */
const mostOfSession = 8
const minuteMs = 60_000

interface Use {
  running: number
  /** Tokens in the bucket, and when that was. */
  left: number
  at: number
}

/**
 * Bounds the requests: so many at once of each token, of each session and of all, and so many a minute of a token where
 * its owner said how many. More are refused at once, so that memory does not grow with them.
 */
export class Limits {
  readonly #clock: () => number
  readonly #uses = new Map<string, Use>()
  readonly #sessions = new Map<string, number>()
  #running = 0

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Counts a request in; returns what counts it out. Throws `Refused` with the time to wait. */
  enter({ name, perMinute }: Token): () => void {
    const use = this.#uses.get(name) ?? { running: 0, left: perMinute ?? 0, at: this.#clock() }
    this.#uses.set(name, use)
    if (use.running >= mostAtOnce || this.#running >= mostOfAll) throw new Refused('too-many', { 'retry-after': '1' })
    if (perMinute) this.#spend(use, perMinute)
    use.running++
    this.#running++
    return () => {
      use.running--
      this.#running--
    }
  }

  /** Counts a turn of a session in; returns what counts it out. Throws `Refused`. */
  begin(session: string): () => void {
    const turns = this.#sessions.get(session) ?? 0
    if (turns >= mostOfSession) throw new Refused('too-many', { 'retry-after': '1' })
    this.#sessions.set(session, turns + 1)
    return () => {
      const left = (this.#sessions.get(session) ?? 1) - 1
      if (left === 0) this.#sessions.delete(session)
      else this.#sessions.set(session, left)
    }
  }

  /** Requests that run or wait. */
  get running(): number {
    return this.#running
  }

  #spend(use: Use, perMinute: number): void {
    const now = this.#clock()
    use.left = Math.min(perMinute, use.left + ((now - use.at) * perMinute) / minuteMs)
    use.at = now
    if (use.left < 1)
      throw new Refused('too-many', { 'retry-after': String(Math.ceil(((1 - use.left) * 60) / perMinute)) })
    use.left--
  }
}
