import ICAL from 'ical.js'
import type { CivilDate } from '../../std/time/calendar.ts'
import { isoDate, offsetAt, toInstant, utcOf } from '../../std/time/local-time.ts'
import { zoneOfTzid } from './zone-of-tzid.ts'

/**
 * A time of an event: the instant, the wall it was written on (milliseconds as if in UTC), and whether it is a whole
 * day.
 */
export interface EventTime {
  at: number
  wall: number
  day?: CivilDate
  /** The zone's known name. */
  zone?: string
  /** The TZID of a zone that only the file defines. */
  ownZone?: string
  /** True for a time of no zone: that of whoever looks. */
  isFloating?: true
  /** The name of a zone that nobody knows: `at` is that hour on the reader's clock. */
  unknownZone?: string
  /** The length of a period, in milliseconds. */
  length?: number
}

/** Converts times of one file into instants. */
export class TimeReader {
  readonly #reader: string
  readonly #own = new Map<string, ICAL.Timezone>()

  /** `definitions`: VTIMEZONE components, for zones whose name is no known one (Outlook's). */
  constructor(reader: string, definitions: readonly ICAL.Component[]) {
    this.#reader = reader
    for (const component of definitions) {
      const tzid = String(component.getFirstPropertyValue('tzid') ?? '')
      const isUseful = component.getAllSubcomponents().length > 0
      if (isUseful && !zoneOfTzid(tzid, true)) this.#own.set(tzid, new ICAL.Timezone({ component, tzid }))
    }
  }

  /** The first value of a property that holds a time. */
  read(property: ICAL.Property | null): EventTime | undefined {
    return property ? this.all(property)[0] : undefined
  }

  /** Every time that a property lists. */
  all(property: ICAL.Property): EventTime[] {
    const tzid = String(property.getParameter('tzid') ?? '')
    return property.getValues().flatMap((value) => {
      if (value instanceof ICAL.Time) return this.#timeOf(value, tzid)
      if (!(value instanceof ICAL.Period)) return []
      return { ...this.#timeOf(value.start, tzid), length: value.getDuration().toSeconds() * 1000 }
    })
  }

  /** The instant of another wall time with the zone of `like`. */
  at(wall: number, like: Pick<EventTime, 'zone' | 'ownZone'>): number {
    if (like.zone === 'UTC') return wall
    const own = this.#own.get(like.ownZone ?? '')
    return own ? wall - own.utcOffset(icalTime(wall)) * 1000 : +toInstant(localOf(wall), like.zone ?? this.#reader)
  }

  /** The wall of an instant in the zone of `like`. */
  wallOf(at: number, like: Pick<EventTime, 'zone' | 'ownZone'>): number {
    const own = this.#own.get(like.ownZone ?? '')
    if (!own) return at + offsetAt(at, like.zone ?? this.#reader)
    // The library tells offsets of walls only.
    const near = at + own.utcOffset(icalTime(at)) * 1000
    return at + own.utcOffset(icalTime(near)) * 1000
  }

  /** The day that an instant is for the reader. */
  dayOf(at: number): CivilDate {
    return isoDate(at, this.#reader)
  }

  /** A whole day, from the reader's midnight. */
  wholeDay(day: CivilDate): EventTime {
    const wall = Date.parse(`${day}T00:00:00Z`)
    return { at: this.at(wall, {}), wall, day }
  }

  #timeOf(time: ICAL.Time, tzid: string): EventTime {
    const { year, month, day, hour, minute, second, isDate } = time
    const wall = utcOf({ year, month, day, ...(isDate ? midnight : { hour, minute, second }) })
    if (isDate) return this.wholeDay(new Date(wall).toISOString().slice(0, 10))
    if (time.zone === ICAL.Timezone.utcTimezone) return { at: wall, wall, zone: 'UTC' }
    const zone = zoneOfTzid(tzid, this.#own.has(tzid))
    if (zone !== undefined) return { at: this.at(wall, { zone }), wall, zone }
    if (this.#own.has(tzid)) return { at: this.at(wall, { ownZone: tzid }), wall, ownZone: tzid }
    const at = this.at(wall, {})
    return tzid === '' ? { at, wall, isFloating: true } : { at, wall, unknownZone: tzid.slice(0, mostName) }
  }
}

const mostName = 60
const midnight = { hour: 0, minute: 0, second: 0 }

function localOf(wall: number) {
  const date = new Date(wall)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  return { year, month, day, hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() }
}

const icalTime = (wall: number) => new ICAL.Time({ ...localOf(wall), isDate: false }, ICAL.Timezone.localTimezone)
