import ICAL from 'ical.js'
import { FixedRule, moveSeries, splitSeries } from './draft-series.ts'
import {
  copyOf,
  type EventFile,
  type EventTimes,
  emptyCalendar,
  exceptionsOf,
  openFile,
  putTime,
  setTimes,
  stampEvent,
} from './event-file.ts'
import { answerEvent, type InvitationReply } from './invitations/reply-invitation.ts'
import { dayMeant } from './series.ts'

/** The fields of an event to set; absent ones stay unchanged. */
export interface EventWords {
  title?: string
  location?: string
  notes?: string
}

/**
 * A calendar file to be made, or one that is changed: an event, or of a series one time (`occurrence`, as
 * `CalendarEvent` tells it), that and all later ones (`isOnwards`), or all. `zone` is the one its hours are written in.
 */
export type EventDraft = { now: number; zone: string } & (
  | { do: 'create'; uid: string; times: EventTimes; words: EventWords; rule?: string }
  | {
      do: 'change'
      ics: string
      occurrence?: string
      isOnwards?: boolean
      /** The UID of the series that goes on from there. */
      uid?: string
      times?: EventTimes
      words: EventWords
      /** Another rule of repetition. */
      rule?: string
      /** The former time of the occurrence from which a series is moved. */
      before?: EventTimes
    }
  | { do: 'drop'; ics: string; occurrence: string; isOnwards?: boolean }
  | InvitationReply
)

/** The files as they are to be sent: the one that was changed, and the series that goes on under another name. */
export interface DraftedFiles {
  ics: string
  more?: string
  /** True if its rule names days and cannot be moved by some: nothing was drafted. */
  isFixed?: true
}

const dayMs = 86_400_000

/** Throws for a file that holds no such event. Runs where foreign bytes are read. */
export function draftEvent(draft: EventDraft): DraftedFiles {
  if (draft.do === 'create') return { ics: textOf(createEvent(draft)) }
  if (draft.do === 'answer') return { ics: textOf(answerEvent(draft)) }
  const file = openFile(draft.ics, draft.zone)
  let more: ICAL.Component | undefined
  try {
    more = draft.do === 'drop' ? dropEvent(file, draft) : changeEvent(file, draft)
  } catch (error) {
    if (error instanceof FixedRule) return { ics: draft.ics, isFixed: true }
    throw error
  }
  return { ics: textOf(file.calendar), ...(more ? { more: textOf(more) } : {}) }
}

const textOf = (calendar: ICAL.Component) => `${calendar.toString()}\r\n`

function createEvent({ uid, times, words, rule, zone, now }: EventDraft & { do: 'create' }): ICAL.Component {
  const calendar = emptyCalendar()
  const event = new ICAL.Component('vevent')
  calendar.addSubcomponent(event)
  event.addPropertyWithValue('uid', uid)
  setTimes(calendar, event, times, zone)
  if (rule !== undefined) event.addPropertyWithValue('rrule', ICAL.Recur.fromString(rule))
  setWords(event, words)
  stampEvent(event, now)
  return calendar
}

/** A change to one occurrence adds an exception (RECURRENCE-ID); one to those from there on begins another series. */
function changeEvent(
  file: EventFile,
  { occurrence, isOnwards, times, before, words, rule, zone, now, uid = '' }: EventDraft & { do: 'change' },
): ICAL.Component | undefined {
  if (occurrence !== undefined && !isOnwards) {
    const event =
      exceptionsOf(file).find((one) => one.occurrence === occurrence)?.component ?? splitOccurrence(file, occurrence)
    if (times) setTimes(file.calendar, event, times, zone)
    setWords(event, words)
    stampEvent(event, now)
    return undefined
  }
  const later = occurrence === undefined ? undefined : splitSeries(file, occurrence, uid, now)
  const changed = later ?? file
  const repeats = changed.master.getFirstProperty('rrule') ?? changed.master.getFirstProperty('rdate')
  if (rule !== undefined) setRule(changed, rule)
  if (times && before && repeats && rule === undefined) moveSeries(changed, before, times)
  else if (times) setTimes(changed.calendar, changed.master, times, zone)
  setSeriesWords(changed, words)
  stampEvent(changed.master, now)
  return later?.calendar
}

/** Repeat by another rule, as long as before. Times that the former one excepted are none of it. */
function setRule({ calendar, master, ...file }: EventFile, rule: string): void {
  const former = master.getFirstPropertyValue('rrule')?.toString() ?? ''
  for (const { component } of exceptionsOf({ ...file, calendar, master })) calendar.removeSubcomponent(component)
  for (const name of ['exdate', 'rdate', 'rrule']) master.removeAllProperties(name)
  const [end] = /(?:COUNT|UNTIL)=[^;]+/.exec(former) ?? []
  const hasEnd = end === undefined || /COUNT=|UNTIL=/.test(rule)
  master.addPropertyWithValue('rrule', ICAL.Recur.fromString(hasEnd ? rule : `${rule};${end}`))
}

/** A new name is that of changed times, too, unless they have their own. */
function setSeriesWords(file: EventFile, words: EventWords): void {
  const before = file.master.getFirstPropertyValue('summary')
  for (const { component } of exceptionsOf(file))
    if (component.getFirstPropertyValue('summary') === before) setWords(component, words)
  setWords(file.master, words)
}

function dropEvent(file: EventFile, { occurrence, isOnwards, now }: EventDraft & { do: 'drop' }): undefined {
  if (isOnwards) splitSeries(file, occurrence, '', now)
  else {
    const own = exceptionsOf(file).find((one) => one.occurrence === occurrence)
    if (own) file.calendar.removeSubcomponent(own.component)
    const gone = new ICAL.Property('exdate')
    putTime(gone, occurrence, file)
    file.master.addProperty(gone)
  }
  stampEvent(file.master, now)
}

/** A copy of the event for one of its times. */
function splitOccurrence(file: EventFile, occurrence: string): ICAL.Component {
  const { master, times, calendar, zone } = file
  const start = times.read(master.getFirstProperty('dtstart'))
  const end = times.read(master.getFirstProperty('dtend'))
  const duration = master.getFirstPropertyValue('duration')
  const event = copyOf(master)
  for (const name of ['rrule', 'rdate', 'exdate', 'dtend', 'duration']) event.removeAllProperties(name)
  const which = new ICAL.Property('recurrence-id')
  putTime(which, occurrence, file)
  event.addProperty(which)
  calendar.addSubcomponent(event)
  const written = duration instanceof ICAL.Duration ? duration.toSeconds() * 1000 : 0
  const length = end && start ? end.wall - start.wall : written
  const isDay = /^\d{4}-\d\d-\d\d$/.test(occurrence)
  const at = Date.parse(isDay ? `${occurrence}T00:00:00Z` : occurrence)
  const until = dayMeant({ at: 0, wall: at + Math.max(dayMs, length) }, times)
  setTimes(calendar, event, isDay ? { from: occurrence, to: until } : { start: at, end: at + length }, zone)
  return event
}

function setWords(event: ICAL.Component, { title, location, notes }: EventWords): void {
  if (title !== undefined) event.updatePropertyWithValue('summary', title)
  if (location !== undefined) event.updatePropertyWithValue('location', location)
  if (notes !== undefined) event.updatePropertyWithValue('description', notes)
}
