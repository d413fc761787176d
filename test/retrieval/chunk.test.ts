import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chunkLines, chunkSize } from '../../src/retrieval/chunk.ts'
import { markdownLines, textLines } from '../../src/retrieval/readers/text.ts'

const sentence = '문장 하나가 여기에 있습니다. '

describe('passages', () => {
  test('keep their lines and the path of headings, and begin anew at each heading', () => {
    const text = '# 규정\n\n들어가며\n\n## 이월\n첫째 줄\n둘째 줄\n\n보상\n===\n셋째'
    expect(chunkLines(markdownLines(text))).toEqual([
      { text: '들어가며', line: 3, endLine: 3, heading: '규정' },
      { text: '첫째 줄\n둘째 줄', line: 6, endLine: 7, heading: '규정 > 이월' },
      { text: '셋째', line: 11, endLine: 11, heading: '보상' },
    ])
  })

  test('a # inside a code block is no heading, and a table line no underline', () => {
    const text = '# 배포\n```bash\n# 되돌리기\n\nrollout undo\n```\n| a | b |\n|---|---|\n| 1 | 2 |'
    expect(chunkLines(markdownLines(text)).map(({ text, heading }) => [heading, text])).toEqual([
      ['배포', '```bash\n# 되돌리기\n\nrollout undo\n```\n| a | b |\n|---|---|\n| 1 | 2 |'],
    ])
  })

  test('a long section is cut between paragraphs, and short last lines are told twice', () => {
    const paragraph = sentence.repeat(15).trim()
    const chunks = chunkLines(textLines([paragraph, '', paragraph, '끝 문장.', paragraph, paragraph].join('\n')))
    expect(chunks.map(({ line, endLine }) => [line, endLine])).toEqual([
      [1, 4],
      [4, 6],
    ])
    expect(chunks.every(({ text }) => text.length <= chunkSize + 110)).toBe(true)
  })

  test('a heading longer than one is text, so that passages stay small and no word is lost', () => {
    const heading = (from: number) => Array.from({ length: 2_000 }, (_, n) => `w${from + n}`).join(' ')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.boolean()), { minLength: 1, maxLength: 8 }),
        (parts) => {
          const headings = parts.map(([level, isLong], at) => ({
            text: isLong ? heading(at * 10_000) : `h${at}`,
            line: 2 * at + 1,
            level,
          }))
          const lines = headings.flatMap((one, at) => [one, { text: `below ${at}`, line: 2 * at + 2 }])
          const chunks = chunkLines(lines)
          expect(Math.max(...chunks.map((one) => one.heading.length))).toBeLessThan(6 * 210)
          const words = new Set(chunks.flatMap((one) => `${one.heading} ${one.text}`.split(/\s+/)))
          expect(lines.flatMap(({ text }) => text.split(' ')).filter((word) => !words.has(word))).toEqual([])
        },
      ),
      { numRuns: 20 },
    )
  })

  test('one line of a megabyte becomes many passages, all of that line', () => {
    const chunks = chunkLines(textLines(sentence.repeat(60_000)))
    expect(chunks.length).toBeGreaterThan(1000)
    expect(new Set(chunks.map(({ line }) => line))).toEqual(new Set([1]))
  })

  test('nothing is lost: every word of any text stands in a passage, and no passage is empty or much too long', () => {
    const words = fc.array(fc.stringMatching(/^[가-힣a-z]{1,12}[.]?$/), { minLength: 1, maxLength: 400 })
    const gaps = fc.infiniteStream(fc.constantFrom(' ', ' ', ' ', '\n', '\n\n'))
    fc.assert(
      fc.property(words, gaps, (list, between) => {
        const text = list.reduce((all, word) => all + (between.next().value as string) + word, '')
        const chunks = chunkLines(textLines(text))
        const told = new Set(chunks.flatMap((one) => one.text.split(/\s+/)))
        expect(list.filter((word) => !told.has(word))).toEqual([])
        expect(chunks.every((one) => one.text.trim() !== '' && one.text.length <= chunkSize * 1.3)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})
