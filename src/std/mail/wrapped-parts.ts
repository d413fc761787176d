import { decodeBytes } from '../text/charset.ts'

/** A file that a program wrapped into a part in a form of its own. */
export interface WrappedFile {
  name: string
  bytes: Uint8Array
}

const tnefMark = 0x223e9f78
const [attachmentTitle, attachmentData, attachmentBegin] = [0x00018010, 0x0006800f, 0x00069002]
const mostFiles = 100

/** The files in Outlook's winmail.dat (MS-OXTNEF); none where it is damaged or holds only formatting. */
export function readTnef(bytes: Uint8Array): WrappedFile[] {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files: WrappedFile[] = []
  if (data.length < 6 || data.readUInt32LE(0) !== tnefMark) return files
  // Level, id, length, content, checksum.
  for (let at = 6; at + 9 <= data.length && files.length < mostFiles; ) {
    const [id, length] = [data.readUInt32LE(at + 1), data.readUInt32LE(at + 5)]
    const content = data.subarray(at + 9, at + 9 + length)
    if (id === attachmentBegin) files.push({ name: '', bytes: new Uint8Array() })
    const file = files.at(-1)
    if (file && id === attachmentTitle) file.name = decodeBytes(content).replace(/\0.*$/s, '')
    if (file && id === attachmentData) file.bytes = content
    at += 9 + length + 2
  }
  return files.filter(({ bytes: { length } }) => length > 0)
}

const UUENCODED =
  /(?:^|\r?\n)begin [0-7]{3,4} ([^\r\n]{1,200})\r?\n((?:[ -`]{1,90}\r?\n)*?)(?:[` ]\r?\n)?end[ \t]*(?=\r?\n|$)/g

/** The files that an old program wrote into a text by uuencode, and the text without them; letters are bytes. */
export function readUuencoded(body: string): { text: string; files: WrappedFile[] } {
  const files: WrappedFile[] = []
  const text = body.replace(UUENCODED, (_, name: string, lines: string) => {
    files.push({
      name: decodeBytes(Buffer.from(name, 'latin1')),
      bytes: Buffer.concat(lines.split(/\r?\n/).map(decodeUuLine)),
    })
    return ''
  })
  return { text, files: files.slice(0, mostFiles) }
}

function decodeUuLine(line: string): Buffer {
  const six = [...line].map((letter) => (letter.charCodeAt(0) - 32) & 63)
  const [count = 0, ...rest] = six
  const bytes: number[] = []
  for (let at = 0; at < rest.length; at += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = rest.slice(at, at + 4)
    bytes.push((a << 2) | (b >> 4), ((b << 4) & 255) | (c >> 2), ((c << 6) & 255) | d)
  }
  return Buffer.from(bytes.slice(0, count))
}

/** A value of BER (X.690): its tag, and where its content stands; `end` undefined if it is open until zeros. */
interface BerValue {
  tag: number
  from: number
  end: number | undefined
}

const signedData = '2a864886f70d010702'
const octets = 0x04
const mostDepth = 12

/** The content that a signature encloses (S/MIME's signed-data, RFC 8551); undefined if it is something else. */
export function readSignedContent(bytes: Uint8Array): Uint8Array | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const top = valuesIn(data, 0, data.length)[0]
  const [kind, explicit] = top ? childrenOf(data, top) : []
  if (!kind || !explicit || data.subarray(kind.from, kind.end).toString('hex') !== signedData) return undefined
  // SignedData: version, digests, { type, [0] content }, …
  const [signed] = childrenOf(data, explicit)
  const enclosed = signed ? childrenOf(data, signed)[2] : undefined
  const wrapped = enclosed ? childrenOf(data, enclosed)[1] : undefined
  const pieces = wrapped ? octetsIn(data, wrapped, 0) : []
  return pieces.length === 0 ? undefined : Buffer.concat(pieces)
}

const childrenOf = (data: Buffer, { from, end = data.length }: BerValue) => valuesIn(data, from, end)

/** The values that stand next to one another; what is damaged ends the list. */
function valuesIn(data: Buffer, start: number, end: number): BerValue[] {
  const values: BerValue[] = []
  for (let at = start; at + 2 <= end && values.length < 10_000; ) {
    const value = valueAt(data, at)
    // Two zeros end what is open.
    if (!value || (value.tag === 0 && value.end === value.from)) break
    values.push(value)
    at = endOf(data, value, 0)
  }
  return values
}

function valueAt(data: Buffer, at: number): BerValue | undefined {
  const [tag, first] = [data[at], data[at + 1]]
  if (tag === undefined || first === undefined) return undefined
  if (first === 0x80) return { tag, from: at + 2, end: undefined }
  const more = first < 128 ? 0 : first & 127
  if (more > 4 || at + 2 + more > data.length) return undefined
  const length = more === 0 ? first : data.readUIntBE(at + 2, more)
  return { tag, from: at + 2 + more, end: Math.min(data.length, at + 2 + more + length) }
}

/** The place behind a value. */
function endOf(data: Buffer, { from, end }: BerValue, depth: number): number {
  if (end !== undefined) return end
  let at = from
  for (let inner = valueAt(data, at); inner && depth < mostDepth; inner = valueAt(data, at)) {
    if (inner.tag === 0 && inner.end === inner.from) return inner.from
    at = endOf(data, inner, depth + 1)
  }
  return data.length
}

function octetsIn(data: Buffer, value: BerValue, depth: number): Buffer[] {
  if (value.tag === octets) return [data.subarray(value.from, value.end)]
  return depth > mostDepth ? [] : childrenOf(data, value).flatMap((one) => octetsIn(data, one, depth + 1))
}
