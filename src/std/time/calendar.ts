import { isoDate, type Local } from './local-time.ts'

/** The moment and place a relative expression is read from: "내일" means the day after `now` in `zone` (an IANA name). */
export interface When {
  now: Date
  zone: string
}

/** A civil date, "YYYY-MM-DD" (ISO 8601), years 0001–9999. Dates compare as strings. */
export type CivilDate = string

/** Monday 1 … Sunday 7, as in ISO 8601. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

const DAY = 86_400_000

/** The date of a year, month and day; undefined if there is no such day (2월 30일, 13월 1일). */
export function civilDate(year: number, month: number, day: number): CivilDate | undefined {
  const exists = year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  return exists ? `${padNumber(year, 4)}-${padNumber(month, 2)}-${padNumber(day, 2)}` : undefined
}

const padNumber = (value: number, width: number) => String(value).padStart(width, '0')

/** [year, month, day] of a civil date. */
export function partsOf(date: CivilDate): [year: number, month: number, day: number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))]
}

/** 28 to 31. The month is 1–12. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function dayNumber(date: CivilDate): number {
  const [year, month, day] = partsOf(date)
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY
}

/** The date `days` later (or earlier), kept within years 1–9999. */
export function addDays(date: CivilDate, days: number): CivilDate {
  const moved = new Date(Math.max(-62_135_596_800_000, Math.min(253_402_214_400_000, (dayNumber(date) + days) * DAY)))
  return civilDate(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate()) as CivilDate
}

/** The same day `months` later; a day that month does not have becomes its last (31 Jan + 1 month = 28 or 29 Feb). */
export function addMonths(date: CivilDate, months: number): CivilDate {
  const [year, month, day] = partsOf(date)
  const count = Math.max(12, Math.min(9999 * 12 + 11, year * 12 + month - 1 + months))
  const [y, m] = [Math.floor(count / 12), (count % 12) + 1]
  return civilDate(y, m, Math.min(day, daysInMonth(y, m))) as CivilDate
}

/** A local time moved by whole months; the 31st becomes the last day of a shorter month. */
export function addLocalMonths(local: Local, months: number): Local {
  const count = local.year * 12 + local.month - 1 + months
  const [year, month] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1]
  return { ...local, year, month, day: Math.min(local.day, daysInMonth(year, month)) }
}

/** Whole days from one date to another, negative backwards. */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  return dayNumber(to) - dayNumber(from)
}

/** The weekday of a date. */
export function weekdayOf(date: CivilDate): Weekday {
  return (((((dayNumber(date) + 3) % 7) + 7) % 7) + 1) as Weekday
}

/** Today's date on the wall in the zone. */
export function todayIn({ now, zone }: When): CivilDate {
  return isoDate(now, zone)
}
