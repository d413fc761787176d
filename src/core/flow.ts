import type { Decision, Event, Id, Image, Input, Json, Picture, Principal } from '../protocol/index.ts'
import type { Thread } from '../threads/thread.ts'

/**
 * Answers one input: the chat is a flow, and so is every service. A flow yields events and returns the answer. The
 * turn runner drives, records and stops it; a flow never emits the final event of its turn.
 */
export type Flow = (input: Input, context: FlowContext) => AsyncGenerator<Event, FlowResult>

export interface FlowResult {
  /** Id of the assistant message that is the answer. */
  message: Id
  text: string
  limited?: 'rounds' | 'repeats'
  /** State of a service after the turn, for surfaces. */
  state?: Json
  /** The state that a flow keeps beyond this answer; written together with it. */
  kept?: { service: string; state: Json | null }
}

export interface FlowContext {
  readonly turn: Id
  readonly signal: AbortSignal
  /** The current thread, with everything that the flow has yielded so far. */
  thread(): Thread
  /** The bytes of pictures that stand in the conversation; without those whose file is gone. */
  images(pictures: readonly Picture[]): Promise<Image[]>
  now(): Date
  newId(): Id
  /** Resolves after `tool.asked` was yielded: the first valid answer, or a deny when its time is over. */
  decided(ask: Id): Promise<{ decision: Decision; by: Principal | 'timeout' | 'policy' }>
  /** Inputs that came to steer this turn; each is to be yielded as `input.steered`. */
  steered(): Input[]
  /** Ends the turn from inside with what was shown so far: a limit was reached. */
  stop(): never
}

/** Reason of a turn's abort signal: who stopped it, and how much of the answer had been heard. */
export class Stopped extends Error {
  override name = 'Stopped'
  readonly by: 'person' | 'barge-in' | 'limit' | 'shutdown'
  readonly heard: number | undefined
  constructor(by: Stopped['by'], heard?: number) {
    super(`stopped by ${by}`)
    this.by = by
    this.heard = heard
  }
}
