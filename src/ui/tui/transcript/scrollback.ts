import type { Picture } from '../../../protocol/index.ts'
import { type Highlight, loadHighlight } from '../markdown/code.ts'
import { type Inline, loadInline } from '../markdown/inline-markdown.ts'
import { type CodeContext, liveTail, partRows } from '../markdown/markdown-rows.ts'
import type { Markdown } from '../markdown/streaming-markdown.ts'
import { type StyledSpan, span } from '../terminal/style.ts'
import { blockRows, type Look } from './blocks.ts'
import type { Block } from './chat-view.ts'

/** Something to print: a block of the conversation, or rows that the TUI itself has to say. */
export type Item = Block | { type: 'rows'; apart?: true; rows: (look: Look) => StyledSpan[][] }

/** A picture as bytes for this terminal, in at most so many cells; undefined where it cannot be shown. */
export type PaintPicture = (picture: Picture, room: { columns: number; rows: number }) => Promise<string | undefined>

/** Turns what is finished into rows, once, in order, and remembers only what the next rows need. */
export interface Printer {
  /** Rows of all items that can be printed now; `rest` waits for a reader that is still being loaded. */
  print(items: readonly Item[], look: Look): { rows: StyledSpan[][]; rest: readonly Item[] }
  /** The unfinished end of the answer: rows that are settled, and those that are live. */
  tail(text: Markdown, look: Look): { settled: StyledSpan[][]; rows: StyledSpan[][]; text: Markdown }
}

/** Room for a picture, in cells: a wide terminal is not filled by one. */
const pictureRoom = { columns: 80, rows: 24 }

/**
 * `onReady` is called when a reader was loaded, or a picture painted: there is more to print now. `onFail` when it could not be.
 * `paint` makes a picture into what the terminal shows, undefined where it cannot.
 */
export function createPrinter(onReady: () => void, onFail: (thrown: unknown) => void, paint?: PaintPicture): Printer {
  let inline: Inline | undefined
  let highlight: Highlight | undefined
  const loading = new Set<string>()
  let context: CodeContext = { lang: '', lines: [] }
  let last: 'nothing' | 'answer' | 'other' = 'nothing'
  // The last printed row was an empty one.
  let empty = false

  const load = <T>(name: string, loader: () => Promise<T>, keep: (loaded: T) => void): void => {
    if (loading.has(name)) return
    loading.add(name)
    loader().then((loaded) => {
      keep(loaded)
      onReady()
    }, onFail)
  }
  const wantInline = (): void => load('inline', loadInline, (loaded) => (inline = loaded))
  const wantHighlight = (): void => load('highlight', loadHighlight, (loaded) => (highlight = loaded))

  const painted = new WeakMap<Item, string>()
  const begun = new WeakSet<Item>()
  /** A picture keeps its place: what comes after it waits until it is painted, or found not to be paintable. */
  const isPainted = (item: Extract<Item, { type: 'picture' }>, columns: number): boolean => {
    if (item.past || !paint || painted.has(item)) return true
    if (begun.has(item)) return false
    begun.add(item)
    const room = { columns: Math.min(columns, pictureRoom.columns), rows: pictureRoom.rows }
    paint(item.picture, room).then((text) => {
      painted.set(item, text ?? '')
      onReady()
    }, onFail)
    return false
  }

  /** Markdown needs its readers: the one for code only when there is code in a named language. */
  const isReady = (item: Item, columns: number): boolean => {
    if (item.type === 'picture') return isPainted(item, columns)
    if (item.type !== 'parts') return true
    if (!inline) wantInline()
    const coloured = item.parts.some((part) => part.type === 'code' && part.lang !== '')
    if (coloured && !highlight) wantHighlight()
    return inline !== undefined && (!coloured || highlight !== undefined)
  }

  /** One empty row between an answer and what is around it, and before everything a person says. */
  const gap = (item: Item): StyledSpan[][] => {
    const kind = item.type === 'parts' ? 'answer' : 'other'
    const apart = last !== 'nothing' && !empty && (kind !== last || item.type === 'said' || (item.type === 'rows' && item.apart))
    last = kind
    return apart ? [[]] : []
  }

  const withGap = (item: Item, look: Look): StyledSpan[][] => {
    const rows = [...gap(item), ...rowsOf(item, look)]
    if (rows.length > 0) empty = rows.at(-1)?.length === 0
    return rows
  }

  const rowsOf = (item: Item, look: Look): StyledSpan[][] => {
    if (item.type === 'rows') return item.rows(look)
    const picture = painted.get(item)
    // Made by us out of numbers, and as wide as it may be: nothing of it is wrapped or coloured.
    if (picture) return [[span(picture)]]
    if (item.type !== 'parts') return blockRows(item, look)
    const readers = { inline: inline as Inline, ...(highlight ? { highlight } : {}) }
    const [rows, next] = partRows(item.parts, look.columns, readers, context)
    context = next
    return rows
  }

  return {
    print(items, look) {
      const upto = items.findIndex((item) => !isReady(item, look.columns))
      const now = upto < 0 ? items : items.slice(0, upto)
      return { rows: now.flatMap((item) => withGap(item, look)), rest: upto < 0 ? [] : items.slice(upto) }
    },
    tail(text, look) {
      if (!inline) {
        if (text.line !== '' || text.table.length > 0) wantInline()
        return { settled: [], rows: [], text }
      }
      const { settled, rows, state } = liveTail(text, look.columns, { inline })
      const apart = last === 'other' && rows.length + settled.length > 0 ? [[]] : []
      if (settled.length > 0) [last, empty] = ['answer', false]
      return settled.length > 0
        ? { settled: [...apart, ...settled], rows, text: state }
        : { settled, rows: [...apart, ...rows], text: state }
    },
  }
}
