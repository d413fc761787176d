import type { Picture } from '../../../protocol/index.ts'
import { type Highlight, loadHighlight } from '../markdown/code.ts'
import { type Inline, loadInline } from '../markdown/inline-markdown.ts'
import { type CodeContext, liveTail, partRows } from '../markdown/markdown-rows.ts'
import type { Markdown } from '../markdown/streaming-markdown.ts'
import { type StyledSpan, span } from '../terminal/style.ts'
import { blockRows, type DrawOptions } from './blocks.ts'
import type { Block } from './chat-view.ts'

/** Something to print: a block of the conversation, or rows that the TUI itself has to say. */
export type Item = Block | { type: 'rows'; apart?: true; rows: (look: DrawOptions) => StyledSpan[][] }

/** A picture as bytes for this terminal, in at most so many cells; undefined where it cannot be shown. */
export type PaintPicture = (picture: Picture, room: { columns: number; rows: number }) => Promise<string | undefined>

/** Room for a picture, in cells: a wide terminal is not filled by one. */
const pictureRoom = { columns: 80, rows: 24 }

type PictureItem = Extract<Item, { type: 'picture' }>

/** Turns what is finished into rows, once, in order, and remembers only what the next rows need. */
export class Printer {
  readonly #onReady: () => void
  readonly #onFail: (thrown: unknown) => void
  readonly #paint: PaintPicture | undefined
  #inline: Inline | undefined
  #highlight: Highlight | undefined
  readonly #loading = new Set<string>()
  readonly #painted = new WeakMap<Item, string>()
  readonly #begun = new WeakSet<Item>()
  #context: CodeContext = { lang: '', lines: [] }
  #last: 'nothing' | 'answer' | 'other' = 'nothing'
  /** The last printed row was an empty one. */
  #empty = false

  /**
   * `onReady` is called when a reader was loaded, or a picture painted: there is more to print now. `onFail` when it
   * could not be. `paint` makes a picture into what the terminal shows, undefined where it cannot.
   */
  constructor(onReady: () => void, onFail: (thrown: unknown) => void, paint?: PaintPicture) {
    this.#onReady = onReady
    this.#onFail = onFail
    this.#paint = paint
  }

  /** Rows of all items that can be printed now; `rest` waits for a reader that is still being loaded. */
  print(items: readonly Item[], look: DrawOptions): { rows: StyledSpan[][]; rest: readonly Item[] } {
    const upto = items.findIndex((item) => !this.#isReady(item, look.columns))
    const now = upto < 0 ? items : items.slice(0, upto)
    return { rows: now.flatMap((item) => this.#withGap(item, look)), rest: upto < 0 ? [] : items.slice(upto) }
  }

  /** The unfinished end of the answer: rows that are settled, and those that are live. */
  tail(text: Markdown, look: DrawOptions): { settled: StyledSpan[][]; rows: StyledSpan[][]; text: Markdown } {
    if (!this.#inline) {
      if (text.line !== '' || text.table.length > 0) this.#wantInline()
      return { settled: [], rows: [], text }
    }
    const { settled, rows, state } = liveTail(text, look.columns, { inline: this.#inline, cutsWords: look.cutsWords })
    const apart = this.#last === 'other' && rows.length + settled.length > 0 ? [[]] : []
    if (settled.length === 0) return { settled, rows: [...apart, ...rows], text: state }
    this.#last = 'answer'
    this.#empty = false
    return { settled: [...apart, ...settled], rows, text: state }
  }

  #load<T>(name: string, loader: () => Promise<T>, keep: (loaded: T) => void): void {
    if (this.#loading.has(name)) return
    this.#loading.add(name)
    loader().then((loaded) => {
      keep(loaded)
      this.#onReady()
    }, this.#onFail)
  }

  #wantInline(): void {
    this.#load('inline', loadInline, (loaded) => {
      this.#inline = loaded
    })
  }

  /** Markdown needs its readers: the one for code only when there is code in a named language. */
  #isReady(item: Item, columns: number): boolean {
    if (item.type === 'picture') return this.#isPainted(item, columns)
    if (item.type !== 'parts') return true
    if (!this.#inline) this.#wantInline()
    const coloured = item.parts.some((part) => part.type === 'code' && part.lang !== '')
    if (coloured && !this.#highlight)
      this.#load('highlight', loadHighlight, (loaded) => {
        this.#highlight = loaded
      })
    return this.#inline !== undefined && (!coloured || this.#highlight !== undefined)
  }

  /** A picture keeps its place: what comes after it waits until it is painted, or found not to be paintable. */
  #isPainted(item: PictureItem, columns: number): boolean {
    if (item.past || !this.#paint || this.#painted.has(item)) return true
    if (this.#begun.has(item)) return false
    this.#begun.add(item)
    const room = { columns: Math.min(columns, pictureRoom.columns), rows: pictureRoom.rows }
    this.#paint(item.picture, room).then((text) => {
      this.#painted.set(item, text ?? '')
      this.#onReady()
    }, this.#onFail)
    return false
  }

  #withGap(item: Item, look: DrawOptions): StyledSpan[][] {
    const rows = [...this.#gap(item), ...this.#rowsOf(item, look)]
    if (rows.length > 0) this.#empty = rows.at(-1)?.length === 0
    return rows
  }

  /** One empty row between an answer and what is around it, and before everything a person says. */
  #gap(item: Item): StyledSpan[][] {
    const kind = item.type === 'parts' ? 'answer' : 'other'
    const isApart = kind !== this.#last || item.type === 'said' || (item.type === 'rows' && item.apart)
    const gap = this.#last !== 'nothing' && !this.#empty && isApart
    this.#last = kind
    return gap ? [[]] : []
  }

  #rowsOf(item: Item, look: DrawOptions): StyledSpan[][] {
    if (item.type === 'rows') return item.rows(look)
    const picture = this.#painted.get(item)
    // Made by us out of numbers, and as wide as it may be: nothing of it is wrapped or coloured.
    if (picture) return [[span(picture)]]
    if (item.type !== 'parts') return blockRows(item, look)
    const readers = { inline: this.#inline as Inline, highlight: this.#highlight, cutsWords: look.cutsWords }
    const [rows, next] = partRows(item.parts, look.columns, readers, this.#context)
    this.#context = next
    return rows
  }
}
