/** Pieces that are put together at a time: enough that joining costs nothing, few enough to be forgotten soon. */
const most = 256

/**
 * A long text out of small pieces. `+=` keeps every piece and a node that joins it, ten times the memory of the text;
 * here they are joined as they come.
 */
export class TextBuilder {
  readonly #blocks: string[] = []
  #pieces: string[] = []
  /** Characters so far. */
  size = 0

  add(piece: string): void {
    if (piece === '') return
    this.size += piece.length
    this.#pieces.push(piece)
    if (this.#pieces.length < most) return
    this.#blocks.push(this.#pieces.join(''))
    this.#pieces = []
  }

  get text(): string {
    return this.#blocks.join('') + this.#pieces.join('')
  }
}
