import { expect, test } from 'vitest'
import { withRulesFirst } from '../../../src/llm/local/rules-first.ts'
import type { ModelRequest, Provider } from '../../../src/protocol/index.ts'

const place = { zone: 'Asia/Seoul', language: 'ko' as const }
const named = (text: string): Provider =>
  async function* () {
    yield { type: 'text', text }
  }
const both = withRulesFirst(named('rules'), named('model'), place)

async function whoAnswers(text: string, purpose: ModelRequest['purpose'] = 'reply'): Promise<string> {
  const tools = ['calculator', 'datetime', 'reminders', 'save_memory', 'search_memory'].map((name) => ({
    name,
    description: name,
    schema: { type: 'object' },
  }))
  const request: ModelRequest = {
    model: 'm',
    purpose,
    system: [],
    messages: [{ role: 'user', id: 'u', at: Date.UTC(2026, 10, 27), text }],
    tools,
  }
  for await (const part of both(request, new AbortController().signal)) if (part.type === 'text') return part.text
  return ''
}

test.each([
  ['12만원의 3.3%는 얼마야?', 'rules'],
  ['내일 아침 9시에 약 먹으라고 알려줘', 'rules'],
  ['오늘 며칠이야?', 'rules'],
  ['나는 매운 음식을 못 먹어. 기억해 줘', 'rules'],
  ['안녕', 'rules'],
  ['대한민국의 수도에 대해 이야기해 줘', 'model'],
  ['고양이에 대한 짧은 시를 써 줘', 'model'],
  ['What is the capital of Korea?', 'model'],
  ['친구가 이사를 가서 마음이 허전해', 'model'],
])('“%s” is answered by %s', async (text, who) => {
  expect(await whoAnswers(text)).toBe(who)
})

test.each([
  ['route', 'rules'],
  ['rerank', 'rules'],
  ['summary', 'model'],
  ['facts', 'model'],
  ['title', 'model'],
  ['slots', 'model'],
] as const)('a request for %s goes to %s', async (purpose, who) => {
  expect(await whoAnswers('무엇이든', purpose)).toBe(who)
})
