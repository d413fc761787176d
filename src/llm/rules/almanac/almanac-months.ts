import { calendarMessages } from '../../../messages/tools/calendar.ts'
import { addMonths, type CivilDate, civilDate, daysInMonth, partsOf, weekdayOf } from '../../../std/time/calendar.ts'
import {
  type AlmanacQuestion,
  type AlmanacReader,
  dayText,
  filler,
  isFilling,
  yearOf,
  yearWords,
} from './almanac-question.ts'

// ---- years and months

const isLeap = (year: number) => daysInMonth(year, 2) === 29

/** "2024년은 윤년이야?", "다음 윤년은 언제야?" */
export const leapYear: AlmanacReader = (asked) => {
  if (
    /(?:다음|돌아오는) ?윤년|next leap year|^윤년(?:은|이|는)? ?(?:또 |다음에 |다시 )?언제(?: ?(?:또|다시|와|오|온|돌아))*|^2월 ?29일(?:은|이|는)? ?(?:다음에|다음은|다음)? ?언제/i.test(
      asked.text,
    )
  )
    return nextLeapDay(asked)
  // "윤년이야 올해?": the year may stand behind.
  const said = asked.text.replace(/^(윤년(?:이야|이지|이니|인가요?|이에요|이냐|맞아|맞지|임)?)[, ]+(\S+)$/, '$2 $1')
  const match = new RegExp(
    `^(?:(\\d{1,4})년(?:도)?|(${yearWords}))(?:은|는|이|가|도)? ?윤년(?:이|인)?(?:${filler}|맞)*$|^(?:is|was) (?:(\\d{1,4})|(this year|next year)) a leap year$`,
    'i',
  ).exec(said)
  const year = match ? yearOf(asked, match[1] ?? match[3], match[2] ?? match[4]) : undefined
  return year ? asked.say.leap(year, isLeap(year)) : undefined
}

function nextLeapDay({ today, say, utterance }: AlmanacQuestion): string {
  const [year] = partsOf(today)
  const date = Array.from({ length: 9 }, (_, more) => civilDate(year + more, 2, 29)).find(
    (one) => one && one >= today,
  ) as CivilDate
  return say.nextLeap(calendarMessages[utterance.language].day({ date, year: true }))
}

/** "2월은 며칠까지 있어?" */
export const monthLength: AlmanacReader = (asked) => {
  const match = new RegExp(
    `^(?:(\\d{4})년 ?|(${yearWords}) ?)?(?:(\\d{1,2})월|(이번 ?달|다음 ?달|지난 ?달))(?:은|달은|에는|이)? ?(?:며칠|몇 ?일)(?:까지|이나|이)? ?(?:있|이|야|까지)(?:${filler})*$|^how many days (?:are )?(?:there )?in (\\w+)(?: (\\d{4}))?$`,
    'i',
  ).exec(asked.text)
  if (!match) return undefined
  const [, digits, word, month, near, name, english] = match
  const ahead =
    near === undefined
      ? undefined
      : addMonths(asked.today, near.startsWith('다음') ? 1 : near.startsWith('지난') ? -1 : 0)
  const number = ahead
    ? partsOf(ahead)[1]
    : month
      ? Number(month)
      : monthNames.findIndex((one) => name && one.startsWith(name.toLowerCase().slice(0, 3))) + 1
  const year = yearOf(asked, digits ?? english, word) ?? partsOf(ahead ?? asked.today)[0]
  if (number < 1 || number > 12) return undefined
  return asked.say.days(
    asked.utterance.language === 'ko' ? `${number}월` : capital(monthNames[number - 1] as string),
    daysInMonth(year, number),
  )
}

const monthNames = 'january february march april may june july august september october november december'.split(' ')
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

// ---- the n-th weekday of a month

const ordinals: Record<string, number> = {
  첫: 1,
  첫째: 1,
  첫번째: 1,
  둘: 2,
  둘째: 2,
  두: 2,
  두번째: 2,
  셋: 3,
  셋째: 3,
  세: 3,
  세번째: 3,
  넷: 4,
  넷째: 4,
  네: 4,
  네번째: 4,
  다섯: 5,
  다섯째: 5,
  다섯번째: 5,
  마지막: -1,
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  last: -1,
  '1st': 1,
  '2nd': 2,
  '3rd': 3,
  '4th': 4,
  '5th': 5,
}
const nthDay = /(첫|둘|두|셋|세|넷|네|다섯|마지막|\d)(?: ?(번째|째))? ?(?:주|주의|주차)? ?([월화수목금토일])요일/
const nthEnglish =
  /(first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th) (mon|tues|wednes|thurs|fri|satur|sun)day/i
const monthWord = new RegExp(
  `(?:(\\d{4})년 ?|(${yearWords}) ?)?(?:(\\d{1,2})월(?:달)?|(이번|다음|담|지난|저번) ?달)(?:의|에)?`,
)
const monthEnglish = new RegExp(`(?:in |of )?(?:(${monthNames.join('|')})(?: (\\d{4}))?|(this|next) month)`, 'i')
const weekdayNames = ['mon', 'tues', 'wednes', 'thurs', 'fri', 'satur', 'sun']

/** "다음 달 첫째 월요일은 며칠이야?" */
export const nthWeekday: AlmanacReader = (asked) => {
  const day = nthDay.exec(asked.text)
  const english = day ? null : nthEnglish.exec(asked.text)
  const found = day ?? english
  if (!found) return undefined
  const without = asked.text.replace(found[0], ' ')
  const month = (day ? monthWord : monthEnglish).exec(without)
  if (!month || !isFilling(without.replace(month[0], ' '))) return undefined
  const nth = day
    ? /\d/.test(day[1] as string)
      ? Number(day[1])
      : ordinals[day[1] as string]
    : ordinals[(english?.[1] ?? '').toLowerCase()]
  const weekday = day
    ? '월화수목금토일'.indexOf(day[3] as string) + 1
    : weekdayNames.indexOf((english?.[2] ?? '').toLowerCase()) + 1
  const [year, number] = day ? monthOf(asked, month) : monthOfEnglish(asked, month)
  const date = nth === undefined ? undefined : nthOf(year, number, weekday, nth)
  return date ? calendarMessages[asked.utterance.language].is(dayText(asked, date)) : asked.say.noFifth
}

function monthOf(asked: AlmanacQuestion, [, digits, word, month, relative]: RegExpExecArray): [number, number] {
  const [year, now] = partsOf(asked.today)
  if (relative !== undefined) return shifted(year, now, relative === '이번' ? 0 : /지난|저번/.test(relative) ? -1 : 1)
  const number = Number(month)
  return [yearOf(asked, digits, word) ?? (number < now ? year + 1 : year), number]
}

function monthOfEnglish({ today }: AlmanacQuestion, [, name, digits, relative]: RegExpExecArray): [number, number] {
  const [year, now] = partsOf(today)
  if (relative !== undefined) return shifted(year, now, relative.toLowerCase() === 'next' ? 1 : 0)
  const number = monthNames.indexOf((name ?? '').toLowerCase()) + 1
  return [digits ? Number(digits) : number < now ? year + 1 : year, number]
}

const shifted = (year: number, month: number, by: number): [number, number] => {
  const count = year * 12 + month - 1 + by
  return [Math.floor(count / 12), (count % 12) + 1]
}

/** The nth such weekday of a month, -1 for the last; undefined where the month has no fifth one. */
function nthOf(year: number, month: number, weekday: number, nth: number): CivilDate | undefined {
  if (month < 1 || month > 12) return undefined
  const first = civilDate(year, month, 1) as CivilDate
  const offset = (weekday - weekdayOf(first) + 7) % 7
  const all = Array.from({ length: 5 }, (_, week) => civilDate(year, month, 1 + offset + week * 7)).filter(
    (date) => date !== undefined,
  )
  return nth < 0 ? all.at(nth) : all[nth - 1]
}
