import { isDeepStrictEqual } from 'node:util'
import type { Event, Id, Input, ModelPart, ModelRequest, Provider } from '../../protocol/index.ts'
import { foldThread } from '../../threads/fold-thread.ts'
import type { Thread } from '../../threads/thread.ts'
import type { Flow, FlowContext } from '../flow.ts'

/** Ends a flow that ran ahead of its turn: its request is on its way, or what comes next is for the turn alone. */
class FarEnough extends Error {
  override name = 'FarEnough'
}

/** What only a turn may do: ends the flow that runs ahead of it. */
export function farEnough(): never {
  throw new FarEnough()
}

/** What a flow may tell ahead of its turn and go on: that nothing was done but reading, and that a model is about to be asked. */
const harmless = (event: Event): boolean =>
  event.type === 'context.fetched' || event.type === 'model.asked' || (event.type === 'route.decided' && event.to === 'chat')

/**
 * Replies that were asked for before it is known whether somebody goes on speaking (SPEC §7), one for each conversation. Nothing of
 * them is told or written: only a turn whose request is the same takes the answer over, and with it everything that follows from it.
 */
export class ForeseenReplies {
  readonly #held = new Map<Id, ForeseenReply>()

  /**
   * Runs a flow over a copy of the conversation as far as its request for the reply, which `ahead` sends. Until the signal aborts, or
   * a turn has asked. Never rejects: what fails here the turn meets again, and tells it.
   */
  async foresee(flow: Flow, thread: Thread, input: Input, place: Pick<FlowContext, 'now' | 'newId'>, signal: AbortSignal) {
    const { epoch, seq, id: conversation, agent } = thread
    const stamped = (event: Event) => ({
      v: 1 as const,
      epoch,
      seq: seq + 1,
      conversation,
      turn: input.id,
      at: +place.now(),
      event,
    })
    let now = foldThread(thread, stamped({ type: 'turn.started', input, agent }))
    const turnOnly = { images: farEnough, decided: farEnough, stop: farEnough, steered: () => [] }
    const running = flow(input, { ...turnOnly, ...place, turn: input.id, signal, thread: () => now })
    try {
      for (let step = await running.next(); !step.done && harmless(step.value); step = await running.next()) {
        signal.throwIfAborted()
        now = foldThread(now, stamped(step.value))
      }
      await running.return(undefined as never)
    } catch {
      // Far enough, or for the turn to tell.
    }
  }

  /** The provider of a flow that runs ahead: sends the request for the reply and keeps its stream. */
  ahead(provider: Provider, { signal, thread }: Pick<FlowContext, 'signal' | 'thread'>): Provider {
    return (request) => {
      signal.throwIfAborted()
      const { id } = thread()
      this.#take(id)?.drop()
      if (request.purpose === 'reply') this.#held.set(id, new ForeseenReply(request, provider, signal))
      return farEnough()
    }
  }

  /** The provider of a turn: the first request for a reply takes over the answer to the same one, and ends the answer to another. */
  adopting(provider: Provider, conversation: Id): Provider {
    return (request, signal) => {
      const reply = request.purpose === 'reply' ? this.#take(conversation) : undefined
      if (reply?.answers(request)) return reply.adopt(signal)
      reply?.drop()
      return provider(request, signal)
    }
  }

  #take(conversation: Id): ForeseenReply | undefined {
    const reply = this.#held.get(conversation)
    this.#held.delete(conversation)
    return reply
  }
}

/** One answer on its way. Only its first part is read before it is adopted: the rest waits where it comes from. */
class ForeseenReply {
  readonly #request: ModelRequest
  readonly #provider: Provider
  readonly #abort = new AbortController()
  readonly #person: AbortSignal
  readonly #parts: AsyncIterator<ModelPart>
  readonly #first: Promise<IteratorResult<ModelPart> | undefined>

  /** `person` aborts when they go on. */
  constructor(request: ModelRequest, provider: Provider, person: AbortSignal) {
    this.#request = request
    this.#provider = provider
    this.#person = person
    this.#parts = provider(request, this.#abort.signal)[Symbol.asyncIterator]()
    this.#first = this.#parts.next().catch(() => undefined)
    person.addEventListener('abort', this.drop, { once: true })
  }

  /** Whether it is the answer to this request too: all that a model is sent is the same. */
  answers(request: ModelRequest): boolean {
    return !this.#abort.signal.aborted && isDeepStrictEqual(sent(this.#request), sent(request))
  }

  /** Ends it; the server is told by the end of the connection. */
  readonly drop = (): void => {
    this.#person.removeEventListener('abort', this.drop)
    this.#abort.abort()
    void this.#parts.return?.().catch(() => {})
  }

  /** The answer, as of now the turn's own. One that had failed by its first part is asked for again, as if it had never been. */
  async *adopt(signal: AbortSignal): AsyncGenerator<ModelPart> {
    this.#person.removeEventListener('abort', this.drop)
    const stop = () => this.#abort.abort(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    try {
      const first = await this.#first
      if (!first || first.done || first.value.type === 'failed') return yield* this.#provider(this.#request, signal)
      yield first.value
      yield* { [Symbol.asyncIterator]: () => this.#parts }
    } finally {
      signal.removeEventListener('abort', stop)
      this.drop()
    }
  }
}

/** A request as servers see it: of messages no id, and of their times the minute. */
const sent = ({ messages, ...request }: ModelRequest) => ({
  ...request,
  messages: messages.map(({ id: _, at, ...message }) => ({ ...message, minute: Math.floor(at / 60_000) })),
})
