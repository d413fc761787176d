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
  /** The way to ask for thinking: none, by effort, by a budget of tokens, left to the model, or on and off. */
  thinking: 'none' | 'effort' | 'budget' | 'adaptive' | 'toggle'
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

/** Fields of a request that a server can refuse, as `learnt.ts` names them. */
export type RefusedField =
  | 'tools'
  | 'temperature'
  | 'jsonSchema'
  | 'streamOptions'
  | 'systemRole'
  | 'images'
  | 'thinking'
  | 'cacheMarks'
  | 'maxTokens'

/** Knowledge of one model at one server beside the table. */
export interface Learnt {
  /** Capabilities that the server states. */
  server?: Partial<Capabilities>
  /** Fields that it refused; they are not sent again. */
  refused?: readonly RefusedField[]
}
