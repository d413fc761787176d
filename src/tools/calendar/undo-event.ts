import type { Json, ToolContext, UndoOutcome } from '../../protocol/index.ts'
import type { Calendars } from './calendars.ts'

/** An event's file before and after a change; null where there was none. */
interface EventUndo {
  account: string
  href: string
  before: string | null
  after: { ics: string; etag: string } | null
}

/** Keep how the file of an event stands after a change; undefined where that cannot be known. */
export async function keepEvent(
  calendars: Calendars,
  { account, href, before }: Omit<EventUndo, 'after'>,
  isGone: boolean,
  { signal }: Pick<ToolContext, 'signal'>,
): Promise<Json | undefined> {
  if (isGone) return { account, href, before, after: null }
  const now = await calendars.ask(account, { do: 'get', href }, signal)
  const file = 'value' in now ? now.value.files[0] : undefined
  return file?.etag === undefined ? undefined : { account, href, before, after: { ics: file.ics, etag: file.etag } }
}

/** Puts the files of an event back as they were, unless one of them has changed on the server since. */
export async function undoEvent(calendars: Calendars, kept: Json, context: ToolContext): Promise<UndoOutcome> {
  // A series that was split is two files: the first was whole before.
  const files = [kept].flat() as unknown as EventUndo[]
  const steps = await Promise.all(files.map((file) => stepBack(calendars, file, context)))
  // The whole series comes back first: a failure between the two shows a part twice, and loses nothing.
  if (steps.includes('changed')) return 'changed'
  for (const step of steps.filter((one) => one !== 'changed')) {
    if ('fault' in (await calendars.ask(step.account, step.wanted, context.signal))) return 'changed'
  }
  return 'undone'
}

async function stepBack(
  calendars: Calendars,
  { account, href, before, after }: EventUndo,
  { signal }: Pick<ToolContext, 'signal'>,
) {
  const now = await calendars.ask(account, { do: 'get', href }, signal)
  const file = 'value' in now ? now.value.files[0] : undefined
  if ((file === undefined) !== (after === null)) return 'changed'
  if (file && after && file.etag !== after.etag && file.ics !== after.ics) return 'changed'
  const etag = file?.etag
  const wanted =
    before === null
      ? ({ do: 'delete', href, etag: etag ?? '' } as const)
      : ({ do: 'put', href, ics: before, ...(etag === undefined ? {} : { etag }) } as const)
  return { account, wanted }
}
