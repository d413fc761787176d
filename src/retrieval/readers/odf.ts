import type { TextLine } from '../ports.ts'
import type { DocumentText } from './document-text.ts'
import { OdfLists } from './lists/odf-lists.ts'
import { cellLine, rowLines, type SheetRow } from './rows.ts'
import { readXml } from './xml.ts'
import { membersOf } from './zip.ts'

/**
 * A document of LibreOffice (OpenDocument 1.3): text by paragraphs with the numbers of their lists, sheets by rows
 * under the names of their columns, slides as pages.
 */
export function readOdf(bytes: Uint8Array): DocumentText {
  const members = membersOf(bytes, (name) =>
    /^(?:content\.xml|styles\.xml|META-INF\/manifest\.xml|[^/]+\/content\.xml)$/.test(name),
  )
  if (typeof members === 'string') return { fault: members }
  if (members.get('META-INF/manifest.xml')?.includes('encryption-data')) return { fault: 'encrypted' }
  const content = members.get('content.xml')
  if (content === undefined) return { fault: 'damaged' }
  const reader = new OdfReader((path) => formulaOf(members.get(`${path}/content.xml`)))
  reader.lists.learn(members.get('styles.xml') ?? '')
  reader.lists.learn(content)
  readXml(content, reader)
  return reader.lines.length > 0 ? { lines: reader.lines } : { fault: 'empty' }
}

/** Return a formula as its author wrote it (StarMath beside MathML); empty for other objects. */
function formulaOf(xml: string | undefined): string {
  let [isFormula, formula] = [false, '']
  readXml(xml ?? '', {
    open(name, { encoding }) {
      if (/(?:^|:)annotation$/.test(name)) isFormula = /^StarMath/.test(encoding ?? '')
    },
    text(data) {
      if (isFormula) formula += data
    },
    close(name) {
      if (/(?:^|:)annotation$/.test(name)) isFormula = false
    },
  })
  return formula.replace(/\s+/g, ' ').trim()
}

/** Elements that are no part of the text as it is shown. */
const silent = new Set(['text:tracked-changes', 'office:annotation', 'text:note-citation', 'office:forms'])

/** Elements whose paragraphs are no part of the one that they stand in. */
const apart = new Set(['text:note-body', 'draw:text-box'])

/**
 * An empty cell or row that is said to repeat fills the rest of a sheet: only so many of those with words are
 * repeated.
 */
const mostRepeated = 100

const timesOf = (value: string | undefined) => Math.max(1, Math.floor(Number(value)) || 1)

class OdfReader {
  readonly lines: TextLine[] = []
  readonly lists = new OdfLists()
  readonly #formula: (path: string) => string
  #text = ''
  #mark = ''
  #level: number | undefined
  #paragraph = 0
  #page: number | undefined
  #quiet = 0
  #depth = 0
  #sheet: { name: string; rows: SheetRow[]; row: number } | undefined
  #isSheet = false
  #cells: string[] | undefined
  #cell: string[] | undefined
  #repeat = { cell: 1, row: 1 }
  /** Paragraphs around notes and boxes that stand in them, the inmost last; their words follow the outermost. */
  readonly #around: { text: string; mark: string; level: number | undefined; depth: number }[] = []
  #notes: string[] = []

  /** `formula`: return the formula in an object that is named in the text. */
  constructor(formula: (path: string) => string) {
    this.#formula = formula
  }

  open(name: string, attributes: Record<string, string>): void {
    if (silent.has(name)) this.#quiet++
    if (name === 'draw:object') this.#addFormula(attributes['xlink:href'] ?? '')
    if (apart.has(name)) this.#standApart()
    this.lists.open(name, attributes)
    if (name === 'office:spreadsheet') this.#isSheet = true
    if (name === 'draw:page') this.#page = (this.#page ?? 0) + 1
    if (name === 'text:p' || name === 'text:h') {
      const outline = name === 'text:h' ? Number(attributes['text:outline-level'] ?? 1) : undefined
      if (this.#depth++ === 0) this.#begin(outline)
      this.#level = outline && Math.min(6, outline)
    }
    if (name === 'text:s') this.#text += ' '.repeat(Math.min(100, Number(attributes['text:c'] ?? 1)))
    if (name === 'text:tab' || name === 'text:line-break') this.#text += ' '
    if (name === 'table:table' && this.#isSheet)
      this.#sheet = { name: attributes['table:name'] ?? '', rows: [], row: 0 }
    if (name === 'table:table-row') {
      this.#cells = []
      this.#repeat.row = timesOf(attributes['table:number-rows-repeated'])
    }
    if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      this.#cell = []
      this.#repeat.cell = timesOf(attributes['table:number-columns-repeated'])
    }
  }

  #addFormula(address: string): void {
    const formula = this.#formula(address.replace(/^\.\//, ''))
    if (formula !== '') this.text(/\s$/.test(this.#text) ? formula : ` ${formula}`)
  }

  #standApart(): void {
    this.#around.push({ text: this.#text, mark: this.#mark, level: this.#level, depth: this.#depth })
    this.#text = ''
    this.#depth = 0
  }

  #goOn(): void {
    const before = this.#around.pop()
    if (!before) return
    this.#text = before.text
    this.#mark = before.mark
    this.#level = before.level
    this.#depth = before.depth
  }

  #begin(outline: number | undefined): void {
    this.#text = ''
    this.#mark = this.lists.next(outline)
  }

  text(data: string): void {
    if (this.#depth > 0 && this.#quiet === 0) this.#text += data.replace(/\s+/g, ' ')
  }

  close(name: string): void {
    if (silent.has(name)) this.#quiet--
    if (apart.has(name)) this.#goOn()
    this.lists.close(name)
    if ((name === 'text:p' || name === 'text:h') && --this.#depth === 0 && this.#quiet === 0) this.#endParagraph()
    if (name === 'table:table-cell' || name === 'table:covered-table-cell') this.#endCell()
    if (name === 'table:table-row') this.#endRow()
    if (name === 'table:table' && this.#sheet) this.#endSheet(this.#sheet)
  }

  #endParagraph(): void {
    const words = this.#text.trim()
    const text = words === '' && !this.#cell ? '' : `${this.#mark} ${words}`.trim()
    if (this.#around.some(({ depth }) => depth > 0)) this.#notes.push(text)
    else if (this.#cell) this.#cell.push(text, ...this.#notes.splice(0))
    else {
      this.#add(text, this.#level)
      for (const note of this.#notes.splice(0)) this.#add(note)
    }
  }

  #add(text: string, level?: number): void {
    this.#paragraph++
    if (text === '') return
    const page = this.#page === undefined ? {} : { page: this.#page }
    this.lines.push({ text, line: this.#paragraph, ...page, ...(level && { level }) })
  }

  #endCell(): void {
    const text = this.#cell?.join(' ').trim() ?? ''
    // Columns that stand behind the last word are no cells of the row.
    const times = Math.min(this.#repeat.cell, text === '' ? 1_024 : mostRepeated)
    if (text === '' && this.#cells) this.#cells.length += times
    else for (let n = 0; n < times; n++) this.#cells?.push(text)
    this.#cell = undefined
  }

  #endRow(): void {
    const cells = this.#cells ?? []
    this.#cells = undefined
    const isEmpty = cells.every((cell) => cell === '')
    if (!this.#sheet) {
      const line = cellLine(Array.from(cells, (cell) => cell ?? ''))
      if (!isEmpty) this.#add(line.text)
      const last = this.lines.at(-1)
      if (line.cells && last?.text === line.text) last.cells = line.cells
      return
    }
    const { rows } = this.#sheet
    // So many equal rows are no data: one of them tells what they say.
    const times = this.#repeat.row > mostRepeated ? 1 : this.#repeat.row
    for (let n = 1; !isEmpty && n <= times; n++) rows.push({ row: this.#sheet.row + n, cells })
    this.#sheet.row += this.#repeat.row
  }

  #endSheet({ name, rows }: { name: string; rows: SheetRow[] }): void {
    this.#sheet = undefined
    if (rows.length > 0) this.lines.push({ text: name, line: 1, level: 1 }, ...rowLines(rows))
  }
}
