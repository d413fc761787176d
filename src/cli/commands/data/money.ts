import { basename } from 'node:path'
import { readCardBytes } from '../../../app/money/card-bytes.ts'
import { cardColumnsOf, keepCardColumns } from '../../../app/money/card-columns.ts'
import { changeMoney, moneyOf } from '../../../app/money/money-of.ts'
import { readReceiptFile } from '../../../app/money/receipt-file.ts'
import {
  type CardColumns,
  type CardFile,
  cardItems,
  columnsNamed,
  guessColumns,
} from '../../../core/money/card-file.ts'
import { moneyCsv, monthPage } from '../../../core/money/money-text.ts'
import type { MoneyArgs, MoneyWish } from '../../../core/money/tools.ts'
import { moneyFileMessages } from '../../../messages/commands/money.ts'
import { refuse } from '../../../protocol/index.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { todayIn } from '../../../std/time/calendar.ts'
import type { Cli, CommandCall, CommandRun } from '../../command-context.ts'
import { askLine, confirmQuestion } from '../../output/ask-line.ts'
import { printToolResult } from '../../output/tool-result.ts'
import { readGivenFile } from '../given-file.ts'

/** `money [month] [--csv|--json]`: a month's page: sums by category and every line. */
export const showMonth: CommandRun = async (cli, { args: [said = ''], options }) => {
  const { parts } = await cli.assistant()
  const { zone, now, language, loaded } = parts
  const reader = { language, zone, now: now() }
  const month = monthOf(said, reader) ?? refuse(moneyFileMessages[language].badMonth(said))
  const all = await moneyOf(parts).entries(loaded.settings.profile)
  const entries = all
    .filter(({ day }) => day.startsWith(month))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  if (options.json) await cli.terminal.json(entries)
  else
    await cli.terminal.print(
      options.csv ? moneyCsv(entries, language).trimEnd() : monthPage(month, entries, reader).trimEnd(),
    )
  return 0
}

/** A month as "2026-05" or as a person says it: 지난달, "last month". */
function monthOf(said: string, when: { now: Date; zone: string }): string | undefined {
  if (said === '') return todayIn(when).slice(0, 7)
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(said)) return said
  const period = readSentence(said).period(when)
  return period && period.first.slice(0, 7) === period.last.slice(0, 7) ? period.first.slice(0, 7) : undefined
}

/** `money add <what> <amount> [--on <day>] [--income]`. */
export const addMoney: CommandRun = (cli, { args, options }) => {
  const words = args.join(' ')
  const [amount] = readSentence(words).amounts.slice(-1)
  const plain = /^(.*?)\s?(\d{1,13})$/.exec(words)
  const won = amount && 'won' in amount ? amount.won : Number(plain?.[2] ?? Number.NaN)
  const what = amount ? words.slice(0, amount.from).trim() : (plain?.[1] ?? '').trim()
  const { on, category, place } = options
  const item: MoneyWish = {
    ...{ won, what, kind: options.income ? 'income' : 'spent' },
    ...(typeof on === 'string' ? { day: on } : {}),
    ...(typeof category === 'string' ? { category } : {}),
    ...(typeof place === 'string' ? { place } : {}),
  }
  return perform(cli, { options }, { action: 'book', items: [item] })
}

/** `money import <file> [--columns <day,won,what>] [--yes]`: a card's file; its columns are asked once. */
export const importCard: CommandRun = async (cli, { args: [path = ''], options }) => {
  const { parts, language } = await cli.assistant()
  const say = moneyFileMessages[language]
  const file = (await readCardBytes(await readGivenFile(cli, path), cli.stop)) ?? refuse(say.noTable(basename(path)))
  const columns = await columnsOf(cli, file, options, parts.loaded.paths.home)
  if (!columns) return 1
  const { items, unread, cancelled } = cardItems(file, columns)
  if (items.length === 0) return refuse(say.noRows(basename(path)))
  if (unread.length > 0) await cli.terminal.note(say.unread(unread.length, unread.slice(0, 10).join(', ')))
  if (cancelled > 0) await cli.terminal.note(say.cancelled(cancelled))
  return await perform(cli, { options }, { action: 'book', items })
}

async function columnsOf(
  cli: Cli,
  file: CardFile,
  options: CommandCall['options'],
  home: string,
): Promise<CardColumns | undefined> {
  const say = moneyFileMessages[cli.language]
  const given = typeof options.columns === 'string' ? options.columns : undefined
  const kept = given === undefined ? await cardColumnsOf(home, file.form) : undefined
  if (kept) return kept
  const { day, won, what } = guessColumns(file)
  const guess = day !== undefined && won !== undefined && what !== undefined ? { day, won, what } : undefined
  let columns =
    given === undefined ? undefined : (columnsNamed(file, given) ?? refuse(say.badColumns(file.heads.join(', '))))
  if (!columns && guess) {
    const told = say.guessed(
      ...([guess.day, guess.won, guess.what].map((at) => file.heads[at] ?? '') as [string, string, string]),
    )
    if (options.yes || (cli.terminal.canAsk && (await confirmQuestion(cli, told)))) columns = guess
  }
  if (!columns && cli.terminal.canAsk) {
    const numbered = file.heads.map((head, at) => `${at + 1}. ${head}`).join('\n')
    columns = columnsNamed(file, await askLine(cli, say.ask(numbered)))
  }
  if (!columns) return refuse(say.badColumns(file.heads.join(', ')))
  await keepCardColumns(home, file.form, columns)
  return columns
}

/** `money receipt <file> [--yes]`: a picture or PDF, told back before it is booked. */
export const bookReceipt: CommandRun = async (cli, { args: [path = ''], options }) => {
  const { parts, language } = await cli.assistant()
  const say = moneyFileMessages[language]
  const receipt = await readReceiptFile(parts, path, await readGivenFile(cli, path), cli.stop)
  if (!receipt) return refuse(say.noTotal(basename(path)))
  const { won, place, day = todayIn({ now: parts.now(), zone: parts.zone }), key } = receipt
  const told = say.readBack(day, place, won)
  if (!options.yes) {
    if (!cli.terminal.canAsk) {
      await cli.terminal.print(told)
      return refuse(say.needsYes)
    }
    if (!(await confirmQuestion(cli, told))) return 1
  }
  return await perform(cli, { options }, { action: 'book', items: [{ won, what: '', place, day, key }] })
}

async function perform(cli: Cli, { options }: Pick<CommandCall, 'options'>, args: MoneyArgs): Promise<number> {
  const { parts } = await cli.assistant()
  return printToolResult(cli, await changeMoney(parts, args), options.json)
}
