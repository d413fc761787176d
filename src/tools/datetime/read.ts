import { withoutZone } from '../../std/korean/dates/zone.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import { patternOf } from '../../std/text/pattern.ts'
import { daysInMonth } from '../../std/time/calendar.ts'
import { type Local, toInstant, toLocal, utcOf } from '../../std/time/local-time.ts'

/** A moment, and whether a time of day was said with it. */
export interface DateTimeReading {
  at: number
  timed: boolean
}

/** Milliseconds. */
const dayMs = 86_400_000

/** Days from today by word. */
const days = new Map([
  ['today', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
  ['오늘', 0],
  ['내일', 1],
  ['모레', 2],
  ['글피', 3],
  ['어제', -1],
  ['그저께', -2],
  ['그제', -2],
])

/**
 * Reads a date as models and people write it: ISO 8601 (an offset in it wins over `zone`), 2026.11.21, 2026년 11월 21일,
 * 11-21 (of this year), 09:30 (today), today, 내일, now. Else as the readers of Korean and English take it, where they
 * take all of it. Undefined when no such day exists.
 */
export function readDate(text: string, zone: string, now: number): DateTimeReading | undefined {
  const words = text.trim().toLowerCase()
  if (words === 'now' || words === '지금') return { at: now, timed: true }
  if (/t.*(?:z|[+-]\d\d:?\d\d)$/.test(words)) return readTimed(Date.parse(words.toUpperCase()))
  const match = pattern.exec(words.replace(/^(\S+?)(?=\s+\d+:|$)/, (word) => readNamed(word, zone, now) ?? word))
  if (!match?.groups || words === '') return readSpoken(text, zone, now)
  const { year, month, day, hour, minute, second } = match.groups
  const today = toLocal(new Date(now), zone)
  const wall = {
    year: Number(year ?? today.year),
    month: Number(month ?? today.month),
    day: Number(day ?? today.day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
  }
  return isReal(wall) ? { at: +toInstant(wall, zone), timed: hour !== undefined } : undefined
}

/** Read the words of people ("다음 주 금요일", "추석", "next friday at 3pm"), if that is all they say. */
function readSpoken(text: string, zone: string, now: number): DateTimeReading | undefined {
  const whole = readSentence(text.trim())
  const there = whole.zone
  if (there && there.zone === undefined) return undefined
  const said = there ? readSentence(withoutZone(whole.text, there)) : whole
  const when = { now: new Date(now), zone }
  const read = said.moment(when)
  if (!read || 'invalid' in read || read.approximate) return undefined
  // A word between the day and the hour is part of neither.
  if (said.stretches(said.whenSpans(when, undefined)).length > 0) return undefined
  const at = there?.zone && !read.dateOnly ? toInstant(toLocal(read.at, zone), there.zone) : read.at
  return { at: +at, timed: !read.dateOnly }
}

const pattern = patternOf()`
    ^(?:(?:(?<year>\d{4})(?:[-./]|년\s*))?(?<month>\d{1,2})(?:[-./]\s?|월\s*)(?<day>\d{1,2})(?:일|\.)?)?(?:(?:^|t|
    \s+)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?)?$`

function readNamed(word: string, zone: string, now: number): string | undefined {
  const ahead = days.get(word)
  if (ahead === undefined) return undefined
  return new Date(utcOf(toLocal(new Date(now), zone)) + ahead * dayMs).toISOString().slice(0, 10)
}

function readTimed(at: number): DateTimeReading | undefined {
  return Number.isNaN(at) ? undefined : { at, timed: true }
}

function isReal({ year, month, day, hour, minute, second }: Local): boolean {
  return (
    year >= 1 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(year, month) &&
    hour < 24 &&
    minute < 60 &&
    second < 60
  )
}
