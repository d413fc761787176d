import { width } from '../../../std/text/text.ts'

/** A chat on a phone shows about this many cells of fixed width in a row; wider tables are read as lists. */
const mostCells = 42

const rule = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** Return true if a table begins at this line: a row of cells over a rule. */
export function isTable(line: string, next: string | undefined): boolean {
  return line.includes('|') && next?.includes('|') === true && rule.test(next)
}

/**
 * The lines of a Markdown table as text of fixed width; as `name: value` lines where it would be wider than a phone.
 */
export function tableText(lines: readonly string[]): { text: string; isFixed: boolean } {
  const [head = [], ...rows] = lines.filter((_, at) => at !== 1).map(cellsOf)
  const all = [head, ...rows]
  const widths = head.map((_, at) => Math.max(...all.map((row) => width(row[at] ?? ''))))
  const isFixed = widths.reduce((sum, one) => sum + one + 2, -2) <= mostCells
  const padRow = ([...row]: string[]) =>
    head
      .map((_, at) => (row[at] ?? '') + ' '.repeat((widths[at] ?? 0) - width(row[at] ?? '')))
      .join('  ')
      .trimEnd()
  const line = widths.map((one) => '─'.repeat(one)).join('──')
  if (isFixed) return { text: [padRow(head), line, ...rows.map(padRow)].join('\n'), isFixed }
  return {
    text: rows.map((row) => row.map((cell, at) => `${head[at] ? `${head[at]}: ` : ''}${cell}`).join('\n')).join('\n\n'),
    isFixed,
  }
}

/**
 * The cells of a row; a bar behind a backslash is part of one, and the marks of inline Markdown mean nothing in fixed
 * width.
 */
function cellsOf(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) =>
    cell
      .replaceAll('\\|', '|')
      .replace(/\*\*|__|`/g, '')
      .trim(),
  )
}
