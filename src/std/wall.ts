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
}

const formats = new Map<Zone, Intl.DateTimeFormat>()
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The wall in a zone at an instant (milliseconds since 1970). Throws a RangeError for a zone that does not exist. */
export function wallAt(at: number, zone: Zone): Wall {
  if (zone !== 'local') return formatted(at, zone)
  const date = new Date(at)
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return { year, month, day, weekday: date.getDay(), hour: date.getHours(), minute: date.getMinutes() }
}

function formatted(at: number, zone: Zone): Wall {
  const numeric = 'numeric'
  const fields = { year: numeric, month: numeric, day: numeric, weekday: 'short', hour: numeric, minute: numeric } as const
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { ...fields, timeZone: zone, hourCycle: 'h23' })
  formats.set(zone, format)
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const number = (name: string) => Number(parts[name])
  const weekday = weekdays.indexOf(parts.weekday ?? '')
  return {
    year: number('year'),
    month: number('month'),
    day: number('day'),
    weekday,
    hour: number('hour'),
    minute: number('minute'),
  }
}
