// `node bench/retrieval/quality.ts`: the Korean test set, asked of the keyword index and of a plain BM25 over words
// between spaces.
import { Database } from '../../src/retrieval/database.ts'
import { keywordSearch, passagesOf, putFile } from '../../src/retrieval/keyword.ts'
import { bm25 } from './bm25.ts'
import { corpus, judge, questions } from './corpus.ts'

/** What stands between spaces, small, without punctuation at its ends. */
const split = (text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^\P{L}+|[^\p{L}\p{N}]+$/gu, ''))
    .filter(Boolean)

const documents = corpus()
const db = await Database.open(':memory:')
for (const { path, chunks } of documents) putFile(db, { path, hash: '', size: 0, modified: 0 }, chunks)

const line = (name: string, { hit, mrr, passage }: ReturnType<typeof judge>) =>
  console.log(
    `| ${name.padEnd(28)} | ${(hit * 100).toFixed(1).padStart(5)} % | ${mrr.toFixed(3)} | ${(passage * 100).toFixed(1).padStart(8)} % |`,
  )
const all: Record<string, number> = {}
const search = (question: string) => passagesOf(db, keywordSearch(db, question, 5))
const plain = bm25(
  documents.flatMap(({ path, chunks }) => chunks.map((one) => ({ ...one, file: path }))),
  split,
)
const words = (question: string) => plain(question).slice(0, 5)
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
