import type { Id, Json, JsonObject } from '../../protocol/index.ts'
import type { When } from '../../std/time/calendar.ts'
import { castSlotValue, faultText, type Slot } from './slots.ts'

export type Stage =
  | 'INIT'
  | 'FILLING'
  | 'READY'
  /** A talking step stays until it says DONE or the person leaves. */
  | 'TALKING'
  /** Another service has the word. */
  | 'CALLING'
  | 'CONFIRMED'
  | 'EXECUTED'
  | 'FAILED'
  | 'CANCELLED'
  | 'UNSUPPORTED'

/** The changes to a service's state. Readers and models only ever propose these; the machine decides their effect. */
export type Operation =
  | { op: 'set'; slot: string; value: Json }
  | { op: 'clear'; slot: string }
  /** Something was said that nobody could read: nothing goes on before it is settled. */
  | { op: 'ask'; question: string }
  | { op: 'confirm' }
  /** Goes on with what is there: drops refused values and complaints. */
  | { op: 'continue' }
  | { op: 'cancel' }
  /** The operations beside it are for a task that waits, counted from the next one. */
  | { op: 'waiting'; at: number }

export type Outcome = 'executed' | 'failed' | 'cancelled' | 'unknown'

/** The outcome of one task of a batch, for the exact report at the end. */
export interface Settled {
  slots: JsonObject
  outcome: Outcome
  reason?: string
  receipt?: JsonObject
  /** The findings of its look-ups. */
  found?: JsonObject
}

/** The place of a task among the steps of its service. */
export interface FlowProgress {
  /** The step at hand; absent: the first one. */
  at?: string
  /** The step behind the last confirmation: a value that changes leads back to it, and no further. */
  since?: string
  /** Findings of steps, by their names; `base` is the part known at the last confirmation. */
  found: JsonObject
  base: JsonObject
  /** Steps that collect slots and were come to, and confirmations that were given. */
  forms: string[]
  confirmed: string[]
  /**
   * Steps that do something act from a confirmation up to the next collecting of slots; before and behind that they
   * look things up.
   */
  acting?: true
  /** Slots that were confirmed: what was done rests on them. */
  locked?: string[]
  /** The action under way, and those that are done, in their order. */
  doing?: string
  done: { step: string; receipt: JsonObject; key: string }[]
  /** The deeds so far are being taken back. */
  back?: true
  /** The next action of a talking step. */
  action?: string
  /** The state of the service that was called. */
  inner?: Json
}

export const newProgress: FlowProgress = { found: {}, base: {}, forms: [], confirmed: [], done: [] }

/** A service's state in one conversation: plain JSON, kept as `flow.kept`. */
export interface FlowState {
  v: 1
  stage: Stage
  slots: JsonObject
  /** Sentences about values that could not be taken, by slot; `_unclear` when nothing was understood. */
  errors: Record<string, string>
  fillingTurns: number
  /** The turn that began it; with the number of the task it makes the key under which a task is executed once. */
  born: Id
  /** Tasks in all, and which one is at hand (0-based). */
  total: number
  index: number
  /** Grows when a task whose execution was made void is offered again: it gets a key of its own. */
  attempt: number
  queue: JsonObject[]
  settled: Settled[]
  /** The last question, so that the next one differs. */
  asked: string
  progress?: FlowProgress
  /** The questions and deeds of its service, as they were when the task was begun. */
  shape?: string
  parked?: true
  /** An older flow of the same service that waits below this one. */
  below?: FlowState
}

/** SPEC §5: more filling turns than this end in UNSUPPORTED. */
const maxFillingTurns = 10

/** The key of `_unclear`: nothing of the input could be used. */
export const unclearSlot = '_unclear'

/** The key of a complaint about a look-up: it is made again with the next input. */
export const lookupSlot = '_lookup'

/** Nothing known yet. */
export function newFlowState(born: Id, below?: FlowState): FlowState {
  return {
    v: 1,
    stage: 'INIT',
    slots: {},
    errors: {},
    fillingTurns: 0,
    born,
    total: 1,
    index: 0,
    attempt: 0,
    queue: [],
    settled: [],
    asked: '',
    ...(below ? { below: { ...below, parked: true } } : {}),
  }
}

/** "(2/3)" behind a question of a batch. */
export const taskPosition = ({ index, total }: Pick<FlowState, 'index' | 'total'>) =>
  total > 1 ? ` (${index + 1}/${total})` : ''

/** Required slots without a value, in their order. */
export function missingSlots(slots: readonly Slot[], state: Pick<FlowState, 'slots'>): string[] {
  return slots.filter(({ name, required }) => required && isEmpty(state.slots[name])).map(({ name }) => name)
}

/** The slot that the flow's question asks for: the one that was refused, else the first one missing. */
export function askedSlot(slots: readonly Slot[], { stage, errors, slots: known }: FlowState): Slot | undefined {
  if (stage !== 'FILLING') return undefined
  const name =
    Object.keys(errors).find((one) => one !== unclearSlot && one !== lookupSlot) ??
    missingSlots(slots, { slots: known })[0]
  return slots.find((slot) => slot.name === name)
}

const isEmpty = (value: Json | undefined) => value === undefined || value === null

/** True if the flow is between its beginning and its end, so that no other service may take the next input. */
export function isMidFlow(state: FlowState | undefined): state is FlowState {
  if (!state || state.parked) return false
  return ['FILLING', 'READY', 'TALKING', 'CALLING', 'CONFIRMED'].includes(state.stage) || waitsForChoice(state)
}

/** A task of a batch failed and others wait: go on with them or not? */
export function waitsForChoice({ stage, queue }: FlowState): boolean {
  return stage === 'FAILED' && queue.length > 0
}

/**
 * The state after some operations of one input. A value that cannot be taken leaves its slot alone and leaves a
 * sentence about it; a sentence goes when its slot is set. Only `confirm` at READY leads to CONFIRMED.
 */
export function advanceState(
  slots: readonly Slot[],
  before: FlowState,
  operations: readonly Operation[],
  when: When,
): FlowState {
  const { [unclearSlot]: _, [lookupSlot]: __, ...errors } = before.errors
  const filling = before.stage === 'FILLING'
  const counted = { ...before, errors, fillingTurns: before.fillingTurns + (filling ? 1 : 0) }
  const after = operations.reduce((state, operation) => applyOperation(slots, state, operation, when), counted)
  return settleStage(slots, after)
}

/** An input of which nothing could be used: said so, never passed over in silence. */
export function notUnderstood(slots: readonly Slot[], before: FlowState, sentence: string, when: When): FlowState {
  const after = advanceState(slots, before, [], when)
  return { ...after, errors: { ...after.errors, [unclearSlot]: sentence } }
}

function applyOperation(slots: readonly Slot[], state: FlowState, operation: Operation, when: When): FlowState {
  switch (operation.op) {
    case 'set':
      return setSlot(slots, state, operation, when)
    case 'clear':
      return {
        ...state,
        slots: withoutKey(state.slots, operation.slot),
        errors: withoutKey(state.errors, operation.slot),
      }
    case 'ask':
      return { ...state, errors: { ...state.errors, [unclearSlot]: operation.question } }
    case 'confirm':
      return state.stage === 'READY' ? { ...state, stage: 'CONFIRMED' } : state
    case 'continue':
      return { ...state, errors: {} }
    case 'cancel':
      return { ...state, stage: 'CANCELLED' }
    case 'waiting':
      return state
    default:
      return operation satisfies never
  }
}

function setSlot(
  slots: readonly Slot[],
  state: FlowState,
  { slot: name, value }: { slot: string; value: Json },
  when: When,
): FlowState {
  const slot = slots.find((one) => one.name === name)
  if (!slot) return state
  const result = castSlotValue(slot, value, when)
  if ('fault' in result) return { ...state, errors: { ...state.errors, [name]: faultText(slot, result.fault, value) } }
  return { ...state, slots: { ...state.slots, [name]: result.value }, errors: withoutKey(state.errors, name) }
}

function withoutKey<T>(record: Record<string, T>, name: string): Record<string, T> {
  const { [name]: _, ...rest } = record
  return rest
}

/** READY needs every required slot and no complaint: what was refused is settled before anything is confirmed. */
function settleStage(slots: readonly Slot[], state: FlowState): FlowState {
  if (state.stage !== 'INIT' && state.stage !== 'FILLING' && state.stage !== 'READY') return state
  if (state.fillingTurns > maxFillingTurns) return { ...state, stage: 'UNSUPPORTED' }
  const whole = missingSlots(slots, state).length === 0 && Object.keys(state.errors).length === 0
  return { ...state, stage: whole ? 'READY' : 'FILLING' }
}

/** The first of several tasks at hand, the others waiting in their order. */
export function beginTasks(
  slots: readonly Slot[],
  before: FlowState,
  tasks: readonly (readonly Operation[])[],
  when: When,
): FlowState {
  const [first = [], ...rest] = tasks
  const queue = rest.map((operations) =>
    Object.fromEntries(operations.flatMap((o) => (o.op === 'set' ? [[o.slot, o.value]] : []))),
  )
  return advanceState(
    slots,
    { ...before, queue: [...before.queue, ...queue], total: before.total + rest.length },
    first,
    when,
  )
}

/**
 * The task at hand is settled: the next one of the queue takes its place, whole or to be filled; without a next one
 * the flow has come to its end, in the stage that its last task ended in.
 */
export function nextTask(slots: readonly Slot[], before: FlowState, settled: Settled, when: When): FlowState {
  const done = { ...before, settled: [...before.settled, settled] }
  const stage: Stage = { executed: 'EXECUTED', failed: 'FAILED', unknown: 'FAILED', cancelled: 'CANCELLED' }[
    settled.outcome
  ] as Stage
  const [next] = before.queue
  if (!next || stage === 'FAILED') return { ...done, stage, errors: {} }
  return loadNext(slots, done, when)
}

/** Takes the next task out of the queue. */
export function loadNext(slots: readonly Slot[], before: FlowState, when: When): FlowState {
  const [next = {}, ...queue] = before.queue
  const { progress: _, ...rest } = before
  const empty: FlowState = {
    ...rest,
    stage: 'INIT',
    slots: {},
    errors: {},
    fillingTurns: 0,
    index: before.index + 1,
    attempt: 0,
    queue,
    asked: '',
  }
  return advanceState(
    slots,
    empty,
    Object.entries(next).map(([slot, value]) => ({ op: 'set', slot, value })),
    when,
  )
}

/** Drops the task at hand and everything that waits behind it. */
export function dropAll(before: FlowState): FlowState {
  const dropped = [...(before.stage === 'FAILED' ? [] : [before.slots]), ...before.queue]
  const settled = dropped.map((slots): Settled => ({ slots, outcome: 'cancelled' }))
  return { ...before, stage: 'CANCELLED', queue: [], errors: {}, settled: [...before.settled, ...settled] }
}

/** The name under which a task is executed once, whatever happens. */
export function taskKey(conversation: Id, { born, index, attempt }: FlowState): string {
  return `${conversation}/${born}/${index}${attempt ? `.${attempt}` : ''}`
}
