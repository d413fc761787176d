import { join } from 'node:path'
import type { Secrets } from '../../config/secrets.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { AssistantError } from '../../protocol/index.ts'
import { userAgent } from '../../std/net/http.ts'
import { accountsOf } from '../../tools/accounts/accounts-of.ts'
import { Calendars } from '../../tools/calendar/calendars.ts'
import { Mailboxes } from '../../tools/mail/mailboxes.ts'

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

/** A file of a secret that cannot be read is a missing secret: the other accounts work. */
function secretOf(secrets: Pick<Secrets, 'get'>, name: string): string | undefined {
  try {
    return secrets.get(name)?.value
  } catch (error) {
    if (error instanceof AssistantError && error.failure.code === 'config') return undefined
    throw error
  }
}
