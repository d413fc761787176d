import { addDays, type CivilDate, civil, todayIn } from '../../std/korean/calendar.ts'
import { instantOf, readMoment } from '../../std/korean/moment.ts'
import { nextOccurrence, type Recurrence, readRecurrence } from '../../std/korean/recurrence.ts'
import type { When } from '../../std/korean/span.ts'
import type { Clock } from '../../std/korean/time.ts'
import { toLocal } from '../../std/korean/zone.ts'
import { readDate } from '../../tools/datetime/read.ts'

/** When something is to ring: the first time, and the rule by which it comes again. */
export interface Plan {
  next: number
  rule?: Recurrence
}
/** What could not be read: the time, the repetition, or a time that is over. */
export type Unplanned = 'at' | 'repeat' | 'past'

/** A day without a clock time means nine in the morning. */
const morning: Clock = { hour: 9, minute: 0 }

const named: Record<string, Pick<Recurrence, 'every'> & { weekdays?: NonNullable<Recurrence['weekdays']> }> = {
  daily: { every: 'day' },
  weekly: { every: 'week' },
  weekdays: { every: 'week', weekdays: [1, 2, 3, 4, 5] },
  monthly: { every: 'month' },
  yearly: { every: 'year' },
}

/**
 * Reads when to ring. `at`: ISO 8601 (without an offset: in the person's zone) or a person's words ("내일 아침 9시"). `repeat`: daily,
 * weekly, weekdays, monthly, yearly, or a person's words ("격주 금요일"); it may carry the time itself, and then `at` may be missing.
 */
export function planOf(at: string | undefined, repeat: string | undefined, when: When): Plan | Unplanned {
  const first = at === undefined ? undefined : instantIn(at, when)
  if (at !== undefined && first === undefined) return 'at'
  if (repeat === undefined || repeat.trim() === '') {
    if (first === undefined) return 'at'
    return first > +when.now ? { next: first } : 'past'
  }
  const rule = ruleOf(repeat.trim(), first, when)
  if (!rule) return 'repeat'
  const next = first !== undefined && first > +when.now ? first : +nextOccurrence(rule, when.now, when.zone)
  return { next, rule }
}

function instantIn(text: string, when: When): number | undefined {
  const exact = readDate(text, when.zone, +when.now)
  if (exact?.timed) return exact.at
  const read = readMoment(text, when)
  if (!exact && (!read || 'invalid' in read)) return undefined
  if (!exact && read && !('invalid' in read) && !read.dateOnly) return +read.at
  const day = exact ? dateOf(exact.at, when.zone) : (read as { date: CivilDate }).date
  return +instantOf(day, morning, when.zone)
}

function ruleOf(words: string, first: number | undefined, when: When): Recurrence | undefined {
  const clock = first === undefined ? undefined : clockOf(first, when.zone)
  const anchor = first === undefined ? todayIn(when) : dateOf(first, when.zone)
  const plain = named[words.toLowerCase()]
  if (plain) return { ...plain, interval: 1, anchor, time: clock ?? morning }
  const read = readRecurrence(words, when) ?? readRecurrence(`${words} 9시`, when)
  if (!read) return undefined
  return {
    ...read.rule,
    ...(first === undefined ? {} : { anchor: anchorOf(read.rule, anchor) }),
    time: clock ?? read.rule.time ?? morning,
  }
}

/** A rule counts from the first time, if that is a day of the rule's; else it keeps its own beginning. */
function anchorOf(rule: Recurrence, first: CivilDate): CivilDate {
  const before = instantOf(addDays(first, -1), { hour: 23, minute: 59 }, 'UTC')
  const next = nextOccurrence({ ...rule, anchor: first, time: { hour: 0, minute: 0 } }, before, 'UTC')
  return dateOf(+next, 'UTC') === first ? first : rule.anchor
}

function dateOf(at: number, zone: string): CivilDate {
  const { year, month, day } = toLocal(new Date(at), zone)
  return civil(year, month, day) as CivilDate
}

function clockOf(at: number, zone: string): Clock {
  const { hour, minute, second } = toLocal(new Date(at), zone)
  return { hour, minute, ...(second ? { second } : {}) }
}
