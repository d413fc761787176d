import type ICAL from 'ical.js'
import { wallOccurrences } from '../../std/time/wall-occurrences.ts'
import type { EventRange } from './event.ts'
import type { EventTime, TimeReader } from './read-time.ts'

const dayMs = 86_400_000

/** An event of a file, with its times read. */
export interface EventEntry {
  component: ICAL.Component
  times: TimeReader
  start: EventTime
  /** The time of the rule that it stands for (RECURRENCE-ID). */
  of?: EventTime
  /** True if it stands for all later times, too (RANGE=THISANDFUTURE). */
  isOnwards?: true
}

/** One time of a series: which entry describes it, when it begins, and which time of the rule it is. */
export interface Occurrence {
  entry: EventEntry
  start: EventTime
  of: EventTime
}

/**
 * Return the times of a series: by its rule, on its own further days, not on those that are left out, and from a change
 * of "this and following" on as that says. `changed` are times that have an entry of their own, or are cancelled.
 */
export function occurrencesOf(
  series: EventEntry,
  changed: readonly EventTime[],
  onwards: readonly EventEntry[],
  length: number,
  { from, to }: EventRange,
): Occurrence[] {
  const shifts = onwards.map(({ start, of }) => Math.abs(start.wall - (of?.wall ?? start.wall)))
  // No zone is further from UTC than a day, and what began before the range may last into it.
  const margin = length + 2 * dayMs + Math.max(0, ...shifts)
  const gone = keysOf([...leftOut(series), ...changed], series)
  const starts = new Map(ruledTimes(series, from - margin, to + margin).map((one) => [keyOf(one), one]))
  const later = onwards
    .map((entry) => ({ entry, of: inSeries(entry.of ?? entry.start, series) }))
    .sort((a, b) => a.of.at - b.of.at)
  return [...starts].flatMap(([key, of]) => {
    if (gone.has(key)) return []
    const change = later.findLast((one) => one.of.at <= of.at)
    return change ? { ...shifted(change, of), of } : { entry: series, start: of, of }
  })
}

/** The times of every rule of a kind: RFC 2445 had several, and rules that leave out. */
function wallsOf(
  { component, start, times }: EventEntry,
  kind: 'rrule' | 'exrule',
  from: number,
  to: number,
): number[] {
  const rules = component.getAllProperties(kind).map((property) => String(property.getFirstValue()))
  return rules.flatMap((rule) => wallOccurrences(start.wall, wallRule(rule, start, times), from, to))
}

function ruledTimes(series: EventEntry, from: number, to: number): EventTime[] {
  const { component, start, times } = series
  const rules = wallsOf(series, 'rrule', from, to)
  const out = new Set(wallsOf(series, 'exrule', from, to))
  const walls = (component.hasProperty('rrule') ? [...new Set(rules)] : [start.wall]).filter((wall) => !out.has(wall))
  const more = component.getAllProperties('rdate').flatMap((property) => times.all(property))
  return [...walls.map((wall) => atWall(wall, series)), ...more.map((one) => withLength(inSeries(one, series), one))]
}

const withLength = (time: EventTime, { length }: EventTime) => (length === undefined ? time : { ...time, length })

const leftOut = ({ component, times }: EventEntry) =>
  component.getAllProperties('exdate').flatMap((property) => times.all(property))

/** The time that a later change gives to a time of the rule. */
function shifted({ entry, of: first }: { entry: EventEntry; of: EventTime }, of: EventTime) {
  const wall = entry.start.wall + of.wall - first.wall
  return { entry, start: atWall(wall, entry) }
}

/** The time of a wall in a series' own zone, or the day of one of whole days. */
function atWall(wall: number, { start, times }: EventEntry): EventTime {
  if (start.day !== undefined) return times.wholeDay(dayOfWall(wall))
  const { length: _, ...like } = start
  return { ...like, wall, at: times.at(wall, start) }
}

const dayOfWall = (wall: number) => new Date(wall).toISOString().slice(0, 10)
const clockOf = (wall: number) => ((wall % dayMs) + dayMs) % dayMs

/**
 * The time of a series that an exception means, as the series would write it: programs name a day where the series
 * has hours, midnight where it has days, or leave the zone away.
 */
export function inSeries(time: EventTime, series: EventEntry): EventTime {
  const { start, times } = series
  if (start.day !== undefined) return time.day === undefined ? times.wholeDay(dayMeant(time, times)) : time
  const clock = clockOf(start.wall)
  if (time.day !== undefined) return atWall(time.wall + clock, series)
  if (time.isFloating && start.isFloating === undefined) {
    const isDay = clockOf(time.wall) === 0 && clock !== 0
    return atWall(isDay ? time.wall + clock : time.wall, series)
  }
  const isDay = clockOf(time.wall) === 0 && clock !== 0 && time.zone !== 'UTC' && time.zone === start.zone
  if (isDay) return atWall(time.wall + clock, series)
  return time.zone === start.zone && time.ownZone === start.ownZone
    ? time
    : { ...start, wall: times.wallOf(time.at, start), at: time.at }
}

/** The day that a time names: its own where it is midnight there, else the reader's. */
export function dayMeant(time: EventTime, times: TimeReader): string {
  const isOwn = time.zone !== 'UTC' || clockOf(time.wall) === 0
  return isOwn ? dayOfWall(time.wall) : times.dayOf(time.at)
}

const keyOf = ({ day, at }: EventTime): string => day ?? String(at)
const keysOf = (all: readonly EventTime[], series: EventEntry) =>
  new Set(all.map((one) => keyOf(inSeries(one, series))))

/** The rule with UNTIL in local time. Throws `RangeError` for rules of a non-Gregorian calendar (RSCALE). */
function wallRule(rule: string, start: EventTime, times: TimeReader): string {
  if (/RSCALE=(?!GREGORIAN)/i.test(rule))
    throw new RangeError('The recurrence rule uses an unsupported calendar (RSCALE)')
  return rule.replace(/UNTIL=([\d:TZ-]+)/i, (_, said: string) => {
    const [, year, month, day, hour = '23', minute = '59', second = '59'] =
      /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d))?/.exec(said) ?? []
    const wall = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    if (Number.isNaN(wall)) throw new RangeError('The recurrence rule has an invalid UNTIL')
    return `UNTIL=${new Date(untilWall(wall, said, start, times)).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  })
}

function untilWall(wall: number, said: string, start: EventTime, times: TimeReader): number {
  if (!said.endsWith('Z') || start.zone === 'UTC') return wall
  if (start.day === undefined) return times.wallOf(wall, start)
  return Date.parse(`${dayMeant({ at: wall, wall, zone: 'UTC' }, times)}T23:59:59Z`)
}
