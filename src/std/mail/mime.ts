import { readParameters } from './mail-header.ts'
import { readSignedContent, readTnef, readUuencoded, type WrappedFile } from './wrapped-parts.ts'

/** A part of a message (RFC 2045): one with `parts`, or one with bytes. */
export interface MimePart {
  /** The number by which IMAP calls it ("1.2"); '' for the whole. */
  number: string
  /** Headers by their name in lower case; letters are bytes (latin1). */
  headers: ReadonlyMap<string, string>
  type: string
  parameters: Readonly<Record<string, string>>
  disposition: string
  /** The file's name; '' without one. */
  name: string
  /** The size of its content in bytes, without the transfer's encoding. */
  size: number
  /** Empty where the content was not fetched. */
  bytes: Uint8Array
  /** True if `bytes` is only the beginning. */
  isCut?: true
  parts?: MimePart[]
}

const mostDepth = 20
const mostParts = 500

/** Read a message from its bytes. */
export function parseMime(bytes: Uint8Array): MimePart {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return partOf(text, '', { left: mostParts }, 0)
}

/** Headers that may come several times and name people. */
const LISTS = ['to', 'cc', 'bcc', 'reply-to', 'references']

/** The headers of a text; letters are bytes. Of a header that comes twice the first counts, lists are joined. */
export function readHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of text.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+)[ \t]*:\s*(.*)$/s.exec(line) ?? []
    const key = name.toLowerCase()
    const before = headers.get(key)
    if (before === undefined && key !== '') headers.set(key, value)
    else if (LISTS.includes(key)) headers.set(key, `${before}, ${value}`)
  }
  return headers
}

/** Statements of a part's headers about its content. */
export function describePart(
  headers: ReadonlyMap<string, string>,
  fallback = 'text/plain',
): Pick<MimePart, 'type' | 'parameters' | 'disposition' | 'name'> {
  const { value, parameters } = readParameters(headers.get('content-type') ?? '')
  const { value: disposition, parameters: shown } = readParameters(headers.get('content-disposition') ?? '')
  // A type that is none says nothing (RFC 2045 §5.2).
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(value) ? value : fallback
  return { type, parameters, disposition, name: shown.filename ?? parameters.name ?? '' }
}

function partOf(text: string, number: string, budget: { left: number }, depth: number, fallback?: string): MimePart {
  budget.left--
  const [head, body] = splitHead(text)
  const headers = readHeaders(head)
  const said = { number, headers, ...describePart(headers, fallback) }
  if (said.type.startsWith('multipart/') && depth < mostDepth) {
    const pieces = splitBody(body, said.parameters.boundary).slice(0, Math.max(0, budget.left))
    if (pieces.length > 0) {
      // In a digest a part is a message unless it says otherwise (RFC 2046 §5.1.5).
      const usual = said.type === 'multipart/digest' ? 'message/rfc822' : undefined
      const parts = pieces.map((piece, at) => partOf(piece, childNumber(number, at + 1), budget, depth + 1, usual))
      return { ...said, size: body.length, bytes: new Uint8Array(), parts }
    }
    // A multipart without parts is text that nobody took apart.
    return leaf({ ...said, type: 'text/plain' }, body)
  }
  const one = leaf(said, body)
  return depth >= mostDepth || budget.left <= 0 ? one : unwrapped(one, budget, depth)
}

const SIGNED = /^application\/(?:x-)?pkcs7-(?:mime|signature)$/

/** A part that encloses a message or files: with them as its parts. */
function unwrapped(one: MimePart, budget: { left: number }, depth: number): MimePart {
  const messageIn = (bytes: Uint8Array) => [
    renumbered(partOf(Buffer.from(bytes).toString('latin1'), '', budget, depth + 1), one.number),
  ]
  if (one.type === 'message/rfc822') return { ...one, parts: messageIn(one.bytes) }
  if (SIGNED.test(one.type)) {
    const content = readSignedContent(one.bytes)
    return content ? { ...one, type: 'multipart/signed', parts: messageIn(content) } : one
  }
  if (one.type === 'application/ms-tnef' || /^winmail\.dat$/i.test(one.name)) {
    const files = readTnef(one.bytes).map((file, at) => filePart(file, childNumber(one.number, at + 1)))
    return files.length > 0 ? { ...one, type: 'multipart/mixed', parts: files } : one
  }
  if (one.type !== 'text/plain' || one.disposition === 'attachment') return one
  const { text, files } = readUuencoded(Buffer.from(one.bytes).toString('latin1'))
  if (files.length === 0) return one
  const rest = Buffer.from(text, 'latin1')
  const parts = [{ ...one, number: childNumber(one.number, 1), bytes: rest, size: rest.length }]
  const wrapped = files.map((file, at) => filePart(file, childNumber(one.number, at + 2)))
  return { ...one, type: 'multipart/mixed', bytes: new Uint8Array(), parts: [...parts, ...wrapped] }
}

const filePart = ({ name, bytes }: WrappedFile, number: string): MimePart => ({
  ...{ number, headers: new Map(), type: 'application/octet-stream', parameters: {}, disposition: 'attachment' },
  ...{ name: name.replace(/^.*[\\/]/, ''), size: bytes.length, bytes },
})

const childNumber = (number: string, at: number) => (number === '' ? String(at) : `${number}.${at}`)

/** The numbers inside an attached message go on from its own. */
function renumbered(part: MimePart, below: string): MimePart {
  const number = part.number === '' ? below : `${below}.${part.number}`
  return { ...part, number, ...(part.parts ? { parts: part.parts.map((one) => renumbered(one, below)) } : {}) }
}

function leaf(said: Omit<MimePart, 'size' | 'bytes'>, body: string): MimePart {
  const bytes = decodeTransfer(body, said.headers.get('content-transfer-encoding') ?? '')
  return { ...said, number: said.number === '' ? '1' : said.number, bytes, size: bytes.length }
}

function splitHead(text: string): [head: string, body: string] {
  const start = /^(?:[ \t]*\r?\n)*/.exec(text)?.[0].length ?? 0
  const end = /\r?\n[ \t]*\r?\n/g
  end.lastIndex = start
  const found = end.exec(text)
  return found ? [text.slice(start, found.index), text.slice(found.index + found[0].length)] : [text.slice(start), '']
}

/**
 * The pieces between the lines of a boundary. One that nobody names is the first line that looks so and comes again.
 */
function splitBody(body: string, named: string | undefined): string[] {
  const boundary = named && hasLine(body, named) ? named : guessBoundary(body)
  if (boundary === undefined) return []
  const line = new RegExp(`(?:^|\\r?\\n)--${escapePattern(boundary)}(--)?[ \\t]*(?=\\r?\\n|$)`, 'g')
  const pieces: string[] = []
  let from = -1
  for (const match of body.matchAll(line)) {
    if (from >= 0) pieces.push(body.slice(from, match.index))
    from = match[1] === undefined ? match.index + match[0].length : -1
    if (from < 0) break
  }
  if (from >= 0) pieces.push(body.slice(from))
  // The break behind the boundary ends its line; a piece without headers begins with another one.
  return pieces
    .map((piece) => piece.replace(/^\r?\n/, ''))
    .map((piece) => (/^\r?\n/.test(piece) ? `X-Plain: 1\n${piece}` : piece))
}

const hasLine = (body: string, boundary: string) =>
  new RegExp(`(?:^|\\n)--${escapePattern(boundary)}(?:--)?[ \\t]*(?:\\r?\\n|$)`).test(body)

function guessBoundary(body: string): string | undefined {
  for (const [, found = ''] of body
    .slice(0, 20_000)
    .matchAll(/(?:^|\n)--([^\s-][^\r\n]{0,69}|-+[^\r\n-][^\r\n]{0,69})\r?\n/g))
    if (hasLine(body, `${found}--`) || body.split(`--${found}`).length > 2) return found.trim()
  return undefined
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** The bytes of a body; a body that is not what its encoding says stays as it is. */
export function decodeTransfer(body: string, encoding: string): Buffer {
  switch (
    encoding
      .trim()
      .toLowerCase()
      .replace(/[;\s].*$/s, '')
  ) {
    case 'base64': {
      const letters = body.replace(/[\s\0]+/g, '')
      if (/[^A-Za-z0-9+/=_-]/.test(letters.slice(0, 4_000))) return Buffer.from(body, 'latin1')
      // Programs join pieces that were padded each.
      const pieces = /=[^=]/.test(letters) ? letters.split(/(?<==)(?=[^=])/) : [letters]
      return Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')))
    }
    case 'quoted-printable': {
      const plain = body
        .replace(/[ \t]+(?=\r?\n|$)/g, '')
        .replace(/=\r?\n/g, '')
        .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      return Buffer.from(plain, 'latin1')
    }
    default:
      return Buffer.from(body, 'latin1')
  }
}
