/** A first piece of so many letters is not by chance the beginning of the second. */
const tellingLetters = 4

/**
 * Returns what is new in the pieces of a text. Some servers send all that they have so far each time: then each piece
 * begins with the one before. A second piece that may do so by chance waits for the third.
 */
export class NewWords {
  #first: string | undefined
  #held = ''
  #mode: 'open' | 'plain' | 'so far' = 'open'
  #all = ''

  /** Return the new words of the next piece. */
  of(piece: string): string {
    if (this.#mode === 'plain' || piece === '') return piece
    if (this.#mode === 'so far') return this.#newOf(piece)
    if (this.#first === undefined) {
      this.#first = piece
      return piece
    }
    const before = this.#held || this.#first
    const grows = piece.length > before.length && piece.startsWith(before)
    if (!grows) {
      this.#mode = 'plain'
      return this.end() + piece
    }
    if (this.#held === '' && this.#first.length < tellingLetters) {
      this.#held = piece
      return ''
    }
    this.#mode = 'so far'
    this.#all = this.#first
    this.#held = ''
    return this.#newOf(piece)
  }

  /** Return what was held back at the end of the text. */
  end(): string {
    const held = this.#held
    this.#held = ''
    return held
  }

  #newOf(piece: string): string {
    const isSoFar = piece.startsWith(this.#all)
    const added = isSoFar ? piece.slice(this.#all.length) : piece
    this.#all = isSoFar ? piece : this.#all + piece
    return added
  }
}
