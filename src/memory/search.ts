import { bigrams, nfc } from '../std/korean/jamo.ts'
import { stripParticles } from '../std/korean/particles.ts'

/** A line that was found, best first. */
export interface Found<T> {
  item: T
  score: number
}

/** Words that ask and say nothing of what is asked for. */
const asking =
  /^(?:뭐|뭘|뭔|무엇|무슨|누구|누가|언제|어디|어느|어떤|어떻게|얼마|몇|며칠|왜|좀|혹시|내|내가|나|나의|제|제가|우리|그|알려|말해|있|있지|있더라|하|했지|했더라|했었지|해야|what|which|when|where|who|how|is|are|was|the|my|do|did|i|me|tell)[가-힣]{0,4}$/i

/** How much a shared word counts against a shared pair of syllables, which is seldom alone. */
const wordWeight = 2

/**
 * The items whose text answers `query` best, by words without particles and endings, and by pairs of syllables across blanks, so
 * that other spacing and decomposed Hangul find the same; rare ones count more (inverse document frequency, as in BM25). No model
 * and no index: ten thousand lines take about a tenth of a second. Items that share nothing are left out.
 */
export function searchFacts<T>(query: string, items: readonly T[], textOf: (item: T) => string, limit: number): Found<T>[] {
  const words = tokensOf(query).filter((word) => !asking.test(word))
  const wanted = traitsOf(words)
  const known = items.map((item) => shared(wanted, textOf(item)))
  const seen = new Map<string, number>()
  for (const { traits } of known) for (const trait of traits) seen.set(trait, (seen.get(trait) ?? 0) + 1)
  const mean = known.reduce((sum, { size }) => sum + size, 0) / (known.length || 1)
  const rarity = (trait: string) => Math.log(1 + items.length / (seen.get(trait) ?? 1)) * (trait.startsWith('=') ? wordWeight : 1)
  const scored = known.flatMap(({ traits, size }, at) => {
    const sum = traits.reduce((total, trait) => total + rarity(trait), 0)
    const score = (sum * (1 + explained(words, traits))) / (0.7 + (0.3 * size) / mean)
    return score > 0 ? [{ item: items[at] as T, score }] : []
  })
  return scored.sort((a, b) => b.score - a.score).slice(0, limit)
}

/** Stems of words, marked with "=", and the pairs of syllables of all of them written together. */
function traitsOf(words: readonly string[]): Set<string> {
  const stems = words.flatMap((word) => stemsOf(word).map((stem) => `=${stem}`))
  return new Set([...stems, ...bigrams(words.join(''))])
}

/** What a line has in common with what is wanted, and how much it says. */
function shared(wanted: ReadonlySet<string>, text: string): { traits: string[]; size: number } {
  const traits = traitsOf(tokensOf(text))
  return { traits: [...traits].filter((trait) => wanted.has(trait)), size: traits.size }
}

/** The part of the words that a line has, in whatever form: 0 to 1. */
function explained(words: readonly string[], traits: readonly string[]): number {
  const has = (word: string) => stemsOf(word).some((stem) => traits.includes(`=${stem}`))
  return words.filter(has).length / (words.length || 1)
}

/** Runs of letters and of digits, small, NFC. */
function tokensOf(text: string): string[] {
  return (
    nfc(text)
      .toLowerCase()
      .match(/\p{N}+(?:[.,:-]\p{N}+)*|[가-힣]+|[\p{L}\p{M}]+/gu) ?? []
  )
}

/** A word and what may be left of it without particle or ending; "물을" leaves a single syllable. */
function stemsOf(word: string): string[] {
  if (!/[가-힣]/.test(word)) return [word]
  return /^[가-힣][은는이가을를에의도]$/.test(word) ? [word, word.slice(0, 1)] : stripParticles(word)
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
export function isHeld(fact: string, lines: readonly string[]): boolean {
  return lines.some((line) => coverage(fact, line) >= sameFact)
}
