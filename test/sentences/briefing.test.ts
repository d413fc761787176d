import { expect, test } from 'vitest'
import { planOf } from '../../src/core/reminders/plan.ts'
import { collect, now, requestOf, turn } from '../llm/rules/world.ts'

const requested = async (text: string, ...setting: string[]) =>
  (await turn(requestOf({ text, setting: ['with reminders schedule', ...setting] }))).calls.map(({ name, args }) => ({
    name,
    ...args,
  }))

test.each([
  ['매일 아침 7시에 날씨랑 일정 요약해서 보내줘', '날씨랑 일정 요약해서 보내줘', /FREQ=DAILY[\s\S]*BYHOUR=7|T070000/],
  [
    '매일 아침 7시에 나한테 날씨하고 일정 정리해서 알려주세요',
    '나한테 날씨하고 일정 정리해서 알려줘',
    /T070000|BYHOUR=7/,
  ],
  ['평일 아침 8시마다 오늘 일정 알려줘', '오늘 일정 알려줘', /BYDAY=MO,TU,WE,TH,FR/],
  ['매일 아침 브리핑 해줘', '아침 브리핑 해줘', /FREQ=DAILY/],
  ['매주 월요일 오전 9시에 일정이랑 메모 모아서 보내줘', '일정이랑 메모 모아서 보내줘', /BYDAY=MO/],
  [
    'every morning at 7 send me a summary of the weather and my schedule',
    'send me a summary of the weather and my schedule',
    /DAILY/,
  ],
  ['every weekday at 8am summarize my agenda and send it to me', 'summarize my agenda and send it to me', /BYDAY=MO/],
])('%s becomes a schedule of the request without its time', async (text, prompt, rule) => {
  const [call, ...more] = await requested(text)
  expect(call).toMatchObject({ name: 'schedule', action: 'create', prompt })
  // Mostly in the person's own words, which a card shows as they stand; the tool reads them as they were meant.
  const plan = await planOf(undefined, String(call && 'repeat' in call ? call.repeat : ''), { now, zone: 'Asia/Seoul' })
  expect(plan).toEqual({ next: expect.any(Number), rule: expect.stringMatching(rule) })
  expect(more).toEqual([])
})

test('what the card of a schedule shows is said, not RFC 5545', async () => {
  const said = async (text: string) =>
    (await requested(text)).map((call) => ('repeat' in call ? call.repeat : undefined))
  expect(await said('매일 아침 7시에 날씨랑 일정 요약해서 보내줘')).toEqual(['매일 아침 7시'])
  expect(await said('every weekday at 8am summarize my agenda and send it to me')).toEqual(['every weekday 8am'])
})

test('one for a single time has that time', async () => {
  expect(await requested('내일 아침 7시에 날씨랑 일정 요약해서 보내줘')).toEqual([
    { name: 'schedule', action: 'create', prompt: '날씨랑 일정 요약해서 보내줘', at: '2026-11-22T07:00:00+09:00' },
  ])
})

test('"응 방금 먹었어" completes what rang; where nothing rang it is a statement like any other', async () => {
  const said = async (text: string, rang: boolean) => {
    const request = requestOf({ text, setting: ['with reminders'] })
    const last = request.messages.at(-1)
    if (rang && last?.role === 'user') last.context = [{ name: 'rang', text: '- 1. 약' }]
    return (await turn(request)).calls.map(({ name, args }) => ({ name, ...args }))
  }
  for (const text of [
    '응 방금 먹었어',
    '먹었어요',
    '네, 다 했어요',
    '약 먹었어',
    'ㅇㅇ 완료',
    'done',
    'yes, I just took it',
  ])
    expect([text, await said(text, true)]).toEqual([text, [{ name: 'reminders', action: 'complete' }]])
  for (const [text, rang] of [
    ['응 방금 먹었어', false],
    ['어제 뭐 했어?', true],
    ['점심 뭐 먹었어?', true],
  ] as const)
    expect([text, await said(text, rang)]).not.toEqual([text, [{ name: 'reminders', action: 'complete' }]])
})

test('whatever is scheduled as a briefing can be told when its time comes', async () => {
  const things = ['일정', '할 일', '내 약속', '안 읽은 메일', '날씨랑 일정', '일정하고 메일', '알림이랑 메모']
  const ends = ['요약해서 보내줘', '요약해줘', '정리해줘', '알려줘', '모아서 보내줘', '브리핑해줘']
  const korean = things.flatMap((thing) =>
    ends.flatMap((end) => ['', '오늘 '].map((day) => `매일 아침 7시에 ${day}${thing} ${end}`)),
  )
  const english = ['my agenda', 'my schedule for today', 'unread mail', 'my day'].map(
    (thing) => `summarize ${thing} every day at 7am`,
  )
  for (const text of [...korean, ...english]) {
    const [made] = await requested(text, 'with reminders schedule mail list_events')
    expect([text, made]).toMatchObject([text, { name: 'schedule', action: 'create' }])
    const prompt = String((made as { prompt?: string } | undefined)?.prompt)
    expect([prompt, (await requested(prompt, 'with reminders schedule mail list_events')).length > 0]).toEqual([
      prompt,
      true,
    ])
  }
})

test('the day is summed up in the words of the documents, and in shorter ones', async () => {
  for (const text of [
    'sum up my day',
    'summary of today',
    'a summary of my reminders',
    'brief me',
    'my morning briefing',
    '오늘 하루 요약해줘',
  ])
    expect([text, await requested(text)]).toEqual([text, [{ name: 'reminders', action: 'list', at: '2026-11-21' }]])
  for (const text of ["what's on today", 'what is planned for tomorrow', 'anything today?'])
    expect([text, await requested(text)]).toMatchObject([text, [{ name: 'reminders', action: 'list' }]])
  for (const text of ['summary of the book', 'brief me on the contract', '하루 두 번 정리해줘', 'what is on the table'])
    expect([text, await requested(text)]).toEqual([text, []])
})

test('what no briefing can tell is not scheduled by a half', async () => {
  for (const text of [
    '매일 아침 7시에 날씨랑 환율 요약해서 보내줘',
    '매일 아침 7시에 뉴스 요약해서 보내줘',
    '매일 아침 7시에 날씨 알려줘',
  ])
    expect(await requested(text)).toEqual([])
  expect(await requested('매일 아침 9시에 약 먹으라고 알려줘')).toMatchObject([
    { name: 'reminders', action: 'create', title: '약 먹기' },
  ])
})

test('a briefing asks the tools that are there: the weather of where the person is, and the reminders of the day', async () => {
  const home = ['with get_weather', 'personal 집은 수원', 'personal 결혼기념일은 11월 21일']
  expect(await requested('날씨랑 일정 요약해서 보내줘', ...home)).toEqual([
    { name: 'get_weather', place: '수원', days: 1 },
    { name: 'reminders', action: 'list', at: '2026-11-21' },
  ])
  expect(await requested('날씨랑 일정 요약해서 보내줘', 'with get_weather', 'memory')).toMatchObject([
    { place: '서울' },
    {},
  ])
  expect(await requested('부산 날씨랑 내 할 일 알려줘', 'with get_weather')).toMatchObject([{ place: '부산' }, {}])
  expect(await requested('내일 날씨랑 일정 알려줘', 'with get_weather', 'memory')).toMatchObject([
    { days: 2 },
    { at: '2026-11-22' },
  ])
  expect(await requested('send me a briefing', 'with get_weather', 'memory')).toMatchObject([
    { name: 'get_weather' },
    {},
  ])
})

test('it is told in one answer, with what is remembered of that day, and says what it cannot see', async () => {
  const request = requestOf({
    text: '날씨랑 일정 요약해서 보내줘',
    setting: ['with reminders schedule', 'personal 결혼기념일은 11월 21일'],
  })
  const [call] = (await collect(request)).flatMap((part) => (part.type === 'call' ? [part.call] : []))
  const result = {
    role: 'tool' as const,
    id: 'r',
    at: +now,
    call: call?.id ?? '',
    name: 'reminders',
    outcome: 'ok' as const,
  }
  const asked = { role: 'assistant' as const, id: 'a', at: +now, text: '', calls: call ? [call] : [] }
  const messages = [...request.messages, asked, { ...result, text: '1. 11월 21일 토요일 오후 6시 저녁 약속' }]
  const told = (await collect({ ...request, messages }))
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('')
  expect(told.split('\n')).toEqual([
    '11월 21일 토요일 브리핑이에요.',
    '환경 변수 OPENWEATHER_API_KEY에 OpenWeather 키를 넣으면 날씨도 알려드려요.',
    '알림과 일정: 1. 11월 21일 토요일 오후 6시 저녁 약속',
    '기억한 것:',
    '· 결혼기념일은 11월 21일',
  ])
})

test('what wakes or is called so is an alarm, which rings until it is answered; a reminder is none', async () => {
  const alarms = ['내일 7시에 깨워줘', '내일 아침 6시 알람 맞춰줘', 'set an alarm for 7am tomorrow']
  // A nap is slept through as well as a night.
  const naps = [
    '30분 뒤에 깨워줘',
    '한 시간 있다가 나 깨워 줘',
    '20분만 있다 깨워줘',
    '10초 후에 깨워줘',
    'wake me up in 30 minutes',
  ]
  for (const text of [...alarms, ...naps])
    expect([text, await requested(text)]).toMatchObject([text, [{ name: 'reminders', kind: 'alarm' }]])
  expect((await requested('내일 7시에 약 먹으라고 알려줘'))[0]).not.toHaveProperty('kind')
})
