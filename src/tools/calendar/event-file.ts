import ICAL from 'ical.js'
import type { CivilDate } from '../../std/time/calendar.ts'
import { offsetAt } from '../../std/time/local-time.ts'
import { parseCalendars } from './read-events.ts'
import { TimeReader } from './read-time.ts'
import { type EventEntry, inSeries } from './series.ts'

/** The time of an event: instants (milliseconds since 1970), or whole days, the last one not included. */
export type EventTimes = { start: number; end: number } | { from: CivilDate; to: CivilDate }

const dayMs = 86_400_000
/** Years for which a zone's changes of clocks are written down: others know the zone by its name. */
const yearsAhead = 3

/** A calendar file that is changed: its events, and the reader of their times. */
export interface EventFile {
  calendar: ICAL.Component
  master: ICAL.Component
  times: TimeReader
  zone: string
}

/** Open a file that somebody else wrote. Throws for one that holds no event. */
export function openFile(ics: string, zone: string): EventFile {
  const [calendar] = parseCalendars(ics, { unread: 0 })
  if (!calendar) throw new RangeError('The file is no calendar')
  const events = calendar.getAllSubcomponents('vevent')
  const master = events.find((event) => !event.getFirstProperty('recurrence-id')) ?? events[0]
  if (!master) throw new RangeError('The file contains no event')
  return { calendar, master, zone, times: new TimeReader(zone, calendar.getAllSubcomponents('vtimezone')) }
}

/** A calendar without events. */
export function emptyCalendar(): ICAL.Component {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//assistant//assistant//KO')
  return calendar
}

/** A copy of a component that shares nothing with it. */
export const copyOf = (component: ICAL.Component): ICAL.Component =>
  new ICAL.Component(JSON.parse(JSON.stringify(component.toJSON())))

/** The series as an entry: what times of exceptions are read by. */
export function seriesOf({ master, times }: EventFile): EventEntry {
  const start = times.read(master.getFirstProperty('dtstart'))
  if (!start) throw new RangeError('The event has no start')
  return { component: master, times, start }
}

/** The events that stand for single times of a series, with the time of the rule as `CalendarEvent` tells it. */
export function exceptionsOf(file: EventFile): { component: ICAL.Component; occurrence: string; at: number }[] {
  const series = seriesOf(file)
  return file.calendar.getAllSubcomponents('vevent').flatMap((component) => {
    const of = file.times.read(component.getFirstProperty('recurrence-id'))
    if (!of || component === file.master) return []
    const time = inSeries(of, series)
    return { component, at: time.at, occurrence: time.day ?? new Date(time.at).toISOString() }
  })
}

/** A time of the rule as its first time is written: the same kind of value, in the same zone. */
export function putTime(property: ICAL.Property, occurrence: string, { master, times }: EventFile): void {
  const first = master.getFirstProperty('dtstart')
  const value = first?.getFirstValue()
  const tzid = String(first?.getParameter('tzid') ?? '')
  const start = times.read(first ?? null)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(occurrence)
  const at = Date.parse(isDay ? `${occurrence}T00:00:00Z` : occurrence)
  if (value instanceof ICAL.Time && value.isDate) setDay(property, occurrence.slice(0, 10))
  else if (tzid === '' && start?.zone === 'UTC') setWall(property, at, 'UTC')
  else setWall(property, isDay || !start ? at : times.wallOf(at, start), tzid)
}

/** Set when an event is; its hours are written in a zone that every program knows. */
export function setTimes(calendar: ICAL.Component, event: ICAL.Component, times: EventTimes, zone: string): void {
  for (const name of ['dtstart', 'dtend', 'duration']) event.removeAllProperties(name)
  const [first, last] = [new ICAL.Property('dtstart'), new ICAL.Property('dtend')]
  if ('from' in times) {
    setDay(first, times.from)
    setDay(last, times.to)
  } else {
    defineZone(calendar, zone, times.start)
    setWall(first, times.start + offsetAt(times.start, zone), zone)
    setWall(last, times.end + offsetAt(times.end, zone), zone)
    // Outlook's flag would make days of hours.
    event.removeAllProperties('x-microsoft-cdo-alldayevent')
  }
  event.addProperty(first)
  event.addProperty(last)
}

/** Set a whole day. */
export function setDay(property: ICAL.Property, day: CivilDate): void {
  property.resetType('date')
  property.setValue(ICAL.Time.fromDateString(day))
}

/** Set a time of the wall in a zone. `wall`: milliseconds as if the clock stood in UTC. */
export function setWall(property: ICAL.Property, wall: number, zone: string): void {
  const text = new Date(wall).toISOString().slice(0, 19)
  property.setValue(ICAL.Time.fromDateTimeString(zone === 'UTC' ? `${text}Z` : text, property))
  if (zone !== 'UTC' && zone !== '') property.setParameter('tzid', zone)
}

/** Add the zone as RFC 5545 §3.6.5 wants it: each change of its clocks from a year before the event until a time. */
export function defineZone(
  calendar: ICAL.Component,
  zone: string,
  at: number,
  until = at + yearsAhead * 366 * dayMs,
): void {
  if (
    zone === 'UTC' ||
    calendar.getAllSubcomponents('vtimezone').some((one) => one.getFirstPropertyValue('tzid') === zone)
  )
    return
  const component = new ICAL.Component('vtimezone')
  component.addPropertyWithValue('tzid', zone)
  const begin = at - 366 * dayMs
  const changes = [begin]
  for (let day = begin; day < until; day += dayMs)
    if (offsetAt(day, zone) !== offsetAt(day + dayMs, zone)) changes.push(changeWithin(day, zone))
  for (const [index, change] of changes.entries()) {
    const [before, after] = [offsetAt(index === 0 ? change : change - 1000, zone), offsetAt(change, zone)]
    const part = new ICAL.Component(after > before ? 'daylight' : 'standard')
    const start = new ICAL.Property('dtstart')
    setWall(start, change + before, '')
    part.addProperty(start)
    part.addPropertyWithValue('tzoffsetfrom', ICAL.UtcOffset.fromSeconds(before / 1000))
    part.addPropertyWithValue('tzoffsetto', ICAL.UtcOffset.fromSeconds(after / 1000))
    component.addSubcomponent(part)
  }
  calendar.addSubcomponent(component)
}

/** The second in which a zone's clocks change, of the day after `day`. */
function changeWithin(day: number, zone: string): number {
  let [low, high] = [day, day + dayMs]
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000
    if (offsetAt(middle, zone) === offsetAt(low, zone)) low = middle
    else high = middle
  }
  return high
}

/** The properties that mark a new version for other programs; an answer is none (RFC 5546 §2.1.4). */
export function stampEvent(event: ICAL.Component, now: number, isAnswer = false): void {
  const time = ICAL.Time.fromDateTimeString(`${new Date(now).toISOString().slice(0, 19)}Z`)
  event.updatePropertyWithValue('dtstamp', time)
  event.updatePropertyWithValue('last-modified', time)
  if (!isAnswer) event.updatePropertyWithValue('sequence', Number(event.getFirstPropertyValue('sequence') ?? 0) + 1)
}
