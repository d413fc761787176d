// What a service of your own is made of: the types of service.json and of handler.ts, for editors and compilers.

/** A sentence: in one language for both, or in each. */
export type ServiceText = string | { ko: string; en: string }

export interface ServiceSlot {
  type: 'person' | 'amount' | 'date' | 'time' | 'count' | 'text' | 'choice'
  required?: boolean
  label?: ServiceText
  /** Asked in this order, the last one from then on. */
  question?: ServiceText | ServiceText[]
  /** What is said of a value that cannot be taken. */
  error?: ServiceText
  min?: number
  max?: number
  unit?: ServiceText
  /** Value → words that mean it. */
  choices?: Record<string, string[]>
  /** For `text`: a word that ends in one of these is taken without being asked for. */
  endings?: string[]
  /** For `date`: a day that is over may be given. */
  past?: boolean
}

/** How a step asks a model. Times in milliseconds. */
export interface ServiceCard {
  model?: string
  temperature?: number
  attempts?: number
  backoff?: number
  timeout?: number
}

/** What `<home>/services/<name>/service.json` may hold. docs/services.md explains each. */
export interface ServiceDefinition {
  $schema?: string
  /** Small letters, digits and hyphens; the name of its folder. */
  name: string
  /** `1.0.0`. */
  version: string
  title?: ServiceText
  description?: ServiceText
  /** An input that holds one of them is for this service. */
  words: string[]
  slots?: Record<string, ServiceSlot>
  steps?: {
    slots?: { prompt?: string; card?: ServiceCard }
    reply?: {
      prompt?: string
      card?: ServiceCard & { schema?: Record<string, unknown>; tools?: string[] }
      format?: 'text' | 'json'
      actions?: string[]
    }
  }
  /** Several requests in one sentence are done one after the other. */
  batch?: boolean
  confirm?: ServiceText
  done?: ServiceText
  cancelled?: ServiceText
  failed?: ServiceText
  /** Handlers may take this long, in milliseconds. Default 10,000. */
  timeout?: number
}

/** What `execute` of a handler is given: the confirmed values, and what the moment is. */
export interface ServiceTask<Slots = Record<string, string | number>> {
  slots: Slots
  /** The same for the same task: hand it on, so that nothing is done twice. */
  key: string
  conversation: string
  /** ISO 8601. */
  now: string
  /** An IANA name: `Asia/Seoul`. */
  zone: string
}

/** What became of it: a receipt, with a sentence in place of `done` when it has one, or why it was not done. */
export type ServiceResult = { receipt?: { message?: string; [name: string]: unknown } } | { failed: string }

/** `export const execute: ServiceHandler = …` in handler.ts. */
export type ServiceHandler<Slots = Record<string, string | number>> = (
  task: ServiceTask<Slots>,
) => ServiceResult | Promise<ServiceResult>

/** `export const hooks: ServiceHooks = …` in handler.ts: by name, what is told of an execution. */
export type ServiceHooks = Record<string, (payload: Record<string, unknown>) => unknown>

/** The definition as it was given, with its type checked: write it with `JSON.stringify` to `service.json`. */
export const defineService = (definition: ServiceDefinition): ServiceDefinition => definition
