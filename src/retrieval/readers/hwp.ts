import { createDecipheriv } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import CFB from 'cfb'
import type { TextLine } from '../ports.ts'
import type { DocumentText } from './document-text.ts'
import { cellLine } from './rows.ts'

/** Bytes that the sections may have in all, once unpacked. */
const maxBytes = 100 << 20

/** Records of a HWP 5 document (published by Hancom, revision 1.3, 4.1) that hold words or say where they stand. */
const tag = { style: 0x1a, paragraph: 0x42, text: 0x43, control: 0x47, list: 0x48, table: 0x4d, equation: 0x58 }
const flag = { packed: 1, password: 2, distributed: 4, managed: 16 }

/**
 * A document of Hangul 5 (HWP): `line` is the number of the paragraph, outline styles are headings, a table's row is
 * one line.
 */
export function readHwp(bytes: Uint8Array): DocumentText {
  const container = openContainer(bytes)
  const header = container && contentOf(container, '/FileHeader')
  if (!container || !header) return { fault: container ? 'unsupported' : 'damaged' }
  if (header.length < 40 || !header.toString('latin1').startsWith('HWP Document File')) return { fault: 'unsupported' }
  const flags = header.readUInt32LE(36)
  if (flags & flag.password) return { fault: 'encrypted' }
  if (flags & flag.managed) return { fault: 'protected' }
  const isDistributed = (flags & flag.distributed) !== 0
  const sections = container.FullPaths.filter((path) => (isDistributed ? viewText : bodyText).test(path)).sort(
    (a, b) => numberIn(a) - numberIn(b),
  )
  if (sections.length === 0) return { fault: 'damaged' }
  const bodies = sections.map((path) => contentOf(container, path.replace(/^[^/]+/, '')))
  const parts = [contentOf(container, '/DocInfo'), ...(isDistributed ? bodies.map(decryptSection) : bodies)]
  const [info, ...texts] = unpackStreams(parts, (flags & flag.packed) !== 0) ?? []
  if (!info) return { fault: 'damaged' }
  const reader = new SectionReader(outlineStyles(info))
  for (const section of texts) {
    for (const record of readRecords(section)) reader.take(record)
    reader.end()
  }
  return reader.lines.length > 0 ? { lines: reader.lines } : { fault: 'empty' }
}

const bodyText = /\/BodyText\/Section\d+$/
const viewText = /\/ViewText\/Section\d+$/

/** Of a document for distribution the first record of a section holds the key of the rest, masked. */
const keyRecord = { tag: 0x1c, size: 256 }

/**
 * Decrypt a section of a document for distribution (revision 1.3 of its own specification, 1.2): the seed of
 * Microsoft's `rand` unmasks the record, whose lowest four bits say where in it the key of AES-128 stands. Undefined
 * for what is none.
 */
function decryptSection(section: Buffer | undefined): Buffer | undefined {
  if (!section || section.length < 4 + keyRecord.size || (section.readUInt32LE(0) & 0x3ff) !== keyRecord.tag)
    return undefined
  const masked = Buffer.from(section.subarray(4, 4 + keyRecord.size))
  let seed = masked.readUInt32LE(0)
  const place = 4 + (seed & 0xf)
  const random = () => {
    seed = (Math.imul(seed, 214_013) + 2_531_011) >>> 0
    return (seed >>> 16) & 0x7fff
  }
  for (let [at, left, mask] = [0, 0, 0]; at < masked.length; at++, left--) {
    if (left === 0) [mask, left] = [random() & 0xff, (random() & 0xf) + 1]
    if (at >= 4) masked[at]! ^= mask
  }
  const body = section.subarray(4 + keyRecord.size)
  const decipher = createDecipheriv('aes-128-ecb', masked.subarray(place, place + 16), null).setAutoPadding(false)
  const whole = body.subarray(0, body.length - (body.length % 16))
  return Buffer.concat([decipher.update(whole), decipher.final()])
}

const numberIn = (path: string) => Number(/\d+$/.exec(path)?.[0])

/**
 * The compound file; undefined for what is none. Its library throws bare errors, of which any says that the file is
 * damaged.
 */
function openContainer(bytes: Uint8Array) {
  try {
    return CFB.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { type: 'buffer' })
  } catch {
    return undefined
  }
}

function contentOf(container: ReturnType<typeof CFB.read>, path: string): Buffer | undefined {
  const content = CFB.find(container, path)?.content
  return content && Buffer.from(content as Uint8Array)
}

/**
 * The streams, inflated where they are packed; undefined where one is missing, damaged, or they unpack to more than
 * is read.
 */
function unpackStreams(parts: (Buffer | undefined)[], packed: boolean): Buffer[] | undefined {
  let left = maxBytes
  const all: Buffer[] = []
  for (const part of parts) {
    if (!part) return undefined
    try {
      all.push(packed ? inflateRawSync(part, { maxOutputLength: Math.max(1, left) }) : part)
    } catch (error) {
      if (error instanceof Error && 'code' in error) return undefined
      throw error
    }
    left -= all.at(-1)?.length ?? 0
  }
  return all
}

interface HwpRecord {
  tag: number
  level: number
  data: Buffer
}

function* readRecords(stream: Buffer): Generator<HwpRecord> {
  for (let at = 0; at + 4 <= stream.length; ) {
    const head = stream.readUInt32LE(at)
    at += 4
    let size = head >>> 20
    if (size === 0xfff) {
      if (at + 4 > stream.length) return
      size = stream.readUInt32LE(at)
      at += 4
    }
    yield { tag: head & 0x3ff, level: (head >>> 10) & 0x3ff, data: stream.subarray(at, at + size) }
    at += size
  }
}

/** Number of a style → level: “개요 1” … in Korean, “Outline 1” … in English. */
function outlineStyles(info: Buffer): Map<number, number> {
  const levels = new Map<number, number>()
  let number = 0
  for (const { tag: kind, data } of readRecords(info)) {
    if (kind !== tag.style) continue
    const [name, next] = wordsAt(data, 0)
    const [english] = wordsAt(data, next)
    const level = /^(?:개요|Outline) ([1-6])$/.exec(name)?.[1] ?? /^Outline ([1-6])$/.exec(english)?.[1]
    if (level) levels.set(number, Number(level))
    number++
  }
  return levels
}

/** A text behind the number of its units (16 bits each), and where it ends. */
function wordsAt(data: Buffer, at: number): [string, number] {
  if (at + 2 > data.length) return ['', at]
  const end = at + 2 + 2 * data.readUInt16LE(at)
  return [data.toString('utf16le', at + 2, Math.min(end, data.length)), end]
}

/** Units below 32 that stand for a sign; all others of them are controls, most of which take eight units. */
const signs: Readonly<Record<number, string>> = { 9: ' ', 10: ' ', 24: '-', 30: ' ', 31: ' ' }
const isSingle = (unit: number) => unit === 0 || unit === 10 || unit === 13 || unit >= 24

function textOf(data: Buffer): string {
  let text = ''
  let from = 0
  for (let at = 0; at + 2 <= data.length; at += 2) {
    const unit = data.readUInt16LE(at)
    if (unit >= 32) continue
    text += data.toString('utf16le', from, at) + (signs[unit] ?? '')
    if (!isSingle(unit)) at += 14
    from = at + 2
  }
  return (text + data.toString('utf16le', from)).trim()
}

interface OpenTable {
  /** Of the control that holds the table: what stands deeper belongs to it. */
  level: number
  row: number
  cells: string[]
}

/**
 * Records come as a tree written in order, each with its depth. Words of a table, a note or a box follow their
 * paragraph.
 */
class SectionReader {
  readonly lines: TextLine[] = []
  readonly #levels: Map<number, number>
  /** Open tables, the inmost last. */
  readonly #tables: OpenTable[] = []
  #paragraph = 0
  #style = 0

  constructor(levels: Map<number, number>) {
    this.#levels = levels
  }

  take({ tag: kind, level, data }: HwpRecord): void {
    while (this.#tables.length > 0 && level <= (this.#tables.at(-1) as OpenTable).level) this.#endTable()
    if (kind === tag.paragraph) this.#style = data.length > 10 ? (data[10] as number) : 0
    if (kind === tag.text) this.#add(textOf(data), this.#levels.get(this.#style))
    if (kind === tag.table) this.#tables.push({ level: level - 1, row: 0, cells: [] })
    if (kind === tag.list) this.#beginCell(level, data)
    if (kind === tag.equation && data.length > 4) this.#add(wordsAt(data, 4)[0].trim())
    // Words with a reading above them are kept in the control itself.
    if (kind === tag.control && data.toString('latin1', 0, 4) === 'tudt') this.#add(wordsAt(data, 4)[0].trim())
  }

  end(): void {
    while (this.#tables.length > 0) this.#endTable()
  }

  #beginCell(level: number, data: Buffer): void {
    const table = this.#tables.at(-1)
    if (!table || level !== table.level + 1) return
    const row = data.length >= 12 ? data.readUInt16LE(10) : table.row
    if (row !== table.row) this.#endRow(table)
    table.row = row
    table.cells.push('')
  }

  #endRow(table: OpenTable): void {
    const { text, cells } = cellLine(table.cells)
    table.cells = []
    const outer = this.#tables[this.#tables.indexOf(table) - 1]
    this.#put(text, outer)
    const last = this.lines.at(-1)
    if (cells && !outer && last?.text === text) last.cells = cells
  }

  #endTable(): void {
    this.#endRow(this.#tables.at(-1) as OpenTable)
    this.#tables.pop()
  }

  #add(text: string, level?: number): void {
    this.#put(text, this.#tables.at(-1), level)
  }

  /** A line of the document; within a cell, words of the cell. */
  #put(text: string, table: OpenTable | undefined, level?: number): void {
    if (table && table.cells.length > 0) {
      const last = table.cells.length - 1
      table.cells[last] = `${table.cells[last]} ${text}`.trim()
      return
    }
    this.#paragraph++
    if (text !== '') this.lines.push({ text, line: this.#paragraph, ...(level && { level }) })
  }
}
