import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PdfText, pageTexts } from '../../../../src/retrieval/readers/pdf/layout.ts'

/** Letters half as wide as they are high, in points. */
const at = (x: number, y: number, text: string, width = text.length * 5): PdfText => ({
  text,
  x,
  y,
  width,
  size: 10,
  rtl: false,
})
const sentence = (name: string) => (_: unknown, row: number) => `${name}${row} some words that fill a line of it`

test('columns of sentences are read one after the other, below what stands over both', () => {
  const [left, right] = [Array.from({ length: 5 }, sentence('left')), Array.from({ length: 4 }, sentence('right'))]
  const items = [
    at(50, 700, 'A title that stands over both of the columns of this page, all the way', 440),
    // Rows of the two columns need not stand at one height.
    ...left.map((text, row) => at(50, 660 - 12 * row, text, 200)),
    ...right.map((text, row) => at(290, 657 - 12 * row, text, 200)),
    at(50, 560, 'A footnote over both columns of the page, which is as wide as both are', 440),
  ]
  const [title, ...rest] = pageTexts(items)
  expect(title).toContain('A title')
  expect(rest.slice(0, -1)).toEqual([...left, ...right])
})

test('a row of a table is one line, whatever the order in which it was written', () => {
  const cells = [
    ['구분', '일수', '비고'],
    ['연차', '15일', '전 직원'],
    ['병가', '10일', '진단서'],
    ['결혼', '5일', ''],
  ]
  const items = [0, 1, 2].flatMap((column) =>
    cells.map((row, y) => at(50 + 60 * column, 700 - 20 * y, row[column] ?? '')),
  )
  expect(pageTexts(items)).toEqual([
    '구분 | 일수 | 비고',
    '연차 | 15일 | 전 직원',
    '병가 | 10일 | 진단서',
    '결혼 | 5일',
  ])
})

test('gaps of a justified line are spaces, a number stands at its Hangul, and letters set alone make one word', () => {
  const words = ['every', 'line', 'has', 'gaps']
  expect(pageTexts(words.map((word, i) => at(50 + 35 * i, 700, word, 27)))).toEqual(['every line has gaps'])
  expect(pageTexts([at(50, 700, '연차는', 30), at(83, 700, '15', 10), at(95, 700, '일', 10)])).toEqual(['연차는 15일'])
  expect(pageTexts([...'word'].map((letter, i) => at(50 + 5 * i, 700, letter)))).toEqual(['word'])
})

test('right-to-left lines keep the order of their words', () => {
  const items = [at(100, 700, 'שלום', 30), at(60, 700, 'עולם', 30)].map((item) => ({ ...item, rtl: true }))
  expect(pageTexts(items)).toEqual(['שלום עולם'])
})

test('wherever text stands, none of it is lost or told twice', () => {
  const place = fc.record({
    x: fc.integer({ min: 0, max: 500 }),
    y: fc.integer({ min: 0, max: 700 }),
    width: fc.nat(200),
  })
  fc.assert(
    fc.property(fc.array(place, { maxLength: 80 }), (places) => {
      const items = places.map(({ x, y, width }, i) => at(x, y, `w${i}.`, width))
      const told =
        pageTexts(items)
          .join(' ')
          .match(/w\d+\./g) ?? []
      expect(told.toSorted()).toEqual(items.map(({ text }) => text).toSorted())
    }),
    { numRuns: 200 },
  )
})
