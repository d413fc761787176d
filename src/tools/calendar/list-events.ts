import { eventMessages } from '../../messages/tools/events.ts'
import type { Tool, ToolContext, ToolResult } from '../../protocol/index.ts'
import { addDays, type CivilDate, daysBetween, partsOf } from '../../std/time/calendar.ts'
import { isoDate, toInstant } from '../../std/time/local-time.ts'
import { readDate } from '../datetime/read.ts'
import { refuses, tool } from '../tool.ts'
import type { AccountEvent, Calendars, CalendarView } from './calendars.ts'
import type { EventRange } from './event.ts'
import { eventId } from './event-id.ts'
import { type DaySpan, eventsText, freeSlots, hourText, notesOf, spanText, takesTime } from './tell-events.ts'

/** Maximum number of days of one query; the default is today and six more. */
const mostDays = 400
const usualDays = 7
const comingDays = 120
const hourMs = 3_600_000
/** Two servers are queried at a time, each with its own time limit. */
const timeoutMs = 60_000

const schema = {
  type: 'object',
  properties: {
    from: { type: 'string', description: 'YYYY-MM-DD, or with a time; default today' },
    to: { type: 'string', description: 'last day, or with a time; default from, or six days later without it' },
    next: { type: 'integer', description: 'only the next so many from now' },
    query: { type: 'string', maxLength: 200 },
    calendar: { type: 'string', maxLength: 100 },
    free: { type: 'boolean' },
  },
  additionalProperties: false,
} as const

/** The tool that lists the person's events. Read-only. */
export function listEvents(calendars: Calendars): Tool {
  return tool({
    name: 'list_events',
    facts: { group: 'calendar', kind: 'other', subject: 'arguments', reads: 'calendar', leavesNothing: false },
    deeds: 'none',
    category: 'safe',
    readOnly: true,
    timeoutMs,
    description: 'Events of the user’s calendars between two days; free: whether there is time.',
    schema,
    async run({ from, to, next, query, calendar, free = false }, context) {
      const say = eventMessages[context.language]
      const span = next === undefined ? spanOf(from, to, context) : comingSpan(query, context)
      if (typeof span === 'string') return refuses(span)
      const known = calendars.of(context.profile).map(([name]) => name)
      const only = calendar === undefined || !known.includes(calendar) ? undefined : calendar
      const hour = free ? hourOf(from, span, context) : undefined
      const part = hour ?? partOf(from, to, context)
      const view = await calendars.events(part ?? rangeOf(span, context.zone), context, only)
      const wanted = view.events.filter((one) => isWanted(one, query, only === undefined ? calendar : undefined))
      const inside = next === undefined ? wanted : wanted.filter(({ end }) => end > +context.now()).slice(0, next)
      if (calendar !== undefined && only === undefined && !view.events.some((one) => one.calendar === calendar))
        return refuses(say.noAccount(calendar, known.join(', ')))
      return resultOf({ ...view, events: inside }, span, { free, query, hour }, context)
    },
  })
}

const isWanted = (
  { title, location = '', calendar }: AccountEvent,
  query: string | undefined,
  within: string | undefined,
) =>
  (within === undefined || calendar === within) &&
  (query === undefined || hasWords(`${title} ${location}`.toLowerCase(), query.toLowerCase()))

/** True if a text has each of these words, wherever they stand. */
const hasWords = (text: string, words: string) => words.split(/\s+/).every((word) => text.includes(word))

/** The requested days, or the sentence that says why they could not be read. */
function spanOf(from: string | undefined, to: string | undefined, context: ToolContext): DaySpan | string {
  const say = eventMessages[context.language]
  const first = dayOf(from ?? 'today', context)
  if (first === undefined) return say.when(from ?? '')
  const last = to === undefined ? (from === undefined ? addDays(first, usualDays - 1) : first) : dayOf(to, context)
  if (last === undefined) return say.when(to ?? '')
  if (last < first) return say.order
  return daysBetween(first, last) >= mostDays ? say.long : { first, last }
}

/** The days in which the next events are looked for: a wedding that is named may be far away. */
function comingSpan(query: string | undefined, { now, zone }: ToolContext): DaySpan {
  const first = isoDate(now(), zone)
  return { first, last: addDays(first, query === undefined ? comingDays : mostDays - 1) }
}

/** A part of days between two times; undefined where only days are named. */
function partOf(from: string | undefined, to: string | undefined, { now, zone }: ToolContext): EventRange | undefined {
  const [first, last] = [from, to].map((text) => (text === undefined ? undefined : readDate(text, zone, +now())))
  if (!first?.timed && !last?.timed) return undefined
  const begin = first ?? { at: startOf(isoDate(now(), zone), zone) }
  const end = last?.timed ? last.at : startOf(addDays(isoDate((last ?? begin).at, zone), 1), zone)
  return end > begin.at ? { from: begin.at, to: end, zone } : undefined
}

/** The hour that begins at a time of one day. */
function hourOf(
  from: string | undefined,
  { first, last }: DaySpan,
  { now, zone }: ToolContext,
): EventRange | undefined {
  const read = from === undefined || first !== last ? undefined : readDate(from, zone, +now())
  return read?.timed ? { from: read.at, to: read.at + hourMs, zone } : undefined
}

function dayOf(text: string, { now, zone }: ToolContext): CivilDate | undefined {
  const read = readDate(text, zone, +now())
  return read && isoDate(read.at, zone)
}

/** The instants between which days lie in a zone. */
function rangeOf({ first, last }: DaySpan, zone: string): EventRange {
  return { from: startOf(first, zone), to: startOf(addDays(last, 1), zone), zone }
}

function startOf(date: CivilDate, zone: string): number {
  const [year, month, day] = partsOf(date)
  return +toInstant({ year, month, day, hour: 0, minute: 0, second: 0 }, zone)
}

function resultOf(
  view: CalendarView,
  span: DaySpan,
  { free, query, hour }: { free: boolean; query: string | undefined; hour: EventRange | undefined },
  context: ToolContext,
): ToolResult {
  const say = eventMessages[context.language]
  const reader = { language: context.language, zone: context.zone, now: context.now() }
  const days = hour ? hourText(hour.from, reader) : spanText(span, reader)
  const lost =
    view.notes.length > 0 && view.notes.every(({ copied }) => copied === undefined) && view.events.length === 0
  if (lost) return refuses(notesOf(view, reader).join('\n'))
  const data = view.events.map((one) => ({ id: eventId(one), title: one.title, ...timesOf(one), account: one.account }))
  const sources = [...new Set(view.events.map(({ account }) => account))].join(', ')
  const mark = view.events.length > 0 ? { untrusted: true, source: `calendar ${sources}` } : {}
  const list = eventsText(view, span, reader)
  const notes = notesOf(view, reader)
  if (view.events.length === 0) {
    const nothing = query === undefined ? (free ? say.free(days) : say.none(days)) : say.noneFound(query, days)
    return { text: [nothing, ...notes].join('\n'), data }
  }
  if (!free) return { text: list, data, ...mark }
  const busy = view.events.filter(takesTime)
  if (busy.length === 0) return { text: [say.free(days), say.besides, list].join('\n'), data, ...mark }
  const slots = span.first === span.last && !hour ? freeSlots(view.events, span.first, context.zone) : undefined
  const open = slots === undefined ? [] : [slots.length > 0 ? say.slots(slots.join(', ')) : say.noSlots]
  return { text: [say.busy(days), ...open, list].join('\n'), data, ...mark }
}

const timesOf = ({
  start,
  end,
  days,
  location,
  calendar,
  organizer,
  answer,
  attendees,
  isFree,
  zone,
}: AccountEvent) => ({
  ...(days
    ? { day: days.from, until: addDays(days.to, -1) }
    : { start: new Date(start).toISOString(), end: new Date(end).toISOString() }),
  ...(location === undefined ? {} : { location }),
  ...(calendar === '' ? {} : { calendar }),
  ...(zone === undefined ? {} : { zone }),
  ...(organizer === undefined ? {} : { organizer }),
  ...(answer === undefined ? {} : { answer }),
  ...(attendees === undefined ? {} : { attendees: attendees.map((one) => ({ ...one })) }),
  ...(isFree ? { isFree } : {}),
})
