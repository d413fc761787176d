/**
 * A zone by its IANA name or offset, or `local`: the machine's own, for which no formatter is made (a process's first
 * one costs 10 ms).
 */
export type Zone = string

/**
 * The time that a calendar and a clock on the wall show, without a place: year (full), month 1–12, day 1–31, hour 0–23,
 * minute, second.
 */
export interface Local {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/** The same with the weekday, from Sunday = 0. */
export interface LocalTime extends Local {
  weekday: number
}

/** A time of day as a clock shows it: hour 0–23. */
export interface Clock {
  hour: number
  minute: number
  second?: number
}

const formats = new Map<Zone, Intl.DateTimeFormat>()
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/**
 * The local time in a zone at an instant (milliseconds since 1970). Throws a RangeError for a zone that does not
 * exist.
 */
export function toLocalTime(at: number, zone: Zone): LocalTime {
  if (zone !== 'local') return cachedLocalTime(at, zone)
  const date = new Date(at)
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  const [hour, minute, second] = [date.getHours(), date.getMinutes(), date.getSeconds()]
  return { year, month, day, weekday: date.getDay(), hour, minute, second }
}

/** The same without the weekday. Throws a RangeError for an unknown zone or an invalid date. */
export function toLocal(instant: Date, zone: Zone): Local {
  const { weekday: _, ...local } = toLocalTime(+instant, zone)
  return local
}

/** From 1973 on every zone is whole minutes ahead of UTC and changes at whole minutes. */
const wholeMinutes = Date.UTC(1973)
const MINUTE = 60_000
/**
 * Minutes of a zone that were asked for: a turn asks dozens of times for the same ones, and a formatter takes 5 µs
 * each time.
 */
const minutes = new Map<Zone, Map<number, LocalTime>>()
const mostMinutes = 500

function cachedLocalTime(at: number, zone: Zone): LocalTime {
  if (!(at >= wholeMinutes)) return formatLocalTime(at, zone)
  const known = minutes.get(zone) ?? new Map<number, LocalTime>()
  const minute = Math.floor(at / MINUTE)
  const found = known.get(minute) ?? formatLocalTime(minute * MINUTE, zone)
  if (known.size >= mostMinutes) known.clear()
  known.set(minute, found)
  minutes.set(zone, known)
  return { ...found, second: Math.floor((at - minute * MINUTE) / 1000) }
}

function formatLocalTime(at: number, zone: Zone): LocalTime {
  const shown: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(at))
    shown[type] = type === 'weekday' ? weekdays.indexOf(value) : Number(value)
  const { year, month, day, weekday, hour, minute, second } = shown as unknown as LocalTime
  return { year, month, day, weekday, hour, minute, second }
}

function formatOf(zone: Zone): Intl.DateTimeFormat {
  const numeric = 'numeric'
  const date = { year: numeric, month: numeric, day: numeric, weekday: 'short' } as const
  const time = { hour: numeric, minute: numeric, second: numeric, hourCycle: 'h23' } as const
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { ...date, ...time, timeZone: zone, calendar: 'iso8601' })
  formats.set(zone, format)
  return format
}

/**
 * The instant a wall clock means. Where clocks go back it is the earlier of the two; where they jump ahead and skip
 * the time, the clock is moved on by the length of the gap (02:30 → 03:30), as calendars do.
 */
export function toInstant(local: Local, zone: Zone): Date {
  const wall = utcOf(local)
  const [before, after] = [offsetAt(wall - DAY, zone), offsetAt(wall + DAY, zone)]
  for (const offset of [before, after]) if (offsetAt(wall - offset, zone) === offset) return new Date(wall - offset)
  return new Date(wall - before)
}

const DAY = 86_400_000

/** Milliseconds that the zone is ahead of UTC at an instant (milliseconds since 1970). */
export function offsetAt(at: number, zone: Zone): number {
  const whole = Math.floor(at / 1000) * 1000
  return utcOf(toLocalTime(whole, zone)) - whole
}

/** Milliseconds of the wall clock as if it stood in UTC. (Date.UTC alone takes years below 100 for 19xx.) */
export function utcOf({ year, month, day, hour, minute, second }: Local): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000
}

const twoDigits = (value: number) => String(Math.abs(value)).padStart(2, '0')

/** "2026-11-22": the day of an instant in a zone, as ISO 8601 writes it. */
export function isoDate(at: Date | number, zone: Zone): string {
  const { year, month, day } = toLocalTime(+at, zone)
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

/** "2026-11-22 09:00": the day and the clock of an instant in a zone. */
export function isoMinute(at: Date | number, zone: Zone): string {
  const { hour, minute } = toLocalTime(+at, zone)
  return `${isoDate(at, zone)} ${twoDigits(hour)}:${twoDigits(minute)}`
}

/** "2026-11-22T09:00:00+09:00": an instant to the second, with the zone's offset. */
export function isoSecond(at: Date, zone: Zone): string {
  const wall = utcOf(toLocal(at, zone))
  return `${new Date(wall).toISOString().slice(0, 19)}${isoOffset(wall - +at)}`
}

/** "+09:00", of milliseconds ahead of UTC. */
export function isoOffset(offset: number): string {
  const minutes = Math.round(offset / 60_000)
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.trunc(minutes / 60))}:${twoDigits(minutes % 60)}`
}
