import { join } from 'node:path'
import type { Secrets } from '../../config/secrets.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { AssistantError, type Tool } from '../../protocol/index.ts'
import { userAgent } from '../../std/net/http.ts'
import { Calendars } from '../../tools/calendar/calendars.ts'
import { changeEvent } from '../../tools/calendar/change-event.ts'
import { listEvents } from '../../tools/calendar/list-events.ts'
import { Mailboxes } from '../../tools/mail/mailboxes.ts'
import { readMail } from '../../tools/mail/read-mail.ts'

/** The calendars that the settings name. */
function calendarsOf({ settings, paths }: LoadedSettings, secrets: Pick<Secrets, 'get'>): Calendars {
  return new Calendars({
    accounts: settings.calendars,
    profile: settings.profile,
    secret: (name) => secretOf(secrets, name),
    copies: join(paths.cache, 'calendars'),
    guard: { userAgent, allowedHosts: settings.fetchHosts },
  })
}

/** The mailboxes that the settings name. */
function mailboxesOf({ settings }: LoadedSettings, secrets: Pick<Secrets, 'get'>): Mailboxes {
  return new Mailboxes({ accounts: settings.mail, profile: settings.profile, secret: (name) => secretOf(secrets, name) })
}

/** Tools for calendars and mail; none where there is no account. */
export function accountTools(loaded: LoadedSettings, secrets: Pick<Secrets, 'get'>): Tool[] {
  const calendars = Object.keys(loaded.settings.calendars).length > 0 ? calendarTools(calendarsOf(loaded, secrets)) : []
  const mail = Object.keys(loaded.settings.mail).length > 0 ? [readMail(mailboxesOf(loaded, secrets))] : []
  return [...calendars, ...mail]
}

const calendarTools = (calendars: Calendars): Tool[] => [listEvents(calendars), changeEvent(calendars)]

/** A file of a secret that cannot be read is a missing secret: the other accounts work. */
function secretOf(secrets: Pick<Secrets, 'get'>, name: string): string | undefined {
  try {
    return secrets.get(name)?.value
  } catch (error) {
    if (error instanceof AssistantError && error.failure.code === 'config') return undefined
    throw error
  }
}
