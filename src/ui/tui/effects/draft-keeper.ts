import type { TuiHost } from '../tui-host.ts'

/** Milliseconds after the last key until the draft is on disk, at most. */
const keepMs = 400

/**
 * Keeps what is being written, so that it outlives the program: written when the keys rest, and when the TUI is left.
 */
export class DraftKeeper {
  readonly #drafts: TuiHost['drafts']
  #kept = ''
  #seen = ''
  #last: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(drafts: TuiHost['drafts']) {
    this.#drafts = drafts
  }

  /** The text in the editor has changed, or not: an answer that streams must not put off what is written. */
  typed(text: string): void {
    if (!this.#drafts || text === this.#seen) return
    this.#seen = text
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#write(text), keepMs)
  }

  #write(text: string): void {
    this.#kept = text
    // One write after the other: the last one wins. A disk that refuses is told by what has to be saved.
    this.#last = this.#last.then(() => this.#drafts?.keep(text)).catch(() => {})
  }

  /** Whoever leaves takes it along: an empty line leaves nothing. */
  async close(text: string): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#drafts && text !== this.#kept) this.#write(text)
    await this.#last
  }
}
