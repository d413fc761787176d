import { formatDate, formatDuration, formatEnglishTime, formatTime } from '../../std/korean/dates/format-date.ts'
import { josa } from '../../std/korean/grammar/particles.ts'
import { type CivilDate, partsOf, weekdayOf } from '../../std/time/calendar.ts'

/** A day, and whether its year must be told too. */
export interface Day {
  date: CivilDate
  year: boolean
}
export interface ClockTime {
  hour: number
  minute: number
}

const ko = {
  day: ({ date, year }: Day) => formatDate(date, { year }),
  clock: (time: ClockTime) => formatTime(time),
  weekday: (weekday: number) => `${'월화수목금토일'[weekday - 1]}요일`,
  dayOfYear: (month: number, day: number) => `${month}월 ${day}일`,
  duration: (ms: number) => formatDuration(ms),
  is: (what: string) => `${josa(what, '이에요/예요')}.`,
  was: (what: string) => `${josa(what, '이었어요/였어요')}.`,
  now: (time: string) => `지금은 ${josa(time, '이에요/예요')}.`,
  nowThere: (place: string, time: string, day: string) =>
    `${josa(place, '은/는')} 지금 ${josa(time, '이에요/예요')}. (${day})`,
  thenThere: (place: string, time: string, day: string) =>
    `그때 ${josa(place, '은/는')} ${josa(time, '이에요/예요')}. (${day})`,
  at: (day: string, time: string) => `${day} ${time}`,
  left: (day: string, days: number) => `${day}까지 ${days.toLocaleString('en-US')}일 남았어요.`,
  leftWeeks: (day: string, weeks: number, days: number) =>
    `${day}까지 ${weeks}주${days ? ` ${days}일` : ''} 남았어요 (${(weeks * 7 + days).toLocaleString('en-US')}일).`,
  leftUntil: (time: string, length: string) => `${time}까지 ${length} 남았어요.`,
  gone: (day: string, days: number) => `${josa(day, '은/는')} ${days.toLocaleString('en-US')}일 전이에요.`,
  today: (day: string) => `${josa(day, '은/는')} 바로 오늘이에요.`,
  between: (from: string, to: string, days: number, weeks = false) =>
    `${from}부터 ${to}까지 ${days.toLocaleString('en-US')}일이에요${weeks && days >= 7 ? ` (${Math.floor(days / 7)}주${days % 7 ? ` ${days % 7}일` : ''})` : ''}.`,
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const months = 'January February March April May June July August September October November December'.split(' ')

const en: typeof ko = {
  day: ({ date, year }) => {
    const [y, month, day] = partsOf(date)
    return `${weekdays[weekdayOf(date) - 1]}, ${months[month - 1]} ${day}${year ? `, ${y}` : ''}`
  },
  clock: formatEnglishTime,
  weekday: (weekday) => weekdays[weekday - 1] as string,
  dayOfYear: (month, day) => `${months[month - 1]} ${day}`,
  duration: (ms) => {
    const parts = [
      [86_400_000, 'day'],
      [3_600_000, 'hour'],
      [60_000, 'minute'],
      [1_000, 'second'],
    ] as const
    const counts = parts.map(
      ([size, unit], i) => [Math.floor((ms % (parts[i - 1]?.[0] ?? Number.POSITIVE_INFINITY)) / size), unit] as const,
    )
    return counts.flatMap(([n, unit]) => (n ? [`${n} ${unit}${n === 1 ? '' : 's'}`] : [])).join(' ')
  },
  is: (what) => `It is ${what}.`,
  was: (what) => `It was ${what}.`,
  now: (time) => `It is ${time}.`,
  nowThere: (place, time, day) => `In ${place} it is ${time} (${day}).`,
  thenThere: (place, time, day) => `In ${place} it is ${time} then (${day}).`,
  at: (day, time) => `${day}, ${time}`,
  left: (day, days) => `${days} ${days === 1 ? 'day' : 'days'} left until ${day}.`,
  leftWeeks: (day, weeks, days) =>
    `${weeks} ${weeks === 1 ? 'week' : 'weeks'}${days ? ` and ${days} ${days === 1 ? 'day' : 'days'}` : ''} left until ${day} (${weeks * 7 + days} days).`,
  leftUntil: (time, length) => `${length} left until ${time}.`,
  gone: (day, days) => `${day} was ${days} ${days === 1 ? 'day' : 'days'} ago.`,
  today: (day) => `${day} is today.`,
  between: (from, to, days, weeks = false) =>
    `From ${from} to ${to}: ${days} ${days === 1 ? 'day' : 'days'}${weeks && days >= 7 ? ` (${Math.floor(days / 7)} weeks${days % 7 ? ` and ${days % 7} days` : ''})` : ''}.`,
}

/** Words for days, times and the span between them. */
export const calendarMessages = { ko, en }
