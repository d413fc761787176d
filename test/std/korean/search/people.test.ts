import { expect, test } from 'vitest'
import { peopleIn } from '../../../../src/std/korean/search/people.ts'

const facts = [
  '딸 이름은 지은',
  '아들은 민준',
  '아내 수진이가 교사로 일함',
  '영희는 친구',
  'Emma is my niece',
  '엄마 생일은 3월 5일',
  '딸기 케이크를 좋아함',
  '형 집은 부산',
]

test.each([
  ['딸 생일 언제야', ['지은']],
  ['지은이 생일 언제야', ['딸']],
  ['딸 지은이 생일', []],
  ['민준이 학교', ['아들']],
  ['아내 직업이 뭐지', ['수진']],
  ['와이프 직업이 뭐지', ['수진']],
  ["Emma's birthday", ['조카']],
  ['엄마 생일', []],
  ['딸기 케이크', []],
  ['형 주소', []],
])('who is meant by %s', (question, others) => {
  expect(peopleIn(facts)(question).map(({ means }) => means)).toEqual(others)
})

test('a role that many people have means nobody in particular, but each of them has it', () => {
  const who = peopleIn(['민수는 친구', '영희는 친구', '철수는 친구', '수민은 친구'])
  expect([who('친구 생일'), who('영희 생일')]).toEqual([[], [{ word: '영희', means: '친구' }]])
})
