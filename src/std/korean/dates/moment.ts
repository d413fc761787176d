import type { When } from '../../time/calendar.ts'
import { addDays, type CivilDate, civilDate, partsOf, todayIn } from '../../time/calendar.ts'
import type { Clock } from '../../time/local-time.ts'
import { toInstant, toLocal } from '../../time/local-time.ts'
import { normalize } from '../spelling/normalize.ts'
import { overlaps, plain, type Span } from '../spelling/span.ts'
import { type CalendarDay, readDate } from './date.ts'
import { type Duration, readDuration, readTime, type TimeOfDay } from './time.ts'

/**
 * A point in time. `at` is the instant; `date` and `time` what the wall clock shows then. `dateOnly`: no time was
 * said, `at` is the start of that day. `ambiguous`: morning or evening was not said, the likelier one was taken. It
 * may lie in the past.
 */
export interface Moment extends Span {
  at: Date
  date: CivilDate
  time: Clock
  dateOnly?: true
  ambiguous?: true
  approximate?: true
}

/** A date or time that does not exist, as found by `readDate` or `readTime`. */
export interface InvalidMoment extends Span {
  invalid: 'day' | 'weekday' | 'time'
}

export type ReadMoment = Moment | InvalidMoment

/**
 * The moment a text speaks of: "내일 아침 9시", "30분 뒤", "오늘 저녁 7시 반", "in 20 minutes", "금요일". A time without a day is the
 * next one after now. Without a half of the day ("3시에") it is the next of both, if that is within three hours or
 * between 6 and 24; with another day than today, 1 to 6 are in the afternoon and 7 to 11 in the morning.
 */
export function readMoment(text: string, when: When): ReadMoment | undefined {
  const { text: said, typed } = normalize(text)
  const read = momentIn(said, when)
  return read && { ...read, ...typed(read) }
}

function momentIn(text: string, when: When): ReadMoment | undefined {
  const s = plain(text)
  const [date, time] = [readDate(text, when), readTime(text)]
  const ahead = time ? undefined : readAhead(s)
  if (ahead && !(date && overlaps(date, ahead) && ahead.ms % DAY === 0))
    return exactly(new Date(when.now.getTime() + ahead.ms), when.zone, ahead)
  if (date && 'invalid' in date) return date
  if (time && 'invalid' in time) return time
  if (date && time) return onDay(date, time, when)
  if (time) return nextTime(time, when)
  return date && startOf(date, when)
}

const DAY = 86_400_000

/** A duration counted from now: "30분 뒤", "1시간 있다가", "in 20 minutes", "an hour from now". */
function readAhead(s: string): Duration | undefined {
  const read = readDuration(s)
  if (!read) return undefined
  const after = /^\s?(?:뒤|후(?![보기원배])|있다가?|이따가?|지나서|지나면|later|from now)/.exec(
    s.slice(read.to, read.to + 12),
  )
  const before = /\b(?:in|after)\s$/.exec(s.slice(Math.max(0, read.from - 7), read.from))
  if (!after && !before) return undefined
  return { ms: read.ms, from: read.from - (before?.[0].length ?? 0), to: read.to + (after?.[0].length ?? 0) }
}

function exactly(at: Date, zone: string, { from, to }: Span): Moment | undefined {
  if (Number.isNaN(at.getTime())) return undefined
  const { year, month, day, hour, minute, second } = toLocal(at, zone)
  const date = civilDate(year, month, day)
  return date ? { at, date, time: { hour, minute, ...(second ? { second } : {}) }, from, to } : undefined
}

const spanning = (a: Span, b: Span): Span => ({ from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) })

/** The instant of a date and a clock in a zone. */
export function instantOf(date: CivilDate, { hour, minute, second = 0 }: Clock, zone: string): Date {
  const [year, month, day] = partsOf(date)
  return toInstant({ year, month, day, hour, minute, second }, zone)
}

const clockOf = ({ second, minute }: TimeOfDay, hour: number): Clock => ({
  hour,
  minute,
  ...(second === undefined ? {} : { second }),
})

function made(
  date: CivilDate,
  time: Clock,
  zone: string,
  span: Span,
  flags: Pick<Moment, 'ambiguous' | 'approximate'>,
): Moment {
  const { ambiguous, approximate } = flags
  const marks = { ...(ambiguous ? { ambiguous } : {}), ...(approximate ? { approximate } : {}) }
  return { at: instantOf(date, time, zone), date, time, ...span, ...marks }
}

function onDay(day: CalendarDay, time: TimeOfDay, when: When): Moment {
  const flags = { ...day, ...time }
  const span = spanning(day, time)
  if (time.ambiguous && day.date === todayIn(when)) {
    const moments = halves(time).map((hour) => made(day.date, clockOf(time, hour), when.zone, span, flags))
    return moments.find((moment) => moment.at > when.now) ?? (moments[1] as Moment)
  }
  const hour = time.ambiguous ? likelyHour(time.hour) : time.hour
  return made(time.nextDay ? addDays(day.date, 1) : day.date, clockOf(time, hour), when.zone, span, flags)
}

const halves = ({ hour }: TimeOfDay): [number, number] => [hour % 12, (hour % 12) + 12]

/** 7 to 11 in the morning, 12 at noon, 1 to 6 in the afternoon: what people mean when they do not say. */
export function likelyHour(hour: number): number {
  return hour >= 1 && hour <= 6 ? hour + 12 : hour
}

const SOON = 3 * 3_600_000

function nextTime(time: TimeOfDay, when: When): Moment {
  const today = todayIn(when)
  const hours = time.ambiguous ? halves(time) : [time.hour]
  const moments = [today, addDays(today, 1), addDays(today, 2)]
    .flatMap((date) => hours.map((hour) => made(date, clockOf(time, hour), when.zone, time, time)))
    .filter(({ at }) => at > when.now)
  const sensible = ({ at, time: { hour } }: Moment) =>
    !time.ambiguous || hour >= 6 || at.getTime() - when.now.getTime() <= SOON
  return moments.find(sensible) as Moment
}

function startOf(day: CalendarDay, { zone }: When): Moment {
  return { ...made(day.date, { hour: 0, minute: 0 }, zone, { from: day.from, to: day.to }, day), dateOnly: true }
}
