import { expect, test } from 'vitest'
import { peopleIn } from '../../../../src/std/korean/search/people.ts'
import { relativesIn } from '../../../../src/std/korean/search/relatives.ts'

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

test('a role and a word are somebody where other lines begin with that word', () => {
  const who = peopleIn([
    '딸 은서는 아직 미혼이다',
    '은서는 출판사 편집자다',
    '딸 학원은 6시에 끝난다',
    '고양이 두부는 신장이 약하다',
    '두부 접종은 3월',
  ])
  expect(who('딸이 하는 일')).toEqual([{ word: '딸', means: '은서' }])
  expect(who('은서 직업')).toEqual([{ word: '은서', means: '딸' }])
  expect(who('두부 아프면')).toEqual([{ word: '두부', means: '고양이' }])
  expect(who('학원 시간')).toEqual([])
})

test.each([
  ['남편 누나 사는 곳', ['시누이']],
  ['우리 아들의 아내는 뭐 해', ['며느리']],
  ['시누이가 사는 곳', ['남편 누나']],
  ['이모 생일', []],
  ['딸 남편', ['사위']],
  ['딸기 남편', []],
  ['형광등 교체', []],
])('%s speaks of relatives whom others call otherwise', (question, others) => {
  expect(relativesIn(question).map(({ means }) => means)).toEqual(others)
})
