import type { FromEngine } from '../engine-messages.ts'
import { toInt16 } from '../frames.ts'
import { joinSamples } from '../recognisers.ts'

/** Of a recorded utterance no more frames than these (60 s) are kept. */
const longestFrames = 3_000
/** Frames of a piece that is told at once: 100 ms. */
const pieceFrames = 5

/** The sound of an utterance for ears elsewhere; where they hear live, in pieces while it is spoken. */
export class Recorded {
  #frames: Float32Array[] = []
  #told = 0
  /** All of the voice in it was sent as a breath. */
  #ahead = false
  readonly #piece: ((message: FromEngine) => void) | undefined
  readonly #breath: ((message: FromEngine) => void) | undefined

  constructor({ live, breaths }: { live: boolean; breaths?: true | undefined }, send: (message: FromEngine) => void) {
    if (live) this.#piece = send
    if (breaths) this.#breath = send
  }

  add(frame: Float32Array, voice: boolean): void {
    if (voice) this.#ahead = false
    if (this.#frames.length >= longestFrames) return
    this.#frames.push(frame)
    if (this.#frames.length - this.#told >= pieceFrames) this.#tell(false)
  }

  /** The voice has stopped: what there is may be all of it. */
  pause(): void {
    if (!this.#breath || this.#frames.length === 0) return
    this.#ahead = true
    this.#breath({ type: 'breath', samples: toInt16(joinSamples(this.#frames)) })
  }

  /** All of it; the next frame begins a new one. */
  take(): { samples: Int16Array; ahead: boolean } {
    this.#tell(true)
    const taken = { samples: toInt16(joinSamples(this.#frames)), ahead: this.#ahead }
    this.forget()
    return taken
  }

  forget(): void {
    this.#frames = []
    this.#told = 0
    this.#ahead = false
  }

  #tell(last: boolean): void {
    if (!this.#piece || this.#frames.length === 0) return
    const samples = toInt16(joinSamples(this.#frames.slice(this.#told)))
    this.#piece({ type: 'piece', samples, first: this.#told === 0, last })
    this.#told = this.#frames.length
  }
}
