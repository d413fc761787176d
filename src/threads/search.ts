import type { Id, Message } from '../protocol/index.ts'
import { keptByText } from '../std/by-text.ts'
import { contentWords, stemsOf } from '../std/korean/search/analysis.ts'
import { createRanking, hasInitials } from '../std/korean/search/ranking.ts'
import { indexOfTyped } from '../std/korean/spelling/initials.ts'
import type { ConversationIndex } from './conversation-index.ts'
import { loadThread } from './journal.ts'
import type { Thread } from './thread.ts'
import { readMessages, threadIds } from './thread-store.ts'
import { foreignSources } from './untrusted.ts'

/** A message that was found. */
export interface FoundMessage {
  thread: Thread
  message: Message
  /** The words around the first match. */
  excerpt: string
}

/** Least part of the best score that a hit must have. */
const worthwhile = 0.4

/**
 * The messages that answer `query` best, best first, of two that are as good the newer conversation's; particles,
 * spacing, other forms of a word and initials (ㅈㅈㄷ) are seen through. Every journal is read: a hundred megabytes take
 * some seconds. `isWanted` leaves out messages before they are compared.
 */
export async function searchMessages(
  folder: string,
  query: string,
  limit: number,
  isWanted: (message: Message, thread: Thread) => boolean = () => true,
): Promise<FoundMessage[]> {
  if (query.trim() === '') return []
  const ranking = createRanking<{ id: Id; message: Message }>(query)
  for (const id of await threadIds(folder)) {
    const thread = await loadThread(folder, id)
    for await (const message of readMessages(folder, id))
      if (isWanted(message, thread)) ranking.add({ id, message }, message.text)
  }
  const best = ranking.best(limit)
  const enough = best.filter(({ score }) => score >= worthwhile * (best[0]?.score ?? 0))
  return await Promise.all(
    enough.map(async ({ item: { id, message } }) => ({
      thread: await loadThread(folder, id),
      message,
      excerpt: excerptOf(message.text, query),
    })),
  )
}

/** Characters before and behind the first match. */
const [before, behind] = [30, 70]

/** The same question is looked for in many texts. */
const stemsAsked = keptByText((query) => contentWords(query).flatMap((word) => stemsOf(word)), 4_096)

/** The words around the first one of a text that a question asks for. */
export function excerptOf(text: string, query: string): string {
  const flat = text.normalize('NFC')
  const small = flat.toLowerCase()
  const places = stemsAsked(query).map((stem) => indexOfTyped(small, stem))
  const at = Math.min(...places.filter((place) => place >= 0), flat.length)
  const from = Math.max(0, (at === flat.length ? 0 : at) - before)
  const to = from + before + behind
  return `${from > 0 ? '…' : ''}${flat.slice(from, to).replace(/\s+/g, ' ')}${to < flat.length ? '…' : ''}`
}

/** A message of some conversation, in short. */
export interface MessagePlace {
  conversation: Id
  message: Id
  role: string
  at: number
  excerpt: string
  /** Text from outside had a part in it. */
  untrusted: boolean
}

/**
 * Owners of the messages that are looked for, and the one that is left out: the question itself is a message by now and
 * answers nothing.
 */
export interface SearchScope {
  profile?: string
  except?: Id
  /** No other conversation is looked into. */
  only?: Id
}

/**
 * The same by an index that knows all conversations: those that have grown are read first, which takes seconds for
 * the first of many thousand and milliseconds afterwards. What an index cannot find, initials say, is looked for in
 * the journals.
 */
export async function findMessages(
  index: ConversationIndex,
  folder: string,
  query: string,
  limit: number,
  now: number,
  { profile, except, only }: SearchScope = {},
): Promise<MessagePlace[]> {
  await index.catchUp()
  const profiles = profile === undefined ? await index.profiles() : [profile]
  const isMeant = (conversation: Id, message: Id) => message !== except && (only === undefined || conversation === only)
  const all = await index.search(query, profiles, only === undefined ? limit * 2 : Number.POSITIVE_INFINITY, now)
  const hits = all.filter((hit) => isMeant(hit.conversation, hit.message))
  // A title is mostly the words of its first message: it counts where no message does.
  const said = new Set(hits.filter(({ role }) => role !== 'title').map(({ conversation }) => conversation))
  const found = hits.filter(({ role, conversation }) => role !== 'title' || !said.has(conversation))
  const enough = found.filter(
    ({ score, matched }) => matched.length > 0 && score >= worthwhile * (found[0]?.score ?? 0),
  )
  if (enough.length > 0 && !hasInitials(query))
    return enough.slice(0, limit).map(({ text, ...hit }) => ({ ...hit, excerpt: excerptOf(text, query) }))
  const isWanted = (message: Message, thread: Thread) =>
    (profile === undefined || thread.profile === profile) && message.role !== 'tool' && isMeant(thread.id, message.id)
  const scanned = await searchMessages(folder, query, limit, isWanted)
  return scanned.map(({ thread, message, excerpt }) => ({
    conversation: thread.id,
    message: message.id,
    role: message.role,
    at: message.at,
    excerpt,
    untrusted: foreignSources(thread).length > 0,
  }))
}
