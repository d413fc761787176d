import { type Wall, wallAt } from './local-time.ts'

/** A wall clock without a place: year (full), month 1–12, day 1–31, hour 0–23, minute, second. */
export type Local = Omit<Wall, 'weekday'>

/** What a clock on the wall shows at an instant. Throws a RangeError for an unknown zone or an invalid date. */
export function toLocal(instant: Date, zone: string): Local {
  const { weekday: _, ...local } = wallAt(+instant, zone)
  return local
}

/**
 * The instant a wall clock means. Where clocks go back it is the earlier of the two; where they jump ahead and skip the time, the
 * clock is moved on by the length of the gap (02:30 → 03:30), as calendars do.
 */
export function toInstant(local: Local, zone: string): Date {
  const wall = utcOf(local)
  const [before, after] = [offsetAt(wall - DAY, zone), offsetAt(wall + DAY, zone)]
  for (const offset of [before, after]) if (offsetAt(wall - offset, zone) === offset) return new Date(wall - offset)
  return new Date(wall - before)
}

const DAY = 86_400_000

function offsetAt(ms: number, zone: string): number {
  const whole = Math.floor(ms / 1000) * 1000
  return utcOf(toLocal(new Date(whole), zone)) - whole
}

/** Milliseconds of the wall clock as if it stood in UTC. (Date.UTC alone takes years below 100 for 19xx.) */
export function utcOf({ year, month, day, hour, minute, second }: Local): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000
}
