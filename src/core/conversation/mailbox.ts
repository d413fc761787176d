import type { Envelope } from '../../protocol/index.ts'

/** The longest queue of one slow reader. Beyond this the reader is sent back to the journal. */
const capacity = 1_000

/** The bounded queue of one reader. Adjacent text deltas are merged; an overflow is reported to the reader. */
export class Mailbox {
  /** The reader was too slow and must read the journal from its last envelope on. */
  isBehind = false
  readonly #signal: AbortSignal
  #waiting: Envelope[] = []
  #closed = false
  #reason: unknown
  #wake: () => void = () => {}

  /** The reader leaves when the signal aborts. */
  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  put(envelope: Envelope): void {
    if (this.isBehind) return
    const last = this.#waiting.at(-1)
    const merged = last && mergeEnvelopes(last, envelope)
    if (merged) this.#waiting[this.#waiting.length - 1] = merged
    else if (this.#waiting.length < capacity) this.#waiting.push(envelope)
    else this.isBehind = true
    this.#wake()
  }

  /** Closes the queue. The reader gets what is queued, then the end or the error. */
  close(reason?: unknown): void {
    this.#closed = true
    this.#reason = reason
    this.#wake()
  }

  /** Yields envelopes until the queue is closed, the reader leaves, or the reader falls behind. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Envelope> {
    const leave = () => this.#wake()
    this.#signal.addEventListener('abort', leave, { once: true })
    try {
      while (!this.#signal.aborted) {
        const batch = this.#waiting.splice(0)
        for (const envelope of batch) {
          if (this.#signal.aborted) return
          yield envelope
        }
        if (batch.length > 0) continue
        if (this.#reason !== undefined) throw this.#reason
        if (this.isBehind || this.#closed) return
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
    } finally {
      this.#signal.removeEventListener('abort', leave)
    }
  }
}

function mergeEnvelopes(a: Envelope, b: Envelope): Envelope | undefined {
  if (a.event.type !== 'text.added' || b.event.type !== 'text.added') return undefined
  if (a.event.call !== b.event.call || a.event.at + a.event.text.length !== b.event.at) return undefined
  return { ...b, event: { ...a.event, text: a.event.text + b.event.text } }
}
