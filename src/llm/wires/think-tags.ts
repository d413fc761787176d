/** A piece of an answer's content: what is said, and what is only thought. */
export interface ContentPiece {
  type: 'text' | 'reasoning'
  text: string
}

const open = '<think>'
const close = '</think>'

/**
 * Parts the thoughts that a server leaves in the content (`<think>…</think>` at its very beginning: LM Studio, vLLM
 * without a reasoning parser, old templates of Ollama) from what is said. Tags later in the text are text.
 */
export class ThinkTags {
  #state: 'start' | 'thinking' | 'text' = 'start'
  #held = '';

  /** What can be told of the content after this piece of it. */
  *add(piece: string): Generator<ContentPiece> {
    this.#held += piece
    if (this.#state === 'start') this.#begin()
    if (this.#state === 'thinking') yield* this.#think()
    if (this.#state === 'text' && this.#held !== '') {
      yield { type: 'text', text: this.#held }
      this.#held = ''
    }
  }

  /** What was held back at the end of the content. */
  *end(): Generator<ContentPiece> {
    if (this.#held !== '') yield { type: this.#state === 'thinking' ? 'reasoning' : 'text', text: this.#held }
    this.#held = ''
  }

  #begin(): void {
    const begun = this.#held.trimStart()
    if (begun.startsWith(open)) {
      this.#state = 'thinking'
      this.#held = begun.slice(open.length)
    } else if (!open.startsWith(begun)) this.#state = 'text'
  }

  *#think(): Generator<ContentPiece> {
    const end = this.#held.indexOf(close)
    if (end < 0) {
      const safe = this.#held.length - heldBack(this.#held)
      if (safe > 0) yield { type: 'reasoning', text: this.#held.slice(0, safe) }
      this.#held = this.#held.slice(Math.max(0, safe))
      return
    }
    if (end > 0) yield { type: 'reasoning', text: this.#held.slice(0, end) }
    this.#held = this.#held.slice(end + close.length).trimStart()
    this.#state = this.#held === '' ? 'start' : 'text'
  }
}

/** Characters at the end that may be the beginning of the closing tag. */
function heldBack(text: string): number {
  for (let length = Math.min(close.length - 1, text.length); length > 0; length--)
    if (close.startsWith(text.slice(-length))) return length
  return 0
}
