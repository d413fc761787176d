import ICAL from 'ical.js'
import { toInstant } from '../../std/time/local-time.ts'
import {
  copyOf,
  type EventFile,
  type EventTimes,
  emptyCalendar,
  exceptionsOf,
  putTime,
  seriesOf,
  setTimes,
} from './event-file.ts'
import type { EventTime } from './read-time.ts'
import { inSeries, occurrencesOf } from './series.ts'

const dayMs = 86_400_000
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** A series that cannot be moved by days without another rule: "the second Tuesday", "the 15th". */
export class FixedRule extends RangeError {}

/**
 * End a series before one of its times. Returns that time and all later ones as a series of its own; undefined where
 * that is the first: then it is the whole series.
 */
export function splitSeries(file: EventFile, occurrence: string, uid: string, now: number): EventFile | undefined {
  const series = seriesOf(file)
  const at = Date.parse(/T/.test(occurrence) ? occurrence : `${occurrence}T00:00:00Z`)
  const first = series.start.day === undefined ? series.start.at : series.start.wall
  if (at <= first) return undefined
  const calendar = emptyCalendar()
  for (const zone of file.calendar.getAllSubcomponents('vtimezone')) calendar.addSubcomponent(copyOf(zone))
  const master = copyOf(file.master)
  calendar.addSubcomponent(master)
  const later: EventFile = { ...file, calendar, master }
  master.updatePropertyWithValue('uid', uid || String(now))
  restart(later, series.start, occurrence)
  const begun = timesBefore(file, at)
  shortenRules(file.master, master, begun, series.start)
  shareExceptions(file, later, at)
  return later
}

/** The times of a rule before an instant: how many of its COUNT are gone. */
function timesBefore(file: EventFile, at: number): number {
  const series = seriesOf(file)
  const bare = { ...series, component: copyOf(file.master) }
  for (const name of ['exdate', 'rdate']) bare.component.removeAllProperties(name)
  const isDays = series.start.day !== undefined
  const range = { from: series.start.at - dayMs, to: at + dayMs, zone: file.zone }
  return occurrencesOf(bare, [], [], 0, range).filter(({ of }) => (isDays ? of.wall : of.at) < at).length
}

/** Begin a series at one of its own times, with its length. */
function restart(file: EventFile, start: EventTime, occurrence: string): void {
  const { master, times } = file
  const end = times.read(master.getFirstProperty('dtend'))
  const first = new ICAL.Property('dtstart')
  putTime(first, occurrence, file)
  if (end) {
    const last = new ICAL.Property('dtend')
    const isDay = start.day !== undefined
    const length = isDay ? end.wall - start.wall : end.at - start.at
    const at = Date.parse(isDay ? `${occurrence}T00:00:00Z` : occurrence) + length
    putTime(last, isDay ? new Date(at).toISOString().slice(0, 10) : new Date(at).toISOString(), file)
    master.removeAllProperties('dtend')
    master.addProperty(last)
  }
  master.removeAllProperties('dtstart')
  master.addProperty(first)
}

function shortenRules(before: ICAL.Component, after: ICAL.Component, begun: number, start: EventTime): void {
  const rule = before.getFirstPropertyValue('rrule')
  const rest = after.getFirstPropertyValue('rrule')
  if (!(rule instanceof ICAL.Recur) || !(rest instanceof ICAL.Recur)) return
  if (rest.count) after.updatePropertyWithValue('rrule', changedRule(rest, { count: Math.max(1, rest.count - begun) }))
  const from = after.getFirstProperty('dtstart')?.getFirstValue()
  if (!(from instanceof ICAL.Time)) return
  const until = from.clone()
  if (start.day === undefined) until.addDuration(ICAL.Duration.fromSeconds(-1))
  else until.addDuration(ICAL.Duration.fromSeconds(-dayMs / 1000))
  before.updatePropertyWithValue('rrule', changedRule(rule, { until: untilText(until, start) }))
}

/** UNTIL is a date beside days, UTC beside hours of a zone (RFC 5545 §3.3.10). */
function untilText(until: ICAL.Time, start: EventTime): string {
  if (start.day !== undefined) return until.toString().slice(0, 10).replaceAll('-', '')
  const { year, month, day, hour, minute, second } = until
  const at = start.zone ? toInstant({ year, month, day, hour, minute, second }, start.zone) : undefined
  const text = at ? at.toISOString().slice(0, 19) : until.toString().slice(0, 19)
  return `${text.replace(/[-:]/g, '')}${start.isFloating ? '' : 'Z'}`
}

function changedRule(rule: ICAL.Recur, { count, until }: { count?: number; until?: string }): ICAL.Recur {
  const parts = rule
    .toString()
    .split(';')
    .filter((part) => !/^(?:COUNT|UNTIL)=/.test(part))
  const more = count === undefined ? [] : [`COUNT=${count}`]
  return ICAL.Recur.fromString([...parts, ...more, ...(until === undefined ? [] : [`UNTIL=${until}`])].join(';'))
}

/** Exceptions go with the times that they except. */
function shareExceptions(before: EventFile, after: EventFile, at: number): void {
  const uid = String(after.master.getFirstPropertyValue('uid'))
  for (const one of exceptionsOf(before)) {
    if (one.at < at) continue
    before.calendar.removeSubcomponent(one.component)
    one.component.updatePropertyWithValue('uid', uid)
    after.calendar.addSubcomponent(one.component)
  }
}

/**
 * Move a series as one of its times is moved: its first time, its exceptions and its end by the same days and hours.
 * Throws `FixedRule` for a rule that names days which would be others, and for hours instead of days.
 */
export function moveSeries(file: EventFile, before: EventTimes, after: EventTimes): void {
  const { master, times, calendar } = file
  const { start } = seriesOf(file)
  const like = start.day === undefined ? start : {}
  if ('from' in before !== 'from' in after) throw new FixedRule()
  const wallOf = (time: EventTimes) =>
    'from' in time ? Date.parse(`${time.from}T00:00:00Z`) : times.wallOf(time.start, like)
  const shift = wallOf(after) - wallOf(before)
  const first = start.wall + shift
  const days = Math.floor(first / dayMs) - Math.floor(start.wall / dayMs)
  const rule = master.getFirstPropertyValue('rrule')
  if (rule instanceof ICAL.Recur) master.updatePropertyWithValue('rrule', shiftedRule(rule, days, start))
  const shifted = (at: number) => {
    const wall = times.wallOf(at, like) + shift
    return start.day === undefined ? new Date(times.at(wall, start)).toISOString() : dayOfWall(wall)
  }
  const gone = listedTimes(file, 'exdate')
  const more = listedTimes(file, 'rdate')
  const changed = exceptionsOf(file)
  const moved =
    'from' in after
      ? { from: dayOfWall(first), to: dayOfWall(first + Date.parse(after.to) - Date.parse(after.from)) }
      : { start: times.at(first, start), end: times.at(first, start) + after.end - after.start }
  setTimes(calendar, master, moved, start.zone ?? file.zone)
  for (const [name, list] of [
    ['exdate', gone],
    ['rdate', more],
  ] as const) {
    master.removeAllProperties(name)
    for (const at of list) master.addProperty(timeProperty(name, shifted(at), file))
  }
  for (const { component, at } of changed) {
    component.removeAllProperties('recurrence-id')
    component.addProperty(timeProperty('recurrence-id', shifted(at), file))
  }
}

const listedTimes = (file: EventFile, name: string) =>
  file.master
    .getAllProperties(name)
    .flatMap((property) => file.times.all(property))
    .map((time) => inSeries(time, seriesOf(file)).at)

function timeProperty(name: string, occurrence: string, file: EventFile): ICAL.Property {
  const property = new ICAL.Property(name)
  putTime(property, occurrence, file)
  return property
}

const dayOfWall = (wall: number) => new Date(wall).toISOString().slice(0, 10)

/** A weekly rule on other weekdays; its end is as many days later. */
function shiftedRule(rule: ICAL.Recur, days: number, start: EventTime): ICAL.Recur {
  if (days === 0 && !rule.until) return rule
  const parts = rule.toString().split(';')
  const named = parts.filter((part) => /^BY/.test(part))
  const weekly = /^BYDAY=(?:(?:SU|MO|TU|WE|TH|FR|SA),?)+$/
  const isFixed = named.some((part) => !weekly.test(part)) || (named.length > 0 && rule.freq !== 'WEEKLY')
  if (days !== 0 && isFixed) throw new FixedRule()
  const moved = parts.flatMap((part) => {
    // The last day takes all of its times: the clock of the series has changed.
    if (part.startsWith('UNTIL=')) return rule.until ? [`UNTIL=${lastDay(rule.until, days, start)}`] : []
    if (!weekly.test(part)) return [part]
    return [part.replace(/[A-Z]{2}(?=,|$)/g, (day) => weekdays[(weekdays.indexOf(day) + 7 + (days % 7)) % 7] as string)]
  })
  return ICAL.Recur.fromString(moved.join(';'))
}

function lastDay(until: ICAL.Time, days: number, start: EventTime): string {
  const wall = Date.parse(`${until.toString().slice(0, 10)}T00:00:00Z`) + days * dayMs
  const day = dayOfWall(wall).replaceAll('-', '')
  if (start.day !== undefined) return day
  return start.isFloating ? `${day}T235959` : `${day}T235959Z`
}
