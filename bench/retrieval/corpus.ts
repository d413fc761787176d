import { readdirSync, readFileSync } from 'node:fs'
import { chunkLines } from '../../src/retrieval/chunk.ts'
import type { Chunk, PassageHit } from '../../src/retrieval/ports.ts'
import { markdownLines } from '../../src/retrieval/readers/text.ts'

const home = new URL('../../test/fixtures/docs/', import.meta.url)

/** The documents of the Korean test set, each with its passages. */
export function corpus(): { path: string; text: string; chunks: Chunk[] }[] {
  return readdirSync(new URL('corpus/', home))
    .sort()
    .map((path) => {
      const text = readFileSync(new URL(`corpus/${encodeURIComponent(path)}`, home), 'utf8')
      return { path, text, chunks: chunkLines(markdownLines(text)) }
    })
}

export interface Asked {
  question: string
  file: string
  phrase: string
}

/**
 * The questions: what is asked, in which file the answer stands, and words of the passage that holds it. Those of
 * `questions-b` were written by somebody who had not read the analysis that they judge.
 */
export function questions(set: 'questions' | 'questions-b' = 'questions'): Asked[] {
  const lines = readFileSync(new URL(`${set}.tsv`, home), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [question = '', file = '', phrase = ''] = line.split('\t')
    return { question, file, phrase }
  })
}

/** How good a ranking is: hit@5 and mean reciprocal rank by file, and how often the very passage is among the five. */
export function judge(
  search: (question: string) => Pick<PassageHit, 'file' | 'text'>[],
  asked: readonly Asked[] = questions(),
): { hit: number; mrr: number; passage: number; misses: string[] } {
  let [hit, mrr, passage] = [0, 0, 0]
  const misses: string[] = []
  for (const { question, file, phrase } of asked) {
    const found = search(question).slice(0, 5)
    const rank = found.findIndex((one) => one.file === file) + 1
    if (rank > 0) hit++
    else misses.push(question)
    if (rank > 0) mrr += 1 / rank
    if (found.some((one) => one.file === file && one.text.includes(phrase))) passage++
  }
  const share = (count: number) => count / asked.length
  return { hit: share(hit), mrr: share(mrr), passage: share(passage), misses }
}

/** A generator of numbers in [0, 1) that gives the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * Passages that look like the corpus and answer nothing: words drawn from it as often as they occur there, three in
 * ten replaced by made-up words of a long tail (Zipf), 55 words each.
 */
export function* noise(count: number, seed: number): Generator<Chunk> {
  const random = seeded(seed)
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
  const known = corpus()
    .flatMap(({ text }) => text.split(/\s+/))
    .filter((word) => /[가-힣A-Za-z0-9]/.test(word))
  const syllables = [...new Set(known.join('').match(/[가-힣]/g))]
  const made = Array.from({ length: 50_000 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(syllables)).join(''),
  )
  const rare = () => made[Math.floor(made.length ** random()) - 1] ?? (made[0] as string)
  for (let i = 0; i < count; i++) {
    const words = Array.from({ length: 55 }, () => (random() < 0.3 ? rare() : pick(known)))
    yield { text: words.join(' '), line: 1 + (i % 20), endLine: 1 + (i % 20), heading: pick(known) }
  }
}

/** Value at share `p` of sorted numbers. */
export function percentile(values: number[], p: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * p))] ?? Number.NaN
}
