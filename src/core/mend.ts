import type { Envelope, Event, Id } from '../protocol/index.ts'
import type { Journal } from '../threads/journal.ts'
import { foldThread, orphanOutcome, type Thread } from '../threads/thread.ts'

export interface TakeOverOptions {
  /** What a new conversation begins with. */
  birth: { agent: string; workspace: string; profile: string }
  now(): Date
  newId(): Id
}

/** What a new owner finds is begun where nothing is, and mended where a turn was cut. Every write goes through `append`. */
export async function takenOver(
  thread: Thread,
  append: Journal['append'],
  epoch: number,
  { birth, now, newId }: TakeOverOptions,
): Promise<Thread> {
  let mended = thread
  for (const [event, turn] of missing(thread, birth, newId)) {
    const stamp = { v: 1 as const, epoch, seq: mended.seq + 1, conversation: thread.id, at: +now() }
    const envelope: Envelope = { ...stamp, ...(turn ? { turn } : {}), event }
    await append(envelope)
    mended = foldThread(mended, envelope)
  }
  return mended
}

/** Who took over, outcomes for calls without one, an ending for the turn. */
function* missing(
  { seq, running }: Thread,
  birth: TakeOverOptions['birth'],
  newId: () => Id,
): Generator<[event: Event, turn?: Id]> {
  if (seq === 0) yield [{ type: 'conversation.created', ...birth }]
  if (!running) return
  const { turn, partial } = running
  yield [{ type: 'owner.changed', cut: turn }]
  for (const event of orphanEndings(running, newId)) yield [event, turn]
  yield [{ type: 'turn.failed', failure: { code: 'interrupted' }, partial, retryable: true }, turn]
}

/** The `tool.ended` events for calls that will never end by themselves. */
export function* orphanEndings(running: Thread['running'], newId: () => Id): Generator<Event> {
  for (const call of running?.calls ?? []) {
    const outcome = orphanOutcome(call)
    yield { type: 'tool.ended', id: call.id, name: call.name, message: newId(), outcome, text: '', untrusted: false }
  }
}
