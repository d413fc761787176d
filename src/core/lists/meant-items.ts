import type { listMessages } from '../../messages/tools/lists.ts'
import { addAmounts, type CountedItem, itemText, parseItem } from '../../std/korean/numbers/item.ts'
import { hasQuantities } from '../../std/korean/search/list-names.ts'
import { findNamed, isSameName } from '../../std/korean/search/named-item.ts'
import type { ListedItem } from './list-page.ts'

/** A thing that a phrase means; the phrase is '' where it names the thing alone, without an amount. */
export interface MeantItem {
  item: ListedItem
  phrase: string
}

/** Find the things that phrases mean; a sentence where one is not there, or several could be. */
export function findMeant(
  all: readonly ListedItem[],
  phrases: readonly string[],
  say: (typeof listMessages)['ko'],
  prefer?: (item: ListedItem) => boolean,
): MeantItem[] | string {
  const found: MeantItem[] = []
  for (const phrase of phrases) {
    const whole = findNamed(all, phrase)
    const those = whole.length > 0 ? whole : findNamed(all, parseItem(phrase).name)
    const best = prefer && those.some(prefer) ? those.filter(prefer) : those
    const [first, ...more] = best
    if (!first) return say.unknownItem(phrase)
    if (more.some(({ name }) => !isSameName(name, first.name))) return say.whichItem(best.map(itemText).join(', '))
    found.push({ item: first, phrase: whole.length > 0 ? '' : phrase })
  }
  return found
}

/** Put a thing on top of the same one that is there: its amounts are added up. */
export function mergeItems(
  before: ListedItem,
  wanted: CountedItem & Pick<ListedItem, 'due' | 'source'>,
  more: boolean,
): ListedItem {
  const source = wanted.source ?? before.source
  const due = wanted.due ?? before.due
  const one = more && before.quantities.length === 0 ? wanted.quantities.map(({ unit }) => ({ count: 1, unit })) : []
  const isAgain = before.done && wanted.quantities.length > 0
  const quantities = isAgain ? wanted.quantities : addAmounts([...before.quantities, ...one], wanted.quantities)
  return { ...before, quantities, ...(due === undefined ? {} : { due }), ...(source ? { source } : {}) }
}

/** "the milk" is milk; a task is kept as it was said. */
export const withoutArticle = (name: string, list: string): string =>
  hasQuantities(list) ? name.replace(/^(?:the|a|an|some|my)\s+(?=\S)/i, '') : name
