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
import { each, until } from '../std/until.ts'
import type { Journal } from '../threads/journal.ts'
import { foldThread, orphanOutcome, type Thread } from '../threads/thread.ts'
import { Approvals } from './approvals.ts'
import { Mailbox } from './fanout.ts'
import { type Flow, type FlowContext, Stopped } from './flow.ts'

export interface ConversationParts {
  thread: Thread
  journal: Journal
  /** This owner's epoch; every envelope carries it. */
  epoch: number
  /** False once another process took the conversation over: nothing may be written any more. */
  isOurs(): Promise<boolean>
  flow: Flow
  now(): Date
  newId(): Id
  askMs: number
  partialMs: number
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

/**
 * A conversation in its owner's process: one pump drives one turn at a time, stamps every event, writes it down and hands it to
 * whoever follows. `seq` counts what is written; a passing event (a delta) carries the number of the last written one.
 */
export class LocalConversation implements Conversation {
  readonly id: Id
  readonly #parts: ConversationParts
  #thread: Thread
  #readers = new Set<Mailbox>()
  #writing: Promise<unknown> = Promise.resolve()
  #running: Running | undefined
  #partialAt = 0
  #closed = false

  constructor(parts: ConversationParts) {
    this.#parts = parts
    this.#thread = parts.thread
    this.id = parts.thread.id
  }

  get thread(): Thread {
    return this.#thread
  }

  async submit(given: Omit<Input, 'id'> & { id?: Id }, how: 'queue' | 'steer' | 'interrupt'): Promise<Submitted> {
    if (this.#closed) throw new AssistantError({ code: 'busy', detail: 'this conversation is closing' })
    const input: Input = { ...given, id: given.id ?? this.#parts.newId() }
    const { seq } = this.#thread
    if (this.#knows(input.id)) return { input: input.id, turn: input.id, seq: 0 }
    if (!this.#running && this.#thread.queued.length === 0) {
      await this.#start(input)
      return { input: input.id, turn: input.id, seq: seq + 1 }
    }
    const running = this.#running
    await this.#emit({ type: 'input.queued', input })
    if (how === 'steer') running?.steering.add(input.id)
    if (how === 'interrupt' && running) await this.cancel(running.turn, 'barge-in')
    if (!this.#running) this.#next()
    return { input: input.id, turn: how === 'steer' && running ? running.turn : input.id, seq: seq + 1 }
  }

  /** A client that lost its connection gives the same input again: it must not run twice. */
  #knows(id: Id): boolean {
    const { queued, running, messages } = this.#thread
    return running?.input.id === id || queued.some((input) => input.id === id) || messages.some((message) => message.id === id)
  }

  async withdraw(input: Id): Promise<boolean> {
    if (!this.#thread.queued.some(({ id }) => id === input)) return false
    await this.#emit({ type: 'input.withdrawn', input })
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
    await this.#emit(event)
  }

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

  /** Runs what still waits in the queue: after a take-over, when its writer is still there. */
  resume(): void {
    this.#next()
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    if (this.#running) await this.cancel(this.#running.turn, 'shutdown')
    await this.#writing
    for (const reader of this.#readers) reader.close()
    await this.#parts.journal.checkpoint(this.#thread).catch(() => {}) // Only a short cut for the next opening.
    await this.#parts.journal.close()
  }

  // ---- writing

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

  /** Stamps, writes, folds and hands on. Rejects with `storage` when the disk refuses; then nobody has seen the event. */
  #emit(event: Event, turn?: Id): Promise<void> {
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

  /** Keeps what has streamed, once a second, so that a crash loses no more than that. */
  async #keepPartial(turn: Id): Promise<void> {
    const now = +this.#parts.now()
    if (now - this.#partialAt < this.#parts.partialMs) return
    this.#partialAt = now
    const { running } = this.#thread
    if (running?.partial) await this.#emit({ type: 'partial.kept', call: running.call, text: running.partial }, turn)
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
      await this.#emit({ type: 'turn.started', input, agent: this.#thread.agent }, input.id)
    } catch (error) {
      this.#running = undefined
      throw error
    }
    this.#partialAt = +this.#parts.now()
    if (!this.#thread.title)
      await this.#emit({ type: 'conversation.titled', title: titleOf(input.text), by: 'code' }).catch(() => {})
    void this.#pump(input, running)
  }

  #next(): void {
    const input = this.#thread.queued[0]
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
    try {
      while (true) {
        const step = await until(flow.next(), abort.signal)
        if (step.done) return { type: 'turn.done', ...step.value }
        if (isEnding(step.value)) throw new Error(`a flow may not yield ${step.value.type}`)
        if (step.value.type === 'tool.asked') running.approvals.ask(step.value.id, this.#parts.askMs)
        await this.#emit(step.value, turn)
        if (step.value.type === 'text.added') await this.#keepPartial(turn)
      }
    } catch (error) {
      return this.#endingOf(error, abort.signal)
    }
  }

  #endingOf(error: unknown, signal: AbortSignal): TurnEnding {
    const partial = this.#thread.running?.partial ?? ''
    if (!signal.aborted || !(signal.reason instanceof Stopped)) {
      const failure = failureOf(error)
      return { type: 'turn.failed', failure, partial, retryable: !['auth', 'bad-input', 'config'].includes(failure.code) }
    }
    const { by, heard } = signal.reason
    return { type: 'turn.cancelled', by, partial, ...(heard === undefined ? {} : { heard }) }
  }

  /** Every call gets an outcome before the turn ends, whatever happened: no model ever sees a call without one. */
  async #settleCalls(turn: Id): Promise<void> {
    for (const event of orphanEndings(this.#thread, this.#parts.newId)) await this.#emit(event, turn).catch(() => {})
  }

  /** The ending is heard even when the disk no longer takes it: then it says so. */
  async #end(ending: TurnEnding, turn: Id): Promise<void> {
    try {
      await this.#emit(ending, turn)
      await this.#parts.journal.checkpoint(this.#thread).catch(() => {}) // Only a short cut for the next opening.
    } catch (error) {
      const partial = ending.type === 'turn.done' ? ending.text : ending.partial
      const failed: TurnEnding = { type: 'turn.failed', failure: failureOf(error), partial, retryable: true }
      await this.#serially(async () => this.#publish(this.#stamp(failed, turn)))
    }
  }

  #context({ turn, abort, approvals, steering }: Running): FlowContext {
    return {
      turn,
      signal: abort.signal,
      thread: () => this.#thread,
      now: () => this.#parts.now(),
      newId: () => this.#parts.newId(),
      decided: (ask) => approvals.decided(ask),
      steered: () => this.#thread.queued.filter(({ id }) => steering.has(id)),
      stop: () => {
        const reason = new Stopped('limit')
        abort.abort(reason)
        throw reason
      },
    }
  }
}

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

/** Follows until the ending of `turn`, and returns it. For callers that want one answer and nothing else. */
export async function endingOf(conversation: Conversation, turn: Id, from: number, signal: AbortSignal): Promise<TurnEnding> {
  for await (const envelope of each(conversation.follow(from, signal), signal)) {
    if (envelope.turn === turn && isEnding(envelope.event)) return envelope.event
  }
  throw new AssistantError({ code: 'interrupted' })
}
