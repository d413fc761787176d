import { expect, test } from 'vitest'
import type { Message, ModelRequest } from '../../src/protocol/index.ts'
import { collect, declines, requestOf, turn } from '../llm/rules/world.ts'

const answer = async (text: string, ...setting: string[]) => await turn(requestOf({ text, setting }))

test.each([
  ['80만원의 3.3%는?', '26,400원이에요.'],
  ['2/3 + 1/4', '약 0.916667이에요.'],
  ['3만5천원짜리 신발 30% 할인하면 얼마야?', '24,500원이에요.'],
  ['사과 1000원 3개랑 배 2000원 2개면 얼마야', '7,000원이에요.'],
  ['50000원에 부가세 10% 더하면', '55,000원이에요.'],
  ['200만원 중 30만원은 몇 퍼센트야?', '15%예요.'],
  ['100 fahrenheit to celsius', 'About 37.778 ℃.'],
  ['내일모레 며칠이야', '11월 23일 월요일이에요.'],
  ['3월 1일은 무슨 요일이었지', '3월 1일 일요일이었어요.'],
  ['작년 크리스마스는 무슨 요일이었어', '2025년 12월 25일 목요일이었어요.'],
  ['크리스마스 3일 전은 무슨 요일이야', '12월 22일 화요일이에요.'],
  ['추석까지 며칠 남았어?', '2027년 9월 15일 수요일까지 298일 남았어요.'],
  ['2월 30일은 무슨 요일이야', '달력이나 시계에 없는 시각이에요. 날짜와 요일, 시각을 다시 확인해 주세요.'],
  ['뉴욕이 오전 9시면 서울은 몇 시야?', '그때 서울은 오후 11시예요. (11월 21일 토요일)'],
  ['what day was 3 days ago', 'It was Wednesday, November 18.'],
  ['오늘 며칠이고 무슨 요일이야?', '11월 21일 토요일이에요.'],
  ['고마워. 그럼 3*5는?', '도움이 됐다니 기뻐요. 언제든 불러 주세요.\n15예요.'],
])('%s', async (text, told) => {
  expect((await answer(text)).text).toBe(told)
})

const create = (title: string, at: string, repeat?: string) => ({
  action: 'create',
  title,
  at,
  ...(repeat ? { repeat } : {}),
})

test.each(
  ['"', '‘’', '“”', "'", '「」', '『』'].flatMap((marks) =>
    ['라고', '라는 제목으로', '란 말로', '', '를'].map((ending) => [marks.at(0), marks.at(-1), ending]),
  ),
)('what stands in %s%s is the title as it is, with %s behind it', async (open, close, ending) => {
  const { calls } = await answer(`오후 5시에 ${open}3시 회의 꺼내기${close}${ending} 알려줘`, 'with reminders')
  expect(calls.map(({ args }) => args)).toEqual([create('3시 회의 꺼내기', '2026-11-21T17:00:00+09:00')])
})

test.each([
  ['병원 예약 12월 4일 오후 두 시야 까먹지 않게 해줘', '병원 예약', '2026-12-04T14:00:00+09:00'],
  ['미용실 예약 모레 3시 반이야 알림 부탁해', '미용실 예약', '2026-11-23T15:30:00+09:00'],
  ["dentist appointment december 4th at 2pm, don't let me forget", 'dentist appointment', '2026-12-04T14:00:00+09:00'],
  ['package arrives at 4, remind me', 'package arrives', '2026-11-21T16:00:00+09:00'],
])('%s: what it is about stands in front', async (text, title, at) => {
  expect((await answer(text, 'with reminders')).calls.map(({ args }) => args)).toEqual([create(title, at)])
})

test.each(['did you remind me', 'you never let me know'])(
  '%s: without a time it asks for no reminder',
  async (text) => {
    expect((await answer(text, 'with reminders')).text).not.toMatch(/when/)
  },
)

test.each([
  ['여기다 말을 하면 되는 건가요?', /계산:/],
  ['안녕하세요 처음인데 뭘 물어보면 되나요', /계산:/],
  ['이거 어떻게 쓰는 거예요', /계산:/],
  ["I'm 78 and not good with computers, what do I type", /calculate:/],
  ['do you speak korean', /[a-z]{3}/],
  ['만 나이로 1990년 5월 2일생은 몇 살', /36세/],
  ['how old is someone born May 2 1990', /36/],
])('%s', async (text, told) => {
  expect((await answer(text)).text).toMatch(told)
})

test.each([
  ['my name is Dorothy, remember that', /name is Dorothy/],
  ["mom's birthday is december 20, save it", /december 20/],
  ['"꺼내기"라고 알려줘', /언제/],
])('%s', async (text, told) => {
  const { text: said, calls } = await answer(text, 'with reminders')
  expect(said).toMatch(told)
  expect(calls.map(({ args }) => args.content ?? args.title).join()).not.toMatch(/what|remember|save|기기/)
})

test.each([
  [
    '8시에 깨워줘',
    { ...create('알람', '2026-11-21T20:00:00+09:00'), kind: 'alarm' },
    '11월 21일 토요일 오후 8시에 알려드릴게요: 알람',
  ],
  [
    '매일 아침 8시에 약 먹으라고 알려줘',
    create('약 먹기', '2026-11-22T08:00:00+09:00', 'daily'),
    '매일 오전 8시에 알려드릴게요: 약 먹기 (첫 알림: 11월 22일 일요일 오전 8시) · 그다음 11월 23일 월요일 오전 8시, 11월 24일 화요일 오전 8시',
  ],
  [
    '내일 3시에 병원 예약 있다고 알려줘',
    create('병원 예약', '2026-11-22T15:00:00+09:00'),
    '11월 22일 일요일 오후 3시에 알려드릴게요: 병원 예약',
  ],
  [
    '매주 월수금 7시에 운동하라고 알려줘',
    create('운동하기', '2026-11-23T07:00:00+09:00', '매주 월수금 7시'),
    '매주 월수금 7시에 알려드릴게요: 운동하기 (첫 알림: 11월 23일 월요일 오전 7시) · 그다음 11월 25일 수요일 오전 7시, 11월 27일 금요일 오전 7시',
  ],
  [
    'remind me every monday at 9 to send the report',
    create('send the report', '2026-11-23T09:00:00+09:00', 'weekly'),
    'I will remind you every Monday at 9:00 AM: send the report (first: Monday, November 23, 9:00 AM) · then Monday, November 30, 9:00 AM, Monday, December 7, 9:00 AM',
  ],
])('%s', async (text, args, told) => {
  const { calls, text: said } = await answer(text, 'with reminders timer')
  expect([calls, said]).toEqual([[{ id: 'last-0', name: 'reminders', args }], told])
})

test.each([
  ['알림 목록', { action: 'list' }],
  ['내 알림 보여줘', { action: 'list' }],
  ['맞춰 둔 알람이 뭐가 있어?', { action: 'list' }],
  ['알림 목록 좀 보여주세요', { action: 'list' }],
  ['list my reminders', { action: 'list' }],
  ['what reminders do I have?', { action: 'list' }],
  ['10분 뒤에 다시 알려줘', { action: 'snooze', minutes: 10 }],
  ['그거 1시간 반 있다가 다시 알려 주세요', { action: 'snooze', minutes: 90 }],
  ['알림 20분만 미뤄줘', { action: 'snooze', minutes: 20 }],
  ['30분 더 미뤄 줘', { action: 'snooze', minutes: 30 }],
  ['snooze for 5 minutes', { action: 'snooze', minutes: 5 }],
  ['remind me again in 1 hour', { action: 'snooze', minutes: 60 }],
  ['3번 알림 취소해줘', { action: 'cancel', id: '3' }],
  ['12번 알람 꺼줘', { action: 'cancel', id: '12' }],
  ['2번 알림 완료', { action: 'complete', id: '2' }],
  ['cancel reminder 4', { action: 'cancel', id: '4' }],
  ['알림 3번 취소해 주세요', { action: 'cancel', id: '3' }],
  ['운동 알림 언제 울려?', { action: 'list', title: '운동' }],
  ['운동 알람 몇 시에 맞춰져 있어?', { action: 'list', title: '운동' }],
  ['약 먹는 알림 확인해줘', { action: 'list', title: '약 먹는' }],
  ['다음 알림 언제야', { action: 'list' }],
  ['제일 가까운 알림이 뭐야', { action: 'list' }],
  ['알림 몇 개 있어', { action: 'list' }],
  ['내일 알림 뭐 있어?', { action: 'list', at: '2026-11-22' }],
  ['12월 첫째 주 일정 알려줘', { action: 'list', at: '2026-11-30', to: '2026-12-06' }],
  ["what's on the first week of december", { action: 'list', at: '2026-11-30', to: '2026-12-06' }],
  ['아까 그 알림 취소해', { action: 'cancel' }],
  ['알림 해제해줘', { action: 'cancel' }],
  ['when does my run reminder go off?', { action: 'list', title: 'run' }],
  ['what time is my pills reminder', { action: 'list', title: 'pills' }],
  ['is there a reminder for the dentist', { action: 'list', title: 'dentist' }],
  ['how many reminders do I have', { action: 'list' }],
  ['do I have any reminders tomorrow', { action: 'list', at: '2026-11-22' }],
  ['turn off the pills alarm', { action: 'cancel', title: 'pills' }],
])('%s is done with the reminders there are', async (text, args) => {
  const { calls } = await answer(text, 'with reminders timer')
  expect(calls).toEqual([{ id: 'last-0', name: 'reminders', args }])
})

test.each([
  ...['10분 뒤에 알려줘', '알림이 뭐야?', '3번 취소해줘', '다시 알려줘', '10분 뒤에 회의 있다고 다시 알려줘'],
  ...['알림 취소는 어떻게 해?', '알림음 바꿔줘', '운동 알림 설정해줘', 'what are timers?', 'how do I set a timer?'],
  ...['what happens when my computer is asleep at reminder time', 'show me how to snooze reminders'],
])('%s lists, moves and cancels no reminder', async (text) => {
  const { calls } = await answer(text, 'with reminders timer')
  expect(calls.filter(({ name, args }) => name === 'reminders' && args.action !== 'create')).toEqual([])
})

test('a save is confirmed with the receipt of the tool: file and line', async () => {
  expect((await answer('내 이름은 철수라고 기억해줘')).text).toMatch(/^기억했어요: 이름은 철수 \(memory\/.+\.md:\d+\)$/)
})

test('a fact that speaks of a day keeps its date', async () => {
  const { calls } = await answer('내일 회의 있는 거 기억해줘')
  expect(calls.map((call) => call.args)).toEqual([{ content: '내일 회의 있음 (2026-11-22)', scope: 'personal' }])
})

test('passages come from the prompt or from the search tool, and are quoted with their place', async () => {
  const found = '문서에 이렇게 적혀 있어요.\n\n> 연차 휴가는 1년에 15일까지 쓸 수 있습니다.\n\n출처: handbook.md:12'
  expect(
    (await answer('휴가는 며칠까지 쓸 수 있어?', 'document handbook.md:12 연차 휴가는 1년에 15일까지 쓸 수 있습니다.'))
      .text,
  ).toBe(found)
  const { calls } = await answer('휴가는 며칠까지 쓸 수 있어?', 'with search_documents')
  expect(calls).toEqual([{ id: 'last-0', name: 'search_documents', args: { query: '휴가는 며칠까지 쓸 수 있어' } }])
})

test('forgetting is asked of update_memory, or said to be missing', async () => {
  const { calls } = await answer('내 전화번호 잊어줘', 'with update_memory')
  expect(calls).toEqual([{ id: 'last-0', name: 'update_memory', args: { action: 'forget', content: '전화번호' } }])
  expect((await answer('내 전화번호 잊어줘')).text).toMatch(/^지금은 기억 지우기를 쓸 수 없어요\./)
})

test('without any tool it still says the next step', async () => {
  const none = 'without calculator datetime read_file list_files write_file save_memory'
  expect((await answer('하늘은 왜 파래?', none)).text).toContain('`assistant setup`')
})

test('a fact about somebody else answers nothing', async () => {
  const fact = 'personal 남동생 이름은 민수'
  expect((await answer('내 여동생 이름이 뭐지?', fact)).text).not.toContain('민수')
  expect((await answer('내 남동생 이름이 뭐지?', fact)).text).toBe('남동생 이름은 민수라고 알려주셨어요.')
})

test.each([
  ...[
    '커피가 뭐야?',
    '내 생일에 뭐 하면 좋을까?',
    '내일 날씨 알려줘',
    '3시에 하는 영화 알려줘',
    '오늘 저녁 7시 뉴스 알려줘',
    '내일 몇 시에 만날까?',
  ],
  ...[
    '사과 3개랑 배 2개 더하면 몇 개야',
    '5 곱하기 5는 25 맞아?',
    '100달러는 몇 원?',
    '010-1234-5678',
    '10분 뒤에 뭐 할까',
    '내일이 무슨 날이야',
  ],
  ...[
    '파리에서 제일 맛있는 빵집은?',
    '배포가 뭐야?',
    '노트.md에 오늘 회의 내용 정리해서 써줘',
    '영어로 번역해줘',
    '엄마한테 만원 보내줘',
  ],
  ...[
    'write a poem to file.txt',
    'read me a story',
    'time flies',
    'is 7 times 8 56?',
    'what day did the titanic sink',
    'list of best movies',
  ],
])('no answer to: %s', async (text) => {
  expect(declines.cannot(await answer(text, 'with reminders timer', 'personal 생일은 3월 2일'))).toBe(true)
})

test('what people tell about themselves is heard, and nothing more is claimed: what was noticed is told when it is on the disk', async () => {
  for (const told of ['나 다음 주에 제주도 가', '나는 땅콩 알레르기가 있어', '다음 달에 이사할 예정이야'])
    expect(await answer(told)).toEqual({ calls: [], text: '네, 알겠어요.' })
  expect((await answer('나 다음 주에 제주도 가?')).text).not.toContain('알겠어요')
  expect(await answer('I am allergic to peanuts')).toEqual({ calls: [], text: 'I see, thank you for telling me.' })
})

test.each([
  '아니 내 차는 그랜저야',
  '아니야, 내 차는 그랜저야',
  '아니요 내 차는 그랜저예요',
  'no, my car is a Grandeur',
])('a fact put right is a fact: %s', async (text) => {
  expect((await answer(text)).text).toMatch(/^(?:네, 알겠어요|I see)/)
  const before = text.startsWith('no') ? 'my car is a Sonata' : '내 차는 소나타야'
  const asked = text.startsWith('no') ? 'what is my car?' : '내 차가 뭐야?'
  expect((await answer(asked, `said ${before}`, `said ${text}`)).text).toMatch(/(?:차는 그랜저|car is a Grandeur)$/)
})

test.each(['대화 종료', '대화 끝내자', '대화를 그만할게', '이제 그만하자', 'end the conversation'])(
  '%s: how to leave',
  async (text) => {
    expect((await answer(text)).text).toContain('/quit')
  },
)

test('asked how something is known where nothing was said before, the answer names the command that goes on', async () => {
  for (const text of ['왜 그렇게 알고 있어?', 'how do you know that?'])
    expect((await answer(text, 'with search_memory')).text).toContain('`assistant -c')
})

test('what is remembered already is not taken for news', async () => {
  expect(await answer('나는 서울에 살아', 'personal 서울에 삶')).toEqual({
    calls: [],
    text: '네, 기억하고 있어요: 서울에 삶',
  })
})

test('what memory answered is told in the language of the person: known already, or against what was said before', async () => {
  const receipt =
    '이미 기억하고 있어요: name is Bob (memory/me.md:4)\n전에 말씀하신 것과 달라요: name is Ann (3번째 줄). 어느 쪽이 맞나요?'
  const request = requestOf({ text: 'remember that my name is Bob', setting: [] })
  const { calls } = await turn(request)
  const [call] = calls
  const asked: Message = { role: 'assistant', id: 'a', at: 0, text: '', calls }
  const result: Message = {
    role: 'tool',
    id: 'r',
    at: 0,
    call: call?.id ?? '',
    name: 'save_memory',
    text: receipt,
    outcome: 'ok',
  }
  const parts = await collect({ ...request, messages: [...request.messages, asked, result] })
  expect(parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')).toBe(
    'Already known: name is Bob (memory/me.md:4)\nThis may contradict what was remembered before: name is Ann (line 3). Tell me which one is right.',
  )
})

test.each([
  ['계약서 폴더 요약해줘', { task: '요약해줘', folder: '계약서' }],
  ['계약서 보증금 비교해줘', { task: '계약서 보증금 비교해줘', names: ['계약서'] }],
  [
    '지난달 회의록을 표로 정리해줘',
    { task: '회의록을 표로 정리해줘', since: '2026-10-01', until: '2026-10-31', names: ['회의록'] },
  ],
  ['엑셀 파일들 요약해줘', { task: '엑셀 파일들 요약해줘', kind: 'sheet' }],
  ['이 폴더에 있는 문서 요약해줘', { task: '이 폴더에 있는 문서 요약해줘' }],
  ['compare the deposit of the documents in the contracts folder', { folder: 'contracts' }],
])('%s goes through whole documents', async (text, args) => {
  const { calls } = await answer(text, 'with read_documents')
  expect(calls).toMatchObject([{ name: 'read_documents', args }])
})

test('a question that goes on with the last one is asked of the documents that answered it', async () => {
  const before: ModelRequest['messages'] = [
    {
      role: 'user',
      id: 'u1',
      at: 0,
      text: '인사 규정에서 정규직 연차는 며칠이야?',
      context: [
        {
          name: 'documents',
          text: '[1] 규정/인사.md:2\n정규직의 연차는 15일이다.\n\n([1] says it: 정규직의 연차는 15일이다.)',
        },
      ],
    },
    { role: 'assistant', id: 'a1', at: 0, text: '문서에 이렇게 적혀 있어요.' },
  ]
  const ask = async (text: string) => {
    const request = requestOf({ text, setting: ['with search_documents'] })
    return (await turn({ ...request, messages: [...before, ...request.messages] })).calls[0]?.args
  }
  const merged = { query: '수습은 인사 규정에서 정규직 연차는 며칠이야?', names: ['인사.md'] }
  expect(await ask('그럼 수습은?')).toEqual(merged)
  expect(await ask('수습은요?')).toEqual({ ...merged, query: merged.query.replace('수습은', '수습은요') })
  expect(await ask('출장 여비는 얼마까지 쓸 수 있어?')).toEqual({ query: '출장 여비는 얼마까지 쓸 수 있어' })
})

test.each([
  ['숙박비 한도가 얼마야?', '그럼 식비는?', '식비 한도가 얼마야?'],
  ['연차는 며칠이야?', '병가는요?', '병가는 며칠이야?'],
])('%s, then %s: the question is asked of the thing that is named now', async (before, now, query) => {
  const context = [{ name: 'documents' as const, text: '[1] 규정.md:2\n그렇다.\n\n([1] says it: 그렇다.)' }]
  const told = { role: 'assistant' as const, id: 'a1', at: 0, text: '문서에 이렇게 적혀 있어요.' }
  const asked = { role: 'user' as const, id: 'u1', at: 0, text: before, context }
  const request = requestOf({ text: now, setting: ['with search_documents'] })
  const { calls } = await turn({ ...request, messages: [asked, told, ...request.messages] })
  expect(calls[0]?.args).toEqual({ query, names: ['규정.md'] })
})
