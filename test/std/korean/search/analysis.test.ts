import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { queryTerms, terms } from '../../../../src/std/korean/search/analysis.ts'
import { kindsOf } from '../../../../src/std/korean/search/kinds.ts'
import { shareOf, wanted, wordShare } from '../../../../src/std/korean/search/word-share.ts'

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
        expect([...terms(text), ...queryTerms(text)].filter((term) => !/^[\p{L}\p{N}\p{M}ー]+$/u.test(term))).toEqual(
          [],
        )
      }),
    )
  })
})

describe('a verb is the same word whatever its ending is', () => {
  const isThere = (word: string, text: string) => shareOf(wanted(word), text) >= wordShare

  test.each([
    ['미루', ['미룸', '미루고', '미뤄진', '미뤘다', '미뤄서']],
    ['맡기', ['맡김', '맡기면', '맡겨', '맡겼다', '맡긴다']],
    ['바꾸', ['바꿈', '바꾸면', '바꿔', '바꿨어', '바꾼다']],
    ['나오', ['나옴', '나오면', '나와', '나왔다', '나온다']],
    ['박', ['박을', '박으면', '박아도', '박았다', '박는']],
    ['먹', ['먹을', '먹으면', '먹어도', '먹었다', '먹는']],
  ])('%s', (_, forms) => {
    const grown = forms.filter((form) => /[워뤄꿔겨와아어]/.test(form) || /[뤘꿨겼왔았었]/.test(form))
    const missed = grown.flatMap((asked) =>
      forms.filter((told) => !isThere(asked, `그때 ${told} 했다`)).map((told) => [asked, told]),
    )
    expect(missed).toEqual([])
  })

  test.each([
    ['박아도', '수박을 샀다'],
    ['박아도', '박사 과정'],
    ['먹어도', '먹구름이 꼈다'],
    ['맡겨', '맡은 일'],
  ])('%s is not in %s', (word, text) => {
    expect(isThere(word, text)).toBe(false)
  })
})

test('a noun speaks of the same particulars with any particle of one syllable: 직장이 is asked about no tooth', () => {
  for (const noun of ['직장', '과일', '보험', '적금', '취미'])
    for (const particle of '은는이가을를에의도로') expect(kindsOf(noun + particle)).toEqual(kindsOf(noun))
})
