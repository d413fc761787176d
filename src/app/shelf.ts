import type { Language } from '../messages/language.ts'
import { lastThread, listThreads, removeThread, resolveThread, searchThreads } from '../threads/shelf.ts'
import type { Thread } from '../threads/thread.ts'
import type { Assistant, ConversationInfo } from './assistant.ts'
import type { createEngine } from './engine.ts'

/** Earlier conversations by hand: listed, found, forked, named, taken in and out. */
export function conversationShelf(
  engine: Pick<ReturnType<typeof createEngine>, 'folder' | 'newId' | 'behind'>,
  { zone, language, now, profile }: { zone: string; language: Language; now(): Date; profile: string },
): Assistant['conversations'] {
  const { folder, newId, behind } = engine
  return {
    list: async () => (await listThreads(folder)).map(infoOf),
    search: async (query) => {
      const hits = await Array.fromAsync(searchThreads(folder, query))
      return hits.map(({ thread, message, excerpt }) => ({ conversation: infoOf(thread), excerpt, at: message.at }))
    },
    remove: (id) => removeThread(folder, id),
    fork: async (id, cut) => {
      const { forkThread } = await import('../threads/fork.ts')
      return infoOf(await forkThread(folder, id, newId(), cut, now()))
    },
    rename: async (id, title) => {
      const conversation = await behind.open(id)
      await conversation.tune({ type: 'conversation.titled', title, by: 'person' }).finally(() => conversation.close())
    },
    import: async (text) => {
      const { importThread } = await import('../threads/fork.ts')
      return infoOf(await importThread(folder, text, newId(), now()))
    },
    export: async (id, format) => {
      const { exportJson, exportMarkdown } = await import('../threads/export.ts')
      return format === 'json'
        ? exportJson(folder, id)
        : exportMarkdown(folder, id, zone, { user: language === 'ko' ? '나' : 'You' })
    },
    resolve: (prefix) => (prefix === 'last' ? lastThread(folder, profile) : resolveThread(folder, prefix)),
  }
}

function infoOf({ id, title = '', agent, workspace, createdAt, updatedAt, count }: Thread): ConversationInfo {
  return { id, title, agent, workspace, createdAt, updatedAt, messages: count }
}
