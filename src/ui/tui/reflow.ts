import { wrapCells } from '../../std/text.ts'
import type { Terminal } from './host.ts'
import { plainOf, type Span } from './style.ts'

/**
 * A terminal that got narrower has broken the rows of the live part. What takes all of them off the screen and brings the cursor
 * back to where it stood among as many empty rows, as if they had never been broken: Ink erases so many rows as it wrote.
 */
export function unbroken(
  rows: readonly (readonly Span[])[],
  caret: { x: number; y: number },
  columns: number,
  reflow: NonNullable<Terminal['reflow']>,
): string {
  const heights = rows.map((row, at) => (at === caret.y && reflow === 'others' ? 1 : wrapCells(plainOf(row), columns).length))
  const sum = (of: readonly number[]): number => of.reduce((total, height) => total + height, 0)
  const above = sum(heights.slice(0, caret.y)) + (reflow === 'all' ? Math.floor(caret.x / columns) : 0)
  // Row by row, and the one below: erasing to the end of the screen at once would send it all to the scrollback of some.
  const erased = Array(sum(heights) + 1)
    .fill('\x1b[2K')
    .join('\n')
  return `\r${up(above)}${erased}${up(sum(heights) - caret.y)}`
}

/** CUU (ECMA-48); zero would be taken for one. */
function up(rows: number): string {
  return rows > 0 ? `\x1b[${rows}A` : ''
}
