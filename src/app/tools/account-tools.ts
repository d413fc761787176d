import type { Secrets } from '../../config/secrets.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import type { EventStart } from '../../core/reminders/event-time.ts'
import type { Tool } from '../../protocol/index.ts'
import { changeEvent } from '../../tools/calendar/change-event.ts'
import { findTitled } from '../../tools/calendar/find-event.ts'
import { answerInvitation } from '../../tools/calendar/invitations/answer-invitation.ts'
import { listEvents } from '../../tools/calendar/list-events.ts'
import type { PathPolicyOf } from '../../tools/files/file-errors.ts'
import { markMail } from '../../tools/mail/file-mail.ts'
import { readMail } from '../../tools/mail/read-mail.ts'
import { saveAttachment } from '../../tools/mail/save-attachment.ts'
import { draftMail, sendMail } from '../../tools/mail/write-mail.ts'
import { calendarsOf, mailboxesOf } from '../accounts/account-stores.ts'

/**
 * Tools for calendars and mail, `policyOf` says where attachments may be saved; `wantsAccount` says which of them can
 * be used.
 */
export function accountTools(loaded: LoadedSettings, secrets: Pick<Secrets, 'get'>, policyOf?: PathPolicyOf): Tool[] {
  const calendars = calendarsOf(loaded, secrets)
  const mailboxes = mailboxesOf(loaded, secrets)
  const writing = [
    draftMail(mailboxes),
    sendMail(mailboxes),
    markMail(mailboxes),
    ...(policyOf ? [saveAttachment(mailboxes, policyOf)] : []),
  ]
  const events = [listEvents(calendars), changeEvent(calendars), answerInvitation(calendars, mailboxes)]
  return [...events, readMail(mailboxes), ...writing]
}

/** The beginning of the next event of a name, for reminders before it; undefined without a calendar. */
export function eventStartIn(loaded: LoadedSettings, secrets: Pick<Secrets, 'get'>): EventStart | undefined {
  if (Object.keys(loaded.settings.calendars).length === 0) return undefined
  const calendars = calendarsOf(loaded, secrets)
  return async (words, on, context) => (await findTitled(calendars, words, { on }, context, () => true)).start
}

/** Tools of calendars, and of mail. */
const calendarTools: readonly string[] = ['list_events', 'change_event']
const mailTools: readonly string[] = ['mail', 'mark_mail', 'draft_mail', 'send_mail', 'save_attachment']

/** The command that connects what a tool cannot do without; undefined where it is there. */
export function wantsAccount({ settings }: LoadedSettings, { name }: Pick<Tool, 'name'>): string | undefined {
  if (calendarTools.includes(name)) {
    const kinds = Object.values(settings.calendars).map(({ kind }) => kind)
    const isThere = name === 'change_event' ? kinds.includes('caldav') : kinds.length > 0
    return isThere ? undefined : 'assistant calendar add'
  }
  // An invitation is answered by either.
  const canWrite = Object.values(settings.calendars).some(({ kind }) => kind === 'caldav')
  if (name === 'answer_invitation' && canWrite) return undefined
  if (!mailTools.includes(name) && name !== 'answer_invitation') return undefined
  const accounts = Object.values(settings.mail)
  const isThere = name === 'send_mail' ? accounts.some(({ smtpHost }) => smtpHost !== undefined) : accounts.length > 0
  return isThere ? undefined : 'assistant mail add'
}
