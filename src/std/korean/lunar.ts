import { addDays, type CivilDate, civil } from './calendar.ts'

/** Feasts of the Korean lunar calendar: month, day, and the solar window (MM-DD) in which that day can fall. */
const FEASTS = {
  설날: { month: 1, day: 1, first: [1, 20] },
  부처님오신날: { month: 4, day: 8, first: [4, 28] },
  추석: { month: 8, day: 15, first: [9, 6] },
} as const

export type Feast = keyof typeof FEASTS

let lunar: Intl.DateTimeFormat | undefined
const known = new Map<string, CivilDate | undefined>()

/**
 * The solar date of a lunar feast, from the Dangi calendar that Intl computes for the Korean meridian; undefined outside 1912–2050,
 * where that table is not sure.
 */
export function feastOf(feast: Feast, year: number): CivilDate | undefined {
  if (year < 1912 || year > 2050) return undefined
  const key = `${feast}${year}`
  if (!known.has(key)) known.set(key, search(feast, year))
  return known.get(key)
}

function search(feast: Feast, year: number): CivilDate | undefined {
  const { month, day, first } = FEASTS[feast]
  const start = civil(year, first[0], first[1]) as CivilDate
  return Array.from({ length: 36 }, (_, i) => addDays(start, i)).find((date) => isLunar(date, month, day))
}

/** A leap month is shown with a suffix ("8bis") and is not the feast's. */
function isLunar(date: CivilDate, month: number, day: number): boolean {
  lunar ??= new Intl.DateTimeFormat('en-u-ca-dangi', { month: 'numeric', day: 'numeric', timeZone: 'UTC' })
  const parts = lunar.formatToParts(new Date(`${date}T12:00:00Z`))
  const shown = (type: string) => parts.find((part) => part.type === type)?.value
  return shown('month') === String(month) && shown('day') === String(day)
}
