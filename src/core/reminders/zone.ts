import { nextOccurrence, partsOfRule, type RuleText } from '../../std/time/recurrence.ts'

/** A thing that comes again at an hour of the day, and the zone of that hour. */
interface Repeating {
  rule?: RuleText
  next?: number
  zone: string
  /** Its last ring: before it nothing comes again, also by a clock that was set back. */
  ring?: { at: number }
}

/** The zone that a rule is written in, where it has one of its own: not the one of whoever reads it. */
export function ownZoneOf(rule: RuleText | undefined, reader: string): string | undefined {
  const written = /TZID=([^:;\n]+)/.exec(rule ?? '')?.[1]
  return written === undefined || written === reader ? undefined : written
}

/**
 * The same rule in another zone, from its next time there: 7:00 stays 7:00 on a trip. Undefined where nothing
 * changes: for what rings once, every so many hours, or by a clock that was named. `loadRecurrence` comes first.
 */
export function movedTo(
  { rule, next, zone: before, ring }: Repeating,
  zone: string,
  now: number,
): { zone: string; rule: RuleText; next: number } | undefined {
  const every = rule === undefined ? undefined : partsOfRule(rule)?.FREQ
  if (rule === undefined || next === undefined || before === zone || every === 'HOURLY' || every === 'MINUTELY')
    return undefined
  if (ownZoneOf(rule, before) !== undefined) return undefined
  const moved = rule.replaceAll(/TZID=[^:\n]+/g, `TZID=${zone}`)
  const coming = nextOccurrence(moved, new Date(Math.max(now, ring?.at ?? now)), zone)?.getTime()
  return coming === undefined ? undefined : { zone, rule: moved, next: coming }
}
