import type { Id, Input, Json } from '../../protocol/index.ts'
import type { When } from '../../std/time/calendar.ts'
import type { FlowResult } from '../flow.ts'
import type { CompletedTask, FlowSentences, ReadContext, Recalled, ServiceClaim, StepTask } from './service.ts'
import type { FlowState, Operation } from './state.ts'

type OrPromise<T> = T | Promise<T>

/** A function that a step names. */
export interface StepCode {
  execute(task: StepTask, signal: AbortSignal): Promise<CompletedTask>
  settle?(key: string): Promise<CompletedTask | undefined>
  /** Milliseconds that it may take, where the declaration says nothing. */
  ms?: number
}

/**
 * The code of a service: what its declaration cannot say. Everything in it is optional. That of a folder runs apart,
 * in a Worker; that of the program's own services runs here and can do no more.
 */
export interface ServiceCode {
  /** Takes the place of the words: which of them are meant. */
  claim?(text: string): OrPromise<ServiceClaim>
  recalls?(text: string, at: Recalled): Promise<boolean>
  /** Takes the place of the readers of the slots' types. */
  read?(text: string, context: ReadContext): OrPromise<Operation[][]>
  aside?(
    input: Input,
    context: { conversation: Id; when: When; stage: FlowState['stage'] },
  ): Promise<string | undefined>
  /** Functions that steps name. */
  steps: Readonly<Record<string, StepCode>>
  hooks?: Readonly<Record<string, (payload: Json) => unknown>>
  afterTurn?(result: FlowResult): unknown
  /** Sentences in place of the declared ones. */
  say?: Partial<FlowSentences>
}
