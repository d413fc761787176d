/** Cuts bytes of 16-bit samples (little-endian) into frames of `size` samples; what is left over begins the next. */
export class Framer {
  #rest: Buffer = Buffer.alloc(0)
  readonly #size: number
  constructor(size: number) {
    this.#size = size * 2
  }

  /** The whole frames that `bytes` completes. */
  *frames(bytes: Buffer): Generator<Int16Array> {
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes
    while (this.#rest.length >= this.#size) {
      // A copy of its own: samples must start at an even address, and the chunk is not kept.
      yield new Int16Array(new Uint8Array(this.#rest.subarray(0, this.#size)).buffer)
      this.#rest = this.#rest.subarray(this.#size)
    }
  }
}

/** 16-bit samples as numbers in −1…1. */
export function toFloat(samples: Int16Array): Float32Array {
  return Float32Array.from(samples, (sample) => sample / 32_768)
}

/** Numbers in −1…1 as 16-bit samples; louder ones are cut. */
export function toInt16(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))))
}

/** Loudness of samples in dB below full scale; −100 for silence. */
export function levelOf(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.max(-100, 10 * Math.log10(sum / Math.max(1, samples.length) / 32_768 ** 2))
}

/** A short tone between two pitches (Hz) with soft edges: an earcon. */
export function makeTone(from: number, to: number, ms: number, rate: number): Int16Array {
  const length = Math.round((rate * ms) / 1000)
  let phase = 0
  return Int16Array.from({ length }, (_, i) => {
    phase += (2 * Math.PI * (from + ((to - from) * i) / length)) / rate
    return Math.round(Math.sin(phase) * 4_000 * Math.sin((Math.PI * i) / length))
  })
}
