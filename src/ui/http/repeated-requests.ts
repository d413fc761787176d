import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Id } from '../../protocol/index.ts'

/** Sessions whose last request is remembered. */
const mostSessions = 10_000
/**
 * Nobody reads a question and answers it in so short a time, in milliseconds: the same words again are a second click.
 */
const secondClickMs = 1_000

interface LastRequest {
  body: string
  turn: Id
  /** Its turn has ended, and with an answer. */
  isDone: boolean
  /** A service asked or told something in it. */
  isServed: boolean
  /** The time on the monotonic clock at which an answer of it was taken whole; undefined before. */
  takenAt?: number
  /** Answers of it that are under way. */
  open: number
}

/** The turn of a request. */
export interface RequestTurn {
  id: Id
  /** It is the turn of the request before, which was the same: nothing runs again. */
  again: boolean
  /** The turn has ended with an answer; `isServed`: of a service. */
  done(isServed: boolean): void
}

/**
 * The last request of each session, so that the same one again (a second click, a retry after an answer that was lost)
 * is given the same answer. Clients that name their requests need none of it. What a process forgets is only that.
 */
export class RepeatedRequests {
  readonly #last = new Map<Id, LastRequest>()

  /** The turn of a request without a name of its own; `fresh` names a new one. */
  take(session: Id, body: unknown, response: ServerResponse, fresh: () => Id): RequestTurn {
    const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
    const before = this.#last.get(session)
    const again = before?.body === hash && isSameAgain(before)
    const last: LastRequest = again ? before : { body: hash, turn: fresh(), isDone: false, isServed: false, open: 0 }
    this.#last.delete(session)
    this.#last.set(session, last)
    for (const oldest of this.#last.keys()) {
      if (this.#last.size <= mostSessions) break
      this.#last.delete(oldest)
    }
    last.open++
    response.once('close', () => {
      last.open--
      if (response.writableFinished) last.takenAt = performance.now()
    })
    return {
      id: last.turn,
      again,
      done(isServed) {
        last.isDone = true
        last.isServed = isServed
      },
    }
  }

  /** A request with a name of its own came: whatever is asked next is another one. */
  forget(session: Id): void {
    this.#last.delete(session)
  }
}

function isSameAgain({ isDone, isServed, takenAt, open }: LastRequest): boolean {
  if (open > 0) return true
  if (!isDone) return false
  return takenAt === undefined || (isServed && performance.now() - takenAt < secondClickMs)
}
