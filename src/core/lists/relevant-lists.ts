import type { Language } from '../../messages/language.ts'
import { listMessages } from '../../messages/tools/lists.ts'
import type { Message } from '../../protocol/index.ts'
import { isSameList } from '../../std/korean/search/list-names.ts'
import { englishStem, namedWords } from '../../std/korean/search/named-item.ts'
import { type ListedItem, listedItems, listedText } from './list-page.ts'
import type { ListStore } from './list-store.ts'

/** Things that a turn is told of at most. */
const mostItems = 60
/** A longer text speaks of everything a little. */
const longest = 400

/** The lists as one turn is told of them: all their names, and the things that its words may mean. */
export interface RelevantLists {
  names: readonly string[]
  items: readonly ListedItem[]
}

/**
 * Find what the lists hold of what a message speaks of. Undefined where it speaks of no list and of nothing on one, and
 * the turn before did not either.
 */
export async function relevantLists(
  store: ListStore,
  text: string,
  messages: readonly Message[],
): Promise<RelevantLists | undefined> {
  if (text.length > longest) return undefined
  const pages = await store.pages()
  if (pages.size === 0) return undefined
  const names = [...pages.keys()]
  const said = text.normalize('NFC').toLowerCase()
  const stems = new Set((said.match(/[a-z0-9]+/g) ?? []).map(englishStem))
  const isSaid = (word: string) =>
    /^[a-z0-9]/i.test(word) ? stems.has(englishStem(word)) : said.includes(word.toLowerCase())
  const all = [...pages].flatMap(([list, page]) => listedItems(list, page))
  const items = all.filter(({ name }) => namedWords(name).nouns.some(isSaid)).slice(0, mostItems)
  const isOfLists =
    /목록|리스트|\blists?\b|샀|끝난|끝낸|\b(?:bought|done|finished|ticked)\b/i.test(text) ||
    names.some((name) => said.includes(name.toLowerCase())) ||
    said.split(/[^가-힣a-z]+/).some((word) => names.some((name) => word !== '' && isSameList(word, name)))
  const isGoingOn = lastCalls(messages).includes('lists')
  return items.length > 0 || isOfLists || isGoingOn ? { names, items } : undefined
}

/** The tools that the last turns called. */
function lastCalls(messages: readonly Message[]): string[] {
  const users = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : []))
  return messages
    .slice(users.at(-3) ?? 0)
    .flatMap((one) => (one.role === 'assistant' ? (one.calls ?? []).map(({ name }) => name) : []))
}

/** The part of a request that tells of them; '' for none. */
export function listsPart(found: RelevantLists | undefined, language: Language): string {
  if (!found) return ''
  const page = (list: string) => [
    `# ${list}`,
    ...found.items
      .filter((item) => item.list === list)
      .map((item) => `- [${item.done ? 'x' : ' '}] ${listedText(item)}`),
  ]
  return listMessages[language].relevant(found.names.flatMap(page).join('\n'))
}
