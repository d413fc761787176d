import { expect, test } from 'vitest'
import type { JsonObject, ToolCall } from '../../../../src/protocol/index.ts'
import { collect, requestOf } from '../world.ts'

/** Saturday, 21 November 2026, 14:03 in Seoul. */
const setting = ['with list_events change_event reminders mail schedule draft_mail']
async function callsOf(text: string): Promise<[string, JsonObject][]> {
  const parts = await collect(requestOf({ text, setting }))
  const calls = parts.flatMap((part) => (part.type === 'call' ? [part.call as ToolCall] : []))
  return calls.filter(({ name }) => name !== 'reminders').map(({ name, args }) => [name, args])
}

/** A day or an hour that is meant, and how it is said. Known first; the sentences are made of it. */
const days = [
  { korean: '내일', english: 'tomorrow', date: '2026-11-22' },
  { korean: '모레', english: 'on monday', date: '2026-11-23' },
  { korean: '다음 주 화요일', english: 'next tuesday', date: '2026-11-24' },
  { korean: '12월 3일', english: 'on December 3', date: '2026-12-03' },
]
const hours = [
  { korean: '오후 3시', to: '오후 3시로', english: '3pm', clock: '15:00:00+09:00' },
  { korean: '오전 10시 반', to: '오전 10시 반으로', english: '10:30am', clock: '10:30:00+09:00' },
  { korean: '저녁 7시', to: '저녁 7시로', english: '7pm', clock: '19:00:00+09:00' },
]
const things = [
  { korean: '치과', english: 'dentist' },
  { korean: '팀 회의', english: 'team meeting' },
  { korean: '김과장 면담', english: 'call with Kim' },
]
const each = <T>(make: (day: (typeof days)[0], hour: (typeof hours)[0], thing: (typeof things)[0]) => T[]): T[] =>
  days.flatMap((day) => hours.flatMap((hour) => things.flatMap((thing) => make(day, hour, thing))))

test('an event is added whatever way its day, its hour and its name are said', async () => {
  const cases = each((day, hour, thing) =>
    [
      [`${day.korean} ${hour.korean}에 ${thing.korean} 일정 추가해줘`, thing.korean],
      [`달력에 ${day.korean} ${hour.korean} ${thing.korean} 넣어줘`, thing.korean],
      [`${thing.korean} 일정 ${day.korean} ${hour.to} 잡아줘`, thing.korean],
      [`add ${thing.english} ${day.english} at ${hour.english} to my calendar`, thing.english],
      [`schedule a ${thing.english} ${day.english} ${hour.english}`, thing.english],
    ].map(([text = '', title = '']) => ({
      text,
      args: { action: 'create', title, start: `${day.date}T${hour.clock}` },
    })),
  )
  for (const { text, args } of cases) expect([text, await callsOf(text)]).toEqual([text, [['change_event', args]]])
})

test('an event is moved and cancelled by its name', async () => {
  const cases = each((day, hour, thing) => [
    {
      text: `${day.korean} ${thing.korean} ${hour.to} 옮겨줘`,
      args: { action: 'change', find: thing.korean, on: day.date, start: `${day.date}T${hour.clock}` },
    },
    {
      text: `${day.korean} ${thing.korean} 일정 취소해줘`,
      args: { action: 'delete', find: thing.korean, on: day.date },
    },
    { text: `${thing.korean} 일정 지워줘`, args: { action: 'delete', find: thing.korean } },
  ])
  for (const { text, args } of cases) expect([text, await callsOf(text)]).toEqual([text, [['change_event', args]]])
})

const stretches: [string, JsonObject][] = [
  [
    'add lunch with Sam tomorrow 12-1:30 at Cafe Rio',
    {
      title: 'lunch with Sam',
      start: '2026-11-22T12:00:00+09:00',
      end: '2026-11-22T13:30:00+09:00',
      location: 'Cafe Rio',
    },
  ],
  ['add a trip to my calendar from May 20 to May 22', { title: 'trip', start: '2027-05-20', end: '2027-05-22' }],
  ['다음 주 내내 휴가 일정 넣어줘', { title: '휴가', start: '2026-11-23', end: '2026-11-29' }],
  ['5월 20일부터 22일까지 제주 여행 일정 추가해줘', { title: '제주 여행', start: '2027-05-20', end: '2027-05-22' }],
  [
    '내일 9시부터 11시까지 워크숍 일정 잡아줘',
    { title: '워크숍', start: '2026-11-22T09:00:00+09:00', end: '2026-11-22T11:00:00+09:00' },
  ],
  [
    '내일 3-4시 면담 일정 넣어줘',
    { title: '면담', start: '2026-11-22T15:00:00+09:00', end: '2026-11-22T16:00:00+09:00' },
  ],
  ['내일 2시부터 한 시간 동안 면담 일정 넣어줘', { title: '면담', start: '2026-11-22T14:00:00+09:00', minutes: 60 }],
  [
    '매주 화요일 10시 주간회의 일정 넣어줘',
    { title: '주간회의', start: '2026-11-24T10:00:00+09:00', repeat: '매주 화요일 10시' },
  ],
  [
    'LA 시간 금요일 오후 2시 콜 일정 추가해줘',
    { title: '콜', start: '2026-11-27T14:00:00-08:00', zone: 'America/Los_Angeles' },
  ],
  [
    '내일 오후 3시에서 4시까지 강남역에서 미팅 약속 잡아줘',
    { title: '미팅 약속', start: '2026-11-22T15:00:00+09:00', end: '2026-11-22T16:00:00+09:00', location: '강남역' },
  ],
]
test.each(stretches)('%s', async (text, args) => {
  expect(await callsOf(text)).toEqual([['change_event', { action: 'create', ...args }]])
})

const looks: [string, string, JsonObject][] = [
  ['오늘 몇 시에 회의 있어', 'list_events', { from: '2026-11-21', query: '회의' }],
  ['스크럼 언제야', 'list_events', { next: 1, query: '스크럼' }],
  ['다음 일정 뭐야', 'list_events', { next: 1 }],
  ['when is my next meeting?', 'list_events', { next: 1 }],
  ['오늘 오후 일정', 'list_events', { from: '2026-11-21T12:00:00+09:00', to: '2026-11-22T00:00:00+09:00' }],
  ['오늘 남은 일정', 'list_events', { from: '2026-11-21T14:03:00+09:00', to: '2026-11-22T00:00:00+09:00' }],
  ['요번주 일정 좀', 'list_events', { from: '2026-11-21', to: '2026-11-22' }],
  ['내일 뭐해?', 'list_events', { from: '2026-11-22' }],
  ['오늘 온 메일 있어?', 'mail', { action: 'list', limit: 10, since: '2026-11-21', until: '2026-11-21' }],
  ['어제 온 메일 보여줘', 'mail', { action: 'list', limit: 10, since: '2026-11-20', until: '2026-11-20' }],
  [
    'any new mail today?',
    'mail',
    { action: 'list', limit: 10, unread: true, since: '2026-11-21', until: '2026-11-21' },
  ],
  ['지난주에 온 메일 있어?', 'mail', { action: 'list', limit: 10, since: '2026-11-09', until: '2026-11-15' }],
  ['결제 관련 메일 찾아줘', 'mail', { action: 'list', limit: 10, query: '결제' }],
  ['김과장이 보낸 메일 찾아줘', 'mail', { action: 'list', limit: 10, sender: '김과장' }],
  ['가장 최근 메일 읽어줘', 'mail', { action: 'read' }],
  [
    '오늘 김과장이 보낸 메일 읽어줘',
    'mail',
    { action: 'read', sender: '김과장', since: '2026-11-21', until: '2026-11-21' },
  ],
  ['김과장 메일 오면 알려줘', 'schedule', { action: 'create', watch: 'mail:김과장', title: '김과장 메일 오면 알려줘' }],
  ['일정 추가되면 알려줘', 'schedule', { action: 'create', watch: 'calendar:', title: '일정 추가되면 알려줘' }],
]
test.each(looks)('%s', async (text, name, args) => {
  expect(await callsOf(text)).toEqual([[name, args]])
})

test('what is no event and no mail of the person is left to others', async () => {
  const bookings = [
    '12월 24일 6시 두 명 예약해 주세요',
    '내일 저녁 7시 4명 예약해줘',
    '30분 더 미뤄 줘',
    '10분만 더 미뤄줘',
  ]
  const others = ['추석 언제야', '배포 언제야', '30분 뒤에 물 마시라고 알려줘', '메일은 어떻게 연결해?']
  for (const text of [...others, ...bookings])
    expect(
      (await callsOf(text))
        .map(([name]) => name)
        .filter((name) => ['list_events', 'change_event', 'mail'].includes(name)),
    ).toEqual([])
})

test('lines that read whole are requests of their own, as messages sent at once are', async () => {
  const text = '12*12\n내일 무슨 요일이야?\n30분 뒤에 물 마시라고 알려줘\n내일 일정 알려줘'
  const parts = await collect(requestOf({ text, setting }))
  expect(parts.flatMap((part) => (part.type === 'call' ? [part.call.name] : []))).toEqual(
    expect.arrayContaining(['calculator', 'reminders', 'list_events']),
  )
})
