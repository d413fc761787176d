import { networkError } from '../../std/net/network-error.ts'
import { type AccountAnswer, faultOfNetwork } from '../accounts/fault.ts'
import { isNear } from '../accounts/near.ts'
import type { MailServer } from './mailbox.ts'

/** A mail that is written here: plain text. */
export interface OutgoingMail {
  from: string
  to: readonly string[]
  cc: readonly string[]
  subject: string
  text: string
  /** Milliseconds since 1970. */
  at: number
  /** The Message-ID of the mail that it answers. */
  inReplyTo?: string
}

/** What is done with it: written as bytes, or handed to a server as well. */
export interface OutgoingRequest {
  mail: OutgoingMail
  server?: MailServer
}

export interface OutgoingDone {
  message: Uint8Array
  /** Addresses that the server would not take. */
  rejected: string[]
}

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Writes a mail, and sends it where a server is named. Runs where it can be stopped; every failure but a bug is an answer. */
export async function composeMail({ mail, server }: OutgoingRequest): Promise<AccountAnswer<OutgoingDone>> {
  const { default: Composer } = await import('nodemailer/lib/mail-composer')
  const { from, to, cc, subject, text, at, inReplyTo } = mail
  const node = new Composer({
    ...{ from, to: [...to], cc: [...cc], subject, text, date: new Date(at) },
    ...(inReplyTo ? { inReplyTo, references: inReplyTo } : {}),
    ...{ disableFileAccess: true, disableUrlAccess: true },
  }).compile()
  const message = await node.build()
  if (!server) return { value: { message, rejected: [] } }
  try {
    return { value: { message, rejected: await send(server, node.getEnvelope(), message) } }
  } catch (error) {
    return faultOf(error, server)
  }
}

async function send(server: MailServer, envelope: object, raw: Buffer): Promise<string[]> {
  const { createTransport } = await import('nodemailer')
  const tls =
    server.certificates === undefined
      ? {}
      : { ca: [...(await import('node:tls')).getCACertificates('default'), server.certificates] }
  const transport = createTransport({
    ...{ host: server.host, port: server.port, secure: server.port === 465, tls, ...patience },
    // Elsewhere than in one's own network neither password nor mail goes out in plain text.
    requireTLS: server.port !== 465 && !isNear(server.host),
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

/** What the library throws, by its code; anything else is a bug. */
function faultOf(error: unknown, { host, port }: MailServer): AccountAnswer<never> {
  if (!(error instanceof Error) || !('code' in error)) throw error
  const detail = `${host}:${port}`
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  if (code === 'EAUTH') return { fault: 'auth' }
  if (code === 'ETIMEDOUT') return { fault: 'timeout', detail }
  if (code === 'ETLS') return { fault: 'plain', detail }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { fault: 'server', detail: `${detail}, ${responseCode ?? ''}` }
  const { kind } = networkError((error.cause instanceof Error ? error.cause : error) as never, detail)
  return { fault: /certificate|self.signed/i.test(error.message) ? 'certificate' : faultOfNetwork[kind], detail }
}
