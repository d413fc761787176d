import { expect, test } from 'vitest'
import { createOffline } from '../../../../src/llm/rules/index.ts'
import type { JsonObject } from '../../../../src/protocol/index.ts'

const at = Date.parse('2026-11-28T10:00:00+09:00')

async function asked(text: string): Promise<JsonObject | undefined> {
  const tools = [{ name: 'datetime', description: 'datetime', schema: { type: 'object' } }]
  const request = {
    model: 'm',
    purpose: 'reply' as const,
    system: [],
    tools,
    messages: [{ role: 'user' as const, id: 'u', at, text }],
  }
  const parts = createOffline({ zone: 'Asia/Seoul', language: 'ko' })(request, new AbortController().signal)
  for await (const part of parts) if (part.type === 'call') return part.call.args
  return undefined
}

const [seoul, newYork, london] = ['Asia/Seoul', 'America/New_York', 'Europe/London']
test.each([
  ['서울 내일 오후 3시는 뉴욕 몇 시야?', '2026-11-29T15:00', seoul, newYork],
  ['뉴욕 오전 9시는 한국 시간으로 몇 시야?', '2026-11-28T09:00', newYork, seoul],
  ['내일 오후 3시는 런던 시간으로 몇 시?', '2026-11-29T15:00', undefined, london],
  ['12월 1일 오전 10시면 런던은 몇 시야', '2026-12-01T10:00', undefined, london],
  ['런던 시간으로 내일 오전 10시면 여기는 몇 시야?', '2026-11-29T10:00', london, seoul],
  ['뉴욕 오후 9시면 우리나라는 몇 시야?', '2026-11-28T21:00', newYork, seoul],
  ['What time is it in New York when it is 3 pm tomorrow in Seoul?', '2026-11-29T15:00', seoul, newYork],
  ["if it's tomorrow at 9am in London, what time is it in Seoul", '2026-11-29T09:00', london, seoul],
])('an hour of one place is told at another, on the day that is said: %s', async (text, date, zone, to) => {
  expect(await asked(text)).toEqual({ action: 'convert', date, ...(zone ? { zone } : {}), to })
})

test.each(['오후 3시에 뉴욕 친구 만나', '뉴욕 오전 9시 비행기 몇 시간 걸려?'])(
  'and nothing else is: %s',
  async (text) => {
    expect((await asked(text))?.action).not.toBe('convert')
  },
)
