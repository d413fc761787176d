import type { When } from '../../time/calendar.ts'
import { addDays, type CivilDate, todayIn, weekdayOf } from '../../time/calendar.ts'
import { normalize } from '../spelling/normalize.ts'
import { plain, type Span, spanOf } from '../spelling/span.ts'
import { COMPOSED_DATES } from './date-compose.ts'
import { ENGLISH_DATES } from './date-english.ts'
import { countedSince, KOREAN_DATES } from './date-korean.ts'
import { LUNAR_DATES } from './date-lunar.ts'
import { DAYS, type Found, monday, type Rule } from './date-rule.ts'

/** A day. `approximate` where the words leave some room ("다음 달", "주말", "6월 말"). It may lie in the past ("어제"). */
export interface CalendarDay extends Span {
  date: CivilDate
  approximate?: true
}

/** Words that mean a day which does not exist: 2월 30일, 13월 1일 (`day`), or whose weekday is another one (`weekday`). */
export interface InvalidDate extends Span {
  invalid: 'day' | 'weekday'
}

export type ReadDate = CalendarDay | InvalidDate

type Read = Span & { found: NonNullable<Found> }

/**
 * The first day named in the text, seen from `now` in `zone`. A day without a year is the next such day, today
 * included ("6월 19일", "19일"); a weekday alone is the next one after today; weeks begin on Monday ("다음 주 금요일", "next
 * Friday" are of next week). Days that repeat ("매주 월요일") and spans ("3일 동안") are not dates. Lunar days and feasts by
 * the moon are computed ("음력 8월 15일", "추석").
 */
export function readDate(text: string, when: When): ReadDate | undefined {
  const { text: said, typed } = normalize(text)
  const s = plain(said)
  let best: Read | undefined
  const today = todayIn(when)
  for (const rule of [...COMPOSED_DATES, ...KOREAN_DATES, ...LUNAR_DATES, ...ENGLISH_DATES]) {
    const read = firstHit(rule, s, today)
    if (read && (!best || read.from < best.from || (read.from === best.from && read.to > best.to))) best = read
  }
  const day = best && besideDay(s, withWeekday(s, best))
  return day && { ...day, ...typed(day) }
}

const REPEATED =
  /(?:매|격|음력|every|each)\s?(?:주|달|월|년|\d{1,2}월)?\s?(?:[월화수목금토일]요일(?:\s?[,와과·]\s?|\s)?){0,6}$/

/** The first words of the rule that name a day; those that repeat ("매주 월요일", "월요일마다") name none. */
function firstHit([pattern, read]: Rule, s: string, today: CivilDate): Read | undefined {
  pattern.lastIndex = 0
  for (let hit = pattern.exec(s); hit; hit = pattern.exec(s)) {
    const span = spanOf(hit)
    const repeated =
      REPEATED.test(s.slice(Math.max(0, span.from - 16), span.from)) || /^\s?마다/.test(s.slice(span.to, span.to + 4))
    const found = repeated ? undefined : read(hit, today)
    if (found) return { ...span, found }
  }
  return undefined
}

const BESIDE = /^(?:의)?\s?(?:바로\s?)?(?:(전\s?날)|(?:다음\s?날|이튿날)(?!부터))/

/** "추석 전날", "크리스마스 다음 날", "12월 24일 이틀 전": a day beside the one that was named. */
function besideDay(s: string, day: ReadDate): ReadDate {
  if (!('date' in day) || day.approximate) return day
  const behind = s.slice(day.to, day.to + 20)
  const [whole, eve] = BESIDE.exec(behind) ?? []
  if (whole !== undefined) return { ...day, date: addDays(day.date, eve ? -1 : 1), to: day.to + whole.length }
  const counted = countedSince(behind, day.date)
  return counted ? { ...day, date: counted.date, to: day.to + counted.length } : besideEnglish(s, day)
}

const COUNTS = ['a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const BESIDE_ENGLISH = new RegExp(
  `\\b(?:on )?(?:the day|(\\d{1,3}|one|${COUNTS.join('|')}) (day|week)s?) (before|after) (?:the )?$`,
)

/** "three days before Christmas", "the day after December 24". */
function besideEnglish(s: string, day: CalendarDay): CalendarDay {
  const [whole, count = 'one', unit = 'day', way] = BESIDE_ENGLISH.exec(s.slice(0, day.from)) ?? []
  if (whole === undefined) return day
  const many = Number(count) || Math.max(COUNTS.indexOf(count), 0) + 1
  const days = many * (unit === 'week' ? 7 : 1)
  return { ...day, date: addDays(day.date, way === 'after' ? days : -days), from: day.from - whole.length }
}

/** "일주일 뒤 오늘": of the day that was counted, not of this one. */
const TODAY_THERE = /^\s?오늘(?![가-힣])/

/** "6월 19일 금요일", "6/19(금)": the weekday belongs to the date, and must be the right one; "2주 뒤 월요일" is of that week. */
function withWeekday(s: string, { found, from, to }: Read): ReadDate {
  if ('invalid' in found || /요일|day/.test(s.slice(from, to))) return { ...found, from, to }
  const there = /[뒤후전]$/.test(s.slice(from, to)) && TODAY_THERE.exec(s.slice(to))?.[0]
  if (there) return { ...found, from, to: to + there.length }
  const hit = /^\s?(?:\(([월화수목금토일])\)|\(?([월화수목금토일])요일\)?)/.exec(s.slice(to, to + 7))
  if (!hit) return { ...found, from, to }
  const span = { from, to: to + hit[0].length }
  if (found.approximate) return { ...found, from, to }
  const wanted = DAYS.indexOf((hit[1] ?? hit[2]) as string) + 1
  if (/주일?\s?[뒤후]$/.test(s.slice(from, to))) return { date: addDays(monday(found.date), wanted - 1), ...span }
  return weekdayOf(found.date) === wanted ? { ...found, ...span } : { invalid: 'weekday', ...span }
}
