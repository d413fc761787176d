import type { Envelope } from '../protocol/index.ts'

/** More than this waiting for one slow reader: it is sent back to the journal instead of being fed from memory. */
const capacity = 1_000

/** One reader's bounded queue. Neighbouring text deltas are merged; an overflow is told, never hidden. */
export class Mailbox {
  #waiting: Envelope[] = []
  #overflow = false
  #closed = false
  #wake: (() => void) | undefined

  put(envelope: Envelope): void {
    if (this.#overflow) return
    const last = this.#waiting.at(-1)
    const merged = last && merge(last, envelope)
    if (merged) this.#waiting[this.#waiting.length - 1] = merged
    else if (this.#waiting.length < capacity) this.#waiting.push(envelope)
    else this.#overflow = true
    this.#wake?.()
  }

  close(): void {
    this.#closed = true
    this.#wake?.()
  }

  /** What waits now, after something does; undefined once closed and empty; 'behind' when the reader was too slow. */
  async take(): Promise<Envelope[] | 'behind' | undefined> {
    while (this.#waiting.length === 0) {
      if (this.#overflow) return 'behind'
      if (this.#closed) return undefined
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#wake = undefined
    }
    return this.#waiting.splice(0)
  }
}

function merge(a: Envelope, b: Envelope): Envelope | undefined {
  if (a.event.type !== 'text.added' || b.event.type !== 'text.added') return undefined
  if (a.event.call !== b.event.call || a.event.at + a.event.text.length !== b.event.at) return undefined
  return { ...b, event: { ...a.event, text: a.event.text + b.event.text } }
}
