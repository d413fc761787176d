import type { ListArgs } from '../../core/lists/tools.ts'
import type { Principal, ToolResult } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'
import { remindersOf } from '../reminders/reminder-clock.ts'

type ListParts = Pick<AppContext, 'loaded' | 'language' | 'zone' | 'now' | 'deeds'>

/** The person of the lists, and the one who asks. */
export interface ListAsker {
  profile: string
  by: Principal
}

/** Do what was asked of somebody's lists by a command. */
export async function changeLists(parts: ListParts, args: ListArgs, who?: ListAsker): Promise<ToolResult> {
  const { performList } = await import('../../core/lists/tools.ts')
  const { now, zone, language, loaded } = parts
  const asker = who ?? { profile: loaded.settings.profile, by: 'owner' as const }
  const run = () => performList(loaded.paths.home, remindersOf(parts), args, { now, zone, language, ...asker })
  if (args.action === 'show') return await run()
  // A deed of a command is taken back by the same sentence as one of the chat.
  const journal = parts.deeds.journalOf(asker.profile, asker.by, now)
  const id = await journal.begin({ tool: 'lists', object: args.list ?? '' })
  const result = await run()
  await journal.end(id, result.deed)
  return result
}

/** Show one list, or how much is left of each. */
export const showLists = (parts: ListParts, name: string, who?: ListAsker): Promise<ToolResult> =>
  changeLists(parts, { action: 'show', ...(name.trim() === '' ? {} : { list: name.trim() }) }, who)
