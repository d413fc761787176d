import type { FromEngine } from '../engine-messages.ts'
import { toInt16 } from '../frames.ts'
import { joined } from '../recognisers.ts'

/** Of a recorded utterance no more frames than these (60 s) are kept. */
const longestFrames = 3_000
/** Frames of a piece that is told at once: 100 ms. */
const pieceFrames = 5

/** The sound of an utterance for ears elsewhere; where they hear live, in pieces while it is spoken. */
export class Recorded {
  #frames: Float32Array[] = []
  #told = 0
  readonly #piece: ((message: FromEngine) => void) | undefined

  constructor(piece?: (message: FromEngine) => void) {
    this.#piece = piece
  }

  add(frame: Float32Array): void {
    if (this.#frames.length >= longestFrames) return
    this.#frames.push(frame)
    if (this.#frames.length - this.#told >= pieceFrames) this.#tell(false)
  }

  /** All of it; the next frame begins a new one. */
  take(): Int16Array {
    this.#tell(true)
    const samples = toInt16(joined(this.#frames))
    this.forget()
    return samples
  }

  forget(): void {
    this.#frames = []
    this.#told = 0
  }

  #tell(last: boolean): void {
    if (!this.#piece || this.#frames.length === 0) return
    const samples = toInt16(joined(this.#frames.slice(this.#told)))
    this.#piece({ type: 'piece', samples, first: this.#told === 0, last })
    this.#told = this.#frames.length
  }
}
