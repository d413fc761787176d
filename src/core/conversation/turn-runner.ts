import type { Language } from '../../messages/language.ts'
import {
  type Ask,
  type Decision,
  type Event,
  failureOf,
  type Id,
  type Input,
  isEnding,
  type Principal,
  type TurnEnding,
  type Usage,
} from '../../protocol/index.ts'
import { abortable, abortRace } from '../../std/abort.ts'
import type { RunningTurn, Thread } from '../../threads/thread.ts'
import { estimateTokens } from '../context/system-prompt.ts'
import { type Flow, type FlowContext, Stopped } from '../flow.ts'
import { Approvals } from './approvals.ts'
import type { EventRecorder } from './event-recorder.ts'
import { receiptOf } from './receipt.ts'
import { canGoOn, closeOrphanedCalls } from './recovery.ts'

export interface TurnRunnerDeps {
  flow: Flow
  /** The language of receipts. */
  language: Language
  now(): Date
  newId(): Id
  askMs: number
  partialMs: number
  /** True if a remote person may answer what a turn of somebody else asks about this tool. */
  mayAnswer?(by: Principal, ask: Pick<Ask, 'tool' | 'category'>, thread: Thread): Promise<boolean>
}

/** Time in which a stopped flow may clean up (kill its processes) before the next turn starts, in milliseconds. */
const tidyMs = 2_000

/**
 * Estimate the usage of a request whose answer was cut off; undefined where no model was writing. The rules use
 * nothing.
 */
function cutUsage({ asked, estimated, partial }: RunningTurn): Usage | undefined {
  if (!asked || asked.provider === 'offline' || estimated === undefined || partial === '') return undefined
  return { input: estimated, output: estimateTokens(partial), cached: 0, estimated: true }
}

/** Longest time until a turn that is to be left can be: a tool with an effect ends first, in milliseconds. */
const leaveMs = 10_000

/** Reason of the abort of a turn that another process goes on with. */
class Left extends Error {
  override name = 'Left'
}

/** Time in which events are processed without yielding to the event loop, in milliseconds. */
const breathMs = 10

/**
 * True if a turn goes on only when an event lasts: where something outside follows from it (a tool with an effect, a
 * service's action, a question to a person). The others are on the disk before anybody is told of them, and a crash
 * before that repeats nothing.
 */
function isAwaited(event: Event): boolean {
  if (event.type === 'tool.started') return !event.idempotent
  return ['flow.kept', 'service.moved', 'hook.called', 'tool.asked', 'tool.answered', 'input.steered'].includes(
    event.type,
  )
}

/** Runs one turn: drives the flow, records what it yields, and ends the turn exactly once, whatever happens. */
export class TurnRunner {
  readonly input: Input
  readonly #parts: TurnRunnerDeps
  readonly #record: EventRecorder
  readonly #approvals: Approvals
  readonly #abort = new AbortController()
  readonly #ended = Promise.withResolvers<void>()
  /** Inputs that steer this turn, and those of them that the flow has taken. */
  readonly #steering = new Set<Id>()
  readonly #taken = new Set<Id>()
  #flow: ReturnType<Flow> | undefined
  #isLeaving = false
  /** Text that streamed of the running answer since it was last kept, in the pieces that came. */
  #unkept = { call: 0, at: 0, text: '' }
  #partialAt = performance.now()
  #breathAt = performance.now()

  constructor(input: Input, parts: TurnRunnerDeps, record: EventRecorder) {
    this.input = input
    this.#parts = parts
    this.#record = record
    this.#approvals = new Approvals(input)
  }

  get turn(): Id {
    return this.input.id
  }

  /** Resolves once the turn's final event has been recorded. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  async answer(ask: Id, decision: Decision, by: Principal): Promise<'taken' | 'late'> {
    const asked = this.#approvals.asked(ask)
    const may = asked !== undefined && (await this.#parts.mayAnswer?.(by, asked, this.#record.thread))
    return this.#approvals.answer(ask, decision, by, may === true)
  }

  /**
   * Stops the turn without an end, so that another process goes on with it: at once, or when the tool that has begun
   * has ended. False where it could not be left, or is over.
   */
  async leave(): Promise<boolean> {
    this.#isLeaving = true
    this.#leaveIfPossible()
    await abortable(this.#ended.promise, AbortSignal.timeout(leaveMs)).catch(() => {})
    this.#isLeaving = false
    return this.#abort.signal.reason instanceof Left
  }

  #leaveIfPossible(): void {
    if (this.#isLeaving && canGoOn(this.#record.thread)) this.#abort.abort(new Left())
  }

  steer(input: Id): void {
    this.#steering.add(input)
  }

  /** Takes a steering input back; false when the flow has made it part of this turn. */
  unsteer(input: Id): boolean {
    this.#steering.delete(input)
    return !this.#taken.has(input)
  }

  /** Stops the turn. Resolves once its final event has been recorded. */
  cancel(by: Stopped['by'], heard?: number): Promise<void> {
    this.#abort.abort(new Stopped(by, heard))
    return this.#ended.promise
  }

  /** Resolves the waiters of a turn that could not begin. */
  abandon(): void {
    this.#ended.resolve()
  }

  /** Runs the turn. Resolves when the next one may begin. `before` runs ahead of the answer. */
  async run(before: () => Promise<void>): Promise<void> {
    const ending = await this.#drive(before)
    this.#approvals.close()
    if (!ending) return this.#let()
    // Every call gets an outcome before the turn ends, whatever happened: no model ever sees a call without one.
    for (const event of closeOrphanedCalls(this.#record.thread.running, this.#parts.newId))
      await this.#record.emitAlways(event, this.turn)
    await this.#end(this.#withReceipt(ending))
    this.#ended.resolve()
    await this.#tidied()
  }

  /** The ending with what the turn did, folded from the results of its tools. */
  #withReceipt(ending: TurnEnding): TurnEnding {
    const text = ending.type === 'turn.done' ? ending.text : ''
    const receipt = receiptOf(this.#record.thread, text, this.#parts.language)
    return receipt ? { ...ending, receipt } : ending
  }

  /** The turn is another process's now: nothing more is written here. */
  async #let(): Promise<void> {
    this.#ended.resolve()
    await this.#tidied()
  }

  /** A stopped flow may still be killing its processes: the next turn waits for that, but not for ever. */
  async #tidied(): Promise<void> {
    const tidied = (async () => this.#flow?.return(undefined as never))()
    await abortable(tidied, AbortSignal.timeout(tidyMs)).catch(() => {})
  }

  async #drive(before: () => Promise<void>): Promise<TurnEnding | undefined> {
    const { signal } = this.#abort
    const race = abortRace(signal)
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
      return this.#abort.signal.reason instanceof Left ? undefined : this.#endingOf(error)
    } finally {
      race.end()
    }
  }

  async #take(event: Event): Promise<void> {
    if (isEnding(event)) throw new Error(`A flow must not yield ${event.type}`)
    if (event.type === 'tool.asked') this.#approvals.ask(event.id, this.#patience(event.expiresAt), event.ask)
    await this.#record.emit(event, this.turn, isAwaited(event))
    this.#leaveIfPossible()
    if (event.type === 'text.added') await this.#keepPartial(event)
    await this.#breathe()
  }

  /** Time that a question waits: as long as its flow says, and no shorter than the setting. */
  #patience(expiresAt: number | undefined): number | undefined {
    return expiresAt === undefined ? undefined : Math.max(this.#parts.askMs, expiresAt - +this.#parts.now())
  }

  /** A flow that never waits would block keys, sockets and its own cancellation. */
  async #breathe(): Promise<void> {
    if (performance.now() - this.#breathAt < breathMs) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#breathAt = performance.now()
  }

  /**
   * Records once a second what streamed in it: a crash loses no more, and a long answer is not written again and
   * again.
   */
  async #keepPartial({ call, at, text }: Extract<Event, { type: 'text.added' }>): Promise<void> {
    const held = this.#unkept
    const follows = held.call === call && held.at + held.text.length === at
    this.#unkept = follows ? { ...held, text: held.text + text } : { call, at, text }
    const now = performance.now()
    if (now - this.#partialAt < this.#parts.partialMs) return
    this.#partialAt = now
    await this.#record.emit({ type: 'partial.kept', ...this.#unkept }, this.turn)
    this.#unkept = { call, at: at + text.length, text: '' }
  }

  #endingOf(error: unknown): TurnEnding {
    const { running } = this.#record.thread
    const partial = running?.partial ?? ''
    const usage = running && cutUsage(running)
    const counted = usage ? { usage } : {}
    const { aborted, reason } = this.#abort.signal
    if (!aborted || !(reason instanceof Stopped)) {
      const failure = failureOf(error)
      const retryable = !['auth', 'bad-input', 'config'].includes(failure.code)
      return { type: 'turn.failed', failure, partial, retryable, ...counted }
    }
    const { by, heard } = reason
    return { type: 'turn.cancelled', by, partial, ...(heard === undefined ? {} : { heard }), ...counted }
  }

  /** The final event is sent even when it cannot be written; it then carries the storage failure. */
  async #end(ending: TurnEnding): Promise<void> {
    try {
      await this.#record.emit(ending, this.turn)
      await this.#record.checkpoint()
    } catch (error) {
      const partial = ending.type === 'turn.done' ? ending.text : ending.partial
      await this.#record.emitAlways(
        { type: 'turn.failed', failure: failureOf(error), partial, retryable: true },
        this.turn,
      )
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
