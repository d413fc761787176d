import type { Language } from '../../messages/language.ts'
import { accountMessages } from '../../messages/tools/accounts.ts'
import { calendarMessages } from '../../messages/tools/calendar.ts'
import { eventMessages } from '../../messages/tools/events.ts'
import { addDays, type CivilDate, partsOf } from '../../std/time/calendar.ts'
import { isoDate, isoMinute, toInstant } from '../../std/time/local-time.ts'
import type { AccountEvent, AccountNote, CalendarView } from './calendars.ts'
import type { CalendarEvent } from './event.ts'
import { eventId } from './event-id.ts'

/** The reader's language, time zone and current time. */
export interface EventReader {
  language: Language
  zone: string
  now: Date
}

/** A stretch of days, both ends included. */
export interface DaySpan {
  first: CivilDate
  last: CivilDate
}

/** Maximum number of event lines in one answer. */
const mostLines = 60

/** "11월 23일 월요일", with its year where it is not this one. In English, as it stands in a sentence. */
export function spanText({ first, last }: DaySpan, reader: EventReader): string {
  const one = dayText(first, reader)
  if (first === last) return reader.language === 'en' ? `on ${one}` : one
  return eventMessages[reader.language].span(one, dayText(last, reader))
}

/** "11월 24일 화요일 15:00": a time in words. */
export function hourText(at: number, reader: EventReader): string {
  const [date = '', clock = ''] = isoMinute(at, reader.zone).split(' ')
  return reader.language === 'en' ? `on ${dayText(date, reader)} at ${clock}` : `${dayText(date, reader)} ${clock}`
}

/** The whole date and the zone, for who says yes to it: "2026년 11월 24일 화요일 15:00–16:00 (Asia/Seoul)". */
export function wholeWhen(
  times: { start: number; end: number } | { from: CivilDate; to: CivilDate },
  { language, zone }: Pick<EventReader, 'language' | 'zone'>,
): string {
  const day = (date: CivilDate) => calendarMessages[language].day({ date, year: true })
  if ('from' in times) {
    const last = addDays(times.to, -1)
    const days = last === times.from ? day(times.from) : `${day(times.from)} – ${day(last)}`
    return `${days}, ${eventMessages[language].allDay}`
  }
  const [[date = '', clock = ''], [lastDate = '', until = '']] = [times.start, times.end].map((at) =>
    isoMinute(at, zone).split(' '),
  ) as [string[], string[]]
  return `${day(date)} ${clock}–${lastDate === date ? '' : `${day(lastDate)} `}${until} (${zone})`
}

/** A day in words, with its year where that is another one than now. */
function dayText(date: CivilDate, { language, zone, now }: EventReader): string {
  const year = partsOf(date)[0] !== partsOf(isoDate(now, zone))[0]
  return calendarMessages[language].day({ date, year })
}

/** The events of a view, day by day, and what has to be told with them. */
export function eventsText(view: CalendarView, span: DaySpan, reader: EventReader): string {
  const say = eventMessages[reader.language]
  const byDay = Map.groupBy(view.events, (event) => shownDay(event, span, reader.zone))
  const lines = [...byDay].flatMap(([day, events]) => [
    dayText(day, reader),
    ...events.map((event) => `- ${eventLine(event, reader, view)}`),
  ])
  const shown = lines.slice(0, mostLines)
  const hidden = lines.slice(mostLines).filter((line) => line.startsWith('- ')).length
  const more = hidden > 0 || view.cut ? [say.more(Math.max(hidden, 1))] : []
  return [...shown, ...more, ...notesOf(view, reader)].join('\n')
}

/** One line for each account that could not be read or reached. */
export function notesOf({ notes, unread }: Pick<CalendarView, 'notes' | 'unread'>, reader: EventReader): string[] {
  const missing = unread > 0 ? [eventMessages[reader.language].unread(unread)] : []
  return [...notes.map((note) => noteText(note, reader)), ...missing]
}

function noteText({ account, fault, detail = '', copied }: AccountNote, { language, now }: EventReader): string {
  const say = accountMessages[language]
  const sentence = say.faults[fault](detail)
  if (copied === undefined) return say.note(account, sentence)
  return say.copied(account, sentence, say.age(Math.max(0, Math.floor((+now - copied) / 60_000))))
}

/** Events that began earlier are listed on the first requested day. */
function shownDay(event: AccountEvent, { first }: DaySpan, zone: string): CivilDate {
  const day = event.days?.from ?? isoDate(event.start, zone)
  return day < first ? first : day
}

/** One event: when, what, where, of which calendar, and the number by which it is changed. */
function eventLine(event: AccountEvent, reader: EventReader, view?: Pick<CalendarView, 'events'>): string {
  const say = eventMessages[reader.language]
  const several =
    view !== undefined && new Set(view.events.map(({ account, calendar }) => `${account}/${calendar}`)).size > 1
  const place = [...(event.location ? [event.location] : []), ...(several ? [event.calendar || event.account] : [])]
  const words = [event.title || say.untitled, ...place, ...peopleText(event, reader.language)].join(' · ')
  return `${clockText(event, reader)} ${words} [${eventId(event)}]`
}

/** Attendees that a line names; the others are counted. */
const mostNamed = 3

/** Organizer, guests, the person's answer, and that it takes no time. */
export function peopleText(
  { organizer, attendees = [], answer, isFree, isTentative }: CalendarEvent,
  language: Language,
): string[] {
  const say = eventMessages[language]
  const people = attendees.filter(({ isResource }) => !isResource)
  const named = people.slice(0, mostNamed).map((one) => say.attendee(one.name || one.address, say.answers[one.answer]))
  return [
    ...(organizer === undefined || answer === 'organizer' ? [] : [say.organizer(organizer)]),
    ...(people.length > 0 ? [say.attendees(named.join(', '), people.length - named.length)] : []),
    ...(answer === undefined ? [] : [answer === 'organizer' ? say.ownMeeting : say.ownAnswer(say.answers[answer])]),
    ...(isTentative ? [say.tentative] : []),
    ...(isFree && answer !== 'no' ? [say.takesNoTime] : []),
  ]
}

/**
 * "09:00–10:00", "하루 종일", with the last day where there are several and the hour of the event's own zone where that
 * differs.
 */
function clockText(event: AccountEvent, reader: EventReader): string {
  const say = eventMessages[reader.language]
  const { start, end, days, zone, unknownZone } = event
  if (days) {
    const last = addDays(days.to, -1)
    return last <= days.from || isoDate(reader.now, reader.zone) === last
      ? say.allDay
      : `${say.allDay} (${say.until(dayText(last, reader))})`
  }
  const [from, to] = [isoMinute(start, reader.zone), isoMinute(end, reader.zone)]
  const clock = from.slice(-5)
  const until =
    end <= start
      ? ''
      : from.slice(0, 10) === to.slice(0, 10)
        ? `–${to.slice(-5)}`
        : `–${dayText(to.slice(0, 10), reader)} ${to.slice(-5)}`
  if (unknownZone !== undefined) return `${clock}${until} (${say.unknownZone(unknownZone)})`
  const there = zone === undefined || zone === 'UTC' ? undefined : isoMinute(start, zone)
  const other = there && there !== from ? ` (${say.zone(there.slice(-5), zone ?? '')})` : ''
  return `${clock}${until}${other}`
}

/** Return true unless an event is marked as free, or declined. */
export const takesTime = ({ isFree }: AccountEvent): boolean => isFree !== true

/** The free time slots of a day's working hours (9 to 18). */
export function freeSlots(events: readonly AccountEvent[], day: CivilDate, zone: string): string[] {
  const at = (hour: number) => {
    const [year, month, date] = partsOf(day)
    return +toInstant({ year, month, day: date, hour, minute: 0, second: 0 }, zone)
  }
  const slots: string[] = []
  let from = at(9)
  const until = at(18)
  const clock = (time: number) => isoMinute(time, zone).slice(-5)
  const timed = events.filter(takesTime)
  for (const { start, end } of timed.sort((a, b) => a.start - b.start)) {
    if (start > from && from < until) slots.push(`${clock(from)}–${clock(Math.min(start, until))}`)
    from = Math.max(from, end)
  }
  if (from < until) slots.push(`${clock(from)}–${clock(until)}`)
  return slots
}
