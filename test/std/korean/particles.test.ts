import { expect, test } from 'vitest'
import { stripParticles } from '../../../src/std/korean/particles.ts'
import { readPerson } from '../../../src/std/korean/people.ts'

const stems: [token: string, stem: string][] = [
  ['회의에서는', '회의'],
  ['회의를', '회의'],
  ['예산은', '예산'],
  ['서울로', '서울'],
  ['부산으로', '부산'],
  ['엄마한테', '엄마'],
  ['예약했어요', '예약'],
  ['검색해줘', '검색'],
  ['프로젝트의', '프로젝트'],
]

test('a search finds the stem behind a particle or an ending', () => {
  expect(stems.filter(([token, stem]) => !stripParticles(token).includes(stem))).toEqual([])
  expect(stems.filter(([token]) => stripParticles(token)[0] !== token)).toEqual([])
})

test('a particle is left where it could not stand, and no stem is a single syllable', () => {
  expect(['나라', '가을', '사과', 'API'].map((word) => stripParticles(word))).toEqual([['나라'], ['가을'], ['사과'], ['API']])
})

test('the first person of a text is who it is for, with name, honorific and particle apart', () => {
  expect(readPerson('내일 김철수 씨께 5만원 보내줘')).toEqual({ name: '김철수', honorific: '씨', particle: '께', from: 3, to: 9 })
  expect(readPerson('함께 가자')).toBeUndefined()
})
