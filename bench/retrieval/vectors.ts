// `node bench/retrieval/vectors.ts [--count 100000]`: nearest neighbours among 384-dimensional vectors against an
// exact scan. Seeded: 2,000 topics, each vector a topic with as much of its own; questions are made the same way.
import { parseArgs } from 'node:util'
import { VectorIndex } from '../../src/retrieval/vector-index.ts'
import { percentile, seeded } from './corpus.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, json: { type: 'boolean', default: false } },
})
const [count, dimensions, k] = [Number(values.count), 384, 10]
const random = seeded(11)
const normal = () => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random())
const topics = Array.from({ length: 2_000 }, () => Float32Array.from({ length: dimensions }, normal))
function make(): Float32Array {
  const topic = topics[Math.floor(random() * topics.length)] as Float32Array
  const vector = topic.map((value) => value + normal())
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

const index = new VectorIndex(dimensions)
const exact = new Float32Array(count * dimensions)
const before = process.memoryUsage()
for (let id = 0; id < count; id++) {
  const vector = make()
  exact.set(vector, id * dimensions)
  index.add(id, vector)
}
const { arrayBuffers } = process.memoryUsage()
const held = (arrayBuffers - before.arrayBuffers) / 2 ** 20

function scan(question: Float32Array): Set<number> {
  const scores = new Float64Array(count)
  for (let id = 0; id < count; id++)
    for (let i = 0; i < dimensions; i++) scores[id]! += (question[i] as number) * (exact[id * dimensions + i] as number)
  return new Set([...scores.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number)).slice(0, k))
}

const times: number[] = []
let found = 0
const questions = Array.from({ length: 60 }, make)
for (const question of questions.slice(0, 10)) index.search(question, k)
for (const question of questions) {
  const start = performance.now()
  const near = index.search(question, k)
  times.push(performance.now() - start)
  const best = scan(question)
  found += near.filter(({ id }) => best.has(id)).length
}
console.log(
  `${count} vectors of ${dimensions}: recall@${k} ${(found / (questions.length * k)).toFixed(4)}  p50 ${percentile(times, 0.5).toFixed(1)} ms  p95 ${percentile(times, 0.95).toFixed(1)} ms  memory ${held.toFixed(0)} MB`,
)
if (values.json)
  console.log(
    JSON.stringify({ p95: percentile(times, 0.95), recall: (found / (questions.length * k)) * 100, memory: held }),
  )
