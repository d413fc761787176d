import { expect, test } from 'vitest'
import { isNestedDeeper } from '../../src/std/nesting.ts'

test('levels of arrays and objects are counted together; what has none is not nested', () => {
  const two = { a: [1, 'b', null] }
  expect([0, 1, 2].map((most) => isNestedDeeper(two, most))).toEqual([true, true, false])
  expect([5, 'x', null, undefined].map((value) => isNestedDeeper(value, 0))).toEqual([false, false, false, false])
})

test('a value that would overflow the stack is told before it does', () => {
  expect(isNestedDeeper(JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)))).toBe(true)
})
