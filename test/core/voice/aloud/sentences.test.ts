import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstClause, type SpokenSentence, splitMore, splitRest } from '../../../../src/core/voice/aloud/sentences.ts'

function pieces(chunks: string[]): SpokenSentence[] {
  let rest = ''
  const found: SpokenSentence[] = []
  for (const chunk of chunks) {
    const [left, more] = splitMore(rest, chunk)
    rest = left
    found.push(...more)
  }
  return [...found, ...splitRest(rest)]
}
const texts = (text: string) => pieces([text]).map((piece) => piece.text)

test.each([
  ['서울은 오늘 아침부터 맑고, 낮에는 조금 더워질 것 같아요.', '서울은 오늘 아침부터 맑고,'],
  ['Yes, the train leaves at nine, and it takes about an hour.', 'Yes, the train leaves at nine,'],
  ['네, 그럼요. 바로 해 드릴게요.', ''],
  ['오늘 일정은 두 개예요, 네.', ''],
  ['“맑고 따뜻한 날이에요, 그렇죠?” 하고 물었어요.', ''],
  ['**중요한 것이 있어요, 꼭 읽어 주세요** 그리고 또', ''],
  ['합계는 1,000,000원이고 더 있어요', ''],
  ['서울은 오늘 아침부터 맑고, 낮', ''],
])('the first clause of %j is %j', (text, clause) => expect(text.slice(0, firstClause(text))).toBe(clause))

describe('sentence splitting knows numbers, names of hosts, ellipses and quotes', () => {
  test.each([
    ['원주율은 3.14예요. 외워 두세요!', ['원주율은 3.14예요.', '외워 두세요!']],
    ['example.com에 있어요. 보세요.', ['example.com에 있어요.', '보세요.']],
    ['음… 글쎄요. 모르겠어요…  다음에 해요.', ['음… 글쎄요.', '모르겠어요…', '다음에 해요.']],
    ['그런데... 정말요?! 놀랐어요.', ['그런데... 정말요?!', '놀랐어요.']],
    ['"가자." 하고 말했어요. 그래요.', ['"가자." 하고 말했어요.', '그래요.']],
    ['“좋아요!” 그리고 갔어요.', ['“좋아요!”', '그리고 갔어요.']],
    ['2026. 11. 21. 토요일이에요. 네.', ['2026. 11. 21. 토요일이에요.', '네.']],
    ['1. 첫째 항목\n2. 둘째 항목', ['1. 첫째 항목', '2. 둘째 항목']],
    ['Mr. Kim came. He left.', ['Mr. Kim came.', 'He left.']],
    ['네', ['네']],
    ['', []],
    ['\n\n  \n', []],
  ])('%j', (text, expected) => expect(texts(text)).toEqual(expected))

  test('a block of code and a table are one piece each', () => {
    expect(
      pieces(['이렇게요.\n```js\na. b. c\n\n1\n```\n표예요.\n| a | b |\n|---|---|\n| 1 | 2 |\n끝.']).map(
        ({ kind, text }) => [kind, text],
      ),
    ).toEqual([
      ['text', '이렇게요.'],
      ['code', '```js\na. b. c\n\n1\n```'],
      ['text', '표예요.'],
      ['table', '| a | b |\n|---|---|\n| 1 | 2 |'],
      ['text', '끝.'],
    ])
  })

  test('a sentence is given out while the answer still streams, and one without an end is broken at a breath', () => {
    const [rest, found] = splitMore('', '서울은 맑아요. 부산은 흐려')
    expect([found.map(({ text }) => text), rest]).toEqual([['서울은 맑아요.'], ' 부산은 흐려'])
    const long = texts(`${'아주 길고 긴 문장이, '.repeat(40)}끝`)
    expect(Math.max(...long.map((text) => text.length))).toBeLessThanOrEqual(240)
  })
})

const words = fc.constantFrom(
  '네',
  '3.14',
  '. ',
  '.',
  '…',
  '\n',
  ' ',
  '"',
  '”',
  '?!',
  '하고 ',
  'a',
  '1. ',
  '```',
  '|',
  '다',
  ', ',
  '2026. ',
  '라고',
  'Mr. ',
  '요',
  '길고 긴 '.repeat(25),
  '끝없이'.repeat(30),
)
test('the pieces do not depend on how the answer was cut, and together they are the answer', () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 60 }), fc.array(fc.nat(120), { maxLength: 12 }), (parts, cuts) => {
      const text = parts.join('')
      const at = [...new Set([0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length])].sort((a, b) => a - b)
      const chunks = at.slice(1).map((end, i) => text.slice(at[i], end))
      expect(pieces(chunks)).toEqual(pieces([...text]))
      const all = pieces(chunks)
      expect(
        all
          .map((piece) => piece.text)
          .join('')
          .replace(/\s/g, ''),
      ).toBe(text.replace(/\s/g, ''))
      expect(all.reduce((sum, { raw }) => sum + raw, 0)).toBeLessThanOrEqual(text.length)
    }),
  )
})
