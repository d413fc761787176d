import type { Language } from '../../messages/language.ts'
import { type Id, isSilent } from '../../protocol/index.ts'
import type { ConversationIndex } from '../../threads/conversation-index.ts'
import { loadThread } from '../../threads/journal.ts'
import { findMessages } from '../../threads/search.ts'
import type { Thread } from '../../threads/thread.ts'
import { lastThread, listThreads, removeThread, resolveThread } from '../../threads/thread-store.ts'
import type { createConversationFactory } from './conversation-factory.ts'

export interface ConversationInfo {
  id: Id
  title: string
  agent: string
  workspace: string
  /** The folder in which it began, as an absolute path; older conversations have none. */
  folder?: string
  createdAt: number
  updatedAt: number
  messages: number
}

/** The deeds of a person with earlier conversations. */
export interface ConversationStore {
  /** `of`: only those of this profile. */
  list(of?: string): Promise<ConversationInfo[]>
  /**
   * Return the last messages, the latest at the end: read from the newest checkpoint on, at most `most` messages of 400
   * characters.
   */
  last(id: Id, most: number): Promise<{ role: 'user' | 'assistant'; text: string }[]>
  /** Messages and titles that answer a question or hold its words, best first; `message` names the place. */
  search(query: string): Promise<{ conversation: ConversationInfo; message: Id; excerpt: string; at: number }[]>
  remove(id: Id): Promise<boolean>
  /**
   * A new conversation with what the old one held, up to the turn of a message or right before it. Throws
   * `bad-input`.
   */
  fork(id: Id, cut: { message?: Id; before?: boolean }): Promise<ConversationInfo>
  rename(id: Id, title: string): Promise<void>
  /** Takes in what `export(…, 'json')` gave out. Throws `bad-input`. */
  import(text: string, source?: string): Promise<ConversationInfo>
  /** `markdown` for people, `json` whole. */
  export(id: Id, format: 'markdown' | 'json'): Promise<string>
  /** The id that a beginning of it, or `last`, stands for. */
  resolve(prefix: string): Promise<Id | undefined>
}

/** Messages that a person is shown who looks for one. */
const mostFound = 30

interface StoreDeps {
  zone: string
  language: Language
  now(): Date
  profile: string
  index: ConversationIndex
}

/** Earlier conversations by hand: listed, found, forked, named, taken in and out. */
export function createConversationStore(
  engine: Pick<ReturnType<typeof createConversationFactory>, 'folder' | 'newId' | 'jobs'>,
  { zone, language, now, profile, index }: StoreDeps,
): ConversationStore {
  const { folder, newId, jobs } = engine
  return {
    list: async (of) =>
      (await listThreads(folder)).filter((thread) => of === undefined || thread.profile === of).map(infoOf),
    last: async (id, most) => lastWords(await loadThread(folder, id), most),
    search: async (query) => {
      const hits = await findMessages(index, folder, query, mostFound, +now())
      const threads = new Map<string, ConversationInfo>()
      for (const { conversation: id } of hits)
        if (!threads.has(id)) threads.set(id, infoOf(await loadThread(folder, id)))
      return hits.flatMap(({ conversation: id, message, excerpt, at }) => {
        const conversation = threads.get(id)
        return conversation ? [{ conversation, message, excerpt, at }] : []
      })
    },
    remove: async (id) => {
      const { title } = await loadThread(folder, id).catch(() => ({ title: undefined }))
      const removed = await removeThread(folder, id, { at: +now(), by: 'person', ...(title ? { title } : {}) })
      await index.remove(id)
      return removed
    },
    fork: async (id, cut) => {
      const { forkThread } = await import('../../threads/fork.ts')
      return infoOf(await forkThread(folder, id, newId(), cut, now()))
    },
    rename: async (id, title) => {
      const conversation = await jobs.open(id)
      await conversation
        .append({ type: 'conversation.titled', title, by: 'person' })
        .finally(() => conversation.close())
    },
    import: async (text, source) => {
      const { importThread } = await import('../../threads/fork.ts')
      return infoOf(await importThread(folder, text, newId(), now(), source))
    },
    export: async (id, format) => {
      const { exportJson, exportMarkdown } = await import('../../threads/export.ts')
      return format === 'json'
        ? exportJson(folder, id)
        : exportMarkdown(folder, id, zone, { user: language === 'ko' ? '나' : 'You' })
    },
    resolve: (prefix) => (prefix === 'last' ? lastThread(folder, profile) : resolveThread(folder, prefix)),
  }
}

function infoOf({ id, title = '', agent, workspace, folder, createdAt, updatedAt, count }: Thread): ConversationInfo {
  return {
    id,
    title,
    agent,
    workspace,
    ...(folder === undefined ? {} : { folder }),
    createdAt,
    updatedAt,
    messages: count,
  }
}

/**
 * The end of a long message says how a conversation stands; its beginning was what it was about, which the title
 * tells.
 */
const lastCharacters = 400

function lastWords({ messages }: Thread, most: number): { role: 'user' | 'assistant'; text: string }[] {
  const said = messages.flatMap(({ role, text }) =>
    role === 'tool' || text.trim() === '' || isSilent(text) ? [] : [{ role, text }],
  )
  return said.slice(-most).map(({ role, text }) => ({ role, text: text.trimEnd().slice(-lastCharacters) }))
}
