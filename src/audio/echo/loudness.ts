/** Frames of 20 ms whose power is one measure: 40 ms, two periods of the lowest voice. */
const measureFrames = 2
/** Measures in which every voice is loud once: 0.2 s. */
const soundMeasures = 5
/** So long after a sound its level is no longer told, in milliseconds. */
export const loudnessMs = soundMeasures * measureFrames * 20

/** The room is known by the loudest measure of each half second, in frames, of the last 30 s. */
const blockFrames = 25
const blocksKept = 60
/** So many of them are no louder than what goes on all the time: a person speaks in fewer than the others. */
const share = 0.6
/** A voice of so many blocks (10 s) is the person's; one that goes on is of the room as well. */
const personBlocks = 20

/** Measure loudness: the loudest level of the last 0.2 s, in dB below full scale (dBFS, 0 or less). */
export class Loudness {
  #power = 0
  #frames = 0
  #measures: number[] = []
  /** A room is silent until it was heard: the first words of a person are no background. */
  #blocks: number[] = Array(blocksKept).fill(Number.NEGATIVE_INFINITY)
  #block = { frames: 0, db: Number.NEGATIVE_INFINITY }
  /** The loudest level of the steady background (music, television, other people), in dB. */
  room = Number.NEGATIVE_INFINITY

  /** Half seconds in a row that a person has spoken. */
  #spoken = 0

  /** A frame of samples from −1 to 1; `isPerson`: of somebody who is talked with, and so not of the room. */
  take(frame: Float32Array, isPerson = false): void {
    for (const sample of frame) this.#power += (sample * sample) / (frame.length * measureFrames)
    if (++this.#frames < measureFrames) return
    this.#measures = [...this.#measures, 10 * Math.log10(this.#power + 1e-10)].slice(-soundMeasures)
    this.#power = this.#frames = 0
    this.#hearRoom(this.#measures.at(-1) ?? this.room, isPerson)
  }

  #hearRoom(db: number, isPerson: boolean): void {
    const frames = this.#block.frames + measureFrames
    this.#block = { frames, db: Math.max(db, this.#block.db) }
    if (frames < blockFrames) return
    const { db: loudest } = this.#block
    this.#block = { frames: 0, db: Number.NEGATIVE_INFINITY }
    this.#spoken = isPerson ? this.#spoken + 1 : 0
    if (isPerson && this.#spoken <= personBlocks) return
    this.#blocks = [...this.#blocks, loudest].slice(-blocksKept)
    this.room = this.#blocks.toSorted((a, b) => a - b)[Math.floor(share * this.#blocks.length)] ?? this.room
  }

  get db(): number {
    return Math.max(...this.#measures)
  }
}
