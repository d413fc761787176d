import { memoryParts, type Pages } from '../../core/context/system-prompt.ts'
import type { ExcerptBlock } from '../../memory/excerpt.ts'
import { Notebook, pageOf, scopes } from '../../memory/notebook.ts'
import { PageIndex } from '../../memory/page-index.ts'
import { memoryMessages } from '../../messages/engine/memory.ts'
import type { TurnSentences } from '../../messages/engine/turn.ts'
import type { Language } from '../../messages/language.ts'
import { AssistantError, type ConversationScope, type Id } from '../../protocol/index.ts'
import { isSmallTalk } from '../../std/korean/dialogue/small-talk.ts'
import { onlyAsks } from '../../std/korean/grammar/only-asks.ts'
import { type Occasions, occasionMessages, occasionsIn } from '../../std/text-rank.ts'
import { isoDate } from '../../std/time/local-time.ts'
import type { ConversationIndex, MessageHit } from '../../threads/conversation-index.ts'
import { excerptOf } from '../../threads/search.ts'

/** A line that was fetched for one turn, where it comes from, and which words of the question it was fetched for. */
export interface RecalledLine {
  from: 'memory' | 'conversation'
  text: string
  /** The page, or the conversation and its message. */
  place: string
  /** The time when it was said or saved, in milliseconds since 1970; 0 if nobody knows. */
  at: number
  matched: string[]
}

export interface RecallDeps {
  home: string
  index: ConversationIndex
  now(): Date
}

/** The asker, and the messages that are in the request anyway. */
export interface RecallRequest extends ConversationScope {
  messages: readonly { id: Id }[]
  /** Nothing of this conversation is to touch the disk: no conversation is looked at. */
  silent?: boolean
}

/** Most lines that a turn is given: a page of notes, and a few things that were said. */
const mostLines = 10
const mostMessages = 4
const memoryChars = 2_000
/** Of a message that somebody may have said about something else, at least half of the question's words are there. */
const messageCoverage = 0.5

/**
 * Fetches what a turn needs of memory and of earlier conversations and does not have in its request: lines of pages
 * that are too long to go whole, and messages that left the window or belong to other conversations of this person.
 */
export function createRecall({ home, index, now }: RecallDeps) {
  const pageIndex = new PageIndex(home)
  return async (query: string, pages: Pages, who: RecallRequest): Promise<RecalledLine[]> => {
    if (query.trim() === '' || isSmallTalk(query)) return []
    const here = new Set(who.messages.map(({ id }) => id))
    const said = who.silent ? [] : await index.search(query, [who.profile], occasionMessages * 2, +now())
    const told = said.filter(({ message, untrusted }) => !untrusted && !here.has(message))
    const lines = await ofPages(pageIndex, home, query, pages, { who, now: +now(), occasions: occasionsIn(told) })
    return [...lines, ...ofTalks(told, query)]
  }
}

async function ofPages(
  index: PageIndex,
  home: string,
  query: string,
  pages: Pages,
  { who, now, occasions }: { who: ConversationScope; now: number; occasions: Occasions },
): Promise<RecalledLine[]> {
  const parts = memoryParts(pages)
  const long = scopes.filter((scope) => parts[scope].left.length > 0)
  if (long.length === 0) return []
  // The part of a page that goes into every request is short; the rest may be ten thousand lines.
  const carried = new Map(long.map((scope) => [pageOf(home, scope, who), textsOf(parts[scope].carried)]))
  const found = await index.search(query, [...carried.keys()], mostLines * 3, now, occasions)
  const lines: RecalledLine[] = []
  let room = memoryChars
  for (const { file, block, matched } of found) {
    const text = textOf(block)
    if (matched.length === 0 || lines.length === mostLines || text.length > room || carried.get(file)?.has(block.text))
      continue
    room -= text.length
    const at = block.from ? Date.parse(block.from.date) : 0
    lines.push({ from: 'memory', text, place: `${file.slice(home.length + 1)}:${block.line}`, at, matched })
  }
  return lines
}

/** The texts of a page's blocks, made once for a page that stays as it is. */
function textsOf(blocks: readonly ExcerptBlock[]): ReadonlySet<string> {
  const known = texts.get(blocks) ?? new Set(blocks.map(({ text }) => text))
  texts.set(blocks, known)
  return known
}
const texts = new WeakMap<readonly ExcerptBlock[], ReadonlySet<string>>()

/** A line as it is told: what is indented below it belongs to it. */
function textOf({ raw, text }: ExcerptBlock): string {
  const below = raw.indexOf('\n') + 1
  return below === 0 || below === raw.length ? text : `${text}\n${raw.slice(below)}`
}

/** Return earlier talk of it that is not in the request and does not rest on text from outside. */
function ofTalks(told: readonly MessageHit[], query: string): RecalledLine[] {
  // A person who asked the same before had no answer yet.
  const fitting = told
    .slice(0, mostMessages * 4)
    .filter(
      ({ role, text, coverage }) =>
        role !== 'title' && coverage >= messageCoverage && !(role === 'user' && onlyAsks(text)),
    )
  return fitting.slice(0, mostMessages).map(({ role, text, at, conversation, message, matched }) => ({
    from: 'conversation' as const,
    text: `${role}: ${excerptOf(text, query)}`,
    place: `${conversation}#${message}`,
    at,
    matched,
  }))
}

/**
 * The newest contradiction of this person's own page that nobody has settled, for a model to ask about; '' where
 * there is none.
 */
export async function openContradiction(home: string, who: ConversationScope, language: Language): Promise<string> {
  const page = pageOf(home, 'personal', who)
  const open = (await new Notebook(home).conflicts().catch(unlessFailure)).findLast(({ file }) => file === page)
  return open ? memoryMessages[language].conflictOpen(open.others.join(', '), open.text) : ''
}

/** A turn is answered also where the history of memory cannot be read. */
function unlessFailure(error: unknown): [] {
  if (error instanceof AssistantError) return []
  throw error
}

/** The lines as parts of a request. */
export function recalledText(
  lines: readonly RecalledLine[],
  zone: string,
  say: TurnSentences,
): { recalled: string; earlier: string } {
  const memory = lines.filter(({ from }) => from === 'memory').map(({ text }) => `- ${text}`)
  const talks = lines
    .filter(({ from }) => from === 'conversation')
    .map(({ text, at }) => `- ${isoDate(at, zone)} ${text}`)
  return {
    recalled: memory.length > 0 ? [say.recalledHead, ...memory].join('\n') : '',
    earlier: talks.length > 0 ? [say.earlierHead, ...talks].join('\n') : '',
  }
}
