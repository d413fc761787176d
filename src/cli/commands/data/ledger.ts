import { openLedgerFile, sendDue } from '../../../app/services/scheduled-transfers.ts'
import { moneyFileMessages } from '../../../messages/commands/money.ts'
import { serviceMessages } from '../../../messages/engine/service.ts'
import { fail, refuse } from '../../../protocol/index.ts'
import type { Ledger } from '../../../services/transfer/ledger.ts'
import { codeOf } from '../../../std/fs/files.ts'
import { formatWon, grouped } from '../../../std/korean/numbers/money.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { todayIn } from '../../../std/time/calendar.ts'
import { ulid } from '../../../std/ulid.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { textTable } from '../../output/text-table.ts'

/**
 * The ledger, after due transfers were executed; those of an external bank are left to the process that runs the
 * clock.
 */
async function ledgerOf(cli: Cli): Promise<{ ledger: Ledger; zone: string }> {
  const { parts } = await cli.assistant()
  const ledger = await openLedgerFile(parts)
  if (!ledger.outside) await sendDue(parts, ledger)
  return { ledger, zone: parts.zone }
}

const formatAmount = (cli: Cli, amount: number) =>
  cli.language === 'ko' ? formatWon(amount) : `${grouped(amount)} won`

/** `ledger …`: tells the command that took its place. */
export const tellLedgerMoved: CommandRun = async (cli, { args }) =>
  refuse(moneyFileMessages[cli.language].moved(args.join(' ')))

/** `transfer ledger balance`. */
export const showBalance: CommandRun = async (cli, { options }) => {
  const say = serviceMessages[cli.language].ledger
  const { ledger } = await ledgerOf(cli)
  if (ledger.outside) {
    const text = (await ledger.outside.balance?.(cli.stop)) ?? refuse(say.notTold)
    await (options.json ? cli.terminal.json({ text }) : cli.terminal.print(text))
    return 0
  }
  const books = await ledger.books()
  if (options.json) await cli.terminal.json({ balance: books.balance })
  else await cli.terminal.print(say.balance(formatAmount(cli, books.balance)))
  return 0
}

/** `transfer ledger history`: what came in, what was sent and what is booked, oldest first. */
export const showLedger: CommandRun = async (cli, { options }) => {
  const { ledger, zone } = await ledgerOf(cli)
  const { sent, booked, moves } = await ledger.books()
  const waiting = [...booked.values()]
  if (options.json) {
    await cli.terminal.json({ sent, booked: waiting, deposits: moves.filter(({ type }) => type === 'deposit') })
    return 0
  }
  const { heads, kinds } = serviceMessages[cli.language].ledger
  const dayOf = (at: number) => todayIn({ now: new Date(at), zone })
  const whatOf = (one: (typeof moves)[number], n: number) =>
    one.type === 'sent' ? `${kinds.sent}: ${one.target}` : n === 0 ? kinds.opening : kinds.deposit
  const withMemo = (what: string, memo: string | undefined) => (memo ? `${what} (${memo})` : what)
  const rows = [
    ...moves.map((one, n) => [
      dayOf(one.at),
      withMemo(whatOf(one, n), one.memo),
      grouped(one.amount),
      one.balance === undefined ? '' : grouped(one.balance),
    ]),
    ...waiting.map((one) => [one.date, withMemo(`${kinds.booked}: ${one.target}`, one.memo), grouped(one.amount), '']),
  ]
  await cli.terminal.print(textTable(heads, rows))
  return 0
}

/** `transfer ledger deposit [--id <id>] <amount...>`: puts play money into the embedded ledger, once for each id. */
export const depositMoney: CommandRun = async (cli, { args: [text = ''], options }) => {
  const say = serviceMessages[cli.language].ledger
  const amount = readSentence(text).wholeAmount
  if (!amount || amount < 1) return refuse(say.badAmount)
  const { ledger } = await ledgerOf(cli)
  if (ledger.outside) return refuse(say.realMoney)
  const id = typeof options.id === 'string' ? options.id : ulid(+cli.now())
  const after = await ledger.deposit(amount, id).catch(async (error: unknown) => {
    if (codeOf(error) === undefined) throw error
    // After a write error the line may be on disk all the same: report the deposit as unknown, not as failed.
    const books = await ledger.books().catch(() => undefined)
    if (books && !books.moves.some((one) => one.type === 'deposit' && one.key === id)) throw error
    return fail('storage', { data: { sentence: say.depositUnknown(text, id) } }, error)
  })
  await cli.terminal.print(say.deposited(formatAmount(cli, amount), formatAmount(cli, after)))
  return 0
}

/** `transfer ledger alias [name] [target]`: who is meant by a nickname; without arguments the whole book. */
export const changeAlias: CommandRun = async (cli, { args: [name, target], options }) => {
  const say = serviceMessages[cli.language].ledger
  const { ledger } = await ledgerOf(cli)
  if (name && !target) return refuse(say.aliasMissing)
  if (name && target) {
    await ledger.alias(name.normalize('NFC'), target.normalize('NFC'))
    await cli.terminal.print(say.aliasSet(name, target))
    return 0
  }
  const all = [...(await ledger.books()).aliases]
  if (options.json) await cli.terminal.json(Object.fromEntries(all))
  else await cli.terminal.print(textTable(say.aliasHeads, all))
  return 0
}
