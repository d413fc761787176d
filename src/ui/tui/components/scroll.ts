import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import { truncate } from '../../../std/text/text.ts'
import { type StyledSpan, span } from '../terminal/style.ts'

/**
 * Of a long text, as it was drawn last: how many rows are seen at once, so that PgUp and PgDn leave none out, and its
 * last beginning.
 */
export interface ScrollReach {
  page: number
  most: number
}
export const unscrollable: ScrollReach = { page: 1, most: 0 }

/** The row that a long text is shown from, a page up or down. */
export function scrollBy(
  { scroll, reach: { page, most } }: { scroll: number; reach: ScrollReach },
  by: 1 | -1,
): number {
  return Math.max(0, Math.min(most, scroll + by * page))
}

/** The rows of a panel, the row and column of its caret, and how far its text can be scrolled. */
export interface PanelRows {
  rows: StyledSpan[][]
  caret: { x: number; y: number }
  reach: ScrollReach
}

/** Return how far a text of so many rows goes in so much room, of which its place takes one row. */
export function reachOf(rows: number, room: number): ScrollReach {
  const page = Math.max(1, room - 1)
  return { page, most: rows <= room ? 0 : Math.max(0, rows - page) }
}

/** As much of a long text as there is room for, from a row on, and how much there is. */
export function scrolledRows(
  body: StyledSpan[][],
  from: number,
  room: number,
  columns: number,
  words: TuiMessages,
): StyledSpan[][] {
  if (body.length <= room) return body
  const view = Math.max(1, room - 1)
  const start = Math.min(from, body.length - view)
  const shown = body.slice(start, start + view)
  return [...shown, [span(truncate(words.ask.scroll(start + 1, start + shown.length, body.length), columns), 'warn')]]
}
