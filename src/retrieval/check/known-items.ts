import { contentWords, queryTerms } from '../../std/korean/search/analysis.ts'
import { nearTo, synonymsOf } from '../../std/korean/search/synonyms.ts'
import type { Chunk, Rarity } from '../ports.ts'

/** Words of a sentence that a question is made of: with fewer it asks for anything, and more nobody types. */
const fewest = 4
const most = 16
/** The part of a sentence's words that somebody who remembers only what it was about does not know any more. */
const forgotten = 0.5

/**
 * A question whose answer stands in this passage, as somebody asks it who does not know its words: the rarest half of
 * its longest sentence is left out, and what can be said in a way that the search does not know is said so. Undefined
 * where no sentence is long enough.
 */
export function knownItem({ text }: Pick<Chunk, 'text'>, rarity: Rarity): string | undefined {
  const sentence = askableLine({ text })
  if (sentence === undefined) return undefined
  const words = contentWords(sentence)
  const found = (word: string) => Math.min(...queryTerms(word).map((term) => rarity.found.get(term) ?? 0))
  const common = [...words].sort((a, b) => found(b) - found(a)).slice(0, Math.ceil(words.length * (1 - forgotten)))
  const kept = words.filter((word) => common.includes(word))
  return kept.map((word) => nearTo(word).find((other) => !synonymsOf(word).includes(other)) ?? word).join(' ')
}

/** The terms whose rarity `knownItem` asks for. */
export const termsOf = ({ text }: Pick<Chunk, 'text'>): string[] => queryTerms(text)

/** The longest sentence of a passage that a question can be made of. */
function askableLine({ text }: Pick<Chunk, 'text'>): string | undefined {
  const sentences = text
    .split(/\n|(?<=[.!?。])\s/)
    .map((sentence) => ({ sentence, words: contentWords(sentence).length }))
  return sentences.filter(({ words }) => words >= fewest && words <= most).sort((a, b) => b.words - a.words)[0]
    ?.sentence
}
