// `node bench/retrieval/scale.ts [--chunks 100000] [--vectors]`: keyword search over the Korean test set hidden in
// generated passages. Prints rate of indexing, size on disk, memory, latency, and what looking up only the rarest
// terms costs in hits.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Database } from '../../src/retrieval/database.ts'
import { keywordSearch, passagesOf, putFile, rarest } from '../../src/retrieval/keyword.ts'
import { LocalStore } from '../../src/retrieval/local-store.ts'
import type { Chunk } from '../../src/retrieval/ports.ts'
import { embedMissing, loadVectors } from '../../src/retrieval/vectors.ts'
import { corpus, judge, noise, percentile, questions, seeded } from './corpus.ts'

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '100000' },
    most: { type: 'string', default: String(rarest) },
    vectors: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const never = new AbortController().signal
/** Milliseconds that a small model on this machine takes for a question. */
const embedding = 20
const folder = mkdtempSync(join(tmpdir(), 'scale-'))
const path = join(folder, 'documents.db')
const db = await Database.open(path)
const real = corpus()
const count = Number(values.chunks) - real.reduce((sum, { chunks }) => sum + chunks.length, 0)

let spent = 0
const put = (path: string, chunks: Chunk[]) => {
  const began = performance.now()
  putFile(db, { path, hash: '', size: 0, modified: 0 }, chunks)
  spent += performance.now() - began
}
for (const { path, chunks } of real) put(path, chunks)
const batch: Chunk[] = []
for (const one of noise(count, 7)) {
  batch.push(one)
  if (batch.length === 20) put(`noise-${spent}.txt`, batch.splice(0))
}
put('noise-last.txt', batch)
const seconds = spent / 1000

const ask = (most: number) => {
  // The least of three for each question: what the machine does besides is not what a search costs.
  const least = new Map<string, number>()
  const search = (question: string) => {
    const start = performance.now()
    const found = passagesOf(db, keywordSearch(db, question, 5, { most }))
    least.set(question, Math.min(performance.now() - start, least.get(question) ?? Number.POSITIVE_INFINITY))
    return found
  }
  for (let round = 1; round < 3; round++) for (const { question } of questions()) search(question)
  const judged = judge(search)
  const times = [...least.values()]
  return { ...judged, p50: percentile(times, 0.5), p95: percentile(times, 0.95) }
}

console.log(
  `${values.chunks} passages: ${(Number(values.chunks) / seconds).toFixed(0)} a second, ${(statSync(path).size / 2 ** 20).toFixed(0)} MB on disk`,
)
const hits: number[] = []
const latencies: number[] = []
for (const most of [Number(values.most), 999]) {
  const { hit, mrr, passage, p50, p95 } = ask(most)
  hits.push(hit)
  latencies.push(p95)
  const name = most === 999 ? 'all terms' : `rarest ${most}`
  console.log(
    `${name.padEnd(10)} hit@5 ${(hit * 100).toFixed(1)} %  MRR ${mrr.toFixed(3)}  passage@5 ${(passage * 100).toFixed(1)} %  p50 ${p50.toFixed(1)} ms  p95 ${p95.toFixed(1)} ms`,
  )
}
if (values.vectors) {
  // Seeded vectors: what is measured is the store, not a model.
  const embed = async (texts: string[]) =>
    texts.map((text) => {
      const random = seeded([...text.slice(0, 40)].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) | 0, 7))
      return Float32Array.from({ length: 384 }, () => random() - 0.5)
    })
  const start = performance.now()
  for await (const _ of embedMissing(db, { name: 'seeded', embed }, never));
  const embedded = performance.now()
  const index = loadVectors(db)?.index
  const loaded = performance.now()
  const slowly = async (texts: string[]) => setTimeout(embedding, await embed(texts))
  const store = new LocalStore({ path, now: () => new Date(), embedder: { name: 'seeded', embed: slowly } })
  await store.search('once', 5, never)
  const least = new Map<string, number>()
  for (let round = 0; round < 3; round++)
    for (const { question } of questions()) {
      const began = performance.now()
      await store.search(question, 5, never)
      least.set(question, Math.min(performance.now() - began, least.get(question) ?? Number.POSITIVE_INFINITY))
    }
  const times = [...least.values()]
  await store.close()
  const rate = (index?.size ?? 0) / ((embedded - start) / 1000)
  console.log(
    `hybrid     ${index?.size} vectors kept at ${rate.toFixed(0)} a second, loaded in ${(loaded - embedded).toFixed(0)} ms`,
  )
  console.log(
    `           p50 ${percentile(times, 0.5).toFixed(1)} ms  p95 ${percentile(times, 0.95).toFixed(1)} ms, of which the model has ${embedding}; ${(statSync(path).size / 2 ** 20).toFixed(0)} MB on disk`,
  )
}
console.log(
  `memory ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB (peak ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB)`,
)
const mib = (bytes: number) => bytes / 2 ** 20
const all = {
  rate: Number(values.chunks) / seconds,
  disk: mib(statSync(path).size),
  p95: latencies[0],
  lost: Math.max(0, ((hits[1] ?? 0) - (hits[0] ?? 0)) * 100),
  memory: mib(process.memoryUsage().rss),
}
if (values.json) console.log(JSON.stringify(all))
db.close()
rmSync(folder, { recursive: true })
