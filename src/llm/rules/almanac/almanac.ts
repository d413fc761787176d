import { almanacMessages } from '../../../messages/engine/almanac.ts'
import { calendarMessages } from '../../../messages/tools/calendar.ts'
import { addDays, type CivilDate, daysBetween, partsOf, todayIn, weekdayOf } from '../../../std/time/calendar.ts'
import { feastOf, lunarOf, solarOf } from '../../../std/time/lunar.ts'
import type { Family } from '../intent.ts'
import { type DayMention, whenIn } from '../parse/when.ts'
import { leapYear, monthLength, nthWeekday } from './almanac-months.ts'
import {
  type AlmanacQuestion,
  type AlmanacReader,
  dayOfYear,
  dayText,
  isFilling,
  yearOf,
  yearWords,
} from './almanac-question.ts'
import { holiday, solarTerm } from './holidays.ts'
import { westernFeast } from './western-feasts.ts'

// ---- the lunar calendar

const lunarDate = new RegExp(
  `(?:(\\d{4})년 ?)?음력(?:으로)? ?(?:생일|생신|제사|기일)?(?:이|은|는|날)? ?(?:(\\d{4})년 ?|(${yearWords}) ?)?(윤 ?)?(\\d{1,2})월 ?(\\d{1,2})일`,
)
const feast = new RegExp(
  `(?:(\\d{4})년 ?|(${yearWords}) ?)?(?:음력 ?)?(설날|설(?![가-힣])|구정|추석|한가위|부처님 ?오신 ?날|석가탄신일|chuseok|seollal|lunar new year)(?: (?:in |of )?(?:(this year|next year)|(\\d{4})))?`,
  'i',
)
const feasts = {
  설날: '설날',
  설: '설날',
  구정: '설날',
  추석: '추석',
  한가위: '추석',
  chuseok: '추석',
  seollal: '설날',
  lunarnewyear: '설날',
} as const

const fromLunar: AlmanacReader = (asked) => {
  const match = lunarDate.exec(asked.text)
  if (!match || isReminder(asked.text)) return undefined
  const [all, first, second, word, leap, month, day] = match
  const rest = asked.text.replace(all, ' ')
  const later = new RegExp(`(?:(\\d{4})년|(${yearWords}))`).exec(rest)
  const owner = /^(?:우리 ?|내 ?|제 ?)?[가-힣]{1,4}(?:의|이|은|는)? /.exec(rest.trim())?.[0] ?? ''
  const left = rest
    .replace(later?.[0] ?? '', ' ')
    .trim()
    .slice(owner.length)
  if (!isFilling(left) && !isFilling(rest.replace(later?.[0] ?? '', ' '))) return undefined
  const named = yearOf(asked, first ?? second ?? later?.[1], word ?? later?.[2])
  const parts = { month: Number(month), day: Number(day), leap: leap !== undefined }
  const date = named === undefined ? nextSolar(asked.today, parts) : solarOf({ year: named, ...parts })
  if (!date) return asked.say.noLunar
  const said = asked.say.lunarDay(parts.month, parts.day, parts.leap)
  return asked.say.solar(said, calendarMessages[asked.utterance.language].day({ date, year: true }))
}

/** The next time that a lunar day comes round, today included. */
function nextSolar(today: CivilDate, parts: { month: number; day: number; leap: boolean }): CivilDate | undefined {
  const [year] = partsOf(today)
  const dates = [-1, 0, 1, 2, 3].flatMap((more) => solarOf({ year: year + more, ...parts }) ?? [])
  return dates.find((date) => date >= today)
}

/** "음력 8월 15일에 알려줘" asks to be told then. */
const isReminder = (text: string) => /일에 ?(?:꼭 |다시 )?(?:알려|말해|깨워)/.test(text)

const toLunar: AlmanacReader = (asked) => {
  if (!/음력|\blunar\b/i.test(asked.text) || isReminder(asked.text)) return undefined
  const text = asked.text.replace(/음력(?:으로는|으로|은|이)?/, '  ')
  const marks = whenIn({ ...asked.utterance, text }).filter(({ kind }) => kind === 'd')
  const [only, more] = marks
  if (!only || more) return undefined
  const rest = `${text.slice(0, only.from)} ${text.slice(only.to)}`.replace(/\b(?:korean )?lunar(?: calendar)?\b/i, ' ')
  const { date, rough, invalid } = only.value as DayMention
  const lunar = invalid || rough ? undefined : lunarOf(date)
  return lunar && isFilling(rest)
    ? asked.say.lunar(dayText(asked, date), asked.say.lunarDay(lunar.month, lunar.day, lunar.leap))
    : undefined
}

const feastDay: AlmanacReader = (asked) => {
  const match = feast.exec(asked.text)
  if (
    !match ||
    !(/언제|며칠|몇 ?일|몇 ?월|날짜|요일|\bwhen\b|what (?:day|date)/i.test(asked.text) || asked.utterance.asked) ||
    /남|전|뒤|후|까지|부터/.test(asked.text)
  )
    return undefined
  const [all, early, before, name = '', after, late] = match
  const digits = early ?? late
  const word = before ?? after
  if (!isFilling(asked.text.replace(all, ' '))) return undefined
  const which = feasts[name.toLowerCase().replace(/ /g, '') as keyof typeof feasts] ?? '부처님오신날'
  const date = dayOfYear(asked, yearOf(asked, digits, word), (year) => feastOf(which, year))
  return date && calendarMessages[asked.utterance.language].is(dayText(asked, date))
}

// ---- days that are counted

const nthFrom = /(\d{1,6}|백|천)일(?:째)?(?:되는|이? ?되는)? ?(?:날)?/
const counted = /며칠 ?째|몇 ?일 ?째/

const dayCount: AlmanacReader = (asked) => {
  if (
    /^(?:오늘(?:은|이)? ?)?(?:올해|금년|1년)(?:에서|의|중|로|가|는|이)? ?(?:며칠|몇 ?일)(?: ?째(?:야|이야|예요|지|인가요|임)?|(?:이나)? ?(?:지났|흘렀|지나갔)[가-힣]{0,3})$/.test(
      asked.text,
    )
  )
    return asked.say.dayOfYear(daysBetween(`${asked.today.slice(0, 4)}-01-01`, asked.today) + 1)
  if (
    /^(?:(?:이번|오늘(?:은|이)?|지금은?|올해|이번주는?|주) ?)*(?:주|주가|주는)? ?몇 ?주 ?차(?:야|이야|예요|지|임)?(?: ?(?:이번 ?주|오늘|지금))?$|^(?:what|which) week (?:number )?(?:of the year )?is (?:it|this)(?: week)?$/i.test(
      asked.text,
    )
  )
    return asked.say.week(isoWeek(asked.today))
  const from = whenIn({ ...asked.utterance, text: asked.text }).filter(
    ({ kind, to }) => kind === 'd' && /^ ?(?:부터|에서|로부터|에)/.test(asked.text.slice(to)),
  )
  const [start] = from
  if (!start || from.length !== 1) return undefined
  const { date, rough, invalid } = start.value as DayMention
  if (rough || invalid) return undefined
  const rest = `${asked.text.slice(0, start.from)} ${asked.text.slice(start.to)}`
    .replace(/부터(?:인데|니까|면|세면|시작해서)?|에서|로부터/, ' ')
    .replace(
      /우리|나|내가|저희|사귄 ?지|사귀기 ?시작|만난 ?지|결혼한 ?지|시작한 ?지|오늘(?:이|은)?|지금|(?<![가-힣])[가-힣]{1,8}[었았했됐였녔렸났](?:는데|으니까|고)/g,
      ' ',
    )
  if (counted.test(rest) && isFilling(rest.replace(counted, ' ')) && date <= asked.today)
    return asked.say.count(dayText(asked, date), daysBetween(date, asked.today) + 1)
  const nth = nthFrom.exec(rest)
  if (!nth || /뒤|후|전/.test(rest) || !isFilling(rest.replace(nth[0], ' '))) return undefined
  const count = { 백: 100, 천: 1_000 }[nth[1] as string] ?? Number(nth[1])
  return count > 0 && /째|부터/.test(asked.text)
    ? asked.say.nth(count, dayText(asked, addDays(date, count - 1)))
    : undefined
}

/** The week of ISO 8601: that of the year which has its Thursday. */
function isoWeek(date: CivilDate): number {
  const thursday = addDays(date, 4 - weekdayOf(date))
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1
}

const readers: AlmanacReader[] = [
  fromLunar,
  toLunar,
  feastDay,
  leapYear,
  monthLength,
  nthWeekday,
  dayCount,
  westernFeast,
  solarTerm,
  holiday,
]

/**
 * Lunar days, leap years, n-th weekdays, months and counted days: what an almanac tells, read in whatever order it is
 * asked.
 */
export const almanac: Family = (utterance) => {
  const asked: AlmanacQuestion = {
    text: utterance.text,
    utterance,
    today: todayIn(utterance),
    say: almanacMessages[utterance.language],
  }
  for (const read of readers) {
    const said = read(asked)
    if (said !== undefined) return { weight: 3, answer: () => said }
  }
  return undefined
}
