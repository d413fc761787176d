import { hostLocality } from '../../std/net/host-locality.ts'
import { networkError } from '../../std/net/network-error.ts'
import { type AccountAnswer, faultOfNetwork } from '../accounts/fault.ts'
import type { MailServer } from './mailbox.ts'

/** An outgoing plain-text mail. */
export interface OutgoingMail {
  from: string
  to: readonly string[]
  cc: readonly string[]
  subject: string
  text: string
  /** Milliseconds since 1970. */
  at: number
  /** The Message-ID of the mail that it replies to, and of those before that. */
  inReplyTo?: string
  references?: string
  /** A mail that it passes on, whole. */
  forwarded?: { name: string; bytes: Uint8Array }
  /** An answer to an invitation (iTIP). */
  calendar?: { method: string; ics: string }
}

/** Without `server` the mail is only serialized; with it, sent as well. */
export interface OutgoingRequest {
  mail: OutgoingMail
  server?: MailServer
}

export interface OutgoingDone {
  message: Uint8Array
  /** Addresses that the server rejected. */
  rejected: string[]
}

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/**
 * Serializes a mail, and sends it if a server is given. Runs in a process that can be killed. Every failure except a
 * bug is returned, not thrown.
 */
export async function composeMail({ mail, server }: OutgoingRequest): Promise<AccountAnswer<OutgoingDone>> {
  const { default: Composer } = await import('nodemailer/lib/mail-composer')
  const { from, to, cc, subject, text, at, inReplyTo, references, forwarded, calendar } = mail
  const node = new Composer({
    ...{ from, to: [...to], cc: [...cc], subject, text, date: new Date(at) },
    ...(inReplyTo ? { inReplyTo, references: [references, inReplyTo].filter(Boolean).join(' ') } : {}),
    ...(calendar ? { icalEvent: { method: calendar.method, content: calendar.ics } } : {}),
    ...(forwarded ? { attachments: [attachmentOf(forwarded)] } : {}),
    ...{ disableFileAccess: true, disableUrlAccess: true },
  }).compile()
  const message = await node.build()
  if (!server) return { value: { message, rejected: [] } }
  try {
    return { value: { message, rejected: await sendRaw(server, node.getEnvelope(), message) } }
  } catch (error) {
    return faultOf(error, server)
  }
}

const attachmentOf = ({ name, bytes }: { name: string; bytes: Uint8Array }) => ({
  ...{ filename: `${name}.eml`, content: Buffer.from(bytes), contentType: 'message/rfc822' },
})

async function sendRaw(server: MailServer, envelope: object, raw: Buffer): Promise<string[]> {
  const { createTransport } = await import('nodemailer')
  const tls =
    server.certificates === undefined
      ? {}
      : { ca: [...(await import('node:tls')).getCACertificates('default'), server.certificates] }
  const transport = createTransport({
    ...{ host: server.host, port: server.port, secure: server.port === 465, tls, ...patience },
    // Passwords and mail are sent without TLS only within the local network.
    requireTLS: server.port !== 465 && hostLocality(server.host) === 'public',
    auth: { user: server.user, pass: server.password },
    ...(server.proxy === undefined ? {} : { proxy: server.proxy }),
    ...{ disableFileAccess: true, disableUrlAccess: true },
  } as never)
  try {
    const { rejected = [] } = (await transport.sendMail({ envelope, raw } as never)) as { rejected?: unknown[] }
    return rejected.map(String)
  } finally {
    transport.close()
  }
}

/** Maps error codes of the library to a fault; rethrows anything else as a bug. */
function faultOf(error: unknown, { host, port }: MailServer): AccountAnswer<never> {
  if (!(error instanceof Error) || !('code' in error)) throw error
  const detail = `${host}:${port}`
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  if (code === 'EAUTH') return { fault: 'auth' }
  if (code === 'ETIMEDOUT') return { fault: 'timeout', detail }
  if (code === 'ETLS') return { fault: 'plain', detail }
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return { fault: 'server', detail: `${detail}, ${responseCode ?? ''}` }
  const { kind } = networkError((error.cause instanceof Error ? error.cause : error) as never, detail)
  return { fault: /certificate|self.signed/i.test(error.message) ? 'certificate' : faultOfNetwork[kind], detail }
}
