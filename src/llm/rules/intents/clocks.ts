import { almanacMessages } from '../../../messages/engine/almanac.ts'
import { calendarMessages, type Day } from '../../../messages/tools/calendar.ts'
import { cityOf, type Zoned } from '../../../std/korean/dates/places.ts'
import { type CivilDate, daysBetween, partsOf, todayIn } from '../../../std/time/calendar.ts'
import { isoSecond } from '../../../std/time/local-time.ts'
import type { Intent, IntentCall, Utterance } from '../intent.ts'
import { dayAndClock } from '../parse/day-and-clock.ts'
import { momentIn } from '../parse/moment-in.ts'
import type { DayMention, Length, TimeReading, WhenPart } from '../parse/when.ts'

/** Makes an answer of what a pattern captured. */
export type Build = (utterance: Utterance) => Intent | undefined

/** A question to the datetime tool. */
export const ask = (args: IntentCall['args'], answer: Intent['answer']): Intent => ({
  weight: 2,
  call: { name: 'datetime', args },
  answer,
})
/** The sentences of days and times in the language of the answer. */
export const tell = ({ language }: Utterance) => calendarMessages[language]
/** The day of the message. */
export const today = (utterance: Utterance): CivilDate => todayIn(utterance)

/** A day as it is told: with its year only if that is another one. */
export function dayOf(utterance: Utterance, date: CivilDate): string {
  return tell(utterance).day({ date, year: partsOf(date)[0] !== partsOf(today(utterance))[0] } satisfies Day)
}

/** The time here. */
export const clockNow: Build = (utterance) =>
  ask({ action: 'now' }, (line) => {
    const at = momentIn(line)
    return at?.hour === undefined
      ? line
      : tell(utterance).now(tell(utterance).clock({ hour: at.hour, minute: at.minute ?? 0 }))
  })

/** The day and the time here. */
export const dayAndClockNow: Build = (utterance) =>
  ask({ action: 'now' }, () => tell(utterance).is(dayAndClock(utterance, utterance.now)))

/** The time at another place. */
export const clockThere =
  ({ zone, name }: Zoned): Build =>
  (utterance) =>
    ask({ action: 'now', zone }, (line) => there(utterance, name, line, 'nowThere'))

function there(utterance: Utterance, name: string, line: string, how: 'nowThere' | 'thenThere'): string {
  const at = momentIn(line)
  return at?.hour === undefined
    ? line
    : tell(utterance)[how](
        name,
        tell(utterance).clock({ hour: at.hour, minute: at.minute ?? 0 }),
        dayOf(utterance, at.date),
      )
}

/** The place where the person is. */
export const hereOf = ({ zone, language }: Utterance): Zoned => ({ zone, name: cityOf(zone, language) })

/** A time of one place, else of here, as it is told at the last one that is named; today unless a day is said. */
export const clockThen =
  (said: readonly WhenPart[]): Build =>
  (utterance) => {
    const places = said.filter((part): part is Zoned => 'zone' in part)
    const time = said.find((part): part is TimeReading => 'hour' in part)
    const day = said.find((part): part is DayMention => 'date' in part)
    const [to, from] = places.toReversed()
    if (!to || !time || day?.rough || day?.invalid) return undefined
    const clock = `${String(time.hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}`
    const date = `${day?.date ?? today(utterance)}T${clock}`
    return ask({ action: 'convert', date, ...(from ? { zone: from.zone } : {}), to: to.zone }, (line) =>
      there(utterance, to.name, line, 'thenThere'),
    )
  }

const wallClock = ({ now }: Utterance, zone: string) => Date.parse(`${isoSecond(now, zone).slice(0, 19)}Z`)

/** Return the difference of the clocks of two places, now. */
export const apartFrom =
  (one: Zoned, other: Zoned): Build =>
  (utterance) => {
    const ms = wallClock(utterance, one.zone) - wallClock(utterance, other.zone)
    const say = almanacMessages[utterance.language]
    const length = tell(utterance).duration(Math.abs(ms))
    return { weight: 2, answer: () => say.apartFrom(one.name, other.name, length, ms === 0 ? undefined : ms > 0) }
  }

/** Return the difference of another clock from this one, now. */
export const apart =
  ({ zone, name }: Zoned): Build =>
  (utterance) => {
    const ms = wallClock(utterance, zone) - wallClock(utterance, utterance.zone)
    const say = almanacMessages[utterance.language]
    return {
      weight: 2,
      answer: () => say.apart(name, tell(utterance).duration(Math.abs(ms)), ms === 0 ? undefined : ms > 0),
    }
  }

/** "오후 3시에서 5시간 뒤", "3 hours after 2pm": a clock that is reckoned on, whatever the day. */
export const clockAfter =
  ({ hour, minute, ambiguous }: TimeReading, { amount, unit }: Length, sign: 1 | -1): Build =>
  (utterance) => {
    const minutes = { minutes: 1, hours: 60 }[unit as string]
    if (minutes === undefined) return undefined
    const day = 1_440
    const then = (((hour * 60 + minute + sign * amount * minutes) % day) + day) % day
    const clock = { hour: Math.floor(then / 60), minute: then % 60 }
    const say = tell(utterance)
    // Of a time without its half of the day the answer has none either.
    const told =
      ambiguous && utterance.language === 'ko'
        ? say.clock({ ...clock, hour: clock.hour % 12 || 12 }).replace(/^(?:오전|오후) /, '')
        : say.clock(clock)
    return { weight: 2, answer: () => say.is(told) }
  }

/** Return the distance to a day, or since it: in weeks if those are asked for. */
export function untilDay(utterance: Utterance, date: CivilDate): Intent {
  return ask({ action: 'diff', date: today(utterance), date2: date }, () => {
    const [days, day, say] = [daysBetween(today(utterance), date), dayOf(utterance, date), tell(utterance)]
    if (days >= 7 && /몇 ?주|\bweeks\b/i.test(utterance.text)) return say.leftWeeks(day, Math.floor(days / 7), days % 7)
    return days === 0 ? say.today(day) : days > 0 ? say.left(day, days) : say.gone(day, -days)
  })
}
