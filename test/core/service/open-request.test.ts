import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTalk } from '../../../evals/reader/talk.ts'
import { AssistantError, type ModelRequest, type Provider } from '../../../src/protocol/index.ts'

const now = Date.parse('2026-11-28T10:00:00+09:00')

/** A model that says these words where they are offered, each time; what it was asked is kept. */
function saying(...words: string[]): Provider & { asked: ModelRequest[] } {
  const asked: ModelRequest[] = []
  const provider: Provider = async function* (request) {
    if (request.purpose !== 'slots') return
    asked.push(request)
    const offered: string[] = Object(Object(request.json).properties).what?.enum ?? []
    yield { type: 'text', text: JSON.stringify({ what: words.find((word) => offered.includes(word)) ?? 'nobody' }) }
    yield { type: 'end', stop: 'end', usage: { input: 1, output: 1, cached: 0 } }
  }
  return Object.assign(provider, { asked })
}

async function talk(language: 'ko' | 'en', model?: Provider) {
  const ledger = join(await mkdtemp(join(tmpdir(), 'open-')), 'ledger.jsonl')
  return openTalk({ language, now, ledger, model: model && { provider: model, name: 'small' } })
}

test.each<['ko' | 'en', string, string[], string, Record<string, unknown>]>([
  [
    'ko',
    '수진이 커피값 만오천원 밀린 거 지금 갚아버리자',
    ['이체', '수진'],
    '이렇게 읽었어요: 받는 분 수진, 금액 15,000원.\n수진에게 15,000원을 이체할까요?',
    { target: '수진', amount: 15_000 },
  ],
  [
    'ko',
    '고모가 급하시다네 일단 30만원만 고모한테 넣어드리자',
    ['이체'],
    '이렇게 읽었어요: 받는 분 고모, 금액 30만원.\n고모에게 30만원을 이체할까요?',
    { target: '고모', amount: 300_000 },
  ],
  [
    'en',
    'I still owe Daniel 33,000 won for the tickets, could you settle that with him',
    ['transfer', 'Daniel'],
    'I read it like this: receiver Daniel, amount 33,000 won.\nSend 33,000 won to Daniel?',
    { target: 'Daniel', amount: 33_000 },
  ],
])('in %s “%s” is asked about before the deed', async (language, text, words, question, slots) => {
  const model = saying(...words)
  const say = await talk(language, model)
  const first = await say(text)
  expect([first.text.split('\n').slice(0, 2).join('\n'), first.deeds]).toEqual([question, []])
  expect((await say(language === 'ko' ? '응' : 'yes')).deeds.map((deed) => deed.slots)).toMatchObject([slots])
})

test('a table is booked with the day, hour and number that code reads, and its place is asked for', async () => {
  const say = await talk('ko', saying('식당 예약'))
  expect((await say('내일 저녁 7시에 둘이 갈 만한 그 식당 자리 하나 빼놔 달라고 해줘')).text).toBe(
    '이렇게 읽었어요: 날짜 11월 29일 일요일, 시간 오후 7시, 인원 2명.\n어느 식당으로 예약할까요?',
  )
  expect((await say('솔밭집')).text).toBe('솔밭집에 11월 29일 일요일 오후 7시, 2명 예약할까요?')
})

test('a service that claims a request lets the model say no more than who is meant', async () => {
  const text = '동생 녀석이 또 돈 없대 칠만원만 용돈 삼아 보내주자'
  expect((await (await talk('ko'))(text)).text).toContain('부분을 읽지 못했어요')
  const model = saying('이체', '동생')
  expect((await (await talk('ko', model))(text)).text).toContain('동생에게 7만원을 이체할까요?')
  expect(model.asked.map(({ json }) => Object(Object(json).properties).what.enum)).toEqual([
    ['이체', '다른 일'],
    expect.not.arrayContaining(['돈', '칠만원', '보내주자']),
  ])
})

test.each([
  ['it asks for something else', '30만원짜리 자전거 어떤지 좀 찾아봐줘', ['다른 일']],
  ['it says a word that does not stand there', '수진이 커피값 만오천원 밀린 거 지금 갚아버리자', ['이체', '엄마']],
])('where %s nothing is done, whatever the person agrees to', async (_, text, words) => {
  const say = await talk('ko', saying(...words))
  await say(text)
  expect((await say('응')).deeds).toEqual([])
})

test('a model that is not there leaves what the service asks by itself', async () => {
  const gone: Provider = async function* () {
    yield { type: 'opened' as const }
    throw new AssistantError({ code: 'config' })
  }
  const { text, deeds } = await (await talk('ko', gone))('동생 녀석이 또 돈 없대 칠만원만 용돈 삼아 보내주자')
  expect([text, deeds]).toEqual([expect.stringContaining('부분을 읽지 못했어요'), []])
})

test.each([
  '어제 수진이한테 커피값 만오천원 보냈어',
  '수진이 커피값 만오천원 말고 이만원 갚아버리자',
  '수진이랑 지우 커피값 만오천원씩 갚아버리자',
  '수진이 커피값 만오천원인지 이만원인지 갚아버리자',
  '안녕 오늘 날씨 좋다',
  '내일 오전 9시에 수진이 만오천원 갚으라고 알려줘',
])('“%s” is not left to the model', async (text) => {
  const model = saying('이체', '수진')
  const { deeds } = await (await talk('ko', model))(text)
  expect([deeds, model.asked.filter(({ system }) => /이체/.test(system[0]?.text ?? ''))]).toEqual([[], []])
})
