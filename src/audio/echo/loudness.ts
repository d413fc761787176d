/** Frames of 20 ms whose power is one measure: 40 ms, two periods of the lowest voice. */
const measureFrames = 2
/** Measures in which every voice is loud once: 0.2 s. */
const soundMeasures = 5

/** How loud it is: the loudest measure of the last 0.2 s, in dB below the loudest there can be (dBFS, 0 or less). */
export class Loudness {
  #power = 0
  #frames = 0
  #measures: number[] = []

  /** A frame of samples from −1 to 1. */
  take(frame: Float32Array): void {
    for (const sample of frame) this.#power += (sample * sample) / (frame.length * measureFrames)
    if (++this.#frames < measureFrames) return
    this.#measures = [...this.#measures, 10 * Math.log10(this.#power + 1e-10)].slice(-soundMeasures)
    this.#power = this.#frames = 0
  }

  get db(): number {
    return Math.max(...this.#measures)
  }
}
