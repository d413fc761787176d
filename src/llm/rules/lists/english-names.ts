import { parseItem } from '../../../std/korean/numbers/item.ts'
import { bareListName } from '../../../std/korean/search/list-names.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { todayIn, type When } from '../../../std/time/calendar.ts'
import { itemsEndedBy, type KnownItem, type KnownLists } from './known-lists.ts'

const ALIASES = 'shopping|grocer(?:y|ies)|to[- ]?dos?|tasks?'
const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Match the names of lists: "my shopping list", "the list of things to buy", or a known name alone. */
export function listShape({ names }: KnownLists): string {
  const known = [...names].sort((a, b) => b.length - a.length).map(escaped)
  const name = [...known, ALIASES, "[a-z][a-z'-]*(?: [a-z'-]+){0,2}?"].join('|')
  const alone = [...known, 'grocer(?:y|ies)', 'to[- ]?dos', 'shopping', 'to[- ]?do'].join('|')
  return `(?:(?:my |the |our )?(?:${name})(?: list)|(?:my |the )?list of things to buy|(?:my |the )?(?:${alone}))`
}

/** The list that a name in a sentence means. */
export const listName = (said: string): string =>
  /list of things to buy/i.test(said) ? 'shopping' : bareListName(said.replace(/^(?:my|the|our) /i, ''))

/** Take "by Friday", "by Wednesday at 3pm" off the end. */
export function withoutDue(text: string, when: When): { words: string; due?: string } {
  for (const hit of text.matchAll(/,?\s(?:by|due(?: by| on)?|until|for|to)\s/gi)) {
    const said = text.slice(hit.index + hit[0].length).replace(/\snow$/i, '')
    const sentence = readSentence(said)
    const [day, time] = [sentence.days(when)[0], sentence.times[0]]
    if (sentence.text !== said || Math.min(day?.from ?? 99, time?.from ?? 99) > 0) continue
    const left = said.slice(Math.max(day?.to ?? 0, time?.to ?? 0)).trim()
    const date = day && 'date' in day ? day.date : time && !('invalid' in time) ? todayIn(when) : undefined
    if (date === undefined || left !== '') continue
    const isTimed = time !== undefined && !('invalid' in time)
    const hour = isTimed ? (time.ambiguous && time.hour < 8 ? time.hour + 12 : time.hour) : 0
    const clock = isTimed ? ` ${String(hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}` : ''
    return { words: text.slice(0, hit.index).trim(), due: date + clock }
  }
  return { words: text }
}

/** The things of a phrase: "three onions, garlic and a loaf of bread". */
export function itemPhrases(words: string): string[] {
  const quotes: string[] = []
  return words
    .replace(/["“]([^"”]+)["”]/g, (_, inner: string) => `〈${quotes.push(inner) - 1}〉`)
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+(?:also\s+)?|\s+plus\s+/i)
    .map((one) => one.trim().replace(/\s(?:too|as well|please)$/i, ''))
    .map((one) => one.replace(/〈(\d+)〉/g, (_, at: string) => quotes[Number(at)] ?? ''))
    .filter((one) => one !== '')
}

/** Take the article off a name. */
export const bare = (phrase: string) => phrase.replace(/^(?:the|my|some|any|an?)\s/i, '')

/** Find what a deed ends: "bought two cartons of milk". */
export function endedBy(
  phrase: string,
  stems: readonly string[],
  known: KnownLists,
  preferOpen: boolean,
): (KnownItem & { phrase: string }) | undefined {
  const { found, isWhole } = itemsEndedBy(known, phrase, stems, preferOpen)
  const [best] = found
  if (!best) return undefined
  const [quantity] = isWhole ? [] : parseItem(phrase).quantities
  const often = quantity && `${quantity.count}${quantity.unit && ` ${quantity.unit}`}`
  return { ...best, phrase: often ? `${best.name} × ${often}` : best.name }
}
