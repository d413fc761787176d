import type { Library } from '../library.ts'
import type { PassageHit } from '../ports.ts'
import { askableLine, isInOtherWords, knownItem, termsOf } from './known-items.ts'

/** Numbers of questions for which each way of searching found the passage among the first five. */
export interface Comparison {
  asked: number
  /** Those of them that `reword` worded. */
  reworded: number
  words: number
  hybrid: number
  /** Questions that only one of them found. */
  onlyWords: number
  onlyHybrid: number
}

/** Number of passages that count as found. */
const among = 5

/**
 * A question for each line, in other words than the line's own, in their order; what is missing or keeps the words is
 * not taken.
 */
export type Reword = (lines: readonly string[], signal: AbortSignal) => Promise<readonly string[]>

/** Lines that `reword` is given at once. */
const together = 10

/**
 * Asks both libraries, which have the same documents, at most `count` questions made of them; tells how far it is.
 * Without `reword`, and where it kept the words of a line, a question is made by rules. Throws what `reword` throws.
 */
export async function* compareSearch(
  words: Library,
  hybrid: Library,
  count: number,
  signal: AbortSignal,
  reword: Reword = async () => [],
): AsyncGenerator<{ done: number; total: number }, Comparison> {
  const result = { asked: 0, reworded: 0, words: 0, hybrid: 0, onlyWords: 0, onlyHybrid: 0 }
  const passages = await words.sample(count, signal)
  let anew = new Map<PassageHit, string>()
  for (const [at, passage] of passages.entries()) {
    signal.throwIfAborted()
    if (at % together === 0) anew = await inOtherWords(passages.slice(at, at + together), reword, signal)
    const question = anew.get(passage) ?? knownItem(passage, await words.rarity(termsOf(passage), signal))
    if (question !== undefined) {
      if (anew.has(passage)) result.reworded++
      const byWords = isAmong(passage, await words.search(question, among, signal))
      const byBoth = isAmong(passage, await hybrid.search(question, among, signal))
      result.asked++
      if (byWords) result.words++
      if (byBoth) result.hybrid++
      if (byWords && !byBoth) result.onlyWords++
      if (byBoth && !byWords) result.onlyHybrid++
    }
    yield { done: at + 1, total: passages.length }
  }
  return result
}

async function inOtherWords(
  passages: readonly PassageHit[],
  reword: Reword,
  signal: AbortSignal,
): Promise<Map<PassageHit, string>> {
  const lines = passages.flatMap((passage) => {
    const line = askableLine(passage)
    return line === undefined ? [] : [{ passage, line }]
  })
  const questions =
    lines.length === 0
      ? []
      : await reword(
          lines.map(({ line }) => line),
          signal,
        )
  return new Map(
    lines.flatMap(({ passage, line }, at) => {
      const question = questions[at]
      return question !== undefined && isInOtherWords(question, line) ? [[passage, question]] : []
    }),
  )
}

const isAmong = ({ file, line, text }: PassageHit, hits: PassageHit[]) =>
  hits.some((hit) => hit.file === file && hit.line === line && hit.text === text)

/** Points of a hundred by which searching by meaning, too, must be ahead to be worth its time. */
const worth = 2

/**
 * Which way of searching these answers speak for: the dearer one only where it found more by two of a hundred, and by
 * more than chance would give (two standard deviations of a coin that is tossed for each question that only one of
 * them found).
 */
export function betterOf({ asked, onlyWords, onlyHybrid }: Comparison): 'words' | 'hybrid' {
  const ahead = onlyHybrid - onlyWords
  return ahead >= (worth / 100) * asked && ahead > 0 && ahead >= 2 * Math.sqrt(onlyHybrid + onlyWords)
    ? 'hybrid'
    : 'words'
}
