import type { Fact, Provenance } from '../page.ts'

/**
 * How far a line can be relied on. `sure`: the person wrote it or asked for it. `likely`: it was noticed in their
 * words, or taken over from another program. `doubtful`: text from outside had a part in it.
 */
export type Confidence = 'sure' | 'likely' | 'doubtful'

/** How far a fact can be relied on, by where it came from; what a person wrote into the page has no provenance. */
export function confidenceOf({ from }: Pick<Fact, 'from'>): Confidence {
  if (from?.source) return 'doubtful'
  return from?.by ? 'likely' : 'sure'
}

/** Whether a line held only until a day that is over. `today` as a civil date. */
export const isOver = (from: Provenance | undefined, today: string): boolean =>
  from?.until !== undefined && from.until < today
