import type { Language } from '../../messages/language.ts'
import { calendarMessages } from '../../messages/tools/calendar.ts'
import { moneyMessages } from '../../messages/tools/money.ts'
import { type CivilDate, todayIn } from '../../std/time/calendar.ts'
import type { MoneyEntry } from './money-book.ts'

/** For whom money is told, and the moment that "this year" is seen from. */
export interface MoneyReader {
  language: Language
  zone: string
  now: Date
}

/** The name of a category in a person's language; their own as they call it. */
export const categoryText = (category: string, language: Language): string =>
  Object.hasOwn(moneyMessages[language].categories, category)
    ? (moneyMessages[language].categories[category] as string)
    : category

/** A day as a person says it. */
export function dayText(date: CivilDate, { language, zone, now }: MoneyReader): string {
  const year = date.slice(0, 4) !== todayIn({ now, zone }).slice(0, 4)
  return calendarMessages[language].day({ date, year })
}

/** A line of the book as a person reads it. */
export function entryText(entry: MoneyEntry, reader: MoneyReader): string {
  const say = moneyMessages[reader.language]
  const what = entry.what || entry.place || entry.person || say.nothing
  const won = `${entry.kind === 'income' ? '+' : ''}${say.won(entry.won)}`
  return say.line(dayText(entry.day, reader), what, won, categoryText(entry.category, reader.language))
}

const escapedCell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ')

/** The page of a month: sums by category, then every line, as Markdown. */
export function monthPage(month: string, entries: readonly MoneyEntry[], reader: MoneyReader): string {
  const say = moneyMessages[reader.language]
  const [spent, earned] = (['spent', 'income'] as const).map((kind) =>
    sumOf(entries.filter((one) => one.kind === kind)),
  )
  const shares = sharesOf(entries).map(([category, won]) =>
    say.share(categoryText(category, reader.language), say.won(won)),
  )
  const rows = entries.map(
    (one) =>
      `| ${[one.day, one.what || say.nothing, categoryText(one.category, reader.language), signedWon(one), one.place ?? '', one.person ?? ''].map(escapedCell).join(' | ')} |`,
  )
  return [
    say.month(month),
    '',
    say.left(month, say.won((earned ?? 0) - (spent ?? 0)), say.won(earned ?? 0), say.won(spent ?? 0)),
    '',
    ...shares,
    '',
    `| ${say.heads.join(' | ')} |`,
    `|${say.heads.map(() => '---').join('|')}|`,
    ...rows,
    '',
  ].join('\n')
}

/** Lines as CSV (RFC 4180), amounts as plain numbers, what was spent with a minus. */
export function moneyCsv(entries: readonly MoneyEntry[], language: Language): string {
  const csvCell = (text: string) => {
    // A cell that a spreadsheet would take for a formula is kept as text.
    const plain = /^[=+@\t\r-]/.test(text) ? `'${text}` : text
    return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
  }
  const rows = entries.map((one) => [
    ...[one.day, csvCell(one.what), csvCell(categoryText(one.category, language)), signedWon(one)],
    ...[csvCell(one.place ?? ''), csvCell(one.person ?? '')],
  ])
  return [moneyMessages[language].heads, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

const signedWon = ({ kind, won }: MoneyEntry) => String(kind === 'income' ? won : -won)

/** The sum, exact to the won: every amount is whole and far below what a number holds exactly. */
export const sumOf = (entries: readonly Pick<MoneyEntry, 'won'>[]): number =>
  entries.reduce((sum, { won }) => sum + won, 0)

/** Sums of what was spent by category, the largest first. */
export function sharesOf(entries: readonly MoneyEntry[]): [category: string, won: number][] {
  const groups = Map.groupBy(
    entries.filter(({ kind }) => kind === 'spent'),
    ({ category }) => category,
  )
  return [...groups].map(([category, some]): [string, number] => [category, sumOf(some)]).sort((a, b) => b[1] - a[1])
}
