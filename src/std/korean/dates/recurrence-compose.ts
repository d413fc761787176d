import { patternOf } from '../../text/pattern.ts'
import type { Span } from '../spelling/span.ts'
import type { RulePattern } from './recurrence-rules.ts'
import { type RuleToken, ruleTokenAt } from './recurrence-tokens.ts'

/**
 * A rule put together out of its pieces; `others`: the same rule on days that one rule cannot hold; `times`: so many
 * in a day.
 */
export interface ComposedRule {
  pattern: RulePattern
  others?: RulePattern[]
  spans: Span[]
  times?: number
}

/** Characters. Nobody says a rule in more; a longer text is no request. */
const longest = 300
/** One test for all pieces: most sentences hold none that makes a rule. */
const AGAIN = patternOf()`
  [매격맨]|마다|날마|달이|하루|번씩?|간격|걸러|건너|[월화수목금토](?:요일)?(?:[\s,·/~–-]*|부터\s?)[화수목금토일]|평일|주중|주말|[첫둘셋넷섯1-5]째|[1-5]\s?(?:주|,)|
  \b(?:(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|4th)\b.{1,40}\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|
  every\s?(?:day)?|each|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually|hourly|bi-?weekly|once|
  twice|times|\w+days|weekends)\b|\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*(?:[\s,–-]+|\s(?:to|through|thru|
  until)\s)(?:mon|tue|wed|thu|fri|sat|sun)
`

/** What may stand between the pieces of one rule. */
const GLUE = /(?:[\s,]|에는?(?![가-힣])|의(?![가-힣])|(?:on|the|at|of|and|in)(?![a-z]))*/y
const BLANK = /\s/y
/** What joins two of a kind: "둘째 일요일과 넷째 일요일". */
const JOINED = /(?:에는?)?\s?(?:하고|이?랑|와|과|그리고|,|및)\s?/y
const LISTED: readonly RuleToken['kind'][] = ['nth', 'dates', 'yearday']

/**
 * A rule whose words stand in any order beside each other and beside its times, which the text has as dots: "화요일 저녁
 * 7시마다", "every week on monday and friday", "매달 1일과 15일". Undefined where nothing says that it comes again, or the
 * pieces do not fit together.
 */
export function composedRule(s: string): ComposedRule | undefined {
  if (s.length > longest || !AGAIN.test(s)) return undefined
  for (const whole of runs(s)) {
    if (isContrast(whole)) continue
    const run = parts(whole).find((some) => ruleOf(some))
    const made = run && ruleOf(run)
    if (made) return { ...made, spans: run.filter(({ kind }) => kind !== 'time').map(({ from, to }) => ({ from, to })) }
  }
  return undefined
}

/** Return true for a week, month or year that comes again, and no day of it is said: "매달 월세". */
export const saysNoDay = (s: string): boolean =>
  s.length <= longest &&
  runs(s).some((run) => run.every((one) => one.kind === 'often' && /^(?:week|month|year)$/.test(one.every)))

/** All of a run, then what is left of it without its ends: those are of the title or of a bound, or are asked about. */
function parts(run: readonly RuleToken[]): RuleToken[][] {
  const sizes = Array.from({ length: run.length }, (_, at) => run.length - at)
  return sizes.flatMap((size) =>
    Array.from({ length: run.length - size + 1 }, (_, from) => run.slice(from, from + size)),
  )
}

/** Pieces that stand beside each other. */
function runs(s: string): RuleToken[][] {
  const all: RuleToken[][] = []
  let run: RuleToken[] = []
  for (let at = 0; at < s.length; ) {
    const token = ruleTokenAt(s, at, run.length > 0 && run.at(-1)?.to === at)
    if (token) {
      if (run.length === 0) all.push(run)
      run.push(token)
      at = nextOf(s, token)
      if (at === token.to && !ruleTokenAt(s, at, true)) run = []
    } else at++
  }
  return all
}

/**
 * Where the piece behind this one begins. A particle belongs to what stands before it only where another piece
 * follows.
 */
function nextOf(s: string, { kind, to }: RuleToken): number {
  for (const glue of [BLANK, GLUE, JOINED]) {
    glue.lastIndex = to
    const end = glue.test(s) ? glue.lastIndex : to
    const next = end > to ? ruleTokenAt(s, end, false) : undefined
    if (next && (glue !== JOINED || (next.kind === kind && LISTED.includes(kind)))) return end
  }
  return to
}

type Of<K extends RuleToken['kind']> = Extract<RuleToken, { kind: K }>

function ruleOf(run: readonly RuleToken[]): Omit<ComposedRule, 'spans'> | undefined {
  const of = <K extends RuleToken['kind']>(kind: K) => run.filter((one): one is Of<K> => one.kind === kind)
  const [rate, ...rates] = of('often')
  const [weekdays, nths, dates, yeardays] = [of('weekdays'), of('nth'), of('dates'), of('yearday')]
  const each = of('each').length > 0
  if (severalDays(run) || areWords(run)) return undefined
  const parts = [weekdays, nths, dates, yeardays].filter((some) => some.length > 0)
  if (rate?.quarter && parts.length > 0) return undefined
  if (rates.length > 0 || parts.length > 1) return undefined
  const { every, interval = 1 } = rate ?? {}
  if (yeardays.length > 0)
    return every === 'year' || (!every && each) ? union(yeardays.map((day) => oneDay(day, interval))) : undefined
  if (nths.length > 0)
    return every === 'month' || (!every && (each || comesAgain(nths)))
      ? union(nths.flatMap((nth) => onNth(nth, interval)))
      : undefined
  const days = dates.flatMap((date) => date.days)
  if (days.length > 0)
    return every === 'month' || (!every && each && days.includes('last')) ? onDates(days, interval) : undefined
  if (weekdays.length > 0) return onWeekdays(weekdays, rate, each, of('time').length > 0)
  // "매주" and "매달" alone say no day: beside a time they do.
  const isWhole = rate && (of('time').length > 0 || interval > 1 || /^(?:day|hour|minute)$/.test(rate.every))
  if (rate)
    return isWhole
      ? { pattern: { every: rate.every, interval }, ...(rate.times ? { times: rate.times } : {}) }
      : undefined
  // "아침 7시마다": a time that comes again comes every day.
  return each && of('time').length > 0 && run.at(-1)?.kind === 'each'
    ? { pattern: { every: 'day', interval: 1 } }
    : undefined
}

const LETTERS: Partial<Record<RuleToken['kind'], string>> = {
  ...{ weekdays: 'd', nth: 'd', dates: 'd', yearday: 'd' },
  ...{ time: 't', often: 'o' },
}
const orderOf = (run: readonly RuleToken[]) => run.map(({ kind }) => LETTERS[kind] ?? '').join('')

/** "weekdays at 8 and weekends at 10", "매일 8시 주말에는 10시": days with a time each are several rules. */
const isContrast = (run: readonly RuleToken[]) => /(?:dt+d+|ot+d+)t/.test(orderOf(run))

/** Days on both sides of a time are not those of one rule. */
function severalDays(run: readonly RuleToken[]): boolean {
  return /dt+d/.test(orderOf(run))
}

/**
 * "매일 7시에 목 스트레칭", "매일 9시에 수금 확인": one letter is a weekday beside a week or 마다 alone, and a list behind the time is a
 * word.
 */
function areWords(run: readonly RuleToken[]): boolean {
  const letters = run.filter((one) => one.kind === 'weekdays' && one.letters)
  const isWeekly = run.some((one) => one.kind === 'each' || (one.kind === 'often' && one.every === 'week'))
  if (letters.length === 0 || isWeekly) return false
  const days = new Set(run.flatMap((one) => (one.kind === 'weekdays' ? one.days : [])))
  return days.size < 2 || /ot+d+$/.test(orderOf(run))
}

/** Patterns of which each is a rule of its own. */
const union = ([first, ...more]: readonly RulePattern[]) =>
  first && { pattern: first, ...(more.length > 0 ? { others: more } : {}) }

const oneDay = ({ month, day, lunar }: Of<'yearday'>, interval: number): RulePattern => ({
  ...{ every: 'year', interval, month, day },
  ...(lunar ? { lunar } : {}),
})

/** Of several weekdays the n-th is one day: it is counted in every month only. */
const onNth = ({ orders, weekdays }: Of<'nth'>, interval: number) =>
  weekdays.length > 1 && interval > 1
    ? []
    : [...new Set(orders)].map((nth): RulePattern => ({ every: 'month', interval, nth, weekdays: [...weekdays] }))

/** "둘째, 넷째 일요일" names no month: two of them are of every one. */
const comesAgain = (nths: readonly Of<'nth'>[]) => nths.flatMap(({ orders }) => orders).length > 1

function onDates(days: Of<'dates'>['days'], interval: number) {
  const fit = days.every((day) => day === 'last' || (day >= 1 && day <= 31))
  return fit ? union([...new Set(days)].map((day): RulePattern => ({ every: 'month', interval, day }))) : undefined
}

/** "화요일 저녁 7시" alone is one Tuesday; "월수금 7시", "mondays at 7" and "화요일 저녁 7시마다" come again. */
function onWeekdays(tokens: readonly Of<'weekdays'>[], rate: Of<'often'> | undefined, each: boolean, timed: boolean) {
  const days = [...new Set(tokens.flatMap((one) => one.days))].toSorted((a, b) => a - b)
  if (rate && (rate.times || (rate.every !== 'week' && !(rate.every === 'day' && rate.interval === 1))))
    return undefined
  const again = rate !== undefined || each || (timed && tokens.some(({ alone }) => alone))
  const interval = rate?.every === 'week' ? rate.interval : 1
  return again ? { pattern: { every: 'week' as const, interval, weekdays: days } } : undefined
}
