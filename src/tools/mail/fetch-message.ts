import type { ImapFlow, MessageStructureObject } from 'imapflow'
import { decodeTransfer, describePart, type MimePart, parseMime, readHeaders } from '../../std/mail/mime.ts'
import { AccountFaultError } from '../accounts/fault.ts'

/** Size up to which a whole message is fetched, in bytes; of a larger one only what can be read. */
const mostWhole = 3 << 20
/** Maximum size of a text of a large message. */
const mostText = 400_000
const mostFile = 24 << 20
const mostParts = 200

/** A message with its parts. Of a large one, files come without their bytes. */
export async function fetchMessage(client: ImapFlow, uid: number, size: number): Promise<MimePart> {
  if (size > mostWhole) return fetchStructure(client, uid)
  return parseMime(await fetchSource(client, uid))
}

/** A whole message as it stands on the server. */
export async function fetchSource(client: ImapFlow, uid: number): Promise<Buffer> {
  const found = await client.fetchOne(String(uid), { source: true }, { uid: true })
  return (found ? found.source : undefined) ?? missing()
}

/** One part with its bytes. */
export async function fetchPart(client: ImapFlow, uid: number, number: string): Promise<MimePart> {
  const found = await client.fetchOne(String(uid), { size: true }, { uid: true })
  if (!found) throw new AccountFaultError('missing')
  const root = await fetchMessage(client, uid, found.size ?? 0)
  const part = findPart(root, number) ?? missing()
  if (part.bytes.length > 0 || part.size === 0) return part
  if (part.size > mostFile) throw new AccountFaultError('large')
  const body = await fetchBody(client, uid, number, mostFile + (mostFile >> 1))
  return { ...part, bytes: decodeTransfer(body, part.headers.get('content-transfer-encoding') ?? '') }
}

function missing(): never {
  throw new AccountFaultError('missing')
}

function findPart(part: MimePart, number: string): MimePart | undefined {
  if (part.number === number && !part.type.startsWith('multipart/')) return part
  for (const one of part.parts ?? []) {
    const found = findPart(one, number)
    if (found) return found
  }
  return undefined
}

async function fetchBody(client: ImapFlow, uid: number, number: string, maxLength: number): Promise<string> {
  const bodyParts = [{ key: number, start: 0, maxLength }]
  const found = await client.fetchOne(String(uid), { bodyParts }, { uid: true })
  return (found ? found.bodyParts?.get(number.toLowerCase()) : undefined)?.toString('latin1') ?? ''
}

async function fetchStructure(client: ImapFlow, uid: number): Promise<MimePart> {
  const found = await client.fetchOne(String(uid), { bodyStructure: true, headers: true }, { uid: true })
  const { bodyStructure = missing(), headers: given = missing() } = found ? found : missing()
  const leaves = leavesOf(bodyStructure).slice(0, mostParts)
  const named = await client.fetchOne(
    String(uid),
    { bodyParts: leaves.map(({ part = '1' }) => `${part}.mime`) },
    { uid: true },
  )
  const own = given.toString('latin1')
  const heads = (named ? named.bodyParts : undefined) ?? new Map<string, Buffer>()
  const parts = new Map<string, MimePart>()
  for (const leaf of leaves) {
    const { part: number = '1' } = leaf
    const headers = readHeaders(leaf.part === undefined ? own : (heads.get(`${number}.mime`)?.toString('latin1') ?? ''))
    parts.set(number, await leafOf(client, uid, leaf, headers))
  }
  const headers = readHeaders(own)
  return { ...treeOf(bodyStructure, parts), headers }
}

/** The leaf parts of a message, in order. An attached message counts as one part. */
function leavesOf(node: MessageStructureObject, depth = 0): MessageStructureObject[] {
  if (!node.childNodes || node.type === 'message/rfc822') return [node]
  return depth > 20 ? [] : node.childNodes.flatMap((child) => leavesOf(child, depth + 1))
}

async function leafOf(
  client: ImapFlow,
  uid: number,
  { part: number = '1', size: encoded = 0, encoding = '' }: MessageStructureObject,
  headers: ReadonlyMap<string, string>,
): Promise<MimePart> {
  const said = describePart(headers)
  const size = encoding.toLowerCase() === 'base64' ? Math.round((encoded * 73) / 100) : encoded
  const part = { number, headers, ...said, size, bytes: new Uint8Array() }
  const isText = said.type.startsWith('text/') && said.disposition !== 'attachment'
  if (!isText && said.type !== 'application/ics') return part
  const body = await fetchBody(client, uid, number, mostText)
  const bytes = decodeTransfer(body, headers.get('content-transfer-encoding') ?? '')
  return { ...part, bytes, ...(encoded > mostText ? { isCut: true } : {}) }
}

function treeOf(node: MessageStructureObject, parts: ReadonlyMap<string, MimePart>): MimePart {
  const { part: number = '', type, childNodes } = node
  const leaf = parts.get(node.part ?? '1')
  if (!childNodes || type === 'message/rfc822') return leaf ?? emptyPart(number, type)
  return { ...emptyPart(number, type), parts: childNodes.map((child) => treeOf(child, parts)) }
}

const emptyPart = (number: string, type: string): MimePart => ({
  ...{ number, type, headers: new Map(), parameters: {}, disposition: '', name: '', size: 0, bytes: new Uint8Array() },
})
