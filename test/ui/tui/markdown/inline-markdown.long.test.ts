import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadInline } from '../../../../src/ui/tui/markdown/inline-markdown.ts'

const inline = await loadInline()

test('a line of any length and any marks keeps its letters, and each span knows its place', () => {
  const word = fc.constantFrom('_a', '**', 'a ', '`', '[', '](', '가', '😀', '~~', '<b>', ' ')
  const line = fc.tuple(fc.array(word, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 900 }))
  fc.assert(
    fc.property(line, ([words, times]) => {
      const text = words.join('').repeat(times)
      for (const span of inline(text))
        if (span.from !== undefined) expect(text.startsWith(span.text, span.from)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('nothing of a long plain line is lost, and marks behind it are still read', () => {
  const text = `${'긴 글 '.repeat(3_000)}**끝**`
  const spans = inline(text)
  expect(spans.map((span) => span.text).join('')).toBe(`${'긴 글 '.repeat(3_000)}끝`)
  expect(spans.at(-1)).toEqual({ text: '끝', roles: ['strong'] })
  expect(inline('😀'.repeat(5_000)).every(({ text }) => !/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(text))).toBe(true)
})
