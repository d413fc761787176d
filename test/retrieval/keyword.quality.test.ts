import { expect, test } from 'vitest'
import { corpus, judge, questions } from '../../bench/retrieval/corpus.ts'
import { Database } from '../../src/retrieval/database.ts'
import { keywordSearch, passagesOf, putFile } from '../../src/retrieval/keyword.ts'

test('the Korean test set: at least 60 documents and 200 questions; keyword alone gives hit@5 ≥ 95 % and MRR ≥ 0.85', async () => {
  const documents = corpus()
  expect(documents.length).toBeGreaterThanOrEqual(60)
  expect(questions().length).toBeGreaterThanOrEqual(200)
  const db = await Database.open(':memory:')
  for (const { path, chunks } of documents) putFile(db, { path, hash: '', size: 0, modified: 0 }, chunks)
  const { hit, mrr, passage } = judge((question) => passagesOf(db, keywordSearch(db, question, 5)))
  db.close()
  expect(hit).toBeGreaterThanOrEqual(0.95)
  expect(mrr).toBeGreaterThanOrEqual(0.85)
  // Harder than asked: the very passage that answers, not just its file.
  expect(passage).toBeGreaterThanOrEqual(0.9)
})

test('questions by somebody who had not read the analysis are answered no worse than the promise', async () => {
  const db = await Database.open(':memory:')
  for (const { path, chunks } of corpus()) putFile(db, { path, hash: '', size: 0, modified: 0 }, chunks)
  const { hit, mrr } = judge((question) => passagesOf(db, keywordSearch(db, question, 5)), questions('questions-b'))
  db.close()
  expect(hit).toBeGreaterThanOrEqual(0.95)
  expect(mrr).toBeGreaterThanOrEqual(0.85)
})

test('every expected answer stands in its document', () => {
  const texts = new Map(corpus().map(({ path, text }) => [path, text]))
  expect(
    [...questions(), ...questions('questions-b')].filter(({ file, phrase }) => !texts.get(file)?.includes(phrase)),
  ).toEqual([])
})
