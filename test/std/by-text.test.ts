import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptByText } from '../../src/std/by-text.ts'

test('a text that was asked for lately is not read again, and one that was long ago is', () => {
  const made: string[] = []
  const read = keptByText((text) => {
    made.push(text)
    return text.length
  }, 10)
  for (const text of ['1234', '5678', '1234', '5678', 'abcd', '5678', '1234']) expect(read(text)).toBe(4)
  expect(made).toEqual(['1234', '5678', 'abcd', '1234'])
})

test('a text that is longer than all that is kept counts until the next one comes', () => {
  let made = 0
  const read = keptByText(() => ++made, 10)
  const long = 'x'.repeat(100)
  expect([read(long), read(long), read('short'), read(long)]).toEqual([1, 1, 2, 3])
})

test('whatever is asked for in whatever order, the answer is what would be made anew', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 6 })),
      fc.integer({ min: 0, max: 40 }),
      (texts, room) => {
        const read = keptByText((text) => [...text], room)
        for (const text of texts) expect(read(text)).toEqual([...text])
      },
    ),
  )
})
