import ICAL from 'ical.js'
import { sanitise } from '../../std/text/sanitise.ts'
import { addDays } from '../../std/time/calendar.ts'
import { wallOccurrences } from '../../std/time/wall-occurrences.ts'
import type { CalendarEvent, CalendarFile, EventRange, EventsFound } from './event.ts'
import { type EventTime, TimeReader } from './read-time.ts'

/**
 * What is read of files; `plainZones`: zones that a file defines itself are not looked at, for they may be without
 * end.
 */
export interface ReadEventsInput extends EventRange {
  files: readonly CalendarFile[]
  plainZones?: boolean
}

/** Maximum number of events; the rest is reported as omitted. */
const mostEvents = 2_000
/** Maximum length of each text, in characters. */
const mostText = { title: 300, location: 300, notes: 2_000, organizer: 200 }
const dayMs = 86_400_000

/**
 * The events of files between two instants. Runs in a process that can be killed: rules and zones may be written so
 * that expanding them never ends.
 */
export function readEvents({ files, plainZones = false, ...range }: ReadEventsInput): EventsFound {
  const found: EventsFound = { events: [], unread: 0, cut: false }
  for (const file of files)
    for (const part of componentsOf(file.ics, found)) readCalendar(part, file, range, plainZones, found)
  found.events.sort((a, b) => a.start - b.start || a.end - b.end || (a.title < b.title ? -1 : 1))
  found.cut = found.events.length > mostEvents
  found.events.splice(mostEvents)
  return found
}

/** The calendars of a text. A malformed one is parsed component by component, so that a bad event loses only itself. */
function componentsOf(ics: string, found: EventsFound): ICAL.Component[] {
  const text = ics.replace(/^\uFEFF/, '')
  try {
    return parseCalendars(text)
  } catch {
    const pieces = text.match(/^BEGIN:(VEVENT|VTIMEZONE)\r?\n[\s\S]*?^END:\1\s*$/gm) ?? []
    const whole = pieces.flatMap((piece) => {
      try {
        return parseCalendars(`BEGIN:VCALENDAR\r\n${piece}\r\nEND:VCALENDAR`).flatMap((one) =>
          one.getAllSubcomponents(),
        )
      } catch {
        return []
      }
    })
    found.unread += Math.max(pieces.length - whole.length, pieces.length === 0 ? 1 : 0)
    const calendar = new ICAL.Component('vcalendar')
    for (const one of whole) calendar.addSubcomponent(one)
    return [calendar]
  }
}

function parseCalendars(text: string): ICAL.Component[] {
  const jcal: unknown = ICAL.parse(text)
  // The library returns several calendars of one text as an array.
  const all = Array.isArray(jcal) && Array.isArray(jcal[0]) ? (jcal as unknown[][]) : [jcal as unknown[]]
  return all.map((one) => new ICAL.Component(one as never)).filter(({ name }) => name === 'vcalendar')
}

function readCalendar(
  calendar: ICAL.Component,
  file: CalendarFile,
  range: EventRange,
  plainZones: boolean,
  found: EventsFound,
): void {
  const times = new TimeReader(range.zone, plainZones ? [] : calendar.getAllSubcomponents('vtimezone'))
  const byUid = Map.groupBy(calendar.getAllSubcomponents('vevent'), (event) => text(event, 'uid'))
  for (const [uid, events] of byUid) {
    const changed = new Set<number>()
    for (const event of events) {
      const of = times.read(event.getFirstProperty('recurrence-id'))
      if (of) changed.add(of.at)
    }
    const reading = { times, range, changed, base: { uid, ...placeOf(file) } }
    for (const event of events) {
      // The library throws for invalid times and rules.
      try {
        found.events.push(...timesOf(event, reading))
      } catch {
        found.unread++
      }
    }
  }
}

const placeOf = ({ calendar, href, etag }: CalendarFile) => ({
  calendar,
  ...(href === undefined ? {} : { href }),
  ...(etag === undefined ? {} : { etag }),
})

interface Reading {
  times: TimeReader
  range: EventRange
  /** Occurrences that were changed individually: each is an event of its own (RECURRENCE-ID). */
  changed: ReadonlySet<number>
  base: Pick<CalendarEvent, 'uid' | 'calendar' | 'href' | 'etag'>
}

/** The event, or its occurrences, that touch the range. */
function timesOf(event: ICAL.Component, reading: Reading): CalendarEvent[] {
  const { times, range } = reading
  if (text(event, 'status').toUpperCase() === 'CANCELLED') return []
  const start = times.read(event.getFirstProperty('dtstart'))
  if (!start) throw new RangeError('The event has no start')
  const make = eventMaker(event, start, reading)
  const own = times.read(event.getFirstProperty('recurrence-id'))
  const repeats = event.getFirstProperty('rrule') ?? event.getFirstProperty('rdate')
  if (own || !repeats) return [make(start, own)].filter((one) => touchesRange(one, range))
  return occurrencesOf(event, start, make(start).end - make(start).start, reading)
    .map((at) => make(at, at))
    .filter((one) => touchesRange(one, range))
}

const touchesRange = ({ start, end }: CalendarEvent, { from, to }: EventRange) =>
  start < to && (end > from || start >= from)

/** Builds the event for one occurrence. */
function eventMaker(event: ICAL.Component, start: EventTime, { times, base }: Reading) {
  const end = times.read(event.getFirstProperty('dtend'))
  const duration = event.getFirstPropertyValue('duration')
  const length = end
    ? end.wall - start.wall
    : duration instanceof ICAL.Duration
      ? duration.toSeconds() * 1000
      : start.day === undefined
        ? 0
        : dayMs
  const words = {
    title: shownText(event, 'summary', mostText.title),
    ...givenText('location', shownText(event, 'location', mostText.location)),
    ...givenText('notes', shownText(event, 'description', mostText.notes)),
    ...givenText('organizer', shownText(event, 'organizer', mostText.organizer).replace(/^mailto:/i, '')),
  }
  // What ends in another zone than it begins has the length of its instants.
  const spans = end && end.day === undefined ? Math.max(0, end.at - start.at) : Math.max(0, length)
  return (at: EventTime, occurrence?: EventTime): CalendarEvent => {
    const which = occurrence ? { occurrence: occurrence.day ?? new Date(occurrence.at).toISOString() } : {}
    const zone = at.zone === undefined ? {} : { zone: at.zone }
    if (at.day === undefined) return { ...base, ...words, ...which, ...zone, start: at.at, end: at.at + spans }
    const days = { from: at.day, to: addDays(at.day, Math.max(1, Math.round(length / dayMs))) }
    return {
      ...base,
      ...words,
      ...which,
      days,
      start: at.at,
      end: times.at(Date.parse(`${days.to}T00:00:00Z`), at, ''),
    }
  }
}

/** When an event comes again: by its rule, on its own further days, and not on those that are left out. */
function occurrencesOf(
  event: ICAL.Component,
  start: EventTime,
  length: number,
  { times, range, changed }: Reading,
): EventTime[] {
  const tzid = String(event.getFirstProperty('dtstart')?.getParameter('tzid') ?? '')
  // No zone is further from UTC than a day, and what began before the range may last into it.
  const [from, to] = [range.from - length - 2 * dayMs, range.to + 2 * dayMs]
  const rule = event.getFirstPropertyValue('rrule')
  const walls = rule ? wallOccurrences(start.wall, wallRule(String(rule), start, times), from, to) : [start.wall]
  const ruled = walls.map((wall) => atWall(wall, start, times, tzid))
  const more = event.getAllProperties('rdate').flatMap((property) => times.all(property))
  const gone = new Set(event.getAllProperties('exdate').flatMap((property) => times.all(property).map(({ at }) => at)))
  const all = new Map([...ruled, ...more].map((one) => [one.at, one]))
  return [...all.values()].filter(({ at }) => !gone.has(at) && !changed.has(at))
}

function atWall(wall: number, like: EventTime, times: TimeReader, tzid: string): EventTime {
  const day = like.day === undefined ? {} : { day: new Date(wall).toISOString().slice(0, 10) }
  return { ...(like.zone === undefined ? {} : { zone: like.zone }), ...day, wall, at: times.at(wall, like, tzid) }
}

/** The rule with UNTIL in local time. Throws `RangeError` for rules of a non-Gregorian calendar (RSCALE). */
function wallRule(rule: string, start: EventTime, times: TimeReader): string {
  if (/RSCALE=(?!GREGORIAN)/i.test(rule))
    throw new RangeError('The recurrence rule uses an unsupported calendar (RSCALE)')
  return rule.replace(/UNTIL=([\d:TZ-]+)/i, (_, said: string) => {
    const [, year, month, day, hour = '23', minute = '59', second = '59'] =
      /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d))?/.exec(said) ?? []
    const wall = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    if (Number.isNaN(wall)) throw new RangeError('The recurrence rule has an invalid UNTIL')
    const isUtc = said.endsWith('Z') && start.zone !== 'UTC' && start.day === undefined
    const until = isUtc ? times.wallOf(wall, start) : wall
    return `UNTIL=${new Date(until).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  })
}

const text = (event: ICAL.Component, name: string) => String(event.getFirstPropertyValue(name) ?? '')
const shownText = (event: ICAL.Component, name: string, most: number) =>
  sanitise(text(event, name)).replace(/\s+/g, ' ').trim().slice(0, most)
const givenText = <K extends string>(key: K, value: string) =>
  value === '' ? {} : ({ [key]: value } as Record<K, string>)
