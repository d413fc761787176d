import { frameSamples, listenRate, type Sound } from '../../protocol/speech.ts'

const frameMs = (1000 * frameSamples) / listenRate
/**
 * Frames after which the two clocks are compared, and what they may differ by: a canceller follows that by itself,
 * but no small steps.
 */
const windowFrames = 100
const slackMs = 8
/** Samples on each side of the one that is made, when a sound is brought to another rate. */
const taps = 12

/**
 * The loudspeaker's sound, cut into the frames of the microphone: the reference of an echo canceller. Times are
 * milliseconds on one monotonic clock. Sound is heard some time after it was made, never before; the canceller finds
 * the delay.
 */
export class FarEnd {
  /** At `listenRate`, with the time of its first sample. */
  #sounds: { at: number; samples: Int16Array }[] = []
  /** Start time of the microphone's next frame; NaN before the first. */
  #next = Number.NaN
  #least = Number.POSITIVE_INFINITY
  #count = 0

  /** `sound` begins at `at`. */
  play({ samples, rate }: Sound, at: number): void {
    this.#sounds.push({ at, samples: resampleTo(samples, rate) })
  }

  /** Nothing is heard any more from `at` on. */
  stop(at: number): void {
    this.#sounds = this.#sounds.flatMap((sound) => {
      const kept = Math.max(0, Math.round(((at - sound.at) * listenRate) / 1000))
      return kept > 0 ? [{ ...sound, samples: sound.samples.subarray(0, kept) }] : []
    })
  }

  /** Return the sound played during the microphone frame that arrives now; call it once a frame. */
  frame(now: number): Int16Array {
    const at = this.#follow(now)
    const frame = new Int16Array(frameSamples)
    for (const sound of this.#sounds) {
      const from = Math.round(((at - sound.at) * listenRate) / 1000)
      const piece = sound.samples.subarray(Math.max(0, from), Math.max(0, from + frameSamples))
      if (piece.length > 0) frame.set(piece, Math.max(0, -from))
    }
    this.#sounds = this.#sounds.filter((sound) => at < sound.at + (1000 * sound.samples.length) / listenRate)
    return frame
  }

  /**
   * Return the frame's start time. Frames come late and in bunches on a busy machine, but never early: the one that
   * waited least shows how the microphone's clock stands.
   */
  #follow(now: number): number {
    const late = now - this.#next
    this.#least = Math.min(this.#least, late)
    if (Number.isNaN(late) || late < -slackMs) {
      this.#next = now
      this.#least = 0
    } else if (++this.#count >= windowFrames) {
      if (Math.abs(this.#least) > slackMs) this.#next += this.#least
      this.#least = Number.POSITIVE_INFINITY
      this.#count = 0
    }
    const began = this.#next - frameMs
    this.#next += frameMs
    return began
  }
}

/**
 * The same sound at `listenRate`; what lies above half of that is taken away (windowed sinc, a filter for each place
 * between samples).
 */
function resampleTo(samples: Int16Array, rate: number): Int16Array {
  if (rate === listenRate) return samples
  const shared = commonDivisor(rate, listenRate)
  const [step, places] = [rate / shared, listenRate / shared]
  const filters = Array.from({ length: places }, (_, place) => filterAt(place / places, rate))
  return Int16Array.from({ length: Math.floor((samples.length * listenRate) / rate) }, (_, i) => {
    const { first, weights } = filters[(i * step) % places] as ReturnType<typeof filterAt>
    const from = Math.floor((i * step) / places) + first
    let sum = 0
    for (let tap = 0; tap < weights.length; tap++) sum += (samples[from + tap] ?? 0) * (weights[tap] as number)
    return Math.max(-32_768, Math.min(32_767, Math.round(sum)))
  })
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))

/** Weights of the samples around a place between 0 and 1, from the `first` of them on. */
function filterAt(place: number, rate: number): { first: number; weights: Float64Array } {
  const cut = Math.min(1, listenRate / rate)
  const reach = Math.ceil(taps / cut)
  const weights = Float64Array.from({ length: 2 * reach }, (_, tap) => {
    const x = place - (tap + 1 - reach)
    const sinc = x === 0 ? cut : Math.sin(Math.PI * cut * x) / (Math.PI * x)
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * Math.max(-reach, Math.min(reach, x))) / reach))
  })
  return { first: 1 - reach, weights }
}
