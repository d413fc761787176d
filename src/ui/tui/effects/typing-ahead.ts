import type { Conversation } from '../../../protocol/index.ts'

/** Milliseconds without a key until the words so far are handed on. */
const restMs = 350
/** Fewer letters are no request yet. */
const fewestLetters = 6
/** Commands, shell lines and files go another way. */
const isOther = (text: string): boolean => /^[/!?]|@/.test(text.trim())

/**
 * Has a model of this machine begin with what is typed as soon as the keys rest: what it read is kept when somebody
 * goes on, and its answer counts where nothing changes. No word leaves the machine.
 */
export class TypingAhead {
  readonly #conversation: () => Promise<Conversation>
  #seen = ''
  #timer: NodeJS.Timeout | undefined
  #gone = new AbortController()

  constructor(conversation: () => Promise<Conversation>) {
    this.#conversation = conversation
  }

  /** The text in the editor has changed, or not. An empty line was sent, mostly: its answer is on the way. */
  typed(text: string): void {
    if (text === this.#seen) return
    this.#seen = text
    clearTimeout(this.#timer)
    if (text === '') return
    this.#gone.abort()
    if (text.trim().length < fewestLetters || isOther(text)) return
    this.#timer = setTimeout(() => void this.#begin(text), restMs)
  }

  async #begin(text: string): Promise<void> {
    this.#gone = new AbortController()
    const { signal } = this.#gone
    // A fault of the conversation is told by the turn.
    const conversation = await this.#conversation().catch(() => undefined)
    if (!signal.aborted) await conversation?.foresee?.({ text, origin: 'tui', by: 'owner' }, signal)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#gone.abort()
  }
}
