import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NewWords } from '../../../src/llm/dialects/new-words.ts'

const read = (pieces: readonly string[]) => {
  const words = new NewWords()
  return pieces.map((piece) => words.of(piece)).join('') + words.end()
}

/** A text, and where it is cut. */
const cutText = fc.array(fc.string({ minLength: 1, maxLength: 9, unit: 'grapheme' }), { minLength: 2, maxLength: 12 })

test('pieces that hold all so far say each word once', () => {
  fc.assert(
    fc.property(cutText, (parts) => {
      const text = parts.join('')
      const soFar = parts.map((_, at) => parts.slice(0, at + 1).join(''))
      // Of two short pieces nobody can tell.
      fc.pre((parts[0] ?? '').length >= 4 || parts.length >= 3)
      expect(read(soFar)).toBe(text)
    }),
  )
})

test('other pieces stay as they are, also where the second begins as the first did', () => {
  fc.assert(
    fc.property(cutText, (parts) => {
      const [first = '', second = '', third = ''] = parts
      const grows = second.length > first.length && second.startsWith(first)
      fc.pre(!grows || (first.length < 4 && !(third.length > second.length && third.startsWith(second))))
      expect(read(parts)).toBe(parts.join(''))
    }),
  )
  expect(read(['1', '12', '. '])).toBe('112. ')
  expect(read(['ha', 'haha'])).toBe('hahaha')
})
