import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRoute } from '../../../src/core/turn/document-router.ts'

test.each([
  ['{"route":"documents","reason":"규정"}', { route: 'documents', reason: '규정' }],
  ['```json\n{"route": "documents", "reason": "policy"}\n```', { route: 'documents', reason: 'policy' }],
  ['생각해 보면 {"route":"conversation","reason":"인사"} 입니다', { route: 'conversation', reason: '인사' }],
  ['{"route":"documents"}', { route: 'documents', reason: '' }],
  ['{"route":"rag","reason":"?"}', { route: 'conversation', reason: '?' }],
  ['documents', { route: 'conversation', reason: '' }],
])('a router that says %j', (text, read) => {
  expect(readRoute(text)).toEqual(read)
})

test('whatever a router says, it can be read as one of the two ways', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) =>
      ['documents', 'conversation'].includes(readRoute(text).route),
    ),
  )
})
