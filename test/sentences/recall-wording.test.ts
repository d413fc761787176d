import { expect, test } from 'vitest'
import { josa } from '../../src/std/korean/grammar/particles.ts'
import { requestOf, turn } from '../llm/rules/world.ts'

/** What memory holds: the lines that noticing writes, and one of a day long past that calls itself tomorrow. */
const pages = [
  'memory',
  ...[
    '이름은 철수',
    '매운 것을 좋아함',
    '고양이를 좋아함',
    '커피를 안 좋아함',
    '우유를 못 마심',
    '땅콩 알레르기 있음',
    '부산에 삶',
    '네이버에서 일함',
    '고양이 이름은 나비',
    '내일 면접 봄 (2026-11-22)',
    '내일 이사함 (2026-10-03)',
    '차는 지하 3층 B17에 세웠어',
    '겨울 이불은 옷방 위 칸에 넣었음',
    '다음 주에 제주도 감 (2026-11-21 기준)',
  ].map((line) => `personal ${line}`),
  'workspace 팀 배포는 매주 목요일',
]
const told = async (text: string) => (await turn(requestOf({ text, setting: pages }))).text

test.each([
  ['내가 뭘 싫어한다고 했지?', '커피를 안 좋아함'],
  ['나 뭐 못 마신다고 했지?', '우유를 못 마심'],
  ['내가 못 먹는 게 뭐야?', '땅콩 알레르기 있음'],
  ['나 무슨 알레르기 있지?', '땅콩 알레르기 있음'],
  ['내가 어디에 산다고 했지?', '부산에 삶'],
  ['나 어디 살아?', '부산에 삶'],
  ['내가 어디서 일하지?', '네이버에서 일함'],
  ['고양이 이름이 뭐지?', '고양이 이름은 나비'],
  ['배포 언제야?', '팀 배포는 매주 목요일'],
  ['내일 뭐 한다고 했지?', '내일 면접 봄 (2026-11-22)'],
  ['내 차 어디 세웠더라', '차는 지하 3층 B17에 세웠어'],
  ['차 어디에 댔지', '차는 지하 3층 B17에 세웠어'],
  ['겨울 이불 어디 넣었지', '겨울 이불은 옷방 위 칸에 넣었음'],
  ['나 11월 22일에 뭐 하지?', '내일 면접 봄 (2026-11-22)'],
])('what was noticed is told when it is asked for as it was said: %s', async (question, note) => {
  const words = await told(question)
  expect([`기억하고 있어요: ${note}`, `${josa(note, '이라고/라고')} 알려주셨어요.`]).toContain(words)
})

test.each([
  ['이번 주 나 어디서 일해?', '이번 주는 재택 (2026-11-21 기준)'],
  ['나 오늘 출근해?', '이번 주는 재택 (2026-11-21 기준)'],
  ['다음 주에 나 어디로 출근해?', '- 다음 주는 부산 출장 (2026-11-16 기준)'],
  ['이번 달에 회사 가?', '이번 달은 파견 (2026-11-02 기준)'],
  ['올해 나 어디서 일해?', '네이버에서 일함'],
  ['am I in the office this week?', '이번 주는 재택 (2026-11-21 기준)'],
])('what holds for a while answers for that while only: %s', async (text, note) => {
  const said = [
    '이번 주는 재택 (2026-11-21 기준)',
    '다음 주는 부산 출장 (2026-11-16 기준)',
    '이번 달은 파견 (2026-11-02 기준)',
  ]
  const setting = [
    'memory',
    ...[...said, '네이버에서 일함', '이번 주는 휴가 (2026-11-09 기준)'].map((line) => `personal ${line}`),
  ]
  expect((await turn(requestOf({ text, setting }))).text).toContain(note)
})

test('several notes that answer are all told', async () => {
  expect(await told('내가 뭘 좋아한다고 했지?')).toBe('이렇게 기억하고 있어요.\n- 매운 것을 좋아함\n- 고양이를 좋아함')
  expect(await told('what do I like?')).toBe('I remember this.\n- 매운 것을 좋아함\n- 고양이를 좋아함')
})

test('a day of which nothing is noted has nothing, whatever was called tomorrow once', async () => {
  expect(await told('오늘 뭐 하지?')).toBe('그건 기억해 둔 게 없어요. 알려주시면 기억할게요.')
})

test.each([
  ['고양이 좋아하는 거 잊어줘', '고양이를 좋아함'],
  ['매운 걸 좋아한다는 거 기억에서 지워줘', '매운 것을 좋아함'],
  ['부산에 사는 거 잊어줘', '부산에 삶'],
  ['땅콩 알레르기 있다는 거 잊어줘', '땅콩 알레르기 있음'],
  ['커피 좋아하는 거 잊어줘', '커피 좋아하는 거'],
  ['내 고양이 이름 잊어줘', '고양이 이름'],
  ['내 고양이에 대한 기억은 지워줘', '고양이'],
  ['땅콩 알레르기 메모 좀 빼줘', '땅콩 알레르기'],
  ['부산에 관해 기억한 거 삭제해줘', '부산'],
  ['forget what you know of my cat', 'cat'],
  ['방금 기억한 거 지워줘', '다음 주에 제주도 감 (2026-11-21 기준)'],
  ['아까 저장한 내용은 잊어줘', '다음 주에 제주도 감 (2026-11-21 기준)'],
])('what is to be forgotten is named as the note says it, and never its opposite: %s', async (text, content) => {
  const { calls } = await turn(requestOf({ text, setting: [...pages, 'with update_memory'] }))
  expect(calls.map(({ name, args }) => [name, args])).toEqual([['update_memory', { action: 'forget', content }]])
})

test.each([
  ['매운 걸 좋아한다고 기억해줘', '매운 것을 좋아함'],
  ['나 매운 거 좋아하니까 기억해둬', '매운 것을 좋아함'],
  ['내가 부산에 산다고 기억해줘', '부산에 삶'],
  ['나는 커피를 안 마신다고 기억해줘', '커피를 안 마심'],
  ['나 땅콩 알레르기 있다는 거 기억해줘', '땅콩 알레르기 있음'],
  ['내 생일이 5월 12일이라는 거 기억해', '생일은 5월 12일'],
  ['민수가 내 동생이라고 기억해줘', '민수는 동생'],
  ['민수는 매운 걸 못 먹는다고 기억해줘', '민수는 매운 것을 못 먹음'],
  ['이거 기억해: 엄마 번호는 010-1111-2222', '엄마 번호는 010-1111-2222'],
  ['I am allergic to peanuts, do not forget.', 'allergic to peanuts'],
  ['My sister moved to Busan. Please remember that.', 'My sister moved to Busan'],
  ['잊지 마, 내 차 번호는 12가 3456이야', '차 번호는 12가 3456'],
])('what is asked to be remembered is noted as it would be noticed: %s', async (text, content) => {
  const { calls } = await turn(requestOf({ text, setting: ['memory'] }))
  expect(calls.map(({ name, args }) => [name, args])).toEqual([['save_memory', { content, scope: 'personal' }]])
})
