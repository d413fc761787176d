// `node bench/retrieval/english.ts`: nDCG@10 of English questions, beside a BM25 over words with Porter's stems in
// the same run.
import { stemmer } from 'stemmer'
import { chunkLines } from '../../src/retrieval/chunk.ts'
import { markdownLines } from '../../src/retrieval/readers/text.ts'
import { bm25 } from './bm25.ts'
import { heldOutDocuments, heldOutQuestions, withHeldOut } from './held-out.ts'

const stems = (text: string) => (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => stemmer(word))

/** Files in the order of their best passages. */
function porter(documents: Map<string, string>): (question: string) => string[] {
  const all = [...documents].flatMap(([file, text]) => chunkLines(markdownLines(text)).map((one) => ({ ...one, file })))
  const search = bm25(all, stems)
  return (question) => [...new Set(search(question).map(({ file }) => file))]
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
