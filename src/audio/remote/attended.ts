import { SpeechError } from '../../protocol/speech.ts'
import type { FromEngine } from '../engine-messages.ts'
import type { LiveEars } from './live-ears.ts'

/** Live ears that get nothing of what is said before somebody was called, and begin with the utterance that called. */
export class AttendedEars {
  readonly #ears: LiveEars
  readonly #signal: AbortSignal
  #isCalled = false
  /** Of this utterance: what waits for a call, and whether anything of it went out. */
  #waiting: Int16Array[] = []
  #sent = false
  /** The words of utterances that are over, in their order. */
  readonly #answers: Promise<string>[] = []

  constructor(ears: LiveEars, signal: AbortSignal) {
    this.#ears = ears
    this.#signal = signal
    signal.addEventListener('abort', () => ears.close(), { once: true })
  }

  attend(called: boolean): void {
    this.#isCalled = called
    if (called) this.#send()
  }

  /** A piece of an utterance; `here`: it ends with this one, and nobody was called by it. */
  take({ samples, first, last }: Extract<FromEngine, { type: 'piece' }>, here: boolean): void {
    if (first) this.drop()
    this.#waiting.push(samples)
    if (this.#isCalled) this.#send()
    if (last) this.#end(here)
  }

  /** The words of the first utterance that is over and was not asked for yet. */
  async words(): Promise<string> {
    const answer = this.#answers.shift()
    if (!answer) throw new SpeechError('ears-away', 'nothing was heard')
    return answer
  }

  drop(): void {
    if (this.#sent) this.#ears.drop()
    this.#waiting = []
    this.#sent = false
  }

  #send(): void {
    for (const samples of this.#waiting) {
      this.#ears.hear(samples, !this.#sent)
      this.#sent = true
    }
    this.#waiting = []
  }

  #end(here: boolean): void {
    if (here) {
      this.drop()
      return
    }
    // The call was in it, and was known only at its end.
    this.#send()
    const answer = this.#ears.finish(this.#signal)
    // Whoever waits for it is told; it may fail before anybody does.
    answer.catch(() => {})
    this.#answers.push(answer)
    this.#sent = false
  }
}
