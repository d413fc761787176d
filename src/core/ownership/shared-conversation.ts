import {
  type Conversation,
  type Decision,
  type Envelope,
  fail,
  failureOf,
  type Id,
  type Input,
  type MetadataEvent,
  type Principal,
  type Submitted,
} from '../../protocol/index.ts'
import { abortable } from '../../std/abort.ts'
import { foldThread } from '../../threads/fold-thread.ts'
import { memoryJournal } from '../../threads/journal.ts'
import { emptyThread, type Thread } from '../../threads/thread.ts'
import { LocalConversation } from '../conversation/local-conversation.ts'
import { recoverTurn } from '../conversation/recovery.ts'
import { type Acquired, acquireConversation, type OpenOptions } from './acquire.ts'
import { guestOf, type Owned, serveDevice } from './devices.ts'
import { OwnerGone, RemoteConversation } from './guest.ts'

/** So many entries are read once more when a conversation goes to another owner. */
const readAgain = 200
/** So many entries are remembered. */
const remembered = 1_000

/**
 * Envelopes that a reader of a conversation was told. Where it goes from one device to another its entries may be
 * counted anew, and what was said elsewhere may stand ahead of what was told last: the end of it is read once more, and
 * what was told is left out.
 */
class Overlap {
  /** Sequence number to follow from. */
  next: number
  /** Count of how often each was told and came since the conversation went to its owner. */
  readonly #told = new Map<string, number>()
  #came = new Map<string, number>()

  constructor(from: number) {
    this.next = from
  }

  /** True if the reader was not told of it before. */
  isNew(envelope: Envelope): boolean {
    this.next = envelope.seq + 1
    const { event } = envelope
    // These only pass by, and say themselves where they belong.
    if (event.type === 'text.added' || event.type === 'reasoning.added' || event.type === 'tool.progressed') return true
    const name = `${envelope.at} ${envelope.turn ?? ''} ${event.type} ${'id' in event ? event.id : ''}`
    const times = (this.#came.get(name) ?? 0) + 1
    this.#came.set(name, times)
    if (times <= (this.#told.get(name) ?? 0)) return false
    this.#told.set(name, times)
    for (const known of [this.#told, this.#came])
      if (known.size > remembered) known.delete(known.keys().next().value ?? '')
    return true
  }

  /** The conversation has another owner now. */
  again(): void {
    this.next = Math.max(0, this.next - readAgain)
    this.#came = new Map()
  }
}

export { recoverTurn as recover } from '../conversation/recovery.ts'
export type { OpenOptions } from './acquire.ts'

/** Opens a conversation that leaves nothing on disk and that no other process can reach. */
export async function openEphemeral(id: Id, options: OpenOptions): Promise<LocalConversation> {
  const journal = memoryJournal()
  const { goesOn: _, heir: __, ...own } = options
  const thread = await recoverTurn(emptyThread(id), journal.append, 1, own)
  return new LocalConversation({ ...own, thread, journal, epoch: 1, isOurs: async () => true })
}

/**
 * Opens a conversation, here or in the process that owns it, and stays with it: when the owner dies, this process (or
 * another guest) takes over, repairs what was cut, and goes on.
 */
export async function openShared(id: Id, options: OpenOptions): Promise<SharedConversation> {
  const shared = new SharedConversation(id, options)
  await shared.opened()
  return shared
}

/** A conversation that is created by its first input. Until then nothing is on disk. */
export function createLazy(id: Id, options: OpenOptions): SharedConversation {
  return new SharedConversation(id, options)
}

export class SharedConversation implements Conversation {
  readonly id: Id
  readonly #options: OpenOptions
  #reached: Promise<Acquired> | undefined
  /** Resolves at the first opening. Followers of a conversation that has not begun wait for it. */
  readonly #begun = Promise.withResolvers<void>()
  #wasGuest = false
  /** Inputs that this process submitted as a guest. */
  readonly #given = new Set<Id>()
  #closed = false
  /** Handle that this process, as the owner, keeps from other devices. */
  #held: Owned | undefined

  constructor(id: Id, options: OpenOptions) {
    this.id = id
    this.#options = options
  }

  /** The current conversation: local or remote. */
  async opened(): Promise<Acquired['conversation']> {
    return (await this.#reach()).conversation
  }

  /** True if this process is the owner. */
  async isOwner(): Promise<boolean> {
    return (await this.opened()) instanceof LocalConversation
  }

  async submit(input: Omit<Input, 'id'> & { id?: Id }, how: 'queue' | 'steer' | 'interrupt'): Promise<Submitted> {
    // The id is given here, once: a submit repeated after a take-over is the same input and runs once.
    const { cwd, newId } = this.#options
    const here = input.origin === 'tui' && cwd !== undefined ? { folder: cwd } : {}
    const named = { ...here, ...input, id: input.id ?? newId() }
    this.#given.add(named.id)
    return this.#again((conversation) => conversation.submit(named, how))
  }
  async foresee(input: Omit<Input, 'id'>, signal: AbortSignal): Promise<void> {
    const thread = await this.#idleHere().catch(() => undefined)
    if (thread && !signal.aborted)
      await this.#options.foresee?.(thread, { ...input, id: this.#options.newId() }, signal)
  }
  withdraw(input: Id): Promise<boolean> {
    return this.#again((conversation) => conversation.withdraw(input))
  }
  answer(ask: Id, decision: Decision, by: Principal): Promise<'taken' | 'late'> {
    return this.#again((conversation) => conversation.answer(ask, decision, by))
  }
  cancel(turn: Id, by: 'person' | 'barge-in' | 'shutdown', heard?: number): Promise<void> {
    return this.#again((conversation) => conversation.cancel(turn, by, heard))
  }
  append(event: MetadataEvent): Promise<void> {
    return this.#again((conversation) => conversation.append(event))
  }

  async *follow(from: number, signal: AbortSignal): AsyncGenerator<Envelope> {
    const overlap = new Overlap(from)
    await abortable(this.#begun.promise, signal).catch(() => {})
    while (!signal.aborted && !this.#closed) {
      const reached = this.#reach()
      try {
        for await (const envelope of (await reached).conversation.follow(overlap.next, signal))
          if (overlap.isNew(envelope)) yield envelope
        if (this.#reached === reached) return
        overlap.again()
      } catch (error) {
        if (this.#closed) return
        this.#lost(error, reached)
        if (this.#options.devices) overlap.again()
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#begun.resolve()
    const reached = await this.#reached?.catch(() => undefined)
    await reached?.close()
    await this.#held?.end()
  }

  async #again<T>(work: (conversation: Conversation) => Promise<T>): Promise<T> {
    while (true) {
      const reached = this.#reach()
      try {
        return await work((await reached).conversation)
      } catch (error) {
        this.#lost(error, reached)
      }
    }
  }

  #reach(): Promise<Acquired> {
    this.#reached ??= this.#open()
    return this.#reached
  }

  /**
   * After a lost owner or a failed attempt the next use opens the conversation again. Other errors go to the caller.
   */
  #lost(error: unknown, reached: Promise<Acquired>): void {
    const hasMoved = this.#reached !== undefined && this.#reached !== reached
    if (!(error instanceof OwnerGone) && !(hasMoved && failureOf(error).code === 'busy')) throw error
    if (hasMoved) return
    this.#reached = undefined
    void reached.then((gone) => gone.close())
  }

  /**
   * The conversation where this process owns it and nothing runs; one that nothing was said in is not begun for that.
   */
  async #idleHere(): Promise<Thread | undefined> {
    const { now, initial } = this.#options
    const event = { type: 'conversation.created' as const, ...initial }
    if (!this.#reached && !this.#wasGuest)
      return foldThread(emptyThread(this.id), { v: 1, epoch: 1, seq: 1, conversation: this.id, at: +now(), event })
    const conversation = await this.opened()
    return conversation instanceof LocalConversation && conversation.isIdle ? conversation.thread : undefined
  }

  async #unkept(error: unknown): Promise<Acquired> {
    const { code, detail } = failureOf(error)
    if (code !== 'storage' || !this.#options.unkept) throw error
    this.#options.unkept(detail ?? code)
    const conversation = await openEphemeral(this.id, this.#options)
    return { conversation, close: () => conversation.close() }
  }

  async #open(): Promise<Acquired> {
    try {
      if (this.#closed) fail('busy', { detail: 'this conversation is closed' })
      this.#begun.resolve()
      const goesOn = (input: Input) => this.#options.goesOn?.(input, this.#wasGuest) ?? false
      const reached =
        (await this.#elsewhere()) ??
        (await acquireConversation(this.id, { ...this.#options, goesOn }).catch((error) => this.#unkept(error)))
      const { conversation } = reached
      if (conversation instanceof LocalConversation) this.#own(reached, conversation)
      // A former guest resumes the queue of a dead owner. A fresh process does not: its person decides (withdraw or
      // submit).
      if (this.#wasGuest && conversation instanceof LocalConversation) conversation.resume(this.#given)
      this.#wasGuest ||= conversation instanceof RemoteConversation
      return reached
    } catch (error) {
      this.#reached = undefined
      throw error
    }
  }

  /** The process of another device that has it. */
  async #elsewhere(): Promise<Acquired | undefined> {
    const { devices } = this.#options
    const link = await devices?.reach(this.id)
    const guest = devices && link && (await guestOf(this.id, link, devices.refusal))
    return guest && { conversation: guest, close: () => guest.close() }
  }

  #own(reached: Acquired, conversation: LocalConversation): void {
    const held = this.#options.devices?.own(this.id, {
      serve: (link) => serveDevice(conversation, link, () => void this.#move(reached, conversation, link.from)),
      isBusy: () => !conversation.isIdle,
      elsewhere: () => void this.#move(reached, conversation),
    })
    this.#held = held
  }

  /** Lets go of what this process owns as soon as nothing runs, and opens it again, wherever it is then. */
  async #move(from: Acquired, conversation: LocalConversation, to?: string): Promise<void> {
    const held = this.#held
    do await conversation.untilIdle()
    while (!conversation.isIdle && this.#held === held)
    if (this.#closed || !held || this.#held !== held) return
    this.#held = undefined
    const moved = (async () => {
      await from.close()
      await held.leave(to)
      return this.#open()
    })()
    moved.catch(() => {
      if (this.#reached === moved) this.#reached = undefined
    })
    this.#reached = moved
  }
}
