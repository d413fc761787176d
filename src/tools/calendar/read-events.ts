import ICAL from 'ical.js'
import { sanitise } from '../../std/text/sanitise.ts'
import { addDays } from '../../std/time/calendar.ts'
import { peopleOf } from './attendees.ts'
import { normaliseCalendar } from './calendar-text.ts'
import type { CalendarEvent, CalendarFile, EventRange, EventsFound } from './event.ts'
import { type EventTime, TimeReader } from './read-time.ts'
import { dayMeant, type EventEntry, inSeries, occurrencesOf } from './series.ts'

/**
 * Options for reading files; `plainZones`: zones that a file defines itself are not looked at, for they may be without
 * end. `own`: mail addresses of the person.
 */
export interface ReadEventsInput extends EventRange {
  files: readonly CalendarFile[]
  plainZones?: boolean
  own?: readonly string[]
}

/** Maximum number of events; the rest is reported as omitted. */
const mostEvents = 2_000
/** Maximum length of each text, in characters. */
const mostText = { title: 300, location: 300, notes: 2_000 }
const dayMs = 86_400_000

/**
 * The events of files between two instants. Runs in a process that can be killed: rules and zones may be written so
 * that expanding them never ends.
 */
export function readEvents({ files, plainZones = false, own = [], ...range }: ReadEventsInput): EventsFound {
  const found: EventsFound = { events: [], unread: 0, cut: false }
  for (const file of files) {
    const entries = parseCalendars(file.ics, found).flatMap((calendar) =>
      entriesOf(calendar, range.zone, plainZones, found),
    )
    for (const [uid, same] of Map.groupBy(entries, ({ component }) => uidOf(component)))
      readSeries(same, { range, own, base: { uid, ...placeOf(file) } }, found)
  }
  found.events.sort((a, b) => a.start - b.start || a.end - b.end || (a.title < b.title ? -1 : 1))
  found.cut = found.events.length > mostEvents
  found.events.splice(mostEvents)
  return found
}

/** The calendars of a text. A malformed one is parsed component by component, so that a bad event loses only itself. */
export function parseCalendars(ics: string, found: Pick<EventsFound, 'unread'>): ICAL.Component[] {
  const text = normaliseCalendar(ics)
  try {
    return parseText(text)
  } catch {
    const pieces = text.match(/^BEGIN:(VEVENT|VTIMEZONE)\r?\n[\s\S]*?^END:\1\s*$/gim) ?? []
    const whole = pieces.flatMap((piece) => {
      try {
        return parseText(`BEGIN:VCALENDAR\r\n${piece}\r\nEND:VCALENDAR`).flatMap((one) => one.getAllSubcomponents())
      } catch {
        return []
      }
    })
    found.unread += Math.max(pieces.length - whole.length, pieces.length === 0 ? 1 : 0)
    const calendar = new ICAL.Component('vcalendar')
    const method = /^METHOD:(\w+)/im.exec(text)?.[1]
    if (method !== undefined) calendar.addPropertyWithValue('method', method)
    for (const one of whole) calendar.addSubcomponent(one)
    return [calendar]
  }
}

function parseText(text: string): ICAL.Component[] {
  const jcal: unknown = ICAL.parse(text)
  // The library returns several calendars of one text as an array.
  const all = Array.isArray(jcal) && Array.isArray(jcal[0]) ? (jcal as unknown[][]) : [jcal as unknown[]]
  return all.map((one) => new ICAL.Component(one as never)).filter(({ name }) => name === 'vcalendar')
}

/** An event of a file, and what its calendar asks to be done with it (iTIP). */
interface ReadEntry extends EventEntry {
  isCancelled: boolean
  sequence: number
  stamp: number
}

/** Messages that answer or ask about an event that stands elsewhere (RFC 5546). */
const NO_EVENTS = ['REPLY', 'REFRESH', 'COUNTER', 'DECLINECOUNTER']

function entriesOf(calendar: ICAL.Component, zone: string, plainZones: boolean, found: EventsFound): ReadEntry[] {
  const method = plainText(calendar, 'method').trim().toUpperCase()
  if (NO_EVENTS.includes(method)) return []
  const times = new TimeReader(zone, plainZones ? [] : calendar.getAllSubcomponents('vtimezone'))
  return calendar.getAllSubcomponents('vevent').flatMap((component) => {
    // The library throws for invalid times.
    try {
      const isCancelled = method === 'CANCEL' || /^cancell?ed$/i.test(plainText(component, 'status').trim())
      return readEntry(component, times, isCancelled)
    } catch {
      found.unread++
      return []
    }
  })
}

function readEntry(component: ICAL.Component, times: TimeReader, isCancelled: boolean): ReadEntry {
  const which = component.getFirstProperty('recurrence-id')
  const of = times.read(which)
  const start = times.read(component.getFirstProperty('dtstart')) ?? (isCancelled ? of : undefined)
  if (!start && !isCancelled) throw new RangeError('The event has no start')
  const first = start ?? { at: 0, wall: 0 }
  return {
    ...{ component, times, isCancelled },
    start: isWholeDay(component, first, times) ? times.wholeDay(dayMeant(first, times)) : first,
    sequence: Number(component.getFirstPropertyValue('sequence') ?? 0) || 0,
    stamp: times.read(component.getFirstProperty('dtstamp'))?.at ?? 0,
    ...(of ? { of } : {}),
    ...(String(which?.getParameter('range') ?? '').toUpperCase() === 'THISANDFUTURE' ? { isOnwards: true } : {}),
  }
}

/** Outlook writes whole days from midnight to midnight, with a flag. */
function isWholeDay(component: ICAL.Component, start: EventTime, times: TimeReader): boolean {
  if (start.day !== undefined || !/^true$/i.test(plainText(component, 'x-microsoft-cdo-alldayevent').trim()))
    return false
  return start.wall % dayMs === 0 || times.wholeDay(times.dayOf(start.at)).at === start.at
}

const placeOf = ({ calendar, href, etag }: CalendarFile) => ({
  calendar,
  ...(href === undefined ? {} : { href }),
  ...(etag === undefined ? {} : { etag }),
})

/** An event's name for programs; of one that has none, what it is. */
const uidOf = (component: ICAL.Component) =>
  plainText(component, 'uid') || `${component.getFirstPropertyValue('dtstart')} ${plainText(component, 'summary')}`

interface Reading {
  range: EventRange
  own: readonly string[]
  base: Pick<CalendarEvent, 'uid' | 'calendar' | 'href' | 'etag'>
}

/** The events of one UID: a series, its changed times, and what cancels them. */
function readSeries(all: readonly ReadEntry[], reading: Reading, found: EventsFound): void {
  const entries = newestOf(all)
  const whole = entries.filter(({ of }) => of === undefined)
  const isAllCancelled = whole.some((one) => one.isCancelled)
  const master = whole.find((one) => !one.isCancelled)
  const single = entries.filter(({ of }) => of !== undefined)
  for (const entry of entries) {
    if (entry.isCancelled || isAllCancelled) continue
    // The library throws for invalid times and rules.
    try {
      const changes = { changed: single.flatMap(({ of }) => of ?? []), onwards: single.filter((one) => one.isOnwards) }
      found.events.push(...timesOf(entry, master ?? entry, changes, reading))
    } catch {
      found.unread++
    }
  }
}

/** The newest version of each: of what a file holds twice, that with the higher SEQUENCE, then the later stamp. */
function newestOf(all: readonly ReadEntry[]): ReadEntry[] {
  const kept = new Map<string, ReadEntry>()
  for (const one of all) {
    const key = one.of === undefined ? '' : `${one.of.day ?? one.of.at}`
    const before = kept.get(key)
    const isOther = before !== undefined && one.sequence === before.sequence && one.start.at !== before.start.at
    // Programs that give one UID to several events do not count their versions.
    if (isOther && !one.isCancelled && !before.isCancelled) kept.set(`${key} ${one.start.at}`, one)
    else if (!before || isNewer(one, before)) kept.set(key, one)
  }
  return [...kept.values()]
}

const isNewer = (one: ReadEntry, before: ReadEntry) =>
  one.sequence > before.sequence || (one.sequence === before.sequence && one.stamp >= before.stamp)

/** The event, or its occurrences, that touch the range. */
function timesOf(
  entry: EventEntry,
  master: EventEntry,
  { changed, onwards }: { changed: readonly EventTime[]; onwards: readonly EventEntry[] },
  reading: Reading,
): CalendarEvent[] {
  const { range } = reading
  const touches = ({ start, end }: CalendarEvent) => start < range.to && (end > range.from || start >= range.from)
  const { component, start, of } = entry
  const repeats = component.getFirstProperty('rrule') ?? component.getFirstProperty('rdate')
  if (of || !repeats) {
    const which = of && (entry === master ? of : inSeries(of, master))
    return [eventMaker(entry, reading)(start, which)].filter(touches)
  }
  const makers = new Map<EventEntry, ReturnType<typeof eventMaker>>()
  const makerOf = (one: EventEntry) => makers.get(one) ?? makers.set(one, eventMaker(one, reading)).get(one)
  const lengths = [entry, ...onwards].map((one) => lengthOf(one).length)
  return occurrencesOf(entry, changed, onwards, Math.max(...lengths), range)
    .flatMap((one) => makerOf(one.entry)?.(one.start, one.of) ?? [])
    .filter(touches)
}

/** The length of an event: on the clock (`length`), and in time, which differs where it ends in another zone. */
function lengthOf({ component, times, start }: EventEntry): { length: number; spans: number } {
  const end = times.read(component.getFirstProperty('dtend'))
  const duration = component.getFirstPropertyValue('duration')
  const usual = start.day === undefined ? 0 : dayMs
  const written = duration instanceof ICAL.Duration ? duration.toSeconds() * 1000 : usual
  if (!end) return { length: Math.max(0, written), spans: Math.max(0, written) }
  if (start.day === undefined)
    return { length: Math.max(0, end.wall - start.wall), spans: Math.max(0, end.at - start.at) }
  const days = Date.parse(`${end.day ?? dayMeant(end, times)}T00:00:00Z`) - start.wall
  return { length: Math.max(0, days), spans: 0 }
}

/** Builds the event for one occurrence. */
function eventMaker(entry: EventEntry, { base, own }: Reading) {
  const { component, times } = entry
  const { length, spans } = lengthOf(entry)
  const words = {
    title: shownText(component, 'summary', mostText.title),
    ...givenText('location', shownText(component, 'location', mostText.location)),
    ...givenText('notes', shownText(component, 'description', mostText.notes)),
    ...peopleOf(component, own),
  }
  return (at: EventTime, occurrence?: EventTime): CalendarEvent => {
    const which = occurrence ? { occurrence: occurrence.day ?? new Date(occurrence.at).toISOString() } : {}
    const zone = at.unknownZone === undefined ? {} : { unknownZone: at.unknownZone }
    const known = at.zone === undefined ? zone : { zone: at.zone }
    const shared = { ...base, ...words, ...which, ...known, start: at.at }
    if (at.day === undefined) return { ...shared, end: at.at + (at.length ?? spans) }
    const days = { from: at.day, to: addDays(at.day, Math.max(1, Math.round((at.length ?? length) / dayMs))) }
    return { ...shared, days, end: times.wholeDay(days.to).at }
  }
}

const plainText = (component: ICAL.Component, name: string) => String(component.getFirstPropertyValue(name) ?? '')
const shownText = (event: ICAL.Component, name: string, most: number) =>
  sanitise(plainText(event, name)).replace(/\s+/g, ' ').trim().slice(0, most)
const givenText = <K extends string>(key: K, value: string) =>
  value === '' ? {} : ({ [key]: value } as Record<K, string>)
