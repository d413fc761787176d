import { expect, test } from 'vitest'
import { createOffline } from '../../../../src/llm/rules/index.ts'
import { smallTalkMessages } from '../../../../src/messages/engine/small-talk.ts'

async function answerTo(text: string): Promise<string> {
  let answer = ''
  const request = {
    model: 'm',
    purpose: 'reply' as const,
    system: [],
    tools: [],
    messages: [{ role: 'user' as const, id: 'u', at: Date.parse('2026-11-28T10:00:00+09:00'), text }],
  }
  const parts = createOffline({ zone: 'Asia/Seoul', language: 'ko' })(request, new AbortController().signal)
  for await (const part of parts) if (part.type === 'text') answer += part.text
  return answer
}

test.each([
  ['ko', '다 그만두고 싶어. 살고 싶지 않아'],
  ['ko', '죽고 싶다'],
  ['ko', '요즘 그냥 사라져버리고 싶어요'],
  ['ko', '살기 싫다 진짜'],
  ['ko', '더 살 이유가 없어'],
  ['ko', '자꾸 자살 생각이 나'],
  ['en', "I don't want to live any more."],
  ['en', 'sometimes I want to kill myself'],
  ['en', 'I wish I was dead'],
] as const)('who does not want to live is told who listens now (%s): %s', async (language, text) => {
  expect(await answerTo(text)).toBe(smallTalkMessages[language].despair)
})

test.each([
  '배고파 죽겠다',
  '서울에 살고 싶지 않아',
  '여기서는 혼자 살기 싫어',
  '죽고 싶을 만큼 맛있다',
  '과자 사고 싶지 않아',
  "I don't want to live in Seoul",
  'how do I kill a process that hangs',
])('and nobody else is: %s', async (text) => {
  expect(Object.values(smallTalkMessages).map(({ despair }) => despair)).not.toContain(await answerTo(text))
})
