import { decodeHeader, type MailAddress, readAddresses } from '../../std/mail/mail-header.ts'
import type { MimePart } from '../../std/mail/mime.ts'
import { decodeBytes } from '../../std/text/charset.ts'
import { sanitise } from '../../std/text/sanitise.ts'
import { decodeCalendar } from '../calendar/calendar-text.ts'
import { readWholeHtml } from '../web/html.ts'
import type { MailFile } from './mail-message.ts'

/** The content of a message: its words, its attachments, and calendars in it. */
export interface MailContent {
  text: string
  cut: boolean
  attachments: MailFile[]
  /** iCalendar texts, each once. */
  calendars: string[]
  /** True if a part is encrypted for a key that a mail program has. */
  isLocked?: true
}

/** Largest text of one part, in bytes. */
const mostText = 400_000
const mostAttachments = 50
const mostHeader = 300

/** A header's text on one line. */
export const oneLine = (text: string | undefined): string =>
  sanitise(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, mostHeader)

/** The text of a header of a part. */
export const headerOf = ({ headers }: Pick<MimePart, 'headers'>, name: string): string =>
  oneLine(decodeHeader(headers.get(name) ?? ''))

/** The people of a header of a part. */
export const peopleIn = ({ headers }: Pick<MimePart, 'headers'>, name: string): MailAddress[] =>
  readAddresses(headers.get(name) ?? '')

/** Every part of a message, as a mail program would show it. */
export function contentOf(root: MimePart): MailContent {
  const found: MailContent = { text: '', cut: false, attachments: [], calendars: [] }
  found.text = textOf(root, found).trim()
  found.attachments.splice(mostAttachments)
  found.calendars = [...new Set(found.calendars)]
  return found
}

/** The words of a part; what else it holds is noted in `found`. */
function textOf(part: MimePart, found: MailContent): string {
  const parts = part.parts ?? []
  if (isEncrypted(part)) found.isLocked = true
  if (part.type === 'multipart/alternative') return alternativeText(parts, found)
  if (part.type === 'message/rfc822') return attachedMessage(part, found)
  if (parts.length > 0) return joinTexts(parts.map((one) => textOf(one, found)))
  if (isCalendarPart(part)) {
    const ics = decodeCalendar(part.bytes)
    if (part.bytes.length > 0) found.calendars.push(ics)
    if (part.name !== '' || part.disposition === 'attachment') found.attachments.push(fileOf(part))
    return ''
  }
  const isText = part.type.startsWith('text/') || REPORTS.includes(part.type)
  const isShown = isText && part.disposition !== 'attachment' && !(part.name !== '' && !READABLE.includes(part.type))
  if (!isShown || part.name !== '') found.attachments.push(fileOf(part))
  return isShown ? leafText(part, found) : ''
}

/** S/MIME (RFC 8551; what it only signs was unwrapped) and PGP (RFC 3156). */
const isEncrypted = ({ type }: MimePart) =>
  type === 'multipart/encrypted' || /^application\/(?:x-)?pkcs7-mime$/.test(type)

const READABLE: readonly string[] = ['text/plain', 'text/html']
/** Parts of reports that people can read. */
const REPORTS: readonly string[] = ['message/delivery-status', 'message/disposition-notification']
const isCalendarPart = ({ type, name }: MimePart) =>
  type === 'text/calendar' ||
  type === 'application/ics' ||
  (/\.ics$/i.test(name) && /^(?:text|application)\//.test(type))

const joinTexts = (texts: readonly string[]) => texts.filter((text) => text.trim() !== '').join('\n\n')

/**
 * Of alternatives the plain one, unless it says something else than the rich one ("needs an HTML viewer"), or much
 * less.
 */
function alternativeText(parts: readonly MimePart[], found: MailContent): string {
  const texts = parts.flatMap((one) => (isIgnored(one) ? [] : [{ text: textOf(one, found), isRich: hasHtml(one) }]))
  const plain = texts.find(({ text, isRich }) => !isRich && text.trim() !== '')?.text ?? ''
  const rich = texts.findLast(({ text, isRich }) => isRich && text.trim() !== '')?.text ?? ''
  return rich !== '' && !isAlternative(plain, rich) ? rich : plain || rich
}

/** Forms for programs that no mail needs to be understood. */
const isIgnored = ({ type }: MimePart) =>
  type === 'text/x-amp-html' || type === 'text/enriched' || type === 'text/watch-html'
const hasHtml = ({ type, parts = [] }: MimePart): boolean => type === 'text/html' || parts.some(hasHtml)

/** Return true if a plain text says what a rich one does: it has most of its words in common, and is not a fraction. */
function isAlternative(plain: string, rich: string): boolean {
  const words = wordsOf(plain)
  if (words.length === 0) return false
  const all = new Set(wordsOf(rich))
  const shared = words.filter((word) => all.has(word)).length
  return shared * 2 >= words.length && words.length * 3 >= all.size
}

const wordsOf = (text: string): string[] =>
  text
    .replace(/https?:\/\/\S+/g, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

function leafText(part: MimePart, found: MailContent): string {
  const bytes = part.bytes.subarray(0, mostText)
  const isCut = part.isCut === true || part.bytes.length > mostText
  found.cut ||= isCut
  if (part.type === 'text/html')
    return readWholeHtml(decodeBytes(bytes, part.parameters.charset ?? metaCharset(bytes), isCut))
  const text = decodeBytes(bytes, part.parameters.charset, isCut)
  if (/^\s*<(?:!doctype html|html)\b[^>]*>/i.test(text)) return readWholeHtml(text)
  return sanitise(part.parameters.format === 'flowed' ? unflow(text, part.parameters.delsp === 'yes') : text).trim()
}

/** Lines that a program broke softly (RFC 3676), joined. */
const unflow = (text: string, deletesSpace: boolean) =>
  text.replace(/^(?!-- \r?$)(.*) \r?\n(?!-- \r?\n|>| ?\r?\n)/gm, deletesSpace ? '$1' : '$1 ')

function metaCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(2_048, bytes.byteLength)).toString('latin1')
  return /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1]
}

/** A message inside a message: listed by its subject, its words behind a line that names it. */
function attachedMessage(part: MimePart, found: MailContent): string {
  const [inner] = part.parts ?? []
  const subject = inner ? headerOf(inner, 'subject') : ''
  found.attachments.push({ ...fileOf(part), name: oneLine(part.name) || `${subject || 'message'}.eml` })
  if (!inner) return ''
  const words = textOf(inner, found)
  const from = headerOf(inner, 'from')
  return joinTexts([`——— ${[subject, from].filter(Boolean).join(' · ')} ———`, words])
}

const fileOf = ({ number, type, name, size }: MimePart): MailFile => ({ part: number, name: oneLine(name), type, size })
