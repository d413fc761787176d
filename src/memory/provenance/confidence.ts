import type { Fact, Provenance } from '../page.ts'

/**
 * Confidence in a line. `sure`: the person wrote it or asked for it. `likely`: it was noticed in their words, or taken
 * over from another program. `doubtful`: text from outside had a part in it.
 */
export type Confidence = 'sure' | 'likely' | 'doubtful'

/** Confidence in a fact, by where it came from; what a person wrote into the page has no provenance. */
export function confidenceOf({ from }: Pick<Fact, 'from'>): Confidence {
  if (from?.source) return 'doubtful'
  return from?.by ? 'likely' : 'sure'
}

/** True if a line held only until a day that is over. `today` as a civil date. */
export const isOver = (from: Provenance | undefined, today: string): boolean =>
  from?.until !== undefined && from.until < today
