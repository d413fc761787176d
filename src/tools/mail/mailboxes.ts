import { accountSecret, type MailAccount } from '../../protocol/index.ts'
import { currentNetwork } from '../../std/net/network.ts'
import { runIsolated } from '../../std/process/isolated.ts'
import { accountsOf } from '../accounts/accounts-of.ts'
import { answered } from '../accounts/answered.ts'
import type { AccountAnswer } from '../accounts/fault.ts'
import { mailJob, outgoingJob } from './mail-jobs.ts'
import type { MailFound, MailRequest } from './mailbox.ts'
import type { OutgoingDone, OutgoingMail } from './outgoing.ts'

/** Dependencies of `Mailboxes`. */
export interface MailDeps {
  /** The accounts that are configured now. */
  accounts(): Readonly<Record<string, MailAccount>>
  /** The profile that owns accounts without a profile of their own. */
  profile: string
  secret(name: string): string | undefined
  /** Time limit for one exchange with a server, in milliseconds; default 25 s. */
  limitMs?: number
}

const serverMs = 25_000

/** A message by its account, folder and UID. */
export interface MailPlace {
  account: string
  folder: string
  uid: number
}

/** The mailboxes of a person. */
export class Mailboxes {
  readonly #parts: MailDeps

  constructor(parts: MailDeps) {
    this.#parts = parts
  }

  /** Names and settings of one person's accounts. */
  of(profile: string): [name: string, account: MailAccount][] {
    return accountsOf(this.#parts.accounts(), profile, this.#parts.profile)
  }

  /** The mail addresses of one person. */
  addresses(profile: string): string[] {
    return this.of(profile).map(([, { address }]) => address)
  }

  /** The password of an account; undefined where none is kept. */
  password(name: string): string | undefined {
    return this.#parts.secret(accountSecret('mail', name, 'password'))
  }

  /** Sends a request to the server of an account. Rejects only with the signal's reason. */
  async ask(name: string, request: MailRequest, signal: AbortSignal): Promise<AccountAnswer<MailFound>> {
    const account = this.#parts.accounts()[name]
    if (!account) return { fault: 'missing', detail: name }
    const { host, port = 993, user } = account
    const reached = this.#way(name, host, port)
    if ('fault' in reached) return reached
    const server = { ...reached.value, host, port, user }
    return answered(
      () => runIsolated(mailJob, { server, request }, { signal, timeMs: this.#parts.limitMs ?? serverMs }),
      signal,
      `${host}:${port}`,
    )
  }

  /** Calls `arrived` whenever mail comes into a mailbox, until the signal aborts or the line is lost. */
  async idle(name: string, arrived: () => void, signal: AbortSignal): Promise<AccountAnswer<null>> {
    const account = this.#parts.accounts()[name]
    if (!account) return { fault: 'missing', detail: name }
    const { host, port = 993, user } = account
    const reached = this.#way(name, host, port)
    if ('fault' in reached) return reached
    const { idleMailbox } = await import('./mailbox.ts')
    return idleMailbox({ ...reached.value, host, port, user }, arrived, signal)
  }

  /** Serializes a mail for the drafts folder. */
  compose(mail: OutgoingMail, signal: AbortSignal): Promise<AccountAnswer<OutgoingDone>> {
    return answered(
      () => runIsolated(outgoingJob, { mail }, { signal, timeMs: this.#parts.limitMs ?? serverMs }),
      signal,
      '',
    )
  }

  /** Sends a mail through the server of an account, at most once. Rejects only with the signal's reason. */
  async send(name: string, mail: OutgoingMail, signal: AbortSignal): Promise<AccountAnswer<OutgoingDone>> {
    const { smtpHost: host, smtpPort: port = 465, user = '' } = this.#parts.accounts()[name] ?? {}
    if (host === undefined) return { fault: 'missing', detail: 'SMTP' }
    const reached = this.#way(name, host, port)
    if ('fault' in reached) return reached
    const server = { ...reached.value, host, port, user }
    return answered(
      () => runIsolated(outgoingJob, { mail, server }, { signal, timeMs: this.#parts.limitMs ?? serverMs }),
      signal,
      `${host}:${port}`,
    )
  }

  /** The password for a server, and how it is reached. */
  #way(
    name: string,
    host: string,
    port: number,
  ): AccountAnswer<{ password: string; proxy?: string; certificates?: string }> {
    const { allows, certificates } = currentNetwork()
    if (allows?.(new URL(`https://${host}:${port}`)) === false) return { fault: 'policy', detail: host }
    const password = this.password(name)
    if (password === undefined) return { fault: 'noPassword', detail: accountSecret('mail', name, 'password') }
    const proxy = proxyFor(host)
    return { value: { password, ...(proxy ? { proxy } : {}), ...(certificates ? { certificates } : {}) } }
  }
}

/** The proxy on the way to a host; undefined where it is reached directly. NO_PROXY names hosts, domains and `*`. */
function proxyFor(host: string): string | undefined {
  const { httpsProxy, httpProxy, noProxy = '' } = currentNetwork()
  const names = noProxy.split(/[\s,]+/).map((name) => name.replace(/^\*?\./, '').replace(/:\d+$/, ''))
  const isDirect = names.some((name) => name === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`))))
  return isDirect ? undefined : (httpsProxy ?? httpProxy)
}

/** The reference of a message for people and models: "naver:1234", "naver:보관함:12". */
export const mailId = ({ account, folder, uid }: MailPlace) =>
  folder === inbox ? `${account}:${uid}` : `${account}:${folder}:${uid}`

export const inbox = 'INBOX'

/** Parses such a reference; undefined if it is invalid. */
export function readMailId(text: string): MailPlace | undefined {
  const [, account, folder = inbox, uid] = /^([^:]+):(?:(.+):)?(\d{1,10})$/.exec(text.trim()) ?? []
  return account === undefined ? undefined : { account, folder, uid: Number(uid) }
}
