import { expect, test } from 'vitest'
import { readRequest } from '../../../src/llm/rules/index.ts'
import type { ModelRequest } from '../../../src/protocol/index.ts'

const place = { zone: 'Asia/Seoul', language: 'ko' as const }
const tools = ['reminders', 'save_memory', 'list_events', 'change_event'].map((name) => ({
  name,
  description: name,
  schema: { type: 'object' },
}))
const at = Date.parse('2026-11-28T10:00:00+09:00')

async function openIn(text: string) {
  const messages: ModelRequest['messages'] = [{ role: 'user', id: 'u', at, text }]
  return (await readRequest({ model: 'm', purpose: 'reply', system: [], messages, tools }, place)).open
}

test.each([
  [
    '있잖아 모레 오전 10시쯤 은행 가는 거 나 분명 깜빡할 텐데 챙겨줘',
    '은행 가는 거',
    '알려드릴까요? “모레 오전 10시쯤 은행 가는 거 알려줘” (11월 30일 월요일 오전 10시)',
  ],
  [
    '매주 월요일 아침 9시마다 재활용 내놓는 거 좀 챙겨 줄래 내가 맨날 까먹어서',
    '재활용 내놓는 거',
    '알려드릴까요? “매주 월요일 아침 9시마다 재활용 내놓는 거 알려줘” (11월 30일 월요일 오전 9시)',
  ],
  [
    "please make sure I don't forget the dentist tomorrow at 3pm",
    'the dentist',
    'Shall I remind you? “remind me about the dentist tomorrow at 3pm” (Sunday, November 29, 3:00 PM)',
  ],
  [
    '혹시 모르니까 하는 말인데 우리집 와이파이 비번은 hello1234 이거든 어디 적어놔 봐',
    '우리집 와이파이 비번은 hello1234',
    '기억할까요? “우리집 와이파이 비번은 hello1234 기억해줘”',
  ],
  [
    '아 맞다 다음 주 화요일 오후 두 시에 치과 잡혔는데 달력에 좀 넣어두면 좋겠어',
    '치과',
    '일정에 넣을까요? “다음 주 화요일 오후 두 시에 치과 일정에 추가해줘” (12월 1일 화요일 오후 2시)',
  ],
  [
    '다음 주 화요일 오후 2시에 이삿짐 견적 보러 온다고 했거든 달력에 적어두면 고맙겠어',
    '이삿짐 견적',
    '일정에 넣을까요? “다음 주 화요일 오후 2시에 이삿짐 견적 일정에 추가해줘” (12월 1일 화요일 오후 2시)',
  ],
  [
    'we settled on Friday at 10am for the budget review, could you pop it in my schedule',
    'the budget review',
    'Shall I put that into the calendar? “add the budget review on Friday at 10am to my calendar” (Friday, December 4, 10:00 AM)',
  ],
])('“%s” about “%s” is offered with the time that code reads', async (text, run, offer) => {
  expect((await openIn(text))?.offers.get(run)?.startsWith(offer)).toBe(true)
})

test.each([
  ['내일 3시나 4시에 회의 있는데 까먹지 않게 챙겨줘', 'two hours'],
  ['내일 말고 모레 3시에 병원 가는 거 깜빡하지 않게 해줘봐', 'a day that was taken back'],
])('of “%s” nothing is offered (%s): it is asked', async (text) => {
  const open = await openIn(text)
  expect([open?.offers.size, open?.ask]).toEqual([0, expect.stringContaining('알림은')])
})

test.each([
  '내일 아침 9시에 약 먹으라고 알려줘',
  '어제 8시에 엄마 생일 까먹어서 혼났어',
  '고양이에 대한 짧은 시를 써 줘',
  '까먹지 않는 방법이 뭐야?',
  '내일 오후 3시에 병원 예약했는데 무서워',
  '다음 주에 약속이 많아서 힘들어',
  '12만원의 15%',
  '내 옛날 회사에 대한 기억은 지워줘',
  '내일 9시 알림에서 약 얘기는 빼줘라',
])('“%s” leaves nothing open', async (text) => {
  expect(await openIn(text)).toBe(undefined)
})
