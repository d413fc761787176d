import { type CivilDate, civilDate, partsOf } from './calendar.ts'
import { lunarOf, solarOf } from './lunar.ts'

/**
 * Counts a rule of the Korean lunar calendar on the wall, as if that stood in UTC: the first day after a moment. The
 * 30th of a month that has 29 days is its last; a leap month has no yearly day, and a monthly one. Throws a
 * RangeError for parts that are no such rule.
 */
export function lunarCounter(parts: Readonly<Record<string, string>>): (after: Date) => Date | undefined {
  const [month, day] = [Number(parts.BYMONTH ?? 0), Number(parts.BYMONTHDAY)]
  const isYearly = parts.FREQ === 'YEARLY'
  const isRule = (isYearly ? month >= 1 && month <= 12 : parts.FREQ === 'MONTHLY') && day >= 1 && day <= 30
  const start = parts.DTSTART ?? ''
  if (!isRule || !/^\d{8}T\d{6}$/.test(start))
    throw new RangeError(`Invalid lunar recurrence rule: ${JSON.stringify(parts)}`)
  const clock = `${start.slice(9, 11)}:${start.slice(11, 13)}:${start.slice(13, 15)}Z`
  const begins = `${start.slice(0, 4)}-${start.slice(4, 6)}-${start.slice(6, 8)}`
  const months = isYearly ? [month] : Array.from({ length: 12 }, (_, i) => i + 1)
  return (after) => {
    const from = civilDate(after.getUTCFullYear(), after.getUTCMonth() + 1, after.getUTCDate())
    if (!from) return undefined
    const year = lunarOf(from)?.year ?? partsOf(from)[0]
    const days = [year, year + 1, year + 2].flatMap((y) => daysIn(y, months, day, !isYearly)).sort()
    const date = days.find((one) => one >= begins && new Date(`${one}T${clock}`) > after)
    return date ? new Date(`${date}T${clock}`) : undefined
  }
}

function daysIn(year: number, months: readonly number[], day: number, leaps: boolean): CivilDate[] {
  const all = months.flatMap((month) => [{ month, leap: false }, ...(leaps ? [{ month, leap: true }] : [])])
  return all.flatMap(({ month, leap }) => {
    const at = (one: number) => solarOf({ year, month, day: one, leap })
    return at(day) ?? (day === 30 ? (at(29) ?? []) : [])
  })
}
