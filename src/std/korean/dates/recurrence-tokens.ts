import { civilDate, type Weekday } from '../../time/calendar.ts'
import { FEASTS } from '../../time/lunar.ts'
import { NATIVE_DAY, NATIVE_DAYS, nativeAt, numeralAt } from '../numbers/number.ts'
import type { Span } from '../spelling/span.ts'
import { DAYS } from './date-rule.ts'
import { FIXED_FEASTS, LUNAR_FEASTS } from './feasts.ts'
import { ENGLISH, WEEKDAYS } from './recurrence-rules.ts'

type Every = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/**
 * A piece of a rule of repetition as it is said: how often (`times`: so many times a day), which weekdays (`alone`:
 * they say by themselves that they repeat, as "mondays" does; `letters`: 월, which may be another word), which of a
 * month, which days of it, which day of the year, 마다 or "each", a time that was read.
 */
export type RulePiece =
  | { kind: 'often'; every: Every; interval: number; times?: number; quarter?: true }
  | { kind: 'weekdays'; days: Weekday[]; alone?: boolean; letters?: true }
  | { kind: 'nth'; orders: number[]; weekdays: readonly Weekday[] }
  | { kind: 'dates'; days: (number | 'last')[]; alone?: boolean }
  | { kind: 'yearday'; month: number; day: number; lunar?: true }
  | { kind: 'each' | 'time' | 'half' }
export type RuleToken = RulePiece & Span

const KO_COUNT = '(\\d{1,3}|한|두|세|석|네|넉|다섯|여섯|[일이삼사오육칠팔구십]{1,3})'
const EN_COUNT =
  '(\\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|forty-five|ninety)'
const EN = 'two three four five six seven eight nine ten eleven twelve'.split(' ')
const EN_TENS: Record<string, number> = { fifteen: 15, twenty: 20, thirty: 30, forty: 40, 'forty-five': 45, ninety: 90 }

/** A count in digits or words of either language. */
export function countOf(word: string): number {
  if (/^\d/.test(word)) return Number(word)
  const en = EN.indexOf(word)
  if (en >= 0) return en + 2
  return EN_TENS[word] ?? NATIVE_DAYS[word] ?? (nativeAt(word, 0) ?? numeralAt(word, 0))?.value ?? 0
}

const often = (every: Every, interval = 1): RulePiece | undefined =>
  interval >= 1 ? { kind: 'often', every, interval } : undefined
/** Which months a quarter's days are in is not said: it takes no days of a month. */
const quarter: RulePiece = { kind: 'often', every: 'month', interval: 3, quarter: true }
const KO_UNIT: Record<string, Every> = {
  일: 'day',
  주: 'week',
  주일: 'week',
  달: 'month',
  개월: 'month',
  년: 'year',
  해: 'year',
}

const DAY = `[${DAYS}]`
const JOIN = '(?:\\s?[,·/와과]\\s?|\\s?(?:하고|이?랑)\\s?|\\s)?'
/** "이번 주말" is one. */
const EVERY = '(?<!(?:이번|요번|다음|지난|저번|오는|돌아오는)\\s)'
const NOT_LEFT_OUT = '(?!요?일?\\s?(?:에는|에만|엔|에|은|는|만)?\\s?(?:빼|제외|말고))'
const EN_DAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?'
const EN_ORDER = 'first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th'
const KO_ORDER = '(?:첫|두|세|네|다섯|[1-5])\\s?번째|[첫둘셋넷]째|다섯째|[1-5]째|첫|마지막|[1-5]\\s?주차'
/** "2, 4주 일요일": a number alone is an order beside others of its kind, or before its week. */
const KO_ORDERS = `(?:${KO_ORDER}|[1-5](?=\\s?[,·/]\\s?[1-5]|\\s?주\\s))`
const ORDERS = [
  /^(?:첫|first|1)/,
  /^(?:둘|두|second|2)/,
  /^(?:셋|세|third|3)/,
  /^(?:넷|네|fourth|4)/,
  /^(?:다섯|fifth|5)/,
]
const orderOf = (word: string) => (/^(?:마지막|last)/.test(word) ? -1 : ORDERS.findIndex((one) => one.test(word)) + 1)
const KO_DATE = '(?:\\d{1,2}|이?십[일이삼사오육칠팔구]?|삼십일?|[일이삼사오육칠팔구])일(?![가-힣]*(?:간|동안))'
const EN_DATE = '\\d{1,2}(?:st|nd|rd|th)'
const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const FEAST = [...Object.keys(FIXED_FEASTS), ...Object.keys(LUNAR_FEASTS)]
  .toSorted((a, b) => b.length - a.length)
  .join('|')

const lettersIn = (said: string): Weekday[] => {
  const letters = said.replaceAll('요일', '')
  return [...DAYS].flatMap((day, at) => (letters.includes(day) ? [(at + 1) as Weekday] : []))
}
const englishDays = (said: string): Weekday[] =>
  ENGLISH.flatMap((day, at) => (new RegExp(`\\b${day}`).test(said) ? [(at + 1) as Weekday] : []))

/** "월수금" and "토일" stand in the order of the week; 금일, 토목 and 일일 are words. */
function isList(said: string): boolean {
  const at = [...said].map((day) => DAYS.indexOf(day))
  return !/^[월화수목금]일$/.test(said) && at.every((day, i) => i === 0 || day > (at[i - 1] as number))
}

/** "mon wed fri at 7" comes again, as "월수금 7시" does; one or two days may be those that come next. */
const someDays = (days: Weekday[]): RulePiece => ({
  kind: 'weekdays',
  days,
  ...(days.length > 2 ? { alone: true } : {}),
})

/** Monday to Friday, Friday to Sunday. */
function stretchOf(first: number, last: number): RulePiece {
  const days = Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => (((first + i) % 7) + 1) as Weekday)
  return { kind: 'weekdays', days: days.toSorted((a, b) => a - b), alone: true }
}

const datesIn = (said: string): number[] =>
  [...said.matchAll(/\d{1,2}(?=일|st|nd|rd|th|\s?[,·])|[일이삼사오육칠팔구십]{1,4}(?=일)/g)].map(([word]) =>
    countOf(word),
  )

function yearday(month: number, day: number): RulePiece | undefined {
  return civilDate(2000, month, day) ? { kind: 'yearday', month, day } : undefined
}

function feast(name: string): RulePiece | undefined {
  const fixed = FIXED_FEASTS[name]
  if (fixed) return yearday(...fixed)
  const known = LUNAR_FEASTS[name === '설' ? '설날' : name]
  return known && { kind: 'yearday', month: FEASTS[known][0], day: FEASTS[known][1], lunar: true }
}

type Row = readonly [source: string, read: (...groups: string[]) => RulePiece | undefined]

const ROWS: readonly Row[] = [
  // How often, in Korean.
  [
    '맨날|매일매일|매일(?!경제|유업|신문|노동)|(?<![가-힣])날마다|하루도\\s?빠짐없이|하루에?\\s?한\\s?번씩?',
    () => often('day'),
  ],
  [
    `하루에?\\s?${KO_COUNT}\\s?(?:번|회|차례)씩?`,
    (n) => ({ kind: 'often', every: 'day', interval: 1, times: countOf(n as string) }),
  ],
  ['하루\\s?(?:걸러|건너)|격일(?:로|마다)?', () => often('day', 2)],
  ['(?:아침|점심|저녁|밤|새벽)마다', () => often('day')],
  [
    `(${NATIVE_DAY})\\s?(?:에\\s?(?:한|1)\\s?번씩?|마다|간격으로?)`,
    (word) => (word === '하루' ? often('day') : often('day', countOf(word as string))),
  ],
  ['매\\s?주|주마다|일주일마다|(?:일주일|한\\s?주|1주일?)에\\s?한\\s?번씩?', () => often('week')],
  ['주\\s?(?:1|한)\\s?(?:회|번)씩?', () => often('week')],
  ['월\\s?(?:1|한)\\s?(?:회|번)씩?', () => often('month')],
  ['격주로?|한\\s?주\\s?(?:걸러|건너)', () => often('week', 2)],
  ['매\\s?[달월]|달마다|다달이|월마다|한\\s?달에\\s?한\\s?번씩?', () => often('month')],
  ['격월로?|한\\s?달\\s?(?:걸러|건너)', () => often('month', 2)],
  ['매?분기마다|매\\s?분기', () => quarter],
  ['매\\s?[년해]|해마다|(?:일|한|1)\\s?[년해]에\\s?한\\s?번씩?', () => often('year')],
  ['매\\s?시간|(?<![가-힣\\d]\\s?)시간마다', () => often('hour')],
  [
    `(?:매\\s)?${KO_COUNT}\\s?(시간|분)\\s?(?:에\\s?(?:한|1)\\s?번씩?|마다|간격으로?)`,
    (n, unit) => often(unit === '분' ? 'minute' : 'hour', countOf(n as string)),
  ],
  [
    `(?<!(?:매월|매달|달마다|다달이)\\s?)${KO_COUNT}\\s?(일|주일|주|개월|달|년|해)\\s?(?:에\\s?한\\s?번씩?|마다|간격으로?)`,
    (n, unit) => often(KO_UNIT[unit as string] as Every, countOf(n as string)),
  ],
  ['반\\s?시간(?:마다|에\\s?한\\s?번씩?|\\s?간격으로?)', () => often('minute', 30)],
  [
    `${KO_COUNT}\\s?시간\\s?(?:(반)|${KO_COUNT}\\s?분)\\s?(?:마다|에\\s?한\\s?번씩?|간격으로?)`,
    (n, half, m) => often('minute', countOf(n as string) * 60 + (half ? 30 : countOf(m as string))),
  ],
  // How often, in English.
  ['every\\s?day|(?:each|every single) day|once a day|daily', () => often('day')],
  ['nightly', () => often('day')],
  ['twice a day', () => ({ kind: 'often', every: 'day', interval: 1, times: 2 })],
  [`${EN_COUNT} times a day`, (n) => ({ kind: 'often', every: 'day', interval: 1, times: countOf(n as string) })],
  ['(?:each|every) (?:morning|afternoon|evening|night)', () => often('day')],
  ['every (?:working|business) day', () => ({ kind: 'weekdays', days: WEEKDAYS, alone: true })],
  ['(?:every|each) (day|week|month|year)', (unit) => often(unit as Every)],
  // "every 15th" is said of months.
  [`(?:every|each)(?= ${EN_DATE}\\b(?! of| ${EN_DAY}))`, () => often('month')],
  ['(?:of|in) (?:every|each|the) month|once a month|monthly', () => often('month')],
  ['once a week|weekly', () => often('week')],
  ['once a year|yearly|annually', () => often('year')],
  ['(?:once )?every (?:other|second) (day|week|month|year|hour)', (unit) => often(unit as Every, 2)],
  [
    `(?:once )?every ${EN_COUNT} (minute|hour|day|week|month|year)s`,
    (n, unit) => often(unit as Every, countOf(n as string)),
  ],
  ['bi-?weekly|fortnightly|every fortnight', () => often('week', 2)],
  ['quarterly|every quarter(?! of)', () => quarter],
  ['hourly|(?:each|every) hour|once an hour', () => often('hour')],
  ['every half(?: an)? hour', () => often('minute', 30)],
  ['every quarter of an hour', () => often('minute', 15)],
  ['every hour and a half', () => often('minute', 90)],
  [`every (?:other|second)(?= ${EN_DAY}\\b(?! (?:of|in)\\b))`, () => often('week', 2)],
  // Weekdays.
  [
    `(${DAY})(?:요일)?\\s?(?:[~–-]|부터)\\s?(${DAY})(?:요일(?:까지)?|까지)?(?=마다|에|[^가-힣]|$)`,
    (first, last) => stretchOf(DAYS.indexOf(first as string), DAYS.indexOf(last as string)),
  ],
  [
    `(?:from )?(${EN_DAY})s?\\s?(?:-|–|to|through|thru|until)\\s?(${EN_DAY})s?\\b`,
    (first, last) =>
      stretchOf(...([first, last].map((day) => ENGLISH.indexOf((day as string).slice(0, 3))) as [number, number])),
  ],
  [
    `(?<!(?:첫|째|마지막|끝)\\s?)${EVERY}평일${NOT_LEFT_OUT}(?:에만|에는|에|만)?|${EVERY}주중${NOT_LEFT_OUT}(?:에만|에는|에|만)?`,
    () => ({ kind: 'weekdays', days: WEEKDAYS, alone: true }),
  ],
  [`${EVERY}주말${NOT_LEFT_OUT}(?:에만|에는|에|만)?`, () => ({ kind: 'weekdays', days: [6, 7], alone: true })],
  ['불금', () => ({ kind: 'weekdays', days: [5] })],
  [
    `(${DAY}요일(?:${JOIN}${DAY}요일){0,6})${NOT_LEFT_OUT}`,
    (said) => ({ kind: 'weekdays', days: lettersIn(said as string) }),
  ],
  [
    `(${DAY}{2,7})(?=마다|에(?![가-힣])|[^가-힣]|$)`,
    (said) =>
      isList(said as string)
        ? { kind: 'weekdays', days: lettersIn(said as string), alone: true, letters: true }
        : undefined,
  ],
  [
    `(${DAY}(?:\\s?[,·/]\\s?${DAY}){0,6})(?=마다|에(?![가-힣])|[^가-힣]|$)`,
    (said) => ({ kind: 'weekdays', days: lettersIn(said as string), letters: true }),
  ],
  ['(?:on )?weekdays|(?:every|each) weekday', () => ({ kind: 'weekdays', days: WEEKDAYS, alone: true })],
  ['(?:on )?weekends|(?:every|each) weekend', () => ({ kind: 'weekdays', days: [6, 7], alone: true })],
  [
    `(?:on )?(${EN_DAY}s(?:(?:,? and |, ?| )${EN_DAY}s)*)\\b`,
    (said) => ({ kind: 'weekdays', days: englishDays(said as string), alone: true }),
  ],
  [`(?:on )?(${EN_DAY}(?:(?:,? and |, ?| )${EN_DAY})*)\\b`, (said) => someDays(englishDays(said as string))],
  // Which weekday of a month.
  [
    `(${KO_ORDERS}(?:\\s?(?:주\\s?)?${JOIN}${KO_ORDERS})*)\\s?(?:주\\s?)?(${DAY})요일`,
    (said, day) => nth((said as string).match(new RegExp(`${KO_ORDER}|[1-5]`, 'g')) ?? [], DAYS.indexOf(day as string)),
  ],
  [
    `(?:on )?(?:the )?((?:${EN_ORDER})(?:(?:,? and |, )(?:the )?(?:${EN_ORDER}))*) (${EN_DAY})s?\\b`,
    (said, day) =>
      nth((said as string).match(new RegExp(EN_ORDER, 'g')) ?? [], ENGLISH.indexOf((day as string).slice(0, 3))),
  ],
  [
    `(${KO_ORDER})\\s?(?:평일|영업일|근무일)`,
    (order) => ({ kind: 'nth', orders: [orderOf(order as string)], weekdays: WEEKDAYS }),
  ],
  [
    `(?:on )?(?:the )?(${EN_ORDER}) (?:weekday|(?:working|business) day)\\b`,
    (order) => ({ kind: 'nth', orders: [orderOf(order as string)], weekdays: WEEKDAYS }),
  ],
  // Days of a month.
  ['말일|마지막\\s?날|월말(?=마다)|말(?=$|[^가-힣]|에)', () => ({ kind: 'dates', days: ['last'] })],
  ['첫\\s?날|초하루', () => ({ kind: 'dates', days: [1] })],
  [
    `((?:\\d{1,2}\\s?[,·]\\s?(?=[\\d\\s,·]*일))*${KO_DATE}(?:${JOIN}${KO_DATE})*)(?!까지|부터|\\s?(?:빼|제외))`,
    (said) => ({ kind: 'dates', days: datesIn(said as string) }),
  ],
  [
    `(?:on )?(?:the )?(${EN_DATE}(?:(?:,? and |, )(?:the )?${EN_DATE})*)(?! of (?:${MONTHS}))`,
    (said) => ({ kind: 'dates', days: datesIn(said as string) }),
  ],
  ['(?:on )?the first(?: day)?(?= (?:of|in))', () => ({ kind: 'dates', days: [1] })],
  ['(?:on )?day ([1-9]|[12]\\d|3[01])(?!\\d)', (date) => ({ kind: 'dates', days: [Number(date)] })],
  ['(?:on )?(?:the )?last day|(?:at |on )?the end(?= of (?:every|each))', () => ({ kind: 'dates', days: ['last'] })],
  // A day of the year.
  [
    '(\\d{1,2}|[일이삼사오유칠팔구시십]{1,2})월\\s?(\\d{1,2}|[일이삼사오육칠팔구십]{1,3})일(?!까지|부터|\\s?(?:빼|제외))',
    (m, d) => yearday(countOf((m as string).replace('유', '육').replace(/^시$/, '십')), countOf(d as string)),
  ],
  [
    `(?:on )?(${MONTHS})[a-z]* (\\d{1,2})(?:st|nd|rd|th)?\\b`,
    (m, d) => yearday(MONTHS.split('|').indexOf(m as string) + 1, Number(d)),
  ],
  [
    `(?:on )?(?:the )?(\\d{1,2})(?:st|nd|rd|th)? of (${MONTHS})[a-z]*`,
    (d, m) => yearday(MONTHS.split('|').indexOf(m as string) + 1, Number(d)),
  ],
  [`(?:on )?(${FEAST}|설(?=에|마다|\\s))`, (name) => feast(name as string)],
  // What says that it comes again.
  ['마다|씩', () => ({ kind: 'each' })],
  ['every|each', () => ({ kind: 'each' })],
  ['(?:in the )?(?:morning|afternoon|evening|night)|at night', () => ({ kind: 'half' })],
  ['·+', () => ({ kind: 'time' })],
]

function nth(orders: readonly string[], weekday: number): RulePiece | undefined {
  const all = orders.map(orderOf)
  return all.length > 0 && all.every((one) => one !== 0)
    ? { kind: 'nth', orders: all, weekdays: [(weekday + 1) as Weekday] }
    : undefined
}

const compiled = ROWS.map(([source, read]) => [new RegExp(`(?:${source})`, 'y'), read] as const)

/** The longest piece that begins here, at the beginning of a word or right behind another piece (`inside`). */
export function ruleTokenAt(s: string, at: number, inside: boolean): RuleToken | undefined {
  let best: RuleToken | undefined
  const begins = inside || at === 0 || !/[가-힣a-z\d]/.test(s[at - 1] as string)
  if (!begins) return undefined
  for (const [regex, read] of compiled) {
    regex.lastIndex = at
    const hit = regex.exec(s)
    const to = regex.lastIndex
    // English words end where a word ends.
    if (!hit || to <= (best?.to ?? at) || (/[a-z]$/.test(hit[0]) && /[a-z]/.test(s[to] ?? ''))) continue
    const piece = read(...(hit.slice(1) as string[]))
    if (piece) best = { ...piece, from: at, to }
  }
  return best
}
