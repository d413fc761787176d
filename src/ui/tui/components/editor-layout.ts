import { showHidden } from '../../../std/text/sanitise.ts'
import { graphemes, width } from '../../../std/text/text.ts'

/** Text being written. */
export interface Draft {
  text: string
  /** Caret, in UTF-16 units. */
  at: number
  pastes: readonly string[]
}

/** One row of the editor as it stands on the screen. */
export interface EditorRow {
  /** Text as shown: controls made visible, pastes as labels. */
  text: string
  /** Begin and end in the editor's text, in UTF-16 units. */
  from: number
  to: number
  /** Stops of the caret: offset and column, left to right, the end of the row included. */
  stops: { at: number; column: number }[]
}

/** Label of a paste, by its number (from 1) and content. */
export type PasteLabel = (number: number, content: string) => string
const plainLabel: PasteLabel = (number) => `[#${number}]`

/** The label of a picture, as it stands in a message (`[그림 1]`). */
export const pictureLabel = /\[(?:그림|Picture) \d{1,4}\]/gu
const isPicture = (content: string): boolean => content.length < 20 && content.replace(pictureLabel, '') === ''

/** The editor's text in rows of at most `columns`; one column more is needed for a caret behind a full row. */
export function layoutRows(state: Draft, columns: number, label: PasteLabel = plainLabel): EditorRow[] {
  const rows: EditorRow[] = []
  let from = 0
  for (const line of state.text.split('\n')) {
    rows.push(...lineRows(line, from, columns, (mark) => showGrapheme(state, mark, columns, label)))
    from += line.length + 1
  }
  return rows
}

function lineRows(line: string, start: number, columns: number, show: (grapheme: string) => string): EditorRow[] {
  const rows: EditorRow[] = []
  let at = start
  let column = 0
  let row: EditorRow = { text: '', from: at, to: at, stops: [{ at, column }] }
  for (const grapheme of graphemes(line)) {
    const text = show(grapheme)
    const size = width(text)
    if (column + size > columns && row.to > row.from) {
      rows.push(row)
      column = 0
      row = { text: '', from: at, to: at, stops: [{ at, column }] }
    }
    at += grapheme.length
    column += size
    row.text += text
    row.to = at
    row.stops.push({ at, column })
  }
  rows.push(row)
  return rows
}

function showGrapheme(state: Draft, grapheme: string, columns: number, label: PasteLabel): string {
  const code = grapheme.codePointAt(0) as number
  if (code >= 0xf0000 && code <= 0xffffd) {
    const content = state.pastes[code - 0xf0000] ?? ''
    const number = state.pastes.slice(0, code - 0xf0000).filter((one) => !isPicture(one)).length + 1
    const text = isPicture(content) ? content : label(number, content)
    return width(text) > columns ? '[…]' : text
  }
  if (grapheme === '\t') return '    '
  // Joiners and marks inside a grapheme belong to it; alone they must be seen.
  return width(grapheme) > 0 ? grapheme : showHidden(grapheme)
}

/** Row and column of the caret. At a soft row border it stands at the start of the next row. */
export function caretAt(rows: readonly EditorRow[], at: number): { row: number; column: number } {
  const index = rows.findLastIndex((row) => row.from <= at)
  const row = rows[index]
  return { row: Math.max(0, index), column: row?.stops.findLast((stop) => stop.at <= at)?.column ?? 0 }
}

/** At most `most` of those rows, the caret's among them: how many stand above them, and where the caret is. */
export function rowsAroundCaret(
  state: Draft,
  columns: number,
  most: number,
  label?: PasteLabel,
): { rows: EditorRow[]; above: number; caret: { x: number; y: number } } {
  const rows = layoutRows(state, columns, label)
  const caret = caretAt(rows, state.at)
  const above = Math.max(0, Math.min(caret.row - most + 1, rows.length - most))
  return { rows: rows.slice(above, above + most), above, caret: { x: caret.column, y: caret.row - above } }
}
