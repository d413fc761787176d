import { createHash } from 'node:crypto'

/** A number out of a message's id: the same message draws the same lots, however often it is sent to the engine. */
export function seedOf(id: string): number {
  return createHash('sha256').update(id).digest().readUInt32BE(0)
}

/** The `n`th number drawn from a seed, 0 up to but not including `below`. */
export function pickNumber(seed: number, n: number, below: number): number {
  return createHash('sha256').update(`${seed}:${n}`).digest().readUInt32BE(0) % below
}

/** One of several, as the seed has it. */
export function chosenFrom<T>(all: readonly T[], seed: number): T {
  return all[pickNumber(seed, 0, all.length)] as T
}
