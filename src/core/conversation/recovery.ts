import type { ConversationScope, Envelope, Event, Id } from '../../protocol/index.ts'
import { foldThread, orphanOutcome } from '../../threads/fold-thread.ts'
import type { Journal } from '../../threads/journal.ts'
import type { Thread } from '../../threads/thread.ts'

export interface RecoverOptions {
  /** The agent, workspace and profile of a new conversation. */
  initial: ConversationScope
  now(): Date
  newId(): Id
}

/** Starts an empty conversation, or closes a turn that the last owner could not finish. Every write goes through `append`. */
export async function recover(
  thread: Thread,
  append: Journal['append'],
  epoch: number,
  { initial, now, newId }: RecoverOptions,
): Promise<Thread> {
  let mended = thread
  for (const [event, turn] of missing(thread, initial, newId)) {
    const stamp = { v: 1 as const, epoch, seq: mended.seq + 1, conversation: thread.id, at: +now() }
    const envelope: Envelope = { ...stamp, ...(turn ? { turn } : {}), event }
    await append(envelope)
    mended = foldThread(mended, envelope)
  }
  return mended
}

/** The events of a take-over: the new owner, an outcome for each open call, an end for the open turn. */
function* missing(
  { seq, running }: Thread,
  initial: RecoverOptions['initial'],
  newId: () => Id,
): Generator<[event: Event, turn?: Id]> {
  if (seq === 0) yield [{ type: 'conversation.created', ...initial }]
  if (!running) return
  const { turn, partial } = running
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
