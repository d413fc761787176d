import type { CivilDate } from '../../std/time/calendar.ts'

/** One event, or one time of an event that repeats. Its words are somebody else's until proven otherwise. */
export interface CalendarEvent {
  uid: string
  /** The display name of its calendar; '' if the account has only one. */
  calendar: string
  /** The file on the server that contains it and that file's ETag; absent if it cannot be changed. */
  href?: string
  etag?: string
  title: string
  /** Milliseconds since 1970; `end` is no part of it. Whole days begin and end at midnight of the reader's zone. */
  start: number
  end: number
  /** Of whole days: the first, and the day after the last. */
  days?: { from: CivilDate; to: CivilDate }
  /** The zone it was written in, where that is a known one. */
  zone?: string
  /** The name of its zone where nobody knows that: `start` is the hour as it was written. */
  unknownZone?: string
  /** The time that its rule gave this occurrence (ISO 8601, or a day); only of events that repeat. */
  occurrence?: string
  location?: string
  notes?: string
  /** The organizer, if known. */
  organizer?: string
  organizerAddress?: string
  /** The guests with their answers. */
  attendees?: Attendee[]
  /** The answer of the person whose calendar it is; 'organizer' where they invited. */
  answer?: InvitationAnswer | 'organizer'
  /** True if it takes no time: marked as free, or declined. */
  isFree?: true
  /** True if it is not certain yet (STATUS:TENTATIVE). */
  isTentative?: true
}

/** An answer to an invitation (RFC 5545's PARTSTAT). */
export type InvitationAnswer = 'yes' | 'no' | 'maybe' | 'open' | 'delegated'

/** Somebody who is invited. */
export interface Attendee {
  name: string
  address: string
  answer: InvitationAnswer
  isOptional?: true
  /** A room or a thing. */
  isResource?: true
}

/** A file of a calendar as it came: iCalendar text (RFC 5545). */
export interface CalendarFile {
  calendar: string
  href?: string
  etag?: string
  ics: string
}

/** The days that are wanted: milliseconds since 1970, the end no part of it; `zone` is the reader's. */
export interface EventRange {
  from: number
  to: number
  zone: string
}

/** The events found in files, in order; how many could not be parsed; and whether the list was cut. */
export interface EventsFound {
  events: CalendarEvent[]
  unread: number
  cut: boolean
}
