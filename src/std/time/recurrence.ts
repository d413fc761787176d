import type { RRuleTemporal } from 'rrule-temporal'
import { type CivilDate, civilDate, daysInMonth, partsOf, type Weekday } from './calendar.ts'
import { type Clock, toInstant, toLocal, utcOf } from './local-time.ts'
import { lunarOf, solarOf } from './lunar.ts'

/**
 * When something repeats, as it was said. Every `interval` minutes, hours, days, weeks, months or years, counted from
 * `anchor`; on `weekdays` (1 Monday … 7 Sunday) of a week, on `day` of a month (a month without that day: its last),
 * on the `nth` weekday of a month (-1 the last), at `time` and at `more` (absent: the start of the day); until the
 * end of the day `until`, `count` times, and not on the days `except`. `lunar`: month and day are of the Korean lunar
 * calendar; such a rule has one time, no end and no exceptions.
 */
export interface Recurrence {
  every: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'
  interval: number
  anchor: CivilDate
  weekdays?: Weekday[]
  nth?: number
  day?: number | 'last'
  month?: number
  lunar?: true
  time?: Clock
  more?: Clock[]
  until?: CivilDate
  count?: number
  except?: CivilDate[]
}

/** A rule as it is kept: RFC 5545 text, "DTSTART;TZID=Asia/Seoul:20261123T080000\nRRULE:FREQ=WEEKLY;BYDAY=MO". */
export type RuleText = string

const FREQ = {
  minute: 'MINUTELY',
  hour: 'HOURLY',
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
} as const
const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const twoDigits = (n: number) => String(n).padStart(2, '0')
const midnight: Clock = { hour: 0, minute: 0 }

const stampOf = (date: CivilDate, { hour, minute, second = 0 }: Clock) =>
  `${date.replaceAll('-', '')}T${twoDigits(hour)}${twoDigits(minute)}${twoDigits(second)}`

/** The rule as RFC 5545 text in a zone. The 31st of a month that has none is its last day. */
export function toRuleText(rule: Recurrence, zone: string): RuleText {
  if (rule.lunar) return lunarText(rule, zone)
  const { every, interval, anchor, time = midnight, more = [], until, count, except = [] } = rule
  const times = [time, ...more]
  const hours =
    more.length > 0
      ? [`BYHOUR=${times.map(({ hour }) => hour).join(',')}`, `BYMINUTE=${time.minute}`, 'BYSECOND=0']
      : []
  const parts = [
    `FREQ=${FREQ[every]}`,
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...daysOf(rule, times.length),
    ...hours,
    ...(count === undefined ? [] : [`COUNT=${count}`]),
    ...(until === undefined ? [] : [`UNTIL=${endOf(until, zone)}`]),
  ]
  const gone = except.flatMap((date) => times.map((one) => stampOf(date, one)))
  const lines = [`DTSTART;TZID=${zone}:${stampOf(anchor, time)}`, `RRULE:${parts.join(';')}`]
  return [...lines, ...(gone.length > 0 ? [`EXDATE;TZID=${zone}:${gone.join(',')}`] : [])].join('\n')
}

/** RFC 7529: a rule of another calendar names it; "dangi" is the Korean one (CLDR). */
function lunarText({ every, anchor, month, day, time = midnight }: Recurrence, zone: string): RuleText {
  const days = [...(every === 'year' ? [`BYMONTH=${month}`] : []), `BYMONTHDAY=${day}`]
  return `DTSTART;TZID=${zone}:${stampOf(anchor, time)}\nRRULE:${[`RSCALE=DANGI;FREQ=${FREQ[every]}`, ...days].join(';')}`
}

function daysOf({ every, anchor, weekdays, nth, day, month }: Recurrence, times: number): string[] {
  const [, startMonth, startDay] = partsOf(anchor)
  if (weekdays && weekdays.length > 0 && (every === 'week' || nth !== undefined))
    return nth === undefined || weekdays.length === 1
      ? [`BYDAY=${weekdays.map((one) => `${nth ?? ''}${CODES[one - 1]}`).join(',')}`]
      : [`BYDAY=${weekdays.map((one) => CODES[one - 1]).join(',')}`, `BYSETPOS=${placesOf(nth, times)}`]
  if (every !== 'month' && every !== 'year') return []
  const months = every === 'year' ? [`BYMONTH=${month ?? startMonth}`] : []
  const date = day ?? startDay
  if (date === 'last') return [...months, 'BYMONTHDAY=-1']
  // Of the days up to this one that the month has, the last: one entry for each time of the day.
  const short = date > (every === 'month' ? 28 : daysInMonth(2001, month ?? startMonth))
  if (!short) return [...months, `BYMONTHDAY=${date}`]
  const list = Array.from({ length: date - 27 }, (_, i) => 28 + i).join(',')
  return [...months, `BYMONTHDAY=${list}`, `BYSETPOS=${Array.from({ length: times }, (_, i) => -1 - i).join(',')}`]
}

/** The places of the n-th day among the times of a month, of which each day has so many. */
const placesOf = (nth: number, times: number): string =>
  Array.from({ length: times }, (_, i) => (nth < 0 ? nth * times + i : (nth - 1) * times + 1 + i)).join(',')

function endOf(date: CivilDate, zone: string): string {
  const [year, month, day] = partsOf(date)
  const at = toInstant({ year, month, day, hour: 23, minute: 59, second: 59 }, zone)
  return `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

/**
 * The parts of a kept rule's RRULE line, for those who show it: FREQ, BYDAY … as they stand. Undefined for what is no
 * rule text.
 */
export function partsOfRule(rule: RuleText): Readonly<Record<string, string>> | undefined {
  const line = /^RRULE:(.+)$/m.exec(rule)?.[1]
  const start = /^DTSTART(?:;TZID=([^:\n]+))?:(\d{8}T\d{6})/m.exec(rule)
  if (!line || !start) return undefined
  const parts = line.split(';').map((part) => part.split('=') as [string, string])
  return { ...Object.fromEntries(parts), DTSTART: start[2] as string, TZID: start[1] ?? 'UTC' }
}

let library: typeof RRuleTemporal | undefined

/**
 * Loads the library that counts rules (rrule-temporal, some 230 kB): call it before `nextOccurrence`, and only where
 * something repeats.
 */
export async function loadRecurrence(): Promise<void> {
  library ??= (await import('rrule-temporal')).RRuleTemporal
}

interface Counter {
  next(after: Date): Date | undefined
  zone: string
  /**
   * Counted on the wall's clock: a time that a zone skips comes after the gap. Hours and minutes are counted as they
   * pass.
   */
  onWall: boolean
}

const counters = new Map<string, Counter>()
const mostCounters = 200

function counterOf(text: RuleText): Counter {
  const known = counters.get(text)
  if (known) return known
  if (!library) throw new Error('loadRecurrence() must be called first')
  const parts = partsOfRule(text)
  if (!parts) throw new RangeError(`Invalid recurrence rule: ${text}`)
  const zone = parts.TZID as string
  const onWall = parts.FREQ !== 'HOURLY' && parts.FREQ !== 'MINUTELY'
  const made = {
    next: parts.RSCALE === 'DANGI' ? lunarCounter(parts) : createNext(library, text, zone, onWall),
    zone,
    onWall,
  }
  if (counters.size >= mostCounters) counters.clear()
  counters.set(text, made)
  return made
}

function createNext(Rule: typeof RRuleTemporal, text: RuleText, zone: string, onWall: boolean): Counter['next'] {
  const rule = createRule(Rule, onWall ? wallText(text, zone) : text)
  return (after) => dateOf(nextAfter(rule, after))
}

function createRule(Rule: typeof RRuleTemporal, rruleString: string): RRuleTemporal {
  try {
    return new Rule({ rruleString })
  } catch (error) {
    throw new RangeError(`Invalid recurrence rule: ${rruleString}`, { cause: error })
  }
}

/** The same rule as if its wall stood in UTC. */
function wallText(text: RuleText, zone: string): string {
  return text
    .replace(/^(DTSTART|EXDATE);TZID=[^:\n]+:(.+)$/gm, (_, name: string, values: string) => {
      const all = values.split(',').map((value) => `${value}Z`)
      return `${name}:${all.join(',')}`
    })
    .replace(/UNTIL=(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, (_, ...digits: string[]) => {
      const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = digits.slice(0, 6).map(Number)
      const wall = new Date(utcOf(toLocal(new Date(Date.UTC(year, month - 1, day, hour, minute, second)), zone)))
      return `UNTIL=${wall.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
    })
}

/** No zone is further from its own wall of the day before than this, in milliseconds. */
const aDay = 26 * 3_600_000

/**
 * The first occurrence strictly after `after`; undefined when it never comes again. Where clocks jump ahead over the
 * time, it comes after the gap; where they go back, once, the first time. Throws a RangeError for an unknown zone or
 * what is no rule.
 */
export function nextOccurrence(rule: Recurrence | RuleText, after: Date, zone: string): Date | undefined {
  const { next: following, zone: own, onWall } = counterOf(typeof rule === 'string' ? rule : toRuleText(rule, zone))
  if (!onWall) return following(after)
  let wall: Date | undefined = new Date(utcOf(toLocal(after, own)) - aDay)
  for (;;) {
    wall = following(wall)
    if (!wall) return undefined
    const at = toInstant(toLocal(wall, 'UTC'), own)
    if (at > after) return at
  }
}

function nextAfter(rule: RRuleTemporal, after: Date) {
  try {
    return rule.next(after, false)
  } catch (error) {
    throw new RangeError('The recurrence rule has no further occurrence', { cause: error })
  }
}

const dateOf = (at: { epochMilliseconds: number } | null) => (at ? new Date(at.epochMilliseconds) : undefined)

/** The next `count` occurrences after `after`; fewer where the rule ends. */
export function nextOccurrences(rule: Recurrence | RuleText, after: Date, zone: string, count: number): Date[] {
  const times: Date[] = []
  for (let at = nextOccurrence(rule, after, zone); at && times.length < count; at = nextOccurrence(rule, at, zone))
    times.push(at)
  return times
}

/**
 * Counts a rule of the Korean lunar calendar on the wall, as if that stood in UTC: the first day after a moment. The
 * 30th of a month that has 29 days is its last; a leap month has no yearly day, and a monthly one. Throws a
 * RangeError for parts that are no such rule.
 */
function lunarCounter(parts: Readonly<Record<string, string>>): (after: Date) => Date | undefined {
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
