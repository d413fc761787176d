import { sanitise } from '../../../std/text/sanitise.ts'
import { expandTabs, graphemes, width, wrapCells } from '../../../std/text/text.ts'
import { plainOf, type Role, type StyledSpan, span, wrapSpans } from '../terminal/style.ts'
import { contextLines, type Highlight, uncolouredLine } from './code.ts'
import type { Inline } from './inline-markdown.ts'
import {
  liveParts,
  type Markdown,
  type MarkdownPart,
  type RowBreaks,
  type TextPart,
  withRowsPrinted,
} from './streaming-markdown.ts'
import { tableRows } from './table.ts'

/** Readers that make Markdown readable. Both come late: until there is text to show, nothing of them is loaded. */
export interface Readers {
  inline: Inline
  highlight?: Highlight | undefined
  /** Paragraphs of any script are broken by the terminal, so that what is copied is whole; words may be cut. */
  cutsWords?: boolean | undefined
}

/** A piece of code as printed so far: its last lines, so that the next ones are coloured as their continuation. */
export interface CodeContext {
  lang: string
  lines: readonly string[]
}

/** Rows of finished parts, and what the next code lines need to know. */
export function partRows(
  parts: readonly MarkdownPart[],
  columns: number,
  readers: Readers,
  context: CodeContext,
): [StyledSpan[][], CodeContext] {
  const rows: StyledSpan[][] = []
  let code = context
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as MarkdownPart
    if (part.type !== 'code') {
      rows.push(...simpleRows(part, columns, readers))
      continue
    }
    // Lines of one block are coloured together.
    const block = [part]
    for (let next = parts[index + 1]; next?.type === 'code' && !next.first; next = parts[++index + 1]) block.push(next)
    const before = part.first ? [] : code.lines
    rows.push(...codeRows(block, before, columns, readers.highlight))
    code = { lang: part.lang, lines: [...before, ...block.map(({ text }) => text)].slice(-contextLines) }
  }
  return [rows, code]
}

type CodePart = Extract<MarkdownPart, { type: 'code' }>

function codeRows(
  block: readonly CodePart[],
  before: readonly string[],
  columns: number,
  highlight?: Highlight,
): StyledSpan[][] {
  const [{ lang, indent, first }] = block as [CodePart]
  const lines = block.map(({ text }) => expandTabs(sanitise(text).replaceAll('\n', ' ')))
  const coloured = highlight ? highlight(lang, before, lines) : lines.map(uncolouredLine)
  const margin = span(' '.repeat(Math.min(indent, columns >> 2) + 2))
  const room = Math.max(1, columns - margin.text.length)
  const label = first && lang !== '' ? [[margin, span(sanitise(lang), 'dim')]] : []
  return [
    ...label,
    ...coloured.flatMap((line) => wrapSpans(line, room, wrapCells, false).map((row) => [margin, ...row])),
  ]
}

function simpleRows(part: Exclude<MarkdownPart, { type: 'code' }>, columns: number, readers: Readers): StyledSpan[][] {
  switch (part.type) {
    case 'blank':
      return [[]]
    case 'rule':
      return [[span('─'.repeat(Math.min(columns, 40)), 'dim')]]
    case 'table':
      return tableRows(part.lines.map(sanitise), columns, readers.inline)
    case 'text':
      return textRows(part, columns, readers).rows
    default:
      return part satisfies never
  }
}

function textRows(
  part: TextPart,
  columns: number,
  { inline, cutsWords }: Readers,
): { rows: StyledSpan[][]; bodies: StyledSpan[][]; exact: boolean; breaks: RowBreaks } {
  const indent = ' '.repeat(Math.min(part.indent, columns >> 2))
  const bar = '│ '.repeat(Math.min(part.quotes ?? 0, columns >> 3))
  const first = [span(indent), span(bar + part.marker, 'dim')]
  const later = [span(indent), span(bar + ' '.repeat(part.marker.length), 'dim')]
  const room = Math.max(1, columns - indent.length - bar.length - part.marker.length)
  const extra: Role[] =
    part.kind === 'heading' ? (headings[Math.min(part.level, 3) - 1] as Role[]) : part.quotes ? ['dim'] : []
  const source = expandTabs(sanitise(part.text).replaceAll('\n', ' '))
  const spans = inline(source).map((piece) => ({ ...piece, roles: [...extra, ...piece.roles] }))
  const isPlain = part.kind === 'paragraph' && room === columns
  const breaks = isPlain ? (part.continues ?? (cutsWords ? 'cells' : breaksOf(plainOf(spans), columns))) : 'words'
  const bodies = breaks === 'cells' ? wrapSpans(spans, room, wrapCells, false) : wrapSpans(spans, room)
  const rows =
    breaks === 'cells'
      ? bodies.map((row, index) => (index === 0 && !part.continues ? row : joinedRow(row)))
      : bodies.map((row, index) => [...(index === 0 ? first : later), ...row])
  return { rows, bodies, exact: source === part.text, breaks }
}

/**
 * A line of Hangul, Han or kana may break wherever a row is full, so that the terminal can break it itself and what is
 * copied is whole. What the first row holds decides, so that nothing changes while the rest is written.
 */
function breaksOf(line: string, columns: number): RowBreaks {
  const first = line.slice(0, wrapCells(line, columns)[0]?.to)
  const wide = width(first) - graphemes(first).length
  return wide * 4 >= width(first) ? 'cells' : 'words'
}

/** The row as one that goes on from the row above. */
function joinedRow([first, ...rest]: readonly StyledSpan[]): StyledSpan[] {
  return first ? [{ ...first, joined: true }, ...rest] : []
}

/** The first three levels of a heading; a deeper one looks like the third. */
const headings: readonly Role[][] = [['heading', 'strong', 'link'], ['heading', 'strong'], ['strong']]

/** Live rows of an unfinished line, and its length in units from which rows leave even across an open mark. */
const liveRows = 2
const patience = 1500
/** Signs that may still turn out to begin something. */
const openMarks = /[*_`~[<!$&\\]/

/**
 * The unfinished end of an answer: rows that can no longer change (they leave for good), the state without them, and
 * the rows that are still live.
 */
export function liveTail(
  state: Markdown,
  columns: number,
  readers: Readers,
): { settled: StyledSpan[][]; state: Markdown; rows: StyledSpan[][] } {
  const parts = liveParts(state)
  const last = parts.at(-1)
  // A row of a table cannot leave before the table does.
  if (last?.type !== 'text' || state.table.length > 0 || state.line.trimStart().startsWith('|')) {
    return {
      settled: [],
      state,
      rows: partRows(parts, columns, { ...readers, highlight: undefined }, { lang: '', lines: [] })[0],
    }
  }
  const { rows, bodies, exact, breaks } = textRows(last, columns, readers)
  const cut = last.kind === 'heading' || !exact ? undefined : settledRows(bodies, last.text.length)
  if (!cut) return { settled: [], state, rows }
  return {
    settled: rows.slice(0, cut.rows),
    state: withRowsPrinted(state, last, cut.offset, breaks),
    rows: rows.slice(cut.rows),
  }
}

/** Return how many rows can leave, and where in the source the first row that stays begins. */
function settledRows(bodies: readonly StyledSpan[][], units: number): { rows: number; offset: number } | undefined {
  const open = units > patience ? Number.POSITIVE_INFINITY : firstOpenMark(bodies)
  for (let rows = bodies.length - liveRows; rows > 0; rows--) {
    const offset = bodies[rows]?.[0]?.from
    if (offset !== undefined && offset <= open) return { rows, offset }
  }
  return undefined
}

function firstOpenMark(bodies: readonly StyledSpan[][]): number {
  for (const { from, text } of bodies.flat()) {
    const at = from === undefined ? -1 : text.search(openMarks)
    if (at >= 0) return (from as number) + at
  }
  return Number.POSITIVE_INFINITY
}
