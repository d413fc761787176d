import { readParameters } from './mail-header.ts'

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
): Pick<MimePart, 'type' | 'parameters' | 'disposition' | 'name'> {
  const { value, parameters } = readParameters(headers.get('content-type') ?? '')
  const { value: disposition, parameters: shown } = readParameters(headers.get('content-disposition') ?? '')
  // A type that is none says nothing (RFC 2045 §5.2).
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(value) ? value : 'text/plain'
  return { type, parameters, disposition, name: shown.filename ?? parameters.name ?? '' }
}

function partOf(text: string, number: string, budget: { left: number }, depth: number): MimePart {
  budget.left--
  const [head, body] = splitHead(text)
  const headers = readHeaders(head)
  const said = { number, headers, ...describePart(headers) }
  if (said.type.startsWith('multipart/') && depth < mostDepth) {
    const pieces = splitBody(body, said.parameters.boundary).slice(0, Math.max(0, budget.left))
    if (pieces.length > 0) {
      const parts = pieces.map((piece, at) => partOf(piece, childNumber(number, at + 1), budget, depth + 1))
      return { ...said, size: body.length, bytes: new Uint8Array(), parts }
    }
    // A multipart without parts is text that nobody took apart.
    return leaf({ ...said, type: 'text/plain' }, body)
  }
  const one = leaf(said, body)
  if (one.type !== 'message/rfc822' || depth >= mostDepth || budget.left <= 0) return one
  const inner = partOf(Buffer.from(one.bytes).toString('latin1'), '', budget, depth + 1)
  return { ...one, parts: [renumbered(inner, one.number)] }
}

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
