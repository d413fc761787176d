import type { JsonObject } from '../../protocol/index.ts'
import type { Slot } from './slots.ts'
import { type FlowState, missingSlots } from './state.ts'

/**
 * The state for front ends at the end of a turn (SPEC §5, `state_snapshot`). `own`: the service's own name of its
 * stage.
 */
export function snapshotOf(
  slots: readonly Slot[],
  state: FlowState,
  own?: { stage: string; step: string },
): JsonObject {
  const { action } = state.progress ?? {}
  const next = own || state.stage === 'TALKING' ? { next_action: nextAction(state, action) } : {}
  return {
    stage: own?.stage ?? state.stage,
    slots: Object.fromEntries(slots.map(({ name }) => [name, state.slots[name] ?? null])),
    missing_required: missingSlots(slots, state),
    meta: {
      batch_total: state.total,
      batch_progress: state.settled.length,
      batch_executed: state.settled.filter(({ outcome }) => outcome === 'executed').length,
      slot_errors: state.errors,
      ...(own ? { step: own.step } : {}),
      ...next,
    },
  }
}

function nextAction({ stage }: FlowState, action = 'ASK'): string {
  return stage === 'READY' ? 'CONFIRM' : stage === 'TALKING' ? action : 'ASK'
}
