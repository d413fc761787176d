import { contentWords, queryTerms, terms } from './korean/search/analysis.ts'
import type { TextHit } from './text-index.ts'

/** A hit with how well it answers and by which words of the question. */
export interface RankedHit {
  hit: TextHit
  score: number
  /** The part of the question's words that it holds: 0 to 1. */
  coverage: number
  /** Those words, for people who want to know why. */
  matched: string[]
}

/** After so long something counts half as much more for being new, in milliseconds. */
const halfLifeMs = 90 * 24 * 60 * 60 * 1000
/** What being said just now adds at most: of two lines that say alike the newer one comes first, and no more than that. */
const recencyShare = 0.15
/** A word is there when this part of its terms is: 예약했지 and 예약했어 share their stem, not their ending. */
const wordShare = 0.45
/** Someone who asked the same before has most words of the question, and no answer. */
const questionShare = 0.4

/** Whether a text only asks; what is asked for stands elsewhere. */
export function isQuestion(text: string): boolean {
  return /[?？]\s*$|(?:지|더라|나요|까요|니|냐|던가|인가요|는지|을까|ㄹ까|줘|주세요)[.!~]*\s*$/.test(text.trim())
}

/** The hits in the order of how well they answer: by BM25, by how many of the question's words they hold, by how new they are. */
export function rankHits(query: string, hits: readonly TextHit[], now: number): RankedHit[] {
  const words = contentWords(query).map(wanted)
  const ranked = hits.map((hit) => {
    const there = new Set(terms(hit.text))
    const matched = words.filter((word) => isThere(word, there))
    const coverage = words.length === 0 ? 0 : matched.length / words.length
    const age = hit.at > 0 ? Math.max(0, now - hit.at) : Infinity
    const recency = 1 + recencyShare * 2 ** (-age / halfLifeMs)
    const asks = isQuestion(hit.text) ? questionShare : 1
    return { hit, coverage, matched: matched.map(({ word }) => word), score: hit.score * (0.3 + coverage) * recency * asks }
  })
  return ranked.sort((a, b) => b.score - a.score)
}

/** A word of a question: what it is found by, and what other words for the same are. */
interface Wanted {
  word: string
  own: string[]
  others: string[]
}

function wanted(word: string): Wanted {
  const own = [...new Set(terms(word))]
  return { word, own, others: queryTerms(word).filter((term) => term.length > 1 && !own.includes(term)) }
}

function isThere({ own, others }: Wanted, there: ReadonlySet<string>): boolean {
  return own.filter((term) => there.has(term)).length >= own.length * wordShare || others.some((term) => there.has(term))
}
