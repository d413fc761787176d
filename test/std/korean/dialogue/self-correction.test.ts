import { expect, test } from 'vitest'
import { withoutTakenBack } from '../../../../src/std/korean/dialogue/self-correction.ts'
import { withoutTopic } from '../../../../src/std/korean/grammar/people.ts'

test.each([
  ['만원 말고 2만원', '2만원'],
  ['3만 원 말고 4만 원', '4만 원'],
  ['엄마가 아니라 아빠', '아빠'],
  ['김부장님이 아니라 박부장님이요', '박부장님이요'],
  ['그게 아니고 3만원', '3만원'],
  ['다른 게 아니라 만원', '만원'],
  ['다음 주 금요일 말고 토요일', '다음 주 토요일'],
  ['엄마한테 만원 말고 2만원 보내줘', '엄마한테 2만원 보내줘'],
  ['내일 보내지 말고 오늘 보내줘', '오늘 보내줘'],
  ['네 명 말고 다섯 명', '다섯 명'],
  ['말고기 2만원어치', '말고기 2만원어치'],
  ['만원 말고', '만원 말고'],
  ['엄마한테 만원 보내줘', '엄마한테 만원 보내줘'],
])('of "%s" what holds is "%s"', (text, holds) => {
  expect(withoutTakenBack(text)).toBe(holds)
})

test.each([
  ['동생은', '동생'],
  ['엄마는', '엄마'],
  ['남편은', '남편'],
  ['아들은', '아들'],
  ['지은', '지은'],
  ['하은', '하은'],
  ['김정은', '김정은'],
  ['정은', '정은'],
  ['김철수는', '김철수'],
  ['은', '은'],
  ['Tom', 'Tom'],
])('of "%s" the name is "%s"', (said, name) => {
  expect(withoutTopic(said)).toBe(name)
})
