import { createHash } from 'node:crypto'

/** Derives a seed from a message's id, so that the same message always gets the same random choices. */
export function seedOf(id: string): number {
  return createHash('sha256').update(id).digest().readUInt32BE(0)
}

/** The `n`th number drawn from a seed, 0 up to but not including `below`. */
function pickNumber(seed: number, n: number, below: number): number {
  return createHash('sha256').update(`${seed}:${n}`).digest().readUInt32BE(0) % below
}

/** Chooses one of several by the seed. */
export function chosenFrom<T>(all: readonly T[], seed: number): T {
  return all[pickNumber(seed, 0, all.length)] as T
}
