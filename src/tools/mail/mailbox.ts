import type { ImapFlow, MessageStructureObject, SearchObject } from 'imapflow'
import { hostLocality } from '../../std/net/host-locality.ts'
import { networkError } from '../../std/net/network-error.ts'
import { sanitise } from '../../std/text/sanitise.ts'
import { type AccountAnswer, AccountFaultError, faultOfNetwork } from '../accounts/fault.ts'
import { readPage } from '../web/read-page.ts'
import type { MailFile, MailHead, MailQuery, MailText } from './mail-message.ts'

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
  | { do: 'read'; folder: string; uid: number }
  | { do: 'fetch'; folder: string; uid: number; part: string }
  | { do: 'mark'; folder: string; uids: number[]; unread: boolean }
  | { do: 'draft'; message: Uint8Array }

export interface MailFound {
  heads: MailHead[]
  /** The number of all matches, and of unread messages in the folder. */
  matches: number
  unread: number
  message?: MailText
  file?: { name: string; type: string; bytes: Uint8Array }
  /** The folder that the draft was appended to. */
  folder?: string
}

/** Time limits for connecting, for the server's greeting and for silence, in milliseconds. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
/** Limits of one server response: bytes of a line, of a literal and of the whole, and the number of parts. */
const most = { maxLineLength: 8 << 20, maxLiteralSize: 16 << 20, maxResponseSize: 24 << 20, maxResponseTokens: 200_000 }
/** Maximum size of a text and of an attachment, in bytes. */
const mostText = 400_000
const mostFile = 24 << 20
const mostAttachments = 50
const mostHeader = 300

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

/** An IMAP client that limits what a server may send. */
async function clientOf(server: MailServer): Promise<ImapFlow> {
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
    ...patience,
    ...most,
    ...{ logger: false, disableAutoIdle: true, disableCompression: true },
    clientInfo: { name: 'assistant' },
  })
}

async function performRequest(client: ImapFlow, request: MailRequest): Promise<MailFound> {
  const found = { heads: [], matches: 0, unread: 0 }
  if (request.do === 'draft') return { ...found, folder: await putDraft(client, request.message) }
  await client.mailboxOpen(request.folder, { readOnly: request.do !== 'mark' })
  switch (request.do) {
    case 'look':
      return lookFor(client, request.folder, request.query)
    case 'read':
      return { ...found, message: await readMessage(client, request.uid) }
    case 'fetch':
      return { ...found, file: await fetchPart(client, request.uid, request.part) }
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

/** The newest matching messages: the server searches, and only the envelopes of the last results are fetched. */
async function lookFor(client: ImapFlow, folder: string, query: MailQuery): Promise<MailFound> {
  const status = await client.status(folder, { unseen: true })
  const unseen = status ? (status.unseen ?? 0) : 0
  const wanted = searchOf(query)
  const exists = client.mailbox ? client.mailbox.exists : 0
  // Without a filter no search is needed: the last messages are the newest.
  const isAll = Object.keys(wanted).length === 0
  const uids = isAll ? [] : ((await client.search(wanted, { uid: true })) || []).sort((a, b) => a - b)
  const matches = isAll ? exists : uids.length
  const newest = uids.slice(-query.limit)
  const range = isAll ? `${Math.max(1, exists - query.limit + 1)}:*` : newest.join(',')
  if (matches === 0) return { heads: [], matches, unread: unseen }
  const all = await client.fetchAll(range, headParts, { uid: !isAll })
  return { heads: all.map(headOf).sort((a, b) => b.at - a.at || b.uid - a.uid), matches, unread: unseen }
}

const headParts = { envelope: true, flags: true, size: true, internalDate: true } as const

function searchOf({ unread, words, from, since, before }: MailQuery): SearchObject {
  return {
    ...(unread ? { seen: false } : {}),
    ...(words ? { text: words } : {}),
    ...(from ? { from } : {}),
    ...(since === undefined ? {} : { since: new Date(since) }),
    ...(before === undefined ? {} : { before: new Date(before) }),
  }
}

type Fetched = Awaited<ReturnType<ImapFlow['fetchAll']>>[number]
type Address = { name?: string | undefined; address?: string | undefined }

const oneLine = (text: string | undefined) =>
  sanitise(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, mostHeader)
const namePeople = (all: readonly Address[] = []) =>
  all
    .slice(0, 20)
    .map(({ name, address }) => oneLine(name ? `${name} <${address ?? ''}>` : address))
    .join(', ')

function headOf({ uid, envelope, flags, size = 0, internalDate }: Fetched): MailHead {
  const at = +new Date(internalDate ?? envelope?.date ?? 0)
  const head = { from: namePeople(envelope?.from), subject: oneLine(envelope?.subject), at: Number.isNaN(at) ? 0 : at }
  return { uid, ...head, unread: !flags?.has('\\Seen'), size }
}

async function readMessage(client: ImapFlow, uid: number): Promise<MailText> {
  const found = await client.fetchOne(String(uid), { ...headParts, bodyStructure: true }, { uid: true })
  if (!found) throw new AccountFaultError('missing')
  const parts = found.bodyStructure ? partsOf(found.bodyStructure) : []
  const texts = parts.filter(
    ({ disposition, type }) => disposition !== 'attachment' && /^text\/(plain|html)$/i.test(type),
  )
  const chosen = texts.find(({ type }) => /plain/i.test(type)) ?? texts[0]
  const body = chosen ? await textOf(client, uid, chosen) : { text: '', cut: false }
  const attachments = parts.filter((one) => one !== chosen && !texts.includes(one)).slice(0, mostAttachments)
  const messageId = oneLine(found.envelope?.messageId)
  return {
    ...headOf(found),
    ...body,
    to: namePeople(found.envelope?.to),
    attachments: attachments.map(attachmentOf),
    ...(messageId === '' ? {} : { messageId }),
  }
}

/** The leaf parts of a message, in order. An attached message counts as one part. */
function partsOf(node: MessageStructureObject, depth = 0): MessageStructureObject[] {
  if (!node.childNodes || node.type === 'message/rfc822') return [node]
  return depth > 20 ? [] : node.childNodes.flatMap((child) => partsOf(child, depth + 1))
}

const attachmentOf = ({
  part = '1',
  type,
  size = 0,
  parameters = {},
  dispositionParameters = {},
}: MessageStructureObject): MailFile => ({
  ...{ part, type: oneLine(type), size },
  name: oneLine(dispositionParameters.filename ?? parameters.name),
})

/** The text of a part: decodes transfer encoding and charset, and reduces HTML to its readable content. */
async function textOf(
  client: ImapFlow,
  uid: number,
  { part = '1', type }: MessageStructureObject,
): Promise<{ text: string; cut: boolean }> {
  const { bytes, cut } = await downloadPart(client, uid, part, mostText)
  const text = bytes.toString('utf8').replace(/\uFFFD$/, '')
  if (!/html/i.test(type)) return { text: sanitise(text).trim(), cut }
  const page = await readPage({
    url: 'https://mail.invalid/',
    type: 'text/html; charset=utf-8',
    bytes: Buffer.from(text),
  })
  return { text: (page?.text ?? '').trim(), cut }
}

async function fetchPart(client: ImapFlow, uid: number, part: string) {
  const found = await client.fetchOne(String(uid), { bodyStructure: true }, { uid: true })
  const structure = found ? found.bodyStructure : undefined
  const node = structure && partsOf(structure).find((one) => (one.part ?? '1') === part)
  if (!node) throw new AccountFaultError('missing')
  const { bytes, cut } = await downloadPart(client, uid, part, mostFile, false)
  if (cut) throw new AccountFaultError('large')
  return { ...attachmentOf(node), bytes }
}

async function downloadPart(client: ImapFlow, uid: number, part: string, maxBytes: number, decodeText = true) {
  const { content } = await client.download(String(uid), part, { uid: true, maxBytes: maxBytes + 1, decodeText })
  if (!content) throw new AccountFaultError('missing')
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  return { bytes: bytes.subarray(0, maxBytes), cut: bytes.length > maxBytes }
}

/** Appends a message to the drafts folder, which is created if there is none. */
async function putDraft(client: ImapFlow, message: Uint8Array): Promise<string> {
  const folders = await client.list()
  const known =
    folders.find(({ specialUse }) => specialUse === '\\Drafts') ??
    folders.find(({ name }) => /^(drafts|임시 ?보관함)$/i.test(name))
  const path = known?.path ?? (await client.mailboxCreate('Drafts')).path
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
