import {
  type Decision,
  type Event,
  failureOf,
  type Id,
  type Input,
  isEnding,
  type Principal,
  type TurnEnding,
} from '../protocol/index.ts'
import { racing, until } from '../std/until.ts'
import { Approvals } from './approvals.ts'
import { type Flow, type FlowContext, Stopped } from './flow.ts'
import { orphanEndings } from './mend.ts'
import type { ConversationRecord } from './record.ts'

export interface PumpParts {
  flow: Flow
  now(): Date
  newId(): Id
  askMs: number
  partialMs: number
}

/** How long a stopped flow may take to tidy up (kill its processes) before the next turn starts, in milliseconds. */
const tidyMs = 2_000

/** How long events may follow each other before everything else gets its turn, in milliseconds. */
const breathMs = 10

/** One turn on its way: drives the flow, puts what it yields on record, and ends it exactly once, whatever happens. */
export class Pump {
  readonly input: Input
  readonly #parts: PumpParts
  readonly #record: ConversationRecord
  readonly #approvals: Approvals
  readonly #abort = new AbortController()
  /** Resolves when the turn's ending was told; tidying up may go on. */
  readonly #ended = Promise.withResolvers<void>()
  /** Inputs that came to steer this turn, and those that its flow has taken. */
  readonly #steering = new Set<Id>()
  readonly #taken = new Set<Id>()
  #flow: ReturnType<Flow> | undefined
  #partialAt = performance.now()
  #breathAt = performance.now()

  constructor(input: Input, parts: PumpParts, record: ConversationRecord) {
    this.input = input
    this.#parts = parts
    this.#record = record
    this.#approvals = new Approvals(input)
  }

  get turn(): Id {
    return this.input.id
  }

  answer(ask: Id, decision: Decision, by: Principal): 'taken' | 'late' {
    return this.#approvals.answer(ask, decision, by)
  }

  steer(input: Id): void {
    this.#steering.add(input)
  }

  /** Takes a steering input back; false when the flow has made it part of this turn. */
  unsteer(input: Id): boolean {
    this.#steering.delete(input)
    return !this.#taken.has(input)
  }

  /** Stops the turn; resolves when its ending was told. */
  cancel(by: Stopped['by'], heard?: number): Promise<void> {
    this.#abort.abort(new Stopped(by, heard))
    return this.#ended.promise
  }

  /** For a turn that could not begin: nobody waits for its ending any more. */
  never(): void {
    this.#ended.resolve()
  }

  /** Runs the turn; resolves after its ending, when the next one may begin. `before` stands before the answer. */
  async run(before: () => Promise<void>): Promise<void> {
    const ending = await this.#drive(before)
    this.#approvals.close()
    // Every call gets an outcome before the turn ends, whatever happened: no model ever sees a call without one.
    for (const event of orphanEndings(this.#record.thread.running, this.#parts.newId))
      await this.#record.conclude(event, this.turn)
    await this.#end(ending)
    this.#ended.resolve()
    // What was stopped may still be killing its processes: the next turn waits for that, but not for ever.
    const tidied = (async () => this.#flow?.return(undefined as never))()
    await until(tidied, AbortSignal.timeout(tidyMs)).catch(() => {})
  }

  async #drive(before: () => Promise<void>): Promise<TurnEnding> {
    const { signal } = this.#abort
    const race = racing(signal)
    try {
      await before()
      signal.throwIfAborted()
      this.#flow = this.#parts.flow(this.input, this.#context())
      while (true) {
        const step = await race.until(this.#flow.next())
        if (step.done) return { type: 'turn.done', ...step.value }
        await this.#take(step.value)
        signal.throwIfAborted()
      }
    } catch (error) {
      return this.#endingOf(error)
    } finally {
      race.end()
    }
  }

  async #take(event: Event): Promise<void> {
    if (isEnding(event)) throw new Error(`a flow may not yield ${event.type}`)
    if (event.type === 'tool.asked') this.#approvals.ask(event.id, this.#parts.askMs)
    await this.#record.emit(event, this.turn)
    if (event.type === 'text.added') await this.#keepPartial()
    await this.#breathe()
  }

  /** A source that never waits for anything would keep keys, sockets and the cancel itself waiting. */
  async #breathe(): Promise<void> {
    if (performance.now() - this.#breathAt < breathMs) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#breathAt = performance.now()
  }

  /** Keeps what has streamed, once a second, so that a crash loses no more than that. */
  async #keepPartial(): Promise<void> {
    const now = performance.now()
    if (now - this.#partialAt < this.#parts.partialMs) return
    this.#partialAt = now
    const { running } = this.#record.thread
    if (running?.partial) await this.#record.emit({ type: 'partial.kept', call: running.call, text: running.partial }, this.turn)
  }

  #endingOf(error: unknown): TurnEnding {
    const partial = this.#record.thread.running?.partial ?? ''
    const { aborted, reason } = this.#abort.signal
    if (!aborted || !(reason instanceof Stopped)) {
      const failure = failureOf(error)
      return { type: 'turn.failed', failure, partial, retryable: !['auth', 'bad-input', 'config'].includes(failure.code) }
    }
    const { by, heard } = reason
    return { type: 'turn.cancelled', by, partial, ...(heard === undefined ? {} : { heard }) }
  }

  /** The ending is heard even when the disk no longer takes it: then it says so. */
  async #end(ending: TurnEnding): Promise<void> {
    try {
      await this.#record.emit(ending, this.turn)
      await this.#record.checkpoint()
    } catch (error) {
      const partial = ending.type === 'turn.done' ? ending.text : ending.partial
      await this.#record.conclude({ type: 'turn.failed', failure: failureOf(error), partial, retryable: true }, this.turn)
    }
  }

  #context(): FlowContext {
    return {
      turn: this.turn,
      signal: this.#abort.signal,
      thread: () => this.#record.thread,
      images: (pictures) => this.#record.images(pictures),
      now: () => this.#parts.now(),
      newId: () => this.#parts.newId(),
      decided: (ask) => this.#approvals.decided(ask),
      steered: () => {
        const inputs = this.#record.thread.queued.filter(({ id }) => this.#steering.delete(id))
        for (const { id } of inputs) this.#taken.add(id)
        return inputs
      },
      stop: () => {
        const reason = new Stopped('limit')
        this.#abort.abort(reason)
        throw reason
      },
    }
  }
}
