import { join } from 'node:path'
import type { Secrets } from '../../config/secrets.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { AssistantError, type Tool } from '../../protocol/index.ts'
import { userAgent } from '../../std/net/http.ts'
import { accountsOf } from '../../tools/accounts/accounts-of.ts'
import { answerInvitation } from '../../tools/calendar/answer-invitation.ts'
import { Calendars } from '../../tools/calendar/calendars.ts'
import { changeEvent } from '../../tools/calendar/change-event.ts'
import { listEvents } from '../../tools/calendar/list-events.ts'
import type { PathPolicyOf } from '../../tools/files/file-errors.ts'
import { markMail } from '../../tools/mail/file-mail.ts'
import { Mailboxes } from '../../tools/mail/mailboxes.ts'
import { readMail } from '../../tools/mail/read-mail.ts'
import { saveAttachment } from '../../tools/mail/save-attachment.ts'
import { draftMail, sendMail } from '../../tools/mail/write-mail.ts'

/** The calendars that the settings name: those of the moment, for one may be connected in the chat. */
export function calendarsOf(loaded: LoadedSettings, secrets: Pick<Secrets, 'get'>): Calendars {
  const { settings, paths } = loaded
  return new Calendars({
    accounts: () => loaded.settings.calendars,
    profile: settings.profile,
    secret: (name) => secretOf(secrets, name),
    addresses: (profile) =>
      accountsOf(loaded.settings.mail, profile, settings.profile).map(([, { address }]) => address),
    copies: join(paths.cache, 'calendars'),
    guard: { userAgent, allowedHosts: settings.fetchHosts },
  })
}

/** The mailboxes that the settings name. */
export function mailboxesOf(loaded: LoadedSettings, secrets: Pick<Secrets, 'get'>): Mailboxes {
  return new Mailboxes({
    accounts: () => loaded.settings.mail,
    profile: loaded.settings.profile,
    secret: (name) => secretOf(secrets, name),
  })
}

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

/** A file of a secret that cannot be read is a missing secret: the other accounts work. */
function secretOf(secrets: Pick<Secrets, 'get'>, name: string): string | undefined {
  try {
    return secrets.get(name)?.value
  } catch (error) {
    if (error instanceof AssistantError && error.failure.code === 'config') return undefined
    throw error
  }
}
