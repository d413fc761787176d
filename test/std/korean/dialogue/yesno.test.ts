import { expect, test } from 'vitest'
import { readAnswer } from '../../../../src/std/korean/dialogue/yesno.ts'
import { Random } from '../../../random.ts'
import { rows } from '../table.ts'

const said = rows('answers').map(([expected, phrase]) => ({ expected, phrase, read: readAnswer(phrase) ?? '-' }))

test('of 400 answers to a money question at most two are read wrong', () => {
  expect(said.length).toBeGreaterThanOrEqual(400)
  expect(said.filter(({ expected, read }) => read !== expected).slice(2)).toEqual([])
})

test('nothing but a yes is ever read as a yes', () => {
  expect(said.filter(({ expected, read }) => read === 'yes' && expected !== 'yes')).toEqual([])
})

test('a yes and a no in one breath are neither', () => {
  const doubtful = rows('answers').filter(([expected]) => expected === 'yes')
  const both = doubtful.map(([, phrase]) => `${phrase} 아니`)
  expect(both.filter((phrase) => readAnswer(phrase) === 'yes')).toEqual([])
})

test('a question is no answer, however it begins', () => {
  const asked = rows('answers').map(([, phrase]) => `${phrase.replace(/[?!.~]+$/, '')}?`)
  expect(asked.filter((phrase) => readAnswer(phrase) !== undefined)).toEqual(['보내줄래?'])
})

test('an answer with anything else in it is left to others', () => {
  const more = ['5만원', '아빠한테', '내일', '메모는 생일', '근데', '얼마야', '절반만']
  const mixed = rows('answers').flatMap(([, phrase]) => more.map((word) => `${phrase} ${word}`))
  expect(mixed.filter((phrase) => readAnswer(phrase) === 'yes')).toEqual([])
})

test.each(['엄', '고', '어', '음', '응', '엉', '어어', '아', '오', '그', '저기'])('%s is a sound, no yes', (sound) => {
  expect(readAnswer(sound)).toBeUndefined()
})

test('a sound is a yes where nothing is lost by it', () => {
  expect(['응', '어', '음', '엄', '고'].map((sound) => readAnswer(sound, 'harmless'))).toEqual([
    'yes',
    'yes',
    undefined,
    undefined,
    undefined,
  ])
})

test.each([
  ['네 아니 취소요', 'no'],
  ['보내줘 아니다 취소', 'no'],
  ['보내셔도 됩니다', 'yes'],
  ['보내셔도 돼요', 'yes'],
  ['취소 아니 보내줘', undefined],
  ['아니 보내줘', undefined],
])('%s is %s', (phrase, answer) => {
  expect(readAnswer(phrase)).toBe(answer)
})

const sounds = [
  '응',
  '웅',
  '엉',
  '어',
  '으응',
  '우웅',
  '음',
  '엄',
  '흠',
  '아',
  '오',
  '고',
  'ㅇ',
  'ㅇㅋ',
  'ㄱ',
  'ㅔ',
  'ㅋ',
  'ㅎ',
  'y',
  'k',
  'mhm',
  'hm',
]
const words = [
  '네',
  '예',
  '넵',
  '넹',
  '그래',
  '좋아요',
  '맞아요',
  '확인',
  '오케이',
  'ok',
  'okay',
  'yes',
  'yeah',
  'yep',
  'sure',
  '보내줘',
]

test('sounds and letters, in whatever number and order, are no yes; a word among them is', () => {
  const random = new Random(20_261_122)
  for (let i = 0; i < 4_000; i++) {
    const marks = () => random.pick(['', '', ' ', ', ', '.', '!', '~', '…', ' ㅎㅎ ', '👍'])
    const nods = Array.from({ length: random.int(1, 5) }, () => random.pick(sounds) + marks()).join('')
    expect([nods, readAnswer(nods)]).toEqual([nods, undefined])
    const word = random.pick(words)
    const nod = `${random.pick(['응', '어', 'ㅇㅇ', '웅'])}${random.pick([' ', ', ', '. ', '~ '])}`
    expect([nod + word, readAnswer(nod + word + marks())]).toEqual([nod + word, 'yes'])
  }
})
