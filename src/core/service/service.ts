import type { Event, Id, Input, Json, JsonObject, Principal, ToolSchema } from '../../protocol/index.ts'
import type { CivilDate, When } from '../../std/time/calendar.ts'
import type { Flow, FlowContext, FlowResult } from '../flow.ts'
import type { TurnModel } from '../turn/model-call.ts'
import type { ToolRunDeps } from '../turn/tool-runner.ts'
import type { StepCard } from './runner.ts'
import type { Slot } from './slots.ts'
import type { FlowState, Operation, Settled } from './state.ts'

/** The claim of a service to an input: code is sure (`yes`), code cannot tell (`maybe`), or it is not. */
export type ServiceClaim = 'yes' | 'maybe' | 'no'

/** A conversation that code controls. The router knows nothing else of a service. */
export interface Service {
  name: string
  /** Its name among people ("이체"). */
  title: string
  /** For the model that is asked when code cannot tell. */
  description: string
  claim(text: string): ServiceClaim | Promise<ServiceClaim>
  /** Read words that it does not claim by a small model, which is asked only where they may mean it. */
  open?(
    input: Input,
    context: FlowContext,
    model: () => Promise<TurnModel | undefined>,
  ): AsyncGenerator<Event, OpenedRequest | undefined>
  /** True if words that name no service speak of what this one has just done: "취소" after a transfer. */
  recalls?(text: string, at: Recalled): Promise<boolean>
  run(input: Input, context: FlowContext, around?: MidFlowPorts): AsyncGenerator<Event, FlowResult>
  /** Takes a parked flow up again. */
  resume(input: Input, context: FlowContext): AsyncGenerator<Event, FlowResult>
  /** Begins with values that another service has, `before` said first: it asks for the rest. */
  call?(slots: JsonObject, input: Input, context: FlowContext, before?: string): AsyncGenerator<Event, FlowResult>
}

/** The values that were read in a request by a model's choice of words, and the sentence that says so. */
export interface OpenedRequest {
  slots: readonly SetOperation[]
  note: string
}

export type SetOperation = Extract<Operation, { op: 'set' }>

/** Tools for a step that may use them, with everything that running one needs. */
export type StepTools = (
  names: readonly string[],
  input: Input,
  context: FlowContext,
) => Promise<{ schemas(): readonly ToolSchema[]; run: ToolRunDeps }>

/**
 * Place and time of words that may speak of something just done. `since`: when the chat last did something, in
 * milliseconds since 1970.
 */
export interface Recalled {
  conversation: Id
  when: When
  since: number
}

/** Others that could take an input in the middle of a flow. */
export interface MidFlowPorts {
  /** Answers what is said beside the flow. */
  chat: Flow
  /** Another service would begin with these words. */
  isClaimed: boolean
}

/** Parts that every service is given by the assembler of the program. */
export interface ServiceDeps {
  language: 'ko' | 'en'
  zone: string
  /** The model for a step; undefined where there is none, then code alone decides. */
  model(card: StepCard, input: Input, context: FlowContext): Promise<TurnModel | undefined>
  limits: { softMs: number; hardMs: number }
  /** Absent where no step may use a tool. */
  tools?: StepTools
  /** Takes what must not disturb a turn: a hook that failed. */
  log(entry: JsonObject): Promise<void>
}

/** The surroundings of a reader: the moment, the language, and the sure knowledge of the service. */
export interface ReadContext {
  when: When
  language: 'ko' | 'en'
  /** The slot that was asked for, if one was. */
  asked: string | undefined
  /** The words about the value that the slot was last given, where it was refused. */
  refused?: string
  /** At READY only changes count. */
  stage: FlowState['stage']
  /** The values of the task at hand, and the requests of the tasks behind it. */
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

/** The outcome of a task. `unknown`: it may or may not have been done; it is never tried again. */
export type CompletedTask =
  | { outcome: 'executed'; receipt: JsonObject }
  /** `slot`: the value that is to be given anew, where a look-up refuses one. */
  | { outcome: 'failed' | 'unknown'; reason: string; slot?: string }

/** The input of a step: the values, and the findings of steps before it. */
export interface StepTask extends Task {
  found: JsonObject
  text: string
}

interface NamedStep {
  name: string
  /** The service's own name of the stage while this step waits for the person. */
  stage?: string
  /** The step behind it, where that is not the next one of the list. */
  next?: string
}

/** Collects slots: goes on when those that are required are known. */
export interface FormStep extends NamedStep {
  kind: 'slots'
  slots: readonly string[]
}

/** Says what will happen and waits for a yes. Before the first one steps look things up; behind it they act. */
export interface ConfirmStep extends NamedStep {
  kind: 'confirm'
}

/** Does something by itself. Before a confirmation what it gives is a finding, behind one a receipt. */
export interface ActionStep extends NamedStep {
  kind: 'action'
  label?: string
  /** Called once per key and attempt; a throw is `unknown`. */
  execute?(task: StepTask, signal: AbortSignal): Promise<CompletedTask>
  /** The same for what tells events while it works: a tool, a model. */
  stream?(
    task: StepTask,
    run: { input: Input; context: FlowContext; confirmed: boolean },
  ): AsyncGenerator<Event, CompletedTask>
  /**
   * The name of a value in its answer that the question before the yes is to say and that is not there: then nothing
   * is asked.
   */
  lacks?(receipt: JsonObject): string | undefined
  /** Takes it back when a later action fails. */
  undo?(task: StepTask, signal: AbortSignal): Promise<CompletedTask>
  /** After a break: what became of it, made void if nothing. Without it a broken execution is `unknown`. */
  settle?(key: string): Promise<CompletedTask | undefined>
  /** Milliseconds that it may take. */
  ms?: number
}

/** Decides by what is known which step comes next; undefined = the next one of the list. */
export interface BranchStep extends NamedStep {
  kind: 'branch'
  choose(known: { slots: JsonObject; found: JsonObject }): string | undefined
}

/** Talks with the person until it says DONE or they leave. */
export interface TalkStep extends NamedStep {
  kind: 'talk'
  prompt: string
  card: StepCard
  /** `json`: the model answers `{action, message}`, and the message streams as it comes. */
  format: 'text' | 'json'
  /** The values that `action` may have. */
  actions?: readonly string[]
}

/** Hands the conversation to another service and goes on when that has ended. */
export interface CallStep extends NamedStep {
  kind: 'service'
  service(): Service | undefined
  with(known: { slots: JsonObject; found: JsonObject }): JsonObject
}

export type ServiceStep = FormStep | ConfirmStep | ActionStep | BranchStep | TalkStep | CallStep

type OrPromise<T> = T | Promise<T>

/** Everything that tells one service from another. */
export interface Definition {
  name: string
  title: string
  description: string
  slots: readonly Slot[]
  steps: readonly ServiceStep[]
  /** Another one where it asks for or does something else: what was agreed to of one does not hold for the other. */
  shape?: string
  /** Several tasks may be asked for at once. */
  batch?: boolean
  /** Card and prompt of the model step that reads what code could not. */
  reading?: { prompt: string; card: StepCard }
  claim(text: string): OrPromise<ServiceClaim>
  /** True if words that name no service speak of what this one has done; `aside` then answers them. */
  recalls?(text: string, at: Recalled): Promise<boolean>
  /** One list of operations per task, an empty one leaves its task as it is; no list where nothing could be read. */
  read(text: string, context: ReadContext): OrPromise<Operation[][]>
  /** A question that is answered from what is known, whatever the stage. */
  aside?(
    input: Input,
    context: { conversation: Id; when: When; stage: FlowState['stage'] },
  ): Promise<string | undefined>
  /** The reason why this person may not have it done from their place; undefined = they may. */
  refusal?(input: Input): string | undefined
  /** The hook that tells of an execution; SPEC §5. */
  hook: string
  hooks?: Readonly<Record<string, (payload: Json) => unknown>>
  /** Called after every turn; a failure is only logged. */
  afterTurn?(result: FlowResult): unknown
  say: FlowSentences
}

/** The event just before a question within the same turn. */
export type QuestionLead = 'begin' | 'executed' | 'cancelled' | 'plain'

/**
 * The sentences of a service. Lists are ways to say the same: the first that is not what was said last is taken.
 * `today` is the person's day: a date of another year is said with its year.
 */
export interface FlowSentences {
  ask(slot: Slot, state: FlowState, lead: QuestionLead, today: CivilDate): OrPromise<readonly string[]>
  confirm(state: FlowState, lead: QuestionLead, today: CivilDate): OrPromise<readonly string[]>
  /** The end of a flow, from what became of its tasks. */
  ended(settled: readonly Settled[], stage: FlowState['stage'], today: CivilDate): OrPromise<string>
  /** A task of a batch failed: exactly what was done, what not, what waits, and whether to go on. */
  broken(state: FlowState, today: CivilDate): OrPromise<readonly string[]>
}
