import { callMarks } from './local-prompt.ts'

/** Text that is to be shown, or the JSON of a call that was written into it. */
export type WrittenPiece = { type: 'text'; text: string } | { type: 'call'; text: string }

/** Tells calls from text while an answer is being written; a beginning that may become a mark waits. */
export class CallReader {
  #rest = ''
  #inCall = false;

  *add(text: string): Generator<WrittenPiece> {
    this.#rest += text
    while (true) {
      const mark = this.#inCall ? callMarks.closes : callMarks.opens
      const at = this.#rest.indexOf(mark)
      if (at < 0) break
      const before = this.#rest.slice(0, at)
      this.#rest = this.#rest.slice(at + mark.length)
      if (this.#inCall) yield { type: 'call', text: before.trim() }
      else if (before.trim()) yield { type: 'text', text: before.trimEnd() }
      this.#inCall = !this.#inCall
    }
    if (this.#inCall) return
    const kept = halfMark(this.#rest, callMarks.opens)
    // Blanks before a call are nobody's text: they wait for what follows.
    const ready = this.#rest.slice(0, this.#rest.length - kept).trimEnd()
    if (ready === '') return
    this.#rest = this.#rest.slice(ready.length)
    yield { type: 'text', text: ready }
  }

  /** End the answer: a call whose end mark is missing counts if its JSON is whole. */
  *end(): Generator<WrittenPiece> {
    const rest = this.#rest
    this.#rest = ''
    if (rest.trim()) yield this.#inCall ? { type: 'call', text: rest.trim() } : { type: 'text', text: rest.trimEnd() }
  }
}

/** Length of the longest end of a text that begins a mark. */
function halfMark(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--)
    if (mark.startsWith(text.slice(-length))) return length
  return 0
}
