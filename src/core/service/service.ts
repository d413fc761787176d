import type { Event, Id, Input, Json, JsonObject, Principal } from '../../protocol/index.ts'
import type { When } from '../../std/time/calendar.ts'
import type { Flow, FlowContext, FlowResult } from '../flow.ts'
import type { TurnModel } from '../turn/model-call.ts'
import type { StepCard } from './runner.ts'
import type { Slot } from './slots.ts'
import type { FlowState, Operation, Settled } from './state.ts'

/** Whether an input is for this service: code is sure (`yes`), code cannot tell (`maybe`), or it is not. */
export type ServiceClaim = 'yes' | 'maybe' | 'no'

/** A conversation that code controls. The router knows nothing else of a service. */
export interface Service {
  name: string
  /** What people call it ("이체"). */
  title: string
  /** For the model that is asked when code cannot tell. */
  description: string
  claim(text: string): ServiceClaim
  /** Whether words that name no service speak of what this one has just done: "취소" after a transfer. */
  recalls?(text: string, at: Recalled): Promise<boolean>
  run(input: Input, context: FlowContext, around?: MidFlowPorts): AsyncGenerator<Event, FlowResult>
  /** Takes a parked flow up again. */
  resume(input: Input, context: FlowContext): AsyncGenerator<Event, FlowResult>
}

/** Where and when words are said that may speak of what was just done. `since`: when the chat last did something, in milliseconds since 1970. */
export interface Recalled {
  conversation: Id
  when: When
  since: number
}

/** What else could take an input that came in the middle of a flow. */
export interface MidFlowPorts {
  /** Answers what is said beside the flow. */
  chat: Flow
  /** Another service would begin with these words. */
  isClaimed: boolean
}

/** What every service is given by whoever assembles the program. */
export interface ServiceDeps {
  language: 'ko' | 'en'
  zone: string
  /** The model for a step; undefined where there is none, then code alone decides. */
  model(card: StepCard, input: Input, context: FlowContext): Promise<TurnModel | undefined>
  limits: { softMs: number; hardMs: number }
  /** Takes what must not disturb a turn: a hook that failed. */
  log(entry: JsonObject): Promise<void>
}

/** What surrounds a reader: the moment, the language, and the sure knowledge of the service. */
export interface ReadContext {
  when: When
  language: 'ko' | 'en'
  /** The slot that was asked for, if one was. */
  asked: string | undefined
  /** At READY only changes count. */
  stage: FlowState['stage']
  /** What the task at hand holds, and what the tasks behind it were asked for as. */
  known: JsonObject
  waiting: readonly JsonObject[]
}

/** A task that was confirmed: by whom, and under which key. */
export interface Task {
  slots: JsonObject
  key: string
  conversation: Id
  by: Principal
  profile: string
  when: When
}

/** What was done, or why not. `unknown`: it may or may not have been done; it is never tried again. */
export type CompletedTask =
  | { outcome: 'executed'; receipt: JsonObject; text?: string }
  | { outcome: 'failed' | 'unknown'; reason: string }

/** Everything that tells one slot service from another. */
export interface Definition {
  name: string
  title: string
  description: string
  slots: readonly Slot[]
  /** Several tasks may be asked for at once. */
  batch?: boolean
  /** Card and prompt of the model step that reads what code could not. */
  reading?: { prompt: string; card: StepCard }
  claim(text: string): ServiceClaim
  /** Whether words that name no service speak of what this one has done; `aside` then answers them. */
  recalls?(text: string, at: Recalled): Promise<boolean>
  /** One list of operations per task, an empty one leaves its task as it is; no list where nothing could be read. */
  read(text: string, context: ReadContext): Promise<Operation[][]> | Operation[][]
  /** A question that is answered from what is known, whatever the stage. */
  aside?(input: Input, context: { conversation: Id; when: When; stage: FlowState['stage'] }): Promise<string | undefined>
  /** Why this person may not have it done from where they are; undefined = they may. */
  refusal?(input: Input): string | undefined
  /** Does the confirmed task. Called once per key; a throw is `unknown`. */
  execute(task: Task, signal: AbortSignal): Promise<CompletedTask>
  /** After a break: what became of the task, made void if nothing. Without it a broken execution is `unknown`. */
  settle?(key: string): Promise<CompletedTask | undefined>
  /** Milliseconds that an execution may take. */
  executeMs?: number
  /** The hook that tells of an execution; SPEC §5. */
  hook: string
  hooks?: Readonly<Record<string, (payload: Json) => unknown>>
  /** Called after every turn; a failure is only logged. */
  afterTurn?(result: FlowResult): unknown
  say: FlowSentences
  labels?: { execute?: string }
}

/** What happened just before a question within the same turn. */
export type QuestionLead = 'begin' | 'executed' | 'cancelled' | 'plain'

/** The sentences of a service. Lists are ways to say the same: the first that is not what was said last is taken. */
export interface FlowSentences {
  ask(slot: Slot, state: FlowState, lead: QuestionLead): readonly string[]
  confirm(state: FlowState, lead: QuestionLead): readonly string[]
  /** The end of a flow, from what became of its tasks. */
  ended(settled: readonly Settled[], stage: FlowState['stage']): string
  /** A task of a batch failed: exactly what was done, what not, what waits, and whether to go on. */
  broken(state: FlowState): readonly string[]
}
