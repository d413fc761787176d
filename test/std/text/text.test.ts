import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  expandTabs,
  graphemes,
  isBorder,
  nextBorder,
  pad,
  previousBorder,
  segmentText,
  truncate,
  width,
  wordEnd,
  wordStart,
  wrap,
  wrapCells,
  wrapLines,
} from '../../../src/std/text/text.ts'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const truth = (text: string): string[] => Array.from(segmenter.segment(text), (part) => part.segment)

/** Text of everything that behaves specially, next to each other in any order. */
const pieces = [
  'a',
  ' ',
  '가',
  '힣',
  '漢',
  'か',
  '゛',
  'ᄒ',
  'ᅡ',
  'ᆫ',
  'ㅎ',
  '\u0301',
  'é',
  '😀',
  '👨',
  '\u200d',
  '\ufe0f',
  '🇰',
  '❤',
  '─',
  '…',
  '한',
  '\r',
  '\n',
  '\t',
  '\u00ad',
  '𠀀',
  '👍🏽',
  '©',
  'ก็',
  '\u{f0000}',
]
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''))

describe('width', () => {
  test.each([
    ['', 0],
    ['hello', 5],
    ['안녕하세요', 10],
    ['a😀𠀀e\u0301', 6],
    ['한'.normalize('NFD'), 2],
    ['가각간'.normalize('NFD'), 6],
    ['é', 1],
    ['👨‍👩‍👧', 2],
    ['🇰🇷', 2],
    ['❤️', 2],
    ['1️⃣', 2],
    ['👍🏽', 2],
    ['ㅎㅏㄴ', 6],
    ['…·•─│›✓⠋', 8],
    ['｡ﾊﾝｶｸ', 5],
    ['全角', 4],
    ['ก็', 1],
    ['\t\n\x1b', 0],
    ['\u200b\u200d\ufeff', 0],
    ['✅⭐⌛', 6],
  ])('%j takes %i columns', (given, columns) => expect(width(given)).toBe(columns))

  test('of a text is the sum of its graphemes', () => {
    fc.assert(fc.property(text, (given) => width(given) === graphemes(given).reduce((sum, one) => sum + width(one), 0)))
  })
})

describe('graphemes', () => {
  test('are those of Unicode, whatever stands together', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(graphemes(given)).toEqual(truth(given))
      }),
      { numRuns: 2000 },
    )
  })

  test('come with their places', () => {
    fc.assert(
      fc.property(text, (given) =>
        [...segmentText(given)].every(({ segment, index }) => given.startsWith(segment, index)),
      ),
    )
  })

  test('borders before and after any place are those of Unicode', () => {
    fc.assert(
      fc.property(text, fc.nat(40), (given, place) => {
        const borders = [0]
        for (const part of truth(given)) borders.push((borders.at(-1) as number) + part.length)
        const at = Math.min(place, given.length)
        expect(nextBorder(given, at)).toBe(borders.find((border) => border > at) ?? given.length)
        expect(previousBorder(given, at)).toBe(borders.findLast((border) => border < at) ?? 0)
        expect(isBorder(given, at)).toBe(borders.includes(at))
      }),
      { numRuns: 2000 },
    )
  })
})

test('words begin and end at letters and digits, in Korean as in English', () => {
  const given = '안녕하세요, wide world-1'
  expect([given.length, 15, 12, 7, 3].map((at) => wordStart(given, at))).toEqual([18, 12, 7, 0, 0])
  expect([0, 5, 7, 11, 17].map((at) => wordEnd(given, at))).toEqual([5, 11, 11, 17, 19])
})

test('truncate keeps whole graphemes within the columns', () => {
  expect(truncate('안녕하세요', 7)).toBe('안녕하…')
  expect(truncate('안녕하세요', 10)).toBe('안녕하세요')
  expect(truncate('abc', 0)).toBe('')
  fc.assert(
    fc.property(
      text,
      fc.nat(12),
      (given, columns) => width(truncate(given, columns)) <= columns || width(given) <= columns,
    ),
  )
})

test('pad fills to a column count, tabs go to the next stop', () => {
  expect([pad('가', 4), pad('가', 4, 'right'), pad('가', 5, 'center'), pad('가나다', 4)]).toEqual([
    '가  ',
    '  가',
    ' 가  ',
    '가나다',
  ])
  expect([expandTabs('a\tb'), expandTabs('가나\tb'), expandTabs('no')]).toEqual(['a   b', '가나    b', 'no'])
})

describe('wrap', () => {
  const rows = (line: string, columns: number): string[] =>
    wrap(line, columns).map(({ from, to }) => line.slice(from, to))

  test('keeps Korean and Latin words whole, and breaks Han anywhere', () => {
    expect(rows('안녕하세요 이것은 긴 문장입니다', 12)).toEqual(['안녕하세요 ', '이것은 긴 ', '문장입니다'])
    expect(rows('漢字漢字漢字', 5)).toEqual(['漢字', '漢字', '漢字'])
    expect(rows('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
    expect(rows('', 4)).toEqual([''])
  })

  test('lines are broken between words, what goes on below where its line began, and nothing but blanks is lost', () => {
    expect(wrapLines('Trust the settings as they are now?\n  one two three', 12)).toBe(
      'Trust the\nsettings as\nthey are\nnow?\n  one two\n  three',
    )
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z가-힣]{1,5}$/), { minLength: 1 }),
        fc.integer({ min: 20, max: 60 }),
        (given, columns) => {
          const rows = wrapLines(given.join(' '), columns).split('\n')
          expect(rows.join(' ')).toBe(given.join(' '))
          for (const row of rows) expect(width(row)).toBeLessThanOrEqual(columns)
        },
      ),
    )
  })

  test('loses nothing and never gets wider than the columns, as code and as text', () => {
    const line = text.map((given) => given.replace(/[\r\n\t]/g, ''))
    fc.assert(
      fc.property(line, fc.integer({ min: 2, max: 12 }), (given, columns) => {
        for (const how of [wrap, wrapCells]) {
          const pieces = how(given, columns)
          expect(pieces.map(({ from, to }) => given.slice(from, to)).join('')).toBe(given)
          // One grapheme may be wider than the row.
          const rows = pieces
            .map(({ from, to }) => given.slice(from, to).trimEnd())
            .filter((row) => graphemes(row).length > 1)
          for (const row of rows) expect(width(row)).toBeLessThanOrEqual(columns)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
