import type { Event } from '../../../protocol/index.ts'
import type { FlowRun } from '../flow-run.ts'
import type { ActionStep, CompletedTask } from '../service.ts'
import { advanceState, newFlowState, type Operation, waitsForChoice } from '../state.ts'
import { takeBack } from './forward.ts'

/** Nobody knows what became of the task: it is told so, and never tried again. */
export const outcomeUnknown = ({ say, def }: FlowRun): CompletedTask => ({
  outcome: 'unknown',
  reason: say.unknownOutcome(def.title),
})

/**
 * The action under way was not done: back to the yes before it, which is asked for again and has a key of its own
 * then.
 */
export function askAgain(run: FlowRun, step: ActionStep): void {
  const { doing: _, ...progress } = run.progress
  const confirmed = progress.confirmed.slice(0, -1)
  const at = progress.confirmed.at(-1) ?? run.def.steps.find(({ kind }) => kind === 'confirm')?.name ?? step.name
  run.state = { ...run.state, stage: 'READY', attempt: run.state.attempt + 1, progress: { ...progress, at, confirmed } }
}

/** True if the service was changed since the task was begun: then what was asked may not be what would be done. */
export function isChanged({ def, state, progress, step }: FlowRun): boolean {
  if (state.stage === 'INIT' || goesOn(state, step?.kind)) return false
  return (state.shape !== undefined && state.shape !== def.shape) || (Boolean(progress.at) && !step)
}

/**
 * A talk, a service that was handed over to, and whether a batch goes on: nothing there was agreed to in older words.
 */
function goesOn(state: FlowRun['state'], kind: string | undefined): boolean {
  return (
    (state.stage === 'TALKING' && kind === 'talk') ||
    (state.stage === 'CALLING' && kind === 'service') ||
    waitsForChoice(state)
  )
}

/**
 * True if a task of a service that was changed cannot begin anew: something was done or begun, or nothing would be
 * asked.
 */
export function mustEnd({ def, state, progress }: FlowRun): boolean {
  const asks = def.steps.some(({ kind }) => kind === 'confirm' || kind === 'talk')
  return state.stage === 'CALLING' || progress.doing !== undefined || progress.done.length > 0 || !asks
}

/** Ends a task of a service that was changed: what was done is taken back; what was under way, nobody knows. */
export async function* breakOff(run: FlowRun): AsyncGenerator<Event, CompletedTask> {
  const { doing, back } = run.progress
  if (doing !== undefined || back || run.state.stage === 'CALLING') return outcomeUnknown(run)
  const reason = [run.say.changed(run.def.title), yield* takeBack(run)].join(' ').trim()
  return { outcome: 'failed', reason }
}

/**
 * The task as it begins in the service as it is now: of its values those that still fit, nothing of what was found or
 * agreed to.
 */
export function startOver(run: FlowRun): void {
  const { def, when } = run
  const { slots: values, born, total, index, attempt, queue, settled, asked, below } = run.state
  const kept = { total, index, attempt, queue, settled, asked, ...(below ? { below } : {}) }
  const fresh = { ...newFlowState(born), ...kept, ...(def.shape === undefined ? {} : { shape: def.shape }) }
  const known = Object.entries(values).map(([slot, value]): Operation => ({ op: 'set', slot, value }))
  const { slots, errors } = advanceState(def.slots, fresh, known, when)
  run.state = { ...fresh, slots, errors, stage: def.steps[0]?.kind === 'slots' ? 'FILLING' : 'INIT' }
}
