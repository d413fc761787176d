import { type CivilDate, partsOf, weekdayOf } from '../../time/calendar.ts'

const WEEKDAYS = '월화수목금토일'

/** "11월 22일 일요일"; with `year`, "2026년 11월 22일 일요일". */
export function formatDate(date: CivilDate, { year = false } = {}): string {
  const [y, month, day] = partsOf(date)
  return `${year ? `${y}년 ` : ''}${month}월 ${day}일 ${formatWeekday(weekdayOf(date))}`
}

/** 1 → "월요일" … 7 → "일요일". */
function formatWeekday(weekday: number): string {
  return `${WEEKDAYS[weekday - 1]}요일`
}

const WEEKDAYS_EN = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTHS_EN = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "Sun, Nov 22"; with `year`, "Sun, Nov 22, 2026". */
export function formatEnglishDate(date: CivilDate, { year = false } = {}): string {
  const [y, month, day] = partsOf(date)
  return `${WEEKDAYS_EN[weekdayOf(date) - 1]}, ${MONTHS_EN[month - 1]} ${day}${year ? `, ${y}` : ''}`
}

/** "7:30 PM", "12:05 AM" (five past midnight), "12:00 PM" (noon). */
export function formatEnglishTime({ hour, minute }: { hour: number; minute: number }): string {
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** "오후 7시 30분", "오전 9시", "오전 12시 5분" (five past midnight), "오후 12시" (noon). Seconds only if there are any. */
export function formatTime({ hour, minute, second = 0 }: { hour: number; minute: number; second?: number }): string {
  const parts = [`${hour < 12 ? '오전' : '오후'} ${hour % 12 || 12}시`]
  if (minute || second) parts.push(`${minute}분`)
  if (second) parts.push(`${second}초`)
  return parts.join(' ')
}

/** "1시간 30분", "90초" → "1분 30초", "2일 3시간". Whole seconds, rounded; nothing at all is "0초". */
export function formatDuration(ms: number): string {
  let left = Math.round(Math.abs(ms) / 1000)
  const parts: string[] = []
  for (const [seconds, unit] of [
    [86_400, '일'],
    [3600, '시간'],
    [60, '분'],
    [1, '초'],
  ] as const) {
    if (left >= seconds) parts.push(`${Math.floor(left / seconds)}${unit}`)
    left %= seconds
  }
  return parts.join(' ') || '0초'
}
