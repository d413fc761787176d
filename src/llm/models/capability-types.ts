/** The capabilities of a model. Sizes are in tokens. */
export interface Capabilities {
  tools: boolean
  temperature: boolean
  /** Structured output: a JSON Schema, JSON of any shape, or none. */
  jsonSchema: 'schema' | 'object' | 'none'
  streamOptions: boolean
  /** OpenAI renamed `max_tokens`; the others did not. */
  maxTokensField: 'max_tokens' | 'max_completion_tokens'
  /** The role of the system prompt. */
  systemRole: 'system' | 'developer' | 'user'
  vision: boolean
  documents: boolean
  /**
   * The way to ask for thinking: none, by effort, by a budget of tokens, left to the model, on and off, by the
   * server's own switch where it has one, or `off`: the model takes tools only without.
   */
  thinking: 'none' | 'effort' | 'budget' | 'adaptive' | 'toggle' | 'unknown' | 'off'
  /** The maker recommends the Responses wire for it. */
  responses: boolean
  window: number
  maxOutput: number | undefined
  /** The request marks the parts to cache; the marked beginning must be `cacheMinimum` tokens long. */
  cacheMarks: boolean
  cacheMinimum: number
  /** US dollars per million tokens. */
  price: { input: number; cached: number; output: number } | undefined
}

/** Parts of a request that a server can refuse, as `dialects/learn.ts` reads it. */
export type RefusedField =
  | 'tools'
  | 'temperature'
  | 'jsonSchema'
  | 'streamOptions'
  | 'systemRole'
  | 'images'
  | 'documents'
  | 'thinking'
  | 'effort'
  | 'summary'
  | 'cacheMarks'
  | 'cacheKey'
  | 'maxTokens'
  | 'maxOutput'
  /** Roles in any order. */
  | 'roles'
  /** An answer with calls that brings no thoughts back, and thoughts that somebody else signed. */
  | 'thoughts'
  | 'foreignThoughts'
  /** `content` of an answer that only calls. */
  | 'nullContent'
  | 'blankContent'

/** Knowledge of one model at one server beside the table. */
export interface Learnt {
  /** Capabilities that the server states. */
  server?: Partial<Capabilities>
  /** Fields that it refused, with its words; they are not sent again for a day. */
  lacks?: Partial<Record<RefusedField, string>>
  /** Tools whose schema it refused, with its words. */
  leftOut?: Record<string, string>
}
