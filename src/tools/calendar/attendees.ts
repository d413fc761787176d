import type ICAL from 'ical.js'
import { sanitise } from '../../std/text/sanitise.ts'
import type { Attendee, CalendarEvent, InvitationAnswer } from './event.ts'

const mostAttendees = 100
const mostName = 100

const ANSWERS: Readonly<Record<string, InvitationAnswer>> = {
  ACCEPTED: 'yes',
  DECLINED: 'no',
  TENTATIVE: 'maybe',
  DELEGATED: 'delegated',
}

/** The addresses of a person, compared without regard to letters' case. */
export type OwnAddresses = readonly string[]

/** Organizer and guests of an event, the person's own answer, and if it takes their time. */
export function peopleOf(
  event: ICAL.Component,
  own: OwnAddresses,
): Pick<CalendarEvent, 'organizer' | 'organizerAddress' | 'attendees' | 'answer' | 'isFree' | 'isTentative'> {
  const organizer = event.getFirstProperty('organizer')
  const attendees = event.getAllProperties('attendee').slice(0, mostAttendees).map(attendeeOf)
  const isOwn = (address: string) => own.some((one) => one.toLowerCase() === address.toLowerCase())
  const mine = attendees.find(({ address }) => isOwn(address))
  const invites = organizer ? addressOf(organizer) : ''
  const answer = invites !== '' && isOwn(invites) ? 'organizer' : mine?.answer
  return {
    ...(organizer ? { organizer: nameOf(organizer) || invites } : {}),
    ...(invites === '' ? {} : { organizerAddress: invites }),
    ...(attendees.length > 0 ? { attendees } : {}),
    ...(answer === undefined ? {} : { answer }),
    ...(takesTime(event) && answer !== 'no' ? {} : { isFree: true as const }),
    ...(word(event, 'status') === 'TENTATIVE' ? { isTentative: true as const } : {}),
  }
}

function attendeeOf(property: ICAL.Property): Attendee {
  const role = parameter(property, 'role').toUpperCase()
  const type = parameter(property, 'cutype').toUpperCase()
  return {
    name: nameOf(property),
    address: addressOf(property),
    answer: ANSWERS[parameter(property, 'partstat').toUpperCase()] ?? 'open',
    ...(role === 'OPT-PARTICIPANT' || role === 'NON-PARTICIPANT' ? { isOptional: true as const } : {}),
    ...(type === 'ROOM' || type === 'RESOURCE' ? { isResource: true as const } : {}),
  }
}

/** Outlook's own word for it counts for more than TRANSP, which it sets besides. */
function takesTime(event: ICAL.Component): boolean {
  const outlook = word(event, 'x-microsoft-cdo-busystatus')
  return outlook === '' ? word(event, 'transp') !== 'TRANSPARENT' : outlook !== 'FREE'
}

const word = (event: ICAL.Component, name: string) =>
  String(event.getFirstPropertyValue(name) ?? '')
    .trim()
    .toUpperCase()
const parameter = (property: ICAL.Property, name: string) => {
  const value = property.getParameter(name)
  return String(Array.isArray(value) ? value[0] : (value ?? ''))
}
const shown = (text: string) => sanitise(text).replace(/\s+/g, ' ').trim().slice(0, mostName)
const nameOf = (property: ICAL.Property) => shown(parameter(property, 'cn').replace(/^["']+|["']+$/g, ''))

/** The mail address of an organizer or attendee: its own, or that of EMAIL where the value is a path or a number. */
export function addressOf(property: ICAL.Property): string {
  const value = String(property.getFirstValue() ?? '')
  const mail = /^mailto:(.+)$/i.exec(value.trim())?.[1] ?? (value.includes('@') ? value : parameter(property, 'email'))
  return shown(mail)
}
