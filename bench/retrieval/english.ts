// `node bench/retrieval/english.ts`: nDCG@10 of English questions, beside a BM25 over words with Porter's stems in the same run.
import { stemmer } from 'stemmer'
import { chunk } from '../../src/retrieval/chunk.ts'
import { markdownLines } from '../../src/retrieval/readers/text.ts'
import { heldOutDocuments, heldOutQuestions, withHeldOut } from './held-out.ts'

const stems = (text: string) => (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => stemmer(word))

/** BM25 (k1 1.2, b 0.75) over stems; files in the order of their best passages. */
function porter(documents: Map<string, string>): (question: string) => string[] {
  const all = [...documents].flatMap(([file, text]) =>
    chunk(markdownLines(text)).map((one) => ({ file, words: stems(`${file} ${one.heading} ${one.text}`) })),
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
    const asked = stems(question)
    const scored = all.map(({ file, words }) => ({ file, score: asked.reduce((sum, word) => sum + weight(word, words), 0) }))
    return [...new Set(scored.sort((a, b) => b.score - a.score).map(({ file }) => file))]
  }
}

/** One file is right: its gain is 1 / log2(rank + 1). */
function gain(files: readonly string[], right: string | undefined): number {
  const rank = files.slice(0, 10).indexOf(right ?? '')
  return rank < 0 ? 0 : 1 / Math.log2(rank + 2)
}

const asked = heldOutQuestions('en').filter(({ file }) => file !== undefined)
const plain = porter(heldOutDocuments('en'))
let [ours, theirs] = [0, 0]
await withHeldOut('en', async (library, folder) => {
  for (const { question, file } of asked) {
    const hits = await library.search(question, 10, new AbortController().signal)
    ours += gain([...new Set(hits.map((hit) => hit.file.slice(folder.length + 1)))], file)
    theirs += gain(plain(question), file)
  }
})
console.log(JSON.stringify({ ndcg: (ours / asked.length) * 100, porter: (theirs / asked.length) * 100 }))
