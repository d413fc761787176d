import {
  type Conversation,
  type Decision,
  type Envelope,
  type Event,
  fail,
  type Id,
  type Input,
  isRemote,
  type Principal,
  type Submitted,
  type TuneEvent,
} from '../protocol/index.ts'
import type { Thread } from '../threads/thread.ts'
import { Pump, type PumpParts } from './pump.ts'
import { ConversationRecord, type RecordParts } from './record.ts'
import { refuseHuge } from './wire.ts'

export interface ConversationParts extends RecordParts, PumpParts {
  /** The turn before was cut by the end of its process; whoever speaks next is told, once. */
  mended?: boolean
}

/** A conversation in its owner's process: a queue of inputs, one pump at a time, and every event on record. */
export class LocalConversation implements Conversation {
  readonly id: Id
  readonly #parts: ConversationParts
  readonly #record: ConversationRecord
  #running: Pump | undefined
  /** Submits on their way, by input. */
  #accepting = new Map<Id, Promise<Submitted>>()
  /** Inputs on their way out of the queue. */
  #leaving = new Set<Id>()
  /** The newest input that interrupts: it is the next one, whatever waited before. */
  #urgent: Id | undefined
  /** Turns that were cancelled before they began. */
  #cancelled = new Map<Id, 'person' | 'barge-in' | 'shutdown'>()
  #mended: boolean
  #closing: Promise<void> | undefined

  constructor(parts: ConversationParts) {
    this.#parts = parts
    this.#record = new ConversationRecord(parts)
    this.#mended = parts.mended ?? false
    this.id = parts.thread.id
  }

  get thread(): Thread {
    return this.#record.thread
  }

  async submit(given: Omit<Input, 'id'> & { id?: Id }, how: 'queue' | 'steer' | 'interrupt'): Promise<Submitted> {
    if (this.#closing) fail('busy', { detail: 'this conversation is closing' })
    const input: Input = { ...given, id: given.id ?? this.#parts.newId() }
    refuseHuge(input)
    // A client that lost its connection gives the same input again: it must not run twice.
    const known = this.#accepting.get(input.id)
    if (known) return known
    const accepted = this.#accept(input, how).finally(() => this.#accepting.delete(input.id))
    this.#accepting.set(input.id, accepted)
    return accepted
  }

  async #accept(input: Input, how: 'queue' | 'steer' | 'interrupt'): Promise<Submitted> {
    const { id } = input
    const seq = this.thread.seq + 1
    if (this.#knows(id)) return { input: id, turn: id, seq: 0 }
    if (!this.#running && this.thread.queued.length === 0) {
      await this.#start(input, false)
      return { input: id, turn: id, seq }
    }
    if (how === 'interrupt') this.#urgent = id
    const steered = how === 'steer' && this.#running && speakAlike(this.#running.input, input) ? this.#running : undefined
    await this.#record.emit({ type: 'input.queued', input })
    steered?.steer(id)
    const { heard } = input
    // Who speaks over an answer stops that one, not what has begun since.
    const over = heard === undefined || heard.turn === this.#running?.turn
    if (how === 'interrupt' && over && this.#waits(id)) await this.#running?.cancel('barge-in', heard?.chars)
    this.#next()
    return { input: id, turn: steered?.turn ?? id, seq }
  }

  #knows(id: Id): boolean {
    const { running, messages, slid } = this.thread
    const said = [...(slid?.messages ?? []), ...messages]
    return running?.input.id === id || this.#waits(id) || said.some((message) => message.id === id)
  }

  #waits(id: Id): boolean {
    return this.thread.queued.some((input) => input.id === id)
  }

  async withdraw(input: Id): Promise<boolean> {
    const running = this.#running
    if (!this.#waits(input) || running?.turn === input || running?.unsteer(input) === false) return false
    this.#leaving.add(input)
    try {
      await this.#record.emit({ type: 'input.withdrawn', input })
      this.#cancelled.delete(input)
      return true
    } finally {
      this.#leaving.delete(input)
      this.#next()
    }
  }

  async answer(ask: Id, decision: Decision, by: Principal): Promise<'taken' | 'late'> {
    return this.#running?.answer(ask, decision, by) ?? 'late'
  }

  async cancel(turn: Id, by: 'person' | 'barge-in' | 'shutdown', heard?: number): Promise<void> {
    if (this.#running?.turn === turn) await this.#running.cancel(by, heard)
    // Who waits for a turn waits for its ending: one that was cancelled in the queue begins in its turn, and ends at once.
    else if (this.#waits(turn)) this.#cancelled.set(turn, by)
  }

  async tune(event: TuneEvent): Promise<void> {
    await this.#record.emit(event)
  }

  follow(from: number, signal: AbortSignal): AsyncIterable<Envelope> {
    return this.#record.follow(from, signal)
  }

  /** Runs what still waits in the queue: after a take-over, when its writer is still there. */
  resume(): void {
    this.#next()
  }

  close(): Promise<void> {
    this.#closing ??= Promise.resolve(this.#running?.cancel('shutdown')).then(() => this.#record.close())
    return this.#closing
  }

  /** Begins a turn. One whose input was promised a turn begins even when the disk refuses, to end with that failure. */
  async #start(input: Input, promised: boolean): Promise<void> {
    const pump = new Pump(input, this.#parts, this.#record)
    this.#running = pump
    const stopped = this.#cancelled.get(input.id)
    if (stopped) void pump.cancel(stopped)
    this.#cancelled.delete(input.id)
    const started = { type: 'turn.started' as const, input, agent: this.thread.agent }
    try {
      await (promised ? this.#record.conclude(started, input.id) : this.#record.emit(started, input.id))
    } catch (error) {
      this.#running = undefined
      pump.never()
      throw error
    }
    void pump
      .run(() => this.#introduce(input))
      .then(() => {
        this.#running = undefined
        this.#next()
      })
  }

  #next(): void {
    if (this.#running || this.#closing) return
    const waiting = this.thread.queued.filter(({ id }) => !this.#leaving.has(id))
    const input = waiting.find(({ id }) => id === this.#urgent) ?? waiting[0]
    if (input) void this.#start(input, true)
  }

  /** What stands before an answer. Neither is worth failing it. */
  async #introduce({ id, text, origin }: Input): Promise<void> {
    if (!this.thread.title)
      await this.#record.emit({ type: 'conversation.titled', title: titleOf(text), by: 'code' }).catch(() => {})
    // A screen shows the cut turn itself; other surfaces show only their own.
    if (this.#mended && origin !== 'tui') await this.#record.emit(cutNotice, id).catch(() => {})
    this.#mended = false
  }
}

const cutNotice: Event = { type: 'notice.given', code: 'was-cut', data: {} }

/** The first words of a conversation, until somebody finds a better title. */
function titleOf(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  const letters = [...line]
  return letters.length > 40 ? `${letters.slice(0, 40).join('')}…` : line
}

/** Whether two inputs come from the same person by doors of the same trust: permission follows the turn that is steered. */
function speakAlike(a: Input, b: Input): boolean {
  return a.by === b.by && isRemote(a.origin) === isRemote(b.origin)
}
