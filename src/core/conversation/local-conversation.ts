import {
  type Conversation,
  type Decision,
  type Envelope,
  type Event,
  fail,
  type Id,
  type Input,
  isRemote,
  type MetadataEvent,
  type Principal,
  type Submitted,
} from '../../protocol/index.ts'
import { sleep } from '../../std/abort.ts'
import type { Thread } from '../../threads/thread.ts'
import { EventRecorder, type EventRecorderDeps } from './event-recorder.ts'
import { refuseHuge } from './input-limits.ts'
import { TurnRunner, type TurnRunnerDeps } from './turn-runner.ts'

export interface ConversationDeps extends EventRecorderDeps, TurnRunnerDeps {
  /** The process of the previous turn ended before the turn did. The next speaker gets a notice, once. */
  mended?: boolean
  /**
   * Asked when the conversation is closed while something is to be answered: true when another process follows it by
   * now and goes on as soon as this one lets go.
   */
  heir?(): Promise<boolean>
}

/** A conversation in the process that owns it: a queue of inputs, one turn runner at a time, one event recorder. */
export class LocalConversation implements Conversation {
  readonly id: Id
  readonly #parts: ConversationDeps
  readonly #record: EventRecorder
  #running: TurnRunner | undefined
  /** Pending submits, by input id. */
  #accepting = new Map<Id, Promise<Submitted>>()
  /** Inputs that are being withdrawn. */
  #leaving = new Set<Id>()
  /** The newest interrupting input. It runs next, before everything that is queued. */
  #urgent: Id | undefined
  /** Somebody at the screen stopped a turn: what waits there waits until they say something again. */
  #held = false
  /** Turns that were cancelled before they began. */
  #cancelled = new Map<Id, 'person' | 'barge-in' | 'shutdown'>()
  #mended: boolean
  /** Inputs that this process gave: closing stops their turn, and nobody else's. */
  readonly #ours = new Set<Id>()
  #closing: Promise<void> | undefined
  #sealed = false

  constructor(parts: ConversationDeps) {
    this.#parts = parts
    this.#record = new EventRecorder(parts)
    this.#mended = parts.mended ?? false
    this.id = parts.thread.id
  }

  get thread(): Thread {
    return this.#record.thread
  }

  /** True once nothing is accepted any more. Guests then ask the next owner. */
  get sealed(): boolean {
    return this.#sealed
  }

  /** Nothing runs, and nothing that waits will run by itself. */
  get isIdle(): boolean {
    const { queued } = this.thread
    return !this.#running && this.#accepting.size === 0 && queued.every((input) => this.#held && isTyped(input))
  }

  /** Resolves when nothing runs any more. */
  async untilIdle(): Promise<void> {
    while (!this.isIdle && !this.#closing) {
      await this.#running?.ended
      await sleep(20)
    }
  }

  async submit(
    given: Omit<Input, 'id'> & { id?: Id },
    how: 'queue' | 'steer' | 'interrupt',
    from: 'here' | 'guest' = 'here',
  ): Promise<Submitted> {
    if (this.#closing && (from === 'here' || this.#sealed)) fail('busy', { detail: 'this conversation is closing' })
    const input: Input = { ...given, id: given.id ?? this.#parts.newId() }
    refuseHuge(input)
    if (from === 'here') this.#ours.add(input.id)
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
    const goesOn = this.#held && isTyped(input)
    if (!this.#running && !this.#closing && this.thread.queued.length === 0) {
      this.#held = false
      await this.#start(input, false)
      return { input: id, turn: id, seq }
    }
    // Input after a stop comes before what was written earlier.
    if (how === 'interrupt' || goesOn) this.#urgent = id
    const steered =
      how === 'steer' && this.#running && speakAlike(this.#running.input, input) ? this.#running : undefined
    // It counts from the moment in which it waits.
    steered?.steer(id)
    await this.#record.emit({ type: 'input.queued', input })
    // Only now: what waits must not begin before it.
    if (goesOn) this.#held = false
    const { heard } = input
    // An interruption stops the turn that it was spoken over, not one that began later.
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
    if (this.#running?.turn === turn) {
      this.#held ||= by === 'person' && this.#running.input.origin === 'tui' && this.thread.queued.some(isTyped)
      await this.#running.cancel(by, heard)
      // Callers that wait for a turn wait for its ending: one that was cancelled in the queue begins in its turn, and
      // ends at once.
    } else if (this.#waits(turn)) this.#cancelled.set(turn, by)
  }

  async append(event: MetadataEvent): Promise<void> {
    await this.#record.emit(event)
  }

  follow(from: number, signal: AbortSignal): AsyncIterable<Envelope> {
    return this.#record.follow(from, signal)
  }

  /**
   * Runs what still waits in the queue: after a take-over, when its writer is still there. `ours`: what this process
   * gave as a guest.
   */
  resume(ours: Iterable<Id>): void {
    for (const input of ours) this.#ours.add(input)
    this.#next()
  }

  /** Goes on with the turn that the last owner left in the middle, if it did. */
  goOn(): void {
    const { running } = this.thread
    if (!running) return
    const pump = new TurnRunner(running.input, this.#parts, this.#record)
    this.#running = pump
    this.#drive(pump, async () => {})
  }

  /**
   * Leaves what runs to an heir; else stops a turn that this process asked for, and lets one that somebody else asked
   * for be answered first. What waits is for the next owner.
   */
  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  async #end(): Promise<void> {
    const running = this.#running
    const isLeft = running && (await this.#parts.heir?.()) && (await running.leave())
    if (running && !isLeft) await (this.#ours.has(running.turn) ? running.cancel('shutdown') : running.ended)
    this.#sealed = true
    await this.#record.close()
  }

  /** Begins a turn. One whose input was promised a turn begins even when the disk refuses, to end with that failure. */
  async #start(input: Input, promised: boolean): Promise<void> {
    const pump = new TurnRunner(input, this.#parts, this.#record)
    this.#running = pump
    const stopped = this.#cancelled.get(input.id)
    if (stopped) void pump.cancel(stopped)
    this.#cancelled.delete(input.id)
    const started = { type: 'turn.started' as const, input, agent: this.thread.agent }
    try {
      await (promised ? this.#record.emitAlways(started, input.id) : this.#record.emit(started, input.id))
    } catch (error) {
      this.#running = undefined
      pump.abandon()
      throw error
    }
    this.#drive(pump, () => this.#introduce(input))
  }

  #drive(pump: TurnRunner, before: () => Promise<void>): void {
    void pump.run(before).then(() => {
      this.#running = undefined
      this.#next()
    })
  }

  #next(): void {
    if (this.#running || this.#closing) return
    const waiting = this.thread.queued.filter(({ id }) => !this.#leaving.has(id))
    const free = waiting.filter((input) => !this.#held || !isTyped(input) || this.#cancelled.has(input.id))
    const input = waiting.find(({ id }) => id === this.#urgent) ?? free[0]
    if (input) void this.#start(input, true)
  }

  /**
   * Emits the automatic title and the notice about a turn that was cut. Failures are ignored: neither may fail the
   * turn.
   */
  async #introduce({ id, text, origin }: Input): Promise<void> {
    if (!this.thread.title)
      await this.#record.emit({ type: 'conversation.titled', title: titleOf(text), by: 'code' }).catch(() => {})
    // A screen shows the cut turn itself; other surfaces show only their own.
    if (this.#mended && origin !== 'tui') await this.#record.emit(cutNotice, id).catch(() => {})
    this.#mended = false
  }
}

const cutNotice: Event = { type: 'notice.given', code: 'was-cut', data: {} }

/** The first words of the conversation serve as its title until there is a better one. */
function titleOf(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  const letters = [...line]
  return letters.length > 40 ? `${letters.slice(0, 40).join('')}…` : line
}

const isTyped = ({ origin }: Input): boolean => origin === 'tui'

/**
 * True if two inputs come from the same person by doors of the same trust: permission follows the turn that is steered.
 */
function speakAlike(a: Input, b: Input): boolean {
  return a.by === b.by && isRemote(a.origin) === isRemote(b.origin)
}
