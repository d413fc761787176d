import { MoneyStore } from '../../core/money/money-store.ts'
import { type MoneyArgs, performMoney } from '../../core/money/tools.ts'
import type { ToolResult } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'

type MoneyParts = Pick<AppContext, 'loaded' | 'language' | 'zone' | 'now' | 'deeds'>

/** The money book of the home, as its owner uses it. */
export const moneyOf = ({ loaded }: Pick<AppContext, 'loaded'>): MoneyStore => new MoneyStore(loaded.paths.home)

/** Do what a command asks of the book. A deed is taken back by the same sentence as one of the chat. */
export async function changeMoney(parts: MoneyParts, args: MoneyArgs): Promise<ToolResult> {
  const { now, zone, language, loaded, deeds } = parts
  const asker = { now, zone, language, profile: loaded.settings.profile, by: 'owner' as const }
  if (args.action === 'ask') return await performMoney(moneyOf(parts), args, asker)
  const journal = deeds.journalOf(asker.profile, asker.by, now)
  const id = await journal.begin({ tool: 'money', object: args.what ?? '' })
  const result = await performMoney(moneyOf(parts), args, asker)
  await journal.end(id, result.deed)
  return result
}
