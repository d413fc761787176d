import { isDeepStrictEqual } from 'node:util'
import type { Event, Id, Input, ModelPart, ModelRequest, Provider } from '../../protocol/index.ts'
import { foldThread } from '../../threads/fold-thread.ts'
import type { Thread } from '../../threads/thread.ts'
import type { Flow, FlowContext } from '../flow.ts'

/** Ends a flow that ran ahead of its turn: its request is on its way, or what comes next is for the turn alone. */
class FarEnough extends Error {
  override name = 'FarEnough'
}

/** End a flow that runs ahead of its turn, at work that only the turn may do. */
export function farEnough(): never {
  throw new FarEnough()
}

/**
 * Return true for an event that a flow may tell ahead of its turn: nothing was done but reading, or a model is about to
 * be asked.
 */
const isHarmless = (event: Event): boolean =>
  event.type === 'context.fetched' ||
  event.type === 'model.asked' ||
  (event.type === 'route.decided' && event.to === 'chat')

/**
 * Replies that are asked for before it is known whether somebody goes on speaking (SPEC §7), the last one of each
 * conversation.
 */
export type ForeseenReplies = Map<Id, ForeseenReply>

/**
 * Runs a flow over a copy of the conversation as far as its request for the reply, which it gives to
 * `ForeseenReply.ask`. Nothing of it is told or written: only a turn whose request is the same takes the answer over,
 * and with it everything that follows from it. Until the signal aborts, or a turn has asked. Never rejects: what
 * fails here the turn meets again, and tells it.
 */
export async function runAhead(
  replies: ForeseenReplies,
  flowWith: (reply: ForeseenReply) => Flow,
  { thread, input, now, newId }: { thread: Thread; input: Input } & Pick<FlowContext, 'now' | 'newId'>,
  signal: AbortSignal,
): Promise<void> {
  const { epoch, seq, id, agent } = thread
  const reply = new ForeseenReply(signal)
  replies.get(id)?.drop()
  replies.set(id, reply)
  const stampEvent = (event: Event) => ({
    v: 1 as const,
    epoch,
    seq: seq + 1,
    conversation: id,
    turn: input.id,
    at: +now(),
    event,
  })
  let ahead = foldThread(thread, stampEvent({ type: 'turn.started', input, agent }))
  const turnOnly = { images: farEnough, decided: farEnough, stop: farEnough, steered: () => [] }
  const running = flowWith(reply)(input, { ...turnOnly, now, newId, turn: input.id, signal, thread: () => ahead })
  try {
    for (let step = await running.next(); !step.done && isHarmless(step.value); step = await running.next()) {
      signal.throwIfAborted()
      ahead = foldThread(ahead, stampEvent(step.value))
    }
    await running.return(undefined as never)
  } catch {
    // Far enough, or for the turn to tell.
  }
}

/**
 * The provider of a turn for which a reply may be there: a request takes over the answer to the same one, and ends
 * the answer to another.
 */
export function adoptForeseen(replies: ForeseenReplies, conversation: Id, provider: Provider): Provider {
  return (request, signal) => {
    const reply = request.purpose === 'reply' ? replies.get(conversation) : undefined
    if (reply) replies.delete(conversation)
    return reply?.adopt(request, signal) ?? provider(request, signal)
  }
}

interface ForeseenRequest {
  request: ModelRequest
  provider: Provider
  parts: AsyncIterator<ModelPart>
  first: Promise<IteratorResult<ModelPart> | undefined>
}

/**
 * An answer that is asked for once. Only its first part is read before it is adopted: the rest waits where it comes
 * from.
 */
export class ForeseenReply {
  readonly #abort = new AbortController()
  readonly #person: AbortSignal
  #asked: ForeseenRequest | undefined

  /** `person` aborts when they go on. */
  constructor(person: AbortSignal) {
    this.#person = person
    person.addEventListener('abort', this.drop, { once: true })
    if (person.aborted) this.drop()
  }

  /** A provider that sends its first request for a reply, keeps the answer, and ends the flow. */
  ask(provider: Provider): Provider {
    return (request) => {
      if (request.purpose !== 'reply' || this.#abort.signal.aborted) return farEnough()
      const parts = provider(request, this.#abort.signal)[Symbol.asyncIterator]()
      this.#asked = { request, provider, parts, first: parts.next().catch(() => undefined) }
      return farEnough()
    }
  }

  /** The answer to this request, if that is what was asked: all that a model is sent is the same. Otherwise it ends. */
  adopt(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart> | undefined {
    const asked = this.#abort.signal.aborted ? undefined : this.#asked
    if (asked && isDeepStrictEqual(requestAsSent(asked.request), requestAsSent(request)))
      return this.#taken(asked, signal)
    return this.drop()
  }

  /** Ends it, or keeps it from being asked for; the server is told by the end of the connection. */
  readonly drop = (): undefined => {
    this.#person.removeEventListener('abort', this.drop)
    this.#abort.abort()
    void this.#asked?.parts.return?.().catch(() => {})
  }

  /**
   * The answer, as of now the turn's own. One that had failed by its first part is asked for again, as if it had
   * never been.
   */
  async *#taken({ request, provider, parts, first }: ForeseenRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
    this.#person.removeEventListener('abort', this.drop)
    const stop = () => this.#abort.abort(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    try {
      const begun = await first
      if (!begun || begun.done || begun.value.type === 'failed') return yield* provider(request, signal)
      yield begun.value
      yield* { [Symbol.asyncIterator]: () => parts }
    } finally {
      signal.removeEventListener('abort', stop)
      this.drop()
    }
  }
}

/** A request as servers see it: of messages no id, and of their times the minute. */
const requestAsSent = ({ messages, ...request }: ModelRequest) => ({
  ...request,
  messages: messages.map(({ id: _, at, ...message }) => ({ ...message, minute: Math.floor(at / 60_000) })),
})
