import ICAL from 'ical.js'
import { addressOf } from '../attendees.ts'
import { copyOf, emptyCalendar, exceptionsOf, openFile, stampEvent } from '../event-file.ts'

/** An answer that can be given to an invitation. */
export type GivenAnswer = 'yes' | 'no' | 'maybe'

/**
 * The answer of one attendee: as a message to the organizer (iTIP's REPLY), or written into the event on one's own
 * calendar.
 */
export interface InvitationReply {
  do: 'answer'
  as: 'reply' | 'event'
  ics: string
  /** The attendee's address, and their name where they are none yet. */
  address: string
  answer: GivenAnswer
  /** One time of a series. */
  occurrence?: string
  comment?: string
  now: number
  zone: string
}

const PARTSTAT: Readonly<Record<GivenAnswer, string>> = { yes: 'ACCEPTED', no: 'DECLINED', maybe: 'TENTATIVE' }

/** The calendar that answers an invitation. Throws for a file that holds no event. */
export function answerEvent(reply: InvitationReply): ICAL.Component {
  return reply.as === 'reply' ? replyOf(reply) : answeredFile(reply)
}

/** The message to the organizer (RFC 5546 §3.2.3): the event's identity, and the attendee alone. */
function replyOf({ ics, address, answer, occurrence, comment, now, zone }: InvitationReply): ICAL.Component {
  const file = openFile(ics, zone)
  const own = exceptionsOf(file).find((one) => one.occurrence === occurrence)?.component ?? file.master
  const calendar = emptyCalendar()
  calendar.addPropertyWithValue('method', 'REPLY')
  for (const one of file.calendar.getAllSubcomponents('vtimezone')) calendar.addSubcomponent(copyOf(one))
  const event = new ICAL.Component('vevent')
  calendar.addSubcomponent(event)
  for (const name of ['uid', 'sequence', 'recurrence-id', 'organizer', 'dtstart', 'dtend', 'duration', 'summary'])
    for (const property of own.getAllProperties(name)) event.addProperty(new ICAL.Property(property.toJSON()))
  event.addProperty(attendeeOf(own, address, answer))
  if (comment) event.addPropertyWithValue('comment', comment)
  stampEvent(event, now, true)
  event.removeAllProperties('last-modified')
  return calendar
}

/** The event with the answer in it. */
function answeredFile({ ics, address, answer, occurrence, now, zone }: InvitationReply): ICAL.Component {
  const file = openFile(ics, zone)
  file.calendar.removeAllProperties('method')
  const chosen = exceptionsOf(file).filter((one) => occurrence === undefined || one.occurrence === occurrence)
  const events = occurrence !== undefined && chosen.length > 0 ? chosen : [{ component: file.master }, ...chosen]
  for (const { component } of events) {
    const attendee = attendeeOf(component, address, answer)
    const before = ownAttendee(component, address)
    if (before) component.removeProperty(before)
    component.addProperty(attendee)
    stampEvent(component, now, true)
  }
  return file.calendar
}

const ownAttendee = (event: ICAL.Component, address: string) =>
  event.getAllProperties('attendee').find((one) => addressOf(one).toLowerCase() === address.toLowerCase())

function attendeeOf(event: ICAL.Component, address: string, answer: GivenAnswer): ICAL.Property {
  const before = ownAttendee(event, address)
  const attendee = before ? new ICAL.Property(before.toJSON()) : new ICAL.Property('attendee')
  if (!before) attendee.setValue(`mailto:${address}`)
  attendee.setParameter('partstat', PARTSTAT[answer])
  attendee.removeParameter('rsvp')
  return attendee
}
