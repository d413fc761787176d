import { createCipheriv } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import CFB from 'cfb'

/** A record of HWP 5: a tag, a depth and a size before its bytes. */
export const record = (tag: number, level: number, data: Buffer) => {
  const head = Buffer.alloc(data.length < 0xfff ? 4 : 8)
  head.writeUInt32LE(((Math.min(data.length, 0xfff) << 20) | (level << 10) | tag) >>> 0)
  if (head.length === 8) head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data])
}
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const counted = (text: string) => Buffer.concat([Buffer.from([text.length, 0]), utf16(text)])
/** A paragraph at a depth, with the number of its style. */
export const paragraph = (level: number, text: string, style = 0) =>
  Buffer.concat([
    record(0x42, level, Buffer.from([...new Array(10).fill(0), style, 0])),
    ...(text === '' ? [] : [record(0x43, level + 1, utf16(`${text}\r`))]),
  ])
export const control = (level: number, id: string) =>
  record(0x47, level, Buffer.from([...id].reverse().join(''), 'latin1'))
/** What begins a cell of a table. */
export const cell = (level: number, column: number, row: number) =>
  record(0x48, level, Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, column, 0, row, 0]))
const style = (name: string, english: string) => record(0x1a, 0, Buffer.concat([counted(name), counted(english)]))
/** Encrypts a section as a document for distribution has it: the key stands in the first record, under a mask. */
const distributed = (data: Buffer) => {
  const [seed, key] = [0x5eed_1234, Buffer.from('3f0a9c81', 'utf16le')]
  const plain = Buffer.alloc(256, 7)
  plain.writeUInt32LE(seed)
  key.copy(plain, 4 + (seed & 0xf))
  let state = BigInt(seed)
  const random = () => {
    state = (state * 214_013n + 2_531_011n) & 0xffff_ffffn
    return Number((state >> 16n) & 0x7fffn)
  }
  const mask: number[] = []
  while (mask.length < 256) {
    const byte = random() & 0xff
    mask.push(...Array.from({ length: (random() & 0xf) + 1 }, () => byte))
  }
  const masked = plain.map((byte, at) => (at < 4 ? byte : byte ^ (mask[at] ?? 0)))
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  const filled = Buffer.concat([data, Buffer.alloc((16 - (data.length % 16)) % 16)])
  return Buffer.concat([record(0x1c, 0, Buffer.from(masked)), cipher.update(filled), cipher.final()])
}
/** A document of Hangul 5 with these sections. `flags`: 1 packed, 2 locked, 4 for distribution. */
export const hwp = (
  sections: Buffer[],
  { flags = 1, info = [style('바탕글', 'Normal'), style('개요 1', 'Outline 1')] } = {},
) => {
  const file = CFB.utils.cfb_new()
  const header = Buffer.alloc(256)
  header.write('HWP Document File')
  header.writeUInt32LE(flags, 36)
  const stream = (data: Buffer) => (flags & 1 ? deflateRawSync(data) : data)
  CFB.utils.cfb_add(file, '/FileHeader', header)
  CFB.utils.cfb_add(file, '/DocInfo', stream(Buffer.concat(info)))
  const [folder, written] = flags & 4 ? ['ViewText', distributed] : ['BodyText', (data: Buffer) => data]
  for (const [at, section] of sections.entries())
    CFB.utils.cfb_add(file, `/${folder}/Section${at}`, written(stream(section)))
  return new Uint8Array(CFB.write(file, { type: 'buffer' }))
}
