import { stemsOf } from '../std/korean/search/analysis.ts'
import { createRanking, type Ranked } from '../std/korean/search/ranking.ts'
import { nfc } from '../std/korean/spelling/jamo.ts'

/**
 * The items whose text answers `query` best. No model and no index: ten thousand lines take about 0.15 s. Items that
 * share nothing are left out.
 */
export function searchFacts<T>(query: string, items: readonly T[], textOf: (item: T) => string, limit: number): Ranked<T>[] {
  const ranking = createRanking<T>(query)
  for (const item of items) ranking.add(item, textOf(item))
  return ranking.best(limit)
}

/** Runs of letters and of digits, small, NFC. */
function tokensOf(text: string): string[] {
  return (
    nfc(text)
      .toLowerCase()
      .match(/\p{N}+(?:[.,:-]\p{N}+)*|[가-힣]+|[\p{L}\p{M}]+/gu) ?? []
  )
}

/**
 * How much of what `text` says stands in `other` too: 0 to 1, by words without particles and endings. 0 when a number, a date or a
 * Latin name of `text` is missing there: nearly the same with another number is another fact.
 */
export function coverage(text: string, other: string): number {
  const there = new Set(tokensOf(other).flatMap(stemsOf))
  const run = tokensOf(other).join('')
  const words = tokensOf(text)
  if (words.length === 0) return 1
  const held = (word: string) => stemsOf(word).some((stem) => there.has(stem) || (stem.length > 1 && run.includes(stem)))
  if (words.some((word) => /^[\p{N}a-z]/u.test(word) && !held(word))) return 0
  return words.filter(held).length / words.length
}

/** From here on two wordings say the same fact (chosen so that "이름은 철수" and "내 이름은 철수예요" do). */
const sameFact = 0.7

/** Whether one of the lines says what `fact` says, in whatever words. */
export function isCovered(fact: string, lines: readonly string[]): boolean {
  return lines.some((line) => coverage(fact, line) >= sameFact)
}
