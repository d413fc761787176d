import type { Language } from '../../messages/language.ts'
import { calendarMessages } from '../../messages/tools/calendar.ts'
import { listMessages } from '../../messages/tools/lists.ts'
import type { ItemSource } from '../../protocol/index.ts'
import { itemText } from '../../std/korean/numbers/item.ts'
import { todayIn } from '../../std/time/calendar.ts'
import { type ListedItem, listedItems } from './list-page.ts'
import type { ListPages } from './list-store.ts'
import { type SourceState, sourceKey, sourceText } from './note-tasks.ts'

/** For whom lists are told, and the moment that "this year" is seen from. */
export interface ListReader {
  language: Language
  zone: string
  now: Date
  /** The notes of things as they stand now. */
  sources?: ReadonlyMap<string, SourceState>
}

/** Lines of one list that are told; the rest is counted. */
const mostTold = 100

/** "5월 15일 금요일", "Friday, May 15 3pm": until when. */
export function dueText(due: string, { language, zone, now }: ListReader): string {
  const [date = '', time] = due.split(' ')
  const say = calendarMessages[language]
  const year = date.slice(0, 4) !== todayIn({ now, zone }).slice(0, 4)
  const day = say.day({ date, year })
  const [hour = 0, minute = 0] = (time ?? '').split(':').map(Number)
  return time === undefined ? day : say.at(day, say.clock({ hour, minute }))
}

/** A list as it is told: what is left of it, with days, and what is done. `until`: only what is due by then. */
export function listText(list: string, page: string, reader: ListReader, until?: string): string {
  const say = listMessages[reader.language]
  const all = listedItems(list, page)
  const isDue = ({ due }: ListedItem) => until === undefined || (due !== undefined && due.slice(0, 10) <= until)
  const [open, done] = [all.filter((item) => !item.done && isDue(item)), all.filter((item) => item.done)]
  if (until !== undefined && open.length === 0) return say.noneUntil(list, dueText(until, reader))
  if (all.length === 0) return say.empty(list)
  const lines = open
    .slice(0, mostTold)
    .map((item) => say.line(itemText(item), dueOf(item, reader), originOf(item, reader)))
  return [
    say.head(list, open.length),
    ...lines,
    ...(open.length > mostTold ? [say.more(open.length - mostTold)] : []),
    ...(done.length > 0 && until === undefined ? [say.doneLine(namesText(done, say.more))] : []),
  ].join('\n')
}

const dueOf = ({ due }: ListedItem, reader: ListReader) => (due === undefined ? '' : dueText(due, reader))

/** The line of the notes that a thing comes from, and that it is no longer as it was. */
function originOf({ source }: ListedItem, { sources, language }: ListReader): string {
  if (!source) return ''
  const say = listMessages[language]
  const state = sources?.get(sourceKey(source)) ?? { line: source.line }
  if (typeof state === 'object') return sourceText({ ...source, ...state })
  return say.stale[state](sourceText(source))
}

function namesText(items: readonly ListedItem[], more: (count: number) => string): string {
  const names = items.slice(0, mostTold).map(itemText).join(', ')
  return items.length > mostTold ? `${names} ${more(items.length - mostTold)}` : names
}

/** Every list with how much is left of it. */
export function overviewText(pages: ListPages, language: Language): string {
  const say = listMessages[language]
  const lines = [...pages].map(([list, page]) => say.overview(list, openCount(list, page)))
  return lines.length > 0 ? lines.join('\n') : say.noLists
}

const openCount = (list: string, page: string) => listedItems(list, page).filter(({ done }) => !done).length

function stateData(source: ItemSource, sources: ListReader['sources']) {
  const state = sources?.get(sourceKey(source))
  return state === undefined ? {} : typeof state === 'object' ? state : { stale: state }
}

/** Lists as data for programs. */
export function listData(pages: ListPages, of?: string, sources?: ListReader['sources']) {
  return [...pages]
    .filter(([list]) => of === undefined || list === of)
    .map(([list, page]) => ({
      list,
      items: listedItems(list, page).map(({ name, quantities, done, due, source }) => ({
        name,
        quantities: quantities.map(({ count, unit }) => ({ count, unit })),
        done,
        ...(due === undefined ? {} : { due }),
        ...(source ? { source: { ...source, ...stateData(source, sources) } } : {}),
      })),
    }))
}
