import type { Envelope } from '../protocol/index.ts'

/** More than this waiting for one slow reader: it is sent back to the journal instead of being fed from memory. */
const capacity = 1_000

/** One reader's bounded queue. Neighbouring text deltas are merged; an overflow is told, never hidden. */
export class Mailbox {
  /** The reader was too slow: what came after its last envelope is to be read from the journal. */
  behind = false
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
    if (this.behind) return
    const last = this.#waiting.at(-1)
    const merged = last && merge(last, envelope)
    if (merged) this.#waiting[this.#waiting.length - 1] = merged
    else if (this.#waiting.length < capacity) this.#waiting.push(envelope)
    else this.behind = true
    this.#wake()
  }

  /** Nothing more comes. The reader gets what waits, then its end, or the reason why there is none. */
  close(reason?: unknown): void {
    this.#closed = true
    this.#reason = reason
    this.#wake()
  }

  /** What comes, until it is closed, or the reader leaves or falls behind. */
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
        if (this.behind || this.#closed) return
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
    } finally {
      this.#signal.removeEventListener('abort', leave)
    }
  }
}

function merge(a: Envelope, b: Envelope): Envelope | undefined {
  if (a.event.type !== 'text.added' || b.event.type !== 'text.added') return undefined
  if (a.event.call !== b.event.call || a.event.at + a.event.text.length !== b.event.at) return undefined
  return { ...b, event: { ...a.event, text: a.event.text + b.event.text } }
}
