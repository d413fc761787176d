import type { ListArgs } from '../../core/lists/tools.ts'
import type { Principal, ToolResult } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'
import { remindersOf } from '../reminders/reminder-clock.ts'

type ListParts = Pick<AppContext, 'loaded' | 'language' | 'zone' | 'now'>

/** Whose lists they are, and who asks. */
export interface ListAsker {
  profile: string
  by: Principal
}

/** Do what was asked of somebody's lists by a command. */
export async function changeLists(parts: ListParts, args: ListArgs, who?: ListAsker): Promise<ToolResult> {
  const { performList } = await import('../../core/lists/tools.ts')
  const { now, zone, language, loaded } = parts
  const asker = who ?? { profile: loaded.settings.profile, by: 'owner' as const }
  return await performList(loaded.paths.home, remindersOf(parts), args, { now, zone, language, ...asker })
}

/** Show one list, or how much is left of each. */
export const showLists = (parts: ListParts, name: string, who?: ListAsker): Promise<ToolResult> =>
  changeLists(parts, { action: 'show', ...(name.trim() === '' ? {} : { list: name.trim() }) }, who)
