import type { TextLine } from '../ports.ts'
import type { DocumentText } from './document-text.ts'
import { cellLine } from './rows.ts'
import { readXml } from './xml.ts'
import { membersOf } from './zip.ts'

/**
 * A document of Hangul (HWPX, KS X 6101): `line` is the number of the paragraph, outline styles are headings, a
 * table's row is one line.
 */
export function readHwpx(bytes: Uint8Array): DocumentText {
  const members = membersOf(bytes, (name) =>
    /^Contents\/(?:section\d+|header)\.xml$|^META-INF\/manifest\.xml$/.test(name),
  )
  if (typeof members === 'string') return { fault: members }
  if (members.get('META-INF/manifest.xml')?.includes('encryption-data')) return { fault: 'encrypted' }
  const sections = [...members.keys()]
    .filter((name) => name.includes('/section'))
    .sort((a, b) => numberIn(a) - numberIn(b))
  if (sections.length === 0) return { fault: 'damaged' }
  const reader = new SectionReader(outlineStyles(members.get('Contents/header.xml') ?? ''))
  for (const name of sections) readXml(members.get(name) ?? '', reader)
  return reader.lines.length > 0 ? { lines: reader.lines } : { fault: 'empty' }
}

const numberIn = (name: string) => Number(/\d+/.exec(name)?.[0])

/** Style id → level: “개요 1” … in Korean, “Outline 1” … in English. */
function outlineStyles(xml: string): Map<string, number> {
  const levels = new Map<string, number>()
  readXml(xml, {
    open(name, { id = '', name: title = '', engName = '' }) {
      const level =
        name === 'hh:style'
          ? (/^(?:개요|Outline) ([1-6])$/.exec(title)?.[1] ?? /^Outline ([1-6])$/.exec(engName)?.[1])
          : undefined
      if (level) levels.set(id, Number(level))
    },
  })
  return levels
}

/** Blanks that are elements of their own. */
const blanks: Record<string, string> = {
  'hp:tab': ' ',
  'hp:lineBreak': ' ',
  'hp:nbSpace': ' ',
  'hp:fwSpace': ' ',
  'hp:hyphen': '-',
}

/** A table stands inside the paragraph that it is anchored to; cells hold paragraphs, and tables, of their own. */
class SectionReader {
  readonly lines: TextLine[] = []
  readonly #levels: Map<string, number>
  /** Open paragraphs, the inmost last. */
  readonly #open: { text: string; level: number | undefined }[] = []
  /** Open rows with the texts of their cells so far, the inmost last. */
  readonly #rows: string[][] = []
  #paragraph = 0
  #told = 0

  constructor(levels: Map<string, number>) {
    this.#levels = levels
  }

  open(name: string, attributes: Record<string, string>): void {
    const last = this.#open.at(-1)
    if (name === 'hp:p') this.#open.push({ text: '', level: this.#levels.get(attributes.styleIDRef ?? '') })
    if (name === 'hp:tr') this.#rows.push([])
    if (name === 'hp:tc') this.#rows.at(-1)?.push('')
    if (name === 'hp:t') this.#told++
    if (last && blanks[name] !== undefined) last.text += blanks[name]
  }

  text(data: string): void {
    const last = this.#open.at(-1)
    if (last && this.#told > 0) last.text += data
  }

  close(name: string): void {
    if (name === 'hp:t') this.#told--
    if (name === 'hp:tr') this.#addRow(cellLine(this.#rows.pop() ?? []))
    if (name !== 'hp:p') return
    const { text = '', level } = this.#open.pop() ?? {}
    this.#add(text.trim(), level)
  }

  #addRow({ text, cells }: Pick<TextLine, 'text' | 'cells'>): void {
    this.#add(text)
    const last = this.lines.at(-1)
    if (cells && last?.text === text) last.cells = cells
  }

  /** A line of the document; within a cell, words of the cell. */
  #add(text: string, level?: number): void {
    const row = this.#rows.at(-1)
    if (row && row.length > 0) row[row.length - 1] = `${row.at(-1)} ${text}`.trim()
    else {
      this.#paragraph++
      if (text !== '') this.lines.push({ text, line: this.#paragraph, ...(level && { level }) })
    }
  }
}
