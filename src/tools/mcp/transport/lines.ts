/** A line of bytes, or what is left of one that was longer than it may be. */
export type MessageLine = { text: string } | { head: string; tail: string }

/** Bytes kept of either end of a line that is too long: enough to see whose answer it was. */
const endBytes = 1_024

/** Cuts a stream of bytes into lines (`\n`), in linear time and with bounded memory, however long a line is. */
export class LineReader {
  readonly #limit: number
  #parts: Buffer[] = []
  #size = 0
  /** The two ends of a line that has passed the limit. */
  #long: { head: string; tail: Buffer } | undefined

  /** `limit` in bytes. */
  constructor(limit: number) {
    this.#limit = limit
  }

  *feed(chunk: Buffer): Generator<MessageLine> {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      this.#take(chunk.subarray(from, at))
      yield this.#line()
      from = at + 1
    }
    this.#take(chunk.subarray(from))
  }

  #take(bytes: Buffer): void {
    this.#size += bytes.length
    if (this.#long) this.#long.tail = lastOf(this.#long.tail, bytes)
    else if (bytes.length > 0) this.#parts.push(bytes)
    if (this.#long || this.#size <= this.#limit) return
    const whole = Buffer.concat(this.#parts)
    this.#long = { head: whole.toString('utf8', 0, endBytes), tail: Buffer.from(whole.subarray(-endBytes)) }
    this.#parts = []
  }

  #line(): MessageLine {
    const line = this.#long
      ? { head: this.#long.head, tail: this.#long.tail.toString('utf8') }
      : { text: Buffer.concat(this.#parts).toString('utf8') }
    this.#parts = []
    this.#size = 0
    this.#long = undefined
    return line
  }
}

/** The last bytes of two buffers, in memory of their own. */
function lastOf(before: Buffer, bytes: Buffer): Buffer {
  if (bytes.length >= endBytes) return Buffer.from(bytes.subarray(-endBytes))
  return Buffer.concat([before.subarray(-(endBytes - bytes.length)), bytes])
}
