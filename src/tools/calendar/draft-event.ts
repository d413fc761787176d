import ICAL from 'ical.js'
import type { CivilDate } from '../../std/time/calendar.ts'
import { offsetAt } from '../../std/time/local-time.ts'
import { TimeReader } from './read-time.ts'

/** When an event is: instants (milliseconds since 1970), or whole days, the last one not included. */
export type EventTimes = { start: number; end: number } | { from: CivilDate; to: CivilDate }

/** The fields of an event to set; absent ones stay unchanged. */
export interface EventWords {
  title?: string
  location?: string
  notes?: string
}

/**
 * A calendar file to be made, or one that is changed: an event, or one of its times (`occurrence`, as `CalendarEvent`
 * tells it).
 */
export type EventDraft = { now: number; zone: string } & (
  | { do: 'create'; uid: string; times: EventTimes; words: EventWords; rule?: string }
  | { do: 'change'; ics: string; occurrence?: string; times?: EventTimes; words: EventWords }
  | { do: 'drop'; ics: string; occurrence: string }
)

const dayMs = 86_400_000
/** Years for which a zone's changes of clocks are written down: others know the zone by its name. */
const yearsAhead = 3

/** The file as it is to be sent. Throws for one that holds no such event. Runs where foreign bytes are read. */
export function draftEvent(draft: EventDraft): string {
  const calendar = draft.do === 'create' ? emptyCalendar() : new ICAL.Component(ICAL.parse(draft.ics) as never)
  if (draft.do === 'create') createEvent(calendar, draft)
  else if (draft.do === 'drop') dropEvent(calendar, draft)
  else changeEvent(calendar, draft)
  return `${calendar.toString()}\r\n`
}

function emptyCalendar(): ICAL.Component {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//assistant//assistant//KO')
  return calendar
}

function createEvent(
  calendar: ICAL.Component,
  { uid, times, words, rule, zone, now }: EventDraft & { do: 'create' },
): void {
  const event = new ICAL.Component('vevent')
  calendar.addSubcomponent(event)
  event.addPropertyWithValue('uid', uid)
  setTimes(calendar, event, times, zone)
  if (rule !== undefined) event.addPropertyWithValue('rrule', ICAL.Recur.fromString(rule))
  setWords(event, words)
  stampEvent(event, now)
}

/** A change to one occurrence adds an exception (RECURRENCE-ID); any other change is made in place. */
function changeEvent(
  calendar: ICAL.Component,
  { occurrence, times, words, zone, now }: EventDraft & { do: 'change' },
): void {
  const event =
    occurrence === undefined
      ? masterOf(calendar)
      : (ownOf(calendar, occurrence, zone) ?? splitOccurrence(calendar, occurrence, zone))
  if (times) setTimes(calendar, event, times, zone)
  setWords(event, words)
  stampEvent(event, now)
}

function dropEvent(calendar: ICAL.Component, { occurrence, zone, now }: EventDraft & { do: 'drop' }): void {
  const master = masterOf(calendar)
  const own = ownOf(calendar, occurrence, zone)
  if (own) calendar.removeSubcomponent(own)
  const gone = new ICAL.Property('exdate')
  putTime(gone, occurrence, master, zone)
  master.addProperty(gone)
  stampEvent(master, now)
}

const eventsOf = (calendar: ICAL.Component) => calendar.getAllSubcomponents('vevent')

function masterOf(calendar: ICAL.Component): ICAL.Component {
  const master = eventsOf(calendar).find((event) => !event.getFirstProperty('recurrence-id')) ?? eventsOf(calendar)[0]
  if (!master) throw new RangeError('The file contains no event')
  return master
}

/** The existing exception for one occurrence. */
function ownOf(calendar: ICAL.Component, occurrence: string, zone: string): ICAL.Component | undefined {
  const times = new TimeReader(zone, calendar.getAllSubcomponents('vtimezone'))
  return eventsOf(calendar).find((event) => {
    const of = times.read(event.getFirstProperty('recurrence-id'))
    return of !== undefined && (of.day ?? new Date(of.at).toISOString()) === occurrence
  })
}

/** A copy of the event for one of its times. */
function splitOccurrence(calendar: ICAL.Component, occurrence: string, zone: string): ICAL.Component {
  const master = masterOf(calendar)
  const times = new TimeReader(zone, calendar.getAllSubcomponents('vtimezone'))
  const start = times.read(master.getFirstProperty('dtstart'))
  const end = times.read(master.getFirstProperty('dtend'))
  const event = new ICAL.Component(JSON.parse(JSON.stringify(master.toJSON())))
  for (const name of ['rrule', 'rdate', 'exdate', 'dtend', 'duration']) event.removeAllProperties(name)
  const which = new ICAL.Property('recurrence-id')
  putTime(which, occurrence, master, zone)
  event.addProperty(which)
  calendar.addSubcomponent(event)
  const length = end && start ? end.wall - start.wall : 0
  const isDay = /^\d{4}-\d\d-\d\d$/.test(occurrence)
  const at = Date.parse(isDay ? `${occurrence}T00:00:00Z` : occurrence)
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  setTimes(
    calendar,
    event,
    isDay ? { from: occurrence, to: dayOf(at + Math.max(dayMs, length)) } : { start: at, end: at + length },
    zone,
  )
  return event
}

/** A time of the rule as its first time is written: the same kind of value, in the same zone. */
function putTime(property: ICAL.Property, occurrence: string, master: ICAL.Component, zone: string): void {
  const first = master.getFirstProperty('dtstart')
  const value = first?.getFirstValue()
  const isDay = value instanceof ICAL.Time && value.isDate
  const tzid = String(first?.getParameter('tzid') ?? '')
  const times = new TimeReader(zone, [])
  const start = times.read(first ?? null)
  const at = Date.parse(occurrence)
  if (isDay) setDay(property, occurrence.slice(0, 10))
  else if (tzid === '' && start?.zone === 'UTC') setWall(property, at, 'UTC')
  else setWall(property, start ? times.wallOf(at, start) : at, tzid)
}

function setTimes(calendar: ICAL.Component, event: ICAL.Component, times: EventTimes, zone: string): void {
  for (const name of ['dtstart', 'dtend', 'duration']) event.removeAllProperties(name)
  const [first, last] = [new ICAL.Property('dtstart'), new ICAL.Property('dtend')]
  if ('from' in times) {
    setDay(first, times.from)
    setDay(last, times.to)
  } else {
    defineZone(calendar, zone, times.start)
    setWall(first, times.start + offsetAt(times.start, zone), zone)
    setWall(last, times.end + offsetAt(times.end, zone), zone)
  }
  event.addProperty(first)
  event.addProperty(last)
}

function setDay(property: ICAL.Property, day: CivilDate): void {
  property.resetType('date')
  property.setValue(ICAL.Time.fromDateString(day))
}

/** `wall`: milliseconds as if the clock stood in UTC. */
function setWall(property: ICAL.Property, wall: number, zone: string): void {
  const text = new Date(wall).toISOString().slice(0, 19)
  property.setValue(ICAL.Time.fromDateTimeString(zone === 'UTC' ? `${text}Z` : text, property))
  if (zone !== 'UTC' && zone !== '') property.setParameter('tzid', zone)
}

/** The zone as RFC 5545 §3.6.5 wants it: each change of its clocks from a year before the event. */
function defineZone(calendar: ICAL.Component, zone: string, at: number): void {
  if (
    zone === 'UTC' ||
    calendar.getAllSubcomponents('vtimezone').some((one) => one.getFirstPropertyValue('tzid') === zone)
  )
    return
  const component = new ICAL.Component('vtimezone')
  component.addPropertyWithValue('tzid', zone)
  const begin = at - 366 * dayMs
  const changes = [begin]
  for (let day = begin; day < at + yearsAhead * 366 * dayMs; day += dayMs)
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

function setWords(event: ICAL.Component, { title, location, notes }: EventWords): void {
  if (title !== undefined) event.updatePropertyWithValue('summary', title)
  if (location !== undefined) event.updatePropertyWithValue('location', location)
  if (notes !== undefined) event.updatePropertyWithValue('description', notes)
}

/** The properties that mark a new version for other programs. */
function stampEvent(event: ICAL.Component, now: number): void {
  const time = ICAL.Time.fromDateTimeString(`${new Date(now).toISOString().slice(0, 19)}Z`)
  event.updatePropertyWithValue('dtstamp', time)
  event.updatePropertyWithValue('last-modified', time)
  event.updatePropertyWithValue('sequence', Number(event.getFirstPropertyValue('sequence') ?? 0) + 1)
}
