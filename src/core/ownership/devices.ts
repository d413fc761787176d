import type { Duplex } from 'node:stream'
import {
  type Conversation,
  type Decision,
  type Envelope,
  fail,
  type Id,
  type Input,
  type MetadataEvent,
  type Principal,
  type Submitted,
} from '../../protocol/index.ts'
import { abortable } from '../../std/abort.ts'
import type { LocalConversation } from '../conversation/local-conversation.ts'
import { OwnerGone, RemoteConversation } from './guest.ts'
import { receiveGuest } from './host.ts'

/** A connection between processes on two devices. `from`: names the process at the other end. */
export interface DeviceLink {
  stream: Duplex
  from: string
  /** Both ends have the key of the store: nobody else can say anything on it. */
  mayAct: boolean
}

/** The person's other devices, on which the same conversations may be open. */
export interface OtherDevices {
  /**
   * The way to the process of another device that owns a conversation. Undefined where this one may own it, and where
   * nobody can be asked now: nothing waits for a store.
   */
  reach(id: Id): Promise<DeviceLink | undefined>
  /** This process owns it from now on. */
  own(id: Id, owner: OwnerHere): Owned
  /** Reason why something can be done on the owner's device only, as a sentence. */
  refusal: string
}

/** Handle by which an owner lets a conversation go. */
export interface Owned {
  /** To the process that `to` names, or to whoever comes: it is opened here again. */
  leave(to?: string): Promise<void>
  /** For good. */
  end(): Promise<void>
}

/** Duties of a conversation's owner towards other devices. */
export interface OwnerHere {
  serve(link: DeviceLink): void
  /** Something runs. */
  isBusy(): boolean
  /** Another device has it, or something came for it that can be written when nobody works with it. */
  elsewhere(): void
}

/** Longest time that an owner on another device may take to say that it is there, in milliseconds. */
const helloMs = 10_000

/** A conversation that a process on another device owns; undefined where it does not answer. */
export async function guestOf(id: Id, link: DeviceLink, refusal: string): Promise<DeviceGuest | undefined> {
  const remote = new RemoteConversation(id, link.stream)
  const gone = new Promise<false>((resolve) => link.stream.once('close', () => resolve(false)))
  const isThere = Promise.race([remote.welcome.then(() => true), gone])
  if (await abortable(isThere, AbortSignal.timeout(helloMs)).catch(() => false))
    return new DeviceGuest(remote, link.mayAct, refusal)
  await remote.close()
  return undefined
}

/** Lets a process on another device follow, stop and answer what this one owns, and have it when nothing runs. */
export function serveDevice(
  conversation: LocalConversation,
  { stream, mayAct }: DeviceLink,
  release: () => void,
): void {
  receiveGuest(conversation, stream, { mayAct, release })
}

/**
 * A conversation that another device owns. What is said here is done here: this device becomes the owner first, so
 * that its files and its rights count. What runs there is followed, stopped and answered there.
 */
export class DeviceGuest implements Conversation {
  readonly id: Id
  readonly #remote: RemoteConversation
  readonly #mayAct: boolean
  readonly #refusal: string

  constructor(remote: RemoteConversation, mayAct: boolean, refusal: string) {
    this.id = remote.id
    this.#remote = remote
    this.#mayAct = mayAct
    this.#refusal = refusal
  }

  submit(_: Omit<Input, 'id'>, how: 'queue' | 'steer' | 'interrupt'): Promise<Submitted> {
    return this.#become(how === 'interrupt')
  }
  withdraw(input: Id): Promise<boolean> {
    this.#requireRight(this.#mayAct)
    return this.#remote.withdraw(input)
  }
  answer(ask: Id, decision: Decision, by: Principal): Promise<'taken' | 'late'> {
    this.#requireRight(this.#mayAct || decision.choice === 'deny')
    return this.#remote.answer(ask, decision, by)
  }
  cancel(turn: Id, by: 'person' | 'barge-in' | 'shutdown', heard?: number): Promise<void> {
    return this.#remote.cancel(turn, by, heard)
  }
  append(event: MetadataEvent): Promise<void> {
    return this.#mayAct ? this.#remote.append(event) : this.#become(false)
  }
  follow(from: number, signal: AbortSignal): AsyncIterable<Envelope> {
    return this.#remote.follow(from, signal)
  }
  close(): Promise<void> {
    return this.#remote.close()
  }

  /** The caller opens the conversation again when the owner has let it go. */
  async #become(isUrgent: boolean): Promise<never> {
    await this.#remote.release(isUrgent)
    throw new OwnerGone()
  }

  #requireRight(isRight: boolean): void {
    if (!isRight) fail('bad-input', { data: { sentence: this.#refusal } })
  }
}
