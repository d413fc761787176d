import type { LoadedSettings } from '../../config/settings.ts'
import type { Language } from '../../messages/language.ts'
import { accountCommandMessages } from '../../messages/tools/account-commands.ts'
import { AssistantError } from '../../protocol/index.ts'
import { addCalendar } from '../accounts/calendar-admin.ts'
import { addMailbox } from '../accounts/mail-admin.ts'

/** Accounts that setting up can connect besides a model. */
export type SetupAccount = 'calendar' | 'mail'

/** A line that the person is asked for; undefined when they go back or leave. */
type AskText = (question: { title: string; message?: string; hidden?: boolean }) => Promise<string | undefined>

interface Place {
  loaded: LoadedSettings
  language: Language
  cwd: string
  now(): Date
  signal: AbortSignal
}

/**
 * Asks for a calendar or mailbox until it works or the person goes back; the sentence of success, if it came to that.
 */
export async function connectAccount(kind: SetupAccount, ask: AskText, place: Place): Promise<string | undefined> {
  const say = accountCommandMessages[place.language]
  let problem = ''
  for (;;) {
    const where = await ask({ title: kind === 'calendar' ? say.where : say.mailAddress, message: problem })
    if (!where?.trim()) return undefined
    try {
      return await (kind === 'calendar' ? askCalendar : askMailbox)(where.trim(), ask, place)
    } catch (error) {
      const sentence = error instanceof AssistantError ? error.failure.data?.sentence : undefined
      if (typeof sentence !== 'string') throw error
      problem = sentence
    }
  }
}

async function askCalendar(where: string, ask: AskText, { loaded, language, ...asking }: Place): Promise<string> {
  const say = accountCommandMessages[language]
  const wanted = {
    where,
    password: async () => (await ask({ title: say.password, hidden: true })) ?? '',
    askUser: async () => (await ask({ title: say.user })) ?? '',
  }
  const { name, calendars } = await addCalendar(loaded, wanted, asking)
  return say.addedCalendar(name, calendars.join(', '))
}

async function askMailbox(address: string, ask: AskText, { loaded, language, ...asking }: Place): Promise<string> {
  const say = accountCommandMessages[language]
  const wanted = {
    address,
    password: async () => (await ask({ title: say.password, hidden: true })) ?? '',
    askHost: async () => (await ask({ title: say.host })) ?? '',
  }
  const { name, unread } = await addMailbox(loaded, wanted, asking)
  return say.addedMail(name, unread)
}
