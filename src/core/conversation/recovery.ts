import type { ConversationScope, Envelope, Event, Id, Input } from '../../protocol/index.ts'
import { foldThread, orphanOutcome } from '../../threads/fold-thread.ts'
import type { Journal } from '../../threads/journal.ts'
import type { Thread } from '../../threads/thread.ts'

export interface RecoverOptions {
  /** The agent, workspace and profile of a new conversation. */
  initial: ConversationScope
  now(): Date
  newId(): Id
  /** True if this owner goes on with a turn that the last one left, where that can be done; without it none. */
  goesOn?(input: Input): boolean
}

/** A turn that ends its owner again and again is not gone on with for ever. */
const mostPassed = 3

/**
 * True if another process can go on with the running turn from its journal: what was said and what tools gave stands
 * there, and what had begun may be begun again. Not where a tool with an effect had begun, nor in a service, which
 * keeps its own books.
 */
export function canGoOn({ running, flows }: Pick<Thread, 'running' | 'flows'>): boolean {
  if (!running || running.served || Object.keys(flows).length > 0) return false
  return (running.passed ?? 0) < mostPassed && running.calls.every(({ started, idempotent }) => !started || idempotent)
}

/**
 * Starts an empty conversation, or closes a turn that the last owner could not finish. Every write goes through
 * `append`.
 */
export async function recoverTurn(
  thread: Thread,
  append: Journal['append'],
  epoch: number,
  options: RecoverOptions,
): Promise<Thread> {
  const { now } = options
  let mended = thread
  for (const [event, turn] of missingEvents(thread, options)) {
    const stamp = { v: 1 as const, epoch, seq: mended.seq + 1, conversation: thread.id, at: +now() }
    const envelope: Envelope = { ...stamp, ...(turn ? { turn } : {}), event }
    await append(envelope)
    mended = foldThread(mended, envelope)
  }
  return mended
}

/**
 * The events of a take-over: the new owner, and where it does not go on with the open turn an outcome for each call
 * and an end.
 */
function* missingEvents(
  { agent, running, flows }: Thread,
  { initial, newId, goesOn }: RecoverOptions,
): Generator<[event: Event, turn?: Id]> {
  // A journal may have lost its first entry to a disk: without one, other devices would show nothing of it.
  if (agent === '') yield [{ type: 'conversation.created', ...initial }]
  if (!running) return
  const { turn, partial, input } = running
  if (goesOn?.(input) && canGoOn({ running, flows })) return yield [{ type: 'owner.changed', cut: turn, goesOn: true }]
  yield [{ type: 'owner.changed', cut: turn }]
  for (const event of closeOrphanedCalls(running, newId)) yield [event, turn]
  yield [{ type: 'turn.failed', failure: { code: 'interrupted' }, partial, retryable: true }, turn]
}

/** The `tool.ended` events of calls whose process is gone. */
export function* closeOrphanedCalls(running: Thread['running'], newId: () => Id): Generator<Event> {
  for (const call of running?.calls ?? []) {
    const outcome = orphanOutcome(call)
    yield { type: 'tool.ended', id: call.id, name: call.name, message: newId(), outcome, text: '', untrusted: false }
  }
}
