import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { corpus } from '../../bench/retrieval/corpus.ts'
import { needsDocuments } from '../../src/retrieval/needs-documents.ts'

const titles = corpus().flatMap(({ path, chunks }) => [path, ...new Set(chunks.map(({ heading }) => heading))])
const info = { documents: titles.length, titles }
const lines = readFileSync(new URL('../fixtures/docs/routes.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t') as [string, string])

test('what wants documents never becomes talk, talk never searches; few are left to a model', () => {
  const answers = lines.map(([text, expected]) => ({ text, expected, got: needsDocuments(text, info) }))
  expect(answers.filter(({ expected, got }) => got !== expected && got !== 'unsure')).toEqual([])
  expect(answers.filter(({ got }) => got === 'unsure').length / lines.length).toBeLessThanOrEqual(0.2)
})

test('without documents nothing is searched', () => {
  expect(
    lines.map(([text]) => needsDocuments(text, { documents: 0, titles: [] })).filter((route) => route !== 'talk'),
  ).toEqual([])
})

test('a question that names what a document is about is for the documents, any other is not decided by words', () => {
  expect(needsDocuments('세탁기 배수 필터는 어떻게 청소해?', info)).toBe('documents')
  expect(needsDocuments('세종대왕은 언제 태어났어?', info)).toBe('unsure')
})
