import { stemsOf } from '../../std/korean/search/analysis.ts'

/** Words and their vectors of one length, each of length 127: two words of like meaning lie near each other. */
export interface WordTable {
  at: ReadonlyMap<string, number>
  words: readonly string[]
  dimensions: number
  vectors: Int8Array
}

/** Length of a vector of the table. */
const unit = 127

/**
 * Read a table: a line of JSON with the number of words, of their dimensions and of the bytes of their names; the
 * names, a line each; the vectors.
 */
export function parseWordTable(bytes: Uint8Array): WordTable {
  const end = bytes.indexOf(10)
  const text = new TextDecoder()
  const head: { count: number; dimensions: number; bytes: number } = JSON.parse(text.decode(bytes.subarray(0, end)))
  const from = end + 1 + head.bytes
  const words = text.decode(bytes.subarray(end + 1, from)).split('\n')
  const vectors = new Int8Array(bytes.buffer, bytes.byteOffset + from, head.count * head.dimensions)
  return { words, vectors, dimensions: head.dimensions, at: new Map(words.map((word, at) => [word, at])) }
}

/** Return the vector of a word in any form, of length 1; undefined where neither it nor its parts are known. */
export function vectorOf(table: WordTable, word: string): Float32Array | undefined {
  const small = word.toLowerCase()
  const forms = /^[a-z]/.test(small) ? englishForms(small) : stemsOf(small).sort((a, b) => b.length - a.length)
  for (const form of forms) {
    const at = table.at.get(form)
    if (at !== undefined) return rowOf(table, at)
  }
  if (!/^[가-힣]/.test(small)) return undefined
  const parts = forms.map((form) => compoundParts(table, form)).find((found) => found.length > 0)
  const start = parts ?? forms.map((form) => longestStart(table, form)).find((found) => found.length > 0)
  return start && sumOf(start.map((at) => rowOf(table, at)))
}

function rowOf({ vectors, dimensions }: WordTable, at: number): Float32Array {
  return Float32Array.from(vectors.subarray(at * dimensions, (at + 1) * dimensions), (value) => value / unit)
}

/** Return the two known words of which a compound is made, if there are. */
function compoundParts({ at }: WordTable, compound: string): number[] {
  for (let length = compound.length - 2; length >= 2; length--) {
    const [first, second] = [at.get(compound.slice(0, length)), at.get(compound.slice(length))]
    if (first !== undefined && second !== undefined) return [first, second]
  }
  return []
}

/** Return the longest known word that a word begins with, if there is one. */
function longestStart({ at }: WordTable, word: string): number[] {
  for (let length = word.length - 1; length >= 2; length--) {
    const first = at.get(word.slice(0, length))
    if (first !== undefined) return [first]
  }
  return []
}

/** An English word, and what it may be a form of: cars, cities, stopped, making. */
function englishForms(word: string): string[] {
  const [, root = word, suffix = ''] = /^(.{2,}?)(ies|ied|es|s|ed|ing|ly|er)$/.exec(word) ?? []
  if (suffix === 'ies' || suffix === 'ied') return [word, `${root}y`, `${root}ie`]
  return [word, word.replace(/s$/, ''), root, `${root}e`, root.replace(/(.)\1$/, '$1')]
}

function sumOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = Float32Array.from(vectors[0] ?? [])
  for (const vector of vectors.slice(1)) for (const [at, value] of vector.entries()) sum[at] = (sum[at] ?? 0) + value
  const length = Math.hypot(...sum) || 1
  return sum.map((value) => value / length)
}

/** Return the `most` words of the table that are nearest to a vector. */
export function nearestWords(table: WordTable, vector: Float32Array, most: number): string[] {
  const { words, dimensions, vectors } = table
  const near = words.map((word, row) => {
    let sum = 0
    const from = row * dimensions
    for (let at = 0; at < dimensions; at++) sum += (vector[at] as number) * (vectors[from + at] as number)
    return { word, sum }
  })
  near.sort((a, b) => b.sum - a.sum)
  return near.slice(0, most).map(({ word }) => word)
}

/** Return the cosine of two vectors of length 1. */
export function cosineOf(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}
