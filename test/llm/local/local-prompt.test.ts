import { expect, test } from 'vitest'
import { localPrompt } from '../../../src/llm/local/local-prompt.ts'
import { estimateTokens } from '../../../src/llm/usage.ts'
import { ruleReplyMessages } from '../../../src/messages/engine/rule-replies.ts'
import type { ModelRequest, RequestMessage } from '../../../src/protocol/index.ts'

const at = Date.UTC(2026, 10, 27)
const tool = (name: string, description: string) => ({
  name,
  description: `${description} ${'More of it. '.repeat(30)}`,
  schema: { type: 'object', properties: { a: { type: 'string' } } },
})
const request = (messages: RequestMessage[], more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'm',
  purpose: 'reply',
  system: [
    { name: 'base', text: 'x '.repeat(3_000) },
    { name: 'guide', text: 'guide' },
    { name: 'date', text: 'Today is Friday.' },
    { name: 'personal', text: Array.from({ length: 400 }, (_, i) => `- fact number ${i} of the person`).join('\n') },
  ],
  messages,
  tools: [tool('weather', 'Weather of a place.'), tool('open_file', 'Opens a file.'), tool('mail', 'Reads letters.')],
  ...more,
})
const user = (text: string, id = 'u'): RequestMessage => ({ role: 'user', id, at, text })

test('the prompt has at most 900 tokens beside the talk, whatever the pages hold', () => {
  const { messages } = localPrompt(request([user('what is the weather in Seoul?')]), 'en', 'UTC', 4_000)
  expect(estimateTokens(messages.map(({ text }) => text).join('\n'))).toBeLessThanOrEqual(960)
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
  expect(messages[0]?.text).toContain('Today is Friday.')
  expect(messages[0]?.text).not.toContain('guide')
})

test('only tools that the request speaks of are shown, and none to talk', () => {
  const toolsFor = (text: string) =>
    localPrompt(request([user(text)]), 'en', 'UTC', 4_000).tools.map(({ name }) => name)
  expect(toolsFor('what is the weather in Seoul?')).toEqual(['weather'])
  expect(toolsFor('tell me a joke')).toEqual([])
})

test('a request in Korean is for the tools that are called so in Korean', () => {
  const tools = ['read_file', 'calculator', 'delete_file', 'get_weather'].map((name) => tool(name, 'Something.'))
  const chosen = localPrompt(request([user('report.md 파일을 읽고 요약해 줘')], { tools }), 'ko', 'UTC', 4_000).tools
  expect(chosen.map(({ name }) => name)).toContain('read_file')
  expect(chosen.map(({ name }) => name)).not.toContain('get_weather')
})

test('roles alternate, and a turn keeps the beginning of the one before', () => {
  const first = [user('hello', '1'), { role: 'assistant', id: '2', at, text: 'hi' } as RequestMessage]
  const one = localPrompt(request([...first, user('how are you?', '3')]), 'en', 'UTC', 4_000).messages
  const two = localPrompt(
    request([...first, user('how are you?', '3'), user('really?', '4')]),
    'en',
    'UTC',
    4_000,
  ).messages
  expect(two.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  expect(two.slice(0, 3)).toEqual(one.slice(0, 3))
})

test.each(['ko', 'en'] as const)(
  'no question that a model was missing for is told to the model that came (%s)',
  (language) => {
    const { cannot, beyond } = ruleReplyMessages[language]
    for (const refusal of [...cannot, beyond.weather, beyond.writing]) {
      const before = [user('old', '1'), { role: 'assistant', id: '2', at, text: refusal } as RequestMessage]
      const { messages } = localPrompt(request([...before, user('new', '3')]), language, 'UTC', 4_000)
      expect(messages.slice(1).map(({ text }) => text)).toEqual(['new'])
    }
  },
)

test('what does not fit leaves from the oldest on', () => {
  const many = Array.from(
    { length: 60 },
    (_, i): RequestMessage =>
      i % 2 === 0
        ? user(`question ${i} ${'word '.repeat(60)}`, `${i}`)
        : { role: 'assistant', id: `${i}`, at, text: `answer ${i}` },
  )
  const { messages } = localPrompt(request([...many, user('the last', 'z')]), 'en', 'UTC', 1_500)
  expect(messages.at(-1)?.text).toContain('the last')
  expect(messages[1]?.role).toBe('user')
  expect(estimateTokens(messages.map(({ text }) => text).join('\n'))).toBeLessThanOrEqual(1_500)
})
