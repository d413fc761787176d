import { Parser } from 'htmlparser2'
import type { TextLine } from '../ports.ts'
import { listNumber } from './lists/list-marks.ts'
import { cellLine } from './rows.ts'

const silent = new Set(['script', 'style', 'noscript', 'template', 'svg', 'nav', 'head', 'iframe', 'button'])
const inline = new Set(
  'a abbr b bdi bdo cite code del dfn em font i img ins kbd mark q ruby s samp select small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)

/**
 * The text of a page with the line of the file where each piece begins; headings keep their level, listed things
 * their numbers, lists of forms their choices; menus and scripts are left out.
 */
export function htmlLines(html: string): TextLine[] {
  const sink = new Sink(lineFinder(html), reversedStarts(html))
  let quiet = 0
  let choices: HtmlChoice[] | undefined
  const parser: Parser = new Parser({
    onopentag(name, attributes) {
      if (silent.has(name)) quiet++
      if (name === 'select') choices = []
      if (name === 'option') choices?.push({ text: '', isChosen: attributes.selected !== undefined })
      if (choices) return
      if (!inline.has(name)) sink.end(name === 'p' || /^h[1-6]$/.test(name))
      sink.open(name, attributes)
    },
    ontext(text) {
      if (quiet > 0) return
      const choice = choices?.at(-1)
      if (choice) choice.text += text
      else sink.add(text, parser.startIndex)
    },
    onclosetag(name) {
      if (name === 'select' && choices) {
        sink.add(choicesText(choices), parser.startIndex)
        choices = undefined
      }
      if (choices) return
      if (silent.has(name)) quiet = Math.max(0, quiet - 1)
      if (!inline.has(name)) sink.end(false)
      sink.close(name)
    },
  })
  parser.end(html)
  sink.end(false)
  return sink.lines
}

/** One choice of a list of a form. */
interface HtmlChoice {
  text: string
  isChosen: boolean
}

/** A list with more choices, of countries or years, says only which of them is chosen. */
const mostChoices = 12

/** Return the choices of a list as words of its line; what is chosen alone where there are many. */
function choicesText(choices: readonly HtmlChoice[]): string {
  const shown = choices.length > mostChoices ? choices.filter(({ isChosen }) => isChosen) : choices
  return ` ${shown.map(({ text, isChosen }) => `${text.trim()}${isChosen ? ' ✓' : ''}`).join(' · ')} `
}

/**
 * First numbers of lists that count down without saying from where, in their order: as many as there are things in
 * it.
 */
function reversedStarts(html: string): number[] {
  const starts: number[] = []
  if (!/\sreversed\b/i.test(html)) return starts
  const open: (number | undefined)[] = []
  const parser = new Parser({
    onopentag(name, { reversed, start }) {
      const at = open.at(-1)
      if (name === 'li' && at !== undefined) starts[at] = (starts[at] ?? 0) + 1
      if (name !== 'ol' && name !== 'ul') return
      open.push(name === 'ol' && reversed !== undefined && start === undefined ? starts.push(0) - 1 : undefined)
    },
    onclosetag(name) {
      if (name === 'ol' || name === 'ul') open.pop()
    },
  })
  parser.end(html)
  return starts
}

/** The number that an attribute says (HTML: start, value). */
const wholeOf = (value: string | undefined) => (/^\s*-?\d{1,9}\s*$/.test(value ?? '') ? Number(value) : undefined)

const cellMark = ' | '

/** A list that is open; one without a step has no numbers. */
interface OpenList {
  next: number
  step: number
  first: string
}

/** Gathers text into lines. A table's row is one line, a listed thing begins with "- " or its number. */
class Sink {
  readonly lines: TextLine[] = []
  readonly #lineAt: (offset: number) => number
  #text = ''
  #line = 0
  #level = 0
  #verbatim = 0
  #mark = ''
  /** Cells of the open row; undefined outside of one, and in one with joined cells. */
  #cells: string[] | undefined
  readonly #lists: OpenList[] = []
  readonly #reversed: number[]

  constructor(lineAt: (offset: number) => number, reversed: number[]) {
    this.#lineAt = lineAt
    this.#reversed = reversed
  }

  open(name: string, attributes: Record<string, string>): void {
    if (/^h[1-6]$/.test(name)) this.#level = Number(name[1])
    if (name === 'pre') this.#verbatim++
    if (name === 'tr') [this.#cells, this.#mark] = [[], '']
    if (name === 'td' || name === 'th') this.#openCell(attributes)
    if (name === 'ol' || name === 'ul') this.#lists.push(this.#listOf(name, attributes))
    if (name === 'li') this.#mark = this.#itemMark(this.#lists.at(-1), attributes)
  }

  #openCell({ colspan = '1', rowspan = '1' }: Record<string, string>): void {
    if (colspan !== '1' || rowspan !== '1') this.#cells = undefined
    this.#cells?.push('')
  }

  #endRow(): void {
    const last = this.lines.at(-1)
    const { text, cells } = cellLine(this.#cells ?? [])
    if (cells && last?.text === text) last.cells = cells
    this.#cells = undefined
  }

  #listOf(name: string, { start, reversed, type = '1' }: Record<string, string>): OpenList {
    if (name === 'ul') return { next: 0, step: 0, first: '' }
    const isBack = reversed !== undefined
    const first = wholeOf(start) ?? (isBack && start === undefined ? this.#reversed.shift() : undefined) ?? 1
    return { next: first, step: isBack ? -1 : 1, first: /^[1aAiI]$/.test(type) ? type : '1' }
  }

  #itemMark(list: OpenList | undefined, { value }: Record<string, string>): string {
    if (!list?.step) return '- '
    const number = wholeOf(value) ?? list.next
    list.next = number + list.step
    return `${listNumber(number, list.first)}. `
  }

  close(name: string): void {
    if (/^h[1-6]$/.test(name)) this.#level = 0
    if (name === 'pre') this.#verbatim = Math.max(0, this.#verbatim - 1)
    if (name === 'ol' || name === 'ul') this.#lists.pop()
    if ((name === 'td' || name === 'th') && this.#cells?.some((cell) => cell !== '') !== false) this.#mark = cellMark
    if (name === 'tr') this.#endRow()
    if (name === 'tr' || name === 'table') this.#mark = ''
  }

  add(text: string, offset: number): void {
    if (this.#verbatim > 0) this.#addVerbatim(text, offset)
    else if (this.#text !== '' || text.trim() !== '') this.#addFlowing(text, offset)
  }

  #addFlowing(text: string, offset: number): void {
    if (this.#text === '') this.#line = this.#lineAt(offset + (text.length - text.trimStart().length))
    this.#text += text.replace(/\s+/g, ' ')
  }

  #addVerbatim(text: string, offset: number): void {
    const first = this.#lineAt(offset)
    text.split('\n').forEach((part, i) => {
      if (i > 0) this.end(false)
      if (this.#text === '') this.#line = first + i
      this.#text += part
    })
  }

  end(gap: boolean): void {
    const text = this.#verbatim > 0 ? this.#text.trimEnd() : this.#text.trim().replace(/ {2,}/g, ' ')
    this.#text = ''
    const line = this.#line
    if (text !== '') this.#push(text, line)
    if (gap && this.lines.length > 0) this.lines.push({ text: '', line: this.lines.at(-1)?.line ?? line })
  }

  #push(text: string, line: number): void {
    if (this.#cells && this.#cells.length > 0)
      this.#cells[this.#cells.length - 1] = `${this.#cells.at(-1)} ${text}`.trim()
    const last = this.lines.at(-1)
    const cell = this.#mark === cellMark && last !== undefined && last.level === undefined
    if (cell) last.text += ` | ${text}`
    else
      this.lines.push({
        text: (this.#mark === cellMark ? '' : this.#mark) + text,
        line,
        ...(this.#level > 0 && { level: this.#level }),
      })
    this.#mark = ''
  }
}

/** Offset in the text → number of its line, from 1. */
function lineFinder(text: string): (offset: number) => number {
  const ends: number[] = []
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at)
  return (offset) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] as number) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
