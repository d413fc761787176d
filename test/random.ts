/**
 * A source of the same choices for the same seed (mulberry32 by Tommy Ettinger, public domain: a full circle of 2³²
 * states).
 */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A number from 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from 0 up to `limit`, `limit` not included. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + this.below(max - min + 1)
  }

  pick<T>(all: readonly T[]): T {
    return all[this.below(all.length)] as T
  }

  chance(part: number): boolean {
    return this.next() < part
  }
}
