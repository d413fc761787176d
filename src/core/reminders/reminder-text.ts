import { reminderMessages } from '../../messages/engine/reminders.ts'
import type { Language } from '../../messages/language.ts'
import { calendarMessages } from '../../messages/tools/calendar.ts'
import { todayIn } from '../../std/time/calendar.ts'
import { toLocal } from '../../std/time/local-time.ts'
import { nextOccurrences, partsOfRule, type RuleText } from '../../std/time/recurrence.ts'
import { dueOf, type Reminder, type Ring } from './reminder.ts'
import { ownZoneOf } from './zone.ts'

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

/** The sentence of several that rang together; the first of many by name. */
export function ringsText(all: readonly { reminder: Reminder; ring: Ring }[], reader: Reader): string {
  const say = reminderMessages[reader.language]
  const lines = all.slice(0, mostNamed).map(({ reminder, ring }) => `- ${ringText(reminder, ring, reader)}`)
  return [
    say.several(all.length),
    ...lines,
    ...(all.length > mostNamed ? [say.more(all.length - mostNamed)] : []),
  ].join('\n')
}

const mostNamed = 30

/** One line of a list. */
export function reminderLine(reminder: Reminder, reader: Reader): string {
  const say = reminderMessages[reader.language]
  const due = dueOf(reminder)
  const when = due === undefined ? say.rangAt(whenText(reminder.ring?.due ?? 0, reader)) : whenText(due, reader)
  const more = due === undefined ? '' : followingText(reminder, due, reader)
  return (
    say.line(
      reminder.id,
      when,
      titleText(reminder, reader.language),
      repeatText(reminder.rule, reader.language, reader.zone),
    ) + (more && ` · ${more}`)
  )
}

/** Return its name in a sentence: “3분 타이머”, not “3분”. */
export function titleText({ kind, title }: Pick<Reminder, 'kind' | 'title'>, language: Language): string {
  return kind === 'timer' ? reminderMessages[language].timer(title) : title
}

/** A day and a time as a person says them. */
export function whenText(at: number, { language, zone, now }: Reader): string {
  const date = todayIn({ now: new Date(at), zone })
  const say = calendarMessages[language]
  const year = date.slice(0, 4) !== todayIn({ now, zone }).slice(0, 4)
  return say.at(say.day({ date, year }), say.clock(toLocal(new Date(at), zone)))
}

/** The repetition of a rule in words; empty for none. A clock that is not the reader's is named. */
export function repeatText(rule: RuleText | undefined, language: Language, zone?: string): string {
  const parts = rule && partsOfRule(rule)
  if (!parts) return ''
  const say = reminderMessages[language]
  const every = everyText(parts, say)
  const until = parts.UNTIL ? say.until(`${parts.UNTIL.slice(4, 6)}/${parts.UNTIL.slice(6, 8)}`) : ''
  const count = parts.COUNT ? say.count(Number(parts.COUNT)) : ''
  const hours = parts.BYHOUR
    ? parts.BYHOUR.split(',').map((hour) => `${hour}:${(parts.BYMINUTE ?? '0').padStart(2, '0')}`)
    : []
  const own = zone === undefined ? undefined : ownZoneOf(rule, zone)
  const clock =
    own === undefined
      ? ''
      : say.clockOf(
          own,
          /T(\d\d)(\d\d)/
            .exec(parts.DTSTART ?? '')
            ?.slice(1)
            .join(':') ?? '',
        )
  return [every, hours.join(', '), clock, until, count].filter(Boolean).join(' ')
}

type Say = (typeof reminderMessages)['ko']
const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

function everyText(
  parts: Readonly<Record<string, string>>,
  { repeats, weekdays, workday, nth, lastDay, monthDay, yearDay, lunar }: Say,
): string {
  const interval = Number(parts.INTERVAL ?? 1)
  const days = (parts.BYDAY ?? '').split(',').filter(Boolean)
  const names = days.map((code) => weekdays[CODES.indexOf(code.slice(-2))] ?? '')
  const start = parts.DTSTART ?? ''
  // The last of a list of days stands for itself where the month has it.
  const date = Number((parts.BYMONTHDAY ?? start.slice(6, 8)).split(',').at(-1))
  if (parts.RSCALE) return lunar(parts.FREQ === 'YEARLY' ? Number(parts.BYMONTH) : undefined, date)
  switch (parts.FREQ) {
    case 'MINUTELY':
      return repeats.minute(interval)
    case 'HOURLY':
      return repeats.hour(interval)
    case 'DAILY':
      return repeats.day(interval)
    case 'WEEKLY':
      return repeats.week(interval, names.join('·'))
    case 'MONTHLY': {
      const order = Number(/^-?\d+/.exec(days[0] ?? '')?.[0] ?? 0)
      const place = Number(parts.BYSETPOS?.split(',')[0] ?? 0)
      if (days.length > 1 && place !== 0) return repeats.month(interval, workday(place))
      const which = order ? nth(order, names[0] ?? '') : date === -1 ? lastDay : monthDay(date)
      return repeats.month(interval, which)
    }
    default:
      return repeats.year(interval, date === -1 ? lastDay : yearDay(Number(parts.BYMONTH ?? start.slice(4, 6)), date))
  }
}

/** The times that come after the next one, so that a person sees what a rule makes of the calendar; empty for none. */
export function followingText({ rule, zone }: Pick<Reminder, 'rule' | 'zone'>, next: number, reader: Reader): string {
  if (!rule) return ''
  const times = nextOccurrences(rule, new Date(next), zone, 2).map((at) => whenText(+at, reader))
  return times.length > 0 ? reminderMessages[reader.language].following(times) : ''
}
