import type { Library } from '../library.ts'
import type { PassageHit } from '../ports.ts'
import { knownItem, termsOf } from './known-items.ts'

/** Numbers of questions for which each way of searching found the passage among the first five. */
export interface Comparison {
  asked: number
  words: number
  hybrid: number
  /** Questions that only one of them found. */
  onlyWords: number
  onlyHybrid: number
}

/** Number of passages that count as found. */
const among = 5

/** Ask both libraries, which have the same documents, at most `count` questions made of them. */
export async function compareSearch(
  words: Library,
  hybrid: Library,
  count: number,
  signal: AbortSignal,
): Promise<Comparison> {
  const result = { asked: 0, words: 0, hybrid: 0, onlyWords: 0, onlyHybrid: 0 }
  for (const passage of await words.sample(count, signal)) {
    signal.throwIfAborted()
    const question = knownItem(passage, await words.rarity(termsOf(passage), signal))
    if (question === undefined) continue
    const byWords = isAmong(passage, await words.search(question, among, signal))
    const byBoth = isAmong(passage, await hybrid.search(question, among, signal))
    result.asked++
    if (byWords) result.words++
    if (byBoth) result.hybrid++
    if (byWords && !byBoth) result.onlyWords++
    if (byBoth && !byWords) result.onlyHybrid++
  }
  return result
}

const isAmong = ({ file, line, text }: PassageHit, hits: PassageHit[]) =>
  hits.some((hit) => hit.file === file && hit.line === line && hit.text === text)

/** Points of a hundred by which searching by meaning, too, must be ahead to be worth its time. */
const worth = 2

/**
 * Return the way of searching that these answers speak for: the dearer one only if it found more by two of a hundred,
 * and by more than chance would give (two standard deviations of a coin that is tossed for each question that only one
 * of them found).
 */
export function betterOf({ asked, onlyWords, onlyHybrid }: Comparison): 'words' | 'hybrid' {
  const ahead = onlyHybrid - onlyWords
  return ahead >= (worth / 100) * asked && ahead > 0 && ahead >= 2 * Math.sqrt(onlyHybrid + onlyWords)
    ? 'hybrid'
    : 'words'
}
