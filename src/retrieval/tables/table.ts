import { patternOf } from '../../std/text/pattern.ts'
import type { TextLine } from '../ports.ts'

/** A row of a table and the line of the document where it stands. */
export interface TableRow {
  line: number
  page?: number
  /** As many as the table has columns. */
  cells: string[]
}

/** A table of a document: its first row names the columns. */
export interface DocumentTable {
  /** The heading above it; empty if there is none. */
  title: string
  columns: string[]
  rows: TableRow[]
}

/** Return the tables in the lines of a document whose rows all have a cell for every column. */
export function tablesIn(lines: readonly TextLine[]): DocumentTable[] {
  const tables: DocumentTable[] = []
  let title = ''
  let run: TextLine[] = []
  const end = () => {
    const table = tableOf(run, title)
    if (table) tables.push(table)
    run = []
  }
  for (const line of lines) {
    const isRow = line.level === undefined && (line.cells !== undefined || line.text.includes('|'))
    if (!isRow || run.at(-1)?.page !== line.page) end()
    if (line.level !== undefined) title = line.text
    if (isRow) run.push(line)
  }
  end()
  return tables
}

/** A larger table is data for a program. */
const mostCells = 100_000

/** Rows that sum up the others are none of them. */
const isSummary = ([label = '']: readonly string[]) =>
  /^(?:합계|총계|총합|소계|누계|계|평균|total|sum|sub-?total|grand total|average|mean)s?$/i.test(label)

function tableOf([head, ...lines]: TextLine[], title: string): DocumentTable | undefined {
  const columns = head ? columnsOf(head) : []
  if (columns.length < 2 || lines.length === 0 || columns.length * lines.length > mostCells) return undefined
  const areNames = columns.every((name) => name !== '' && name.length <= 60 && amountOf(name) === undefined)
  if (!areNames || new Set(columns).size < columns.length) return undefined
  const rows: TableRow[] = []
  for (const line of lines) {
    const cells = cellsOf(line, columns)
    if (cells && isRule(cells)) continue
    // Without a row, or with cells under the wrong names, numbers would be wrong.
    if (!cells) return undefined
    if (!isSummary(cells)) rows.push({ line: line.line, cells, ...(line.page !== undefined && { page: line.page }) })
  }
  return rows.length > 0 ? { title, columns, rows } : undefined
}

/** The line between a Markdown table's head and its rows. */
const isRule = (cells: readonly string[]) => cells.every((cell) => /^:?-{2,}:?$/.test(cell))

function columnsOf({ cells, text }: TextLine): string[] {
  const all = (cells ?? splitCells(text)).map((cell) => cell.trim())
  return all.slice(0, all.findLastIndex((cell) => cell !== '') + 1)
}

/** Return a cell for each column; undefined if the line does not tell which are whose. */
function cellsOf({ cells, text }: TextLine, columns: readonly string[]): string[] | undefined {
  if (cells) {
    const isFitting = cells.slice(columns.length).every((cell) => cell === '')
    return isFitting ? columns.map((_, at) => cells[at]?.trim() ?? '') : undefined
  }
  const said = splitCells(text).map((cell) => cell.trim())
  const named = said.map((cell) => columns.findIndex((name) => cell.startsWith(`${name}: `)))
  if (named.every((at) => at >= 0) && new Set(named).size === named.length)
    return columns.map((name, at) => (named.includes(at) ? (said[named.indexOf(at)] ?? '').slice(name.length + 2) : ''))
  return said.length === columns.length ? said : undefined
}

const splitCells = (text: string) =>
  text
    .trim()
    .replace(/^\|\s?|\s?\|$/g, '')
    .split('|')

/** A number of a cell, exactly: `digits` without its point, of which `decimals` stand behind it. */
export interface CellAmount {
  digits: bigint
  decimals: number
  /** Sign of a currency before it, and unit behind it. */
  before: string
  after: string
}

const amount = patternOf()`
    ^(?<before>[₩$€£¥]?)\s*(?<sign>[-−△]?)(?<before2>[₩$€£¥]?)(?<whole>\d{1,3}(?:,\d{3})+|\d+)
    (?:\.(?<part>\d+))?\s*(?<after>%|℃|°C|[a-zA-Z]{1,6}|[가-힣]{1,3})?$`

/** Read the number of a cell; undefined for other text. */
export function amountOf(cell: string): CellAmount | undefined {
  const { before = '', sign, before2 = '', whole = '', part = '', after = '' } = amount.exec(cell.trim())?.groups ?? {}
  if (whole === '') return undefined
  const digits = BigInt(whole.replaceAll(',', '') + part)
  return { digits: sign ? -digits : digits, decimals: part.length, before: before || before2, after }
}

/** Tell whether a cell is left open. */
export const isOpen = (cell: string): boolean => /^(?:[-–—]|n\/?a|없음|미정)?$/i.test(cell.trim())

/** Return an amount with thousands parted, as people write it. */
export function amountText({ digits, decimals, before, after }: CellAmount): string {
  const text = String(digits < 0n ? -digits : digits).padStart(decimals + 1, '0')
  const [whole, part] = [text.slice(0, text.length - decimals), text.slice(text.length - decimals)]
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${digits < 0n ? '-' : ''}${before}${grouped}${decimals > 0 ? `.${part}` : ''}${after}`
}

/** Compare two amounts. */
export function compareAmounts(a: CellAmount, b: CellAmount): number {
  const decimals = Math.max(a.decimals, b.decimals)
  const [left, right] = [scaled(a, decimals), scaled(b, decimals)]
  return left < right ? -1 : Number(left > right)
}

const scaled = (a: CellAmount, decimals: number) => a.digits * 10n ** BigInt(decimals - a.decimals)

/** Add amounts up. */
export function sumAmounts(all: readonly CellAmount[]): CellAmount {
  const decimals = all.reduce((most, one) => Math.max(most, one.decimals), 0)
  const digits = all.reduce((sum, one) => sum + scaled(one, decimals), 0n)
  return { digits, decimals, before: all[0]?.before ?? '', after: all[0]?.after ?? '' }
}

/** Return the mean of amounts, rounded half up to two decimals more than they have, without zeros at its end. */
export function meanAmount(all: readonly CellAmount[]): CellAmount {
  const sum = sumAmounts(all)
  const count = BigInt(all.length)
  let [digits, decimals] = [sum.digits * 100n, sum.decimals + 2]
  const half = digits < 0n ? -count / 2n : count / 2n
  digits = (digits + half) / count
  while (decimals > 0 && digits % 10n === 0n) [digits, decimals] = [digits / 10n, decimals - 1]
  return { ...sum, digits, decimals }
}
