import { RRuleTemporal } from 'rrule-temporal'

/** Periods that are gone through before a rule is given up: every day of 270 years. */
const mostPeriods = 100_000

/**
 * List the occurrences of a rule of RFC 5545 from `from` to `to` (milliseconds of the wall's clock as if it stood in
 * UTC, as `start` is), the start included. UNTIL must be of the same clock. Throws a RangeError for a text that is no
 * rule, or one that comes true too often to be listed.
 */
export function wallOccurrences(start: number, rule: string, from: number, to: number): number[] {
  const stamp = `${new Date(start).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  try {
    const counted = new RRuleTemporal({ rruleString: `DTSTART:${stamp}\nRRULE:${rule}`, maxIterations: mostPeriods })
    return counted.between(new Date(from), new Date(to), true).map(({ epochMilliseconds }) => epochMilliseconds)
  } catch (error) {
    throw new RangeError(`Invalid recurrence rule: ${rule.slice(0, 200)}`, { cause: error })
  }
}
