import {
  AssistantError,
  type Envelope,
  type Event,
  type Id,
  type Image,
  type JsonObject,
  type Picture,
} from '../../protocol/index.ts'
import { foldThread } from '../../threads/fold-thread.ts'
import { readPictures } from '../../threads/image-store.ts'
import type { Journal } from '../../threads/journal.ts'
import type { Thread } from '../../threads/thread.ts'
import { CommitQueue } from './commit-queue.ts'
import { Mailbox } from './mailbox.ts'

export interface EventRecorderDeps {
  thread: Thread
  journal: Journal
  /** The epoch of this owner. Every envelope carries it. */
  epoch: number
  /** False once another process took the conversation over: nothing may be written any more. */
  isOurs(): Promise<boolean>
  now(): Date
}

/** Maps an I/O error to a `storage` failure with its code. A value that is not JSON is a bug and is thrown as it is. */
export function storageOf(error: unknown, data?: JsonObject): unknown {
  if (error instanceof AssistantError || error instanceof TypeError) return error
  return new AssistantError({ code: 'storage', detail: String(error), ...(data ? { data } : {}) }, { cause: error })
}

/** State of the conversation when a reader joined. */
interface Joined {
  head: number
  owed: readonly Envelope[]
  /** The events since the reader's position, if they are still in memory. */
  told?: readonly Envelope[]
  snapshot?: Envelope
}

/** Events of one turn that are kept in memory. Readers of a longer turn read the journal. */
const mostAtHand = 500

/** An event that is written, and the conversation with it. */
interface Written {
  envelope: Envelope
  thread: Thread
  isAwaited: boolean
}

/** Events that only pass by are never written. */
const isPassing = ({ type }: Event) => type === 'text.added' || type === 'reasoning.added' || type === 'tool.progressed'

/**
 * Stamps every event, appends it to the journal, folds it into the thread and sends it to all followers, in one
 * order. `seq` counts journal entries; a delta, which is not written, carries the number of the last entry. What is
 * to last is sent when it is on the disk; whoever emits need not wait for that, so that several go there at once.
 */
export class EventRecorder {
  readonly #parts: EventRecorderDeps
  #thread: Thread
  /** The conversation as followers know it. */
  #told: Thread
  readonly #commits: CommitQueue<Written>
  /** Of a commit that failed: what was not told, and why, until its turn knows. */
  #late: Written[] = []
  #failure: unknown
  #readers = new Set<Mailbox>()
  #writing: Promise<unknown> = Promise.resolve()
  /** Not yet written, and sent to followers or about to be. */
  #owed: Envelope[] = []
  /** Events since the newest turn began. A follower of that turn does not need the journal. */
  #atHand: Envelope[] = []
  #closed = false

  constructor(parts: EventRecorderDeps) {
    this.#parts = parts
    this.#thread = parts.thread
    this.#told = parts.thread
    this.#commits = new CommitQueue(
      async () => parts.journal.commit?.().catch((error) => Promise.reject(storageOf(error))),
      (written) => this.#tell(written),
      (error, items) => this.#takeBack(error, items),
    )
  }

  /** The conversation as of the last event that is written. */
  get thread(): Thread {
    return this.#thread
  }

  /**
   * Records one event. Rejects with `storage` when it cannot be written; then no follower has seen it. Resolves when
   * followers were told, or without `isAwaited` when it is written: if that does not last, the next event of the turn
   * rejects.
   */
  emit(given: Event, turn?: Id, isAwaited = true): Promise<void> {
    return this.#serially(async () => {
      if (turn !== undefined) this.#throwFailure()
      const event = await this.#keep(given)
      const envelope = this.#stamp(event, turn)
      const passing = isPassing(event)
      const lasts = !passing && (await this.#write(envelope))
      const told = this.#show(passing ? { ...envelope, seq: envelope.seq - 1 } : envelope, { lasts, isAwaited })
      // Nothing comes between it and its commit, so that its number can be given anew.
      if (isAwaited) await told
    })
  }

  #show(envelope: Envelope, how: { lasts: boolean; isAwaited: boolean }): Promise<void> {
    this.#thread = foldThread(this.#thread, envelope)
    return this.#commits.add({ envelope, thread: this.#thread, isAwaited: how.isAwaited }, how)
  }

  /**
   * A commit failed. What somebody waits for, which is the last, has not happened. A turn has gone on with the
   * others: they are written again before the next event, and told with the end of the turn, which hears of it at its
   * next event.
   */
  #takeBack(error: unknown, items: readonly Written[]): void {
    const left = items.filter(({ isAwaited }) => !isAwaited)
    this.#late.push(...left)
    this.#owed.push(...left.flatMap(({ envelope }) => (isPassing(envelope.event) ? [] : [envelope])))
    this.#thread = this.#late.at(-1)?.thread ?? this.#told
    if (left.length > 0) this.#failure = error
  }

  #throwFailure(): void {
    const failure = this.#failure
    this.#failure = undefined
    if (failure !== undefined) throw failure
  }

  /** The bytes of pictures that stand in the conversation; without those that are gone. */
  images(pictures: readonly Picture[]): Promise<Image[]> {
    return this.#parts.journal.images?.(pictures) ?? readPictures(pictures)
  }

  async #keep(event: Event): Promise<Event> {
    try {
      return (await this.#parts.journal.keep?.(event)) ?? event
    } catch (error) {
      throw storageOf(error)
    }
  }

  /** True where followers may be told after a commit only. */
  async #write(envelope: Envelope): Promise<boolean> {
    const { journal } = this.#parts
    try {
      if (!(await this.#parts.isOurs()))
        throw new AssistantError({ code: 'busy', detail: 'another process took this conversation over' })
      await this.#settle()
      if (journal.write) return await journal.write(envelope)
      await journal.append(envelope)
      return false
    } catch (error) {
      throw storageOf(error)
    }
  }

  /** Writes the events that were sent before they could be written. */
  async #settle(): Promise<void> {
    for (let next = this.#owed[0]; next; next = this.#owed[0]) {
      await this.#parts.journal.append(next)
      this.#owed.shift()
    }
  }

  #tell(written: Written): void {
    for (const late of this.#late.splice(0)) this.#tell(late)
    const { envelope, thread } = written
    const { event } = envelope
    if (event.type === 'turn.started' || this.#atHand.length >= mostAtHand) this.#atHand = []
    if (envelope.seq > this.#told.seq) this.#atHand.push(envelope)
    this.#told = thread
    for (const reader of this.#readers) reader.put(envelope)
  }

  /**
   * `emit` for events that must reach followers even when the disk is full: the end of a turn and of its tool calls.
   * What cannot be written is written before the next event. If that never succeeds, the next owner closes the turn
   * (`recovery.ts`).
   */
  emitAlways(event: Event, turn: Id): Promise<void> {
    return this.#serially(async () => {
      await this.#commits.flush().catch(() => {})
      this.#failure = undefined
      const envelope = this.#stamp(event, turn)
      const lasting = async () => {
        if (await this.#write(envelope)) await this.#parts.journal.commit?.()
      }
      await lasting().catch(() => this.#owed.push(envelope))
      await this.#show(envelope, { lasts: false, isAwaited: true })
    })
  }

  /** Everything from `from` on: what is written, a snapshot of the running answer, then what happens. */
  async *follow(from: number, signal: AbortSignal): AsyncGenerator<Envelope> {
    let next = from
    while (!signal.aborted) {
      const mailbox = new Mailbox(signal)
      try {
        for await (const envelope of this.#past(next, await this.#join(mailbox, next))) {
          if (signal.aborted) return
          yield envelope
          next = envelope.seq + 1
        }
        for await (const envelope of mailbox) {
          yield envelope
          next = envelope.seq + 1
        }
        if (!mailbox.isBehind) return
      } finally {
        this.#readers.delete(mailbox)
      }
    }
  }

  /**
   * Yield what had happened when a reader joined. A journal may hold more: what came since, and what failed half-way.
   */
  async *#past(from: number, { head, owed, told, snapshot }: Joined): AsyncGenerator<Envelope> {
    if (told) yield* told
    else {
      yield* this.#written(from, owed[0] ? owed[0].seq - 1 : head)
      yield* owed.filter(({ seq }) => seq >= from)
    }
    if (snapshot) yield snapshot
  }

  async *#written(from: number, to: number): AsyncGenerator<Envelope> {
    try {
      for await (const envelope of this.#parts.journal.read(from)) {
        if (envelope.seq > to) break
        yield envelope
      }
    } catch (error) {
      throw storageOf(error)
    }
  }

  /** Joins between two writes, so that nothing is missed and nothing comes twice. */
  #join(mailbox: Mailbox, from: number): Promise<Joined> {
    return this.#serially(async () => {
      if (this.#closed) mailbox.close()
      this.#readers.add(mailbox)
      const { seq, running } = this.#told
      const first = this.#atHand[0]
      const told = first && first.seq <= from ? { told: this.#atHand.filter((one) => one.seq >= from) } : {}
      const joined = { head: seq, owed: this.#owed.filter((one) => one.seq <= seq), ...told }
      if (!running?.partial) return joined
      const event = { type: 'text.added' as const, call: running.call, at: 0, text: running.partial }
      return { ...joined, snapshot: { ...this.#stamp(event, running.turn), seq } }
    })
  }

  /** Writes a checkpoint for the next opening. The journal holds everything, so a failure here costs only time. */
  async checkpoint(atEnd = false): Promise<void> {
    if (this.#owed.length === 0 && this.#commits.isEmpty)
      await this.#parts.journal.checkpoint(this.#thread, atEnd).catch(() => {})
  }

  /** Waits for pending writes, then ends all followers. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#writing
    await this.#commits.flush().catch(() => {})
    for (const reader of this.#readers) reader.close()
    if (await this.#parts.isOurs().catch(() => false)) {
      await this.#settle().catch(() => {})
      await this.checkpoint(true)
    }
    await this.#parts.journal.close()
  }

  #serially<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#writing.then(work)
    this.#writing = result.catch(() => {})
    return result
  }

  #stamp(event: Event, turn?: Id): Envelope {
    const { id, seq } = this.#thread
    return {
      v: 1,
      epoch: this.#parts.epoch,
      seq: seq + 1,
      conversation: id,
      ...(turn ? { turn } : {}),
      at: +this.#parts.now(),
      event,
    }
  }
}
