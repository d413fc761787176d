import { eventMessages } from '../../../messages/tools/events.ts'
import { type EventReader, peopleText, wholeWhen } from '../tell-events.ts'
import type { Invitation } from './invitation.ts'

/** An invitation in words: to what, when, where, by whom, and how to answer. */
export function invitationText({ method, event, repeats }: Invitation, reader: EventReader): string {
  const say = eventMessages[reader.language]
  const { title, location, start, end, days } = event
  const when = wholeWhen(days ?? { start, end }, reader)
  const head = (method === 'CANCEL' ? say.cancelled : method === 'REPLY' ? say.answered : say.invitation)(
    title || say.untitled,
  )
  const unknown = event.unknownZone === undefined ? [] : [say.unknownZone(event.unknownZone)]
  const place = [when, ...(repeats ? [say.repeats] : []), ...unknown, ...(location ? [location] : [])].join(' · ')
  const people = peopleText(event, reader.language).join(' · ')
  const isAsked = method === 'REQUEST' && event.answer !== 'organizer'
  return [head, place, people, ...(isAsked ? [say.howToAnswer] : [])].filter(Boolean).join('\n')
}
