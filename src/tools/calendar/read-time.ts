import ICAL from 'ical.js'
import type { CivilDate } from '../../std/time/calendar.ts'
import { offsetAt, toInstant, utcOf } from '../../std/time/local-time.ts'

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
}

/** Converts times of one file into instants. An unknown zone is treated as the reader's. */
export class TimeReader {
  readonly #reader: string
  readonly #own = new Map<string, ICAL.Timezone>()

  /** `definitions`: VTIMEZONE components, for zones whose name is no known one (Outlook's). */
  constructor(reader: string, definitions: readonly ICAL.Component[]) {
    this.#reader = reader
    for (const component of definitions) {
      const tzid = String(component.getFirstPropertyValue('tzid') ?? '')
      if (!knownZone(tzid)) this.#own.set(tzid, new ICAL.Timezone({ component, tzid }))
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
      const time = value instanceof ICAL.Period ? value.start : value
      return time instanceof ICAL.Time ? this.#timeOf(time, tzid) : []
    })
  }

  /** The instant of another wall time with the zone of `like`. */
  at(wall: number, like: EventTime, tzid: string): number {
    if (like.day !== undefined) return this.#instant(wall, '', undefined)
    return like.zone === 'UTC' ? wall : this.#instant(wall, tzid, like.zone)
  }

  /** The wall of an instant, for a rule that ends at one. */
  wallOf(at: number, like: EventTime): number {
    return at + offsetAt(at, like.zone ?? this.#reader)
  }

  #timeOf(time: ICAL.Time, tzid: string): EventTime {
    const { year, month, day, hour, minute, second, isDate } = time
    const wall = utcOf({ year, month, day, ...(isDate ? midnight : { hour, minute, second }) })
    if (isDate) return { at: this.#instant(wall, '', undefined), wall, day: new Date(wall).toISOString().slice(0, 10) }
    if (time.zone === ICAL.Timezone.utcTimezone) return { at: wall, wall, zone: 'UTC' }
    const zone = knownZone(tzid)
    return { at: this.#instant(wall, tzid, zone), wall, ...(zone === undefined ? {} : { zone }) }
  }

  #instant(wall: number, tzid: string, zone: string | undefined): number {
    const own = zone === undefined ? this.#own.get(tzid) : undefined
    if (own) return wall - own.utcOffset(icalTime(wall)) * 1000
    return +toInstant(localOf(wall), zone ?? this.#reader)
  }
}

const midnight = { hour: 0, minute: 0, second: 0 }

function localOf(wall: number) {
  const date = new Date(wall)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  return { year, month, day, hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() }
}

const icalTime = (wall: number) => new ICAL.Time({ ...localOf(wall), isDate: false }, ICAL.Timezone.localTimezone)

const known = new Map<string, string | undefined>()

/** The IANA name in a TZID ("/mozilla.org/20070129_1/Asia/Seoul" → Asia/Seoul); undefined for any other name. */
function knownZone(tzid: string): string | undefined {
  if (!known.has(tzid)) known.set(tzid, [tzid, /[A-Z][A-Za-z_]+\/[A-Z][\w+/-]+$/.exec(tzid)?.[0] ?? ''].find(isZone))
  return known.get(tzid)
}

function isZone(name: string): boolean {
  if (!/^[A-Z][\w+-]*(?:\/[\w+-]+)*$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
