import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passagesOf } from '../../../../src/llm/rules/parse/parse-request.ts'
import { passagesText } from '../../../../src/retrieval/answers/cite.ts'

const hit = (file: string, text: string, more: { line?: number; page?: number } = {}) => ({
  file,
  text,
  line: 1,
  endLine: 1,
  heading: '',
  score: 1,
  ...more,
})

test('passages are read back under their places: names with blanks, brackets and pages, too', () => {
  const hits = [
    hit('/papers/휴가 규정 (2025 최종).md', '휴가는 15일입니다.\n\n회의는 10:30에 해요.', { line: 12 }),
    hit('/papers/계약서.pdf', '보증금은 천만 원입니다. 자세한 것은 부록.md:3', { page: 3 }),
    hit('/papers/my notes.md', 'see the notes in other file.md:7\nand more', { line: 2 }),
  ]
  expect(passagesOf(passagesText(hits, '/papers'))).toEqual([
    { place: '휴가 규정 (2025 최종).md:12', text: '휴가는 15일입니다.\n\n회의는 10:30에 해요.' },
    { place: '계약서.pdf p. 3', text: '보증금은 천만 원입니다. 자세한 것은 부록.md:3' },
    { place: 'my notes.md:2', text: 'see the notes in other file.md:7\nand more' },
  ])
})

test('a fence around them is no part of the last one', () => {
  const text = `[참고 문서]\n쓴 대목을 밝히세요.\n<untrusted source="documents">\na b.md:1\n하나\n\nc.md:2\n둘\n</untrusted>`
  expect(passagesOf(text)).toEqual([
    { place: 'a b.md:1', text: '하나' },
    { place: 'c.md:2', text: '둘' },
  ])
})

test('whatever the names and texts of plain lines are, every passage comes back', () => {
  const word = fc.stringMatching(/^[가-힣a-z]{1,8}$/)
  const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => `${words.join(' ')}.md`)
  const body = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join('\n'))
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.integer({ min: 1, max: 99_999 }), body), { minLength: 1 }), (all) => {
      const hits = all.map(([file, line, text]) => hit(`/papers/${file}`, text, { line }))
      expect(passagesOf(passagesText(hits, '/papers'))).toEqual(
        all.map(([file, line, text]) => ({ place: `${file}:${line}`.normalize('NFC'), text: text.normalize('NFC') })),
      )
    }),
  )
})
