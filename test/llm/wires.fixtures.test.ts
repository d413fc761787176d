import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createProvider, type ProviderSettings } from '../../src/llm/index.ts'
import type { Failure, ModelPart, Usage } from '../../src/protocol/index.ts'
import { modelServer, type Reply, raw } from '../fakes/model-server.ts'
import { ask, listen, type Story } from './collect.ts'

const bytes = (file: string) => readFileSync(new URL(`../fixtures/llm/${file}`, import.meta.url), 'utf8')

const tools = ['get_weather', 'settings.set', 'datetime', 'calculator'].map((name) => ({
  name,
  description: '',
  schema: {},
}))

async function answer(kind: ProviderSettings['kind'], ...replies: Reply[]): Promise<Story> {
  await using server = await modelServer(...replies)
  const baseUrl = kind === 'anthropic' ? server.anthropic : kind === 'zai' ? server.zai : server.openai
  const provider = createProvider({
    kind,
    baseUrl,
    key: 'k',
    zone: 'Asia/Seoul',
    retry: { delaysMs: [], rateLimitMaxMs: -1 },
  })
  return await listen(provider, ask({ tools }))
}

const opened: ModelPart = { type: 'opened' }
const text = (text: string): ModelPart => ({ type: 'text', text })
const reasoning = (text: string): ModelPart => ({ type: 'reasoning', text })
const call = (id: string, name: string, args: Record<string, string>): ModelPart => ({
  type: 'call',
  call: { id, name, args },
})
const usage = (input: number, output: number, cached = 0, costUsd?: number): Usage => ({
  input,
  output,
  cached,
  ...(costUsd && { costUsd }),
})

const stories: [file: string, kind: ProviderSettings['kind'], parts: ModelPart[], failure?: Failure][] = [
  [
    'openai-text.sse',
    'openai',
    [
      opened,
      text('서울은 맑아요.'),
      { type: 'end', stop: 'end', usage: usage(1100, 10, 1024), model: 'gpt-4o-2024-08-06' },
    ],
  ],
  [
    'openai-tools.sse',
    'openai',
    [
      opened,
      call('call_DdmO9pD3xa9XTPNJ32zg2hcA', 'get_weather', { city: '서울' }),
      call('call_2', 'settings.set', { key: 'a' }),
      { type: 'end', stop: 'tools', usage: usage(60, 20), model: 'gpt-4o' },
    ],
  ],
  [
    'anthropic-thinking-tools.sse',
    'anthropic',
    [
      opened,
      reasoning('날씨를 봐야 한다.'),
      text('잠시만요.'),
      call('toolu_01T1x', 'get_weather', { city: '서울' }),
      {
        type: 'end',
        stop: 'tools',
        usage: usage(2257, 89, 2048),
        model: 'claude-sonnet-4-6',
        // Signed thoughts go back as they came, in their place.
        carried: {
          wire: 'anthropic',
          model: 'model-1',
          blocks: [
            { type: 'thinking', thinking: '날씨를 봐야 한다.', signature: 'EqQBCgIYAhIM' },
            { type: 'redacted_thinking', data: 'EmwK' },
            { type: 'text', text: '잠시만요.' },
            { type: 'tool_use' },
          ],
        },
      },
    ],
  ],
  [
    'anthropic-error.sse',
    'anthropic',
    [opened],
    { code: 'server', detail: 'Overloaded', data: { provider: 'anthropic', model: 'model-1' } },
  ],
  [
    'zai.sse',
    'zai',
    [
      opened,
      reasoning('인사다.'),
      text('안녕하세요.'),
      { type: 'end', stop: 'end', usage: usage(8, 6, 4), model: 'glm-4.7' },
    ],
  ],
  [
    'ollama-tools.sse',
    'ollama',
    [
      opened,
      reasoning('두 도시'),
      call('call_a1', 'get_weather', { city: '서울' }),
      call('call_a2', 'get_weather', { city: '부산' }),
      {
        type: 'end',
        stop: 'tools',
        usage: usage(150, 40),
        model: 'qwen3:8b',
        carried: { wire: 'chat', model: 'model-1', reasoning: '두 도시' },
      },
    ],
  ],
  [
    'llama-cpp.sse',
    'compatible',
    [opened, text('네.'), { type: 'end', stop: 'length', usage: usage(9, 2), model: 'local' }],
  ],
  [
    'gemini-compatible.sse',
    'compatible',
    [
      opened,
      call('function-call-1', 'get_weather', { city: '서울' }),
      call('function-call-2', 'get_weather', { city: '부산' }),
      {
        type: 'end',
        stop: 'tools',
        usage: usage(30, 12),
        model: 'gemini-flash',
        carried: {
          wire: 'chat',
          model: 'model-1',
          calls: [{ extra_content: { google: { thought_signature: 'abc' } } }, {}],
        },
      },
    ],
  ],
  [
    'openrouter-error.sse',
    'compatible',
    [opened, text('조금')],
    { code: 'rate-limited', detail: 'Rate limit exceeded', data: { provider: 'compatible', model: 'model-1' } },
  ],
  [
    'no-done.sse',
    'compatible',
    [
      opened,
      text('네'),
      call('call_1', 'datetime', { action: 'now' }),
      call('call_2', 'calculator', { expression: '1+1' }),
      { type: 'end', stop: 'tools', usage: { input: 0, output: 1, cached: 0, estimated: true }, model: 'm' },
    ],
  ],
]

/** An estimate depends on the request; that there is one is what counts. */
const plain = (story: Story): Story => ({
  ...story,
  parts: story.parts.map((part) =>
    part.type === 'end' && part.usage.estimated ? { ...part, usage: { ...part.usage, input: 0 } } : part,
  ),
})

test.each(stories)('%s, sent as %s sends it, means what its documentation says', async (file, kind, parts, failure) => {
  const reply = raw(bytes(file), 'text/event-stream; charset=utf-8')
  expect(plain(await answer(kind, reply))).toEqual(failure ? { parts, failure } : { parts })
})

test('however the bytes are cut, the parts are the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...stories),
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }),
      async (story, cut) => {
        const [file, kind, parts, failure] = story
        const reply = { ...raw(bytes(file), 'text/event-stream'), cut }
        expect(plain(await answer(kind, reply))).toEqual(failure ? { parts, failure } : { parts })
      },
    ),
    { numRuns: 100 },
  )
})
