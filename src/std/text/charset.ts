import { decodeCp949 } from './cp949.ts'

/** ISO-2022-KR (RFC 1557): Korean stands between SO and SI, its bytes without their high bit. */
const ISO_2022_KR = 'iso-2022-kr'

/** A code page by its number, as Microsoft and Java name them: "cp949", "x-windows-949", "ms949". */
const CODE_PAGES: Readonly<Record<string, string>> = {
  '932': 'shift_jis',
  '936': 'gbk',
  '949': 'euc-kr',
  '950': 'big5',
  '1361': 'euc-kr',
  '20127': '',
  '28591': 'iso-8859-1',
  '51949': 'euc-kr',
  '54936': 'gb18030',
  '65001': 'utf-8',
}
const CODE_PAGE = /^(?:x-)?(?:cs)?(?:windows|cp|ms|ibm|dos|code ?page)?[-_]?(\d{3,5})$/
/** Names that say no more than that bytes above 127 come. */
const SAYS_NOTHING = /^(?:(?:us-)?ascii|ansi_x3.*|unknown.*|x-unknown|x-user-defined|8bit|7bit|binary|default|utf-?7)?$/
const LEGACY_KOREAN = 'euc-kr'

/**
 * The text in bytes of a mail or calendar: by the declared charset, else UTF-8, else CP949, whichever leaves fewest
 * bytes unread. A declaration is not believed where the bytes are plainly UTF-8 or Korean. `isCut`: the bytes may
 * end inside a character.
 */
export function decodeBytes(bytes: Uint8Array, declared = '', isCut = false): string {
  const label = labelOf(declared)
  if (label === ISO_2022_KR || (isSevenBit(bytes) && isShifted(bytes)))
    return decodeAs(raiseShifted(bytes), LEGACY_KOREAN, isCut)
  if (isSevenBit(bytes) && (label === '' || label === LEGACY_KOREAN || label === 'utf-8'))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const labels = [...new Set([...believed(bytes, label, isCut), label, 'utf-8', LEGACY_KOREAN])].filter(Boolean)
  const read = labels.map((one) => decodeAs(bytes, one, isCut))
  const [best = ''] = read.toSorted((a, b) => countUnread(a) - countUnread(b))
  return best
}

/** Labels that the bytes themselves speak for more than a declaration does. */
function believed(bytes: Uint8Array, label: string, isCut: boolean): string[] {
  // Seven bits prove nothing: ISO-2022-JP has no more.
  if (/^utf-16/.test(label) || isSevenBit(bytes)) return []
  const asUtf8 = decodeAs(bytes, 'utf-8', isCut)
  if (countUnread(asUtf8) === 0 && (label !== LEGACY_KOREAN || /[\u1100-\uffef]/.test(asUtf8))) return ['utf-8']
  return isSingleByte(label) && isPairsOfHangul(bytes) ? [LEGACY_KOREAN] : []
}

/** A label of the WHATWG encoding standard, '' for a declaration that says nothing. */
function labelOf(declared: string): string {
  const name = declared
    .trim()
    .toLowerCase()
    .replace(/^["']+|["']+$/g, '')
    .replace(/^charset=/, '')
  if (SAYS_NOTHING.test(name)) return ''
  if (/^(?:cs)?iso-?2022-?kr$/.test(name)) return ISO_2022_KR
  if (/^(?:uhc|johab|euc_kr|euckr|ksc-?5601.*|ks_c_5601.*|ks_x_1001.*|x-euc-kr|extended_unix_code.*korean)$/.test(name))
    return LEGACY_KOREAN
  const [, page] = CODE_PAGE.exec(name) ?? []
  const label = page === undefined ? name : (CODE_PAGES[page] ?? (/^125\d$/.test(page) ? `windows-${page}` : name))
  try {
    return label === '' ? '' : new TextDecoder(label).encoding
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

function decodeAs(bytes: Uint8Array, label: string, isCut: boolean): string {
  if (label === LEGACY_KOREAN) return decodeCp949(bytes, isCut)
  return new TextDecoder(label).decode(bytes, { stream: isCut })
}

function countUnread(text: string): number {
  let count = 0
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) count++
  return count
}

const isSevenBit = (bytes: Uint8Array) => bytes.every((byte) => byte < 128)
const isSingleByte = (label: string) => /^(?:windows-125\d|iso-8859-|macintosh|koi8|ibm866|$)/.test(label)
const SHIFT_OUT = 0x0e
const SHIFT_IN = 0x0f

/** Return true if bytes hold ISO-2022-KR without saying so: its escape, or pairs between SO and SI. */
function isShifted(bytes: Uint8Array): boolean {
  const from = bytes.indexOf(SHIFT_OUT)
  if (from < 0) return false
  const to = bytes.indexOf(SHIFT_IN, from)
  return to < 0 || bytes.subarray(from + 1, to).every((byte) => byte > 0x20)
}

/** The bytes of EUC-KR that ISO-2022-KR stands for. */
function raiseShifted(bytes: Uint8Array): Uint8Array {
  const out: number[] = []
  let isOut = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    // ESC $ ) C announces the set once.
    if (byte === 0x1b && bytes[at + 1] === 0x24 && bytes[at + 2] === 0x29) at += 3
    else if (byte === SHIFT_OUT) isOut = true
    else if (byte === SHIFT_IN) isOut = false
    else {
      // A line's end goes back to ASCII, should its SI be lost.
      if (byte === 0x0a) isOut = false
      out.push(isOut && byte > 0x20 ? byte | 0x80 : byte)
    }
  }
  return Uint8Array.from(out)
}

/** Return true if all bytes above 127 are pairs of KS X 1001's syllables, and more than one. */
function isPairsOfHangul(bytes: Uint8Array): boolean {
  let pairs = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte < 128) continue
    const next = bytes[++at] ?? 0
    if (byte < 0xa1 || byte > 0xfd || next < 0xa1) return false
    if (byte >= 0xb0 && byte <= 0xc8) pairs++
  }
  return pairs > 1
}
