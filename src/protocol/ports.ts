import type { Decision, Envelope, Input, Origin, Principal, Purpose, StopReason } from './events.ts'
import type { Failure } from './failure.ts'
import type { Id, Json, JsonObject } from './json.ts'
import type { Image, RequestMessage, ToolCall, Usage } from './message.ts'

// ---- models

/** A piece of the system prompt. `cache` marks the end of a prefix that stays byte-identical between turns (SPEC §2). */
export interface SystemPart {
  name: string
  text: string
  cache?: boolean
}

export interface ToolSchema {
  name: string
  description: string
  schema: JsonObject
}

export interface ModelRequest {
  model: string
  purpose: Purpose
  system: SystemPart[]
  messages: RequestMessage[]
  tools: ToolSchema[]
  temperature?: number
  maxTokens?: number
  /** The answer must be one JSON value of this JSON Schema, where the wire can ask for it. */
  json?: JsonObject
}

/**
 * What a provider tells while it answers. A stream ends with exactly one `end`, or throws an `AssistantError`.
 * `opened` = the first byte came (the clock of SPEC §2 starts). `failed` comes only from the decorators (retry, fallback):
 * a request failed before anything of it was shown and the next one is under way.
 */
export type ModelPart =
  | { type: 'opened' }
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  /** Bytes that mean something and show nothing: arguments of a call, thoughts without words, a ping. Work is under way. */
  | { type: 'progress' }
  | { type: 'call'; call: ToolCall }
  /** Something about this request that the person is to know: `code` is a key of the notices in `messages/`. */
  | { type: 'notice'; notice: Notice }
  | { type: 'failed'; failure: Failure; next: 'retry' | 'fallback'; waitMs: number; provider?: string; model?: string }
  /** `carried`: what the next request to the same model must bring back unchanged. */
  | { type: 'end'; stop: StopReason; usage: Usage; model?: string; carried?: JsonObject }

/** Aborting the signal ends the stream within 100 ms by throwing the signal's reason. */
export type Provider = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelPart>

// ---- tools

export type Category = 'safe' | 'sensitive' | 'restricted'

export interface ToolResult {
  /** Sentences or short lines a person can read; for an error: cause and remedy. */
  text: string
  isError?: boolean
  /** The text came from outside (web, file, another program): it is marked as data for the model. */
  untrusted?: boolean
  /** It is a file of the person's own: marked as data, yet nothing asks more often after it. */
  own?: boolean
  /** Where it came from, as a person reads it. */
  source?: string
  /** The same result for programs (`tools call --json`). */
  data?: Json
  images?: Image[]
  /** What the person is told besides, by code and not by a model. */
  notice?: Notice
}

/** A sentence for the person that is not part of the answer: `code` is a key of the notices in `messages/`. */
export interface Notice {
  code: string
  data: JsonObject
}

/**
 * What a call does beyond its result: it leaves something behind for later turns, sends words to another machine, or changes what other
 * programs run by themselves (hooks, start-up files, tasks of editors, settings of assistants).
 */
export type ToolEffect = 'keeps' | 'sends' | 'runs'

/** Why a person is asked about a call. */
export type AskCause = 'category' | 'rule' | 'tainted' | 'secret' | 'file' | 'runs'

/** What a tool may know about the turn that calls it. Nothing else is in reach: no globals, no `process`. */
export interface ToolContext {
  signal: AbortSignal
  now(): Date
  zone: string
  language: 'ko' | 'en'
  conversation: Id
  turn: Id
  origin: Origin
  by: Principal
  agent: string
  workspace: string
  profile: string
  /** Working directory of the surface, absolute; undefined where there is none (remote). */
  cwd?: string
  /** Where untrusted text of this conversation came from: what a tool writes down now carries it. */
  sources?: readonly string[]
}

/** What exactly this call would change, or why it cannot be done: then nobody is asked. */
export type Explained = { effect: string; risk: 'low' | 'medium' | 'high' } | { refused: string }

/** One thing that the assistant can do. Yields progress lines, returns its result; a thrown AssistantError is a result too. */
export interface Tool<Args extends JsonObject = JsonObject> {
  name: string
  category: Category
  /** May be repeated without changing more than once did. Decides what is said after a crash, never a retry. */
  idempotent: boolean
  /** Milliseconds; 0 = the setting's limit for tools, 10 s (SPEC §3). */
  timeoutMs: number
  /** For the model, in English, short. */
  description: string
  /** JSON Schema of an object. */
  schema: JsonObject
  /** What this call does beyond its result: asked about after untrusted text, also for a safe tool. */
  effect?(args: Args): ToolEffect | undefined
  /** Whether it runs now where it reaches nothing but the working folder: then a rule may allow it without a question. */
  isContained?(context: ToolContext): Promise<boolean>
  /** For the person who is asked: effect and risk of exactly this call. */
  explain?(args: Args, context: ToolContext): Promise<Explained>
  run(args: Args, context: ToolContext): AsyncGenerator<string, ToolResult>
}

// ---- conversations

/** One conversation, here or in another process. */
export interface Conversation {
  readonly id: Id
  /**
   * Gives an input to the conversation. Resolves when it is durable. `turn` is the id its turn will have, `seq` where to follow
   * from to see all of it.
   */
  submit(input: Omit<Input, 'id'>, how: 'queue' | 'steer' | 'interrupt'): Promise<Submitted>
  /** Takes back an input that still waits. False when its turn has begun. */
  withdraw(input: Id): Promise<boolean>
  /**
   * Everything from sequence number `from` on: what is written, then a snapshot of the running turn, then what happens, until
   * the signal aborts. Leaving detaches; it never cancels.
   */
  follow(from: number, signal: AbortSignal): AsyncIterable<Envelope>
  answer(ask: Id, decision: Decision, by: Principal): Promise<'taken' | 'late'>
  /** Stops a turn within 100 ms, keeping what was shown. `heard`: how many characters of the answer were spoken. */
  cancel(turn: Id, by: 'person' | 'barge-in' | 'shutdown', heard?: number): Promise<void>
  /** Appends a fact about the conversation itself (title, model, agent). */
  append(event: MetadataEvent): Promise<void>
  close(): Promise<void>
}
export interface Submitted {
  input: Id
  turn: Id
  seq: number
}
export type MetadataEvent = Extract<
  Envelope['event'],
  | { type: 'conversation.titled' }
  | { type: 'conversation.tuned' }
  | { type: 'flow.kept' }
  // What is done for a conversation between its turns: facts noticed, pages and window made shorter or restored.
  | { type: 'notice.given' }
  | { type: 'window.slid' }
  | { type: 'window.restored' }
  | { type: 'context.compacted' }
  | { type: 'model.asked' }
  | { type: 'model.answered' }
  | { type: 'model.failed' }
>
