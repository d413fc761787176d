import type { Envelope } from '../../protocol/index.ts'

/** So many entries are read once more when a conversation goes to another owner. */
const readAgain = 200
/** So many entries are remembered. */
const remembered = 1_000

/**
 * Envelopes that a reader of a conversation was told. Where it goes from one device to another its entries may be
 * counted anew, and what was said elsewhere may stand ahead of what was told last: the end of it is read once more, and
 * what was told is left out.
 */
export class Overlap {
  /** Sequence number to follow from. */
  next: number
  /** Count of how often each was told and came since the conversation went to its owner. */
  readonly #told = new Map<string, number>()
  #came = new Map<string, number>()

  constructor(from: number) {
    this.next = from
  }

  /** True if the reader was not told of it before. */
  isNew(envelope: Envelope): boolean {
    this.next = envelope.seq + 1
    const { event } = envelope
    // These only pass by, and say themselves where they belong.
    if (event.type === 'text.added' || event.type === 'reasoning.added' || event.type === 'tool.progressed') return true
    const name = `${envelope.at} ${envelope.turn ?? ''} ${event.type} ${'id' in event ? event.id : ''}`
    const times = (this.#came.get(name) ?? 0) + 1
    this.#came.set(name, times)
    if (times <= (this.#told.get(name) ?? 0)) return false
    this.#told.set(name, times)
    for (const known of [this.#told, this.#came])
      if (known.size > remembered) known.delete(known.keys().next().value ?? '')
    return true
  }

  /** The conversation has another owner now. */
  again(): void {
    this.next = Math.max(0, this.next - readAgain)
    this.#came = new Map()
  }
}
