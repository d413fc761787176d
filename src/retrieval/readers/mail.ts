import PostalMime, { type Address, type Attachment } from 'postal-mime'
import { decodeText } from '../../std/text/decode.ts'
import { endingOfMedia, formatOfName } from '../../std/text/document-formats.ts'
import type { TextLine } from '../ports.ts'
import type { DocumentInput, DocumentText } from './document-text.ts'
import { htmlLines } from './html.ts'
import { textLines } from './text.ts'

/** Reads what a mail brings along. */
type ReadAttachment = (input: DocumentInput) => Promise<DocumentText>

/**
 * A mail (RFC 5322, MIME): its subject is a heading, then who wrote it and when, its words, and what it brings along.
 */
export async function readMail(bytes: Uint8Array, read: ReadAttachment): Promise<DocumentText> {
  const lines = await linesOf(bytes, read)
  return lines ? { lines: lines.map((line, at) => ({ ...line, line: at + 1 })) } : { fault: 'damaged' }
}

/** The mails of a folder (RFC 4155), one after the other; `line` counts from where each begins in the file. */
export async function readMbox(bytes: Uint8Array, read: ReadAttachment): Promise<DocumentText> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const lines: TextLine[] = []
  let row = 1
  for (const part of mailsOf(file)) {
    const rows = countNewlines(part)
    const mail = (await linesOf(part, read)) ?? []
    for (const [at, line] of mail.entries()) lines.push({ ...line, line: row + Math.min(at, rows) })
    row += rows
  }
  return lines.length > 0 ? { lines } : { fault: file.length === 0 ? 'empty' : 'damaged' }
}

/** The parts of the file that begin with a line "From …" behind an empty one. */
function* mailsOf(file: Buffer): Generator<Buffer> {
  let from = 0
  for (let at = file.indexOf('\nFrom ', 0); at >= 0; at = file.indexOf('\nFrom ', at + 1)) {
    const before = file.toString('latin1', Math.max(0, at - 2), at)
    if (!/\n\r?$/.test(before)) continue
    yield file.subarray(from, at + 1)
    from = at + 1
  }
  yield file.subarray(from)
}

function countNewlines(part: Buffer): number {
  let count = 0
  for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) count++
  return count
}

/** Undefined for what has neither a head nor words. */
async function linesOf(bytes: Uint8Array, read: ReadAttachment): Promise<Omit<TextLine, 'line'>[] | undefined> {
  const mail = await PostalMime.parse(inUtf8(bytes))
  const head = [
    ['From', addressText(mail.from)],
    ['To', mail.to?.map(addressText).join(', ')],
    ['Cc', mail.cc?.map(addressText).join(', ')],
    ['Date', mail.headers.find(({ key }) => key === 'date')?.value],
  ].flatMap(([name, value]) => (value ? [{ text: `${name}: ${value}` }] : []))
  const words = mail.text?.trim() ? textLines(mail.text.trim()) : htmlLines(mail.html ?? '')
  if (head.length === 0 && !mail.subject && words.length === 0) return undefined
  const lines = [
    ...(mail.subject ? [{ text: mail.subject, level: 1 }] : []),
    ...head,
    { text: '' },
    ...words.map(({ level: _, line: __, ...line }) => line),
  ]
  for (const one of mail.attachments) lines.push(...(await attachmentLines(one, read)))
  return lines
}

/** Old mails hold Korean in its legacy code page and do not say so. */
function inUtf8(bytes: Uint8Array): Uint8Array {
  const says = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('charset')
  const decoded = says ? undefined : decodeText(bytes)
  return decoded?.encoding === 'cp949' ? Buffer.from(decoded.text) : bytes
}

const addressText = (who: Address | undefined): string =>
  who === undefined ? '' : [who.name, who.address ? `<${who.address}>` : ''].filter(Boolean).join(' ')

/** Name an attachment, with its words if it is a document. */
async function attachmentLines({ filename, mimeType, content }: Attachment, read: ReadAttachment) {
  const ending = endingOfMedia(mimeType)
  const name = filename ?? (ending === undefined ? '' : `${ending === 'eml' ? 'message' : 'attachment'}.${ending}`)
  const named = { text: [name, `(${mimeType})`].filter(Boolean).join(' ') }
  const { reader = 'none' } = formatOfName(name) ?? {}
  const isDocument = mimeType.startsWith('text/') || !['none', 'picture'].includes(reader)
  // Parsers throw what they like at what they do not expect.
  const reading = () => read({ path: name, bytes: new Uint8Array(content as ArrayBuffer) }).catch(() => undefined)
  const found = isDocument && typeof content !== 'string' && (await reading())
  if (!found || 'fault' in found) return [{ text: '' }, named]
  const lines = found.lines.map(({ level, ...line }) => ({ ...line, ...(level && { level: Math.min(6, level + 2) }) }))
  return [{ text: name, level: 2 }, named, ...lines]
}
