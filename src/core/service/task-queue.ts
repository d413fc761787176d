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
 * The state after what was read of one or several tasks. Readings that name the person of a task that waits are for
 * that one and leave the task at hand alone; of the others the first is for the task at hand, the rest join the
 * queue.
 */
export function enqueueTasks(
  slots: readonly Slot[],
  before: FlowState,
  tasks: readonly (readonly Operation[])[],
  when: When,
): TakenTasks {
  const person = slots.find(({ type }) => type === 'person')?.name
  const whose = (operations: readonly Operation[]) => {
    const said = operations.find((one) => one.op === 'set' && one.slot === person)
    const name = said?.op === 'set' ? said.value : undefined
    return name !== undefined &&
      name !== before.slots[person ?? ''] &&
      before.queue.some((one) => one[person ?? ''] === name)
      ? String(name)
      : undefined
  }
  const taken: TakenTasks = { state: before, changed: [], dropped: [] }
  for (const operations of tasks) {
    const name = whose(operations)
    if (name !== undefined && person) changeWaiting(taken, person, name, operations)
  }
  const others = tasks.filter((operations) => whose(operations) === undefined)
  return { ...taken, state: beginTasks(slots, taken.state, others, when) }
}

function changeWaiting(taken: TakenTasks, person: string, name: string, operations: readonly Operation[]): void {
  const { state } = taken
  const at = state.queue.findIndex((one) => one[person] === name)
  if (operations.some(({ op }) => op === 'cancel')) {
    taken.state = { ...state, queue: state.queue.toSpliced(at, 1), total: state.total - 1 }
    taken.dropped.push(name)
    return
  }
  const said = operations.flatMap((one) => (one.op === 'set' ? [[one.slot, one.value]] : []))
  taken.state = { ...state, queue: state.queue.with(at, { ...state.queue[at], ...Object.fromEntries(said) }) }
  taken.changed.push(name)
}
