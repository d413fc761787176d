import type { FlowState } from '../../src/core/service/state.ts'
import { newFlowState } from '../../src/core/service/state.ts'
import { enqueueTasks } from '../../src/core/service/task-queue.ts'
import { definitionOf } from '../../src/services/declared/definition.ts'
import { transferCode } from '../../src/services/transfer/index.ts'
import type { Ledger } from '../../src/services/transfer/ledger.ts'
import { emptyBooks } from '../../src/services/transfer/ledger-entries.ts'
import { todayIn } from '../../src/std/time/calendar.ts'
import { transferFile } from '../services/transfer-service.ts'

export const when = { now: new Date('2026-11-21T03:00:00Z'), zone: 'Asia/Seoul' }
/** A ledger that is only looked at: readings name people by the alias book. */
const ledger = { books: async () => emptyBooks() } as unknown as Ledger
export const definition = definitionOf(transferFile, transferCode(ledger, 'ko'), {
  parts: {
    language: 'ko',
    zone: when.zone,
    model: async () => undefined,
    limits: { softMs: 0, hardMs: 0 },
    log: async () => {},
  },
})

/** What the service makes of a sentence at the beginning, or on top of a state. */
export async function stateAfter(
  text: string,
  before: FlowState = newFlowState('turn'),
  asked?: string,
): Promise<FlowState> {
  const context = {
    when,
    language: 'ko' as const,
    asked,
    stage: before.stage,
    known: before.slots,
    waiting: before.queue,
  }
  const tasks = await definition.read(text, context)
  return enqueueTasks(definition.slots, before, tasks, when).state
}

/** All transfers of a state, the one at hand first; an unread day of today is none. */
export function transfersOf({ slots, queue }: FlowState) {
  return [slots, ...queue].map(({ target, amount, transfer_date: date }) => ({
    target,
    amount,
    ...(date === undefined || date === null || date === todayIn(when) ? {} : { transfer_date: date }),
  }))
}
