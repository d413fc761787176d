import { calendarMessages } from '../../messages/calendar.ts'
import type { Language } from '../../messages/language.ts'
import { reminderMessages } from '../../messages/reminders.ts'
import { todayIn } from '../../std/korean/calendar.ts'
import type { Recurrence } from '../../std/korean/recurrence.ts'
import { toLocal } from '../../std/korean/zone.ts'
import { dueOf, type Reminder, type Ring } from './reminder.ts'

/** For whom something is told: language, zone, and the moment that "this year" is seen from. */
export interface Reader {
  language: Language
  zone: string
  now: Date
}

/** The sentence of a ring: what it is for, and honestly when it should have been told. */
export function ringText({ kind, title }: Reminder, { due, missed, late }: Ring, reader: Reader): string {
  const say = reminderMessages[reader.language]
  const text = say.ring[kind](title)
  const told = late ? say.late(text, whenText(due, reader)) : text
  return missed > 0 ? say.missed(told, missed) : told
}

/** One line of a list. */
export function reminderLine(reminder: Reminder, reader: Reader): string {
  const say = reminderMessages[reader.language]
  const due = dueOf(reminder)
  const when = due === undefined ? say.rangAt(whenText(reminder.ring?.due ?? 0, reader)) : whenText(due, reader)
  return say.line(reminder.id, when, reminder.title, repeatText(reminder.rule, reader.language))
}

/** A day and a time as a person says them. */
export function whenText(at: number, { language, zone, now }: Reader): string {
  const date = todayIn({ now: new Date(at), zone })
  const say = calendarMessages[language]
  const year = date.slice(0, 4) !== todayIn({ now, zone }).slice(0, 4)
  return say.at(say.day({ date, year }), say.clock(toLocal(new Date(at), zone)))
}

/** How a rule repeats, in words; empty for none. */
export function repeatText(rule: Recurrence | undefined, language: Language): string {
  if (!rule) return ''
  const say = reminderMessages[language]
  const { every, interval, weekdays = [], day, month, anchor } = rule
  if (every === 'day') return say.repeats.day(interval)
  if (every === 'week') return say.repeats.week(interval, weekdays.map((one) => say.weekdays[one - 1]).join('·'))
  const date = day ?? Number(anchor.slice(8, 10))
  if (every === 'month') return say.repeats.month(interval, date === 'last' ? say.lastDay : say.monthDay(date))
  return say.repeats.year(interval, date === 'last' ? say.lastDay : say.yearDay(month ?? Number(anchor.slice(5, 7)), date))
}
