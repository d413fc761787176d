import { type CountedItem, type ItemAmount, itemText, parseItem } from '../../std/korean/numbers/item.ts'
import { hasQuantities } from '../../std/korean/search/list-names.ts'
import { itemsOf } from '../../std/text/checklist.ts'

/** A thing on a list, as its line says it. */
export interface ListedItem extends CountedItem {
  list: string
  /** Index of its line in the page. */
  at: number
  done: boolean
  /** The day until which it is to be done, and perhaps the time: "2026-05-15", "2026-05-15 15:00". */
  due?: string
}

const DUE = /\s?📅\s?(\d{4}-\d\d-\d\d(?: \d\d:\d\d)?)/u

/** The things of a page, in the order of their lines. */
export function listedItems(list: string, page: string): ListedItem[] {
  return itemsOf(page).map(({ at, done, text }) => ({ list, at, done, ...readListed(list, text) }))
}

/** Read the words behind a box. */
function readListed(list: string, text: string): CountedItem & { due?: string } {
  const due = DUE.exec(text)?.[1]
  const words = text.replace(DUE, '').trim()
  const item = hasQuantities(list) ? parseItem(words) : { name: words, quantities: [] }
  return { ...item, ...(due === undefined ? {} : { due }) }
}

/** The words behind the box of such a thing. */
export function listedText(item: { name: string; quantities: readonly ItemAmount[]; due?: string }): string {
  return item.due === undefined ? itemText(item) : `${itemText(item)} 📅 ${item.due}`
}

/** The first page of a new list. */
export const newPage = (list: string): string => `# ${list}\n\n`
