import type { When } from '../../std/time/calendar.ts'
import type { Slot } from './slots.ts'
import { beginTasks, type FlowState, type Operation } from './state.ts'

/** The flow after an input's readings, and the people whose waiting tasks were changed or taken out. */
export interface TakenTasks {
  state: FlowState
  changed: string[]
  dropped: string[]
}

/**
 * The state after what was read of one or several tasks. Readings that say of which waiting task they are, or name
 * its person, are for that one and leave the task at hand alone; of the others the first is for the task at hand, the
 * rest join the queue.
 */
export function enqueueTasks(
  slots: readonly Slot[],
  before: FlowState,
  tasks: readonly (readonly Operation[])[],
  when: When,
): TakenTasks {
  const person = slots.find(({ type }) => type === 'person')?.name ?? ''
  const placed = tasks.map((operations) => ({ operations, at: placeOf(operations, before, person) }))
  const taken: TakenTasks = { state: before, changed: [], dropped: [] }
  // From the last to the first: what is taken out moves nothing that is still to be found.
  for (const { operations, at } of placed.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0)))
    if (at !== undefined) changeWaiting(taken, person, at, operations)
  const others = placed.flatMap(({ operations, at }) => (at === undefined ? [operations] : []))
  return { ...taken, state: beginTasks(slots, taken.state, others, when) }
}

/** Return the index of the waiting task that a reading is for; undefined if it is for none of them. */
function placeOf(operations: readonly Operation[], { slots, queue }: FlowState, person: string): number | undefined {
  const own = operations.find((one) => one.op === 'waiting')
  if (own) return own.at
  const said = operations.find((one) => one.op === 'set' && one.slot === person)
  const name = said?.op === 'set' ? said.value : undefined
  const at = queue.findIndex((one) => one[person] === name)
  return name !== undefined && name !== slots[person] && at >= 0 ? at : undefined
}

function changeWaiting(taken: TakenTasks, person: string, at: number, operations: readonly Operation[]): void {
  const { state } = taken
  const name = String(state.queue[at]?.[person] ?? '')
  if (operations.some(({ op }) => op === 'cancel')) {
    taken.state = { ...state, queue: state.queue.toSpliced(at, 1), total: state.total - 1 }
    taken.dropped.push(name)
    return
  }
  const cleared = new Set(operations.flatMap((one) => (one.op === 'clear' ? [one.slot] : [])))
  const kept = Object.entries(state.queue[at] ?? {}).filter(([slot]) => !cleared.has(slot))
  const said = operations.flatMap((one) => (one.op === 'set' ? [[one.slot, one.value] as const] : []))
  taken.state = { ...state, queue: state.queue.with(at, Object.fromEntries([...kept, ...said])) }
  taken.changed.push(name)
}
