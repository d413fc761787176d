import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOffline } from '../../../src/llm/rules/index.ts'
import { parseRequest } from '../../../src/llm/rules/parse/parse-request.ts'
import type { RequestMessage as Message, ModelPart, ModelRequest, Purpose } from '../../../src/protocol/index.ts'
import { collect, now, phrasesOf, requestOf, turn, user, zone } from './world.ts'

const ask = (text: string, setting: string[] = []) => requestOf({ text, setting })
const answerTo = async (text: string, setting?: string[]) => (await turn(ask(text, setting))).text
const joined = (parts: ModelPart[]) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
const of = (purpose: Purpose, messages: Message[]): ModelRequest => ({ ...ask('-'), purpose, messages })

test('a question of arithmetic is asked of the calculator first, and its result told afterwards', async () => {
  const request = ask('12만 5천원의 17%는 얼마야?')
  const call = { id: 'last-0', name: 'calculator', args: { expression: '125000*17/100' } }
  const end = { type: 'end', usage: { input: 0, output: 0, cached: 0, costUsd: 0 }, model: 'rules' }
  expect(await collect(request)).toEqual([{ type: 'opened' }, { type: 'call', call }, { ...end, stop: 'tools' }])
  const result: Message = {
    role: 'tool',
    id: 'r',
    at: 0,
    call: call.id,
    name: 'calculator',
    text: '125000*17/100 = 21,250',
    outcome: 'ok',
  }
  const asked: Message = { role: 'assistant', id: 'a', at: 0, text: '', calls: [call] }
  const parts = await collect({ ...request, messages: [...request.messages, asked, result] })
  expect(parts).toEqual([{ type: 'opened' }, { type: 'text', text: '21,250원이에요.' }, { ...end, stop: 'end' }])
})

test('what is typed alike in every language is answered in the usual one, other words in their own', () => {
  const spoken = (text: string, usual: 'ko' | 'en') => parseRequest(ask(text), { zone, language: usual })?.language
  for (const usual of ['ko', 'en'] as const) {
    for (const text of ['ls', 'LS', 'ls -la ~/docs', 'pwd', 'dir', '12*3']) expect(spoken(text, usual)).toBe(usual)
    expect([
      spoken('ls the files please', usual),
      spoken('what time is it?', usual),
      spoken('ls 해 줘', usual),
    ]).toEqual(['en', 'en', 'ko'])
  }
})

test('words stream one by one and lose nothing', async () => {
  const parts = await collect(ask('뭐 할 수 있어?'))
  const texts = parts.filter((part) => part.type === 'text').map((part) => part.text)
  expect(texts.length).toBeGreaterThan(10)
  expect(texts.every((text) => text.trim().split(/\s+/).length === 1)).toBe(true)
})

test('the same request gets the same parts', async () => {
  for (const phrase of phrasesOf('phrases-a.tsv').slice(0, 40)) {
    expect(await collect(requestOf(phrase))).toEqual(await collect(requestOf(phrase)))
  }
})

test('a message is read anew when what stands around it is another', async () => {
  const request = ask('내 생일 언제야?', ['personal 내 생일은 3월 2일이다'])
  const others = [
    ask('내 생일 언제야?', ['personal 내 생일은 5월 9일이다']),
    ask('내 생일 언제야?'),
    { ...request, tools: [] },
  ]
  for (const other of [request, ...others]) {
    const same = { ...other, messages: request.messages }
    const fresh = { ...other, messages: request.messages.map((message) => ({ ...message })) }
    expect(await collect(same)).toEqual(await collect(fresh))
  }
})

test('an aborted signal ends the stream with its reason, before or between words', async () => {
  const stop = new AbortController()
  const seen: ModelPart[] = []
  const reading = async () => {
    for await (const part of createOffline({ zone, language: 'ko' })(ask('넌 누구야?'), stop.signal)) {
      seen.push(part)
      if (part.type === 'text') stop.abort(new Error('그만'))
    }
  }
  await expect(reading()).rejects.toThrow('그만')
  expect(seen.map((part) => part.type)).toEqual(['opened', 'text'])
  await expect(collect(ask('안녕'), stop.signal)).rejects.toThrow('그만')
})

test('no text whatever makes it throw, and every answer ends', async () => {
  const word = fc.constantFrom(
    '내일',
    '3',
    '만원',
    '의',
    '%',
    '기억해줘',
    '알려줘',
    '⟨n0⟩',
    '매주',
    'README.md',
    '몇 시',
    'what',
    'is',
    '*',
    '(',
    '이고',
    '뒤',
    '가',
    '내',
    '이름',
    '문서',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.array(word, { maxLength: 14 }).map((words) => words.join(' ')),
    fc.array(word, { maxLength: 14 }).map((words) => words.join('')),
  )
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const parts = await collect(
        ask(text, ['with reminders timer search_memory', `said ${text.replaceAll('\n', ' ')}`]),
      )
      expect(parts.at(-1)?.type).toBe('end')
    }),
    { numRuns: 500 },
  )
})

test('what the calculator refuses is told with its cause', async () => {
  expect(await answerTo('100 나누기 0은?')).toMatch(
    /^죄송해요, 처리하지 못했어요\. 계산식이 올바르지 않습니다: .*0으로 나눌 수 없어요\.$/,
  )
})

test('a tool that is not there is named, and nothing else happens', async () => {
  const { calls, text } = await turn(ask('3*4는?', ['without calculator']))
  expect([calls, text]).toEqual([
    [],
    '지금은 계산을 쓸 수 없어요. 이 자리에서 허용된 도구에 없어서요. `assistant tools`로 확인할 수 있어요.',
  ])
})

test('a denied tool and one with an unknown outcome are told as they are', async () => {
  const request = ask('hello.txt에 안녕이라고 써줘')
  const told = async (outcome: 'denied' | 'unknown') => {
    const result: Message = { role: 'tool', id: 'r', at: 0, call: 'last-0', name: 'write_file', text: '', outcome }
    return joined(await collect({ ...request, messages: [...request.messages, result] }))
  }
  expect(await told('denied')).toBe('허용하지 않으셔서 하지 않았어요.')
  const reason: Message = {
    role: 'tool',
    id: 'r',
    at: 0,
    call: 'last-0',
    name: 'write_file',
    text: '이 작업은 확인이 필요합니다.',
    outcome: 'denied',
  }
  expect(joined(await collect({ ...request, messages: [...request.messages, reason] }))).toBe(
    '이 작업은 확인이 필요합니다.',
  )
  expect(await told('unknown')).toBe('끝났는지 확인하지 못했어요. 결과를 직접 확인해 주세요.')
})

test('a request for English is obeyed from then on', async () => {
  expect(await answerTo('3*4는?', ['agent 영어로 대답해줘'])).toBe('12.')
  expect(await answerTo('내일 무슨 요일이야?', ['personal 앞으로 영어로 대답해줘'])).toBe('It is Sunday, November 22.')
  expect(await answerTo('what day is tomorrow?', ['agent 영어로 대답해줘', 'agent 한국어로 대답해줘'])).toBe(
    '11월 22일 일요일이에요.',
  )
})

test('a remembered day is used for counting', async () => {
  expect(await answerTo('내 생일까지 며칠 남았어?', ['personal 생일은 3월 2일'])).toBe(
    '2027년 3월 2일 화요일까지 101일 남았어요.',
  )
})

test('purposes other than a reply are served by rules', async () => {
  const talk = [
    user('나는 땅콩 알레르기가 있어. 우리 팀 배포는 금요일이야. 오늘 며칠이야?', 'u1'),
    user('내 생일은 3월 2일이야', 'u2'),
  ]
  expect(JSON.parse(joined(await collect(of('facts', talk))))).toEqual({
    facts: [
      { text: '땅콩 알레르기 있음', scope: 'personal' },
      { text: '팀 배포는 금요일', scope: 'workspace' },
      { text: '생일은 3월 2일', scope: 'personal' },
    ],
  })
  expect(joined(await collect(of('title', [user('다음 주 부산 여행 일정을 같이 정리해 줄 수 있을까?', 'u')])))).toBe(
    '다음 주 부산 여행 일정을 같이 정리해 줄…',
  )
  expect(JSON.parse(joined(await collect(of('route', [user('휴가 규정이 어떻게 돼?', 'u')]))))).toEqual({
    route: 'documents',
    reason: '규정',
  })
  expect(JSON.parse(joined(await collect(of('route', [user('심심해', 'u')]))))).toEqual({
    route: 'conversation',
    reason: '',
  })
})

test('a request without any message of a person is empty, not an error', async () => {
  expect((await collect({ ...ask('-'), messages: [] })).at(-1)).toMatchObject({ type: 'end', stop: 'empty' })
})

test('the clock is that of the message', async () => {
  const request = ask('5분 타이머', ['with timer'])
  const later = { ...request, messages: [{ ...user('5분 타이머', 'x'), at: now.getTime() + 3_600_000 }] }
  const at = async (one: ModelRequest) =>
    (await collect(one)).flatMap((part) => (part.type === 'call' ? [part.call.args.at] : []))
  expect([await at(request), await at(later)]).toEqual([['2026-11-21T14:08:00+09:00'], ['2026-11-21T15:08:00+09:00']])
})
