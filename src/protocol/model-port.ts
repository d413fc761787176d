import type { Purpose, StopReason } from './events.ts'
import type { Failure, RetryAttempt } from './failure.ts'
import type { JsonObject } from './json.ts'
import type { RequestMessage, ToolCall, Usage } from './message.ts'
import type { Notice } from './tool-port.ts'

/**
 * A piece of the system prompt. `cache` marks the end of a prefix that stays byte-identical between turns (SPEC §2).
 */
export interface SystemPart {
  name: string
  text: string
  cache?: boolean
}

export interface ToolSchema {
  name: string
  description: string
  schema: JsonObject
  /** A call leaves something behind, and nobody is asked before it. */
  keeps?: true
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
 * A part of a provider's answer. A stream ends with exactly one `end`, or throws an `AssistantError`. `opened` = the
 * first byte came (the clock of SPEC §2 starts). `failed` comes only from the decorators (retry, fallback): a request
 * failed before anything of it was shown and the next one is under way.
 */
export type ModelPart =
  | { type: 'opened' }
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  /**
   * Bytes that mean something and show nothing: arguments of a call, thoughts without words, a ping. Work is under
   * way.
   */
  | { type: 'progress' }
  | { type: 'call'; call: ToolCall }
  /** Something about this request that the person is to know: `code` is a key of the notices in `messages/`. */
  | { type: 'notice'; notice: Notice }
  /** `attempt`: with a retry, which one comes now, and of how many at most. */
  | {
      type: 'failed'
      failure: Failure
      next: 'retry' | 'fallback'
      waitMs: number
      attempt?: RetryAttempt
      provider?: string
      model?: string
    }
  /**
   * `carried`: what the next request to the same model must bring back unchanged. `text`: the answer, where what was
   * streamed turned out to hold thoughts, too.
   */
  | { type: 'end'; stop: StopReason; usage: Usage; model?: string; carried?: JsonObject; text?: string }

/** Aborting the signal ends the stream within 100 ms by throwing the signal's reason. */
export type Provider = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelPart>
