import { decodeBytes } from '../text/charset.ts'

/** Somebody a mail names. */
export interface MailAddress {
  name: string
  address: string
}

const ENCODED_WORD = /=\?([^?\s]+)\?([bq])\?([^?]*)\?=/gi

/**
 * The text of a header, whose bytes are the letters of `raw` (latin1): encoded words (RFC 2047), joined where a
 * program split a character between two, and bytes that nobody encoded.
 */
export function decodeHeader(raw: string): string {
  let text = ''
  let from = 0
  let pending: { charset: string; bytes: Buffer[] } | undefined
  const flush = () => {
    if (pending) text += decodeBytes(Buffer.concat(pending.bytes), pending.charset)
    pending = undefined
  }
  for (const match of raw.matchAll(ENCODED_WORD)) {
    const [whole, named = '', encoding = '', letters = ''] = match
    const between = raw.slice(from, match.index)
    const charset = named.replace(/\*.*$/, '').toLowerCase()
    // Space between two encoded words is none.
    if (between.trim() !== '' || !pending) {
      flush()
      text += decodeBytes(Buffer.from(between, 'latin1'))
    }
    if (pending && pending.charset !== charset) flush()
    pending ??= { charset, bytes: [] }
    pending.bytes.push(/b/i.test(encoding) ? Buffer.from(letters, 'base64') : decodeQ(letters))
    from = match.index + whole.length
  }
  flush()
  return text + decodeBytes(Buffer.from(raw.slice(from), 'latin1'))
}

const decodeQ = (letters: string) => decodeHex(letters.replaceAll('_', ' '), '=')

/** "=ED=95" or "%ED%95" as bytes. */
function decodeHex(text: string, mark: '=' | '%'): Buffer {
  const pattern = mark === '=' ? /=([\da-f]{2})/gi : /%([\da-f]{2})/gi
  return Buffer.from(
    text.replace(pattern, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

/** The value of a structured header without its parameters, in lower case, and the parameters (RFC 2231 included). */
export function readParameters(raw: string): { value: string; parameters: Record<string, string> } {
  const [value = ''] = /^[^;]*/.exec(raw) ?? []
  const parts = new Map<string, { at: number; text: string; isCoded: boolean }[]>()
  const pattern = /;\s*([^\s=;*]+)(?:\*(\d+))?(\*)?\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/g
  for (const [, name = '', at = '0', star, quoted, plain = ''] of raw.slice(value.length).matchAll(pattern)) {
    const text = quoted?.replace(/\\(.)/g, '$1') ?? plain.trim()
    const list = parts.get(name.toLowerCase()) ?? []
    list.push({ at: Number(at), text, isCoded: star !== undefined })
    parts.set(name.toLowerCase(), list)
  }
  const read = [...parts].map(([name, list]) => [name, joinPieces(list)] as const)
  return { value: value.trim().toLowerCase(), parameters: Object.fromEntries(read) }
}

/** A parameter in pieces, with its charset: "euc-kr''%B0%A1". */
function joinPieces(list: { at: number; text: string; isCoded: boolean }[]): string {
  // A program writes both spellings; the coded one is exact.
  const coded = list.some(({ isCoded }) => isCoded) ? list.filter((one) => one.isCoded || one.at > 0) : list
  const pieces = coded.sort((a, b) => a.at - b.at)
  const [first] = pieces
  if (!first?.isCoded) return decodeHeader(pieces.map(({ text }) => text).join(''))
  const [, charset = '', rest = first.text] = /^([^']*)'[^']*'(.*)$/s.exec(first.text) ?? []
  const bytes = pieces.map(({ text, isCoded }, index) => {
    const own = index === 0 ? rest : text
    return isCoded ? decodeHex(own, '%') : Buffer.from(own, 'latin1')
  })
  return decodeBytes(Buffer.concat(bytes), charset)
}

/** The people of a header: "Kim <kim@example.com>, \"Lee, Bo\" <lee@example.com>, group: a@b.c;". */
export function readAddresses(raw: string): MailAddress[] {
  return splitList(raw).flatMap((one) => {
    const [, name = '', address = ''] = /^(.*?)<([^<>]*)>[^<>]*$/s.exec(one) ?? []
    if (address !== '') return { name: plainName(name), address: decodeHeader(address.trim()) }
    // "kim@example.com (Kim)"
    const [, bare = '', comment = ''] = /^\s*(\S+@\S+)\s*(?:\((.*)\))?\s*$/s.exec(one) ?? []
    if (bare !== '') return { name: plainName(comment), address: decodeHeader(bare) }
    const rest = plainName(one)
    return rest === '' ? [] : { name: rest, address: '' }
  })
}

const plainName = (raw: string) =>
  decodeHeader(
    raw
      .trim()
      .replace(/^"((?:[^"\\]|\\.)*)"$/s, '$1')
      .replace(/\\(.)/g, '$1'),
  )
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^"(.*)"$/, '$1')

/** Split at commas outside quotes, comments and angles; the name of a group goes. */
function splitList(raw: string): string[] {
  const all: string[] = []
  let current = ''
  let [isQuoted, depth] = [false, 0]
  for (let at = 0; at < raw.length; at++) {
    const letter = raw[at] as string
    if (isQuoted && letter === '\\') current += letter + (raw[++at] ?? '')
    else {
      if (letter === '"') isQuoted = !isQuoted
      else if (!isQuoted && (letter === '(' || letter === '<')) depth++
      else if (!isQuoted && (letter === ')' || letter === '>')) depth = Math.max(0, depth - 1)
      const isFree = !isQuoted && depth === 0
      if (isFree && (letter === ',' || letter === ';')) {
        all.push(current)
        current = ''
      } else if (isFree && letter === ':' && !current.includes('@')) current = ''
      else current += letter
    }
  }
  return [...all, current]
}
