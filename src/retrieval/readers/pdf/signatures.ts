import type { TextLine } from '../../ports.ts'

/** A document is signed by a few people; more are garbage. */
const mostSignatures = 20
/** A signature's dictionary, with its certificate, is shorter. */
const longestDictionary = 256_000

/**
 * Return a line for each signature of a PDF: who signed and when (ISO 32000-2, 12.8). Its dictionary is written
 * plainly, since the bytes that are signed are counted around it; the parser tells nothing of it.
 */
export function signatureLines(bytes: Uint8Array, page: number): TextLine[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const lines: string[] = []
  let at = text.indexOf('/ByteRange')
  for (let tries = 0; at >= 0 && tries < mostSignatures; tries++) {
    const told = signatureAt(text, at)
    if (told.length > 0) lines.push(`서명 (signed): ${told.join(', ')}`)
    at = text.indexOf('/ByteRange', at + 1)
  }
  return [...new Set(lines)].map((line, at) => ({ text: line, line: at + 1, page }))
}

/** Return who signed, why and when, of the dictionary around a place. */
function signatureAt(text: string, at: number): string[] {
  const near = text.slice(Math.max(0, at - longestDictionary), at + longestDictionary)
  const here = Math.min(at, longestDictionary)
  const [from, to] = [near.lastIndexOf(' obj', here), near.indexOf('endobj', here)]
  if (from < 0 || to < 0) return []
  // The certificate is told by its hexadecimal digits, which hold no word.
  const dictionary = near.slice(from, to).replace(/<[0-9a-f\s]{64,}>/gi, '')
  const day = /^D:(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d))?/.exec(stringAfter(dictionary, 'M'))
  const time = day?.[4] ? ` ${day[4]}:${day[5]}` : ''
  const date = day ? `${day[1]}-${day[2]}-${day[3]}${time}` : ''
  return [stringAfter(dictionary, 'Name'), stringAfter(dictionary, 'Reason'), date].filter((one) => one !== '')
}

/** Return the text string behind a key: literal or hexadecimal, PDFDocEncoding or UTF-16. */
function stringAfter(dictionary: string, key: string): string {
  const [, literal, hex] =
    new RegExp(`/${key}\\s*(?:\\(((?:[^()\\\\]|\\\\[\\s\\S]){0,500})\\)|<([0-9A-Fa-f\\s]{2,2000})>)`).exec(
      dictionary,
    ) ?? []
  const bytes =
    hex === undefined
      ? Buffer.from(
          (literal ?? '')
            .replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
            .replace(/\\([\s\S])/g, '$1'),
          'latin1',
        )
      : Buffer.from(hex.replace(/\s/g, ''), 'hex')
  const isWide = bytes[0] === 0xfe && bytes[1] === 0xff
  return new TextDecoder(isWide ? 'utf-16be' : 'latin1').decode(isWide ? bytes.subarray(2) : bytes).trim()
}
