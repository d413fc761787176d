import {
  addDays,
  addMonths,
  type CivilDate,
  civilDate,
  daysInMonth,
  partsOf,
  type Weekday,
  weekdayOf,
} from '../../time/calendar.ts'

/** What a rule makes of its words; `approximate` where they leave room, undefined where they name no day after all. */
export type Found = { date: CivilDate; approximate?: true } | { invalid: 'day' } | undefined

/** Global patterns, tried from their `lastIndex`, and what their hit means seen from today. */
export type Rule = [pattern: RegExp, read: (hit: RegExpExecArray, today: CivilDate) => Found]

/** The letters of the weekdays in ISO order: the index of a letter + 1 is its number. */
export const DAYS = '월화수목금토일'

/** The day of a full date, or that there is none. */
export function exact(year: number, month: number, day: number): Found {
  const date = civilDate(year, month, day)
  return date ? { date } : { invalid: 'day' }
}

/** A date or nothing: for notations that mean other things too, where 13/45 is no mistake but no date. */
export const valid = (found: Found): Found => (found && 'date' in found ? found : undefined)

/** The next such day, today included; 29 February waits for a leap year. */
export function upcoming(today: CivilDate, month: number, day: number): Found {
  if (!civilDate(2000, month, day)) return { invalid: 'day' }
  const [year] = partsOf(today)
  for (let y = year; y <= year + 8; y++) {
    const date = civilDate(y, month, day)
    if (date && date >= today) return { date }
  }
  return { invalid: 'day' }
}

/** The next day of a month by its number alone, today included; a month without it is passed over. */
export function upcomingDay(today: CivilDate, day: number): Found {
  const [year, month] = partsOf(today)
  const dates = [0, 1, 2].map((ahead) =>
    civilDate(year + Math.floor((month - 1 + ahead) / 12), ((month - 1 + ahead) % 12) + 1, day),
  )
  const date = dates.find((candidate) => candidate && candidate >= today)
  return date ? { date } : undefined
}

/** The Saturday of this week, or today where the weekend has begun. */
export const comingSaturday = (today: CivilDate) => (weekdayOf(today) >= 6 ? today : addDays(monday(today), 5))

/** The last day of the date's month. */
export function monthEnd(date: CivilDate, roughly: boolean): Found {
  const [year, month] = partsOf(date)
  return {
    date: civilDate(year, month, daysInMonth(year, month)) as CivilDate,
    ...(roughly ? { approximate: true as const } : {}),
  }
}

/** The Monday that begins the date's week. */
export const monday = (date: CivilDate) => addDays(date, 1 - weekdayOf(date))

/** The next such weekday after today, 1 to 7 days on. */
export const nextWeekday = (today: CivilDate, wanted: number) =>
  addDays(today, ((wanted - weekdayOf(today) + 6) % 7) + 1)

/** Days from `nextWeekday` back to the last such day before today (`weeks` -1), or one week earlier still (-2). */
export const lastWeekday = (today: CivilDate, wanted: number, weeks: number) =>
  (weekdayOf(today) === (wanted as Weekday) ? -7 : 0) + weeks * 7

/** A number of days, weeks, months or years from today; back if `way` is 전 or ago. */
export function later(today: CivilDate, count: number, unit = '', way = ''): Found {
  const n = way.startsWith('전') || way === 'ago' ? -count : count
  if (/^(?:달|개월|month)/.test(unit)) return { date: addMonths(today, n) }
  if (/^(?:년|해|year)/.test(unit)) return { date: addMonths(today, n * 12) }
  return { date: addDays(today, n * (/^(?:주|week)/.test(unit) ? 7 : 1)) }
}
