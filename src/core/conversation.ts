import {
  AssistantError,
  type Conversation,
  type Decision,
  type Envelope,
  type Event,
  failureOf,
  type Id,
  type Input,
  isEnding,
  type Principal,
  type Submitted,
  type TuneEvent,
  type TurnEnding,
} from '../protocol/index.ts'
import { racing, until } from '../std/until.ts'
import { orphanOutcome, type Thread } from '../threads/thread.ts'
import { Approvals } from './approvals.ts'
import { type Flow, type FlowContext, Stopped } from './flow.ts'
import { ConversationRecord, type RecordParts } from './record.ts'

export interface ConversationParts extends RecordParts {
  flow: Flow
  newId(): Id
  askMs: number
  partialMs: number
  /** The turn before was cut by the end of its process; whoever speaks next is told, once. */
  mended?: boolean
}

interface Running {
  turn: Id
  abort: AbortController
  approvals: Approvals
  steering: Set<Id>
  /** Resolves when the turn's ending was emitted; tidying up may go on. */
  ended: PromiseWithResolvers<void>
}

/** How long a stopped flow may take to tidy up (kill its processes) before the next turn starts, in milliseconds. */
const tidyMs = 2_000

/** A conversation in its owner's process: one pump drives one turn at a time and puts every event on record. */
export class LocalConversation implements Conversation {
  readonly id: Id
  readonly #parts: ConversationParts
  readonly #record: ConversationRecord
  #running: Running | undefined
  #partialAt = 0
  #mended: boolean
  #closed = false

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
    if (this.#closed) throw new AssistantError({ code: 'busy', detail: 'this conversation is closing' })
    const input: Input = { ...given, id: given.id ?? this.#parts.newId() }
    const { seq } = this.thread
    if (this.#knows(input.id)) return { input: input.id, turn: input.id, seq: 0 }
    if (!this.#running && this.thread.queued.length === 0) {
      await this.#start(input)
      return { input: input.id, turn: input.id, seq: seq + 1 }
    }
    const running = this.#running
    await this.#record.emit({ type: 'input.queued', input })
    if (how === 'steer') running?.steering.add(input.id)
    if (how === 'interrupt' && running) await this.cancel(running.turn, 'barge-in')
    if (!this.#running) this.#next()
    return { input: input.id, turn: how === 'steer' && running ? running.turn : input.id, seq: seq + 1 }
  }

  /** A client that lost its connection gives the same input again: it must not run twice. */
  #knows(id: Id): boolean {
    const { queued, running, messages } = this.thread
    return running?.input.id === id || queued.some((input) => input.id === id) || messages.some((message) => message.id === id)
  }

  async withdraw(input: Id): Promise<boolean> {
    if (!this.thread.queued.some(({ id }) => id === input)) return false
    await this.#record.emit({ type: 'input.withdrawn', input })
    return true
  }

  async answer(ask: Id, decision: Decision, by: Principal): Promise<'taken' | 'late'> {
    return this.#running?.approvals.answer(ask, decision, by) ?? 'late'
  }

  async cancel(turn: Id, by: 'person' | 'barge-in' | 'shutdown', heard?: number): Promise<void> {
    const running = this.#running
    if (running?.turn !== turn) return
    running.abort.abort(new Stopped(by, heard))
    await running.ended.promise
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

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    if (this.#running) await this.cancel(this.#running.turn, 'shutdown')
    await this.#record.close()
  }

  /** Keeps what has streamed, once a second, so that a crash loses no more than that. */
  async #keepPartial(turn: Id): Promise<void> {
    const now = +this.#parts.now()
    if (now - this.#partialAt < this.#parts.partialMs) return
    this.#partialAt = now
    const { running } = this.thread
    if (running?.partial) await this.#record.emit({ type: 'partial.kept', call: running.call, text: running.partial }, turn)
  }

  // ---- the pump

  async #start(input: Input): Promise<void> {
    const abort = new AbortController()
    const running: Running = {
      turn: input.id,
      abort,
      approvals: new Approvals(input),
      steering: new Set(),
      ended: Promise.withResolvers(),
    }
    this.#running = running
    try {
      await this.#record.emit({ type: 'turn.started', input, agent: this.thread.agent }, input.id)
    } catch (error) {
      this.#running = undefined
      throw error
    }
    this.#partialAt = +this.#parts.now()
    if (!this.thread.title)
      await this.#record.emit({ type: 'conversation.titled', title: titleOf(input.text), by: 'code' }).catch(() => {})
    // A screen shows the cut turn itself; other surfaces show only their own.
    if (this.#mended && input.origin !== 'tui') await this.#record.emit(cutNotice, input.id).catch(() => {})
    this.#mended = false
    void this.#pump(input, running)
  }

  #next(): void {
    const input = this.thread.queued[0]
    if (!input || this.#running || this.#closed) return
    // A disk that refuses leaves the input in the queue: nothing is lost, the next submit tries again.
    this.#start(input).catch(() => {})
  }

  async #pump(input: Input, running: Running): Promise<void> {
    const flow = this.#parts.flow(input, this.#context(running))
    const ending = await this.#drive(flow, running)
    running.approvals.close()
    await this.#settleCalls(running.turn)
    await this.#end(ending, running.turn)
    running.ended.resolve()
    // What was stopped may still be killing its processes: the next turn waits for that, but not for ever.
    const tidied = flow.return(undefined as never).then(
      () => {},
      () => {},
    )
    await until(tidied, AbortSignal.timeout(tidyMs)).catch(() => {})
    this.#running = undefined
    this.#next()
  }

  async #drive(flow: ReturnType<Flow>, running: Running): Promise<TurnEnding> {
    const { abort, turn } = running
    const race = racing(abort.signal)
    try {
      while (true) {
        const step = await race.until(flow.next())
        if (step.done) return { type: 'turn.done', ...step.value }
        if (isEnding(step.value)) throw new Error(`a flow may not yield ${step.value.type}`)
        if (step.value.type === 'tool.asked') running.approvals.ask(step.value.id, this.#parts.askMs)
        await this.#record.emit(step.value, turn)
        if (step.value.type === 'text.added') await this.#keepPartial(turn)
      }
    } catch (error) {
      return this.#endingOf(error, abort.signal)
    } finally {
      race.end()
    }
  }

  #endingOf(error: unknown, signal: AbortSignal): TurnEnding {
    const partial = this.thread.running?.partial ?? ''
    if (!signal.aborted || !(signal.reason instanceof Stopped)) {
      const failure = failureOf(error)
      return { type: 'turn.failed', failure, partial, retryable: !['auth', 'bad-input', 'config'].includes(failure.code) }
    }
    const { by, heard } = signal.reason
    return { type: 'turn.cancelled', by, partial, ...(heard === undefined ? {} : { heard }) }
  }

  /** Every call gets an outcome before the turn ends, whatever happened: no model ever sees a call without one. */
  async #settleCalls(turn: Id): Promise<void> {
    for (const event of orphanEndings(this.thread, this.#parts.newId)) await this.#record.emit(event, turn).catch(() => {})
  }

  /** The ending is heard even when the disk no longer takes it: then it says so. */
  async #end(ending: TurnEnding, turn: Id): Promise<void> {
    try {
      await this.#record.emit(ending, turn)
      await this.#record.checkpoint()
    } catch (error) {
      const partial = ending.type === 'turn.done' ? ending.text : ending.partial
      const failed: TurnEnding = { type: 'turn.failed', failure: failureOf(error), partial, retryable: true }
      await this.#record.announce(failed, turn)
    }
  }

  #context({ turn, abort, approvals, steering }: Running): FlowContext {
    return {
      turn,
      signal: abort.signal,
      thread: () => this.thread,
      now: () => this.#parts.now(),
      newId: () => this.#parts.newId(),
      decided: (ask) => approvals.decided(ask),
      steered: () => this.thread.queued.filter(({ id }) => steering.has(id)),
      stop: () => {
        const reason = new Stopped('limit')
        abort.abort(reason)
        throw reason
      },
    }
  }
}

const cutNotice: Event = { type: 'notice.given', code: 'was-cut', data: {} }

/** The first words of a conversation, until somebody finds a better title. */
function titleOf(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  const letters = [...line]
  return letters.length > 40 ? `${letters.slice(0, 40).join('')}…` : line
}

/** The `tool.ended` events for calls that will never end by themselves. */
export function* orphanEndings(thread: Thread, newId: () => Id): Generator<Event> {
  for (const call of thread.running?.calls ?? []) {
    const outcome = orphanOutcome(call)
    yield { type: 'tool.ended', id: call.id, name: call.name, message: newId(), outcome, text: '', untrusted: false }
  }
}
