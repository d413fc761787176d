import { expect, test } from 'vitest'
import { type Judged, judgeTable, type TableName, type Tables } from './judge.ts'

/** The part of each table that is to be read right; wrong is none. What was asked about costs a turn. */
const floors: Record<TableName, number> = {
  amounts: 0.95,
  answers: 0.96,
  days: 0.94,
  dialogues: 0.95,
  recall: 0.8,
  reminders: 0.88,
}
const rows = Object.entries(floors).flatMap(([name, floor]) =>
  (['first', 'second'] as const).map((tables): [Tables, TableName, number] => [tables, name as TableName, floor]),
)

test.each(rows)('%s table of %s: no row is read as something else', async (tables, name, floor) => {
  const all = await judgeTable(name, tables)
  const wrong = all.filter(({ verdict }) => verdict === 'wrong').map(shown)
  expect(wrong).toEqual([])
  const right = all.filter(({ verdict }) => verdict === 'right').length / all.length
  const asked = all.filter(({ verdict }) => verdict === 'asked').map(shown)
  expect(right, asked.join('\n')).toBeGreaterThanOrEqual(floor)
})

const shown = ({ text, wanted, got }: Judged) => `${text} → ${wanted}, not ${got}`
