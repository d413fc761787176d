import { decodeCp949 } from './cp949.ts'

/**
 * A text file's letters and how they were written. `utf-8-bom` had a mark at its front, which is not part of `text`.
 */
export interface Decoded {
  text: string
  encoding: 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'cp949'
}

/**
 * The text in `bytes`: UTF-8, UTF-16 (marked, or plain to see) or CP949, the legacy Korean code page. Undefined when
 * it is not text: NULs where none belong, or bytes that are none of the three.
 */
export function decodeText(bytes: Uint8Array): Decoded | undefined {
  const marked = marks.find(({ mark }) => mark.every((byte, i) => bytes[i] === byte))
  if (marked) return decodeStrictly(bytes.subarray(marked.mark.length), marked.label, marked.encoding)
  const wide = wideOrder(bytes)
  if (wide) return decodeStrictly(bytes, wide, wide)
  if (bytes.includes(0)) return undefined
  const plain = decodeStrictly(bytes, 'utf-8', 'utf-8')
  if (plain) return plain
  const text = decodeCp949(bytes)
  return text.includes('\ufffd') ? undefined : { text, encoding: 'cp949' }
}

const marks = [
  { mark: [0xef, 0xbb, 0xbf], label: 'utf-8', encoding: 'utf-8-bom' },
  { mark: [0xff, 0xfe], label: 'utf-16le', encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], label: 'utf-16be', encoding: 'utf-16be' },
] as const

function decodeStrictly(bytes: Uint8Array, label: string, encoding: Decoded['encoding']): Decoded | undefined {
  try {
    return { text: new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes), encoding }
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/**
 * UTF-16 without a mark: in its first 512 bytes one of the two halves of a unit is often NUL (spaces, digits), the
 * other never.
 */
function wideOrder(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const head = bytes.subarray(0, 512)
  if (bytes.length % 2 === 1 || !head.includes(0)) return undefined
  const zeros = [0, 0]
  head.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2]! += 1
  })
  const [high = 0, low = 0] = zeros
  if (Math.max(high, low) < Math.max(4, head.length / 16) || Math.min(high, low) > 0) return undefined
  return low > high ? 'utf-16le' : 'utf-16be'
}
