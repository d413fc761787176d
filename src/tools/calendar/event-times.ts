import { eventMessages } from '../../messages/tools/events.ts'
import { refuse, type ToolContext } from '../../protocol/index.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import { addDays, type CivilDate, partsOf } from '../../std/time/calendar.ts'
import { isoDate, toInstant, toLocal } from '../../std/time/local-time.ts'
import { nextOccurrence, toRuleText } from '../../std/time/recurrence.ts'
import { readDate } from '../datetime/read.ts'
import type { AccountEvent } from './calendars.ts'
import type { EventTimes } from './event-file.ts'

/** The time of an event, in words or as ISO 8601. */
export interface SaidTimes {
  start?: string
  end?: string
  minutes?: number
  /** Minutes by which an event moves. */
  later?: number
}

const dayMs = 86_400_000
const minutesOfDay = 24 * 60
const usualMinutes = 60
const mostMinutes = 14 * minutesOfDay

/** Reads the time of an event. A date alone is an all-day event; an event without an end lasts an hour. */
export function timesOf({ end, minutes }: SaidTimes, start: string, context: ToolContext): EventTimes {
  const say = eventMessages[context.language]
  const first = momentOf(start, context)
  const last = end === undefined ? undefined : momentOf(end, context)
  if (!first.timed) {
    const from = isoDate(first.at, context.zone)
    const until = last ? isoDate(last.at, context.zone) : from
    return until < from ? refuse(say.order) : { from, to: addDays(until, 1) }
  }
  if (last && last.at <= first.at) return refuse(say.order)
  const length = minutes ?? usualMinutes
  if (length < 1 || length > mostMinutes) return refuse(say.order)
  return { start: first.at, end: last ? last.at : first.at + length * 60_000 }
}

/** A new start keeps the duration, unless an end is given, too. */
export function movedTimes(args: SaidTimes, event: AccountEvent, context: ToolContext): EventTimes {
  const zone = context.zone
  if (args.later !== undefined) return laterTimes(args.later, event, context)
  const start =
    startOnDay(args.start, event, zone) ?? (event.days ? event.days.from : new Date(event.start).toISOString())
  if (args.end !== undefined || args.minutes !== undefined) return timesOf(args, start, context)
  const first = momentOf(start, context)
  if (event.days && !first.timed) {
    const from = isoDate(first.at, zone)
    return { from, to: addDays(from, Math.round((Date.parse(event.days.to) - Date.parse(event.days.from)) / dayMs)) }
  }
  if (!first.timed) {
    // A new date at the same time of day.
    const at = sameClock(isoDate(first.at, zone), event.start, zone)
    return { start: at, end: at + event.end - event.start }
  }
  const length = event.days ? usualMinutes * 60_000 : event.end - event.start
  return { start: first.at, end: first.at + length }
}

/** "10:00" is that hour of the day on which the event is. */
function startOnDay(start: string | undefined, { days, start: at }: AccountEvent, zone: string): string | undefined {
  const [, hour, minute] = /^T?([01]?\d|2[0-3]):([0-5]\d)$/.exec(start?.trim() ?? '') ?? []
  if (hour === undefined) return start
  const [year, month, day] = partsOf(days?.from ?? isoDate(at, zone))
  return toInstant({ year, month, day, hour: Number(hour), minute: Number(minute), second: 0 }, zone).toISOString()
}

/** An event moves by whole days where it lasts whole days. */
function laterTimes(minutes: number, event: AccountEvent, { language }: ToolContext): EventTimes {
  if (!event.days) return { start: event.start + minutes * 60_000, end: event.end + minutes * 60_000 }
  const days = minutes / minutesOfDay
  if (!Number.isInteger(days)) return refuse(eventMessages[language].needStart)
  return { from: addDays(event.days.from, days), to: addDays(event.days.to, days) }
}

/** The hour of an instant on another day. */
function sameClock(date: CivilDate, of: number, zone: string): number {
  const [year, month, day] = partsOf(date)
  const { hour, minute, second } = toLocal(new Date(of), zone)
  return +toInstant({ year, month, day, hour, minute, second }, zone)
}

function momentOf(text: string, { now, zone, language }: ToolContext) {
  return readDate(text, zone, +now()) ?? refuse(eventMessages[language].when(text))
}

/** The rule of "매주 월요일", "every day": RFC 5545's RRULE without its name. */
export function ruleOf(text: string, context: ToolContext): string {
  const plain: Record<string, string> = { daily: 'DAILY', weekly: 'WEEKLY', monthly: 'MONTHLY', yearly: 'YEARLY' }
  const known = plain[text.trim().toLowerCase()]
  if (known) return `FREQ=${known}`
  if (/^weekdays$/i.test(text.trim())) return 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'
  const [, body] = /^RRULE:(?!RSCALE)(.+)$/m.exec(ruleText(text, context)) ?? []
  return body ?? refuse(eventMessages[context.language].repeat(text))
}

/** The first time of another rule, not before the one that is there, at the same hour unless the words say one. */
export function firstOfRule(text: string, event: AccountEvent, context: ToolContext): string | undefined {
  const { zone } = context
  const written = ruleText(text, { ...context, now: () => new Date(event.start - 1) })
  const next = written === '' ? undefined : nextOccurrence(written, new Date(event.start - 1), zone)
  if (!next) return undefined
  const isTimed = readSentence(text).recurrence({ now: context.now(), zone })?.rule.time !== undefined
  if (event.days) return isoDate(next, zone)
  return (isTimed ? next : new Date(sameClock(isoDate(next, zone), event.start, zone))).toISOString()
}

function ruleText(text: string, { now, zone }: ToolContext): string {
  const read = readSentence(text).recurrence({ now: now(), zone })
  return read && !read.others ? toRuleText(read.rule, zone) : ''
}
