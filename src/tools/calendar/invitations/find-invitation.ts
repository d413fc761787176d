import { eventMessages } from '../../../messages/tools/events.ts'
import { refuse, type ToolContext } from '../../../protocol/index.ts'
import { isoDate } from '../../../std/time/local-time.ts'
import { readDate } from '../../datetime/read.ts'
import { findMail } from '../../mail/find-mail.ts'
import { type Mailboxes, type MailPlace, mailId } from '../../mail/mailboxes.ts'
import { sentenceOf } from '../../web/api-client.ts'
import type { AccountEvent, Calendars } from '../calendars.ts'
import { eventId } from '../event-id.ts'
import { lookForTitled } from '../find-event.ts'

/** Mails that are read in search of an invitation. */
const mostRead = 10

/**
 * The id of the invitation that words name by its title or its organizer: on the calendars, else in the mailboxes. ''
 * is the next one without an answer.
 */
export async function findInvitation(
  calendars: Calendars,
  mailboxes: Mailboxes,
  { words, on }: { words: string; on?: string },
  context: ToolContext,
): Promise<string> {
  const hasCalendar = calendars.of(context.profile).length > 0
  const onCalendar = async (isWanted: (event: AccountEvent) => boolean, namesOf: (event: AccountEvent) => string) =>
    hasCalendar ? lookForTitled(calendars, words, { on }, context, isWanted, namesOf) : undefined
  // An answer that was given is changed by the name of the event; whoever invites may have sent another one.
  const event =
    (await onCalendar((one) => isInvited(one) && one.answer === 'open', withOrganizer)) ??
    (words === '' ? undefined : await onCalendar(isInvited, ({ title }) => title))
  if (event) return eventId(event)
  const mail = mailboxes.of(context.profile).length > 0 ? await invitingMail(mailboxes, words, on, context) : undefined
  if (mail) return mailId(mail)
  const answered = words === '' ? undefined : await onCalendar(isInvited, withOrganizer)
  return answered ? eventId(answered) : refuse(eventMessages[context.language].unknownInvitation(words))
}

const isInvited = ({ href, organizerAddress, answer }: AccountEvent) =>
  href !== undefined && organizerAddress !== undefined && answer !== 'organizer'

const withOrganizer = ({ title, organizer = '', organizerAddress = '' }: AccountEvent) =>
  `${title} ${organizer} ${organizerAddress}`

/** The newest mail of that name which invites, on that day where one is said. */
async function invitingMail(
  mailboxes: Mailboxes,
  words: string,
  on: string | undefined,
  context: ToolContext,
): Promise<MailPlace | undefined> {
  const day = on === undefined ? undefined : readDate(on, context.zone, +context.now())
  if (on !== undefined && !day) return refuse(eventMessages[context.language].when(on))
  const reader = { zone: context.zone, own: mailboxes.addresses(context.profile) }
  for (const place of (await mailsOf(mailboxes, words, context)).slice(0, mostRead)) {
    const { account, folder, uid } = place
    const read = await mailboxes.ask(account, { do: 'read', folder, uid, reader }, context.signal)
    const [invitation] = 'value' in read ? (read.value.message?.invitations ?? []) : []
    if (invitation?.method !== 'REQUEST') continue
    if (!day || isoDate(invitation.event.start, context.zone) === isoDate(day.at, context.zone)) return place
  }
  return undefined
}

async function mailsOf(mailboxes: Mailboxes, words: string, context: ToolContext): Promise<MailPlace[]> {
  try {
    return await findMail(mailboxes, { words }, context)
  } catch (error) {
    if (sentenceOf(error) === undefined) throw error
    return []
  }
}
