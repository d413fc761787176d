// `node bench/retrieval/quality.ts`: the Korean test set, asked of the keyword index and of a plain BM25 over words between spaces.
import { Database } from '../../src/retrieval/database.ts'
import { keywordSearch, passages, putFile } from '../../src/retrieval/keyword.ts'
import type { Chunk } from '../../src/retrieval/ports.ts'
import { corpus, judge, questions } from './corpus.ts'

/** BM25 (k1 1.2, b 0.75) over what stands between spaces, small, without punctuation at its ends. */
function plain(documents: { path: string; chunks: Chunk[] }[]): (question: string) => { file: string; text: string }[] {
  const split = (text: string) =>
    text
      .toLowerCase()
      .split(/\s+/)
      .map((word) => word.replace(/^\P{L}+|[^\p{L}\p{N}]+$/gu, ''))
      .filter(Boolean)
  const all = documents.flatMap(({ path, chunks }) =>
    chunks.map((one) => ({ file: path, text: one.text, words: split(`${path} ${one.heading} ${one.text}`) })),
  )
  const average = all.reduce((sum, { words }) => sum + words.length, 0) / all.length
  const within = new Map<string, number>()
  for (const { words } of all) for (const word of new Set(words)) within.set(word, (within.get(word) ?? 0) + 1)
  const weight = (word: string, words: string[]) => {
    const often = words.filter((one) => one === word).length
    const found = within.get(word) ?? 0
    const idf = Math.log(1 + (all.length - found + 0.5) / (found + 0.5))
    return (idf * often * 2.2) / (often + 1.2 * (0.25 + (0.75 * words.length) / average))
  }
  return (question) => {
    const asked = split(question)
    const scored = all.map((one) => ({ ...one, score: asked.reduce((sum, word) => sum + weight(word, one.words), 0) }))
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, 5)
  }
}

const documents = corpus()
const db = await Database.open(':memory:')
for (const { path, chunks } of documents) putFile(db, { path, hash: '', size: 0, modified: 0 }, chunks)

const line = (name: string, { hit, mrr, passage }: ReturnType<typeof judge>) =>
  console.log(
    `| ${name.padEnd(28)} | ${(hit * 100).toFixed(1).padStart(5)} % | ${mrr.toFixed(3)} | ${(passage * 100).toFixed(1).padStart(8)} % |`,
  )
const all: Record<string, number> = {}
const search = (question: string) => passages(db, keywordSearch(db, question, 5))
const words = plain(documents)
for (const set of ['questions', 'questions-b'] as const) {
  const asked = questions(set)
  console.log(`${documents.length} documents, ${asked.length} questions (${set}.tsv)\n`)
  console.log(
    '|                              |   hit@5 | MRR   | passage@5  |\n|------------------------------|---------|-------|------------|',
  )
  const theirs = judge(words, asked)
  line('BM25 over words', theirs)
  const ours = judge(search, asked)
  line('keyword index', ours)
  const mark = set === 'questions' ? '' : 'B'
  Object.assign(all, {
    [`hit${mark}`]: ours.hit * 100,
    [`mrr${mark}`]: ours.mrr * 100,
    [`plainHit${mark}`]: theirs.hit * 100,
    [`plainMrr${mark}`]: theirs.mrr * 100,
  })
  console.log(`\nnot among the five: ${ours.misses.join(' · ') || 'none'}\n`)
}
db.close()
if (process.argv.includes('--json')) console.log(JSON.stringify(all))
