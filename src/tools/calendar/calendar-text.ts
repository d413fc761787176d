import { decodeBytes } from '../../std/text/charset.ts'
import { decodeText } from '../../std/text/decode.ts'
import { fromVCalendar1 } from './vcalendar1.ts'

/** The text of a calendar file in whatever letters it was written; folds inside a character are joined first. */
export function decodeCalendar(bytes: Uint8Array): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // UTF-16 has no fold inside a character: its line breaks are two bytes, too.
  if (file.subarray(0, 512).includes(0)) return decodeText(file)?.text ?? file.toString('latin1')
  const unfolded = Buffer.from(file.toString('latin1').replace(/\r?\n[ \t]/g, ''), 'latin1')
  if (unfolded.every((byte) => byte < 128)) return unfolded.toString('latin1')
  const whole = decodeText(unfolded)
  if (whole && whole.encoding !== 'cp949') return whole.text
  // A file put together of several programs' events has several encodings.
  return linesOf(unfolded)
    .map((line) => decodeBytes(line, charsetOf(line)))
    .join('\r\n')
}

function linesOf(file: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let from = 0; from < file.length; ) {
    const end = file.indexOf(10, from)
    const to = end < 0 ? file.length : end
    lines.push(file.subarray(from, file[to - 1] === 13 ? to - 1 : to))
    from = to + 1
  }
  return lines
}

const charsetOf = (line: Buffer) =>
  /^[^:]*;CHARSET="?([\w.-]+)/i.exec(line.subarray(0, 200).toString('latin1'))?.[1] ?? ''

/** Return true if a text begins with a VCALENDAR component. */
export const isCalendar = (text: string): boolean => /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)

/** Name and parameters of a line of content. */
const PROPERTY = /^[A-Za-z0-9][\w-]*(?:[;:]|$)/
/** A property without a value says nothing: `DTEND:` is no time that cannot be read. */
const EMPTY = /^[A-Za-z0-9][\w-]*(?:;[^:]*)?:\s*$/
const QUOTED_PRINTABLE = /;(?:ENCODING=)?QUOTED-PRINTABLE(?=[;:])/i

/**
 * The text as RFC 5545 wants it: unfolded, words of quoted-printable decoded, lines that a program forgot to fold
 * joined to the one before, vCalendar 1.0 translated.
 */
export function normaliseCalendar(text: string): string {
  const unfolded = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?|\n/g, '\n')
    .replace(/\n[ \t]/g, '')
  const lines: string[] = []
  const all = unfolded.split('\n')
  for (let at = 0; at < all.length; at++) {
    const line = all[at] as string
    if (line.trim() === '') continue
    if (!PROPERTY.test(line)) appendTo(lines, line)
    else if (QUOTED_PRINTABLE.test(line.slice(0, 300))) {
      let whole = line
      while (whole.endsWith('=') && at + 1 < all.length) whole = whole.slice(0, -1) + all[++at]
      lines.push(plainLine(whole))
    } else lines.push(plainTime(line))
  }
  const said = lines.filter((line) => !EMPTY.test(line))
  return (/^VERSION:1\.0\s*$/im.test(unfolded.slice(0, 2_000)) ? fromVCalendar1(said) : said).join('\r\n')
}

const TIME_LINE = /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)(;[^:]*(?:"[^"]*"[^:]*)*)?:(.*)$/i

/**
 * A line of times or of a rule as RFC 5545 writes it: dates are called so, names with a colon are quoted, times have
 * seconds.
 */
function plainTime(line: string): string {
  if (/^(?:RRULE|EXRULE)[;:]/i.test(line)) return line.toUpperCase()
  // TZID=(UTC+09:00) Seoul:20261124T100000
  const quoted = line.replace(/;TZID=([^":;]*:[^":]*)(?=:\d{8})/, ';TZID="$1"')
  const [, name, parameters = '', value = ''] = TIME_LINE.exec(quoted) ?? []
  if (name === undefined) return quoted
  const plain = value
    .trim()
    .replace(/(\d{4})-(\d\d)-(\d\d)/g, '$1$2$3')
    .replace(/(?<=T\d\d):(\d\d)(?::(\d\d))?/g, '$1$2')
    .replace(/(?<=T\d{4})(?=Z?(?:,|$))/g, '00')
  const isDay = /^\d{8}(?:,\d{8})*$/.test(plain) && !/;VALUE=/i.test(parameters)
  return `${name}${isDay ? ';VALUE=DATE' : parameters}:${plain}`
}

/** A line that is no property belongs to the text before it: its line break was not escaped. */
function appendTo(lines: string[], line: string): void {
  const last = lines.length - 1
  const before = lines[last]
  if (before !== undefined && !/^(?:BEGIN|END):/i.test(before)) lines[last] = `${before}\\n${line}`
  else lines.push(line)
}

/** A line of quoted-printable as the plain text of RFC 5545. */
function plainLine(line: string): string {
  const colon = line.search(/:(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  const head = line.slice(0, colon)
  const value = line.slice(colon + 1)
  const charset = /;CHARSET="?([\w.-]+)/i.exec(head)?.[1] ?? ''
  const bytes = Buffer.from(
    // Letters beside the code are kept as they are.
    Buffer.from(value)
      .toString('latin1')
      .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  const words = decodeBytes(bytes, charset).replace(/\r?\n/g, '\\n')
  return `${head.replace(QUOTED_PRINTABLE, '').replace(/;CHARSET=[^;:]*/i, '')}:${words}`
}
