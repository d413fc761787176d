import type { ToolContext } from '../../protocol/index.ts'

/**
 * Return when the next event of that name begins, or the one of a day. Rejects with a sentence where that is not clear.
 */
export type EventStart = (words: string, on: string | undefined, context: ToolContext) => Promise<number>

/** The part of a request for a reminder that may name an event. */
interface ReminderArgs {
  action: string
  title?: string
  at?: string
  minutes?: number
  event?: string
}

/** "30 minutes before the meeting": its time, as the calendar knows it. */
export async function withEventTime<A extends ReminderArgs>(
  { event, ...args }: A,
  eventStart: EventStart | undefined,
  context: ToolContext,
): Promise<Omit<A, 'event'>> {
  if (!event || !eventStart || args.action !== 'create') return args
  const at = (await eventStart(event, args.at, context)) - (args.minutes ?? 0) * 60_000
  return { ...args, title: args.title ?? event, at: new Date(at).toISOString() }
}
