// Types of service.json and handler.ts of a service of your own, for editors and compilers.

/** A sentence: in one language for both, or in each. */
export type ServiceText = string | { ko: string; en: string }

export interface ServiceSlot {
  type: 'person' | 'amount' | 'date' | 'time' | 'count' | 'text' | 'choice'
  required?: boolean
  label?: ServiceText
  /** Asked in this order, the last one from then on. */
  question?: ServiceText | ServiceText[]
  /** The sentence for a value that cannot be taken: one for every case, or by what is wrong with it. */
  error?:
    | ServiceText
    | ({ invalid: ServiceText } & Partial<
        Record<'past' | 'min' | 'max' | 'fraction' | 'range' | 'repeats', ServiceText>
      >)
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

/** Settings of the model call of a step. Times in milliseconds. */
export interface ServiceCard {
  model?: string
  temperature?: number
  attempts?: number
  backoff?: number
  timeout?: number
}

interface StepBase {
  /** Shown while it works, and where something failed. */
  label?: ServiceText
  /** The stage that front ends see while this step waits: `REVIEW`. */
  stage?: string
  /** The step behind it, or `end`. */
  next?: string
}

/** Runs one function of the service: the name of one in handler.ts, or in code the function itself. */
interface CodeStep<Run> extends StepBase {
  kind: 'code'
  run?: Run
  /** Takes it back when a later action fails. */
  undo?: Run
  /** Says after a break what became of a key: a receipt, `failed`, or `{ done: false }`. */
  settle?: Run
  /** Milliseconds. */
  timeout?: number
}

/** A step of a service. Code, tools and models look things up before a `confirm`; behind it they act. */
export type ServiceStepFile<Run = string> =
  | (StepBase & { kind?: 'slots'; slots?: string[]; prompt?: ServiceText; card?: ServiceCard })
  | (StepBase & { kind: 'confirm'; say?: ServiceText })
  | CodeStep<Run>
  | (StepBase & { kind: 'tool'; tool: string; args?: Record<string, unknown>; undo?: Run })
  | (StepBase & { kind: 'model'; prompt?: ServiceText; card?: ServiceCard & { schema?: Record<string, unknown> } })
  | (StepBase & {
      kind: 'branch'
      /** The first that fits: `{ if: 'price.total', over: 100000, next: 'review' }`. */
      cases: { if: string; is?: unknown; over?: number; under?: number; next: string }[]
      else?: string
    })
  | (StepBase & {
      kind?: 'talk'
      prompt?: ServiceText
      card?: ServiceCard & { schema?: Record<string, unknown>; tools?: string[] }
      format?: 'text' | 'json'
      actions?: string[]
    })
  | (StepBase & { kind: 'service'; service: string; with?: Record<string, unknown> })

/** The content of `<home>/services/<name>/service.json`. docs/services.md explains each field. */
export interface ServiceDefinition<Slots = Record<string, ServiceSlot>, Run = string> {
  $schema?: string
  /** Small letters, digits and hyphens; the name of its folder. */
  name: string
  /** `1.0.0`. */
  version: string
  title?: ServiceText
  description?: ServiceText
  /** An input that holds one of them is for this service; `^word` only at its beginning. */
  words: string[]
  slots?: Slots
  /** In their order. Without any: ask for the slots, confirm, `execute`. */
  steps?: Record<string, ServiceStepFile<Run>>
  /** Several requests in one sentence are done one after the other. */
  batch?: boolean
  confirm?: ServiceText
  done?: ServiceText
  cancelled?: ServiceText
  failed?: ServiceText
  /** Functions may take this long, in milliseconds. Default 10,000. */
  timeout?: number
}

type ValueOf<Slot> = Slot extends { type: 'amount' | 'count' } ? number : string

/** The values of declared slots: those that are required are there, the others may be. */
export type SlotValues<Slots> = {
  [Name in keyof Slots as Slots[Name] extends { required: true } ? Name : never]: ValueOf<Slots[Name]>
} & { [Name in keyof Slots as Slots[Name] extends { required: true } ? never : Name]?: ValueOf<Slots[Name]> }

/** The argument of a step's function: values, results of earlier steps, and the moment. */
export interface ServiceTask<Slots = Record<string, string | number>> {
  slots: Slots
  /** Results of earlier steps by the name of the step. */
  // biome-ignore lint/suspicious/noExplicitAny: what a function of the service itself returned
  found: Record<string, any>
  /** The same for the same task: hand it on, so that nothing is done twice. */
  key: string
  conversation: string
  /** The person's words. */
  text: string
  language: 'ko' | 'en'
  /** ISO 8601. */
  now: string
  /** An IANA name: `Asia/Seoul`. */
  zone: string
  /** `assistant service test` plays a dialogue: do nothing that lasts. */
  rehearsal?: true
}

/**
 * The outcome of a step. `failed`: the reason and, before the confirmation, the `slot` to be given anew. A `receipt` is
 * kept, with its `message` in place of `done`; any other object is the result.
 */
export type ServiceResult =
  | { failed: string; slot?: string }
  | { receipt: Record<string, unknown>; message?: string }
  | Record<string, unknown>

/** `export const execute: ServiceHandler = …` in handler.ts. */
export type ServiceHandler<Slots = Record<string, string | number>> = (
  task: ServiceTask<Slots>,
) => ServiceResult | undefined | undefined | Promise<ServiceResult | undefined | undefined>

/** `export const hooks: ServiceHooks = …` in handler.ts: by name, what is told of an execution. */
export type ServiceHooks = Record<string, (payload: Record<string, unknown>) => unknown>

/** Functions that the program itself calls, beside those of the steps. */
export interface ServiceFunctions<Slots = Record<string, string | number>> {
  /** The action of a service without steps. */
  execute?: ServiceHandler<Slots>
  /** Return whether an input that holds one of the words is meant for this service. */
  claim?(given: { text: string; language: 'ko' | 'en' }): boolean | 'yes' | 'maybe' | 'no' | Promise<boolean>
  /** Values that an input says, in place of the readers of the slots' types; null takes one away. */
  read?(given: {
    text: string
    asked?: string
    stage: string
    slots: Partial<Slots>
    now: string
    zone: string
  }): Partial<Slots> | null
  /** Answers a question from what is known, whatever is asked. */
  aside?(given: { text: string; stage: string; now: string; zone: string }): string | null | Promise<string | null>
  /** The end, in words of its own. */
  ended?(given: { tasks: unknown[]; stage: string }): string | Promise<string>
  /** After every turn of the service. */
  afterTurn?(given: { text: string; state: unknown }): unknown
  hooks?: ServiceHooks
}

/** A service in code, `export default defineService({ … })` in service.ts: its values are typed by its slots. */
export const defineService = <const Slots extends Readonly<Record<string, ServiceSlot>>>(
  definition: ServiceDefinition<Slots, ServiceHandler<SlotValues<Slots>>> & ServiceFunctions<SlotValues<Slots>>,
): typeof definition => definition
