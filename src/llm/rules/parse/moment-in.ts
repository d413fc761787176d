import { type CivilDate, civilDate } from '../../../std/time/calendar.ts'

/** A date, with a time of day if given. */
export interface ToldMoment {
  date: CivilDate
  hour?: number
  minute?: number
}

/** The last date and time in a tool's line, in either language. */
export function momentIn(line: string): ToldMoment | undefined {
  const ko = [...line.matchAll(/(\d{1,4})년 (\d{1,2})월 (\d{1,2})일(?: .요일)?(?: (오전|오후) (\d{1,2}):(\d\d))?/g)].at(
    -1,
  )
  const en = [...line.matchAll(/([A-Z][a-z]+) (\d{1,2}), (\d{1,4})(?: at (\d{1,2}):(\d\d)\s?([AP])M)?/g)].at(-1)
  if (ko) return moment(Number(ko[1]), Number(ko[2]), Number(ko[3]), ko[5], ko[6], ko[4] === '오후')
  return (
    en && moment(Number(en[3]), monthNames.indexOf(en[1] as string) + 1, Number(en[2]), en[4], en[5], en[6] === 'P')
  )
}
const monthNames = 'January February March April May June July August September October November December'.split(' ')

function moment(
  year: number,
  month: number,
  day: number,
  hour: string | undefined,
  minute: string | undefined,
  late: boolean,
) {
  const date = civilDate(year, month, day)
  if (!date) return undefined
  return hour === undefined ? { date } : { date, hour: (Number(hour) % 12) + (late ? 12 : 0), minute: Number(minute) }
}
