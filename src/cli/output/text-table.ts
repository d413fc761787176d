import { sanitiseLine } from '../../std/text/sanitise.ts'
import { pad, width } from '../../std/text/text.ts'

type Cell = string | number

/**
 * Rows under their heads, columns two blanks apart and as wide as they need; numbers and what stands over them to the
 * right.
 */
export function textTable(
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
  show: (value: number) => string = String,
): string {
  const cells = [heads, ...rows].map((row) =>
    row.map((cell) => (typeof cell === 'number' ? show(cell) : sanitiseLine(cell))),
  )
  const widths = heads.map((_, at) => Math.max(...cells.map((row) => width(row[at] ?? ''))))
  const right = heads.map((_, at) => rows.length > 0 && rows.every((row) => typeof row[at] === 'number'))
  return cells
    .map((row) =>
      row
        .map((cell, at) => pad(cell, widths[at] ?? 0, right[at] ? 'right' : 'left'))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
