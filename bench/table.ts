import { keeps, type Result, timesFloor } from './row.ts'

const number = (value: number, unit: Result['unit']) =>
  unit === 'bytes' || unit === 'times' ? value.toFixed(0) : value.toFixed(1)

function cells(result: Result): string[] {
  const { row, unit, value, floor, limit } = result
  return [
    row,
    `${number(value, unit)} ${unit}`,
    floor ? number(floor.value, unit) : '',
    timesFloor(result)?.toFixed(2) ?? '',
    'most' in limit ? `${limit.most} ${unit}` : 'least' in limit ? `≥ ${limit.least} ${unit}` : `${limit.times} ×`,
    keeps(result) ? 'yes' : 'NO',
    floor?.what ?? '',
  ]
}

/** A Markdown table that lines up in a terminal as well. */
export function table(results: readonly Result[]): string {
  const lines = [['', 'here', 'floor', '×', 'limit', 'kept', 'the floor is'], ...results.map(cells)]
  const widths = (lines[0] ?? []).map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)))
  const text = lines.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [text[0], rule, ...text.slice(1)].join('\n')
}
