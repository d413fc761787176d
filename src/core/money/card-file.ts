import { createHash } from 'node:crypto'
import type { MoneyItem } from '../../protocol/index.ts'
import { civilDate } from '../../std/time/calendar.ts'

/** The columns of a card's file, by their numbers. */
export interface CardColumns {
  day: number
  won: number
  what: number
}

/** A card's file: its heads, and the rows below them. */
export interface CardFile {
  heads: readonly string[]
  rows: readonly (readonly string[])[]
  /** By which a file of the same card is known again. */
  form: string
}

/** Words in heads by which a column is guessed, the surest first. */
const known: Record<keyof CardColumns, readonly RegExp[]> = {
  day: [/이용\s?일|거래\s?일|승인\s?일|사용\s?일|거래\s?일시|날짜|일자|^date|transaction date|posted/i],
  won: [
    /이용\s?금액|승인\s?금액|결제\s?금액|출금|찾으신|사용\s?금액|debit|money out|paid out/i,
    /금액|amount|won|krw/i,
  ],
  what: [/가맹점|상호|사용처|이용하신\s?곳|merchant|payee/i, /내용|적요|description|details/i],
}

/** Columns of the same words that hold no payment of won: foreign money, what was cancelled, numbers of shops. */
const beside = /해외|외화|현지|[$€£¥]|usd|취소|할인|수수료|번호|post(?:ed|ing)? date/i
/** Columns that say what became of a row, and what came back. */
const more = {
  state: /취소\s?(?:여부|상태|구분)|(?:승인|매출|이용|거래|매입)\s?(?:구분|상태)|^상태$|^구분$|^(?:type|status)$/i,
  returned: /취소\s?금액/,
  back: /입금|맡기신|credit|money in|paid in/i,
  number: /승인\s?번호|approval|reference/i,
  balance: /거래\s?후\s?잔액|^잔액|^(?:running )?balance/i,
}

/** Read a table with commas, semicolons or tabs (RFC 4180). Undefined where no row has three cells. */
export function readCardFile(text: string): CardFile | undefined {
  const separator = [',', ';', '\t'].toSorted((a, b) => text.split(b).length - text.split(a).length)[0] as string
  return cardFileOf(cellsOf(text.replace(/^\uFEFF/, ''), separator))
}

/** Lines of a sheet or page: each cell may stand behind its head. A row that lost cells is none. */
export function readCardLines(lines: readonly { text: string; cells?: readonly string[] }[]): CardFile | undefined {
  const rows = lines.map(({ text, cells }) => [...(cells ?? text.split(' | '))])
  const heads = rows.find(isHead) ?? rows.find((row) => row.length >= 3)
  const placed = rows.map((row) => {
    if (!heads || row.length < 3 || row === heads) return row
    const named = heads.map((head) => row.find((cell) => cell.startsWith(`${head}: `))?.slice(head.length + 2) ?? '')
    if (named.filter((cell) => cell !== '').length === row.length) return named
    return row.length === heads.length ? row : row.map(() => '-')
  })
  return cardFileOf(placed)
}

const isHead = (row: readonly string[]) =>
  row.length >= 3 && Object.values(known).every((some) => row.some((cell) => some.some((one) => one.test(cell))))

function cardFileOf(all: readonly (readonly string[])[]): CardFile | undefined {
  const rows = all.filter((row) => row.some((cell) => cell !== ''))
  // Banks put a title and the name of the card above the heads.
  const at = rows.findIndex(isHead)
  const first = at >= 0 ? at : rows.findIndex((row) => row.filter((cell) => cell !== '').length >= 3)
  const heads = rows[first]
  if (!heads) return undefined
  const form = createHash('sha256').update(heads.join('\u0000')).digest('hex').slice(0, 16)
  return { heads, rows: rows.slice(first + 1), form }
}

function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  const cell = new RegExp(
    `("(?:[^"]|"")*"|[^"\\r\\n${separator}][^\\r\\n${separator}]*|)(${separator}|\\r\\n|\\n|\\r|$)`,
    'gy',
  )
  for (const [, value = '', end = ''] of text.matchAll(cell)) {
    rows.at(-1)?.push((value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value).trim())
    if (end === '') break
    if (end !== separator) rows.push([])
  }
  return rows
}

/** The columns that heads speak of; those that nobody can tell are left out. */
export function guessColumns({ heads }: CardFile): Partial<CardColumns> {
  const find = (name: keyof CardColumns) => {
    for (const shape of known[name]) {
      const at = heads.findIndex((head) => shape.test(head) && !beside.test(head))
      if (at >= 0) return { [name]: at }
    }
    return {}
  }
  return { ...find('day'), ...find('won'), ...find('what') }
}

/** The columns that somebody names by their heads or numbers: "1,3,4" or "이용일,이용금액,가맹점" (day, won, what). */
export function columnsNamed({ heads }: CardFile, said: string): CardColumns | undefined {
  const numbers = said.split(/\s*,\s*/).map((one) => (/^\d+$/.test(one) ? Number(one) - 1 : heads.indexOf(one)))
  const [day = -1, won = -1, what = -1] = numbers
  return numbers.length === 3 && numbers.every((at) => at >= 0 && at < heads.length) ? { day, won, what } : undefined
}

/** A payment of a card, with the key by which it is booked once. */
export type CardItem = MoneyItem & { key: string }

/** A row that was read: `won` is below nothing for money that came back. */
interface CardRow {
  day: string
  won: number
  what: string
  /** The number of its approval, where the file has one: a cancel has the same. */
  number: string
  state: 'paid' | 'cancelled' | 'refused'
}

/**
 * The payments of a file, the rows that are none (sums, titles, foreign money) by their numbers, and how many payments
 * were cancelled in it, with or without a row that says so again.
 */
export function cardItems(
  file: CardFile,
  columns: CardColumns,
): { items: CardItem[]; unread: number[]; cancelled: number } {
  const { rows, unread } = readRows(file, columns)
  const gone = cancelledIn(rows)
  const seen = new Map<string, number>()
  const items = rows.flatMap((row): CardItem[] => {
    if (gone.has(row)) return []
    const { day, won, what } = row
    const same = `${file.form} ${day} ${won} ${what}`
    const count = (seen.get(same) ?? 0) + 1
    seen.set(same, count)
    return [{ won: Math.abs(won), kind: won < 0 ? 'income' : 'spent', what, day, key: `card ${same} ${count}` }]
  })
  return { items, unread, cancelled: gone.size }
}

function readRows({ heads, rows }: CardFile, columns: CardColumns): { rows: CardRow[]; unread: number[] } {
  const columnOf = (shape: RegExp) => heads.findIndex((head, at) => shape.test(head) && at !== columns.won)
  const [returned, back, number] = [more.returned, more.back, more.number].map(columnOf) as [number, number, number]
  const states = heads.flatMap((head, at) => (more.state.test(head) ? [at] : []))
  const read = dayReader(rows.map((row) => row[columns.day] ?? ''))
  const unread: number[] = []
  const found: CardRow[] = []
  for (const [at, row] of rows.entries()) {
    const day = read(row[columns.day] ?? '')
    const came = wonIn(row[back] ?? '')
    const out = wonIn(row[columns.won] ?? '')
    const won = came ? -Math.abs(came) : out === undefined ? undefined : out - Math.abs(wonIn(row[returned] ?? '') ?? 0)
    const what = (row[columns.what] ?? '').replace(/\s+/g, ' ').slice(0, 200)
    const state = stateOf(states.map((one) => [heads[one] ?? '', row[one] ?? '']))
    if (day === undefined || won === undefined || what === '' || !(out || came)) unread.push(at + 1)
    else found.push({ day, won, what, number: row[number] ?? '', state })
  }
  // An account writes what was paid as less; so do cards of which most rows are below nothing.
  const less = found.filter(({ won }) => won < 0).length
  const isAccount = columnOf(more.balance) >= 0 ? less > 0 : less * 2 > found.length
  const turned = back < 0 && isAccount ? found.map((row) => ({ ...row, won: -row.won })) : found
  return { rows: turned, unread }
}

function stateOf(cells: readonly (readonly [head: string, cell: string])[]): CardRow['state'] {
  if (cells.some(([, cell]) => /거절|실패|declined|failed/i.test(cell))) return 'refused'
  const isCancelled = cells.some(
    ([head, cell]) => /취소|환불|cancel|refund|revers/i.test(cell) || (/취소/.test(head) && /^(?:y|예|o)$/i.test(cell)),
  )
  return isCancelled ? 'cancelled' : 'paid'
}

/** The rows that come to nothing: refused, paid to the full back, or cancelled without or with a row for it. */
function cancelledIn(rows: readonly CardRow[]): Set<CardRow> {
  const gone = new Set(rows.filter(({ won, state }) => won === 0 || state === 'refused'))
  const partner = (row: CardRow, state: CardRow['state']) =>
    rows.find(
      (one) =>
        one !== row &&
        one.what === row.what &&
        one.number === row.number &&
        one.won === Math.abs(row.won) &&
        one.state === state &&
        !gone.has(one),
    )
  for (const row of rows.filter(({ state, won }) => state === 'cancelled' && won < 0)) {
    const twice = partner(row, 'paid') ? undefined : partner(row, 'cancelled')
    if (twice) gone.add(row).add(twice)
  }
  for (const row of rows.filter(({ state, won }) => state === 'cancelled' && won > 0)) {
    if (gone.has(row)) continue
    gone.add(row)
    const paid = partner(row, 'paid')
    if (paid) gone.add(paid)
  }
  return gone
}

const months = 'jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec'.split(',')

/**
 * Make a reader of days: "2026-05-11", "2026.05.11 12:33", "20260511", "26/05/11", "11 May 2026". Which of "05/11/2026"
 * is the month is told by the other rows; where none tells, none is read.
 */
function dayReader(cells: readonly string[]): (cell: string) => string | undefined {
  const last = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4})(?!\d)/
  const [first, second] = [1, 2].map((at) => cells.some((cell) => Number(last.exec(cell)?.[at]) > 12))
  return (cell) => {
    const [, one, two, behind] = last.exec(cell) ?? []
    if (behind && first !== second)
      return civilDate(Number(behind), Number(first ? two : one), Number(first ? one : two))
    if (behind) return undefined
    const [, dayFirst, name, nameFirst, daySecond, named] =
      /^(?:(\d{1,2})[-\s]([a-z]{3})[a-z]*|([a-z]{3})[a-z]*\s(\d{1,2}))[-,\s]+(\d{4})/i.exec(cell) ?? []
    const month = months.indexOf((name ?? nameFirst ?? '').toLowerCase()) + 1
    if (month > 0) return civilDate(Number(named), month, Number(dayFirst ?? daySecond))
    const [, year = '', number, day] =
      /^(\d{4}|\d{2})[-./년]?\s?(\d{1,2})[-./월]?\s?(\d{1,2})(?:일)?(?!\d)/.exec(cell) ?? []
    const full = Number(year.length === 2 ? `20${year}` : year)
    return year === '' ? undefined : civilDate(full, Number(number), Number(day))
  }
}

/** "4,500", "4,500원", "-4,500", "(4,500)", "KRW 4,500": whole won. */
function wonIn(cell: string): number | undefined {
  const [, open, minus, digits = ''] =
    /^(\()?([-−+])?(?:₩|krw)?\s?([-−]?(?:\d{1,3}(?:,\d{3})+|\d+))(?:\.0+)?\s?(?:원|krw)?\)?$/i.exec(cell.trim()) ?? []
  if (digits === '') return undefined
  const won = Number(digits.replaceAll(',', '').replace('−', '-'))
  return Number.isSafeInteger(won) ? won * (open || (minus && minus !== '+') ? -1 : 1) : undefined
}
