import ICAL from 'ical.js'
import { addDays, type CivilDate } from '../../../std/time/calendar.ts'
import { offsetAt } from '../../../std/time/local-time.ts'
import { nextOccurrence, type RuleText } from '../../../std/time/recurrence.ts'
import { defineZone, emptyCalendar, setDay, setWall } from '../event-file.ts'

/** A whole day, an instant, or a rule that counts from a moment on. */
export type FeedTime =
  | { day: CivilDate }
  | { at: number; zone: string }
  | { rule: RuleText; from: number; zone: string }

/** An entry that other calendars show. */
export interface FeedEntry {
  uid: string
  title: string
  note?: string
  /** Milliseconds since 1970 at which it was made. */
  made: number
  time: FeedTime
}

/** Programs that follow the address look again after so long. */
const refreshAfter = 'PT15M'
const dayMs = 86_400_000
/** Years of lunar days and of a zone's clocks that are written down. */
const yearsAhead = 11

/**
 * Write the entries as a calendar that any program can subscribe to (RFC 5545, RFC 7986). Other programs know no Korean
 * lunar calendar: the days of such a rule are told one by one, for eleven years from `now`. `loadRecurrence` comes
 * first.
 */
export function writeFeed(name: string, entries: readonly FeedEntry[], now: number): string {
  const calendar = emptyCalendar()
  calendar.addPropertyWithValue('method', 'PUBLISH')
  for (const property of ['name', 'x-wr-calname']) calendar.addPropertyWithValue(property, name)
  const refresh = new ICAL.Property('refresh-interval')
  refresh.resetType('duration')
  refresh.setValue(ICAL.Duration.fromString(refreshAfter))
  calendar.addProperty(refresh)
  calendar.addPropertyWithValue('x-published-ttl', refreshAfter)
  const until = now + yearsAhead * 366 * dayMs
  const shown = entries.flatMap((one) => daysOf(one, until)).map((entry) => ({ entry, at: startOf(entry.time) }))
  for (const [zone, at] of zonesOf(shown)) defineZone(calendar, zone, at, until)
  for (const { entry, at } of shown) if (at !== undefined) calendar.addSubcomponent(eventOf(entry, at))
  return `${calendar.toString()}\r\n`
}

/** The days of a lunar rule as entries of their own; anything else as it is. */
function daysOf(entry: FeedEntry, until: number): FeedEntry[] {
  const { time } = entry
  if (!('rule' in time) || !/RSCALE=/.test(time.rule)) return [entry]
  const days: FeedEntry[] = []
  const next = (at: number) => nextOccurrence(time.rule, new Date(at), time.zone)?.getTime()
  for (let at = next(time.from - 1); at !== undefined && at < until; at = next(at))
    days.push({ ...entry, uid: `${at}-${entry.uid}`, time: { at, zone: time.zone } })
  return days
}

/** The first instant of each zone. */
function zonesOf(shown: readonly { entry: FeedEntry; at: number | CivilDate | undefined }[]): Map<string, number> {
  const zones = new Map<string, number>()
  for (const { entry, at } of shown)
    if ('zone' in entry.time && typeof at === 'number')
      zones.set(entry.time.zone, Math.min(at, zones.get(entry.time.zone) ?? at))
  return zones
}

/** The first time that a calendar shows; undefined for a rule that never comes. */
function startOf(time: FeedTime): number | CivilDate | undefined {
  if ('day' in time) return time.day
  if ('at' in time) return time.at
  // What ends after some times is counted from its beginning.
  const from = /COUNT=/.test(time.rule) ? 0 : time.from - 1
  return nextOccurrence(time.rule, new Date(from), time.zone)?.getTime()
}

function eventOf({ uid, title, note, made, time }: FeedEntry, at: number | CivilDate): ICAL.Component {
  const event = new ICAL.Component('vevent')
  event.addPropertyWithValue('uid', uid)
  const stamp = ICAL.Time.fromDateTimeString(`${new Date(made).toISOString().slice(0, 19)}Z`)
  event.addPropertyWithValue('dtstamp', stamp)
  event.addPropertyWithValue('summary', title)
  if (note) event.addPropertyWithValue('description', note)
  // A thing to remember takes no time: the hour stays free.
  event.addPropertyWithValue('transp', 'TRANSPARENT')
  const start = event.addProperty(new ICAL.Property('dtstart'))
  if (typeof at === 'string') {
    setDay(start, at)
    setDay(event.addProperty(new ICAL.Property('dtend')), addDays(at, 1))
  } else if ('zone' in time) setWall(start, at + offsetAt(at, time.zone), time.zone)
  if ('rule' in time) addRule(event, time.rule, time.zone)
  return event
}

function addRule(event: ICAL.Component, rule: RuleText, zone: string): void {
  const [, parts = ''] = /^RRULE:(.+)$/m.exec(rule) ?? []
  // The 31st or the last day there is: programs that know no BYSETPOS know the last day.
  const plain = parts.replace('BYMONTHDAY=28,29,30,31;BYSETPOS=-1', 'BYMONTHDAY=-1')
  event.addPropertyWithValue('rrule', ICAL.Recur.fromString(plain))
  const [, gone = ''] = /^EXDATE[^:\n]*:(.+)$/m.exec(rule) ?? []
  for (const wall of gone.split(',').filter(Boolean)) {
    const text = wall.replace(/^(.{4})(..)(..T..)(..)(..)$/, '$1-$2-$3:$4:$5Z')
    setWall(event.addProperty(new ICAL.Property('exdate')), Date.parse(text), zone)
  }
}
