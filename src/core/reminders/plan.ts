import { instantOf } from '../../std/korean/dates/moment.ts'
import { withTime } from '../../std/korean/dates/recurrence.ts'
import { withoutZone } from '../../std/korean/dates/zone.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import type { Span } from '../../std/korean/spelling/span.ts'
import { patternOf } from '../../std/text/pattern.ts'
import type { When } from '../../std/time/calendar.ts'
import { addDays, type CivilDate, todayIn } from '../../std/time/calendar.ts'
import type { Clock } from '../../std/time/local-time.ts'
import { isoDate, toInstant, toLocal } from '../../std/time/local-time.ts'
import {
  loadRecurrence,
  nextOccurrence,
  partsOfRule,
  type Recurrence,
  type RuleText,
  toRuleText,
} from '../../std/time/recurrence.ts'
import { readDate } from '../../tools/datetime/read.ts'

/** The times of a reminder: the first one, and the rule by which it comes again. */
export interface Plan {
  next: number
  rule?: RuleText
  /** Others that one rule cannot hold: "매일 9시와 6시 반" is two reminders. */
  also?: Plan[]
}
/**
 * The part that could not be read: the time, the repetition, a time that is over, or some words (`unread`) beside the
 * understood ones: nothing is set by a half.
 */
export type PlanFault = 'at' | 'repeat' | 'past' | { unread: string; understood: Plan }

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
 * Reads when to ring. `at`: ISO 8601 (without an offset: in the person's zone) or a person's words ("내일 아침 9시").
 * `repeat`: daily, weekly, weekdays, monthly, yearly, RFC 5545 text, or a person's words ("격주 금요일"); it may carry the
 * time itself, and then `at` may be missing.
 */
export async function planOf(
  at: string | undefined,
  repeat: string | undefined,
  when: When,
): Promise<Plan | PlanFault> {
  const zoned = await zonedPlan(at, repeat, when)
  if (zoned !== undefined) return zoned
  // "9시" beside "매달 31일" is the hour of the rule, and no first time today.
  if (at !== undefined && repeat !== undefined && isHourOf(at, repeat, when))
    return planOf(undefined, `${repeat} ${at}`, when)
  const first = at === undefined ? undefined : instantIn(at, when)
  if (at !== undefined && first === undefined) return 'at'
  const unread = at === undefined ? '' : unreadTime(at, when)
  if (repeat === undefined || repeat.trim() === '') {
    if (first === undefined) return 'at'
    if (unread) return { unread, understood: { next: first } }
    return first > +when.now ? { next: first } : 'past'
  }
  await loadRecurrence()
  const rules = rulesOf(repeat.normalize('NFC').trim(), first, when)
  // Of "올해까지 매년 1월 3일과 12월 3일" the first never comes, and the other does.
  const [read = rules[0], ...others] = rules.filter(
    ({ rule }) => rules.length === 1 || nextOf(rule, when) !== undefined,
  )
  if (!read) return 'repeat'
  const next = first !== undefined && first > +when.now && others.length === 0 ? first : nextOf(read.rule, when)
  if (next === undefined) return 'repeat'
  const words = [unread, read.unread].filter(Boolean).join(' ')
  const also = others.flatMap(({ rule }) => {
    const at = nextOf(rule, when)
    return at === undefined ? [] : [{ next: at, rule }]
  })
  const plan = { next, rule: read.rule, ...(also.length > 0 ? { also } : {}) }
  return words ? { unread: words, understood: plan } : plan
}

/** ISO 8601 and RFC 5545 name zones of their own. */
const IS_EXACT = /^\s*(?:\d{4}-\d|DTSTART|RRULE)/

/**
 * A time by the clock of another place. A rule is read as somebody there says it, and stays with that clock; of one
 * moment the day is the person's own. Undefined where no clock is named; one that nobody can tell is not read.
 */
async function zonedPlan(
  at: string | undefined,
  repeat: string | undefined,
  when: When,
): Promise<Plan | PlanFault | undefined> {
  const said = [at, repeat].map((text) =>
    text === undefined || IS_EXACT.test(text) ? undefined : readSentence(text).zone,
  )
  const found = said.find((one) => one !== undefined)
  if (!found) return undefined
  if (found.zone === undefined) return repeat === undefined ? 'at' : 'repeat'
  const [first, often] = [at, repeat].map((text, i) => {
    const span = said[i]
    return text !== undefined && span ? withoutZone(readSentence(text).text, span) : text
  })
  if (often !== undefined) return planOf(first || undefined, often, { ...when, zone: found.zone })
  const here = instantIn(first ?? '', when)
  if (here === undefined) return 'at'
  const next = +toInstant(toLocal(new Date(here), when.zone), found.zone)
  const unread = unreadTime(first ?? '', when)
  if (unread) return { unread, understood: { next } }
  return next > +when.now ? { next } : 'past'
}

/** Return true if the time is an hour alone, beside words that name days and no hour. */
function isHourOf(at: string, repeat: string, when: When): boolean {
  if (/^\d{4}-/.test(at) || /^(?:DTSTART|RRULE)/.test(repeat) || repeat.trim().toLowerCase() in named) return false
  const [said, often] = [readSentence(at), readSentence(repeat)]
  const isHour = said.times.length === 1 && said.days(when).length === 0 && said.durations.length === 0
  const { every } = often.recurrence(when)?.rule ?? {}
  const hasDays = every === 'day' || every === 'week' || every === 'month' || every === 'year'
  return isHour && hasDays && often.times.length === 0
}

function nextOf(rule: RuleText, { now, zone }: When): number | undefined {
  try {
    return nextOccurrence(rule, now, zone)?.getTime()
  } catch (error) {
    // "The 31st of February" never comes.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Words that say no more than the time beside them. */
const PLAIN = patternOf('i')`
    ^(?:에|에는|쯤|쯤에|정각|정각에|뒤|뒤에|후|후에|있다가|이따가|지나서|까지|부터|마다|씩|이|가|은|는|의|와|과|하고|이랑|랑|또|그리고|반복|되풀이|알림|알람|매번|꼭|좀|at|on|in|
    the|by|and|of|every|for|from|now|each|day|starting)$`

/** The words of a text that no span explains. */
function unreadIn(text: string, spans: readonly Span[]): string {
  let rest = text
  for (const { from, to } of spans) rest = rest.slice(0, from) + ' '.repeat(Math.max(0, to - from)) + rest.slice(to)
  return rest
    .split(/[\s,.!~·]+/)
    .filter((word) => word !== '' && !PLAIN.test(word))
    .join(' ')
}

function unreadTime(at: string, when: When): string {
  if (readDate(at, when.zone, +when.now)) return ''
  const said = readSentence(at)
  const [day, time, length, whole] = [said.days(when)[0], said.times[0], said.durations[0], said.moment(when)]
  const ahead = !day && !time && length ? [length, ...(whole ? [whole] : [])] : []
  return unreadIn(said.text, [...(day ? [day] : []), ...(time ? [time] : []), ...ahead, ...HALVES(said.text)])
}

/** "tomorrow morning": English names the half of the day with the day. */
const HALVES = (text: string): Span[] =>
  [...text.matchAll(/\b(?:this|tomorrow|in the|at)?\s?(?:morning|afternoon|evening|night|tonight)\b/gi)].map(
    ({ index, 0: said }) => ({
      from: index,
      to: index + said.length,
    }),
  )

function instantIn(text: string, when: When): number | undefined {
  const exact = readDate(text, when.zone, +when.now)
  if (exact?.timed) return exact.at
  const read = readSentence(text).moment(when)
  if (!exact && (!read || 'invalid' in read)) return undefined
  if (!exact && read && !('invalid' in read) && !read.dateOnly) return +read.at
  const day = exact ? dateOf(exact.at, when.zone) : (read as { date: CivilDate }).date
  return +instantOf(day, morning, when.zone)
}

/** The day that `at` names, as `planOf` reads it: "2026-11-23", "내일". */
export function dayOf(at: string, when: When): CivilDate | undefined {
  const instant = instantIn(at, when)
  return instant === undefined ? undefined : dateOf(instant, when.zone)
}

/** The rules of a repetition: mostly one. RFC 5545 texts stand apart by an empty line. */
function rulesOf(words: string, first: number | undefined, when: When): { rule: RuleText; unread: string }[] {
  if (/^(?:DTSTART|RRULE)/.test(words)) {
    const kept = words.split(/\n{2,}/).map((text) => keptRule(text, first, when))
    return kept.every((one) => one !== undefined) ? kept : []
  }
  const clock = first === undefined ? undefined : clockOf(first, when.zone)
  const anchor = first === undefined ? todayIn(when) : dateOf(first, when.zone)
  const plain = named[words.toLowerCase()]
  const whole = (rule: Recurrence) => toRuleText(rule, when.zone)
  if (plain) return [{ rule: whole({ ...plain, interval: 1, anchor, time: clock ?? morning }), unread: '' }]
  const said = readSentence(words)
  const read =
    said.recurrence(when) ?? (said.times.length > 0 ? undefined : readSentence(`${said.text} 9시`).recurrence(when))
  if (!read) return []
  const { rule, others = [] } = read
  const passing = rule.every === 'hour' || rule.every === 'minute'
  const start = withTime(rule, when)
  // Several times of the day are the rule's own; one may be said with the first time.
  const time = (rule.more || others.length > 0 ? undefined : clock) ?? start.time ?? morning
  const from = first === undefined ? { anchor: start.anchor } : { anchor: passing ? anchor : anchorOf(rule, anchor) }
  const unread = unreadIn(said.text, [...read.spans, ...HALVES(said.text)])
  return [{ ...rule, ...from, time }, ...others].map((one) => ({ rule: whole(one), unread }))
}

/** RFC 5545 text, with or without its beginning. */
function keptRule(text: string, first: number | undefined, when: When): { rule: RuleText; unread: string } | undefined {
  const at = new Date(first ?? when.now)
  const { hour, minute, second } = first === undefined ? { ...morning, second: 0 } : toLocal(at, when.zone)
  const two = (n: number) => String(n).padStart(2, '0')
  const day = isoDate(at, when.zone).replaceAll('-', '')
  const start = `DTSTART;TZID=${when.zone}:${day}T${two(hour)}${two(minute)}${two(second)}`
  const rule = text.startsWith('DTSTART') ? text : `${start}\n${text}`
  const parts = Object.entries(partsOfRule(rule) ?? {})
  const isRule = parts.length > 0 && parts.every(([name, value]) => PARTS[name]?.test(`${value},`))
  return isRule ? { rule, unread: '' } : undefined
}

const DAY_CODE = '(?:MO|TU|WE|TH|FR|SA|SU)'
/** A list of numbers up to two digits of which each is one of `numbers`. */
const listOf = (numbers: string) => new RegExp(`^(?:(?:${numbers}),)+$`)
/** The parts of RFC 5545 and 7529 that a reminder may have, each with a comma behind it. None rings each second. */
const PARTS: Readonly<Record<string, RegExp>> = {
  ...{ FREQ: /^(?:MINUTE|HOUR|DAI|WEEK|MONTH|YEAR)LY,$/, INTERVAL: /^[1-9]\d{0,4},$/, COUNT: /^[1-9]\d{0,8},$/ },
  ...{ UNTIL: /^\d{8}(?:T\d{6}Z?)?,$/, DTSTART: /^\d{8}T\d{6},$/, TZID: /./, RSCALE: /^\w+,$/, SKIP: /^\w+,$/ },
  ...{ WKST: listOf(DAY_CODE), BYDAY: listOf(`[+-]?(?:[1-9]|[1-4]\\d|5[0-3])?${DAY_CODE}`) },
  ...{ BYHOUR: listOf('[01]?\\d|2[0-3]'), BYMINUTE: listOf('[0-5]?\\d'), BYSECOND: listOf('[0-5]?\\d') },
  ...{ BYMONTH: listOf('0?[1-9]L?|1[0-2]L?'), BYMONTHDAY: listOf('[+-]?(?:0?[1-9]|[12]\\d|3[01])') },
  ...{ BYSETPOS: listOf('[+-]?[1-9]\\d{0,2}'), BYYEARDAY: listOf('[+-]?[1-9]\\d{0,2}') },
  BYWEEKNO: listOf('[+-]?(?:[1-9]|[1-4]\\d|5[0-3])'),
}

/** A rule counts from the first time, if that is a day of the rule's; else it keeps its own beginning. */
function anchorOf(rule: Recurrence, first: CivilDate): CivilDate {
  const before = instantOf(addDays(first, -1), { hour: 23, minute: 59 }, 'UTC')
  const { more: _, until: __, count: ___, ...days } = rule
  const next = nextOccurrence({ ...days, anchor: first, time: { hour: 0, minute: 0 } }, before, 'UTC')
  return next && dateOf(+next, 'UTC') === first ? first : rule.anchor
}

const dateOf = (at: number, zone: string): CivilDate => isoDate(at, zone)

function clockOf(at: number, zone: string): Clock {
  const { hour, minute, second } = toLocal(new Date(at), zone)
  return { hour, minute, ...(second ? { second } : {}) }
}
