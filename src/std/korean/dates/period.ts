import { patternOf } from '../../text/pattern.ts'
import {
  addDays,
  addMonths,
  type CivilDate,
  civilDate,
  daysInMonth,
  partsOf,
  todayIn,
  type When,
  weekdayOf,
} from '../../time/calendar.ts'
import { normalize } from '../spelling/normalize.ts'
import { plain, type Span, spanOf } from '../spelling/span.ts'
import { readDate } from './date.ts'
import { monday } from './date-rule.ts'

/** A stretch of days that lies behind or holds today: both ends included. */
export interface Period extends Span {
  first: CivilDate
  last: CivilDate
}

type Days = Pick<Period, 'first' | 'last'>
type Rule = [pattern: RegExp, read: (hit: RegExpExecArray, today: CivilDate) => Days | undefined]

const oneDay = (date: CivilDate): Days => ({ first: date, last: date })
const weekOf = (date: CivilDate): Days => ({ first: monday(date), last: addDays(monday(date), 6) })

function monthOf(date: CivilDate): Days {
  const [year, month] = partsOf(date)
  const day = (n: number) => civilDate(year, month, n) as CivilDate
  return { first: day(1), last: day(daysInMonth(year, month)) }
}

const yearOf = (year: number): Days | undefined => {
  const [first, last] = [civilDate(year, 1, 1), civilDate(year, 12, 31)]
  return first && last ? { first, last } : undefined
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NUMBERS = ['한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉', '열']
const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function monthIn(year: number, month: number): Days | undefined {
  const first = civilDate(year, month, 1)
  return first ? monthOf(first) : undefined
}

/** The last such month: of this year, unless it is still to come. */
function namedMonth(today: CivilDate, month: number): Days | undefined {
  const [year, now] = partsOf(today)
  const first = civilDate(month > now ? year - 1 : year, month, 1)
  return first ? monthOf(first) : undefined
}

function since(today: CivilDate, count: number, unit: string): Days | undefined {
  if (!(count >= 1)) return undefined
  const back = /^(?:달|개월|month)/.test(unit)
    ? addMonths(today, -count)
    : /^(?:년|year)/.test(unit)
      ? addMonths(today, -12 * count)
      : addDays(today, -count * (/^(?:주|week)/.test(unit) ? 7 : 1))
  return { first: addDays(back, 1), last: today }
}

const countOf = (word: string) =>
  Number(word) || NUMBERS.indexOf(word) + 1 || WORDS.indexOf(word) + 1 || (/^(?:an?|일)$/.test(word) ? 1 : 0)

const RULES: readonly Rule[] = [
  [/(?:요\s?)?(?:최근|지난|요)\s?(\d{1,3}|[가-힣]{1,2}?)\s?(일|주일|주|개월|달|년)(?:\s?(?:간|동안))/g, counted],
  [/최근\s?(\d{1,3}|[가-힣]{1,2}?)\s?(일|주일|주|개월|달|년)/g, counted],
  [/\b(?:in |over |during )?the (?:last|past) (\d{1,3}|[a-z]+) (day|week|month|year)s?\b/g, counted],
  [/지지난\s?주|저저번\s?주/g, (_, today) => weekOf(addDays(today, -14))],
  [/(?:지난|저번)\s?주(?!말|\s?[월화수목금토일]요일)|\blast week\b(?! of)/g, (_, today) => weekOf(addDays(today, -7))],
  [/(?:이번|요번|금)\s?주(?!말|\s?[월화수목금토일]요일)|\bthis week\b/g, (_, today) => weekOf(today)],
  [/지지난\s?달|저저번\s?달/g, (_, today) => monthOf(addMonths(today, -2))],
  [/(?:지난|저번|전)\s?달|\blast month\b/g, (_, today) => monthOf(addMonths(today, -1))],
  [/(?:이번|요번|이)\s?달(?!\s?\d)|\bthis month\b/g, (_, today) => monthOf(today)],
  [/재작년/g, (_, today) => yearOf(partsOf(today)[0] - 2)],
  [/작년|지난해|\blast year\b/g, (_, today) => yearOf(partsOf(today)[0] - 1)],
  [/올해|금년|\bthis year\b/g, (_, today) => yearOf(partsOf(today)[0])],
  [/(?<!\d)(\d{4})년\s?(\d{1,2})월(?!\s?\d)/g, ([, year, month]) => monthIn(Number(year), Number(month))],
  [
    /(?<!\d(?:st|nd|rd|th)?\s)\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*,? (\d{4})\b/g,
    ([, month, year]) => monthIn(Number(year), MONTHS.indexOf(month as string) + 1),
  ],
  [/\b(?:in|during|of) (\d{4})\b/g, ([, year]) => yearOf(Number(year))],
  [/(?<!\d)(\d{4})년(?!\s?\d)/g, ([, year]) => yearOf(Number(year))],
  [/(?<![\d가-힣])(\d{1,2})월(?:달)?(?!\s?(?:\d|말))/g, ([, month], today) => namedMonth(today, Number(month))],
  [
    /\bin (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b(?!\s\d)/g,
    ([, month], today) => namedMonth(today, MONTHS.indexOf(month as string) + 1),
  ],
]

const weekFrom = (today: CivilDate, days: number): Days => ({
  first: addDays(monday(today), days),
  last: addDays(monday(today), days + 6),
})

function weekendFrom(today: CivilDate, days: number): Days {
  const saturday = addDays(monday(today), days + 5)
  return { first: saturday, last: addDays(saturday, 1) }
}

/** The whole of a month: of the year that is named, else the next such month that has not passed. */
function monthAhead(today: CivilDate, month: number, far: string | undefined, named?: string): Days | undefined {
  const [year, now] = partsOf(today)
  const isNext = far !== undefined && far !== '올해'
  return monthIn(named ? Number(named) : year + (isNext || (!far && month < now) ? 1 : 0), month)
}

/** Stretches from today on: of this week and month the days that are left. */
const AHEAD: readonly Rule[] = [
  [
    /(?:(?:이번|(다음|담))\s?주?\s?)?주말|\b(?:this |(next ))?weekend\b/g,
    ([, next, english], today) => weekendFrom(today, next || english ? 7 : 0),
  ],
  [/(?:이번|요번)\s?주|\bthis week\b/g, (_, today) => ({ first: today, last: weekOf(today).last })],
  [/다다음\s?주|\bweek after next\b/g, (_, today) => weekFrom(today, 14)],
  [/(?<!다)(?:다음|담)\s?주|\bnext week\b/g, (_, today) => weekFrom(today, 7)],
  [/이번\s?달|\bthis month\b/g, (_, today) => ({ first: today, last: monthOf(today).last })],
  [/다음\s?달|\bnext month\b/g, (_, today) => monthOf(addMonths(`${today.slice(0, 7)}-01`, 1))],
  [
    patternOf('g')`
      (?<![\d가-힣])(?:(내년|다음 ?해|올해) ?)?(1[0-2]|[1-9])월(?:달)?(?:에|의|은|는)?(?! ?\d| ?[가-힣]{1,2}째|
      \s?(?:초|중순|말)(?![가-힣]))(?![가-힣])`,
    ([, far, month], today) => monthAhead(today, Number(month), far),
  ],
  [
    /\b(?:for|in|during) (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?: (20\d\d))?\b(?! ?\d)/g,
    ([, month, year], today) => monthAhead(today, MONTHS.indexOf(month as string) + 1, undefined, year),
  ],
]

function counted([, count = '', unit = '']: RegExpExecArray, today: CivilDate): Days | undefined {
  return since(today, countOf(count), unit)
}

/**
 * The first stretch of days up to now that the text names: "어제", "지난주", "이번 달", "11월에", "최근 3일", "월요일에", "last
 * month". A day without its year is the last such day. Undefined where it names none.
 */
export function readPeriod(text: string, when: When): Period | undefined {
  const { text: said, typed } = normalize(text)
  const today = todayIn(when)
  const found = longer(RULES, said, today) ?? dayIn(said, when, today)
  return found && { ...found, ...typed(found) }
}

/**
 * The first stretch of several days from today on that the text names: "다음 주", "이번 주말", "내년 1월". What belongs to one
 * day ("다음 주 화요일") is for the caller to leave out.
 */
export function readPeriodAhead(text: string, when: When): Period | undefined {
  const today = todayIn(when)
  return weekOfMonth(text, today) ?? longer(AHEAD, text, today)
}

const WEEK = patternOf()`
  (?<month>^.*?)(?:의|에)?\s?(?:(?<edge>첫|마지막)(?:\s?번?째)?|(?<nth>둘|두|셋|세|넷|네|다섯)\s?번?째|
  (?<digit>[1-5])(?=주\s?차))\s?주(?<end>말)?(?:\s?차)?(?![간일말])
`
const ENGLISH_WEEK =
  /\b(?:the )?(?<word>first|second|third|fourth|fifth|last) week(?<end>end)? (?:of|in) (?=(?<month>.+))/i
const WEEKS = ['첫 first', '둘 두 second', '셋 세 third', '넷 네 fourth', '다섯 fifth']

/**
 * "12월 첫째 주", "last weekend of next month": weeks are from Monday to Sunday. The first week of a month is the one that
 * holds its 4th, as ISO 8601 counts weeks (KS X ISO 8601 in Korea).
 */
function weekOfMonth(text: string, today: CivilDate): Period | undefined {
  const said = WEEK.exec(text) ?? ENGLISH_WEEK.exec(text)
  const { month = '', edge, nth, digit, word, end: weekend } = said?.groups ?? {}
  const lead = word ? 'in ' : ''
  const found = said && longer(AHEAD, lead + month, today)
  if (!said || !found || (word ? found.from > lead.length : found.to !== month.trimEnd().length)) return undefined
  const [year, number] = partsOf(found.last)
  const whole = monthIn(year, number) as Days
  // Weekends are counted by their Saturdays.
  const [back, ahead, begin] = weekend ? [-5, 1, 5] : [-3, 3, 0]
  const last = addDays(monday(addDays(whole.last, back)), begin)
  const name = edge ?? nth ?? word?.toLowerCase() ?? ''
  const count = digit ? Number(digit) - 1 : WEEKS.findIndex((names) => names.split(' ').includes(name))
  const first = count < 0 ? last : addDays(monday(addDays(whole.first, ahead)), begin + 7 * count)
  const end = word ? said.index + said[0].length + found.to - lead.length : said.index + said[0].length
  return first > last
    ? undefined
    : { first, last: addDays(first, 6 - begin), from: word ? said.index : found.from, to: end }
}

function longer(rules: readonly Rule[], said: string, today: CivilDate): Period | undefined {
  const s = plain(said)
  let best: Period | undefined
  for (const [pattern, read] of rules) {
    pattern.lastIndex = 0
    const hit = pattern.exec(s)
    const days = hit ? read(hit, today) : undefined
    if (hit && days && (!best || hit.index < best.from)) best = { ...days, ...spanOf(hit) }
  }
  return best
}

function dayIn(said: string, when: When, today: CivilDate): Period | undefined {
  const read = readDate(said, when)
  if (!read || !('date' in read)) return undefined
  const { date, from, to } = read
  const english = /\bon\s$/.exec(plain(said).slice(0, from))
  return { ...oneDay(passed(said.slice(from, to), date, today)), from: from - (english?.[0].length ?? 0), to }
}

/** "월요일에", "11월 23일에", said of what is over: readers of days look ahead. */
function passed(words: string, date: CivilDate, today: CivilDate): CivilDate {
  if (date <= today) return date
  if (/요일|day/i.test(words)) {
    const back = (weekdayOf(today) - weekdayOf(date) + 7) % 7
    return addDays(today, -back)
  }
  if (/\d{4}/.test(words)) return date
  const [year, month, day] = partsOf(date)
  if (/월|[a-z]/i.test(words)) return civilDate(year - 1, month, day) ?? addMonths(date, -12)
  // "30일" said on 31 January was read ahead to March: the last month that has such a day.
  const back = [1, 2, 3]
    .map((months) => addMonths(date, -months))
    .find((one) => one <= today && partsOf(one)[2] === day)
  return back ?? addMonths(date, -1)
}
