import { josa } from '../../std/korean/grammar/particles.ts'

/** An answer that was computed over a table, with the cells that it rests on. */
export interface TableAnswer {
  operation: 'max' | 'min' | 'sum' | 'mean' | 'count' | 'rows' | 'value' | 'ascending' | 'descending'
  column?: string
  amount?: string
  conditions: { column: string; value: string; by?: 'over' | 'atLeast' | 'under' | 'atMost' }[]
  rows: { line: number; page?: number; cells: { column: string; value: string }[] }[]
  /** Rows of the table. */
  of: number
  /** Rows that were left out because their cell is open. */
  open: number
}

/** The label of a row, and one of its values. */
const pair = ({ cells: [label, value] }: TableAnswer['rows'][number]) =>
  value === undefined ? (label?.value ?? '') : `${label?.value}: ${value.value}`
const whole = ({ cells }: TableAnswer['rows'][number]) =>
  cells.flatMap(({ column, value }) => (value === '' ? [] : [`${column} ${value}`])).join(', ')

const koBounds = { over: '초과', atLeast: '이상', under: '미만', atMost: '이하' }
const enBounds = { over: 'over', atLeast: 'at least', under: 'under', atMost: 'at most' }

/** Cells that a sum or a mean is made of are listed up to so many. */
const mostCited = 8

function koText(answer: TableAnswer): string {
  const { operation, column = '', amount = '', conditions, rows, open } = answer
  const limits = conditions.map((one) => `${one.column} ${one.value}${one.by ? ` ${koBounds[one.by]}` : ''}`).join(', ')
  const among = limits === '' ? '' : `${limits}에서 `
  const left = open > 0 ? ` (빈칸 ${open}줄은 뺐어요)` : ''
  if (operation === 'count') return `${limits === '' ? '표에' : `${limits}에`} ${rows.length}줄 있어요.`
  if (operation === 'sum') return `${among}${column} 합계: ${amount} (${rows.length}줄)${left}${koCited(answer)}`
  if (operation === 'mean') return `${among}${column} 평균: ${amount} (${rows.length}줄)${left}${koCited(answer)}`
  if (operation === 'max') return `${among}${josa(column, '이/가')} 가장 큰 줄: ${rows.map(pair).join(' / ')}${left}`
  if (operation === 'min') return `${among}${josa(column, '이/가')} 가장 작은 줄: ${rows.map(pair).join(' / ')}${left}`
  if (operation === 'value')
    return rows
      .map(pair)
      .map((one) => `${column} — ${one}`)
      .join(' / ')
  if (operation === 'rows') return `${limits}: ${rows.map(whole).join(' / ')}`
  const order = operation === 'descending' ? '큰' : '작은'
  return `${among}${column} ${order} 차례: ${rows.map((row, at) => `${at + 1}. ${pair(row)}`).join(' / ')}${left}`
}

const koCited = ({ rows }: TableAnswer) => (rows.length > mostCited ? '' : ` — ${rows.map(pair).join(' / ')}`)

function enText(answer: TableAnswer): string {
  const { operation, column = '', amount = '', conditions, rows, open } = answer
  const limits = conditions.map((one) => `${one.column} ${one.by ? `${enBounds[one.by]} ` : ''}${one.value}`).join(', ')
  const among = limits === '' ? '' : `With ${limits}: `
  const left = open > 0 ? ` (${open} rows without a value left out)` : ''
  if (operation === 'count') return `${among}${rows.length} ${rows.length === 1 ? 'row' : 'rows'}.`
  if (operation === 'sum') return `${among}sum of ${column}: ${amount} (${rows.length} rows)${left}${koCited(answer)}`
  if (operation === 'mean') return `${among}mean of ${column}: ${amount} (${rows.length} rows)${left}${koCited(answer)}`
  if (operation === 'max') return `${among}greatest ${column}: ${rows.map(pair).join(' / ')}${left}`
  if (operation === 'min') return `${among}least ${column}: ${rows.map(pair).join(' / ')}${left}`
  if (operation === 'value')
    return rows
      .map(pair)
      .map((one) => `${column} — ${one}`)
      .join(' / ')
  if (operation === 'rows') return `${among}${rows.map(whole).join(' / ')}`
  const order = operation === 'descending' ? 'from the greatest' : 'from the least'
  return `${among}${column} ${order}: ${rows.map((row, at) => `${at + 1}. ${pair(row)}`).join(' / ')}${left}`
}

/** Answers that code computed over a table of a document. */
export const tableAnswerMessages = { ko: koText, en: enText }
