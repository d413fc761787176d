import { readItem } from '../../../std/korean/numbers/item.ts'
import { named } from '../../../std/korean/search/named-item.ts'
import { itemsOf } from '../../../std/text/checklist.ts'

/** A thing on one of the person's lists, as far as this turn was told of it. */
export interface KnownItem {
  list: string
  name: string
  done: boolean
}

/** What this turn was told of the person's lists: all their names, and the things that the words may mean. */
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
      const { name } = readItem(words)
      return { list: names[at] as string, name, done }
    }),
  )
  return { names, items }
}

/** The things that a phrase names, with how much of them or without. */
export function itemsCalled({ items }: KnownLists, phrase: string): KnownItem[] {
  const whole = named(items, phrase)
  return whole.length > 0 ? whole : named(items, readItem(phrase).name)
}

/** What was done to lists a few turns ago: "계란도" goes on with it. */
export interface LastListDeed {
  action: string
  list?: string
}
