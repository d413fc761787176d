import { expect, test } from 'vitest'
import { addDays } from '../../src/std/time/calendar.ts'
import { declines, requestOf, turn } from '../llm/rules/world.ts'
import { Random } from '../random.ts'

const answer = async (text: string, ...setting: string[]) =>
  await turn(requestOf({ text, setting: ['with reminders timer', ...setting] }))
/** What is asked of tools; that an alarm is one is told beside it. */
const asked = async (text: string) => (await answer(text)).calls.map(({ args: { kind: _, ...args } }) => args)

test.each([
  '오늘 며칠인지 알려주시겠어요?',
  '오늘 며칠인지 알려 주실 수 있나요',
  '오늘 며칠인지 알려주실래요?',
  '오늘 며칠인지 알려 주십시오.',
  '오늘 며칠인지 말해줄래?',
  '오늘 며칠인지 알려주시면 감사하겠습니다!',
  '오늘 며칠인지 알려죠',
  '오늘 며칠인지 쫌 알려줘용ㅋㅋ',
])('%s: however politely or hastily it is asked', async (text) => {
  expect((await answer(text)).text).toBe('11월 21일 토요일이에요.')
})

test.each([
  ['1억 2천의 3%는?', '3,600,000이에요.'],
  ['1억 2천원의 3%는?', '3,000,060원이에요.'],
  ['7만 8천원을 넷이서 나누면 한 사람당 얼마씩 내야 해요?', '19,500원이에요.'],
  ['48000원 3명이서 엔빵하면?', '16,000원이에요.'],
  ['48000원을 3명이 1/n 하면 얼마야', '16,000원이에요.'],
  ['시급 10320원으로 하루 8시간 일하면 얼마 받아?', '82,560원이에요.'],
  ['월급 300만원이면 연봉은 얼마예요?', '36,000,000원이에요.'],
  ['연봉 4200이면 월 얼마', '3,500,000원이에요.'],
  ['커피 한 잔 4,500원 한 달에 20잔 마시면', '90,000원이에요.'],
  ['매달 30만원씩 12개월이면 얼마?', '3,600,000원이에요.'],
  ['월 50만원씩 2년 모으면 얼마야?', '12,000,000원이에요.'],
  ['사과 3개에 4500원이면 한 개에 얼마야?', '1,500원이에요.'],
  ['계산 좀 해줘 15만원 나누기 4', '37,500원이에요.'],
  ['이만원짜리 3개 사면?', '60,000원이에요.'],
  ['5만원의 반은?', '25,000원이에요.'],
  ['35000원 20% DC', '28,000원이에요.'],
  ['만오천원짜리 피자 세 판이면 얼마야', '45,000원이에요.'],
  ['만오천원짜리 티셔츠 두 장이랑 3만원짜리 바지 한 벌 사면 얼마야', '60,000원이에요.'],
  ['한 시간에 만원씩 8시간 일하면 얼마야', '80,000원이에요.'],
  ['3분의 1 더하기 4분의 1', '약 0.583333이에요.'],
  ['10, 20, 30, 40의 합은?', '100이에요.'],
  ['10하고 20이랑 33 더해줘', '63이에요.'],
  ['10, 20, 30 평균 내줘', '20이에요.'],
  ['add 45 and 67', '112.'],
  ['average of 4, 8, 15, and 16', '10.75.'],
  ['sum of 1 to 100', '5,050.'],
  ['subtract 12 from 50', '38.'],
  ["what's 3/8 as a decimal?", '0.375.'],
])('%s is calculated', async (text, told) => {
  expect((await answer(text)).text).toBe(told)
})

test.each([
  ['영하 10도는 화씨로 몇 도야?', '14℉예요.'],
  ['-40도는 화씨 몇 도야', '-40℉예요.'],
  ['섭씨 36.5도를 화씨로 바꿔주세요', '97.7℉예요.'],
  ['72F를 섭씨로', '약 22.222℃예요.'],
  ['convert -40 c to f', '-40 ℉.'],
  ['6피트 2인치는 몇 센치야?', '187.96 cm예요.'],
  ['6 feet 2 inches in cm', '187.96 cm.'],
  ['how many feet in a mile', '5,280 feet.'],
  ['1시간 30분은 몇 분이야', '90분이에요.'],
  ['90분은 몇 시간이에요?', '1.5시간이에요.'],
  ['하루는 몇 초야?', '86,400초예요.'],
  ['72시간은 며칠이야', '3일이에요.'],
  ['소고기 두 근은 몇 kg이야?', '1.2 kg이에요.'],
  ['한 근은 몇 그램이야', '고기 한 근은 600 g, 채소나 과일 한 근은 400 g이에요.'],
  ['금 한 돈은 몇 그램?', '3.75 g이에요.'],
  ['감자 한 근은 몇 그램이야', '400 g이에요.'],
  ['쌀 석 되는 몇 리터야', '약 5.412 L예요.'],
  ['2테라는 몇 기가야', '2,048 GB예요.'],
  ['100마일은 몇 km?', '약 160.934 km예요.'],
])('%s is converted', async (text, told) => {
  expect((await answer(text)).text).toBe(told)
})

test.each(['6피트 2미터는 몇 센치야', '섭씨 3도 2도는 화씨 몇 도야', '10주세요는 몇 일이야', '3일은 몇 킬로야'])(
  '%s: what does not go together is not converted',
  async (text) => {
    expect(declines.cannot(await answer(text))).toBe(true)
  },
)

test.each([
  ['9시부터 6시까지 몇 시간이야?', '9시간이에요.'],
  ['오늘 2시부터 5시 반까지 몇 시간이야', '3시간 30분이에요.'],
  ['밤 11시 반부터 아침 7시까지 몇 시간?', '7시간 30분이에요.'],
  ['오후 6시까지 몇 분 남았는지 알려주세요', '오후 6시까지 3시간 57분 남았어요.'],
  ['2시까지 얼마나 남았어', '오전 2시까지 11시간 57분 남았어요.'],
  ['how long until 6pm', '3 hours 57 minutes left until 6:00 PM.'],
  ['담주 수욜 며칠?', '11월 25일 수요일이에요.'],
  ['다담주 월요일은 며칠이에요', '11월 30일 월요일이에요.'],
  ['이번 달 마지막 날은 무슨 요일이야', '11월 30일 월요일이에요.'],
  ['오늘로부터 3주 뒤', '12월 12일 토요일이에요.'],
  ['지금 몇 년도야?', '2026년 11월 21일 토요일이에요.'],
  ['지금 몇 시쯤 됐어?', '지금은 오후 2시 3분이에요.'],
  ['whats the date next friday', 'It is Friday, November 27.'],
])('%s is looked up', async (text, told) => {
  expect((await answer(text)).text).toBe(told)
})

const create = (title: string, at: string, repeat?: string) => ({
  action: 'create',
  title,
  at,
  ...(repeat ? { repeat } : {}),
})

test.each([
  ['낼 아침 7시 반에 깨워줘', create('알람', '2026-11-22T07:30:00+09:00')],
  ['내일 3시에 알려줘', create('알람', '2026-11-22T15:00:00+09:00')],
  ['내일 7시 반부터 회의 있다고 알려줘', create('회의', '2026-11-22T07:30:00+09:00')],
  ['1시간 뒤에 회의 들어가야 한다고 알려줘', create('회의 들어가기', '2026-11-21T15:03:00+09:00')],
  ['내일 오후 2시에 은행 가는거 까먹지 않게 알려줘', create('은행 가기', '2026-11-22T14:00:00+09:00')],
  ['저녁 6시에 약먹는거 리마인드 부탁해', create('약먹기', '2026-11-21T18:00:00+09:00')],
  ['30분 후에 빨래 꺼내라고 말해주시겠어요?', create('빨래 꺼내기', '2026-11-21T14:33:00+09:00')],
  ['주말마다 9시에 깨워줘', create('알람', '2026-11-22T09:00:00+09:00', '주말마다 9시')],
  ['alarm at 7am tomorrow', create('alarm', '2026-11-22T07:00:00+09:00')],
  ['한 시간 반짜리 타이머 맞춰줄래요?', create('1시간 30분', '2026-11-21T15:33:00+09:00')],
  ['오후 4시 알람 하나 부탁해', create('알람', '2026-11-21T16:00:00+09:00')],
  ['내일 점심 12시 반에 친구 만나기 알림 등록', create('친구 만나기', '2026-11-22T12:30:00+09:00')],
  ['밤 10시에 자라고 해줘', create('자기', '2026-11-21T22:00:00+09:00')],
  ['remind me about the dentist next monday at 10', create('the dentist', '2026-11-23T10:00:00+09:00')],
  ['wake me at 6:45 tomorrow morning', create('alarm', '2026-11-22T06:45:00+09:00')],
  ['일주일 뒤 이 시간에 택배 확인하라고 알려줘', create('택배 확인하기', '2026-11-28T14:03:00+09:00')],
  ['금요일 퇴근하고 7시에 장보라고 알려줘', create('퇴근하고 장보기', '2026-11-27T19:00:00+09:00')],
  ['remind me in a fortnight at 9 am to renew my pass', create('renew my pass', '2026-12-05T09:00:00+09:00')],
  ['remind me at a quarter to five to leave', create('leave', '2026-11-21T16:45:00+09:00')],
  ['remind me this evening at 7 to stretch', create('stretch', '2026-11-21T19:00:00+09:00')],
  ['remind me in an hour', create('alarm', '2026-11-21T15:03:00+09:00')],
  ['타이머 3분으로 해줘', create('3분', '2026-11-21T14:06:00+09:00')],
])('%s is set', async (text, args) => {
  expect(await asked(text)).toEqual([args])
})

test.each(['8시 12시 6시에 약 먹으라고 알려줘', '매일 아침 저녁으로 약 먹으라고 알려줘'])(
  '%s: of several times none is chosen',
  async (text) => {
    expect(await answer(text)).toMatchObject({
      calls: [],
      text: expect.stringMatching(/한 번에 한 시각만|날이 여러 개/),
    })
  },
)

test('내일이나 모레 3시에 알려줘: of several days none is chosen', async () => {
  expect(await answer('내일이나 모레 3시에 알려줘')).toMatchObject({
    calls: [],
    text: expect.stringContaining('날이 여러 개라'),
  })
})

test.each([
  ['아침마다 8시에 약 먹으라고 알려줘', create('약 먹기', '2026-11-22T08:00:00+09:00', 'daily')],
  ['저녁마다 8시에 약 먹으라고 알려줘', create('약 먹기', '2026-11-21T20:00:00+09:00', 'daily')],
  ['remind me every evening at 8 to stretch', create('stretch', '2026-11-21T20:00:00+09:00', 'daily')],
  [
    '내일부터 닷새 동안 아침 8시에 약 알려줘',
    create('약', '2026-11-22T08:00:00+09:00', expect.stringContaining('UNTIL=20261126')),
  ],
  ['매일 7시에 목 스트레칭 하라고 알려줘', create('목 스트레칭 하기', '2026-11-22T07:00:00+09:00', 'daily')],
  ['매주 월요일 잊지 말고 9시에 분리수거 알려줘', create('분리수거', '2026-11-23T09:00:00+09:00', 'weekly')],
  ['내일 빼먹지 말고 3시에 치과 알려줘', create('치과', '2026-11-22T15:00:00+09:00')],
  ['내일 아침에 모레 회의 준비하라고 알려줘', create('모레 회의 준비하기', '2026-11-22T09:00:00+09:00')],
  ['10시에 30분 운동하라고 알려줘', create('30분 운동하기', '2026-11-21T22:00:00+09:00')],
  ['목요일 5시에 금요일까지 보고서 내라고 알려줘', create('금요일까지 보고서 내기', '2026-11-26T17:00:00+09:00')],
  ['오늘 자정에 약 먹으라고 알려줘', create('약 먹기', '2026-11-22T00:00:00+09:00')],
  ["remind me tonight about tomorrow's exam", create("tomorrow's exam", '2026-11-21T21:00:00+09:00')],
  ['remind me at 3 about the 5 pm meeting', create('the 5 pm meeting', '2026-11-21T15:00:00+09:00')],
  ['다음다음 주 월요일 9시에 연차 신청하라고 알려줘', create('연차 신청하기', '2026-11-30T09:00:00+09:00')],
  ['주말 빼고 아침 7시에 약 먹으라고 알려줘', create('약 먹기', '2026-11-23T07:00:00+09:00', 'weekdays')],
  [
    'remind me tomorrow morning to email the team about the 3pm demo',
    create('email the team about the 3pm demo', '2026-11-22T09:00:00+09:00'),
  ],
  ['remind me on christmas eve at 6 to buy cake', create('buy cake', '2026-12-24T18:00:00+09:00')],
  ['3시에 5시 회의 준비하라고 알려줘', create('5시 회의 준비하기', '2026-11-21T15:00:00+09:00')],
])('%s comes as often as it was said', async (text, args) => {
  expect(await asked(text)).toEqual([args])
})

test.each([
  ['매주 화요일 저녁 7시 요가 알림', /^매주 화요일 오후 7시에 알려드릴게요: 요가/],
  ['매달 31일에 월세 보내라고 알려줘', /^매달 31일 오전 9시에 알려드릴게요: 월세 보내기/],
  ['매년 5월 8일 아침 9시에 꽃 사라고 알려줘', /^매년 5월 8일 오전 9시에 알려드릴게요: 꽃 사기/],
  ['remind me every friday at 5pm to log hours', /^I will remind you every Friday at 5:00 PM: log hours/],
])('%s: the answer says on which day it comes again', async (text, told) => {
  expect((await answer(text)).text).toMatch(told)
})

test.each([
  ['2시간마다 물 마시라고 알려줘', 'FREQ=HOURLY;INTERVAL=2', /^2시간마다 알려드릴게요: 물 마시기/],
  ['매시간 스트레칭하라고 알려줘', 'FREQ=HOURLY', /^매시간 알려드릴게요: 스트레칭하기/],
  ['15분마다 알려줘', 'FREQ=MINUTELY;INTERVAL=15', /^15분마다 알려드릴게요: 알람/],
  [
    '매달 첫째 월요일에 회의 있다고 알려줘',
    'FREQ=MONTHLY;BYDAY=1MO',
    /^매달 첫째 월요일에 알려드릴게요: 회의 \(첫 알림: 12월 7일 월요일 오전 9시\)/,
  ],
  ['매일 8시와 18시에 약 먹으라고 알려줘', 'FREQ=DAILY;BYHOUR=8,18;BYMINUTE=0;BYSECOND=0', /알려드릴게요: 약 먹기/],
])('%s is kept as RFC 5545 has it', async (text, rule, told) => {
  expect((await asked(text))[0]?.repeat).toContain(`RRULE:${rule}`)
  expect((await answer(text)).text).toMatch(told)
})

test.each(['알람 다 꺼줘', '타이머 얼마나 남았어?', 'what are my reminders'])('%s: the list is shown', async (text) => {
  expect(await asked(text)).toEqual([{ action: 'list' }])
})

test.each(['내 알림 취소해줘', '알람 꺼줘', '아까 맞춘 타이머 꺼줘', 'cancel my reminders'])(
  '%s: the only one goes, of several none is guessed',
  async (text) => expect(await asked(text)).toEqual([{ action: 'cancel' }]),
)

test.each(['방금 맞춘 타이머 꺼줘', '마지막에 등록한 알림 지워줘', 'cancel the timer I just set'])(
  '%s: what was just made goes',
  async (text) => expect(await asked(text)).toEqual([{ action: 'cancel', id: 'newest' }]),
)

test.each([
  ['약 먹기 알림 취소해줘', '약 먹기'],
  ['분리수거 알람 꺼줘', '분리수거'],
  ['cancel my gym reminder', 'gym'],
])('%s: the one of that name goes', async (text, title) => {
  expect(await asked(text)).toEqual([{ action: 'cancel', title }])
})

test.each([
  ['나 누구야?', '이름은 철수라고 알려주셨어요.'],
  ['내가 누군지 알아?', '이름은 철수라고 알려주셨어요.'],
  ['내 이름 뭐게', '이름은 철수라고 알려주셨어요.'],
  ['who am I?', 'I have this noted: 이름은 철수'],
  ['어머님 생신이 언제셨죠', '어머니 생신은 5월 12일이라고 알려주셨어요.'],
  ['배포 언제 해?', '배포는 매주 목요일 오후 3시라고 알려주셨어요.'],
])('%s is recalled', async (text, told) => {
  expect(await answer(text)).toEqual({ calls: [], text: told })
})

test.each(['딸', '아들', '동생', '친구', '엄마'])(
  'of %s a fact is kept without the words that hand it on',
  async (who) => {
    for (const name of ['', ' 지은이', ' 민수'])
      for (const [about, value, ending] of [
        ['생일은', '5월 12일', '이라고'],
        ['혈액형은', 'A형', '이라고'],
        ['직업은', '교사', '라고'],
        ['고향은', '부산', '이라고'],
        ['전화번호는', '010-1234-5678', '이라고'],
      ]) {
        const content = String((await asked(`${who}${name} ${about} ${value}${ending} 기억해줘`))[0]?.content)
        expect(content.startsWith(who) && content.endsWith(`${value}`), content).toBe(true)
      }
  },
)

test('what was said to be kept is recalled as it is kept', async () => {
  const [said, fact] = ['said 딸 지은이 생일은 5월 12일이라고 기억해줘', 'personal 딸 지은이 생일은 5월 12일']
  expect((await turn(requestOf({ text: '지은이 생일 언제야', setting: [said, fact] }))).text).toBe(
    '딸 지은이 생일은 5월 12일이라고 알려주셨어요.',
  )
})

test('what was to be remembered is shown as a list', async () => {
  expect((await answer('내가 기억하라고 한 거 다 보여줘')).text).toMatch(/^이렇게 기억하고 있어요\.\n- 이름은 철수\n/)
})

test.each(['네', '넵!', 'ㅇㅇ', '알겠습니다', '아니야', 'ok'])('%s needs no apology', async (text) => {
  expect((await answer(text)).text).toMatch(
    /^(?:네, 필요한 게 있으면 말씀해 주세요\.|All right\. Tell me if you need anything\.)$/,
  )
})

test('a line that could be parted or read in very many ways is read at once, too', async () => {
  for (const piece of [' ?하고', '알림 하고 ', '기억해줘이고 ', '10, ', '3+4하고 ', '1 and '])
    expect((await answer(piece.repeat(300 / piece.length))).text).not.toBe('')
})

test('a fact that nobody asked to keep is known in this conversation, and how to keep it is told', async () => {
  expect((await answer('주차장은 지하 2층이야.')).text).toBe(
    '네, 이 대화에서는 그렇게 알고 있을게요. 계속 기억하길 바라시면 “주차장은 지하 2층이야 기억해줘”라고 말씀해 주세요.',
  )
  // What is noticed in one of two sentences is kept behind the turn: nothing more is needed.
  expect((await answer('이사했어. 우리 집 주소는 부산 수영구 광안동이야')).text).toBe('네, 알겠어요.')
  expect((await answer('지민이 생일 언제야?', 'said 지민이 생일은 3월 4일이야.')).text).toContain('3월 4일')
  expect((await answer('지민이 생일은 3월 4일이야 기억해줘')).calls.map(({ args }) => args)).toEqual([
    { content: '지민이 생일은 3월 4일', scope: 'personal' },
  ])
})

test.each([
  '이건 말도 안 되는 소리야',
  '지민이 생일은 무슨 요일이야',
  '지민이 생일은 3월이 아니야',
  '그 호텔은 별로야',
])('%s is no fact to keep', async (text) => {
  expect((await answer(text)).text).not.toContain('이 대화에서는')
})

test.each([
  ['내일 3시 아니 4시에 치과 알려줘', '치과', '2026-11-22T16:00:00+09:00'],
  ['remind me at 3, no 4, to call Bob', 'call Bob', '2026-11-21T16:00:00+09:00'],
  ['remind me half an hour before 6pm to leave', 'leave', '2026-11-21T17:30:00+09:00'],
  ['저녁에 빨래 알려줘', '빨래', '2026-11-21T19:00:00+09:00'],
  ['30분 뒤에 알려주세요 빨래', '빨래', '2026-11-21T14:33:00+09:00'],
  ['모레 점심때 은행 가라고 해줘', '은행 가기', '2026-11-23T12:00:00+09:00'],
  ['remind me tonight to call mom', 'call mom', '2026-11-21T21:00:00+09:00'],
  ['12월 25일에 선물사기 알려줘', '선물사기', '2026-12-25T09:00:00+09:00'],
  ['지금부터 45분 후에 오븐 끄기 알려줘', '오븐 끄기', '2026-11-21T14:48:00+09:00'],
  ['오후3시반에알려줘치과', '치과', '2026-11-21T15:30:00+09:00'],
  ['5분 뒤에 전화해야된다고 말좀해줘', '전화하기', '2026-11-21T14:08:00+09:00'],
  ['내일 알람 6시', '알람', '2026-11-22T06:00:00+09:00'],
])('%s: the hour that was meant', async (text, title, at) => {
  expect(await asked(text)).toEqual([{ action: 'create', title, at }])
})

test.each([
  ['매일 저녁 약 알려줘', '약', '2026-11-21T19:00:00+09:00'],
  ['저녁마다 화분 물주기 알려줘', '화분 물주기', '2026-11-21T19:00:00+09:00'],
  ['석달마다 1일에 필터 교체 알려줘', '필터 교체', '2026-12-01T09:00:00+09:00'],
  ['월수금 7시 운동 알려줘', '운동', '2026-11-23T07:00:00+09:00'],
  ['remind me mon wed fri at 7 gym', 'gym', '2026-11-23T07:00:00+09:00'],
  ['remind me twice a day at 9 and 21 to take pills', 'take pills', '2026-11-21T21:00:00+09:00'],
])('%s: the rule that was meant', async (text, title, at) => {
  expect(await asked(text)).toEqual([{ action: 'create', title, at, repeat: expect.any(String) }])
})

test.each(['3시 회의랑 5시 미팅 알려줘', 'remind me on tuesday thursday at 5 gym', '하루 세번 식후 약 알려줘'])(
  '%s: nothing is dropped, so it is asked about',
  async (text) => {
    expect(await answer(text)).toMatchObject({
      calls: [],
      text: expect.stringMatching(/한 시각만|one time|시간을 함께|Several days/),
    })
  },
)

test('what is offered is done at a yes', async () => {
  const { text } = await answer('한시간 뒤에 빨래')
  expect(text).toMatch(/^알려드릴까요\?/)
  const request = requestOf({ text: '응', setting: ['with reminders timer', 'said 한시간 뒤에 빨래'] })
  const last = request.messages.at(-1)
  if (last) request.messages.splice(-1, 1, { id: 'before', role: 'assistant', text, at: last.at } as typeof last, last)
  expect((await turn(request)).calls[0]?.args).toMatchObject({ title: '빨래', at: '2026-11-21T15:03:00+09:00' })
})

test.each([
  ['여권 어딨어', 'personal 여권은 서랍 둘째칸에 있음', '서랍 둘째칸'],
  ['회사 주소 알려줘', 'personal 회사 주소 서울시 중구 세종대로 110', '세종대로 110'],
  ['하나은행 계좌번호', 'personal 하나은행 계좌 110-123-456789', '110-123-456789'],
  ['나비카페 번호 뭐지', 'personal 나비 카페 전화번호 02-777-1234', '02-777-1234'],
  ['동생 번호좀', 'said 동생 전화번호는 010-2345-6789야', '010-2345-6789'],
  ['나 알레르기 뭐 있지?', 'personal 땅콩 알레르기 있음', '땅콩'],
  ['사물함 번호 몇번이지', 'said 사물함 번호 42', '42'],
  ['내 혈액형?', 'said 내 혈액형 O형이야', 'O형'],
  ['재택 무슨 요일이지', 'personal 금요일엔 재택이야', '금요일'],
  ['나 몇살이야', 'personal 1990년 5월생', '만 36세'],
  ['what am I allergic to', 'personal allergic to peanuts', 'peanuts'],
  ['where did I park', 'said I parked on B3 near pillar 27', 'B3'],
  ["when is mom's birthday", "personal mom's birthday is June 19", 'June 19'],
  ['how old am I', 'personal born in May 1990', '36'],
])('%s is answered out of: %s', async (text, setting, told) => {
  expect((await answer(text, setting)).text).toContain(told)
})

test.each(['커피가 뭐야?', '서울 날씨 알려줘', '커피 한 잔 얼마야', '여동생 번호좀'])(
  '%s is no question about a note',
  async (text) => {
    const { text: said } = await answer(text, 'personal 동생 번호는 010-2345-6789', 'personal 커피는 아이스를 좋아함')
    expect(said).not.toMatch(/알려주셨|기억하고|말씀하셨/)
  },
)

test('what is noted and what was said of it are one line, and "방금 말한 거" is what was said', async () => {
  expect(
    (await answer('뭐 기억하고 있어?', 'memory none', 'personal 취미는 등산', 'said 내 취미는 등산이야')).text.match(
      /등산/g,
    ),
  ).toHaveLength(1)
  expect(await asked('방금 말한 거 기억해줘')).toEqual([])
  expect((await answer('방금 말한 거 기억해줘', 'said 내 취미는 등산이야')).calls[0]?.args).toMatchObject({
    content: '취미는 등산',
  })
})

test('where nobody can be asked, forgetting everything is refused with the way on, as elsewhere', async () => {
  expect(await answer('기억한 거 다 지워줘')).toMatchObject({
    calls: [],
    text: expect.stringContaining('확인이 필요합니다'),
  })
  expect((await answer('기억한 거 다 지워줘', 'with update_memory')).calls.length).toBeGreaterThan(0)
})

test.each([
  ['15퍼센트 팁 42000원', '6,300원이에요.'],
  ['만원에서 3700원 쓰면 얼마남아', '6,300원이에요.'],
  ['피자 27900원 3명 더치페이', '9,300원이에요.'],
  ['시급 10030원 하루 8시간 20일 일하면', '1,604,800원이에요.'],
  ['내년 설날은?', '2027년 2월 7일 일요일이에요.'],
  ['when is chuseok next year', 'It is Wednesday, September 15, 2027.'],
])('%s is told', async (text, told) => {
  expect((await answer(text)).text).toBe(told)
})

test.each([
  ['내일 오전 10시 회의 10분전에 알려줘', '회의', '2026-11-22T09:50:00+09:00'],
  ['오후 5시 미팅 1시간 전에 자료 준비하라고 알려줘', '미팅 자료 준비하기', '2026-11-21T16:00:00+09:00'],
  ['3시 10분 전에 알려줘', '알람', '2026-11-21T14:50:00+09:00'],
  ['remind me 30 minutes before my 5pm meeting', 'meeting', '2026-11-21T16:30:00+09:00'],
])('%s: so long before', async (text, title, at) => {
  expect(await asked(text)).toEqual([{ action: 'create', title, at }])
})

test('of what repeats no time before is taken for the time itself', async () => {
  expect(await answer('매일 9시 회의 10분 전에 알려줘')).toMatchObject({
    calls: [],
    text: expect.stringContaining('시간을 함께'),
  })
})

test('what was typed on the other layout of the keyboard is answered in Korean', async () => {
  expect((await answer('dkssud')).text).toMatch(/^[가-힣]/)
  expect((await answer('hello')).text).toMatch(/^[A-Z]/)
})

test('so many days before an event are counted from its day; without its day they are asked about, and nothing is set', async () => {
  const random = new Random(20_261_130)
  const leads = { 하루: 1, 이틀: 2, 사흘: 3, 나흘: 4, 열흘: 10, '3일': 3, '5일': 5, '2주': 14, 일주일: 7 }
  for (let i = 0; i < 30; i++) {
    const event = random.pick(['엄마 생신', '결혼기념일', '토익 시험', '전세 계약 만기', '민수 생일', '면접'])
    const [month, day] = [12, random.int(15, 31)]
    const word = random.pick([...Object.keys(leads), '전날'] as (keyof typeof leads | '전날')[])
    const before = word === '전날' ? '전날' : `${word} ${random.pick(['전에', '전'])}`
    const what = random.pick(['', ' 준비하라고'])
    const dated = random.pick([
      `${month}월 ${day}일 ${event} ${before}`,
      `${event}이 ${month}월 ${day}일인데 ${before}`,
    ])
    const at = addDays(`2026-12-${day}`, word === '전날' ? -1 : -leads[word])
    expect([dated, await asked(`${dated}${what} 알려줘`)]).toEqual([
      dated,
      [{ action: 'create', title: expect.any(String), at: `${at}T09:00:00+09:00` }],
    ])
    const undated = await answer(`${event} ${before}${what} 알려줘`)
    expect([event, before, undated.calls, undated.text]).toEqual([
      event,
      before,
      [],
      expect.stringContaining('언제인지 몰라'),
    ])
  }
})

test.each([
  '저녁 먹고 나서 30분 뒤에 약 먹으라고 알려줘',
  '회의 끝나고 10분 뒤에 전화하라고 알려줘',
  '밥 먹은 뒤 1시간 후에 약 먹으라고 알려줘',
])('%s: counted from what nobody knows the hour of', async (text) => {
  expect(await answer(text)).toMatchObject({ calls: [], text: expect.stringContaining('언제인지 몰라') })
})

test.each([
  ['remind me tomorrow at 9 to check in', 'check in', '2026-11-22T09:00:00+09:00'],
  ['remind me to wait for Tom at 5pm', 'wait for Tom', '2026-11-21T17:00:00+09:00'],
  ['remind me at 5pm to log in and turn on the oven', 'log in and turn on the oven', '2026-11-21T17:00:00+09:00'],
  ['ping me in 2 days at 10am to water plants', 'water plants', '2026-11-23T10:00:00+09:00'],
])('%s keeps its words', async (text, title, at) => {
  expect(await asked(text)).toEqual([{ action: 'create', title, at }])
})

test('the plans of a day, a week or a month are those of its days', async () => {
  expect(await asked('모레 일정 뭐야')).toEqual([{ action: 'list', at: '2026-11-23' }])
  expect(await asked('다음 주 일정 뭐야')).toEqual([{ action: 'list', at: '2026-11-23', to: '2026-11-29' }])
  expect(await asked('다음 달 일정 뭐야')).toEqual([{ action: 'list', at: '2026-12-01', to: '2026-12-31' }])
  expect(await asked('일정 보여줘')).toEqual([{ action: 'list' }])
})

test.each(['내 정보 어디 저장해', '대화 어디에 저장해?', '내 데이터 어디 있어', '대화 기록은 어디 있어?'])(
  '%s is asked, and nothing is noted',
  async (text) => {
    expect(await asked(text)).toEqual([])
    expect((await answer(text)).text).toContain('이 컴퓨터에만 저장돼요')
  },
)

test.each([
  '평일 아침 6시 반에 깨워줘 공휴일은 빼고',
  '1시간마다 스트레칭 6시까지 알려줘',
  '오전 9시부터 오후 6시까지 한 시간마다 물 마시라고 알려줘',
  '금요일 회의 자료 내일 3시에 보내라고 알려줘',
  '매일 8시 주말에는 10시에 깨워줘',
  '매일 8시에 수요일에도 약 먹으라고 알려줘',
  '내일 3시에 치과 하루 전에도 알려줘',
  '내일 3시에 치과 30분 전에도 알려줘',
  '매일 아침 저녁 8시 약 알려줘',
  '매일 아침 8시랑 자기 전 10시에 약 알려줘',
  '주말엔 9시 평일엔 7시에 깨워줘',
  '매일 7시에 깨워줘 주말은 9시',
  '3시에서 4시 사이에 전화하라고 알려줘',
  '매달 1일 월세 15일 카드값 알려줘',
  '매일 아침 8시에 비타민 저녁 8시에 오메가3 알려줘',
  'every day at 8 vitamins and at 9 walk remind me',
  '매일 아침 저녁으로 약 알려줘',
  'remind me on weekdays at 8 and weekends at 10 to feed the cat',
  'remind me every morning and evening to brush',
  'remind me every 45 minutes to stand up until 6pm',
  'remind me to drink water every hour from 9 to 5',
  '내일 아침에 3시 회의 자료 보내라고 알려줘',
  'remind me every hour between 9am and 5pm to drink water',
  'remind me on the 15th and 30th to do payroll',
  'remind me every 3rd day at 9am to water the plants',
  'remind me the first week of every month to pay rent',
])('%s says more than a rule holds: nothing is set, and that is said', async (text) => {
  expect(await asked(text)).toEqual([])
  expect((await answer(text)).text).toMatch(
    /읽지 못해|알려드리지 못해요|알 수 없어|한 시각만|cannot tell|could not read|cannot remind|Several days/,
  )
})

test.each([
  ['매일 밤 10시에 내일 준비물 챙기라고 알려줘', '내일 준비물 챙기기'],
  ['매주 일요일 밤 9시에 다음 주 계획 세우라고 알려줘', '다음 주 계획 세우기'],
  ['매주 금요일 6시에 주말 장보기 알려줘', '주말 장보기'],
  ['매주 월요일 팀 회의 9시에 알려줘', '팀 회의'],
  ['remind me every friday at 5 to plan next week', 'plan next week'],
  ['remind me every day at 7 to prepare for tomorrow', 'prepare for tomorrow'],
])('of what repeats the title keeps every word: %s', async (text, title) => {
  expect(await asked(text)).toMatchObject([{ action: 'create', title }])
})

test.each([
  ['remind me at 5pm to check the 2nd draft', 'check the 2nd draft'],
  ['remind me at 5pm to choose between the two offers', 'choose between the two offers'],
  ['6시에 양파 빼고 주문하라고 알려줘', '양파 빼고 주문하기'],
  ['내일 9시에 선 넘어서 주차하지 말라고 알려줘', '선 넘어서 주차하지 말기'],
  ['밤 10시에 일찍 자라고 알려줘', '일찍 자기'],
  ['매일 8시에 처음부터 다시 읽으라고 알려줘', '처음부터 다시 읽기'],
])('words of a title that only look like a time stay in it: %s', async (text, title) => {
  expect(await asked(text)).toMatchObject([{ action: 'create', title }])
})

test.each([
  ['메모 추가: 우유 사기', '우유 사기'],
  ['메모에 우유 사기 추가해줘', '우유 사기'],
  ['노트에다 회의실은 3층 적어줘', '회의실은 3층'],
])('%s: what is written down is kept without the words for where', async (text, content) => {
  expect(await asked(text)).toEqual([expect.objectContaining({ content })])
})

test('lengths of time are added up and taken off in any words, and a word left over is no sum', async () => {
  const random = new Random(7)
  const told = (minutes: number) => [
    minutes >= 60 && `${Math.floor(minutes / 60)}시간`,
    minutes % 60 > 0 && `${minutes % 60}분`,
  ]
  const said = (minutes: number) => told(minutes).filter(Boolean).join(' ')
  for (let n = 0; n < 60; n++) {
    const [a, b] = [random.int(61, 400), random.int(1, 60)]
    for (const [text, sum] of [
      [`${said(a)} + ${said(b)}`, a + b],
      [`${said(a)} 더하기 ${said(b)}은?`, a + b],
      [`${said(a)}에 ${said(b)} 더하면 얼마야`, a + b],
      [`${said(a)} 빼기 ${said(b)}`, a - b],
      [`${said(a)}에서 ${said(b)} 빼면 몇 분이야`, a - b],
    ] as const)
      expect((await answer(text)).text, text).toBe(`${said(sum)}이에요.`)
    expect((await answer(`${said(a)} 회의 + ${said(b)}`)).text).not.toContain(said(a + b))
  }
})

test.each([
  ['한국어로 다시', '알겠어요. 이제부터 모든 대화에서 한국어로 답할게요.'],
  ['back to English please', 'All right. From now on I answer in English'],
  ['내 파일 함부로 지우는 거 아니지?', '먼저 여쭤봐요.'],
])('%s is understood', async (text, told) => {
  expect((await answer(text)).text).toContain(told)
})

test.each([
  ['8시에 깨워줘', '2026-11-21T20:00:00+09:00'],
  ['wake me up at 6:30', '2026-11-21T18:30:00+09:00'],
  ['9시 반에 깨워줘', '2026-11-22T09:30:00+09:00'],
  ['wake me at 11', '2026-11-22T11:00:00+09:00'],
])('%s, said at two in the afternoon: from a short nap today, else in the morning', async (text, at) => {
  expect(await asked(text)).toEqual([expect.objectContaining({ at })])
})

test.each([
  ["thanks, that's all", 'You are welcome. Call me any time.'],
  ['Thanks, that helped a lot.', 'You are welcome. Call me any time.'],
  ['what can you actually do without a key?', 'assistant setup'],
  ["what's 9am in new york in seoul time", 'Seoul'],
  ['how do i delete everything you know', '“forget everything about me”'],
  ['show my shopping list', 'nothing about that is noted'],
])('%s is answered, and nothing else is', async (text, told) => {
  const { text: said } = await answer(text)
  expect(said).toContain(told)
  expect(said.split('\n').length).toBeLessThan(12)
})

test.each(['해지하려면 언제까지 알려야 해', '해고하려면 언제 알려야 해'])('%s is no request for help', async (text) => {
  expect((await answer(text)).text).not.toContain('이런 걸 도와드려요')
})

test.each([
  ['다음 주 금요일, 11월 27일 오후 2시 반에 치과 가라고 알려줘', '2026-11-27T14:30:00+09:00'],
  ['다음 주 수요일 11월 25일 오전 10시에 회의 알려줘', '2026-11-25T10:00:00+09:00'],
  ['내일, 22일 오후 3시에 약 먹으라고 알려줘', '2026-11-22T15:00:00+09:00'],
  ['remind me of the dentist next Friday, 27 November, at 2:30 pm', '2026-11-27T14:30:00+09:00'],
])('%s: one day, said twice', async (text, at) => {
  expect(await asked(text)).toEqual([expect.objectContaining({ at })])
})

test.each(['이번 주 금요일, 11월 28일 오후 2시에 치과 알려줘', 'remind me tomorrow, November 30, at 9am to call'])(
  '%s: two days that differ are asked about',
  async (text) => {
    expect(await asked(text)).toEqual([])
  },
)

test.each<[string, string[]]>([
  ['12만원의 15%는 얼마고 크리스마스까지 며칠 남았어?', ['18,000원이에요.', '12월 25일 금요일까지 34일 남았어요.']],
  ['엄마 생신 언제야 그리고 오늘 며칠이야?', ['어머니 생신은 5월 12일이라고 알려주셨어요.', '11월 21일 토요일이에요.']],
])('%s: both are answered, though a search explains the whole', async (text, told) => {
  const { text: said } = await answer(text, 'with search_documents list_events')
  expect(said.split('\n')).toEqual(told)
})

test.each<[string, string[]]>([
  ['remind me to call mom at 6pm and add milk to my shopping list', ['reminders', 'lists']],
  ['remind me at 6pm to buy milk and add sugar', ['reminders']],
  ['고마워 그리고 내일 9시에 깨워줘', ['reminders']],
])('%s: each deed of the message is done, and thanks are none', async (text, names) => {
  const { calls } = await answer(text, 'with lists')
  expect(calls.map(({ name }) => name)).toEqual(names)
  expect(calls.map(({ args }) => String(args.title)).join()).not.toMatch(/그리고|shopping/)
})

test('an event without its day is asked for it', async () => {
  const { text, calls } = await answer('회의 일정 추가해줘', 'with list_events change_event')
  expect([calls, text]).toEqual([
    [],
    '‘회의’ 일정을 언제로 넣을지 적혀 있지 않아 넣지 않았어요. “내일 오후 3시”처럼 시간을 함께 말씀해 주세요.',
  ])
})
