import { describe, expect, test } from 'vitest'
import { loadWordTable } from '../../../src/retrieval/word-vectors/load-table.ts'
import {
  cosineOf,
  nearestWords,
  parseWordTable,
  vectorOf,
  type WordTable,
} from '../../../src/retrieval/word-vectors/word-table.ts'

/** A table as the file of the package has it. */
function tableOf(rows: Record<string, number[]>): WordTable {
  const names = Buffer.from(Object.keys(rows).join('\n'))
  const vectors = Int8Array.from(Object.values(rows).flat(), (value) => Math.round(value * 127))
  const head = { count: Object.keys(rows).length, dimensions: 2, bytes: names.length }
  return parseWordTable(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), names, Buffer.from(vectors.buffer)]))
}

const table = tableOf({
  policy: [1, 0],
  police: [0, 1],
  stop: [0.6, 0.8],
  주차: [1, 0],
  요금: [0, 1],
})

describe('a table of word vectors', () => {
  test('a word is found in any form, and is no other word that its letters begin', () => {
    const found = ['Policies', 'stopped', 'stops', 'police'].map((word) => [...(vectorOf(table, word) ?? [])])
    expect(found.map((vector) => vector.map((value) => Math.round(value * 10) / 10))).toEqual([
      [1, 0],
      [0.6, 0.8],
      [0.6, 0.8],
      [0, 1],
    ])
  })

  test('a compound has the mean of its parts, a word with a particle its own vector, an unknown one none', () => {
    const both = vectorOf(table, '주차요금을') ?? new Float32Array(2)
    expect(both[0]).toBeCloseTo(Math.SQRT1_2)
    expect(both[1]).toBeCloseTo(Math.SQRT1_2)
    expect(vectorOf(table, '주차를')).toEqual(vectorOf(table, '주차'))
    expect([vectorOf(table, '우주'), vectorOf(table, 'zebra'), vectorOf(table, '42')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('the nearest words come first', () => {
    expect(nearestWords(table, Float32Array.from([0, 1]), 3)).toEqual(['police', '요금', 'stop'])
  })

  test.each([
    ['en', 'salary', 'wage', 'harbour'],
    ['en', 'physician', 'doctor', 'bicycle'],
    ['ko', '월급', '급여', '고양이'],
    ['ko', '맥주', '소주', '계약'],
  ])('the table of the package (%s) puts %s nearer to %s than to %s', async (_, word, near, far) => {
    const shipped = await loadWordTable(word)
    if (shipped === undefined) throw new Error('models/word-vectors is missing')
    const [own, other, foreign] = [word, near, far].map((one) => vectorOf(shipped, one) ?? new Float32Array(64))
    expect(cosineOf(own as Float32Array, other as Float32Array)).toBeGreaterThan(
      cosineOf(own as Float32Array, foreign as Float32Array) + 0.2,
    )
  })
})
