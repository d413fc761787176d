import { accountCommandMessages } from '../../messages/tools/account-commands.ts'
import { accountMessages } from '../../messages/tools/accounts.ts'
import { inbox } from '../../tools/mail/mailboxes.ts'
import { calendarsOf, mailboxesOf } from '../accounts/account-stores.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Check } from './doctor-security.ts'

/**
 * Check that each calendar and mailbox can be reached, with the remedy for those that cannot. Yields nothing where
 * there are none.
 */
export async function* checkAccounts({ loaded, secrets, language, now }: AppContext): AsyncGenerator<Check> {
  const say = accountCommandMessages[language]
  const { faults, note } = accountMessages[language]
  const signal = AbortSignal.timeout(patienceMs)
  const calendars = calendarsOf(loaded, secrets)
  const soon = { from: +now(), to: +now() + 1, zone: 'UTC' }
  for (const [name, { profile }] of Object.entries(loaded.settings.calendars)) {
    const asker = { profile: profile ?? loaded.settings.profile, signal, now }
    const { notes } = await calendars.events(soon, asker, name, false)
    const [wrong] = notes
    yield wrong
      ? { name: 'calendar', ok: false, text: note(name, faults[wrong.fault](wrong.detail ?? '')) }
      : { name: 'calendar', ok: true, text: say.calendarAnswers(name) }
  }
  const mailboxes = mailboxesOf(loaded, secrets)
  for (const name of Object.keys(loaded.settings.mail)) {
    const answer = await mailboxes.ask(name, { do: 'look', folder: inbox, query: { limit: 1 } }, signal)
    yield 'fault' in answer
      ? { name: 'mail', ok: false, text: note(name, faults[answer.fault](answer.detail ?? '')) }
      : { name: 'mail', ok: true, text: say.mailAnswers(name, answer.value.unread) }
  }
}

/** Milliseconds for all of them. */
const patienceMs = 120_000
