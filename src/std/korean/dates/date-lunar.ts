import { inOneLine } from '../../text/pattern.ts'
import { type CivilDate, partsOf } from '../../time/calendar.ts'
import { lunarOf, solarOf } from '../../time/lunar.ts'
import { NATIVE_DAYS, numeralAt } from '../numbers/number.ts'
import type { Found, Rule } from './date-rule.ts'

const N = '(\\d{1,2}|[일이삼사오육유칠팔구시십]{1,4}|정|동지|섣달)'
const DAY_NAMES: Readonly<Record<string, number>> = Object.fromEntries([
  ...Object.entries(NATIVE_DAYS).flatMap(([name, day]): [string, number][] =>
    day > 10 ? [[name, day]] : [[`초${name}`, day]],
  ),
  ...Object.entries({ 초하룻날: 1, 보름날: 15, 그믐: 30, 그믐날: 30 }),
])

/**
 * A day of the lunar calendar as it is said: "8월 15일", "윤 6월 3일", "정월 보름", "섣달 그믐". Two groups of month and day, one
 * of the leap.
 */
export const LUNAR_DAY = inOneLine`
    (윤\\s?)?(?:${N}월|(섣달|동짓달))\\s?(?:(\\d{1,2}|[일이삼사오육칠팔구십]{1,3})일|(${Object.keys(DAY_NAMES).join('|')}))`

const sino = (word: string) =>
  /^\d/.test(word) ? Number(word) : (numeralAt(word.replace('유', '육').replace(/^시$/, '십'), 0)?.value ?? 0)

/** Month and day of the words of `LUNAR_DAY`; undefined where there is no such day in any year. */
export function lunarDayOf(
  groups: readonly (string | undefined)[],
): { month: number; day: number; leap: boolean } | undefined {
  const [leap, numbered = '', named, count, name = ''] = groups
  const month = named === '섣달' ? 12 : named === '동짓달' ? 11 : numbered === '정' ? 1 : sino(numbered)
  const day = count ? sino(count) : (DAY_NAMES[name] ?? 0)
  return month >= 1 && month <= 12 && day >= 1 && day <= 30 ? { month, day, leap: leap !== undefined } : undefined
}

/** The day of a lunar rule by its name alone: "초하루", "보름", "15일". */
export const lunarDayNamed = (count: string | undefined, name: string | undefined) =>
  count ? sino(count) : (DAY_NAMES[name ?? ''] ?? 0)

/** The names of lunar days for a pattern. */
export const LUNAR_NAMES = Object.keys(DAY_NAMES).join('|')

/** The next solar date of a lunar day, `today` included. The 30th of a month that has 29 days is its last. */
function nextLunar(today: CivilDate, month: number, day: number, leap = false): CivilDate | undefined {
  const year = lunarOf(today)?.year ?? partsOf(today)[0]
  // A leap month comes again after up to some decades; an ordinary one within a year.
  for (let y = year; y <= year + (leap ? 60 : 2); y++) {
    const date =
      solarOf({ year: y, month, day, leap }) ?? (day === 30 ? solarOf({ year: y, month, day: 29, leap }) : undefined)
    if (date && date >= today) return date
  }
  return undefined
}

/** "음력 8월 15일", "음력 정월 보름": lunar days, as their next solar dates. */
export const LUNAR_DATES: Rule[] = [
  [
    new RegExp(`(?<![가-힣])음력(?:으로)?\\s?${LUNAR_DAY}`, 'g'),
    ([, ...groups], today): Found => {
      const said = lunarDayOf(groups)
      const date = said && nextLunar(today, said.month, said.day, said.leap)
      return date ? { date } : { invalid: 'day' }
    },
  ],
]
