import type { When } from '../../time/calendar.ts'
import { addDays, daysInMonth, partsOf, todayIn, type Weekday, weekdayOf } from '../../time/calendar.ts'
import { type Clock, toLocal } from '../../time/local-time.ts'
import type { Recurrence } from '../../time/recurrence.ts'
import { normalize } from '../spelling/normalize.ts'
import { plain, type Span } from '../spelling/span.ts'
import { later } from './date-rule.ts'
import { instantOf } from './moment.ts'
import { type Bounds, boundsIn, leftOutWeekdays } from './recurrence-bounds.ts'
import { type ComposedRule, composedRule, saysNoDay } from './recurrence-compose.ts'
import type { RulePattern } from './recurrence-rules.ts'
import { clocksOf, saidTimes, timesWords } from './recurrence-times.ts'
import { dayOfYearRule, type ReadPattern } from './recurrence-yearly.ts'
import { readTime, type TimeOfDay } from './time.ts'

/**
 * A rule as read; `ambiguous`: morning or evening was not said ("매일 8시"), the likelier one was taken. `spans`:
 * everything that was read, the rule's own words, its times, its end and its exceptions.
 */
export interface ReadRecurrence extends Span {
  rule: Recurrence
  /** The same days at times that one rule cannot hold beside its own: of "매일 9시와 6시 반" the second. */
  others?: Recurrence[]
  ambiguous?: true
  spans: Span[]
}

/**
 * The first rule of repetition in the text, with everything that belongs to it: "매일 아침 8시", "매일 9시와 18시", "월–금 7시",
 * "격주 금요일", "매달 둘째 화요일", "2시간마다", "12월 31일까지", "5번만", "주말 빼고", "every second Tuesday of the month". Undefined where
 * there is none. 평일 and 주말 alone need a time.
 */
export function readRecurrence(text: string, when: When): ReadRecurrence | undefined {
  const { text: said, typed } = normalize(text)
  const read = ruleIn(said, when)
  return typeof read === 'object' ? { ...read, ...typed(read), spans: read.spans.map(typed) } : undefined
}

/**
 * Why a rule is none that can be kept, where it has two meanings: its `hours` do not follow each other ("9시 7시 5시"),
 * or a number of `times` beside it may be of a day or of all ("매일 8시 9시에 세 번"). `day`: "매년" says none.
 */
export type Unclear = 'hours' | 'times' | 'day'

/** What keeps the rule in the text from being read. */
export function unclearRecurrence(text: string, when: When): Unclear | undefined {
  const read = ruleIn(normalize(text).text, when)
  return typeof read === 'string' ? read : undefined
}

function ruleIn(said: string, when: When): ReadRecurrence | Unclear | undefined {
  const left = leftOutWeekdays(said)
  const found = patternIn(blanked(said, left.spans)) ?? dayByDay(said, when, left.spans)
  if (!found) return saysNoDay(said) ? 'day' : undefined
  if (!found.pattern.lunar && LUNAR.test(said)) return undefined
  const own = found.spans
  const bounds = boundsIn(blanked(said, [...own, ...left.spans]), when)
  if (found.pattern.lunar && (bounds.spans.length > 0 || left.spans.length > 0)) return undefined
  // "저녁마다 8시": the half of the day stands in the words of the rule.
  const halves = own.flatMap(({ from, to }) => said.slice(from, to).match(HALVES) ?? [])
  if (new Set(halves).size > 1) return 'hours'
  const [half] = halves
  const open = blanked(said, [...(half ? [] : own), ...left.spans, ...bounds.spans, ...timesWords(plain(said))], /~|-/)
  const times = timesIn(open)?.map((time) => inHalf(time, half))
  if (!times || (found.times !== undefined && found.times !== times.length)) return undefined
  if (times.length === 0 && /^(?:평일|주중|주말)(?!마다)/.test(said.slice(own[0]?.from))) return undefined
  const clocks = clocksOf(times)
  if (!clocks) return 'hours'
  // No rule holds "every hour from nine to six" or "every hour, but not on Sundays".
  const passing = found.pattern.every === 'hour' || found.pattern.every === 'minute'
  if (passing && times.some(({ to }, at) => at > 0 || WITHIN.test(plain(said).slice(to)))) return undefined
  if (passing && (UPTO.test(plain(said)) || left.weekdays.length > 0)) return undefined
  const patterns = [found.pattern, ...(found.others ?? [])].map((pattern) => without(pattern, left.weekdays))
  const beside = { clocks: clocks.length, own: [...own, ...left.spans], times }
  const some = found.times === undefined ? timesBeside(blanked(plain(said), bounds.spans), patterns, beside) : undefined
  if (some?.kind === 'unclear') return 'times'
  const spans = merged(said, [...own, ...left.spans, ...times, ...bounds.spans, ...(some ? [some] : [])])
  return wholeRule(patterns, clocks, some?.kind === 'total' ? { ...bounds, count: some.count } : bounds, when, {
    ...(times.some((one) => one.ambiguous) ? { ambiguous: true as const } : {}),
    spans,
  })
}

/**
 * "내일부터 사흘간 8시에", "앞으로 일주일 동안 밤 10시에", "1일부터 5일까지 아침 7시에", "주말 빼고 7시에" (`some`): it is every day, with no word of it.
 */
function dayByDay(said: string, when: When, left: readonly Span[]): (ReadPattern & Partial<ComposedRule>) | undefined {
  const daily: ReadPattern = { pattern: { every: 'day', interval: 1 }, spans: [] }
  if (left.some(({ from, to }) => /빼고|제외|except/.test(said.slice(from, to))) && timesIn(plain(said))?.length)
    return daily
  const ahead = /앞으로|for the next/.test(plain(said))
  if (!ahead && !BEGINS.test(plain(said))) return undefined
  const { since, until, days, unit, spans } = boundsIn(said, when)
  const isLasting = until !== undefined || (days !== undefined && /^(?:일|day|주|주일|week)/.test(unit ?? ''))
  const timed = timesIn(blanked(plain(said), [...spans, ...timesWords(plain(said))]))?.length
  return (since || ahead) && isLasting && timed ? daily : undefined
}

/** Words of a stretch that begins and ends. */
const BEGINS =
  /부터|내내|[주달말]\s?(?:동안|매일)|\b(?:from|starting|beginning|throughout|(?:all|every day|each day of) (?:this|next))\b/

/** A lunar day that no rule was made of is none of the sun. */
const LUNAR = /음력(?:으로)?\s?(?:\d|[가-힣]{1,2}월|초|보름|그믐)|(?<![가-힣])윤\s?(?:\d{1,2}|[가-힣]{1,2})월/

/** The rules of patterns, times and bounds; undefined where they contradict each other. */
function wholeRule(
  patterns: readonly RulePattern[],
  clocks: readonly Clock[],
  bounds: Bounds & { count?: number },
  when: When,
  read: Pick<ReadRecurrence, 'ambiguous' | 'spans'>,
): ReadRecurrence | undefined {
  const { count, until, days } = bounds
  const isLunar = patterns.some(({ lunar }) => lunar)
  if (count !== undefined && (isLunar || until || days !== undefined)) return undefined
  const [rule, ...others] = patterns.flatMap((pattern) =>
    byMinute(clocks, isLunar).map((group) => begun(pattern, group, bounds, when)),
  )
  if (!rule || (others.length > 0 && rule.count !== undefined)) return undefined
  const [from, to] = [Math.min(...read.spans.map((one) => one.from)), Math.max(...read.spans.map((one) => one.to))]
  return { rule, ...(others.length > 0 ? { others } : {}), from, to, ...read }
}

/** What a number of times in the text says of the patterns. */
function timesBeside(
  text: string,
  patterns: readonly RulePattern[],
  beside: Omit<Parameters<typeof saidTimes>[1], 'days' | 'passing'>,
) {
  const days = patterns.reduce((sum, { weekdays }) => sum + (weekdays?.length ?? 1), 0)
  const passing = patterns.some(({ every }) => every === 'hour' || every === 'minute')
  return saidTimes(text, { ...beside, days, passing })
}

const WITHIN = /^\s?까지/
const UPTO = /\b(?:until|till|between|from \d{1,2}(?::\d\d)?(?: ?[ap]m)? (?:to|till|until))\b/
const HALVES = /아침|점심|저녁|밤|morning|afternoon|evening|night/gi

/** "every tuesday evening at 7": the half stands with the day. A time that says its own keeps it. */
function inHalf(time: TimeOfDay, half: string | undefined): TimeOfDay {
  if (!time.ambiguous || !half || /아침|morning/i.test(half)) return time
  const { ambiguous: _, ...sure } = time
  return { ...sure, hour: time.hour === 12 ? (/밤|night/i.test(half) ? 0 : 12) : time.hour + 12 }
}

/** A rule with its beginning, its times and its end. */
function begun(
  pattern: RulePattern,
  [time, ...more]: readonly Clock[],
  bounds: Bounds & { count?: number },
  when: When,
): Recurrence {
  const { until, count, except, since, days, unit } = bounds
  const today = todayIn(when)
  const rule = { ...pattern, anchor: since && since > today ? since : today, ...(time ? { time } : {}) }
  const counted = count !== undefined || days !== undefined
  const start = anchored(counted ? notOver(rule, [time, ...more].at(-1), when) : rule, when)
  const upto = days === undefined ? undefined : later(start.anchor, days, unit, '')
  return {
    ...start,
    ...(more.length > 0 ? { more } : {}),
    ...(count === undefined ? {} : { count }),
    ...(except.length > 0 ? { except } : {}),
    ...(until ? { until } : {}),
    ...(upto && 'date' in upto ? { until: addDays(upto.date, -1) } : {}),
  }
}

/** Of a rule that says no time. */
const morning: Clock = { hour: 9, minute: 0 }

/**
 * A rule that says no time with the one it begins at: nine in the morning, or, where it comes within the day, the
 * minute that it is now. What is counted ("30분마다 세 번만") begins one interval later: now is none of the three.
 */
export function withTime(rule: Recurrence, { now, zone }: When): Recurrence {
  const step = { minute: 60_000, hour: 3_600_000 }[rule.every as string]
  if (rule.time || !step || rule.anchor > todayIn({ now, zone })) return { ...rule, time: rule.time ?? morning }
  const start = new Date(+now + (rule.count === undefined ? 0 : step * rule.interval))
  const { hour, minute } = toLocal(start, zone)
  return { ...rule, anchor: todayIn({ now: start, zone }), time: { hour, minute } }
}

/** What is counted begins with a time that is to come: "매일 아침 8시 두 번만", said at noon, begins tomorrow. */
function notOver(rule: Recurrence, last: Clock | undefined, { now, zone }: When): Recurrence {
  const over = last && instantOf(rule.anchor, last, zone) <= now
  return over ? { ...rule, anchor: addDays(rule.anchor, rule.every === 'day' ? rule.interval : 1) } : rule
}

/** The longer of what one pattern says and of what its pieces say, in whatever order they stand. */
function patternIn(said: string): (ReadPattern & Partial<ComposedRule>) | undefined {
  const s = plain(said)
  const found = dayOfYearRule(s)
  // Of "저녁마다 8시" the half of the day is the rule's.
  const times = (timesIn(s) ?? []).map(({ from, to }) => {
    const each = s.slice(from, to).indexOf('마다 ')
    return { from: each < 0 ? from : from + each + 3, to }
  })
  const composed = composedRule(blanked(s, times))
  const size = (spans: readonly Span[] = []) => spans.reduce((sum, { from, to }) => sum + to - from, 0)
  return composed && size(composed.spans) > size(found?.spans) ? composed : found
}

/** Times that one rule can hold: of one minute. A lunar rule holds one. No time at all is one rule, too. */
function byMinute(times: readonly Clock[], alone: boolean): Clock[][] {
  const sorted = times.toSorted((a, b) => a.hour - b.hour || a.minute - b.minute)
  const groups = new Map<string, Clock[]>()
  for (const time of sorted) {
    const key = alone ? `${time.hour}:${time.minute}` : `${time.minute}:${time.second ?? 0}`
    groups.set(key, [...(groups.get(key) ?? []), time])
  }
  return groups.size > 0 ? [...groups.values()] : [[]]
}

const JOINED = /^(?:\s|,|와|과|하고|이?랑|and|on|the)*$/

/** Spans in their order; those that overlap, or are only joined ("8시와 18시"), as one. */
function merged(text: string, spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && (from < last.to || JOINED.test(text.slice(last.to, from)))) last.to = Math.max(last.to, to)
    else all.push({ from, to })
  }
  return all
}

/** The text without what was read, place for place. */
function blanked(text: string, spans: readonly Span[], also?: RegExp): string {
  let rest = text
  for (const { from, to } of spans) rest = rest.slice(0, from) + '·'.repeat(to - from) + rest.slice(to)
  return also ? rest.replace(also, ' ') : rest
}

/** All times of day, at most six; undefined where one of them is none. */
function timesIn(text: string): TimeOfDay[] | undefined {
  const times: TimeOfDay[] = []
  let rest = text
  for (let read = readTime(rest); read && times.length < 6; read = readTime(rest)) {
    if ('invalid' in read) return undefined
    times.push(read)
    rest = blanked(rest, [read])
  }
  return times
}

/** "격주 금요일", said on a Saturday, begins with next Friday: the count starts in the week of the first occurrence. */
function anchored(rule: Recurrence, { now, zone }: When): Recurrence {
  if (rule.interval > 1 && (rule.every === 'month' || rule.every === 'year')) return inFirstMonth(rule, now, zone)
  if (rule.every !== 'week' || rule.interval === 1) return rule
  const days = rule.weekdays ?? [weekdayOf(rule.anchor)]
  const dates = Array.from({ length: 8 }, (_, i) => addDays(rule.anchor, i)).filter((date) =>
    days.includes(weekdayOf(date)),
  )
  const first = dates.find((date) => instantOf(date, rule.time ?? { hour: 0, minute: 0 }, zone) > now)
  return { ...rule, anchor: first ?? rule.anchor }
}

/** "두 달마다 10일" begins with the next 10th, "4년마다 2월 29일" with the next one that there is. */
function inFirstMonth(rule: Recurrence, now: Date, zone: string): Recurrence {
  const { every, month, day, nth, weekdays: [weekday] = [], anchor } = rule
  if (day === undefined && nth === undefined) return rule
  for (let ahead = 0; ahead <= (every === 'year' ? 3_000 : 62); ahead++) {
    const date = addDays(anchor, ahead)
    const [year, its, at] = partsOf(date)
    const last = daysInMonth(year, its)
    const isDay =
      nth === undefined ? at === (day === 'last' ? last : day) : isNth(at, last, nth) && weekdayOf(date) === weekday
    const fits = isDay && (month === undefined || its === month)
    if (fits && instantOf(date, rule.time ?? { hour: 0, minute: 0 }, zone) > now) return { ...rule, anchor: date }
  }
  return rule
}

const isNth = (day: number, last: number, nth: number) => (nth === -1 ? day + 7 > last : Math.ceil(day / 7) === nth)

/** A rule without some weekdays: of every day the others are left. */
function without(pattern: RulePattern, weekdays: readonly Weekday[]): RulePattern {
  if (weekdays.length === 0) return pattern
  const all: Weekday[] = pattern.weekdays ?? [1, 2, 3, 4, 5, 6, 7]
  return {
    ...pattern,
    ...(pattern.every === 'day' && pattern.interval === 1 ? { every: 'week' as const } : {}),
    weekdays: all.filter((one) => !weekdays.includes(one)),
  }
}
