import KoreanLunarCalendar from 'korean-lunar-calendar'
import { type CivilDate, civilDate, partsOf } from './calendar.ts'

/** A day of the Korean lunar calendar. `leap`: of the month that is counted twice (윤달). */
export interface LunarDay {
  year: number
  month: number
  day: number
  leap: boolean
}

/** Feasts of the Korean lunar calendar: month and day. */
export const FEASTS = {
  설날: [1, 1],
  정월대보름: [1, 15],
  부처님오신날: [4, 8],
  단오: [5, 5],
  칠석: [7, 7],
  추석: [8, 15],
} as const

export type Feast = keyof typeof FEASTS

/** The solar date of a lunar feast of that year; undefined outside 1000–2050. */
export function feastOf(feast: Feast, year: number): CivilDate | undefined {
  const [month, day] = FEASTS[feast]
  return solarOf({ year, month, day, leap: false })
}

/**
 * The solar date of a lunar day by the tables of the Korea Astronomy and Space Science Institute; undefined where
 * there is none, and outside 1000–2050.
 */
export function solarOf({ year, month, day, leap }: LunarDay): CivilDate | undefined {
  const calendar = new KoreanLunarCalendar()
  if (!calendar.setLunarDate(year, month, day, leap)) return undefined
  const solar = calendar.getSolarCalendar()
  const date = civilDate(solar.year, solar.month, solar.day)
  // The library takes a 30th of a month that has 29 days, and a leap month that was none.
  const back = date && lunarOf(date)
  return back && back.month === month && back.day === day && back.leap === leap ? date : undefined
}

/** The lunar day of a solar date; undefined outside 1000–2050. */
export function lunarOf(date: CivilDate): LunarDay | undefined {
  const calendar = new KoreanLunarCalendar()
  if (!calendar.setSolarDate(...partsOf(date))) return undefined
  const { year, month, day, intercalation = false } = calendar.getLunarCalendar()
  return { year, month, day, leap: intercalation }
}
