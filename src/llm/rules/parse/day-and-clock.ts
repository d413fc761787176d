import { calendarMessages } from '../../../messages/tools/calendar.ts'
import { todayIn } from '../../../std/time/calendar.ts'
import { toLocal } from '../../../std/time/local-time.ts'
import type { Utterance } from '../intent.ts'

/** A time of day in the words of the answer. */
export function clockOf(utterance: Utterance, at: Date): string {
  return calendarMessages[utterance.language].clock(toLocal(at, utterance.zone))
}

/** A day, with its year where that is another one, and its time. */
export function dayAndClock(utterance: Utterance, at: Date): string {
  const date = todayIn({ now: at, zone: utterance.zone })
  const say = calendarMessages[utterance.language]
  return say.at(say.day({ date, year: date.slice(0, 4) !== todayIn(utterance).slice(0, 4) }), clockOf(utterance, at))
}
