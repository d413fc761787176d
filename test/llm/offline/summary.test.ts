import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractSummary, noticeFacts } from '../../../src/llm/offline/index.ts'

test('duplicates are merged, the newest line of a subject stays, and talk gives way to facts', () => {
  const page = [
    '- 이름은 철수',
    '- 배포는 매주 목요일 오후 3시',
    '- 오늘은 날씨 이야기를 오래 나누었고 별다른 내용은 없었음',
    '- 배포는 매주 금요일 오후 3시',
    '- 땅콩 알레르기 있음',
    '- 땅콩 알레르기 있음',
    '- 점심에 대해서 이런저런 이야기를 하다가 아무 결론 없이 끝났음',
    '- 마감은 12월 18일로 결정',
  ].join('\n')
  expect(extractSummary(page)).toBe(
    '- 이름은 철수\n- 배포는 매주 금요일 오후 3시\n- 땅콩 알레르기 있음\n- 마감은 12월 18일로 결정',
  )
})

test('lines that differ in a number, and different deeds of one person, are different facts', () => {
  const page = [
    '- 3월 용돈 정산은 식비와 교통비를 더해 20만원',
    '- 4월 용돈 정산은 식비와 교통비를 더해 20만원',
    '- 민수는 부산에 삶',
    '- 민수는 매운 것을 좋아함',
    '- 담당자는 김철수',
    '- 담당자는 이영희',
    '- 그 밖에는 별다른 이야기 없이 여러 가지를 두루두루 오래 나누다가 다음에 또 만나자고 하며 헤어졌고 다들 즐거워 보였음',
  ]
  expect(extractSummary(page.join('\n'))).toBe([0, 1, 2, 3, 5].map((at) => page[at]).join('\n'))
})

test('what cannot become shorter is left alone', () => {
  expect(extractSummary('- 이름은 철수')).toBe('')
  expect(extractSummary('')).toBe('')
})

test('a summary is always shorter, made of `- ` lines', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 60 }), { maxLength: 30 }), (lines) => {
      const text = lines.join('\n')
      const summary = extractSummary(text)
      expect(
        summary === '' ||
          (summary.length < text.normalize('NFC').trim().length && summary.split('\n').every((line) => line.startsWith('- '))),
      ).toBe(true)
    }),
  )
})

test.each([
  ['내 이름은 철수야', [{ text: '이름은 철수', scope: 'personal' }]],
  ['안녕, 나는 영희라고 해', [{ text: '이름은 영희', scope: 'personal' }]],
  ['나는 매운 음식을 싫어해', [{ text: '매운 음식을 싫어함', scope: 'personal' }]],
  ['저는 부산에 살아요', [{ text: '부산에 삶', scope: 'personal' }]],
  ['민수는 내 동생이야', [{ text: '민수는 동생', scope: 'personal' }]],
  ['My deadline is December 18', [{ text: 'deadline is December 18', scope: 'personal' }]],
  ['I prefer tea', [{ text: 'prefers tea', scope: 'personal' }]],
  ['내 이름이 뭐야?', []],
  ['내일 비가 오면 어떡하지', []],
  ['나는 학생이야', []],
  ['이거 요약해줘', []],
])('facts in %s', (words, facts) => {
  expect(noticeFacts(words)).toEqual(facts)
})
