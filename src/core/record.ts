import { AssistantError, type Envelope, type Event, type Id } from '../protocol/index.ts'
import type { Journal } from '../threads/journal.ts'
import { foldThread, type Thread } from '../threads/thread.ts'
import { Mailbox } from './fanout.ts'

export interface RecordParts {
  thread: Thread
  journal: Journal
  /** This owner's epoch; every envelope carries it. */
  epoch: number
  /** False once another process took the conversation over: nothing may be written any more. */
  isOurs(): Promise<boolean>
  now(): Date
}

/**
 * The record of a conversation: stamps every event, writes it down, folds it and hands it to whoever follows, in one order for
 * all. `seq` counts what is written; a passing event (a delta) carries the number of the last written one.
 */
export class ConversationRecord {
  readonly #parts: RecordParts
  #thread: Thread
  #readers = new Set<Mailbox>()
  #writing: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(parts: RecordParts) {
    this.#parts = parts
    this.#thread = parts.thread
  }

  /** The conversation as of the last event. */
  get thread(): Thread {
    return this.#thread
  }

  /** Stamps, writes, folds and hands on. Rejects with `storage` when the disk refuses; then nobody has seen the event. */
  emit(event: Event, turn?: Id): Promise<void> {
    return this.#serially(async () => {
      const envelope = this.#stamp(event, turn)
      const passing = event.type === 'text.added' || event.type === 'reasoning.added' || event.type === 'tool.progressed'
      if (passing) return this.#publish({ ...envelope, seq: envelope.seq - 1 })
      await this.#write(envelope)
      this.#publish(envelope)
    })
  }

  async #write(envelope: Envelope): Promise<void> {
    if (!(await this.#parts.isOurs()))
      throw new AssistantError({ code: 'busy', detail: 'another process took this conversation over' })
    try {
      await this.#parts.journal.append(envelope)
    } catch (error) {
      throw new AssistantError({ code: 'storage', detail: String(error) }, { cause: error })
    }
  }

  #publish(envelope: Envelope): void {
    this.#thread = foldThread(this.#thread, envelope)
    for (const reader of this.#readers) reader.put(envelope)
  }

  /** Tells everybody an event that could not be written: it is in nobody's journal. */
  announce(event: Event, turn: Id): Promise<void> {
    return this.#serially(async () => this.#publish(this.#stamp(event, turn)))
  }

  /** Everything from `from` on: what is written, a snapshot of the running answer, then what happens. */
  async *follow(from: number, signal: AbortSignal): AsyncGenerator<Envelope> {
    let next = from
    while (true) {
      const mailbox = new Mailbox()
      const { head, snapshot } = await this.#join(mailbox)
      const stop = () => mailbox.close()
      signal.addEventListener('abort', stop, { once: true })
      try {
        for await (const envelope of this.#parts.journal.read(next)) {
          if (signal.aborted) return
          if (envelope.seq > head) break
          yield envelope
        }
        next = Math.max(next, head + 1)
        if (snapshot) yield snapshot
        for (let batch = await mailbox.take(); batch !== 'behind'; batch = await mailbox.take()) {
          if (!batch || signal.aborted) return
          for (const envelope of batch) {
            yield envelope
            next = envelope.seq + 1
          }
        }
      } finally {
        signal.removeEventListener('abort', stop)
        this.#readers.delete(mailbox)
      }
    }
  }

  /** Joins between two writes, so that nothing is missed and nothing comes twice. */
  #join(mailbox: Mailbox): Promise<{ head: number; snapshot: Envelope | undefined }> {
    return this.#serially(async () => {
      if (this.#closed) mailbox.close()
      this.#readers.add(mailbox)
      const { seq, running } = this.#thread
      if (!running?.partial) return { head: seq, snapshot: undefined }
      const event = { type: 'text.added' as const, call: running.call, at: 0, text: running.partial }
      return { head: seq, snapshot: { ...this.#stamp(event, running.turn), seq } }
    })
  }

  /** A short cut for the next opening; the journal alone tells everything, so that a failure here costs only time. */
  checkpoint(): Promise<void> {
    return this.#parts.journal.checkpoint(this.#thread).catch(() => {})
  }

  /** Ends after what is being written; readers leave with what they have. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#writing
    for (const reader of this.#readers) reader.close()
    await this.checkpoint()
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
