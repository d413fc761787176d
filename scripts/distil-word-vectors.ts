// `EMBED_URL=… node scripts/distil-word-vectors.ts <words.txt >models/word-vectors-ko.bin`: makes the table of word
// vectors of a language (src/retrieval/word-vectors) out of an embedder that speaks OpenAI's /embeddings at EMBED_URL. A
// line of the list is a word, and behind a tab the form that is embedded (a verb with its ending). Run by hand; nothing
// else needs the embedder.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { dimensions: { type: 'string', default: '64' } } })
const dimensions = Number(values.dimensions)
const lines = readFileSync(0, 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))
const words = lines.map(([word = '']) => word)

async function embed(texts: string[]): Promise<Float64Array[]> {
  const response = await fetch(`${process.env.EMBED_URL}/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'query', input: texts }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  const { data } = (await response.json()) as { data: { embedding: number[] }[] }
  return data.map(({ embedding }) => Float64Array.from(embedding))
}

/** Scale a vector to length 1, in place. */
function normalize(vector: Float64Array): Float64Array {
  const length = Math.hypot(...vector) || 1
  for (let at = 0; at < vector.length; at++) vector[at]! /= length
  return vector
}

/** Take the mean of all words away, which says nothing of any. */
function center(vectors: readonly Float64Array[]): void {
  const mean = new Float64Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) for (let at = 0; at < mean.length; at++) mean[at]! += vector[at]! / vectors.length
  for (const vector of vectors) for (let at = 0; at < mean.length; at++) vector[at]! -= mean[at]!
  vectors.forEach(normalize)
}

/** Return the directions in which vectors differ most, by orthogonal iteration over their covariance. */
function principalDirections(vectors: readonly Float64Array[], count: number): Float64Array[] {
  const size = vectors[0]?.length ?? 0
  const covariance = Array.from({ length: size }, () => new Float64Array(size))
  for (const vector of vectors)
    for (let row = 0; row < size; row++)
      for (let at = row; at < size; at++) covariance[row]![at]! += vector[row]! * vector[at]!
  for (let row = 0; row < size; row++) for (let at = 0; at < row; at++) covariance[row]![at] = covariance[at]![row]!
  let directions: Float64Array[] = Array.from({ length: count }, (_, at) =>
    Float64Array.from({ length: size }, (_, row) => Math.sin((at + 1) * (row + 1))),
  )
  for (let round = 0; round < 60; round++) {
    const moved = directions.map((direction) => Float64Array.from(covariance, (row) => dot(row, direction)))
    directions = []
    for (const direction of moved) {
      for (const before of directions) {
        const part = dot(before, direction)
        for (let at = 0; at < size; at++) direction[at]! -= part * before[at]!
      }
      directions.push(normalize(direction))
    }
  }
  return directions
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!
  return sum
}

const vectors: Float64Array[] = []
for (let from = 0; from < lines.length; from += 64)
  vectors.push(...(await embed(lines.slice(from, from + 64).map(([word = '', form = word]) => form))))
center(vectors)
const directions = principalDirections(vectors, dimensions)
const rows = vectors.map((vector) =>
  Int8Array.from(normalize(Float64Array.from(directions, (one) => dot(one, vector))), (value) =>
    Math.round(value * 127),
  ),
)
const names = Buffer.from(words.join('\n'))
const head = { count: words.length, dimensions, bytes: names.length }
process.stdout.write(
  Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), names, ...rows.map((row) => Buffer.from(row.buffer))]),
)
