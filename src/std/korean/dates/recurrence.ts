import type { When } from '../../time/calendar.ts'
import { addDays, type CivilDate, todayIn, type Weekday, weekdayOf } from '../../time/calendar.ts'
import type { Clock } from '../../time/local-time.ts'
import type { Recurrence } from '../../time/recurrence.ts'
import { normalize } from '../spelling/normalize.ts'
import { plain, type Span } from '../spelling/span.ts'
import { readDate } from './date.ts'
import { DAYS, later } from './date-rule.ts'
import { instantOf, likely } from './moment.ts'
import { ENGLISH, ENGLISH_DAY, firstRule, numberOf, type RulePattern, WEEKDAYS } from './recurrence-rules.ts'
import { dayOfYearRule, type ReadPattern } from './recurrence-yearly.ts'
import { readTime, type TimeOfDay } from './time.ts'

/**
 * A rule as read; `ambiguous`: morning or evening was not said ("매일 8시"), the likelier one was taken. `spans`: everything that was
 * read, the rule's own words, its times, its end and its exceptions.
 */
export interface ReadRecurrence extends Span {
  rule: Recurrence
  /** The same days at times that one rule cannot hold beside its own: of "매일 9시와 6시 반" the second. */
  others?: Recurrence[]
  ambiguous?: true
  spans: Span[]
}

/**
 * The first rule of repetition in the text, with everything that belongs to it: "매일 아침 8시", "매일 9시와 18시", "월–금 7시", "격주 금요일",
 * "매달 둘째 화요일", "2시간마다", "12월 31일까지", "5번만", "주말 빼고", "every second Tuesday of the month". Undefined where there is none.
 * 평일 and 주말 alone need a time.
 */
export function readRecurrence(text: string, when: When): ReadRecurrence | undefined {
  const { text: said, typed } = normalize(text)
  const read = ruleIn(said, when)
  return read && { ...read, ...typed(read), spans: read.spans.map(typed) }
}

function ruleIn(said: string, when: When): ReadRecurrence | undefined {
  const found = patternIn(said)
  if (!found) return undefined
  // A lunar day that no rule was made of is none of the sun.
  if (
    !found.pattern.lunar &&
    /음력(?:으로)?\s?(?:\d|[가-힣]{1,2}월|초|보름|그믐)|(?<![가-힣])윤\s?(?:\d{1,2}|[가-힣]{1,2})월/.test(said)
  )
    return undefined
  const own = found.spans
  const end = endIn(blanked(said, own), when)
  const except = exceptionIn(blanked(said, [...own, ...end.spans]), when)
  if (found.pattern.lunar && (end.spans.length > 0 || except.spans.length > 0)) return undefined
  // "저녁마다 8시": the half of the day stands in the words of the rule.
  const halves = own.some(({ from, to }) => /아침|점심|저녁|밤|morning|afternoon|evening|night/i.test(said.slice(from, to)))
  const times = timesIn(blanked(said, [...(halves ? [] : own), ...end.spans, ...except.spans], /~|-/))
  if (!times) return undefined
  if (times.length === 0 && /^(?:평일|주중|주말)(?!마다)/.test(said.slice(own[0]?.from, own[0]?.to))) return undefined
  const anchor = todayIn(when)
  const spans = merged(said, [...own, ...times, ...end.spans, ...except.spans])
  const bounds = { ...end.bounds, ...(except.dates.length > 0 ? { except: except.dates } : {}) }
  const pattern = without(found.pattern, except.weekdays)
  const [rule, ...others] = byMinute(times.map(clockOf), found.pattern.lunar === true).map(([time, ...more]) => {
    const begun = anchored({ ...pattern, anchor, ...(time ? { time } : {}) }, when)
    const upto = end.days === undefined ? undefined : later(begun.anchor, end.days, end.unit, '')
    const last = upto && 'date' in upto ? { until: addDays(upto.date, -1) } : {}
    return { ...begun, ...(more.length > 0 ? { more } : {}), ...bounds, ...last }
  })
  const ambiguous = times.some((one) => one.ambiguous) ? { ambiguous: true as const } : {}
  const whole = { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) }
  if (!rule || (others.length > 0 && rule.count !== undefined)) return undefined
  // Only what stands together is one span of words; a title may stand between the rule and its time.
  return { rule, ...(others.length > 0 ? { others } : {}), ...whole, ...ambiguous, spans }
}

function patternIn(said: string): ReadPattern | undefined {
  const s = plain(said)
  const day = dayOfYearRule(s)
  if (day) return day
  const found = firstRule(s)
  return found && { pattern: found.pattern, spans: [found] }
}

/** Times of the day that one rule can hold: of one minute. A lunar rule holds one. No time at all is one rule, too. */
function byMinute(times: readonly Clock[], alone: boolean): Clock[][] {
  const sorted = times.toSorted((a, b) => a.hour - b.hour || a.minute - b.minute)
  const groups = new Map<string, Clock[]>()
  for (const time of sorted) {
    const key = alone ? `${time.hour}:${time.minute}` : `${time.minute}:${time.second ?? 0}`
    groups.set(key, [...(groups.get(key) ?? []), time])
  }
  return groups.size > 0 ? [...groups.values()] : [[]]
}

const JOINED = /^(?:\s|,|와|과|하고|이?랑|and)*$/

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

const clockOf = ({ hour, minute, second, ambiguous }: TimeOfDay): Clock => ({
  hour: ambiguous ? likely(hour) : hour,
  minute,
  ...(second ? { second } : {}),
})

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

interface End {
  bounds: Pick<Recurrence, 'until' | 'count'>
  days?: number
  unit?: string
  spans: Span[]
}

const TIMES =
  /(?<![가-힣\d])(\d{1,3}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?(?:번|회)(?:만|동안|까지)?(?![째가-힣])|\b(?:for )?(\d{1,3}) times\b/
const LASTING =
  /(?<![가-힣\d])(\d{1,3}|한|두|세|네|다섯|일|이|삼|사|오|육)\s?(일|주일|주|개월|달|년)\s?(?:간|동안)(?:만)?|\bfor (\d{1,3}) (day|week|month|year)s?\b/

/** Where the rule ends: "12월 31일까지", "10번만", "2주 동안", "until December 31". */
function endIn(text: string, when: When): End {
  const s = plain(text)
  const times = TIMES.exec(s)
  const lasting = LASTING.exec(s)
  const spanOf = (hit: RegExpExecArray) => ({ from: hit.index, to: hit.index + hit[0].length })
  if (times) return { bounds: { count: numberOf((times[1] ?? times[2]) as string) }, spans: [spanOf(times)] }
  if (lasting)
    return {
      bounds: {},
      days: numberOf((lasting[1] ?? lasting[3]) as string),
      unit: (lasting[2] ?? lasting[4]) as string,
      spans: [spanOf(lasting)],
    }
  const read = readDate(text, when)
  const after = read ? /^\s?까지(?:만)?/.exec(s.slice(read.to)) : undefined
  const before = read ? /\b(?:until|till|through)\s$/.exec(s.slice(0, read.from)) : undefined
  if (!read || !('date' in read) || (!after && !before)) return { bounds: {}, spans: [] }
  return {
    bounds: { until: read.date },
    spans: [{ from: read.from - (before?.[0].length ?? 0), to: read.to + (after?.[0].length ?? 0) }],
  }
}

const EXCEPT = /^\s?(?:은|는|만)?\s?(?:빼고|제외(?:하고|한)?|말고)/
const NO_DAYS = new RegExp(
  `(?<![가-힣])(주말|평일|[${DAYS}]요일(?:\\s?[,와과·하고]{1,2}\\s?[${DAYS}]요일)*)(?:은|는|만)?\\s?(?:빼고|제외(?:하고|한)?|말고)|\\bexcept (?:on )?(weekends|weekdays|${ENGLISH_DAY})`,
)

/** "주말 빼고", "월요일은 제외하고", "12월 25일 빼고", "except sundays". */
function exceptionIn(text: string, when: When): { weekdays: Weekday[]; dates: CivilDate[]; spans: Span[] } {
  const hit = NO_DAYS.exec(plain(text))
  if (hit) {
    const word = hit[1] ?? (hit[2] as string)
    const letters = word.replaceAll('요일', '')
    const weekdays: Weekday[] = /주말|weekend/.test(word)
      ? [6, 7]
      : /평일|weekday/.test(word)
        ? WEEKDAYS
        : hit[2]
          ? [(ENGLISH.indexOf(word.slice(0, 3)) + 1) as Weekday]
          : [...DAYS].flatMap((day, i) => (letters.includes(day) ? [(i + 1) as Weekday] : []))
    return { weekdays, dates: [], spans: [{ from: hit.index, to: hit.index + hit[0].length }] }
  }
  const read = readDate(text, when)
  const after = read && 'date' in read ? EXCEPT.exec(text.slice(read.to))?.[0] : undefined
  if (!read || !('date' in read) || after === undefined) return { weekdays: [], dates: [], spans: [] }
  return { weekdays: [], dates: [read.date], spans: [{ from: read.from, to: read.to + after.length }] }
}

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

/** "격주 금요일", said on a Saturday, begins with next Friday: the count starts in the week of the first occurrence. */
function anchored(rule: Recurrence, { now, zone }: When): Recurrence {
  if (rule.every !== 'week' || rule.interval === 1) return rule
  const days = rule.weekdays ?? [weekdayOf(rule.anchor)]
  const dates = Array.from({ length: 8 }, (_, i) => addDays(rule.anchor, i)).filter((date) => days.includes(weekdayOf(date)))
  const first = dates.find((date) => instantOf(date, rule.time ?? { hour: 0, minute: 0 }, zone) > now)
  return { ...rule, anchor: first ?? rule.anchor }
}
