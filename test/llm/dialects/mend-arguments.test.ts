import { expect, test } from 'vitest'
import { mendArguments } from '../../../src/llm/dialects/mend-arguments.ts'
import type { JsonObject } from '../../../src/protocol/index.ts'

const schema = {
  type: 'object',
  properties: {
    n: { type: 'number' },
    on: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    at: { type: 'object', properties: { x: { type: 'integer' } } },
    note: { type: 'string' },
  },
  required: ['n'],
} as unknown as JsonObject
test.each<[string, JsonObject, string | undefined, JsonObject | undefined]>([
  ['a number as text', { n: '100' }, undefined, { n: 100 }],
  ['null for what is optional', { n: 1, note: null }, undefined, { n: 1 }],
  [
    'a list and an object as text',
    { n: 1, tags: '["a"]', at: '{"x":"2"}' },
    undefined,
    { n: 1, tags: ['a'], at: { x: 2 } },
  ],
  ['one of a list', { n: 1, tags: 'a' }, undefined, { n: 1, tags: ['a'] }],
  ['a boolean as text', { n: 1, on: 'True' }, undefined, { n: 1, on: true }],
  ['a number for words', { n: 1, note: 5 }, undefined, { n: 1, note: '5' }],
  ['a fence', {}, '```json\n{"n": 1}\n```', { n: 1 }],
  ['JSON inside of JSON', {}, '"{\\"n\\": 1}"', { n: 1 }],
  ['a line break in a string', {}, '{"n": 1, "note": "a\nb"}', { n: 1, note: 'a\nb' }],
  ['an empty object before the real one', {}, '{}{"n": 1}', { n: 1 }],
  ['a comma too many', {}, '{"n": 1,}', { n: 1 }],
  ['nothing to mend', { n: 1 }, undefined, undefined],
  ['half of a call', {}, '{"n": 1, "note": "abc', undefined],
  ['words for a number', { n: 'many' }, undefined, undefined],
])('arguments are mended where they say the same: %s', (_, args, raw, mended) => {
  expect(mendArguments(schema, args, raw)).toEqual(mended)
})
