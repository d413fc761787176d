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
  /** Nobody has got the answer before it yet: a question in it was not shown when this was asked. */
  isUnseen: boolean
  /** The turn has ended with an answer; `isServed`: of a service. */
  done(isServed: boolean): void
}

/** A request as it came: with a name of its own, or with nothing but what is in it. */
export type NamedRequest = { id: Id } | { body: unknown; fresh(): Id }

/**
 * The last request of each session, so that the same one again (a second click, a retry after an answer that was lost)
 * is given the same answer, and a yes to an answer that nobody got is known for what it is. What a process forgets is
 * only that.
 */
export class RepeatedRequests {
  readonly #last = new Map<Id, LastRequest>()

  /** The turn of a request of this session. */
  take(session: Id, request: NamedRequest, response: ServerResponse): RequestTurn {
    const before = this.#last.get(session)
    const last = this.#turnOf(request, before)
    const isUnseen = before !== undefined && before !== last && before.takenAt === undefined
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
      isUnseen,
      done(isServed) {
        last.isDone = true
        last.isServed = isServed
      },
    }
  }

  #turnOf(request: NamedRequest, before: LastRequest | undefined): LastRequest {
    const fresh = { isDone: false, isServed: false, open: 0 }
    if ('id' in request) return before?.turn === request.id ? before : { ...fresh, body: '', turn: request.id }
    const body = createHash('sha256').update(JSON.stringify(request.body)).digest('hex')
    return before?.body === body && isSameAgain(before) ? before : { ...fresh, body, turn: request.fresh() }
  }
}

function isSameAgain({ isDone, isServed, takenAt, open }: LastRequest): boolean {
  if (open > 0) return true
  if (!isDone) return false
  return takenAt === undefined || (isServed && performance.now() - takenAt < secondClickMs)
}
