import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formalForm, nominal } from '../../../../src/std/korean/grammar/verb.ts'
import { finalConsonant } from '../../../../src/std/korean/spelling/jamo.ts'

test('a stem as a noun and in the formal style', () => {
  expect(
    ['좋아하', '먹', '살', '다니', '가', '보', '좋아하지 않', '만들'].map((stem) => [nominal(stem), formalForm(stem)]),
  ).toEqual([
    ['좋아함', '좋아합니다'],
    ['먹음', '먹습니다'],
    ['삶', '삽니다'],
    ['다님', '다닙니다'],
    ['감', '갑니다'],
    ['봄', '봅니다'],
    ['좋아하지 않음', '좋아하지 않습니다'],
    ['만듦', '만듭니다'],
  ])
})

test('a noun out of a verb ends in ㅁ, a formal sentence in 니다, whatever the stem', () => {
  const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code))
  fc.assert(
    fc.property(fc.array(syllable, { minLength: 1, maxLength: 4 }), (syllables) => {
      const stem = syllables.join('')
      expect([10, 16]).toContain(finalConsonant(nominal(stem).at(-1) ?? ''))
      expect(formalForm(stem)).toMatch(/니다$/)
    }),
  )
})
