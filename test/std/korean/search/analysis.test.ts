import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { queryTerms, terms } from '../../../../src/std/korean/search/analysis.ts'

const shared = (question: string, text: string) => queryTerms(question).filter((term) => terms(text).includes(term))

describe('what a text is found by', () => {
  test('Hangul is overlapping pairs, its first pair without the last final, and its stem', () => {
    expect(terms('끓입니다')).toEqual(['끓입', '입니', '니다', '끓이', '끓입니다'])
    expect(terms('회의에서는')).toEqual(['회의', '의에', '에서', '서는'])
    expect(terms('밥은')).toEqual(['밥은', '밥으', '밥'])
  })

  test.each([
    ['휴가 정책', '휴가정책은 다음과 같습니다', '휴가'],
    ['복지 포인트', '복지포인트를', '포인'],
    ['밥이 설익어요', '밥은 고슬고슬', '밥'],
    ['끓이려면', '10분 끓입니다', '끓이'],
    ['월급날', '급여는 25일', '급여'],
    ['access_token', 'accessToken 수명', 'token'],
    ['5e 표시', '5E', '5e'],
    ['2580엔', '2,580엔', '2580'],
    ['東京駅', '東京駅まで', '東京'],
  ])('%j and %j meet', (question, text, term) => {
    expect(shared(question, text)).toContain(term)
  })

  test('decomposed Hangul (file names on macOS) and full-width letters are the same words', () => {
    expect(terms('휴가 ＡＰＩ'.normalize('NFD'))).toEqual(terms('휴가 api'))
  })

  test('question words are not asked for, unless there is nothing else', () => {
    expect(queryTerms('연차는 어떻게 쓰나요 알려줘')).not.toContain('어떻')
    expect(queryTerms('어떻게?').length).toBeGreaterThan(0)
  })

  test('a whole page as a question stays far below the 1,024 clauses that a cluster allows', () => {
    const page = Array.from({ length: 5000 }, (_, n) => `낱말${n}번째로`).join(' ')
    expect(queryTerms(page).length).toBeLessThan(800)
  })

  test('terms never hold a space, a quote or an operator: any text can be looked up', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect([...terms(text), ...queryTerms(text)].filter((term) => !/^[\p{L}\p{N}\p{M}ー]+$/u.test(term))).toEqual([])
      }),
    )
  })
})
