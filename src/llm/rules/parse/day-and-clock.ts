import { calendarMessages } from '../../../messages/tools/calendar.ts'
import { todayIn } from '../../../std/time/calendar.ts'
import { toLocal } from '../../../std/time/local-time.ts'
import type { Utterance } from '../intent.ts'

/** A time of day in the words of the answer. */
export function clockOf(heard: Utterance, at: Date): string {
  return calendarMessages[heard.language].clock(toLocal(at, heard.zone))
}

/** A day, with its year where that is another one, and its time. */
export function dayAndClock(heard: Utterance, at: Date): string {
  const date = todayIn({ now: at, zone: heard.zone })
  const say = calendarMessages[heard.language]
  return say.at(say.day({ date, year: date.slice(0, 4) !== todayIn(heard).slice(0, 4) }), clockOf(heard, at))
}
