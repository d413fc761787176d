import { MoneyStore } from '../../core/money/money-store.ts'
import { type MoneyArgs, performMoney } from '../../core/money/tools.ts'
import type { ToolResult } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'
import { recordDeed } from '../context/record-deed.ts'

type MoneyParts = Pick<AppContext, 'loaded' | 'language' | 'zone' | 'now' | 'deeds'>

/** The money book of the home, as its owner uses it. */
export const moneyOf = ({ loaded }: Pick<AppContext, 'loaded'>): MoneyStore => new MoneyStore(loaded.paths.home)

/** Do what a command asks of the book. */
export async function changeMoney(parts: MoneyParts, args: MoneyArgs): Promise<ToolResult> {
  const { now, zone, language, loaded } = parts
  const asker = { now, zone, language, profile: loaded.settings.profile, by: 'owner' as const }
  if (args.action === 'ask') return await performMoney(moneyOf(parts), args, asker)
  return await recordDeed(
    parts,
    { tool: 'money', object: args.what ?? '' },
    () => performMoney(moneyOf(parts), args, asker),
    ({ deed }) => deed,
  )
}
