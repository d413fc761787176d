import type { Event, ReceiptLine, ToolOutcome, TurnEnding } from '../protocol/index.ts'
import type { RunningTurn, Thread } from './thread.ts'

/** The state of a deed by the outcome of its call; nobody knows what became of one that was cut. */
const states: Readonly<Record<ToolOutcome, ReceiptLine['state']>> = {
  ok: 'done',
  error: 'failed',
  denied: 'refused',
  timeout: 'failed',
  cancelled: 'failed',
  unknown: 'waiting',
}

/** The deeds of a turn after one more result of a tool. One that came to be done in a later try has not failed. */
export function deedsAfter(
  deeds: RunningTurn['deeds'] = [],
  { name, title, outcome, deed }: Extract<Event, { type: 'tool.ended' }>,
): Pick<RunningTurn, 'deeds'> {
  if (!deed) return deeds.length > 0 ? { deeds } : {}
  const { waits, ...named } = deed
  const state = waits ? 'waiting' : states[outcome]
  const line = { tool: name, ...(title === undefined ? {} : { title }), ...named, state }
  const isOver = (one: ReceiptLine) => one.state !== 'done' && isRetry(one, line)
  return { deeds: [...deeds.filter((one) => !isOver(one)), line] }
}

/** Return true if what was not done was tried again: the same object, or one whose arguments named none. */
const isRetry = (before: ReceiptLine, { tool, object }: ReceiptLine) =>
  before.tool === tool && (before.object === '' || `${object} `.startsWith(`${before.object} `))

/** The thread with what its last turn did; without it where that did nothing. */
export function withReceipt(thread: Thread, { receipt }: TurnEnding): Thread {
  const { receipt: _, ...rest } = thread
  return receipt ? { ...rest, receipt } : rest
}
