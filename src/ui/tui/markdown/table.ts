import { width } from '../../../std/text/text.ts'
import { plainOf, type StyledSpan, span, wrapSpans } from '../terminal/style.ts'
import type { Inline } from './inline-markdown.ts'

type Align = 'left' | 'right' | 'center'

/** Between two columns. */
const gap = ' │ '
/** Narrower than this a column cannot be read: then each row becomes a list of its cells. */
const narrowest = 6

/** Source lines of a Markdown table → rows of spans that fit `columns`. */
export function tableRows(lines: readonly string[], columns: number, inline: Inline): StyledSpan[][] {
  const [head = [], ...body] = [lines[0] ?? '', ...lines.slice(2)].map((line) => cellsOf(line))
  const aligns = cellsOf(lines[1] ?? '').map(alignOf)
  const grid = [head, ...body].map((cells) => head.map((_, index) => inline(cells[index] ?? '')))
  const sizes = shareColumns(
    head.map((_, index) => grid.reduce((most, row) => Math.max(most, width(plainOf(row[index] ?? []))), 1)),
    columns,
  )
  if (!sizes) return listRows(grid, columns)
  const rows = grid.map((row, index) => tableRow(row, sizes, aligns, index === 0))
  const line = span(sizes.map((size) => '─'.repeat(size)).join('─┼─'), 'dim')
  return [...(rows[0] ?? []), [line], ...rows.slice(1).flat()]
}

/** Cells of one source line: pipes divide, unless escaped or inside code. */
export function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  const cells = inner.match(/(?:\\.|`[^`]*`|[^|\\]|\\$)*(?:\||$)/g) ?? []
  const last = inner.endsWith('|') ? cells.length : cells.length - 1
  return cells.slice(0, Math.max(1, last)).map((cell) => cell.replace(/\|$/, '').replaceAll('\\|', '|').trim())
}

function alignOf(cell: string): Align {
  return cell.endsWith(':') ? (cell.startsWith(':') ? 'center' : 'right') : 'left'
}

/** Takes columns from the widest until all fit; undefined when that leaves one that is too narrow. */
function shareColumns(natural: readonly number[], columns: number): number[] | undefined {
  const room = columns - gap.length * (natural.length - 1)
  let sizes = [...natural]
  let over = sizes.reduce((sum, size) => sum + size, 0) - room
  while (over > 0) {
    const widest = Math.max(...sizes)
    if (widest <= narrowest) return undefined
    const next = Math.max(narrowest, ...sizes.filter((size) => size < widest))
    const many = sizes.filter((size) => size === widest).length
    const step = Math.max(1, Math.min(widest - next, Math.ceil(over / many)))
    sizes = sizes.map((size) => (size === widest ? size - step : size))
    over -= step * many
  }
  return sizes
}

function tableRow(
  cells: readonly StyledSpan[][],
  sizes: readonly number[],
  aligns: readonly Align[],
  head: boolean,
): StyledSpan[][] {
  const blocks = cells.map((cell, index) => wrapSpans(head ? cell.map(strongCell) : cell, sizes[index] ?? 1))
  const height = Math.max(1, ...blocks.map((block) => block.length))
  return Array.from({ length: height }, (_, row) =>
    blocks.flatMap((block, index) => {
      const cell = fillCell(block[row] ?? [], sizes[index] ?? 1, aligns[index] ?? 'left')
      return index === 0 ? cell : [span(gap, 'dim'), ...cell]
    }),
  )
}

function strongCell(cell: StyledSpan): StyledSpan {
  return { ...cell, roles: [...cell.roles, 'strong'] }
}

function fillCell(cell: StyledSpan[], columns: number, align: Align): StyledSpan[] {
  const free = Math.max(0, columns - width(plainOf(cell)))
  const before = align === 'right' ? free : align === 'center' ? free >> 1 : 0
  return [span(' '.repeat(before)), ...cell, span(' '.repeat(free - before))]
}

function listRows(grid: readonly StyledSpan[][][], columns: number): StyledSpan[][] {
  const [head = [], ...body] = grid
  return body.flatMap((row, at) => [
    ...(at > 0 ? [[]] : []),
    ...row.flatMap((cell, index) =>
      wrapSpans([...(head[index] ?? []).map(strongCell), span(': ', 'dim'), ...cell], columns),
    ),
  ])
}
