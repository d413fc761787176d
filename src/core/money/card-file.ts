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
  day: [/이용\s?일|거래\s?일|승인\s?일|사용\s?일|날짜|일자|^date|transaction date|posted/i],
  won: [/이용\s?금액|승인\s?금액|결제\s?금액|출금|사용\s?금액/i, /금액|amount|won|krw/i],
  what: [/가맹점|상호|사용처|merchant|payee/i, /내용|적요|description|details/i],
}

/** Read a table with commas, semicolons or tabs (RFC 4180). Undefined where no row has three cells. */
export function readCardFile(text: string): CardFile | undefined {
  const separator = [',', ';', '\t'].toSorted((a, b) => text.split(b).length - text.split(a).length)[0] as string
  const rows = cellsOf(text.replace(/^\uFEFF/, ''), separator).filter((row) => row.some((cell) => cell !== ''))
  // Banks put a title and the name of the card above the heads.
  const at = rows.findIndex(
    (row) =>
      row.length >= 3 && Object.values(known).every((some) => row.some((cell) => some.some((one) => one.test(cell)))),
  )
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
      const at = heads.findIndex((head) => shape.test(head))
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

/** The payments of a file, and the rows that are none (sums, titles, foreign money) by their numbers. */
export function cardItems({ rows, form }: CardFile, columns: CardColumns): { items: CardItem[]; unread: number[] } {
  const items: CardItem[] = []
  const unread: number[] = []
  const seen = new Map<string, number>()
  for (const [at, row] of rows.entries()) {
    const [day, won] = [dayIn(row[columns.day] ?? ''), wonIn(row[columns.won] ?? '')]
    const what = (row[columns.what] ?? '').replace(/\s+/g, ' ').slice(0, 200)
    if (day === undefined || won === undefined || won === 0 || what === '') {
      unread.push(at + 1)
      continue
    }
    const same = `${form} ${day} ${won} ${what}`
    const count = (seen.get(same) ?? 0) + 1
    seen.set(same, count)
    items.push({ won: Math.abs(won), kind: won < 0 ? 'income' : 'spent', what, day, key: `card ${same} ${count}` })
  }
  return { items, unread }
}

/** "2026-05-11", "2026.05.11 12:33", "20260511", "26/05/11". */
function dayIn(cell: string): string | undefined {
  const [, year = '', month, day] =
    /^(\d{4}|\d{2})[-./년]?\s?(\d{1,2})[-./월]?\s?(\d{1,2})(?:일)?(?!\d)/.exec(cell) ?? []
  return year === '' ? undefined : civilDate(Number(year.length === 2 ? `20${year}` : year), Number(month), Number(day))
}

/** "4,500", "4,500원", "-4,500", "(4,500)": whole won. */
function wonIn(cell: string): number | undefined {
  const [, open, minus, digits = ''] =
    /^(\()?([-−])?₩?\s?(\d{1,3}(?:,\d{3})+|\d+)(?:\.0+)?\s?원?\)?$/.exec(cell.trim()) ?? []
  if (digits === '') return undefined
  const won = Number(digits.replaceAll(',', ''))
  return Number.isSafeInteger(won) ? won * (open || minus ? -1 : 1) : undefined
}
