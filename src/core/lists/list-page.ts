import { basename } from 'node:path'
import type { ItemSource } from '../../protocol/index.ts'
import { type CountedItem, itemText, parseItem } from '../../std/korean/numbers/item.ts'
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
  /** The line of the notes that it comes from. */
  source?: ItemSource
}

/** A link to the notes behind the words: `([notes.md:4](</home/me/notes.md> "0c1d2e3f4a"))`. */
const SOURCE = /\s?\(\[[^\]]*:(\d+)\]\(<([^<>]+)> "([0-9a-f]{10})"\)\)/

const DUE = /\s?📅\s?(\d{4}-\d\d-\d\d(?: \d\d:\d\d)?)/u

/** The things of a page, in the order of their lines. */
export function listedItems(list: string, page: string): ListedItem[] {
  return itemsOf(page).map(({ at, done, text }) => ({ list, at, done, ...readListed(list, text) }))
}

/** Read the words behind a box. */
function readListed(list: string, text: string): CountedItem & Pick<ListedItem, 'due' | 'source'> {
  const due = DUE.exec(text)?.[1]
  const [, line, path = '', mark = ''] = SOURCE.exec(text) ?? []
  const words = text.replace(SOURCE, '').replace(DUE, '').trim()
  const item = hasQuantities(list) ? parseItem(words) : { name: words, quantities: [] }
  const source = line === undefined ? {} : { source: { path, line: Number(line), mark } }
  return { ...item, ...(due === undefined ? {} : { due }), ...source }
}

/** The words behind the box of such a thing. */
export function listedText(item: Pick<ListedItem, 'name' | 'quantities' | 'due' | 'source'>): string {
  const { due, source } = item
  const link = source && ` ([${basename(source.path)}:${source.line}](<${source.path}> "${source.mark}"))`
  return `${itemText(item)}${due === undefined ? '' : ` 📅 ${due}`}${link ?? ''}`
}

/** The first page of a new list. */
export const newPage = (list: string): string => `# ${list}\n\n`
