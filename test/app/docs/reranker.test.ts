import { expect, test } from 'vitest'
import { readScores } from '../../../src/app/docs/reranker.ts'

test.each([
  ['{"scores":[1,9.5,0]}', 3, [1, 9.5, 0]],
  ['```json\n[3, 2]\n```', 2, [3, 2]],
  ['{"scores":[1,2]}', 3, undefined],
  ['{"scores":[1,"two",3]}', 3, undefined],
  ['I cannot say', 1, undefined],
])('scores in %j for %i passages', (text, count, scores) => {
  expect(readScores(text, count)).toEqual(scores)
})
