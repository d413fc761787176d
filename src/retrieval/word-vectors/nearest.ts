import { basename, extname } from 'node:path'
import { contentWords, stemsOf, terms } from '../../std/korean/search/analysis.ts'
import { type AskedQuestion, type AskedWord, accountFor, weightOf } from '../answers/passage-account.ts'
import type { PassageHit } from '../ports.ts'
import { cosineOf, nearestWords, vectorOf, type WordTable } from './word-table.ts'

/** Words near to one word of a question that are looked for. */
const nearTo = 30
/** A passage less near than this has nothing to do with the question. */
const leastNearness = 0.2
/** Weights of the mean of all words, and of the words that stand there, beside the nearness of each word by itself. */
const [meanWeight, shareWeight] = [0.5, 0.5]
/** So many passages, the nearest ones, are read for the words that stand there. */
const readNearest = 30

/** The terms of words that lie near the words of a question: passages that answer in other words hold some of them. */
export function nearTerms(asked: readonly AskedWord[], table: WordTable): string[] {
  const words = asked.filter((word) => weightOf(word) > 0)
  const near = words.flatMap(({ wanted: { word } }) => {
    const vector = vectorOf(table, word)
    return [word, ...(vector ? nearestWords(table, vector, nearTo) : [])]
  })
  return [...new Set(near.flatMap(terms))]
}

/**
 * Return the `most` passages that are nearest to a question in meaning: each of its words beside the nearest one of the
 * passage, weighed by rarity, and a sentence that has words of the question nearer. Passages that are not near are left
 * out.
 */
export function nearestPassages<T extends PassageHit>(
  asked: AskedQuestion,
  hits: readonly T[],
  { table, most }: { table: WordTable; most: number },
): T[] {
  const vectors = new Map<string, Float32Array | undefined>()
  const vector = (word: string) => {
    if (!vectors.has(word)) vectors.set(word, vectorOf(table, word))
    return vectors.get(word)
  }
  // A word that stands nowhere, and that the table does not know, tells nothing of any passage.
  const words = asked.words
    .filter((one) => one.isKnown || vector(one.wanted.word))
    .map((one) => ({
      weight: weightOf(one),
      forms: stemsOf(one.wanted.word.toLowerCase()),
      vector: vector(one.wanted.word),
    }))
    .filter(({ weight }) => weight > 0)
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  const question = meanOf(words.flatMap((word) => (word.vector ? [{ vector: word.vector, weight: word.weight }] : [])))
  if (question === undefined) return []
  const scored = hits.map((hit) => {
    const name = basename(hit.file, extname(hit.file))
    const there = [...new Set(contentWords(`${name} ${hit.heading} ${hit.text}`))]
    const forms = new Set(there.flatMap((word) => stemsOf(word.toLowerCase())))
    const near = there.flatMap((word) => vector(word) ?? [])
    const nearness = words.reduce((sum, word) => sum + word.weight * nearnessOf(word, forms, near), 0) / total
    const mean = meanOf(near.map((one) => ({ vector: one, weight: 1 })))
    return { hit, nearness, score: nearness + meanWeight * (mean ? cosineOf(question, mean) : 0) }
  })
  return scored
    .filter(({ nearness }) => nearness >= leastNearness)
    .sort((a, b) => b.score - a.score)
    .slice(0, readNearest)
    .map(({ hit, score }) => ({ hit, score: score + shareWeight * accountFor(hit, asked).share }))
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ hit }) => hit)
}

/** Return 1 if a passage has a word, else the cosine of the nearest of its words. */
function nearnessOf(
  { forms, vector }: { forms: readonly string[]; vector: Float32Array | undefined },
  there: ReadonlySet<string>,
  near: readonly Float32Array[],
): number {
  if (forms.some((form) => there.has(form))) return 1
  return vector ? near.reduce((best, one) => Math.max(best, cosineOf(vector, one)), 0) : 0
}

/** Return the weighed mean of vectors, of length 1; undefined of none. */
function meanOf(vectors: readonly { vector: Float32Array; weight: number }[]): Float32Array | undefined {
  const [first] = vectors
  if (first === undefined) return undefined
  const mean = new Float32Array(first.vector.length)
  for (const { vector, weight } of vectors)
    for (let at = 0; at < mean.length; at++) mean[at] = (mean[at] as number) + weight * (vector[at] as number)
  const length = Math.hypot(...mean) || 1
  return mean.map((value) => value / length)
}
