import { expect, test } from 'vitest'
import { fits } from '../../src/std/json-guards.ts'

test.each([
  [{ id: 'a', at: 1 }, true],
  [{ id: 'a', at: 1, more: {}, others: [], else: null }, true],
  [{ id: 'a' }, false],
  [{ id: 1, at: 1 }, false],
  [{ id: 'a', at: Number.NaN }, false],
  [{ id: 'a', at: 1, more: [] }, false],
  [{ id: 'a', at: 1, more: null }, false],
  [{ id: 'a', at: 1, others: {} }, false],
  [[], false],
  [null, false],
  ['x', false],
  [undefined, false],
])('%j has the fields that are needed: %s', (value, expected) => {
  expect(fits(value, { id: 'string', at: 'number', more: 'object?', others: 'list?' })).toBe(expected)
})
