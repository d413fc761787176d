import { Parser } from 'htmlparser2'
import type { TextLine } from '../ports.ts'

const silent = new Set(['script', 'style', 'noscript', 'template', 'svg', 'nav', 'head', 'iframe', 'button', 'select'])
const inline = new Set(
  'a abbr b bdi bdo cite code del dfn em font i img ins kbd mark q ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)

/** The text of a page with the line of the file where each piece begins; headings keep their level, menus and scripts are left out. */
export function htmlLines(html: string): TextLine[] {
  const sink = new Sink(lineFinder(html))
  let quiet = 0
  const parser: Parser = new Parser({
    onopentagname(name) {
      if (silent.has(name)) quiet++
      if (!inline.has(name)) sink.end(name === 'p' || /^h[1-6]$/.test(name))
      sink.open(name)
    },
    ontext(text) {
      if (quiet === 0) sink.add(text, parser.startIndex)
    },
    onclosetag(name) {
      if (silent.has(name)) quiet = Math.max(0, quiet - 1)
      if (!inline.has(name)) sink.end(false)
      sink.close(name)
    },
  })
  parser.end(html)
  sink.end(false)
  return sink.lines
}

/** Gathers text into lines. A table's row is one line, a listed thing begins with "- ". */
class Sink {
  readonly lines: TextLine[] = []
  readonly #lineAt: (offset: number) => number
  #text = ''
  #line = 0
  #level = 0
  #verbatim = 0
  #mark = ''

  constructor(lineAt: (offset: number) => number) {
    this.#lineAt = lineAt
  }

  open(name: string): void {
    if (/^h[1-6]$/.test(name)) this.#level = Number(name[1])
    if (name === 'pre') this.#verbatim++
    if (name === 'li') this.#mark = '- '
  }

  close(name: string): void {
    if (/^h[1-6]$/.test(name)) this.#level = 0
    if (name === 'pre') this.#verbatim = Math.max(0, this.#verbatim - 1)
    if (name === 'td' || name === 'th') this.#mark = ' | '
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
    const text = this.#verbatim > 0 ? this.#text.trimEnd() : this.#text.trim()
    this.#text = ''
    const line = this.#line
    if (text !== '') this.#push(text, line)
    if (gap && this.lines.length > 0) this.lines.push({ text: '', line: this.lines.at(-1)?.line ?? line })
  }

  #push(text: string, line: number): void {
    const last = this.lines.at(-1)
    const cell = this.#mark === ' | ' && last !== undefined && last.level === undefined
    if (cell) last.text += ` | ${text}`
    else this.lines.push({ text: (this.#mark === '- ' ? '- ' : '') + text, line, ...(this.#level > 0 && { level: this.#level }) })
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
