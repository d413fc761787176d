import { indexOfTyped, isInitials } from '../spelling/initials.ts'
import { bigrams } from '../spelling/jamo.ts'
import { normalized } from '../spelling/normalize.ts'
import { contentWords, stemsOf, wordsOf } from './analysis.ts'
import { synonymsOf } from './synonyms.ts'

/** A text that was found. */
export interface Ranked<T> {
  item: T
  score: number
  /** The part of the question's words that the text has, in whatever form: 0 to 1. */
  explained: number
}

/** Compares texts with one question, one after the other; only those that share something with it are kept. */
export interface Ranking<T> {
  add(item: T, text: string): void
  /** The best of them, best first; of two that are as good the one that was added first. */
  best(limit: number): Ranked<T>[]
}

/** Weight of a shared word against a shared pair of syllables, which is seldom alone. */
const wordWeight = 2
/** Characters of a text that are looked at: a pasted book must not keep everybody waiting. */
const longest = 20_000

/** Return true if a question names something by its initials (ㅈㅈㄷ): no index of words finds that. */
export const hasInitials = (query: string): boolean => contentWords(normalized(query)).some(isInitials)

/** A word of the question: what shows that a text has it. */
interface Asked {
  stems: string[]
  /** Set for initials (ㅈㅈㄷ). */
  initials?: string
}

/**
 * Ranks texts without a model and without an index: by words without particles and endings, their synonyms, English
 * stems, initials of Hangul, and by pairs of syllables across blanks, so that other spacing finds the same; rare ones
 * count more (inverse document frequency, as in BM25). Ten thousand lines take about 0.15 s.
 */
export function createRanking<T>(query: string): Ranking<T> {
  const words = contentWords(normalized(query))
  const asked = words.map(askedOf)
  const wanted = new Set([...asked.flatMap(({ stems }) => stems.map((stem) => `=${stem}`)), ...bigrams(words.join(''))])
  const found: { item: T; traits: string[]; size: number; explained: number }[] = []
  const seen = new Map<string, number>()
  const total = { texts: 0, size: 0 }

  const score = ({ traits, size, explained }: (typeof found)[number]) => {
    const rarity = (trait: string) =>
      Math.log(1 + total.texts / (seen.get(trait) ?? 1)) * (/^[=^]/.test(trait) ? wordWeight : 1)
    const sum = traits.reduce((all, trait) => all + rarity(trait), 0)
    return (sum * (1 + explained)) / (0.7 + (0.3 * size * total.texts) / (total.size || 1))
  }

  return {
    add: (item, text) => {
      const { traits, size, explained } = shared(asked, wanted, normalized(text.slice(0, longest)))
      total.texts++
      total.size += size
      if (traits.length === 0) return
      for (const trait of traits) seen.set(trait, (seen.get(trait) ?? 0) + 1)
      found.push({ item, traits, size, explained })
    },
    best: (limit) =>
      found
        .map((one) => ({ item: one.item, explained: one.explained, score: score(one) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, limit),
  }
}

function askedOf(word: string): Asked {
  if (isInitials(word)) return { stems: [], initials: word }
  return { stems: [...new Set([word, ...synonymsOf(word)].flatMap((one) => stemsOf(one)))] }
}

/**
 * Return the terms that a text shares with the wanted ones, their share of the question, and the amount of other text.
 */
function shared(asked: readonly Asked[], wanted: ReadonlySet<string>, text: string) {
  const words = wordsOf(text)
  const traits = new Set([
    ...words.flatMap((word) => stemsOf(word).map((stem) => `=${stem}`)),
    ...bigrams(words.join('')),
  ])
  const typed = asked.flatMap(({ initials }) =>
    initials !== undefined && indexOfTyped(text.normalize('NFC'), initials) >= 0 ? [`^${initials}`] : [],
  )
  const has = ({ stems, initials }: Asked) =>
    initials === undefined ? stems.some((stem) => traits.has(`=${stem}`)) : typed.includes(`^${initials}`)
  return {
    traits: [...[...wanted].filter((trait) => traits.has(trait)), ...typed],
    size: traits.size,
    explained: asked.filter(has).length / (asked.length || 1),
  }
}
