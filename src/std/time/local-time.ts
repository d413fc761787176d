/** A zone by its IANA name, or `local`: the machine's own, for which no formatter is made (a process's first one costs 10 ms). */
export type Zone = string

/** What a clock and a calendar on the wall show. `weekday` counts from Sunday = 0. */
export interface Wall {
  year: number
  month: number
  day: number
  weekday: number
  hour: number
  minute: number
  second: number
}

const formats = new Map<Zone, Intl.DateTimeFormat>()
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The wall in a zone at an instant (milliseconds since 1970). Throws a RangeError for a zone that does not exist. */
export function wallAt(at: number, zone: Zone): Wall {
  if (zone !== 'local') return formatted(at, zone)
  const date = new Date(at)
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  const [hour, minute, second] = [date.getHours(), date.getMinutes(), date.getSeconds()]
  return { year, month, day, weekday: date.getDay(), hour, minute, second }
}

function formatted(at: number, zone: Zone): Wall {
  const shown: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(at))
    shown[type] = type === 'weekday' ? weekdays.indexOf(value) : Number(value)
  const { year, month, day, weekday, hour, minute, second } = shown as unknown as Wall
  return { year, month, day, weekday, hour, minute, second }
}

function formatOf(zone: Zone): Intl.DateTimeFormat {
  const numeric = 'numeric'
  const date = { year: numeric, month: numeric, day: numeric, weekday: 'short' } as const
  const time = { hour: numeric, minute: numeric, second: numeric, hourCycle: 'h23' } as const
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { ...date, ...time, timeZone: zone, calendar: 'iso8601' })
  formats.set(zone, format)
  return format
}
