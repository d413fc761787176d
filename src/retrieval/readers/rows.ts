import type { TextLine } from '../ports.ts'

/**
 * A row of a sheet: its number, counted from 1, and its cells as they are shown; empty ones may be left out of the
 * list.
 */
export interface SheetRow {
  row: number
  cells: string[]
}

/** Return the line of a table's row; its cells, too, if some are open. */
export function cellLine(cells: readonly string[]): Pick<TextLine, 'text' | 'cells'> {
  const filled = cells.filter((cell) => cell !== '')
  return { text: filled.join(' | '), ...(filled.length < cells.length && filled.length > 0 && { cells: [...cells] }) }
}

const isNumber = (cell: string) => /^[\s\d.,:%₩$€+()/-]+$/.test(cell)

/** Count the cells that have words. A cell far to the right costs no more than one beside the first. */
const wordsIn = (cells: string[]) => Object.values(cells).filter((cell) => cell.trim() !== '').length

/**
 * Rows as lines. Where the first row with several cells names its columns, each value of the rows below stands behind
 * the name of its column: a row that is found alone still says what it means.
 */
export function rowLines(rows: readonly SheetRow[], page?: number): TextLine[] {
  const filled = rows.filter(({ cells }) => wordsIn(cells) > 0)
  const head = filled.find(({ cells }) => wordsIn(cells) > 1)
  const names = head?.cells.map((cell) => cell.trim()) ?? []
  const areNames =
    names.every((name) => name === '' || (!isNumber(name) && name.length <= 60)) && new Set(names).size > 1
  return filled.map((one) => {
    const below = areNames && head !== undefined && one.row > head.row
    const cells = Object.entries(one.cells).flatMap(([at, cell]) => {
      const text = cell.replace(/\s+/g, ' ').trim()
      if (text === '') return []
      const name = below && names[Number(at)]
      return [name ? `${name}: ${text}` : text]
    })
    return { text: cells.join(' | '), line: one.row, ...(page !== undefined && { page }) }
  })
}
