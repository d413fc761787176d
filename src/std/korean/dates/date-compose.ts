import { inOneLine } from '../../text/pattern.ts'
import { addDays, addMonths, type CivilDate, civilDate, daysInMonth, partsOf, weekdayOf } from '../../time/calendar.ts'
import { feastOf } from '../../time/lunar.ts'
import { DAYS, type Found, type Rule } from './date-rule.ts'
import { FIXED_FEASTS } from './feasts.ts'

/** The n-th of a unit in a period: "올해 마지막 금요일", "다음 달 첫 평일", "the last day of the year". */

interface Period {
  first: CivilDate
  last: CivilDate
}

const yearOf = (year: number): Period => ({ first: `${year}-01-01` as CivilDate, last: `${year}-12-31` as CivilDate })

function monthOf(date: CivilDate): Period {
  const [year, month] = partsOf(date)
  return {
    first: civilDate(year, month, 1) as CivilDate,
    last: civilDate(year, month, daysInMonth(year, month)) as CivilDate,
  }
}

/** The month by its number in a year, or the next such month. */
function numberedMonth(month: number, year: number | undefined, today: CivilDate): Period | undefined {
  const [now, current] = partsOf(today)
  const date = civilDate(year ?? (month < current ? now + 1 : now), month, 1)
  return date ? monthOf(date) : undefined
}

type Unit = (date: CivilDate) => boolean
const weekday =
  (wanted: number): Unit =>
  (date) =>
    weekdayOf(date) === wanted
const workday: Unit = (date) => weekdayOf(date) <= 5
const anyDay: Unit = () => true

/** The n-th day of a unit, from the end where `nth` is -1; no day where the period has fewer. */
function nthIn({ first, last }: Period, unit: Unit, nth: number): Found {
  const step = nth < 0 ? -1 : 1
  let left = Math.abs(nth)
  for (let date = nth < 0 ? last : first; date >= first && date <= last; date = addDays(date, step)) {
    if (unit(date)) left--
    if (left === 0) return { date }
  }
  return { invalid: 'day' }
}

const KOREAN_YEARS: Readonly<Record<string, number>> = { 올해: 0, 금년: 0, 내년: 1, 후년: 2, 내후년: 2, 작년: -1 }
const KOREAN_MONTHS: Readonly<Record<string, number>> = { 이번: 0, 이: 0, 다음: 1, 다다음: 2, 지난: -1 }
const KOREAN_ORDER = /^(?:(첫)|([둘두])|([셋세])|([넷네])|(다섯)|(마지막|맨\s?끝))/
const ORDER = '(첫\\s?번째|첫째|첫|두\\s?번째|둘째|세\\s?번째|셋째|네\\s?번째|넷째|다섯\\s?번째|다섯째|마지막|맨\\s?끝)'
const KOREAN_PERIOD = inOneLine`
    (?:(?:(${Object.keys(KOREAN_YEARS).join('|')})|(\\d{4})년)\\s?(?:(\\d{1,2})월)?|(이번|이|다음|다다음|지난)\\s?달|(\\d{1,2})월)`

function koreanPeriod(hit: readonly (string | undefined)[], today: CivilDate): Period | undefined {
  const [, word, digits, ofYear, month, alone] = hit
  const year = word ? partsOf(today)[0] + (KOREAN_YEARS[word] as number) : digits ? Number(digits) : undefined
  const named = ofYear ?? alone
  if (named) return numberedMonth(Number(named), year, today)
  if (month) return monthOf(addMonths(today, KOREAN_MONTHS[month] ?? 0))
  return year === undefined ? undefined : yearOf(year)
}

/** 첫 is 1, 마지막 -1. */
function koreanOrder(said: string): number {
  const groups = KOREAN_ORDER.exec(said)?.slice(1) ?? []
  const at = groups.findIndex(Boolean)
  return at === 5 ? -1 : at + 1
}

const koreanUnit = (said: string): Unit =>
  said === '평일' ? workday : said.startsWith('날') ? anyDay : weekday(DAYS.indexOf(said[0] as string) + 1)

const ENGLISH_ORDERS = ['first', 'second', 'third', 'fourth', 'fifth']
const ENGLISH_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const ENGLISH_MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const englishUnit = (said: string): Unit =>
  /^(?:week|work|business )day/.test(said)
    ? workday
    : said === 'day'
      ? anyDay
      : weekday(ENGLISH_DAYS.indexOf(said.slice(0, 3)) + 1)

function englishPeriod(
  shift: string | undefined,
  unit: string | undefined,
  month: string | undefined,
  year: string | undefined,
  today: CivilDate,
): Period | undefined {
  if (month) return numberedMonth(ENGLISH_MONTHS.indexOf(month.slice(0, 3)) + 1, year ? Number(year) : undefined, today)
  const by = shift === 'next' ? 1 : shift === 'last' ? -1 : 0
  return unit === 'year' ? yearOf(partsOf(today)[0] + by) : monthOf(addMonths(today, by))
}

/** A holiday on a weekend is made up for on the next Monday. */
function substituteOf(name: string, today: CivilDate): Found {
  const [month, day] = FIXED_FEASTS[name] ?? []
  const [year] = partsOf(today)
  for (const each of [year, year + 1]) {
    const feast = month && day ? civilDate(each, month, day) : undefined
    const made = feast && weekdayOf(feast) > 5 ? addDays(feast, 8 - weekdayOf(feast)) : undefined
    if (made && made >= today) return { date: made }
    if (feast && feast >= today) return undefined
  }
  return undefined
}

/** The first or the last day of the three around 설날 and 추석. */
function holidaysOf(name: string, isFirst: boolean, today: CivilDate): Found {
  const feast = name.startsWith('설') ? '설날' : '추석'
  const [year] = partsOf(today)
  const days = [year, year + 1].flatMap((each) => feastOf(feast, each) ?? [])
  const date = days.map((day) => addDays(day, isFirst ? -1 : 1)).find((day) => day >= today)
  return date ? { date } : undefined
}

/** Days that are composed of an order, a unit and a period, and days of holidays. */
export const COMPOSED_DATES: Rule[] = [
  [
    new RegExp(
      `(?<![가-힣\\d])${KOREAN_PERIOD}(?:의)?\\s?(?:중\\s?)?${ORDER}\\s?([${DAYS}]요일|평일|날(?![가-힣]{2}))`,
      'g',
    ),
    (hit, today) => {
      const period = koreanPeriod(hit, today)
      return period && nthIn(period, koreanUnit(hit[7] as string), koreanOrder(hit[6] as string))
    },
  ],
  [
    new RegExp(`(?<![가-힣\\d])(?:(${Object.keys(KOREAN_YEARS).join('|')})|(\\d{4})년)(?:의)?\\s?말일`, 'g'),
    ([, word, digits], today) => ({
      date: yearOf(word ? partsOf(today)[0] + (KOREAN_YEARS[word] as number) : Number(digits)).last,
    }),
  ],
  [
    new RegExp(
      inOneLine`
        \\b(?:on\\s)?(?:the\\s)?(${ENGLISH_ORDERS.join('|')}|last)\\s(mon|tues|wednes|thurs|fri|satur|sun|week|work|
        business )?(day)\\s(?:of|in)\\s(?:(?:the|this|(next|last))\\s(month|year)|(?:next|this)\\s(year)|
        (${ENGLISH_MONTHS.join('|')})[a-z]*(?:,?\\s(\\d{4}))?)
      `,
      'g',
    ),
    ([, order = '', kind = '', , shift, unit, alone, month, year], today) => {
      const period = englishPeriod(shift, unit ?? alone, month, year, today)
      const nth = order === 'last' ? -1 : ENGLISH_ORDERS.indexOf(order) + 1
      return period && nthIn(period, englishUnit(`${kind}day`), nth)
    },
  ],
  [
    /(?<![가-힣])(설날|설|추석)\s?연휴\s?(첫\s?날|마지막\s?날)/g,
    ([, name = '', which = ''], today) => holidaysOf(name, which.startsWith('첫'), today),
  ],
  [
    /(?<![가-힣])(삼일절|어린이날|광복절|개천절|한글날|성탄절|크리스마스)\s?대체\s?(?:공?휴일|휴일)/g,
    ([, name = ''], today) => substituteOf(name, today),
  ],
  [/(?<![가-힣])반년\s?(?:뒤|후)/g, (_, today) => ({ date: addMonths(today, 6) })],
  [
    /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})(?:\.(?!\d)|(?=\s?\([월화수목금토일]\)))/g,
    ([, month, day], today) => upcomingOrNone(Number(month), Number(day), today),
  ],
  [
    /\b(mon|tues|wednes|thurs|fri|satur|sun)day,?\s(?:the\s)(\d{1,2})(?:st|nd|rd|th)\b/g,
    ([, name = '', day], today) => weekdayOnThe(ENGLISH_DAYS.indexOf(name.slice(0, 3)) + 1, Number(day), today),
  ],
  [
    /\b(a|one|two|three|four|\d{1,2})\s(day|week)s?\sfrom\s(today|tomorrow)\b/g,
    ([, n = '', unit, from], today) => {
      const count = Number(n) || Math.max(1, ['', 'one', 'two', 'three', 'four'].indexOf(n))
      return { date: addDays(today, count * (unit === 'week' ? 7 : 1) + (from === 'tomorrow' ? 1 : 0)) }
    },
  ],
  [/(?<![가-힣])새해(?=까지)/g, (_, today) => upcomingOrNone(1, 1, today)],
]

function upcomingOrNone(month: number, day: number, today: CivilDate): Found {
  const [year] = partsOf(today)
  const date = [year, year + 1].map((each) => civilDate(each, month, day)).find((one) => one && one >= today)
  return date ? { date } : undefined
}

/** "Friday the 13th": the next day of that number that is one. */
function weekdayOnThe(wanted: number, day: number, today: CivilDate): Found {
  const [year, month] = partsOf(today)
  for (let ahead = 0; ahead < 40; ahead++) {
    const date = civilDate(year + Math.floor((month - 1 + ahead) / 12), ((month - 1 + ahead) % 12) + 1, day)
    if (date && date >= today && weekdayOf(date) === wanted) return { date }
  }
  return undefined
}
