import {
  addDays,
  type CivilDate,
  civil,
  daysBetween,
  daysInMonth,
  partsOf,
  todayIn,
  type Weekday,
  weekdayOf,
} from './calendar.ts'
import { DAYS, monday } from './date-rule.ts'
import { instantOf, likely } from './moment.ts'
import { NATIVE_DAYS, nativeAt, numeralAt } from './number.ts'
import { plain, type Span, type When } from './span.ts'
import { type Clock, readTime } from './time.ts'
import { toLocal } from './zone.ts'

/**
 * When something repeats, as plain JSON. Every `interval` days, weeks, months or years, counted from `anchor`; on `weekdays` (1 Monday
 * … 7 Sunday) of a week, on `day` of a month (a month without that day: its last), at `time` (absent: the start of the day).
 */
export interface Recurrence {
  every: 'day' | 'week' | 'month' | 'year'
  interval: number
  anchor: CivilDate
  weekdays?: Weekday[]
  day?: number | 'last'
  month?: number
  time?: Clock
}

/** A rule as read; `ambiguous`: morning or evening was not said ("매일 8시"), the likelier one was taken. */
export interface ReadRecurrence extends Span {
  rule: Recurrence
  ambiguous?: true
}

type Pattern = Omit<Recurrence, 'anchor' | 'time'>
type Rule = [pattern: RegExp, read: (hit: RegExpExecArray) => Pattern | undefined]

const ENGLISH = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const COUNT = '(\\d{1,3}|[이삼사오육칠팔구십]{1,3}|한|두|세|네|다섯|여섯)'
const JOIN = '(?:\\s?[,·/]\\s?|(?:하고|이?랑|와|과)\\s?|\\s)?'
// Days by their letter ("월수금") only where the word ends with them: "매주 일정" is no Sunday.
const LIST = `([${DAYS}](?:요일)?(?:${JOIN}[${DAYS}](?:요일)?){0,6}(?<=요일|[${DAYS}](?=마다|에|은|[^가-힣]|$)))`
const ENGLISH_DAY = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*'
const WEEKDAYS: Weekday[] = [1, 2, 3, 4, 5]

const RULES: Rule[] = [
  [
    /(?:매일\s?매일|매일(?!경제|유업|신문|노동)|날마다|하루에?\s?한\s?번(?:씩)?|(?<![가-힣])(?:아침|점심|저녁|밤)마다|\b(?:every\s?(?:day|morning|afternoon|evening|night)|daily)\b)/g,
    () => ({ every: 'day', interval: 1 }),
  ],
  [/격일(?:로|마다)?|\bevery other day\b/g, () => ({ every: 'day', interval: 2 })],
  [
    new RegExp(`(${Object.keys(NATIVE_DAYS).join('|')})\\s?(?:에\\s?한\\s?번|마다)`, 'g'),
    ([, word]) => ({ every: 'day', interval: NATIVE_DAYS[word as string] as number }),
  ],
  [
    new RegExp(
      `(?<![\\d가-힣])${COUNT}\\s?(일|주일|주|개월|달|년)\\s?(?:에\\s?한\\s?번|마다)(?:\\s?(${LIST.slice(1, -1)})(?:요일)?)?`,
      'g',
    ),
    counted,
  ],
  [
    /\bevery ([1-9]\d{0,2}|two|three|four) (day|week|month|year)s\b/g,
    ([, n, unit]) => ({
      every: unit as Pattern['every'],
      interval: Number(n) || ['two', 'three', 'four'].indexOf(n as string) + 2,
    }),
  ],
  [
    new RegExp(`(매주|격주로?|(?<![가-힣\\d])(?:이|두|2)\\s?주마다)\\s?(?:(평일|주말)|${LIST})(?:마다)?`, 'g'),
    ([, how, named, list]) => weekly(how?.startsWith('매') ? 1 : 2, named, list),
  ],
  [new RegExp(`(?<![가-힣])${LIST}마다`, 'g'), ([, list]) => (list?.includes('요일') ? weekly(1, undefined, list) : undefined)],
  [/(?<![가-힣])(?:매\s?)?(평일|주중|주말)(?:마다|에는|에)?/g, ([, named]) => weekly(1, named)],
  [
    new RegExp(
      `\\bevery (other )?(weekday|weekend|${ENGLISH_DAY}(?:(?:,? and |, )${ENGLISH_DAY})*)\\b|\\bon (weekdays|weekends)\\b`,
      'g',
    ),
    english,
  ],
  [
    /(?:매달|매월|달마다|다달이|월마다)\s?(?:(\d{1,2}|이?십[일이삼사오육칠팔구]?|삼십일?|[일이삼사오육칠팔구])일|(말일|마지막\s?날|말(?![가-힣])))/g,
    ([, day, last]) => monthly(day, last),
  ],
  [
    /(?:매년|해마다|\b(?:every year on) )\s?(\d{1,2}|[일이삼사오육유칠팔구시십]{1,2})월\s?(\d{1,2}|[일이삼사오육칠팔구십]{1,3})일/g,
    ([, month, day]) => yearly(month, day),
  ],
]

/**
 * The first rule of repetition in the text: "매일 아침 8시", "매주 월·수 아침 9시", "평일 7시", "격주 금요일", "매달 1일", "3일마다",
 * "매년 5월 8일", "every weekday at 9". Undefined for what it cannot keep ("30분마다", "매달 첫째 월요일"). 평일 and 주말 alone need a time.
 */
export function readRecurrence(text: string, when: When): ReadRecurrence | undefined {
  const s = plain(text)
  const found = firstRule(s)
  if (!found) return undefined
  const time = readTime(text)
  if (time && 'invalid' in time) return undefined
  if (!time && /^(?:평일|주중|주말)(?!마다)/.test(s.slice(found.from, found.to))) return undefined
  const anchor = todayIn(when)
  if (!time) return { rule: anchored({ ...found.pattern, anchor }, when), from: found.from, to: found.to }
  const { minute, second, ambiguous } = time
  const clock = { hour: ambiguous ? likely(time.hour) : time.hour, minute, ...(second ? { second } : {}) }
  const span = { from: Math.min(found.from, time.from), to: Math.max(found.to, time.to) }
  return { rule: anchored({ ...found.pattern, anchor, time: clock }, when), ...span, ...(ambiguous ? { ambiguous } : {}) }
}

/** "격주 금요일", said on a Saturday, begins with next Friday: the count starts in the week of the first occurrence. */
function anchored(rule: Recurrence, { now, zone }: When): Recurrence {
  if (rule.every !== 'week' || rule.interval === 1) return rule
  return { ...rule, anchor: todayIn({ now: nextOccurrence({ ...rule, interval: 1 }, now, zone), zone }) }
}

function firstRule(s: string): (Span & { pattern: Pattern }) | undefined {
  let best: (Span & { pattern: Pattern }) | undefined
  for (const [regex, read] of RULES) {
    regex.lastIndex = 0
    const hit = regex.exec(s)
    const pattern = hit && read(hit)
    if (!hit || !pattern) continue
    const span = { from: hit.index, to: hit.index + hit[0].trimEnd().length }
    if (!best || span.from < best.from || (span.from === best.from && span.to > best.to)) best = { ...span, pattern }
  }
  return best
}

function sino(word: string): number {
  return /^\d/.test(word) ? Number(word) : (numeralAt(word.replace('유', '육').replace(/^시$/, '십'), 0)?.value ?? 0)
}

function counted([, n = '', unit = '', list]: RegExpExecArray): Pattern | undefined {
  const interval = /^\d/.test(n) ? Number(n) : ((numeralAt(n, 0) ?? nativeAt(n, 0))?.value ?? 0)
  if (interval < 1) return undefined
  if (unit.startsWith('주')) return weekly(interval, undefined, list)
  const every = unit === '일' ? 'day' : unit === '년' ? 'year' : 'month'
  return { every, interval }
}

function weekly(interval: number, named?: string, list?: string): Pattern {
  if (named) return { every: 'week', interval, weekdays: named === '주말' ? [6, 7] : WEEKDAYS }
  const letters = (list ?? '').replace(/요일/g, '').replace(/하고|이랑|랑|와|과/g, '')
  const weekdays = [...DAYS].flatMap((day, i) => (letters.includes(day) ? [(i + 1) as Weekday] : []))
  return { every: 'week', interval, ...(weekdays.length > 0 ? { weekdays } : {}) }
}

function english([, other, named, on]: RegExpExecArray): Pattern | undefined {
  const word = named ?? (on as string)
  const interval = other ? 2 : 1
  if (/^week(?:day|end)s?$/.test(word)) return weekly(interval, word.startsWith('weekend') ? '주말' : '평일')
  const weekdays = ENGLISH.flatMap((day, i) => (new RegExp(`\\b${day}`).test(word) ? [(i + 1) as Weekday] : []))
  return { every: 'week', interval, weekdays }
}

function monthly(day?: string, last?: string): Pattern | undefined {
  if (last) return { every: 'month', interval: 1, day: 'last' }
  const date = sino(day as string)
  return date >= 1 && date <= 31 ? { every: 'month', interval: 1, day: date } : undefined
}

function yearly(month = '', day = ''): Pattern | undefined {
  return civil(2000, sino(month), sino(day)) ? { every: 'year', interval: 1, month: sino(month), day: sino(day) } : undefined
}

/**
 * The first occurrence strictly after `after`. Where clocks jump ahead over the time, it comes after the gap; where they go back, once,
 * the first time. A day the month does not have becomes its last. Throws a RangeError for an unknown zone.
 */
export function nextOccurrence(rule: Recurrence, after: Date, zone: string): Date {
  const { year, month, day } = toLocal(after, zone)
  const today = civil(year, month, day) as CivilDate
  const start = daysBetween(today, rule.anchor) > 0 ? rule.anchor : today
  for (const date of datesOf(rule, start)) {
    const at = instantOf(date, rule.time ?? { hour: 0, minute: 0 }, zone)
    if (at > after) return at
  }
  throw new RangeError(`the rule never comes true again: ${JSON.stringify(rule)}`)
}

function* datesOf(rule: Recurrence, start: CivilDate): Generator<CivilDate> {
  const interval = Math.max(1, Math.trunc(rule.interval))
  if (rule.every === 'day') return yield* days(addDays(start, -(daysBetween(rule.anchor, start) % interval)), interval)
  if (rule.every === 'week') return yield* weeks(rule, start, interval)
  yield* months(rule, start, rule.every === 'year' ? interval * 12 : interval)
}

function* days(first: CivilDate, interval: number): Generator<CivilDate> {
  for (let i = 0; i < 4; i++) yield addDays(first, i * interval)
}

function* weeks(
  { anchor, weekdays = [weekdayOf(anchor)] }: Recurrence,
  start: CivilDate,
  interval: number,
): Generator<CivilDate> {
  const passed = daysBetween(monday(anchor), monday(start)) / 7
  for (let week = passed - (passed % interval), i = 0; i < 4; i++, week += interval) {
    for (const weekday of [...weekdays].sort()) {
      const date = addDays(monday(anchor), week * 7 + weekday - 1)
      if (date >= start) yield date
    }
  }
}

function* months(rule: Recurrence, start: CivilDate, interval: number): Generator<CivilDate> {
  const [year, month, day] = partsOf(rule.anchor)
  const first = year * 12 + (rule.month ?? month) - 1
  const passed = partsOf(start)[0] * 12 + partsOf(start)[1] - 1 - first
  for (let count = first + Math.floor(passed / interval) * interval, i = 0; i < 5; i++, count += interval) {
    const date = dayIn(Math.floor(count / 12), (count % 12) + 1, rule.day ?? day)
    if (date && date >= start) yield date
  }
}

function dayIn(year: number, month: number, day: number | 'last'): CivilDate | undefined {
  const last = daysInMonth(year, month)
  return civil(year, month, day === 'last' ? last : Math.min(day, last))
}
