import { wrapCells } from '../../../std/text/text.ts'
import { plainOf, type StyledSpan } from './style.ts'
import type { Terminal } from './terminal.ts'

/**
 * Return how many rows each of these takes in a terminal that got narrower and breaks rows: all of them, or all but the
 * cursor's.
 */
export function heightsOf(
  rows: readonly (readonly StyledSpan[])[],
  cursorRow: number,
  columns: number,
  reflow: NonNullable<Terminal['reflow']>,
): number[] {
  return rows.map((row, at) => (at === cursorRow && reflow === 'others' ? 1 : wrapCells(plainOf(row), columns).length))
}
