import fc from 'fast-check'
import { describe, expect, test as sample } from 'vitest'
import { coverageIn, coveredBy, isCovered, searchFacts } from '../../src/memory/search.ts'
import { questions, tenThousandFacts } from '../fixtures/memory/facts.ts'
import { partOf, longTest as test } from '../parts.ts'

const facts = tenThousandFacts()
const top = (query: string, limit = 3) => searchFacts(query, facts, (fact) => fact, limit).map(({ item }) => item)

describe('searching ten thousand Korean facts without a model', () => {
  const found = (asked: (question: string) => string, of = questions) =>
    of.filter(({ fact, question }) => top(asked(question)).includes(fact)).length

  sample(
    'finds the right line among the first three for at least 95 of 100 questions in other words',
    () => {
      expect(questions).toHaveLength(100)
      const asked = questions.slice(0, partOf(questions.length, 20))
      expect(found((question) => question, asked) / asked.length).toBeGreaterThanOrEqual(0.95)
    },
    240_000,
  )

  test('finds the same with decomposed jamo and without blanks', () => {
    const everyFourth = questions.filter((_, at) => at % 4 === 0)
    expect(found((question) => question.normalize('NFD').replaceAll(' ', ''), everyFourth)).toBeGreaterThanOrEqual(24)
  }, 240_000)

  test('finds nothing where nothing is shared, and no more than is asked for', () => {
    expect([top('xyzzy'), top('???'), top(''), top('생일', 5).length]).toEqual([[], [], [], 5])
  })
})

test('any words may be looked for among any lines', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), (query, lines) => {
      const found = searchFacts(query, lines, (line) => line, 3)
      expect(found.length).toBeLessThanOrEqual(3)
      expect(found.every(({ item, score }) => lines.includes(item) && score > 0)).toBe(true)
    }),
  ))

describe('whether a line says a fact already', () => {
  test.each([
    ['이름은 철수', '내 이름은 철수예요', true],
    ['생일은 3월 5일', '내 생일은 3월 5일이야', true],
    ['생일은 3월 5일', '내 생일은 4월 5일이야', false],
    ['고수를 못 먹음', '커피를 좋아함', false],
    ['서버 주소는 stg.hanbit.example', '스테이징 서버 주소는 prod.hanbit.example', false],
  ])('%s / %s', (fact, line, held) => expect(isCovered(fact, ['다른 줄', line])).toBe(held))

  test('it covers itself', () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(coverageIn(text)(text)).toBe(1)
      }),
    ))
})

test('many facts are compared with many lines as each is with each', () => {
  const word = fc.constantFrom(
    '이름은',
    '철수',
    '철수예요',
    '어머니는',
    '1958년생',
    '땅콩',
    '알레르기',
    '회사',
    '근처',
    '회사근처',
    'Kim',
    'likes',
    '7시',
    '8시',
    '약',
  )
  const line = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.array(line, { maxLength: 12 }), (facts, lines) => {
      const isThere = coveredBy(lines)
      expect(facts.map(isThere)).toEqual(facts.map((fact) => isCovered(fact, lines)))
    }),
    { numRuns: 500 },
  )
})
