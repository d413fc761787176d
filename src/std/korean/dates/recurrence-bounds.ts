import { inOneLine, patternOf } from '../../text/pattern.ts'
import type { When } from '../../time/calendar.ts'
import {
  addDays,
  addMonths,
  type CivilDate,
  civilDate,
  daysInMonth,
  partsOf,
  todayIn,
  type Weekday,
} from '../../time/calendar.ts'
import { NATIVE_DAY } from '../numbers/number.ts'
import { plain, type Span, spanOf } from '../spelling/span.ts'
import { readDate } from './date.ts'
import { DAYS, monday } from './date-rule.ts'
import { ENGLISH, ENGLISH_DAY, WEEKDAYS } from './recurrence-rules.ts'
import { countOf } from './recurrence-tokens.ts'

/**
 * Where a rule begins (`since`) and ends: on a day, or `days` of `unit` long; and the days on which it does not come.
 */
export interface Bounds {
  since?: CivilDate
  until?: CivilDate
  days?: number
  unit?: string
  except: CivilDate[]
  spans: Span[]
}

const EN = '\\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty'
const LASTING = new RegExp(
  inOneLine`
    (?<![가-힣\\d])(?:앞으로\\s?)?(?:(${NATIVE_DAY})|(\\d{1,3}|한|두|세|석|네|넉|다섯|여섯|일|이|삼|사|오|육)\\s?(일|주일|주|개월|달|년))\\s?(?:간|
    동안)(?:만)?|\\bfor (?:the next )?(a|an|one|${EN}) (day|week|month|year)s?\\b
  `,
)

const NO_BOUNDS: Bounds = { except: [], spans: [] }

/**
 * Beginning, end and exceptions of a rule, in a text without the rule's own words: "12월 31일까지", "열흘 동안", "내일부터", "12월
 * 25일 빼고".
 */
export function boundsIn(text: string, when: When): Bounds {
  const found = [wholeIn, sinceIn, endIn, exceptionIn].reduce<{ text: string; bounds: Bounds }>(
    ({ text: rest, bounds }, read) => {
      const { except, spans, ...more } = read(rest, when)
      const blank = spans.reduce(
        (said, { from, to }) => said.slice(0, from) + '·'.repeat(to - from) + said.slice(to),
        rest,
      )
      return {
        text: blank,
        bounds: { ...bounds, ...more, except: [...bounds.except, ...except], spans: [...bounds.spans, ...spans] },
      }
    },
    { text, bounds: NO_BOUNDS },
  )
  return found.bounds
}

/** All of a week, a weekend or a month, from today on. */
const WHOLE = patternOf()`
    (?:(이번|다음)\s?|(담|내))(주말|주|달)\s?(?:내내|동안(?:에)?|매일)|\b(?:all|every day|throughout|each day of) (this|next) (week|
    weekend|month)\b`

function wholeIn(text: string, when: When): Bounds {
  const s = plain(text)
  const hit = WHOLE.exec(s)
  if (!hit) return NO_BOUNDS
  const [today, isNext] = [todayIn(when), hit[1] === '다음' || hit[2] !== undefined || hit[4] === 'next']
  const unit = hit[3] ?? hit[5]
  const week = addDays(monday(today), isNext ? 7 : 0)
  const [year, month] = partsOf(addMonths(`${today.slice(0, 7)}-01`, isNext ? 1 : 0))
  const [since, until] = /달|month/.test(unit as string)
    ? [civilDate(year, month, 1), civilDate(year, month, daysInMonth(year, month))]
    : [addDays(week, /말|end/.test(unit as string) ? 5 : 0), addDays(week, 6)]
  return since && until ? { ...NO_BOUNDS, since, until, spans: [spanOf(hit)] } : NO_BOUNDS
}

const END_OF_YEAR =
  /연말까지(?:만)?|(?:올해|금년|(내년))\s?(?:말|연말)?까지(?:만)?|\b(?:until|till|through) the end of (?:the|this) year\b/
const END_OF_MONTH = patternOf()`
  (?:이번\s?달|이달|금월)\s?(?:말)?까지(?:만)?|월말까지(?:만)?|(\d{1,2})월\s?(?:말)?까지(?:만)?|(다음\s?달|내달)\s?(?:말)?까지(?:만)?|\b(?:until|
  till|through) the end of (?:the|this) month\b|\b(?:(?:until|till|through) the end of|through) (jan|feb|mar|apr|
  may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b(?! \d)
`
/** A week ends on Sunday. */
const END_OF_WEEK = patternOf()`
    (?:이번\s?주말?|금주|(다음\s?주말?|담주|내주))까지(?:만)?|\b(?:(?:until|till|through) the end of|through) (?:this|the|
    (next)) week(?:end)?\b`
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function endIn(text: string, when: When): Bounds {
  const s = plain(text)
  const lasting = LASTING.exec(s)
  if (lasting) {
    const [, native, count, unit, en, enUnit] = lasting
    const days = /^(?:an?|one)$/.test(en ?? '') ? 1 : countOf((native ?? count ?? en) as string)
    return { ...NO_BOUNDS, days, unit: native ? '일' : ((unit ?? enUnit) as string), spans: [spanOf(lasting)] }
  }
  return endOfIn(s, todayIn(when)) ?? lastDayIn(text, s, when)
}

/** "연말까지", "이번 달 말까지", "12월까지": the last day of it. */
function endOfIn(s: string, today: CivilDate): Bounds | undefined {
  const [year, month] = partsOf(today)
  const whole = END_OF_YEAR.exec(s)
  if (whole)
    return { ...NO_BOUNDS, until: civilDate(whole[1] ? year + 1 : year, 12, 31) as CivilDate, spans: [spanOf(whole)] }
  const week = END_OF_WEEK.exec(s)
  if (week) return { ...NO_BOUNDS, until: addDays(monday(today), week[1] || week[2] ? 13 : 6), spans: [spanOf(week)] }
  const hit = END_OF_MONTH.exec(s)
  if (!hit) return undefined
  const next = hit[2] ? partsOf(addMonths(today, 1)) : undefined
  const its = hit[1] ? Number(hit[1]) : hit[3] ? MONTHS.indexOf(hit[3]) + 1 : (next?.[1] ?? month)
  const of = next?.[0] ?? (its < month ? year + 1 : year)
  const until = civilDate(of, its, its >= 1 && its <= 12 ? daysInMonth(of, its) : 1)
  return until === undefined ? undefined : { ...NO_BOUNDS, until, spans: [spanOf(hit)] }
}

function lastDayIn(text: string, s: string, when: When): Bounds {
  const read = readDate(text, when)
  const after = read ? /^\s?까지(?:만)?/.exec(s.slice(read.to)) : undefined
  const before = read ? /\b(?:until|till|through)\s$/.exec(s.slice(0, read.from)) : undefined
  if (!read || !('date' in read) || read.approximate || (!after && !before)) return NO_BOUNDS
  const span = { from: read.from - (before?.[0].length ?? 0), to: read.to + (after?.[0].length ?? 0) }
  return { ...NO_BOUNDS, until: read.date, spans: [span] }
}

const FROM_MONTH = /(?:(\d{1,2})월|(다음\s?달|내달))부터|\b(?:starting|beginning|from) next month\b/
const FROM_NEXT = /(?:(다음\s?주|담주|내주)|내년)부터|\b(?:starting|beginning|from) next (?:(week)|year)\b/

/** "모레부터", "12월부터", "starting monday": the first day it may come on. */
function sinceIn(text: string, when: When): Bounds {
  const s = plain(text)
  const today = todayIn(when)
  const next = FROM_NEXT.exec(s)
  if (next) {
    const since = next[1] || next[2] ? addDays(monday(today), 7) : (civilDate(partsOf(today)[0] + 1, 1, 1) as CivilDate)
    return { ...NO_BOUNDS, since, spans: [spanOf(next)] }
  }
  const hit = FROM_MONTH.exec(s)
  if (hit) {
    const [year, month] = partsOf(hit[1] ? today : addMonths(today, 1))
    const its = hit[1] ? Number(hit[1]) : month
    const since = civilDate(its < month ? year + 1 : year, its, 1)
    return since ? { ...NO_BOUNDS, since, spans: [spanOf(hit)] } : NO_BOUNDS
  }
  const read = readDate(text, when)
  const after = read ? /^\s?부터/.exec(s.slice(read.to)) : undefined
  const before = read ? /\b(?:starting|beginning|from)(?: on)?\s$/.exec(s.slice(0, read.from)) : undefined
  if (!read || !('date' in read) || read.approximate || (!after && !before)) return NO_BOUNDS
  const span = { from: read.from - (before?.[0].length ?? 0), to: read.to + (after?.[0].length ?? 0) }
  return { ...NO_BOUNDS, since: read.date, spans: [span] }
}

const EXCEPT = /^\s?(?:에는|에만|엔|에|은|는|만)?\s?(?:빼고|제외(?:하고|한)?|말고)/
// Bounded, and one blank is read in one way only: a long list must not be tried in all ways.
const DAY_LIST = `[${DAYS}]요일(?:(?:\\s?(?:,|와|과|·|하고|이?랑)\\s?|\\s)?[${DAYS}]요일){0,6}`
const NO_DAYS = new RegExp(
  inOneLine`
    (?<![가-힣](?<!매일|날마다))(주말|평일|${DAY_LIST})(?:에는|에만|엔|에|은|는|만)?\\s?(?:빼고|제외(?:하고|한)?|말고)|\\b(?:except|
    but)(?: not)?(?: for)? (?:on )?(weekends|weekdays|${ENGLISH_DAY}(?:(?:,? and |, )${ENGLISH_DAY})*)
  `,
)

/** "주말 빼고", "월요일은 제외하고", "except sundays": weekdays that are left out of what repeats. */
export function leftOutWeekdays(text: string): { weekdays: Weekday[]; spans: Span[] } {
  const hit = NO_DAYS.exec(plain(text))
  if (!hit) return { weekdays: [], spans: [] }
  return { weekdays: weekdaysOf(hit[1] ?? (hit[2] as string)), spans: [spanOf(hit)] }
}

function weekdaysOf(word: string): Weekday[] {
  if (/주말|weekend/.test(word)) return [6, 7]
  if (/평일|weekday/.test(word)) return WEEKDAYS
  const letters = word.replaceAll('요일', '')
  return [...DAYS].flatMap((day, at) =>
    letters.includes(day) || new RegExp(`\\b${ENGLISH[at]}`).test(word) ? [(at + 1) as Weekday] : [],
  )
}

/** "12월 25일 빼고", "다음 주는 빼고", "except tomorrow". */
function exceptionIn(text: string, when: When): Bounds {
  const read = readDate(text, when)
  if (!read || !('date' in read)) return NO_BOUNDS
  const after = EXCEPT.exec(text.slice(read.to))?.[0]
  const before = /\b(?:except|but not)(?: for)?(?: on)?\s$/.exec(plain(text).slice(0, read.from))?.[0]
  if (after === undefined && before === undefined) return NO_BOUNDS
  const span = { from: read.from - (before?.length ?? 0), to: read.to + (after?.length ?? 0) }
  if (!read.approximate) return { ...NO_BOUNDS, except: [read.date], spans: [span] }
  // A week is left out day by day; what is vaguer stays unread.
  if (!/주$|week/.test(text.slice(read.from, read.to))) return NO_BOUNDS
  const start = monday(read.date)
  return { ...NO_BOUNDS, except: Array.from({ length: 7 }, (_, at) => addDays(start, at)), spans: [span] }
}
