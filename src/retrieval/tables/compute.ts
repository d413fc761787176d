import {
  amountOf,
  type CellAmount,
  compareAmounts,
  type DocumentTable,
  isOpen,
  meanAmount,
  sumAmounts,
  type TableRow,
} from './table.ts'
import type { TableCondition, TableQuery } from './table-question.ts'

/** The result of a query over a table, with the rows that it rests on. */
export interface TableResult {
  query: TableQuery
  /** Sum, mean, or the greatest or least amount. */
  amount?: CellAmount
  /** The rows that answer, or, of a sum, a mean and a count, those that were taken. */
  rows: TableRow[]
  /** Rows whose cell is left open, which were left out. */
  open: number
}

/** Most rows that are listed; of more a person wants the file. */
const mostListed = 20

/** Compute a query; undefined if no row meets its conditions or too many do to be listed. */
export function computeTable(table: DocumentTable, query: TableQuery): TableResult | undefined {
  const meeting = table.rows.filter((row) => query.conditions.every((one) => meets(row, one)))
  const { operation, column } = query
  if (operation === 'count') return { query, rows: meeting, open: 0 }
  if (meeting.length === 0) return undefined
  if (operation === 'rows' || operation === 'value' || column === undefined)
    return meeting.length > mostListed ? undefined : { query, rows: meeting, open: 0 }
  const known = meeting.flatMap((row) => {
    const amount = amountOf(row.cells[column] ?? '')
    return amount && !isOpen(row.cells[column] ?? '') ? [{ row, amount }] : []
  })
  if (known.length === 0) return undefined
  const open = meeting.length - known.length
  const amounts = known.map(({ amount }) => amount)
  if (operation === 'sum' || operation === 'mean') {
    const amount = operation === 'sum' ? sumAmounts(amounts) : meanAmount(amounts)
    return { query, amount, rows: known.map(({ row }) => row), open }
  }
  const isAscending = operation === 'ascending' || operation === 'min'
  const sorted = known.toSorted((a, b) => (isAscending ? 1 : -1) * compareAmounts(a.amount, b.amount))
  if (operation === 'max' || operation === 'min') {
    const [best] = sorted
    if (!best) return undefined
    const rows = known.filter(({ amount }) => compareAmounts(amount, best.amount) === 0).map(({ row }) => row)
    return rows.length > mostListed ? undefined : { query, amount: best.amount, rows, open }
  }
  const listed = sorted.slice(0, query.most ?? sorted.length).map(({ row }) => row)
  return listed.length > mostListed ? undefined : { query, rows: listed, open }
}

function meets({ cells }: TableRow, condition: TableCondition): boolean {
  const cell = cells[condition.column] ?? ''
  if ('is' in condition) return cell === condition.is
  const amount = isOpen(cell) ? undefined : amountOf(cell)
  if (!amount) return false
  const order = compareAmounts(amount, condition.than)
  return { over: order > 0, atLeast: order >= 0, under: order < 0, atMost: order <= 0 }[condition.by]
}
