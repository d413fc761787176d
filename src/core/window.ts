import type { Event, Message } from '../protocol/index.ts'
import type { Thread } from '../threads/thread.ts'

/** How many messages a conversation keeps whole, and how many stay when the oldest are summarised (SPEC §2). */
export interface WindowSize {
  limit: number
  keep: number
}

/** The messages that leave the window now: none up to the limit; above it all but the newest `keep`. Calls stay with their results. */
export function leaving(thread: Thread, { limit, keep }: WindowSize): Message[] {
  const { messages } = thread
  if (messages.length <= limit) return []
  let cut = messages.length - keep
  while (cut > 0 && messages[cut]?.role === 'tool') cut--
  return messages.slice(0, cut)
}

/** Turns messages into a summary, by a light model or by rules; an empty one makes no entry. */
export type Summarise = (messages: readonly Message[]) => AsyncGenerator<Event, string>

/** Slides the window once if it is over its limit. */
export async function* slide(thread: Thread, size: WindowSize, summarise: Summarise): AsyncGenerator<Event> {
  const old = leaving(thread, size)
  const last = old.at(-1)
  if (!last) return
  const summary = yield* summarise(old)
  yield { type: 'window.slid', upto: last.id, summary: summary.trim(), dropped: old.length }
}
