import { setSecret } from '../../config/secrets.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { setSetting } from '../../config/write.ts'
import { accountCommandMessages } from '../../messages/tools/account-commands.ts'
import { accountMessages } from '../../messages/tools/accounts.ts'
import { accountSecret, type MailAccount, refuse } from '../../protocol/index.ts'
import { inbox, Mailboxes } from '../../tools/mail/mailboxes.ts'
import { freeName } from './account-names.ts'
import { removeAccount } from './remove-account.ts'

/** A mailbox that somebody wants to connect, by its address; servers that nobody knows by the address are named. */
export interface NewMailbox {
  address: string
  name?: string
  user?: string
  imapHost?: string
  imapPort?: number
  smtpHost?: string
  smtpPort?: number
  password(): Promise<string>
  /** Asked for when the server is not known. */
  askHost(): Promise<string>
}

type Servers = Pick<MailAccount, 'host' | 'smtpHost' | 'smtpPort'> & { name: string }

const mailService = (name: string, host: string, smtpHost: string, smtpPort?: number): Servers => ({
  ...{ name, host, smtpHost },
  ...(smtpPort === undefined ? {} : { smtpPort }),
})
const icloud = mailService('icloud', 'imap.mail.me.com', 'smtp.mail.me.com', 587)
const gmail = mailService('gmail', 'imap.gmail.com', 'smtp.gmail.com')
const daum = mailService('daum', 'imap.daum.net', 'smtp.daum.net')

/** Services that take app passwords, by the part of an address behind its @. Microsoft's take none any more. */
const services: Readonly<Record<string, Servers | 'microsoft'>> = {
  ...{ 'gmail.com': gmail, 'googlemail.com': gmail, 'icloud.com': icloud, 'me.com': icloud, 'mac.com': icloud },
  'naver.com': mailService('naver', 'imap.naver.com', 'smtp.naver.com'),
  'kakao.com': mailService('kakao', 'imap.kakao.com', 'smtp.kakao.com'),
  ...{ 'daum.net': daum, 'hanmail.net': daum },
  'nate.com': mailService('nate', 'imap.nate.com', 'smtp.mail.nate.com'),
  'fastmail.com': mailService('fastmail', 'imap.fastmail.com', 'smtp.fastmail.com'),
  'yahoo.com': mailService('yahoo', 'imap.mail.yahoo.com', 'smtp.mail.yahoo.com'),
  ...{ 'outlook.com': 'microsoft', 'hotmail.com': 'microsoft', 'live.com': 'microsoft' },
}

/** Tries a mailbox and keeps it when it works. Throws `bad-input` with a sentence. */
export async function addMailbox(
  loaded: LoadedSettings,
  wanted: NewMailbox,
  { now, signal }: { now(): Date; signal: AbortSignal },
): Promise<{ name: string; unread: number }> {
  const { language, mail } = loaded.settings
  const say = accountCommandMessages[language]
  const address = wanted.address.trim()
  const [, domain = ''] = /^[^\s@]+@([\w.-]+)$/.exec(address) ?? refuse(say.noAddress(address))
  const known = services[domain.toLowerCase()]
  if (known === 'microsoft' && wanted.imapHost === undefined) return refuse(say.microsoft)
  const servers = known === 'microsoft' || wanted.imapHost !== undefined ? undefined : known
  const host = wanted.imapHost ?? servers?.host ?? ((await wanted.askHost()) || refuse(say.noHost))
  const name = freeName(wanted.name, servers?.name ?? domain.split('.')[0] ?? domain, mail, language)
  const account = accountOf(address, host, wanted, servers)
  const password = (await wanted.password()) || refuse(say.wantsPassword)
  const trial = new Mailboxes({ accounts: () => ({ [name]: account }), profile: '', secret: () => password })
  const answer = await trial.ask(name, { do: 'look', folder: inbox, query: { limit: 1 } }, signal)
  if ('fault' in answer) return refuse(accountMessages[language].faults[answer.fault](answer.detail ?? ''))
  await setSecret(loaded.paths, accountSecret('mail', name, 'password'), password, now())
  await setSetting(loaded.paths.config, 'mail', { ...mail, [name]: account }, now())
  return { name, unread: answer.value.unread }
}

function accountOf(address: string, host: string, wanted: NewMailbox, servers: Servers | undefined): MailAccount {
  const smtpHost = wanted.smtpHost ?? servers?.smtpHost
  const smtpPort = wanted.smtpPort ?? servers?.smtpPort
  return {
    ...{ host, user: wanted.user ?? address, address },
    ...(wanted.imapPort === undefined ? {} : { port: wanted.imapPort }),
    ...(smtpHost === undefined ? {} : { smtpHost }),
    ...(smtpPort === undefined ? {} : { smtpPort }),
  }
}

/** Removes a mailbox and its password. False if there is none of that name. */
export const removeMailbox = (loaded: LoadedSettings, name: string, now: Date): Promise<boolean> =>
  removeAccount(loaded, 'mail', name, [accountSecret('mail', name, 'password')], now)
