import { inOneLine, patternOf } from '../../text/pattern.ts'
import { addDays, addMonths, type CivilDate, civilDate, partsOf, weekdayOf } from '../../time/calendar.ts'
import { feastOf } from '../../time/lunar.ts'
import { NATIVE_DAY, NATIVE_DAYS, nativeAt, numeralAt } from '../numbers/number.ts'
import {
  comingSaturday,
  DAYS,
  exact,
  type Found,
  lastWeekday,
  later,
  monday,
  monthEnd,
  nextWeekday,
  type Rule,
  upcoming,
  upcomingDay,
  valid,
} from './date-rule.ts'
import { FIXED_FEASTS, LUNAR_FEASTS } from './feasts.ts'

const N = '(\\d{1,2}|[일이삼사오육유칠팔구시십]{1,4})'
const COUNT = '(\\d{1,4}|[일이삼사오육칠팔구십백]{1,5}|한|두|세|석|네|넉|다섯|여섯|일곱|여덟|아홉|열)'
const THIS = '이번|요번|금|돌아오는|오는|다다음|다음|담|저저번|지지난|저번|지난'
const SHIFT: Record<string, number> = { 다음: 1, 담: 1, 다다음: 2, 지난: -1, 저번: -1, 지지난: -2, 저저번: -2 }
const LATER = '\\s?(뒤|후(?![보기원배])|있다가|이따|전(?![체부화자시기]))'
const YEARS: Record<string, number> = {
  올해: 0,
  금년: 0,
  내년: 1,
  다음해: 1,
  후년: 2,
  내후년: 2,
  작년: -1,
  지난해: -1,
  재작년: -2,
}
const YEAR = `(?:(\\d{4}|\\d{2})년|(${Object.keys(YEARS).join('|')}))`
const NO_DAY =
  '(?!\\s?(?:간|동안|뒤|후|전|째|마다|안|이내|차|치|분|정(?!오|각)|상|반|본|요일|기|[만억천백십원조]|\\d{1,2}\\s?[회식]))'
const WORD = '(?<![가-힣a-z0-9])'
const NAMED: Record<string, number> = {
  ...{ 그끄저께: -3, 그그저께: -3, 엊그저께: -2, 그저께: -2, 그제: -2, 어저께: -1, 어제: -1, 오늘: 0, 금일: 0 },
  ...{ 내일모레: 2, 내일: 1, 명일: 1, 익일: 1, 모레: 2, 글피: 3, 그글피: 4 },
  ...{
    'the day after tomorrow': 2,
    'day after tomorrow': 2,
    'the day before yesterday': -2,
    tomorrow: 1,
    today: 0,
    tonight: 0,
    yesterday: -1,
  },
}
const ORDERS = ['첫', '둘|두', '셋|세', '넷|네', '다섯']
const ORDER = `(?:첫|두|세|네|다섯)\\s?번째|[첫둘셋넷]째|다섯째|첫|마지막`

const SINCE = new RegExp(
  `^(?:의|부터|에서|로부터)?\\s?(?:바로\\s?)?(?:(${NATIVE_DAY})|${COUNT}\\s?(일|주일|주|개월|달|년|해))${LATER}`,
)

/** Read what is counted from a day in the words behind it: " 이틀 전", "부터 3개월 뒤". */
export function countedSince(behind: string, day: CivilDate): { date: CivilDate; length: number } | undefined {
  const [whole = '', native, n = '', unit = 'day', way] = SINCE.exec(behind) ?? []
  const count = native ? NATIVE_DAYS[native] : /^\d/.test(n) ? Number(n) : (numeralAt(n, 0) ?? nativeAt(n, 0))?.value
  const found = count === undefined ? undefined : later(day, count, unit, way)
  return found && 'date' in found ? { date: found.date, length: whole.length } : undefined
}

/** How days are named in Korean and in digits; each rule finds its words and says which day they mean. */
export const KOREAN_DATES: Rule[] = [
  [
    /(?<![\d.])(\d{4})\s?[-./]\s?(\d{1,2})\s?[-./]\s?(\d{1,2})(?![\d]|\.\d)/g,
    ([, y, m, d]) => exact(Number(y), Number(m), Number(d)),
  ],
  [
    /(?<![\w.])(\d{2})\.\s?(\d{1,2})\.\s?(\d{1,2})(?!\d|\.\d)/g,
    ([, y, m, d]) => valid(exact(2000 + Number(y), Number(m), Number(d))),
  ],
  [
    patternOf('g')`
      (?<![\w./])(\d{1,2})\/(\d{1,2})(?![\d/])(?:(?=\s?(?:에|까지|부터|날|\(|[월화수목금토일]요일|정오|자정|오전|오후|아침|점심|낮|저녁|밤|새벽|
      \d{1,2}\s?[시:]|[가-힣]{1,2}\s?시|$))()|)`,
    slashed,
  ],
  [new RegExp(`(?:${YEAR}\\s?|(?<![\\d가-힣]))${N}월\\s?(?:${N}\\s?일(?!곱)|(말일|말(?![가-힣])))`, 'g'), monthDay],
  [new RegExp(`(?<![가-힣])(?:(${THIS}|이)\\s?달|${N}월)\\s?(${ORDER})\\s?(주\\s?)?([${DAYS}])요일`, 'g'), nthWeekday],
  [new RegExp(`(?<![가-힣])(${THIS}|이)\\s?달\\s?(?:${N}일|(말일|마지막\\s?날|말(?![가-힣])))?`, 'g'), dayOfMonth],
  [
    new RegExp(`(?<![가-힣])(${THIS})\\s?주(?:\\s?(?:([${DAYS}])(?:요일|(?![가-힣]))|(말)))?(?![가-힣]{0,1}간)`, 'g'),
    dayOfWeek,
  ],
  [new RegExp(`(?<![가-힣])(?:(${THIS})\\s?)?([${DAYS}])요일`, 'g'), weekday],
  [
    /(?<![가-힣])(?:이번\s?)?주말(?!마다|농장|부부|드라마)/g,
    (_, today) => ({ date: comingSaturday(today), approximate: true }),
  ],
  [/(?<![가-힣\d])(말일|월말)(?![가-힣]{2}|음|씀)/g, ([, word], today) => monthEnd(today, word !== '말일')],
  [
    new RegExp(
      `${WORD}(${Object.keys(NAMED)
        .sort((a, b) => b.length - a.length)
        .join('|')})(?!날|야|서야|[a-z_])`,
      'g',
    ),
    ([, word], today) => ({
      date: addDays(today, NAMED[word as string] as number),
      ...(word?.startsWith('엊') ? { approximate: true as const } : {}),
    }),
  ],
  [
    new RegExp(`(?<![가-힣])(${NATIVE_DAY})${LATER}`, 'g'),
    ([, word, way], today) => later(today, NATIVE_DAYS[word as string] as number, 'day', way),
  ],
  [new RegExp(`(?<![\\d.,가-힣])${COUNT}\\s?(일|주일|주|개월|달|년|해)${LATER}`, 'g'), counted],
  [
    new RegExp(
      `(?<![\\d.,월]|월\\s)(\\d{1,2}|(?<![가-힣])십[일이삼사오육칠팔구]|(?<![가-힣])이?십[일이삼사오육칠팔구]?|(?<![가-힣])삼십일?)일${NO_DAY}`,
      'g',
    ),
    dayAlone,
  ],
  [
    new RegExp(
      inOneLine`
        (?:(${Object.keys(YEARS).join('|')}|
        \\d{4}년)\\s?)?(?<![가-힣])(${[...Object.keys(FIXED_FEASTS), ...Object.keys(LUNAR_FEASTS)].join('|')})(?:\\s(?:of\\s|
        in\\s)?(\\d{4}|(?:this|next) year)\\b)?
      `,
      'g',
    ),
    feast,
  ],
]

/** "6/19에", "6/19" at the end, "6/19": a date; "1/2 컵", "3/4 정도" are fractions. */
function slashed([, m, d, dated]: RegExpExecArray, today: CivilDate): Found {
  return dated === undefined && Number(d) <= 12 ? undefined : valid(upcoming(today, Number(m), Number(d)))
}

const sinoOf = (word: string) =>
  /^\d/.test(word) ? Number(word) : (numeralAt(word.replace('유', '육').replace(/^시$/, '십'), 0)?.value ?? 0)

function monthDay([, y, word, m = '', d, end]: RegExpExecArray, today: CivilDate): Found {
  const month = sinoOf(m)
  const now = partsOf(today)[0]
  const year = y ? Number(y) + (y.length === 2 ? 2000 : 0) : word ? now + (YEARS[word] as number) : undefined
  if (month < 1 || month > 12) return { invalid: 'day' }
  if (end)
    return monthEnd(civilDate(year ?? (month < partsOf(today)[1] ? now + 1 : now), month, 1) as CivilDate, end === '말')
  return year === undefined ? upcoming(today, month, sinoOf(d as string)) : exact(year, month, sinoOf(d as string))
}

function dayOfMonth([, which = '', d, end]: RegExpExecArray, today: CivilDate): Found {
  const date = addMonths(today, SHIFT[which] ?? 0)
  const [year, month] = partsOf(date)
  if (end) return monthEnd(date, end === '말')
  if (d) return exact(year, month, sinoOf(d))
  return which in SHIFT ? { date, approximate: true } : undefined
}

/** "다음 달 첫 번째 월요일"; of "첫째 주 월요일" nobody knows whose week is counted. */
function nthWeekday([, which, m, order = '', week, day = '']: RegExpExecArray, today: CivilDate): Found {
  const [year, now] = partsOf(today)
  const month = m ? sinoOf(m) : 0
  if (m && (month < 1 || month > 12)) return { invalid: 'day' }
  const first = m
    ? (civilDate(month < now ? year + 1 : year, month, 1) as CivilDate)
    : `${addMonths(today, SHIFT[which as string] ?? 0).slice(0, 8)}01`
  const count = ORDERS.findIndex((words) => new RegExp(`^(?:${words})`).test(order))
  const before = addDays(first, -1)
  const date =
    count < 0
      ? addDays(nextWeekday(addDays(addMonths(first, 1), -1), DAYS.indexOf(day) + 1), -7)
      : addDays(nextWeekday(before, DAYS.indexOf(day) + 1), 7 * count)
  if (date.slice(0, 7) !== first.slice(0, 7)) return { invalid: 'day' }
  return { date, ...(week ? { approximate: true as const } : {}) }
}

function dayOfWeek([, which = '', day, end]: RegExpExecArray, today: CivilDate): Found {
  const weeks = SHIFT[which] ?? 0
  if (end) return { date: addDays(monday(today), weeks * 7 + 5), approximate: true }
  if (day) return { date: addDays(monday(today), weeks * 7 + DAYS.indexOf(day)) }
  return weeks === 0 ? undefined : { date: addDays(today, weeks * 7), approximate: true }
}

function weekday([, which = '', day = '']: RegExpExecArray, today: CivilDate): Found {
  const wanted = DAYS.indexOf(day) + 1
  // "이번 금요일", said on a Saturday, is the one to come; "이번 주 금요일" is not.
  const isOfThisWeek = (which === '이번' || which === '요번') && wanted >= weekdayOf(today)
  if (isOfThisWeek) return { date: addDays(monday(today), wanted - 1) }
  const weeks = SHIFT[which] ?? 0
  return {
    date: addDays(nextWeekday(today, wanted), weeks > 1 ? 7 : weeks < 0 ? lastWeekday(today, wanted, weeks) : 0),
  }
}

function counted([, n = '', unit = '', way]: RegExpExecArray, today: CivilDate): Found {
  const count = /^\d/.test(n) ? Number(n) : (numeralAt(n, 0) ?? nativeAt(n, 0))?.value
  return count === undefined ? undefined : later(today, count, unit, way)
}

function dayAlone([, d = '']: RegExpExecArray, today: CivilDate): Found {
  return upcomingDay(today, sinoOf(d))
}

function feast([, before, name = '', behind]: RegExpExecArray, today: CivilDate): Found {
  const word = before ?? behind
  const shift = word === undefined || word === 'this year' ? 0 : word === 'next year' ? 1 : YEARS[word]
  const year = shift === undefined ? Number.parseInt(word as string, 10) : partsOf(today)[0] + shift
  const fixed = FIXED_FEASTS[name]
  if (fixed) return word ? exact(year, ...fixed) : upcoming(today, ...fixed)
  const dates = [year, ...(word ? [] : [year + 1])].map((y) => feastOf(LUNAR_FEASTS[name] ?? '설날', y))
  const date = dates.find((candidate) => candidate && (word || candidate >= today))
  return date ? { date } : undefined
}
