import type { Decision, Envelope, Input, Principal } from './events.ts'
import type { Id } from './json.ts'

/** The agent, workspace and profile of a conversation. */
export interface ConversationScope {
  agent: string
  workspace: string
  profile: string
  /** The absolute path of the working folder a new conversation begins in. */
  folder?: string
}

/** One conversation, here or in another process. */
export interface Conversation {
  readonly id: Id
  /**
   * Gives an input to the conversation. Resolves when it is durable. `turn` is the id its turn will have, `seq` where
   * to follow from to see all of it.
   */
  submit(input: Omit<Input, 'id'>, how: 'queue' | 'steer' | 'interrupt'): Promise<Submitted>
  /**
   * Readies the reply to an input that will probably be submitted, where that costs nothing and does nothing: nothing
   * of it is written or told. Until the signal aborts; a turn that has the same to ask takes the reply over.
   */
  foresee?(input: Omit<Input, 'id'>, signal: AbortSignal): Promise<void>
  /** Takes back an input that still waits. False when its turn has begun. */
  withdraw(input: Id): Promise<boolean>
  /**
   * Everything from sequence number `from` on: what is written, then a snapshot of the running turn, then what
   * happens, until the signal aborts. Leaving detaches; it never cancels.
   */
  follow(from: number, signal: AbortSignal): AsyncIterable<Envelope>
  answer(ask: Id, decision: Decision, by: Principal): Promise<'taken' | 'late'>
  /**
   * Stops a turn within 100 ms, keeping what was shown. `heard`: how many characters of the answer were spoken. Where
   * a person at the screen stops their own turn, what else was typed there waits until they submit something, which
   * comes first.
   */
  cancel(turn: Id, by: 'person' | 'barge-in' | 'shutdown', heard?: number): Promise<void>
  /** Appends a fact about the conversation itself (title, model, agent). */
  append(event: MetadataEvent): Promise<void>
  close(): Promise<void>
}

/** A receipt of an input: its id, the id of its turn, and where to follow from. */
export interface Submitted {
  input: Id
  turn: Id
  seq: number
}

/** Facts that are appended between turns. */
export type MetadataEvent = Extract<
  Envelope['event'],
  | { type: 'conversation.titled' }
  | { type: 'conversation.tuned' }
  | { type: 'flow.kept' }
  // Work on a conversation between its turns: facts noticed, pages and window made shorter or restored.
  | { type: 'notice.given' }
  | { type: 'window.slid' }
  | { type: 'window.restored' }
  | { type: 'context.compacted' }
  | { type: 'model.asked' }
  | { type: 'model.answered' }
  | { type: 'model.failed' }
>
