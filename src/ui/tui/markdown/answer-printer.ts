import { createPainter, type StyledSpan, writtenRows } from '../terminal/style.ts'
import { type Highlight, loadHighlight } from './code.ts'
import { type Inline, loadInline } from './inline-markdown.ts'
import { type CodeContext, liveTail, partRows, type Readers } from './markdown-rows.ts'
import { finishMarkdown, type Markdown, type MarkdownPart, markdown, pushText } from './streaming-markdown.ts'

/**
 * An answer as it streams, for a terminal without a live part: rows leave when nothing can change them any more, and
 * look as in the chat. What is read late (code in colours) waits for its reader, so calls must be awaited one after
 * the other.
 */
export class AnswerPrinter {
  readonly #columns: () => number
  readonly #cutsWords: boolean
  readonly #paint: (row: readonly StyledSpan[]) => string
  #inline: Inline | undefined
  #highlight: Highlight | undefined
  #text: Markdown = markdown
  #code: CodeContext = { lang: '', lines: [] }
  /** The last row that was written, and the width it was written for. */
  #written: { row: readonly StyledSpan[] | undefined; columns: number } = { row: undefined, columns: 0 }

  constructor(columns: () => number, colour: boolean, cutsWords = false) {
    this.#columns = columns
    this.#cutsWords = cutsWords
    this.#paint = createPainter(colour)
  }

  /** The rows that more text settles. */
  async push(text: string): Promise<string> {
    const [parts, next] = pushText(this.#text, text)
    this.#text = next
    const rows = await this.#rows(parts)
    const { settled, state } = liveTail(this.#text, this.#columns(), await this.#readers())
    this.#text = state
    return this.#painted([...rows, ...settled])
  }

  /** Whatever is left: something else is written now, or nothing more. */
  async flush(): Promise<string> {
    const [parts, next] = finishMarkdown(this.#text)
    this.#text = next
    return this.#painted(await this.#rows(parts))
  }

  async #readers(): Promise<Readers> {
    this.#inline ??= await loadInline()
    return { inline: this.#inline, highlight: this.#highlight, cutsWords: this.#cutsWords }
  }

  async #rows(parts: readonly MarkdownPart[]): Promise<StyledSpan[][]> {
    if (parts.length === 0) return []
    if (parts.some((part) => part.type === 'code' && part.lang !== '')) this.#highlight ??= await loadHighlight()
    const [rows, code] = partRows(parts, this.#columns(), await this.#readers(), this.#code)
    this.#code = code
    return rows
  }

  #painted(rows: readonly StyledSpan[][]): string {
    const columns = this.#columns()
    const text = writtenRows(rows, this.#paint, columns === this.#written.columns ? this.#written.row : undefined)
    this.#written = { row: rows.at(-1) ?? this.#written.row, columns }
    return text
  }
}
