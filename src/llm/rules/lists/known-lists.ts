import { parseItem } from '../../../std/korean/numbers/item.ts'
import { isSameList, purposeOfList } from '../../../std/korean/search/list-names.ts'
import { endsItem, findNamed, isSameName } from '../../../std/korean/search/named-item.ts'
import { itemsOf } from '../../../std/text/checklist.ts'

/** A thing on one of the person's lists, as far as this turn was told of it. */
export interface KnownItem {
  list: string
  name: string
  done: boolean
}

/** The person's lists as this turn was told of them: all their names, and the things that the words may mean. */
export interface KnownLists {
  names: readonly string[]
  items: readonly KnownItem[]
}

const noLists: KnownLists = { names: [], items: [] }

/** The lists in the part of a request that tells of them: each under its name. */
export function knownLists(part: string): KnownLists {
  const pages = part.split(/^# /m).slice(1)
  if (pages.length === 0) return noLists
  const names = pages.map((page) => (page.split('\n')[0] ?? '').trim())
  const items = pages.flatMap((page, at) =>
    itemsOf(page).map(({ done, text }) => {
      const words = text.replace(/\s?📅.*$/u, '')
      const { name } = parseItem(words)
      return { list: names[at] as string, name, done }
    }),
  )
  return { names, items }
}

/** The things that a phrase names, with how much of them or without. */
export function itemsCalled({ items }: KnownLists, phrase: string): KnownItem[] {
  const whole = findNamed(items, phrase)
  return whole.length > 0 ? whole : findNamed(items, parseItem(phrase).name)
}

/**
 * The things that a deed with `stems` ends ("bought milk"), the likeliest first: of the same name, open or done as
 * preferred, to be bought. `isWhole`: the phrase itself names them, a quantity in it included.
 */
export function itemsEndedBy(
  { items }: KnownLists,
  phrase: string,
  stems: readonly string[],
  preferOpen: boolean,
): { found: KnownItem[]; isWhole: boolean } {
  const { name } = parseItem(phrase)
  const endedBy = (of: string) => items.filter((item) => endsItem({ of, stems }, item.name, item.list))
  const whole = endedBy(phrase)
  const order = (list: string) => (purposeOfList(list) === 'shopping' ? 0 : 1)
  const found = (whole.length > 0 ? whole : endedBy(name)).toSorted(
    (a, b) =>
      Number(isSameName(b.name, name)) - Number(isSameName(a.name, name)) ||
      Number(a.done === preferOpen) - Number(b.done === preferOpen) ||
      order(a.list) - order(b.list),
  )
  return { found, isWhole: whole.length > 0 }
}

/** Return true if it can only be that list: one of theirs, or the one for shopping or for things to do. */
export const isListThere = ({ names }: KnownLists, list: string): boolean =>
  purposeOfList(list) !== 'other' || names.some((name) => isSameList(name, list))

/** The last deed to lists, of a few turns ago: "계란도" goes on with it. */
export interface LastListDeed {
  action: string
  list?: string
}
