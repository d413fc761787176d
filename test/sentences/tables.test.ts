import { expect, test } from 'vitest'
import { type Judged, judgeTable, type TableName, type Tables } from './judge.ts'

/** The part of each table that is to be read right; wrong is none. What was asked about costs a turn. */
const floors: Record<TableName, Partial<Record<Tables, number>>> = {
  amounts: { first: 0.95, second: 0.95, third: 0.92, fourth: 0.88, fifth: 0.83, sixth: 0.8, seventh: 0.9 },
  answers: { first: 0.98, second: 0.96, third: 0.95, fourth: 0.92, fifth: 0.85, sixth: 0.88, seventh: 0.95 },
  days: { first: 0.95, second: 0.94, third: 0.92, fourth: 0.9, fifth: 0.95, sixth: 0.92 },
  dialogues: { first: 0.95, second: 0.95, third: 0.85, fourth: 0.92 },
  recall: { first: 0.92, second: 0.8, fourth: 0.88, fifth: 0.85, sixth: 0.95 },
  reminders: { first: 0.88, second: 0.95, third: 0.92, fourth: 0.95, fifth: 0.9, sixth: 0.9 },
}
const rows = Object.entries(floors).flatMap(([name, both]) =>
  Object.entries(both).map(([tables, floor]): [Tables, TableName, number] => [
    tables as Tables,
    name as TableName,
    floor,
  ]),
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
