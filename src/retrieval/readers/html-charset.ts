import { decodeBytes } from '../../std/text/charset.ts'
import { type Decoded, decodeText } from '../../std/text/decode.ts'

/** Bytes of a page in which its code page is looked for: 1,024 by the standard, but scripts may stand before it. */
const prescanned = 16 << 10

/**
 * Decode a page: as any text where that succeeds without its word, else by the code page that its `meta` names, as
 * browsers do.
 */
export function decodeHtml(bytes: Uint8Array): Pick<Decoded, 'text'> | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, prescanned)).toString('latin1')
  const [, named] = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head) ?? []
  const decoded = decodeText(bytes)
  if (named === undefined || (decoded && decoded.encoding !== 'cp949')) return decoded
  return { text: decodeBytes(bytes, named) }
}
