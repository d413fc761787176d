import type { TextLine } from '../ports.ts'

/** A row of a sheet: its number, counted from 1, and its cells as they are shown. */
export interface SheetRow {
  row: number
  cells: string[]
}

const isNumber = (cell: string) => /^[\s\d.,:%₩$€+()/-]+$/.test(cell)

/**
 * Rows as lines. Where the first row with several cells names its columns, each value of the rows below stands behind the name of its
 * column: a row that is found alone still says what it means.
 */
export function rowLines(rows: readonly SheetRow[], page?: number): TextLine[] {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const head = filled.find(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1)
  const names = head?.cells.map((cell) => cell.trim()) ?? []
  const areNames = names.every((name) => name === '' || (!isNumber(name) && name.length <= 60)) && new Set(names).size > 1
  return filled.map((one) => {
    const below = areNames && head !== undefined && one.row > head.row
    const cells = one.cells.flatMap((cell, at) => {
      const text = cell.replace(/\s+/g, ' ').trim()
      if (text === '') return []
      return [below && names[at] ? `${names[at]}: ${text}` : text]
    })
    return { text: cells.join(' | '), line: one.row, ...(page !== undefined && { page }) }
  })
}
