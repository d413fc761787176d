import type { Socket } from 'node:net'
import {
  AssistantError,
  type Conversation,
  type Decision,
  type Envelope,
  type Id,
  type Input,
  type Principal,
  type Submitted,
  type TuneEvent,
} from '../protocol/index.ts'
import { Mailbox } from './fanout.ts'
import { listen, type Request, type Response, send } from './wire.ts'

type Ask = Request extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

/** The connection to the owner broke: its process ended. Whoever gets this opens the conversation anew. */
export class OwnerGone extends Error {
  override name = 'OwnerGone'
}

/** Connects to the owner behind a socket; undefined when nobody listens there any more. */
export async function connect(path: string, id: Id): Promise<RemoteConversation | undefined> {
  const { createConnection } = await import('node:net')
  return new Promise((resolve) => {
    const socket = createConnection(path)
    socket.once('error', () => resolve(undefined))
    socket.once('connect', () => resolve(new RemoteConversation(id, socket)))
  })
}

/** A conversation that another process owns. */
export class RemoteConversation implements Conversation {
  readonly id: Id
  readonly #socket: Socket
  #calls = new Map<number, PromiseWithResolvers<unknown>>()
  #follows = new Map<number, Mailbox>()
  #count = 0

  constructor(id: Id, socket: Socket) {
    this.id = id
    this.#socket = socket
    listen<Response>(socket, (response) => this.#hear(response))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#gone())
  }

  submit(input: Omit<Input, 'id'> & { id: Id }, how: 'queue' | 'steer' | 'interrupt'): Promise<Submitted> {
    return this.#ask({ do: 'submit', input, how })
  }
  withdraw(input: Id): Promise<boolean> {
    return this.#ask({ do: 'withdraw', input })
  }
  answer(ask: Id, decision: Decision, by: Principal): Promise<'taken' | 'late'> {
    return this.#ask({ do: 'answer', ask, decision, by })
  }
  cancel(turn: Id, by: 'person' | 'barge-in' | 'shutdown', heard?: number): Promise<void> {
    return this.#ask({ do: 'cancel', turn, by, ...(heard === undefined ? {} : { heard }) })
  }
  tune(event: TuneEvent): Promise<void> {
    return this.#ask({ do: 'tune', event })
  }

  async *follow(from: number, signal: AbortSignal): AsyncGenerator<Envelope> {
    if (this.#socket.destroyed) throw new OwnerGone()
    const id = ++this.#count
    const mailbox = new Mailbox()
    this.#follows.set(id, mailbox)
    const stop = () => mailbox.close()
    signal.addEventListener('abort', stop, { once: true })
    try {
      await send(this.#socket, { id, do: 'follow', from })
      for (let batch = await mailbox.take(); batch; batch = await mailbox.take()) {
        if (signal.aborted) return
        // Too slow: what was missed is in the owner's journal, and the caller asks again from where it stands.
        if (batch === 'behind') throw new OwnerGone()
        yield* batch
      }
      if (!signal.aborted) throw new OwnerGone()
    } finally {
      signal.removeEventListener('abort', stop)
      this.#follows.delete(id)
      void send(this.#socket, { id: ++this.#count, do: 'leave', follow: id })
    }
  }

  async close(): Promise<void> {
    this.#socket.end()
    this.#gone()
  }

  async #ask<T>(ask: Ask): Promise<T> {
    if (this.#socket.destroyed) throw new OwnerGone()
    const id = ++this.#count
    const call = Promise.withResolvers<unknown>()
    this.#calls.set(id, call)
    await send(this.#socket, { ...ask, id } as Request)
    return call.promise as Promise<T>
  }

  #hear(response: Response): void {
    if ('follow' in response) {
      this.#follows.get(response.follow)?.put(response.envelope)
      return
    }
    const call = this.#calls.get(response.id)
    this.#calls.delete(response.id)
    if ('failure' in response) call?.reject(new AssistantError(response.failure))
    else call?.resolve(response.result)
  }

  #gone(): void {
    for (const call of this.#calls.values()) call.reject(new OwnerGone())
    for (const follow of this.#follows.values()) follow.close()
    this.#calls.clear()
  }
}
