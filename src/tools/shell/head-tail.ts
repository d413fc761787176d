/** Keeps the beginning and the end of a byte stream in bounded memory and counts the omitted bytes. */
export class HeadTail {
  readonly #room: number
  #head: Buffer[] = []
  #headSize = 0
  #tail: Buffer[] = []
  #tailSize = 0
  #total = 0

  /** `room`: bytes kept of each of the two ends. */
  constructor(room: number) {
    this.#room = room
  }

  add(chunk: Buffer): void {
    this.#total += chunk.length
    const free = this.#room - this.#headSize
    if (free > 0) this.#keep(chunk.subarray(0, free))
    const rest = chunk.subarray(Math.max(0, free))
    if (rest.length === 0) return
    // A copy: a small piece must not hold the large buffer that it was cut from.
    this.#tail.push(Buffer.from(rest.subarray(-this.#room)))
    this.#tailSize += Math.min(rest.length, this.#room)
    while (this.#tailSize - (this.#tail[0]?.length ?? 0) >= this.#room)
      this.#tailSize -= this.#tail.shift()?.length ?? 0
  }

  #keep(piece: Buffer): void {
    this.#head.push(Buffer.from(piece))
    this.#headSize += piece.length
  }

  /** The complete bytes; undefined if some were omitted. */
  whole(): Buffer | undefined {
    return this.#total > this.#headSize ? undefined : Buffer.concat(this.#head)
  }

  /**
   * Both ends as text; `marker` says how many bytes are missing between them. Letters that the cut split are left
   * out.
   */
  text(marker: (bytes: number) => string): string {
    const head = Buffer.concat(this.#head)
    const tail = Buffer.concat(this.#tail).subarray(-this.#room)
    const missing = this.#total - head.length - tail.length
    if (missing <= 0) return Buffer.concat([head, tail]).toString()
    const [before, after] = [head.toString().replace(/\ufffd+$/, ''), tail.toString().replace(/^\ufffd+/, '')]
    return `${before}\n${marker(missing)}\n${after}`
  }
}
