import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReport } from '../../../../src/llm/rules/facts/statement-intent.ts'
import { noticeFacts } from '../../../../src/llm/rules/index.ts'
import { now, zone } from '../world.ts'

const noted = (words: string) => noticeFacts(words, { now, zone }).map(({ text, scope }) => `${scope}: ${text}`)

test.each([
  ['나는 매운 걸 좋아해', '매운 것을 좋아함'],
  ['나는 매운걸 정말 좋아해요!!', '매운 것을 좋아함'],
  ['난 축구 보는 거 좋아해 ㅋㅋ', '축구 보는 것을 좋아함'],
  ['나는 매운 건 싫어해', '매운 것은 싫어함'],
  ['저는 매운 걸 잘 못 먹어요', '매운 것을 잘 못 먹음'],
  ['우리 딸은 새우를 못 먹어', '딸은 새우를 못 먹음'],
  ['내 아들 서준이는 땅콩 알레르기가 있어', '아들 서준이는 땅콩 알레르기 있음'],
  ['서준이는 땅콩 알레르기가 있어요', '서준이는 땅콩 알레르기 있음'],
  ['나는 돼지고기는 안 먹어', '돼지고기는 안 먹음'],
  ['나는 고양이 좋아해', '고양이를 좋아함'],
  ['나는 휴가 좋아해', '휴가를 좋아함'],
  ['나는 게 좋아해', '게를 좋아함'],
  ['나는 커피를 별로 안 좋아해', '커피를 별로 안 좋아함'],
  ['나는 커피를 좋아하지 않아', '커피를 좋아하지 않음'],
  ['나는 커피보다 차를 더 좋아해', '커피보다 차를 더 좋아함'],
  ['나는 해산물 다 좋아합니다', '해산물을 다 좋아함'],
  ['나는 라면을 좋아해', '라면을 좋아함'],
  ['저는 사실 회를 못 먹어요', '회를 못 먹음'],
  ['나는 이제 고기를 안 먹어', '이제 고기를 안 먹음'],
  ["I don't like coffee", "don't like coffee"],
  ['저는 우유를 못 마십니다', '우유를 못 마심'],
  ['내가 제일 좋아하는 음식은 떡볶이야', '제일 좋아하는 음식은 떡볶이'],
  ['내 반려동물은 고양이야', '반려동물은 고양이'],
  ['내 직업은 학생이야', '직업은 학생'],
  ['내 꿈은 작가가 되는 거야', '꿈은 작가가 되는 것'],
  ['제 MBTI는 INFP예요', 'MBTI는 INFP'],
  ['내 생일은 5월 12일이 아니야', '생일은 5월 12일이 아님'],
  ['저는 철수라고 불러주세요', '이름은 철수'],
  ['나는 다음 달에 이직할 예정이야', '다음 달에 이직할 예정 (2026-11-21 기준)'],
  ['다음 달에 이사하기로 했어', '다음 달에 이사하기로 함 (2026-11-21 기준)'],
  ['나 내일 면접 봐', '내일 면접 봄 (2026-11-22)'],
  ['우리 딸 생일은 다음 주 금요일이야', '딸 생일은 다음 주 금요일 (2026-11-27)'],
  ['My deadline is tomorrow', 'deadline is tomorrow (2026-11-22)'],
])('a note is good Korean that still tells the same next week: %s', (words, text) => {
  expect(noted(words)).toEqual([`personal: ${text}`])
})

test.each(['고양이는 초콜릿을 못 먹어', '떡볶이는 매워서 못 먹어', '엄마가 아무것도 못 먹어', '오늘은 밥을 못 먹어'])(
  '%s is no note of what somebody must not eat',
  (words) => {
    expect(noted(words)).toEqual([])
  },
)

test('what a person says of themselves is theirs, also where it names the team or a way of speaking', () => {
  expect(['나는 말하는 걸 좋아해', '저는 서버팀에서 일해요', 'I work at the server team'].flatMap(noted)).toEqual([
    'personal: 말하는 것을 좋아함',
    'personal: 서버팀에서 일함',
    'personal: works at the server team',
  ])
  expect(noted('우리 팀 배포는 목요일이야')).toEqual(['workspace: 팀 배포는 목요일'])
})

test.each([
  '나는 그걸 좋아해',
  '나는 이 노래 좋아해',
  '나는 다 좋아해',
  '나 지금 못 먹어',
  '나 오늘 점심 못 먹어',
  '나 이제 못 먹어',
  '나는 아무것도 안 먹어',
  '내 말은 그게 아니야',
  '내 목표는 이거야',
  '이름은 나비야',
  '나는 여기에 살아',
  '그냥 그러기로 했어',
  'I like it',
  'I like the second one',
  'My question is about tax',
  '우리 집 비밀번호는 1234야',
  'My password is hunter2',
])('nothing is noted of what means nothing later, of talk, and of secrets: %s', (words) => {
  expect(noted(words)).toEqual([])
})

test('an English question without its mark is neither noted nor taken for news, whatever stands before what it asks with', () => {
  const begins = ['', 'until ', 'by ', 'since ', 'from ', 'for ', 'at ', 'on ', 'to ', 'with ', 'and ', 'so by ']
  const asks = [
    'when is my lease valid',
    'what time was the shop open',
    'which day is the voucher valid',
    'whom did my mom call',
  ]
  for (const words of begins.flatMap((begin) => asks.map((ask) => begin + ask))) {
    expect([words, noted(words), isReport(words)]).toEqual([words, [], false])
  }
  expect(isReport('the shop was closed on monday')).toBe(true)
})

// Verbs in the plain present: what people like is often a thing that they do.
const modified = fc.constantFrom('매운', '조용한', '책 읽는', '집에서 만든', '처음 보는', '맛있는', '혼자 먹을')
const spoken = fc.constantFrom(' 거', ' 걸', ' 것', ' 것을')
const verb = fc.constantFrom('좋아해', '좋아해요', '싫어합니다', '못 먹어', '안 마셔요', '별로 안 좋아해')

test('whatever is liked, the note has one particle and ends in a noun', () => {
  fc.assert(
    fc.property(modified, spoken, verb, (modifier, thing, said) => {
      const [text = ''] = noted(`나는 ${modifier}${thing} ${said}`)
      expect(text).toMatch(new RegExp(`^personal: ${modifier} 것을 (?:별로 )?(?:안 |못 )?(?:좋아함|싫어함|먹음|마심)$`))
    }),
  )
})

test.each([
  ...["I'm moving next Tuesday", "we're having guests on Saturday", 'he starts on Monday', 'there was a fire alarm'],
])('who does it comes first, so %s tells and asks for nothing', (words) => {
  expect(isReport(words)).toBe(true)
})

test.each(["I'd like to hear a song", 'I want to learn piano', 'I wonder how it works', "I'm looking for my notes"])(
  '%s wants something and is no news',
  (words) => {
    expect(isReport(words)).toBe(false)
  },
)
