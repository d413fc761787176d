import type { Duplex } from 'node:stream'
import {
  AssistantError,
  type Conversation,
  type Decision,
  type Envelope,
  type Id,
  type Input,
  type MetadataEvent,
  type Principal,
  type Submitted,
} from '../../protocol/index.ts'
import { refuseHuge } from '../conversation/input-limits.ts'
import { Mailbox } from '../conversation/mailbox.ts'
import { listenLines, type SocketRequest, type SocketResponse, sendLine } from './socket-protocol.ts'

type Ask = SocketRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

/** The connection to the owner broke because its process ended. The caller opens the conversation again. */
export class OwnerGone extends Error {
  override name = 'OwnerGone'
}

/**
 * Connects to the owner behind a socket; undefined when nobody listens there any more, or says a word before the
 * signal.
 */
export async function connectToOwner(
  path: string,
  id: Id,
  signal: AbortSignal,
): Promise<RemoteConversation | undefined> {
  const { createConnection } = await import('node:net')
  return new Promise((resolve) => {
    const socket = createConnection(path)
    const guest = new RemoteConversation(id, socket)
    const stop = () => void socket.destroy()
    const done = (found?: RemoteConversation) => {
      signal.removeEventListener('abort', stop)
      resolve(found)
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    socket.once('close', () => done())
    void guest.welcome.then(() => done(guest))
  })
}

/** A conversation that another process owns. */
export class RemoteConversation implements Conversation {
  readonly id: Id
  /** Resolves when the owner has said that it is ready. */
  readonly welcome: Promise<void>
  readonly #socket: Duplex
  #calls = new Map<number, PromiseWithResolvers<unknown>>()
  #follows = new Map<number, Mailbox>()
  #count = 0

  constructor(id: Id, socket: Duplex) {
    this.id = id
    this.#socket = socket
    const welcome = Promise.withResolvers<void>()
    this.welcome = welcome.promise
    listenLines(socket, (value) => {
      const response = value as SocketResponse
      if ('hello' in response) welcome.resolve()
      else this.#hear(response)
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#gone())
  }

  async submit(input: Omit<Input, 'id'> & { id: Id }, how: 'queue' | 'steer' | 'interrupt'): Promise<Submitted> {
    refuseHuge(input)
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
  append(event: MetadataEvent): Promise<void> {
    return this.#ask({ do: 'tune', event })
  }
  /** Asks an owner on another device to let it go. Rejects with `OwnerGone` when it has. */
  release(isUrgent: boolean): Promise<void> {
    return this.#ask({ do: 'release', isUrgent })
  }

  async *follow(from: number, signal: AbortSignal): AsyncGenerator<Envelope> {
    let next = from
    while (!signal.aborted) {
      if (this.#socket.destroyed) throw new OwnerGone()
      const id = ++this.#count
      const mailbox = new Mailbox(signal)
      this.#follows.set(id, mailbox)
      void sendLine(this.#socket, { id, do: 'follow', from: next })
      try {
        for await (const envelope of mailbox) {
          yield envelope
          next = envelope.seq + 1
        }
      } finally {
        this.#leave(id)
      }
      // This reader was too slow: it asks again from its position, and the owner reads its journal.
      if (!mailbox.isBehind) return
    }
  }

  #leave(follow: number): void {
    if (this.#follows.delete(follow)) void sendLine(this.#socket, { id: ++this.#count, do: 'leave', follow })
  }

  async close(): Promise<void> {
    this.#socket.end()
    this.#gone()
  }

  #ask<T>(ask: Ask): Promise<T> {
    if (this.#socket.destroyed) return Promise.reject(new OwnerGone())
    const id = ++this.#count
    const call = Promise.withResolvers<unknown>()
    this.#calls.set(id, call)
    void sendLine(this.#socket, { ...ask, id } as SocketRequest)
    return call.promise as Promise<T>
  }

  #hear(response: Exclude<SocketResponse, { hello: 1 }>): void {
    if ('follow' in response) {
      const mailbox = this.#follows.get(response.follow)
      if ('failure' in response) mailbox?.close(new AssistantError(response.failure))
      else mailbox?.put(response.envelope)
      if (mailbox?.isBehind) this.#leave(response.follow)
      return
    }
    const call = this.#calls.get(response.id)
    this.#calls.delete(response.id)
    if ('failure' in response) call?.reject(new AssistantError(response.failure))
    else call?.resolve(response.result)
  }

  #gone(): void {
    for (const call of this.#calls.values()) call.reject(new OwnerGone())
    for (const follow of this.#follows.values()) follow.close(new OwnerGone())
    this.#calls.clear()
  }
}
