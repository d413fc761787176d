import type { TextLine } from '../ports.ts'
import type { DocumentText } from './document-text.ts'
import { DocxLists, type ListPlace } from './lists/docx-lists.ts'
import { cellLine } from './rows.ts'
import { drawingTexts, readXml } from './xml.ts'
import { membersOf } from './zip.ts'

/**
 * The paragraphs of a Word document (ECMA-376): `line` is the number of the paragraph, headings by their style, a
 * table's row is one line. Numbers of lists are counted as Word shows them. Headers come first and footers last, each
 * once; notes and comments follow the paragraph that they belong to.
 */
export function readDocx(bytes: Uint8Array): DocumentText {
  const members = membersOf(bytes, (name) =>
    /^word\/(?:document|styles|numbering|footnotes|endnotes|comments|header\d*|footer\d*|diagrams\/data\d*)\.xml$/.test(
      name,
    ),
  )
  if (typeof members === 'string') return { fault: members }
  const document = members.get('word/document.xml')
  if (document === undefined) return { fault: 'damaged' }
  const styles = stylesOf(members.get('word/styles.xml') ?? '')
  const lists = new DocxLists(members.get('word/numbering.xml') ?? '')
  const notes = new Map(
    (['footnote', 'endnote', 'comment'] as const).flatMap((kind) =>
      notesOf(kind, members.get(`word/${kind}s.xml`) ?? ''),
    ),
  )
  const whole = new PartReader(styles, notes, lists)
  readXml(document, whole)
  const around = (kind: string) => marginLines([...members].filter(([name]) => name.startsWith(`word/${kind}`)))
  const lastLine = whole.lines.at(-1)?.line ?? 1
  const diagrams = [...members].flatMap(([name, xml]) => (name.startsWith('word/diagrams/') ? drawingTexts(xml) : []))
  const shapes = diagrams.map((text) => ({ text, line: lastLine }))
  const lines = [...around('header'), ...whole.lines, ...shapes, ...around('footer')]
  return lines.length > 0 ? { lines } : { fault: 'empty' }
}

/** Properties that a style gives its paragraphs. */
interface Style {
  level?: number | undefined
  place?: ListPlace
}

/**
 * Styles by id: levels of those that Word calls "heading 1" … "heading 6" in every language, and lists that a style
 * or the one below it stands in.
 */
function stylesOf(xml: string): Map<string, Style> {
  const styles = new Map<string, Style & { below?: string }>()
  let style: Style & { below?: string } = {}
  readXml(xml, {
    open(name, attributes) {
      const value = attributes['w:val'] ?? ''
      if (name === 'w:style') {
        style = {}
        styles.set(attributes['w:styleId'] ?? '', style)
      }
      if (name === 'w:basedOn') style.below = value
      const level = name === 'w:name' ? /^heading ([1-6])$/i.exec(value)?.[1] : undefined
      if (level) style.level = Number(level)
      if (name === 'w:numId') style.place = { ...style.place, list: value }
      if (name === 'w:ilvl') style.place = { ...style.place, level: Number(value) || 0 }
    },
  })
  const placeOf = (id: string | undefined, depth = 0): ListPlace | undefined => {
    const found = id === undefined || depth > 10 ? undefined : styles.get(id)
    return found && (found.place?.list ? found.place : (placeOf(found.below, depth + 1) ?? found.place))
  }
  return new Map(
    [...styles].map(([id, { level, place, below }]) => [
      id,
      { level, place: place?.list ? place : { ...placeOf(below), ...place } },
    ]),
  )
}

/** Words of notes and comments, by their kind and id. A comment says whose it is. */
function notesOf(kind: string, xml: string): [string, string][] {
  const notes: [string, string][] = []
  let reader = new PartReader()
  let [id, author, skipped] = ['', '', false]
  readXml(xml, {
    open(name, attributes) {
      if (name === `w:${kind}`) {
        reader = new PartReader()
        id = attributes['w:id'] ?? ''
        author = attributes['w:author'] ?? ''
        // The line above the notes of a page is kept as a note, too.
        skipped = /eparator|Notice/.test(attributes['w:type'] ?? '')
      } else reader.open(name, attributes)
    },
    text: (text) => reader.text(text),
    close(name) {
      if (name !== `w:${kind}`) return reader.close(name)
      const text = reader.lines.map((line) => line.text).join(' ')
      if (!skipped && text !== '') notes.push([`${kind} ${id}`, author === '' ? text : `${author}: ${text}`])
    },
  })
  return notes
}

/** Return the lines that stand above or below every page, each once. */
function marginLines(parts: [string, string][]): TextLine[] {
  const texts = parts.flatMap(([, xml]) => {
    const reader = new PartReader()
    readXml(xml, reader)
    return reader.lines.map(({ text }) => text)
  })
  return [...new Set(texts)].map((text) => ({ text, line: 1 }))
}

const breaks: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:br': ' ',
  'w:cr': ' ',
  'w:noBreakHyphen': '-',
}
/** Elements that say something twice, or a paragraph before a change. */
const unread = new Set(['mc:Fallback', 'w:pPrChange'])
const references: Readonly<Record<string, string>> = {
  'w:footnoteReference': 'footnote',
  'w:endnoteReference': 'endnote',
  'w:commentReference': 'comment',
}

interface Paragraph {
  text: string
  level: number | undefined
  notes: string[]
  style?: string
  place?: ListPlace
  /** The number that it has in a list. */
  mark?: string
}

/** A part of the document. Boxes stand inside paragraphs, cells hold paragraphs and tables of their own. */
class PartReader {
  readonly lines: TextLine[] = []
  readonly #styles: Map<string, Style>
  readonly #lists: DocxLists | undefined
  readonly #notes: Map<string, string>
  /** Open paragraphs, the inmost last. */
  readonly #open: Paragraph[] = []
  /** Open rows with the texts of their cells so far, the inmost last. */
  readonly #rows: string[][] = []
  #count = 0
  #told = 0
  /** Depth of what is said a second time for older programs, or was so before a change that is kept. */
  #twice = 0

  constructor(styles = new Map<string, Style>(), notes = new Map<string, string>(), lists?: DocxLists) {
    this.#styles = styles
    this.#notes = notes
    this.#lists = lists
  }

  open(name: string, attributes: Record<string, string>): void {
    if (unread.has(name)) this.#twice++
    if (this.#twice > 0) return
    if (name === 'w:p') this.#open.push({ text: '', level: undefined, notes: [] })
    if (name === 'w:tr') this.#rows.push([])
    if (name === 'w:tc') this.#rows.at(-1)?.push('')
    if (name === 'w:t') this.#told++
    const last = this.#open.at(-1)
    if (!last) return
    if (name === 'w:pStyle') {
      last.style = attributes['w:val'] ?? ''
      last.level = this.#styles.get(last.style)?.level
    }
    if (name === 'w:numId') last.place = { ...last.place, list: attributes['w:val'] ?? '' }
    if (name === 'w:ilvl') last.place = { ...last.place, level: Number(attributes['w:val']) || 0 }
    if (breaks[name] !== undefined) last.text += breaks[name]
    const note = references[name] && this.#notes.get(`${references[name]} ${attributes['w:id'] ?? ''}`)
    if (note) last.notes.push(note)
  }

  text(data: string): void {
    const last = this.#open.at(-1)
    if (last && this.#told > 0 && this.#twice === 0) last.text += data
  }

  close(name: string): void {
    if (unread.has(name)) this.#twice--
    if (this.#twice > 0) return
    if (name === 'w:t') this.#told--
    if (name === 'w:tr') this.#addRow(cellLine(this.#rows.pop() ?? []))
    if (name === 'w:pPr') this.#number(this.#open.at(-1))
    if (name === 'w:p') this.#endParagraph()
  }

  /** Counts before the words come: a box within them may hold paragraphs of the same list. */
  #number(last: Paragraph | undefined): void {
    const place = { ...this.#styles.get(last?.style ?? '')?.place, ...last?.place }
    if (last && place.list) last.mark = this.#lists?.next(place, last.style) ?? ''
  }

  #endParagraph(): void {
    const { text = '', level, notes = [], mark = '' } = this.#open.pop() ?? {}
    const isShown = text.trim() !== '' || this.#rows.length > 0
    this.#add(`${isShown ? mark : ''}${text.trim()}`.trim(), level)
    for (const note of notes) this.#add(note)
  }

  #addRow({ text, cells }: Pick<TextLine, 'text' | 'cells'>): void {
    this.#add(text)
    const last = this.lines.at(-1)
    if (cells && last?.text === text) last.cells = cells
  }

  /** A line of the document; within a cell, words of the cell. */
  #add(text: string, level?: number): void {
    const row = this.#rows.at(-1)
    if (row && row.length > 0) {
      row[row.length - 1] = `${row.at(-1)} ${text}`.trim()
      return
    }
    this.#count++
    if (text !== '' || this.lines.at(-1)?.text)
      this.lines.push({ text, line: this.#count, ...(level && text !== '' && { level }) })
  }
}
