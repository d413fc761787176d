import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  asObject,
  josa,
  spelledOut,
  stripParticles,
  withoutParticle,
} from '../../../../src/std/korean/grammar/particles.ts'
import { readPerson } from '../../../../src/std/korean/grammar/people.ts'

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
  expect(['나라', '가을', '사과', 'API'].map((word) => stripParticles(word))).toEqual([
    ['나라'],
    ['가을'],
    ['사과'],
    ['API'],
  ])
})

test('the first person of a text is who it is for, with name, honorific and particle apart', () => {
  expect(readPerson('내일 김철수 씨께 5만원 보내줘')).toEqual({
    name: '김철수',
    honorific: '씨',
    particle: '께',
    from: 3,
    to: 9,
  })
  expect(readPerson('함께 가자')).toBeUndefined()
})

test.each([
  ['매운 걸', '매운 것을'],
  ['매운 건', '매운 것은'],
  ['매운 게', '매운 것이'],
  ['매운 거', '매운 것'],
  ['보는건', '보는 것은'],
  ['매운걸', '매운 것을'],
  ['단거', '단 것'],
  ['그게', '그것이'],
  ['이걸', '이것을'],
  ['내 거', '내 것'],
])('것 as it is spoken is spelled out: %s', (spoken, written) => {
  expect(spelledOut(spoken)).toBe(written)
})

test('words that only end like a spoken 것 stay what they are', () => {
  const words = ['자전거', '물건', '조건', '수건', '안건', '무게', '가게', '꽃게', '게', '거', '선거', '사과', '']
  expect(words.map(spelledOut)).toEqual(words)
})

const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code))
const noun = fc.array(syllable, { minLength: 2, maxLength: 5 }).map((syllables) => syllables.join(''))

test('an object has one particle, the right one, however often it is asked for', () => {
  fc.assert(
    fc.property(noun, (word) => {
      const object = asObject(word)
      expect(asObject(object)).toBe(object)
      expect([word, josa(word, '을/를'), asObject(spelledOut(word))]).toContain(object)
      expect(asObject(josa(word, '은/는'))).toBe(josa(word, '은/는'))
    }),
    { examples: [['고양이'], ['가을'], ['마을'], ['제주도'], ['대만']] },
  )
  expect(['고양이', '가을', '새우도', 'API', '인셉션(영화)'].map(asObject)).toEqual([
    '고양이를',
    '가을을',
    '새우도',
    'API를',
    '인셉션(영화)을',
  ])
})

test('Latin words are heard as Koreans read them', () => {
  const open =
    'me test link desk task bank help note route type.js cake recipe sheet root GitHub week cloud Android Java TypeScript'
  const closed = 'name Chrome Slack music Python git chat app web book type team home Zoom line clock Steam'
  const liquid = 'file Google Excel Gmail tool URL HTML email'
  const heard = (words: string) =>
    words.split(' ').map((word) => josa(word, '을/를').slice(word.length) + josa(word, '으로/로').slice(word.length))
  expect([open, closed, liquid].map((words) => [...new Set(heard(words))])).toEqual([['를로'], ['을으로'], ['을로']])
})

test.each([
  ['호텔은', '호텔'],
  ['배터리는', '배터리'],
  ['담당자가', '담당자'],
  ['회의에서', '회의'],
  ['회의', '회의'],
  ['고양이', '고양이'],
  ['오토바이', '오토바이'],
  ['휴가', '휴가'],
  ['제주도', '제주도'],
  ['전문가', '전문가'],
])('%s is told as %s: only what surely is a particle is left out', (word, noun) => {
  expect(withoutParticle(word)).toBe(noun)
})
