import type { ListArgs } from '../../core/lists/tools.ts'
import type { ToolResult } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'
import { type DeedAsker, recordDeed } from '../context/record-deed.ts'
import { remindersOf } from '../reminders/reminder-store.ts'

type ListParts = Pick<AppContext, 'loaded' | 'language' | 'zone' | 'now' | 'deeds'>

/** Do what was asked of somebody's lists by a command. */
export async function changeLists(parts: ListParts, args: ListArgs, who?: DeedAsker): Promise<ToolResult> {
  const { performList } = await import('../../core/lists/tools.ts')
  const { now, zone, language, loaded } = parts
  const asker = who ?? { profile: loaded.settings.profile, by: 'owner' as const }
  const runList = () => performList(loaded.paths.home, remindersOf(parts), args, { now, zone, language, ...asker })
  if (args.action === 'show') return await runList()
  const named = { tool: 'lists', object: args.list ?? '', who: asker }
  return await recordDeed(parts, named, runList, ({ deed }) => deed)
}

/** Show one list, or how much is left of each. */
export const showLists = (parts: ListParts, name: string, who?: DeedAsker): Promise<ToolResult> =>
  changeLists(parts, { action: 'show', ...(name.trim() === '' ? {} : { list: name.trim() }) }, who)
