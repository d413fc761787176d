import { lastMessages } from '../../core/context/system-prompt.ts'
import { ListStore } from '../../core/lists/list-store.ts'
import { listsPart, relevantLists } from '../../core/lists/relevant-lists.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import type { Input } from '../../protocol/index.ts'
import type { Thread } from '../../threads/thread.ts'
import type { AppContext } from '../context/app-context.ts'
import { openContradiction, recalledText } from '../context/recall.ts'
import { toldLately } from '../reminders/recent-rings.ts'

/**
 * Recall lines of memory and earlier conversations for an input that a request of this one has not; sessions of
 * programs hear of no other.
 */
export async function recallFor(parts: AppContext, input: Input, thread: Thread, limit: number, ephemeral = false) {
  const { recall, agent, wall, language } = parts
  const { pages } = await agent(thread)
  const who = { ...thread, messages: lastMessages(thread.messages, limit) }
  const lines = await recall(input.text, pages, ephemeral || input.origin === 'http' ? { ...who, silent: true } : who)
  const told = recalledText(lines, wall, turnMessages[language])
  const open = await openContradiction(parts.loaded.paths.home, thread, language)
  const recalled = [told.recalled, open].filter(Boolean).join('\n\n')
  const lists = await relevantLists(new ListStore(parts.loaded.paths.home, thread.profile), input.text, thread.messages)
  return { ...told, recalled, rang: await toldLately(parts, thread), lists: listsPart(lists, language) }
}
