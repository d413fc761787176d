import type { TextLine } from '../ports.ts'
import type { DocumentText } from './document-text.ts'
import { rowLines, type SheetRow } from './rows.ts'
import { drawingTexts, readXml, relationsOf } from './xml.ts'
import { memberBeside, membersOf } from './zip.ts'

const book = 'xl/workbook.xml'

/**
 * The rows of an Excel workbook (ECMA-376), sheet after sheet: each sheet's name is a heading, `line` the number of
 * the row.
 */
export function readXlsx(bytes: Uint8Array): DocumentText {
  const members = membersOf(bytes, (name) =>
    /^xl\/(?:workbook|sharedStrings|styles|worksheets\/[^/]+|drawings\/drawing\d+|diagrams\/data\d+)\.xml$|^xl\/(?:_rels|(?:worksheets|drawings)\/_rels)\/[^/]+\.rels$/.test(
      name,
    ),
  )
  if (typeof members === 'string') return { fault: members }
  const workbook = members.get(book)
  if (workbook === undefined) return { fault: 'damaged' }
  const relations = relationsOf(members.get('xl/_rels/workbook.xml.rels'))
  const shared = sharedStrings(members.get('xl/sharedStrings.xml') ?? '')
  const formats = cellFormats(members.get('xl/styles.xml') ?? '')
  const { sheets, since1904 } = sheetsOf(workbook)
  const lines = sheets.flatMap(({ name, id }): TextLine[] => {
    const target = relations.get(id)?.target
    const xml = target === undefined ? undefined : members.get(memberBeside(book, target))
    const rows = rowLines(rowsOf(xml ?? '', { shared, formats, since1904 }))
    const shapes = target === undefined ? [] : shapesOf(members, memberBeside(book, target))
    const last = rows.at(-1)?.line ?? 1
    const beside = shapes.flatMap((text) => [
      { text: '', line: last },
      { text, line: last },
    ])
    return rows.length + beside.length > 0 ? [{ text: name, line: 1, level: 1 }, ...rows, ...beside] : []
  })
  return lines.length > 0 ? { lines } : { fault: 'empty' }
}

/** Return the words of shapes and SmartArt that stand over a sheet. */
function shapesOf(members: ReadonlyMap<string, string>, sheet: string): string[] {
  const beside = (part: string, type: string) =>
    [...relationsOf(members.get(part.replace(/([^/]+)$/, '_rels/$1.rels'))).values()]
      .filter((relation) => relation.type === type)
      .map(({ target }) => memberBeside(part, target))
  const drawings = beside(sheet, 'drawing')
  const parts = [...drawings, ...drawings.flatMap((drawing) => beside(drawing, 'diagramData'))]
  return parts.flatMap((part) => drawingTexts(members.get(part) ?? ''))
}

function sheetsOf(xml: string): { sheets: { name: string; id: string }[]; since1904: boolean } {
  const sheets: { name: string; id: string }[] = []
  let since1904 = false
  readXml(xml, {
    open(name, attributes) {
      if (name === 'sheet') sheets.push({ name: attributes.name ?? '', id: attributes['r:id'] ?? '' })
      if (name === 'workbookPr') since1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
    },
  })
  return { sheets, since1904 }
}

/** Strings that cells name by their number. Readings of characters (`rPh`) stand beside them and are left out. */
function sharedStrings(xml: string): string[] {
  const strings: string[] = []
  let [text, told, reading] = ['', false, false]
  readXml(xml, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') reading = true
      if (name === 't') told = !reading
    },
    text(data) {
      if (told) text += data
    },
    close(name) {
      if (name === 't') told = false
      if (name === 'rPh') reading = false
      if (name === 'si') strings.push(text)
    },
  })
  return strings
}

type Format = 'date' | 'percent' | 'plain'

/** Read the formats of numbers, by the style of a cell (ECMA-376 part 1, 18.8.30). */
function cellFormats(xml: string): Format[] {
  const codes = new Map<number, string>()
  const formats: Format[] = []
  let inCells = false
  readXml(xml, {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) formats.push(formatOf(Number(attributes.numFmtId), codes))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return formats
}

function formatOf(id: number, codes: Map<number, string>): Format {
  // Words in quotation marks and colours in brackets are no parts of a date.
  const code = codes.get(id)?.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '') ?? ''
  if (
    (id >= 14 && id <= 22) ||
    (id >= 27 && id <= 36) ||
    (id >= 45 && id <= 47) ||
    (id >= 50 && id <= 58) ||
    /[ymdhs]/i.test(code)
  )
    return 'date'
  return id === 9 || id === 10 || code.includes('%') ? 'percent' : 'plain'
}

interface Shown {
  shared: readonly string[]
  formats: readonly Format[]
  since1904: boolean
}

function rowsOf(xml: string, shown: Shown): SheetRow[] {
  const rows: SheetRow[] = []
  let [row, column, kind, style, value, told] = [0, 0, '', 0, '', false]
  let cells: string[] = []
  readXml(xml, {
    open(name, attributes) {
      if (name === 'row') {
        row = Number(attributes.r) || row + 1
        cells = []
        column = -1
      } else if (name === 'c') {
        const letters = /^[A-Z]{1,3}/.exec(attributes.r ?? '')?.[0]
        column = letters === undefined ? column + 1 : columnOf(letters)
        kind = attributes.t ?? 'n'
        style = Number(attributes.s ?? 0)
        value = ''
      } else if (name === 'v' || name === 't') told = true
    },
    text(data) {
      if (told) value += data
    },
    close(name) {
      if (name === 'v' || name === 't') told = false
      if (name === 'c' && value !== '') {
        cells[column] = cellText(kind, value, style, shown)
      }
      if (name === 'row' && cells.length > 0) rows.push({ row, cells })
    },
  })
  return rows
}

/** `A` is 0, `Z` 25, `AA` 26. */
function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText(kind: string, value: string, style: number, { shared, formats, since1904 }: Shown): string {
  if (kind === 's') return shared[Number(value)] ?? ''
  if (kind === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  const number = Number(value)
  if (kind !== 'n' || value.trim() === '' || Number.isNaN(number)) return value
  if (formats[style] === 'date') return dateText(number + (since1904 ? 1_462 : 0))
  if (formats[style] === 'percent') return `${roundNumber(number * 100)}%`
  return roundNumber(number)
}

/** As many digits as Excel keeps. */
const roundNumber = (number: number) => String(Number(number.toPrecision(15)))

const dayMs = 86_400_000

/** Days since the last day of 1899; Excel takes 1900 for a leap year, so that days before March 1900 are off by one. */
function dateText(serial: number): string {
  if (serial < 0 || serial > 2_958_466) return roundNumber(serial)
  const at = new Date(Date.UTC(1899, 11, 30) + Math.round((serial * dayMs) / 1000) * 1000)
  const [date = '', time = ''] = at.toISOString().split('T')
  const clock = time.slice(0, 8).replace(/:00$/, '')
  if (serial < 1) return clock
  return Number.isInteger(serial) ? date : `${date} ${clock}`
}
