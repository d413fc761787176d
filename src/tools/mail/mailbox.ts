import type { ImapFlow } from 'imapflow'
import type { MailAddress } from '../../std/mail/mail-header.ts'
import { hostLocality } from '../../std/net/host-locality.ts'
import { networkError } from '../../std/net/network-error.ts'
import { type AccountAnswer, AccountFaultError, faultOfNetwork } from '../accounts/fault.ts'
import { readInvitation } from '../calendar/invitations/invitation.ts'
import { fetchMessage, fetchPart, fetchSource } from './fetch-message.ts'
import { fetchHeads, findMessages, headWith, namePeople } from './find-messages.ts'
import { contentOf, headerOf, oneLine, peopleIn } from './mail-content.ts'
import type { MailHead, MailQuery, MailText } from './mail-message.ts'

/**
 * A server that keeps mail (IMAP, RFC 9051) or takes it (SMTP, RFC 6409), whose account it is, and how it is reached.
 */
export interface MailServer {
  host: string
  port: number
  user: string
  password: string
  proxy?: string
  certificates?: string
}

/** A request to a mailbox. Reading never sets the \Seen flag: folders are opened read-only. */
export type MailRequest =
  | { do: 'look'; folder: string; query: MailQuery }
  | { do: 'heads'; folder: string; uids: number[] }
  | { do: 'read'; folder: string; uid: number; reader?: InvitationReader }
  | { do: 'source'; folder: string; uid: number }
  | { do: 'fetch'; folder: string; uid: number; part: string }
  | { do: 'mark'; folder: string; uids: number[]; unread: boolean }
  | { do: 'move'; folder: string; uids: number[]; to: string }
  | { do: 'draft'; message: Uint8Array }

/** On whose clock an invitation is told, and the addresses that are theirs. */
export interface InvitationReader {
  zone: string
  own: readonly string[]
}

export interface MailFound {
  heads: MailHead[]
  /** The number of all matches, and of unread messages in the folder. */
  matches: number
  unread: number
  /** How many of the newest were searched, where time did not suffice for all. */
  searched?: number
  message?: MailText
  file?: { name: string; type: string; bytes: Uint8Array }
  /** The folder that the draft was appended to. */
  folder?: string
}

/** Time limits for connecting, for the server's greeting and for silence, in milliseconds. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
/** Limits of one server response: bytes of a line, of a literal and of the whole, and the number of parts. */
const most = { maxLineLength: 8 << 20, maxLiteralSize: 16 << 20, maxResponseSize: 24 << 20, maxResponseTokens: 200_000 }

/** Performs a request in a process that can be killed. Every failure except a bug is returned, not thrown. */
export async function askMailbox({
  server,
  request,
}: {
  server: MailServer
  request: MailRequest
}): Promise<AccountAnswer<MailFound>> {
  const client = await clientOf(server)
  // An error between two commands is reported by the next one.
  client.on('error', () => {})
  try {
    await client.connect()
    return { value: await performRequest(client, request) }
  } catch (error) {
    return faultOf(error, server)
  } finally {
    client.close()
  }
}

/** Silence of a line that waits, in milliseconds: it is asked anew before servers forget it (RFC 2177: 29 minutes). */
const idleMs = 9 * 60_000

/**
 * Wait for mail (IMAP IDLE) and call `arrived` each time some comes, until the signal aborts or the line is lost; also
 * once the line is there, for mail that came while there was none. Only the number of messages is heard: their words
 * are asked for in a process that can be killed.
 */
export async function idleMailbox(
  server: MailServer,
  arrived: () => void,
  signal: AbortSignal,
): Promise<AccountAnswer<null>> {
  const client = await clientOf(server, { socketTimeout: idleMs + 60_000, maxIdleTime: idleMs })
  const stop = () => client.close()
  signal.addEventListener('abort', stop)
  client.on('error', () => {})
  client.on('exists', ({ count, prevCount }: { count: number; prevCount: number }) => {
    if (count > prevCount) arrived()
  })
  try {
    await client.connect()
    await client.mailboxOpen('INBOX', { readOnly: true })
    arrived()
    while (!signal.aborted && client.usable) await client.idle()
    return signal.aborted ? { value: null } : { fault: 'network', detail: `${server.host}:${server.port}` }
  } catch (error) {
    return signal.aborted ? { value: null } : faultOf(error, server)
  } finally {
    signal.removeEventListener('abort', stop)
    client.close()
  }
}

/** An IMAP client that limits what a server may send. */
async function clientOf(
  server: MailServer,
  waits: { socketTimeout?: number; maxIdleTime?: number } = {},
): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow')
  const isPlain = server.port !== 993
  return new ImapFlow({
    ...{ host: server.host, port: server.port, auth: { user: server.user, pass: server.password } },
    secure: !isPlain,
    // Passwords are sent without TLS only within the local network.
    ...(isPlain && hostLocality(server.host) === 'public' ? { doSTARTTLS: true } : {}),
    ...(server.proxy === undefined ? {} : { proxy: server.proxy }),
    tls:
      server.certificates === undefined
        ? {}
        : { ca: [...(await import('node:tls')).getCACertificates('default'), server.certificates] },
    ...{ ...patience, ...most, ...waits },
    ...{ logger: false, disableAutoIdle: true, disableCompression: true },
    clientInfo: { name: 'assistant' },
  })
}

async function performRequest(client: ImapFlow, request: MailRequest): Promise<MailFound> {
  const found = { heads: [], matches: 0, unread: 0 }
  if (request.do === 'draft') return { ...found, folder: await putDraft(client, request.message) }
  const folder = await openFolder(client, request)
  switch (request.do) {
    case 'look':
      return findMessages(client, folder, request.query)
    case 'read':
      return { ...found, message: await readMessage(client, request.uid, request.reader) }
    case 'heads':
      return { ...found, heads: await fetchHeads(client, request.uids) }
    case 'source':
      return { ...found, file: { name: '', type: 'message/rfc822', bytes: await fetchSource(client, request.uid) } }
    case 'move':
      return { ...found, folder: await moveMail(client, request.uids, request.to) }
    case 'fetch':
      return { ...found, file: await fetchFile(client, request.uid, request.part) }
    case 'mark': {
      const change = request.unread ? 'messageFlagsRemove' : 'messageFlagsAdd'
      if (!(await client[change](request.uids.join(','), ['\\Seen'], { uid: true })))
        throw new AccountFaultError('missing')
      return found
    }
    default:
      return request satisfies never
  }
}

async function readMessage(client: ImapFlow, uid: number, reader?: InvitationReader): Promise<MailText> {
  const found = await client.fetchOne(String(uid), { flags: true, size: true, internalDate: true }, { uid: true })
  if (!found) throw new AccountFaultError('missing')
  const message = await fetchMessage(client, uid, found.size ?? 0)
  const [from, to, cc, wanted] = (['from', 'to', 'cc', 'reply-to'] as const).map((name) => peopleIn(message, name)) as [
    MailAddress[],
    MailAddress[],
    MailAddress[],
    MailAddress[],
  ]
  const answers = wanted.filter(({ address }) => address !== '')
  const isElsewhere = answers.length > 0 && namePeople(answers) !== namePeople(from)
  const [messageId, references] = [headerOf(message, 'message-id'), headerOf(message, 'references')]
  const content = contentOf(message)
  const invitations = reader
    ? content.calendars.flatMap((ics) => readInvitation(ics, reader.zone, reader.own) ?? [])
    : []
  return {
    ...{ ...headWith(message, found), ...content, invitations },
    to: namePeople(to),
    ...(cc.length > 0 ? { cc: namePeople(cc) } : {}),
    ...(isElsewhere ? { replyTo: namePeople(answers) } : {}),
    answerTo: answers.length > 0 ? answers : from,
    others: [...to, ...cc],
    ...(messageId === '' ? {} : { messageId }),
    ...(references === '' ? {} : { references }),
  }
}

async function fetchFile(client: ImapFlow, uid: number, number: string) {
  const { name, type, bytes } = await fetchPart(client, uid, number)
  return { name: oneLine(name), type, bytes }
}

/** Folders by what they are for: the server's word for it, else the names that programs give them. */
const KINDS: Readonly<Record<string, { uses: readonly string[]; names: RegExp; made: string }>> = {
  archive: { uses: ['\\Archive', '\\All'], names: /^(?:archives?|보관함|보관 ?메일함|보관)$/i, made: 'Archive' },
  trash: { uses: ['\\Trash'], names: /^(?:trash|deleted(?: items| messages)?|휴지통|지운 ?편지함)$/i, made: 'Trash' },
  junk: { uses: ['\\Junk'], names: /^(?:junk|spam|스팸(?:메일함)?)$/i, made: 'Junk' },
  inbox: { uses: ['\\Inbox'], names: /^inbox$/i, made: 'INBOX' },
  sent: { uses: ['\\Sent'], names: /^(?:sent(?: items| mail| messages)?|보낸 ?(?:메일|편지)함)$/i, made: 'Sent' },
  drafts: { uses: ['\\Drafts'], names: /^(?:drafts?|임시 ?보관함)$/i, made: 'Drafts' },
}

/** Open the folder that a request is about; read-only unless it changes something. */
async function openFolder(client: ImapFlow, { do: deed, folder }: { do: string; folder: string }): Promise<string> {
  const isPath = folder.toUpperCase() === 'INBOX' || KINDS[folder.toLowerCase()] === undefined
  const path = isPath ? folder : ((await folderNamed(client, folder)) ?? folder)
  await client.mailboxOpen(path, { readOnly: deed !== 'mark' && deed !== 'move' })
  return path
}

/** The folder of a name, or of what it is for. */
async function folderNamed(client: ImapFlow, wanted: string): Promise<string | undefined> {
  const folders = await client.list()
  const kind = KINDS[wanted.toLowerCase()]
  const byUse = kind?.uses.map((use) => folders.find(({ specialUse }) => specialUse === use)).find(Boolean)
  const same = (name: string) => name.toLowerCase() === wanted.toLowerCase()
  return (byUse ?? folders.find(({ name, path }) => (kind ? kind.names.test(name) : same(name) || same(path))))?.path
}

/** Move messages to a folder by its name, or by what it is for. A folder that nobody knows is not made. */
async function moveMail(client: ImapFlow, uids: readonly number[], to: string): Promise<string> {
  const kind = KINDS[to.toLowerCase()]
  const path = (await folderNamed(client, to)) ?? (kind ? (await client.mailboxCreate(kind.made)).path : undefined)
  if (path === undefined) throw new AccountFaultError('missing', to)
  if (!(await client.messageMove(uids.join(','), path, { uid: true }))) throw new AccountFaultError('missing')
  return path
}

/** Appends a message to the drafts folder, which is created if there is none. */
async function putDraft(client: ImapFlow, message: Uint8Array): Promise<string> {
  const path = (await folderNamed(client, 'drafts')) ?? (await client.mailboxCreate('Drafts')).path
  if (!(await client.append(path, Buffer.from(message), ['\\Draft', '\\Seen'])))
    throw new AccountFaultError('forbidden')
  return path
}

/** Maps errors of the library and the system to a fault; rethrows anything else as a bug. */
function faultOf(error: unknown, { host, port }: MailServer): AccountAnswer<never> {
  if (error instanceof AccountFaultError)
    return { fault: error.fault, ...(error.detail ? { detail: error.detail } : {}) }
  if (!(error instanceof Error)) throw error
  const {
    code = '',
    authenticationFailed,
    responseStatus,
    serverResponseCode,
    tlsFailed,
  } = error as Error & {
    code?: string
    authenticationFailed?: boolean
    responseStatus?: string
    serverResponseCode?: string
    tlsFailed?: boolean
  }
  const at = `${host}:${port}`
  if (authenticationFailed) return { fault: 'auth' }
  if (/TooLarge|TooMany/.test(code)) return { fault: 'large', detail: at }
  if (/TIMEOUT$|Timeout/.test(code)) return { fault: 'timeout', detail: at }
  if (/STARTTLS/.test(error.message)) return { fault: 'plain', detail: at }
  if (responseStatus === 'NO' || responseStatus === 'BAD')
    return { fault: /READ-?ONLY|NOPERM|CANNOT/.test(serverResponseCode ?? '') ? 'forbidden' : 'missing', detail: at }
  const { kind } = networkError(error as never, at)
  const fault = tlsFailed && kind === 'broken' ? 'certificate' : faultOfNetwork[kind]
  if (fault !== 'network' || code !== '') return { fault, detail: at }
  throw error
}
