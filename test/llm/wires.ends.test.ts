import { describe, expect, test } from 'vitest'
import { createProvider } from '../../src/llm/index.ts'
import { memoryStore } from '../../src/llm/models/learnt.ts'
import type { ModelPart, ProviderKind } from '../../src/protocol/index.ts'
import { type ModelServer, modelServer, type Reply, raw, say } from '../fakes/model-server.ts'
import { ask, asked, listen } from './collect.ts'

// How answers end that are neither whole nor broken: paused, refused as a call, or to a request that was cut.

const tools = [
  {
    name: 'calculator',
    description: 'Sums.',
    schema: { type: 'object', properties: { expression: { type: 'string' } } },
  },
]
const wires = [
  ['chat', 'compatible', (server: ModelServer) => server.openai],
  ['Responses', 'openai', (server: ModelServer) => server.openai],
  ['Anthropic', 'anthropic', (server: ModelServer) => server.anthropic],
  ['Ollama', 'ollama', (server: ModelServer) => server.url],
] as const

const providerOf = (kind: ProviderKind, baseUrl: string, wire: string, store = memoryStore()) =>
  createProvider(
    { kind, baseUrl, key: 'k', zone: 'UTC', store, ...(wire === 'Responses' && { wire: 'responses' as const }) },
    (ms) => (ms >= 20_000 ? new Promise(() => {}) : Promise.resolve()),
  )
const textOf = (parts: readonly ModelPart[]) =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
const callsOf = (parts: readonly ModelPart[]) =>
  parts.flatMap((part) => (part.type === 'call' ? [[part.call.name, part.call.args]] : []))
const refused = (failed: string, code = 'tool_use_failed'): Reply =>
  raw(
    JSON.stringify({ error: { message: 'Failed to call a function.', code, failed_generation: failed } }),
    'application/json',
    400,
  )

describe.each(wires)('over %s', (wire, kind, addressOf) => {
  test('a server that counts far fewer tokens than were sent has cut the request: told, and known from then on', async () => {
    await using server = await modelServer(say('네', { usage: { input: 2_051, output: 1 } }))
    const store = memoryStore()
    const address = addressOf(server)
    const long = ask({ messages: [asked('긴 글이 이어져요. '.repeat(2_000))] })
    const { parts } = await listen(providerOf(kind, address, wire, store), long)
    expect(parts.filter(({ type }) => type === 'notice')).toEqual([
      { type: 'notice', notice: { code: 'prompt-truncated', data: { model: 'model-1', tokens: 2_051 } } },
    ])
    expect(parts.at(-1)).toMatchObject({ type: 'end', usage: { estimated: true } })
    expect(store.get(address, 'model-1').server?.window).toBe(2_048)
  })

  test('a count that is only lower than the estimate is no cut', async () => {
    await using server = await modelServer(say('네', { usage: { input: 9_000, output: 1 } }))
    const long = ask({ messages: [asked('긴 글이 이어져요. '.repeat(2_000))] })
    const { parts } = await listen(providerOf(kind, addressOf(server), wire), long)
    expect([parts.some(({ type }) => type === 'notice'), parts.at(-1)]).toMatchObject([
      false,
      { usage: { input: 9_000 } },
    ])
  })

  test('a call that a model wrote as text is a call, and marked thoughts are none of the answer', async () => {
    const text =
      '<think>더해 보자</think>\n<tool_call>{"name":"calculator","arguments":{"expression":"1+1"}}</tool_call>'
    await using server = await modelServer(say(text))
    const { parts } = await listen(providerOf(kind, addressOf(server), wire), ask({ tools }))
    expect([callsOf(parts), textOf(parts), parts.at(-1)]).toMatchObject([
      [['calculator', { expression: '1+1' }]],
      '',
      { type: 'end', stop: 'tools' },
    ])
  })

  test('a call that a server could not read is read from the words that it sends along', async () => {
    for (const failed of [
      '<function=calculator{"expression":"1+1"}</function>',
      '<function=calculator>{"expression":"1+1"}</function>',
      '<tool-use>{"tool_calls":[{"name":"calculator","parameters":{"expression":"1+1"}}]}</tool-use>',
      '{"name":"calculator","arguments":{"expression":"1+1"}}',
    ]) {
      await using server = await modelServer(refused(failed))
      const { parts, failure } = await listen(providerOf(kind, addressOf(server), wire), ask({ tools }))
      expect([failure, callsOf(parts), server.requests.length], failed).toEqual([
        undefined,
        [['calculator', { expression: '1+1' }]],
        1,
      ])
    }
  })

  test('words that are no call of a known tool are never said: the request goes once more, and then the cause is told', async () => {
    for (const failed of ['<function=delete_all{"path":"/"}</function>', '{"name":"calculator","argu', '']) {
      await using server = await modelServer(refused(failed), refused(failed))
      const { parts, failure } = await listen(providerOf(kind, addressOf(server), wire), ask({ tools }))
      // On Ollama's wire an error is its sentence: nothing says that the next try may be better.
      const requests = 2
      expect([failure?.detail, textOf(parts), callsOf(parts), server.requests.length], failed).toEqual([
        'Failed to call a function.',
        '',
        [],
        requests,
      ])
    }
  })
})

const event = (value: { type: string }) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`
const block = (index: number, start: object, ...deltas: object[]) => [
  event({ type: 'content_block_start', index, content_block: start } as { type: string }),
  ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta } as { type: string })),
  event({ type: 'content_block_stop', index } as { type: string }),
]
const message = (stop: string, output: number, ...blocks: string[][]): Reply =>
  raw(
    [
      event({ type: 'message_start', message: { model: 'claude', usage: { input_tokens: 10 } } } as { type: string }),
      ...blocks.flat(),
      event({ type: 'message_delta', delta: { stop_reason: stop }, usage: { output_tokens: output } } as {
        type: string
      }),
      event({ type: 'message_stop' }),
    ].join(''),
    'text/event-stream',
  )
const searching = [
  block(0, { type: 'text', text: '' }, { type: 'text_delta', text: '찾아볼게요. ' }),
  block(
    1,
    { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} },
    { type: 'input_json_delta', partial_json: '{"query":' },
    { type: 'input_json_delta', partial_json: '"탑"}' },
  ),
  block(2, { type: 'web_search_tool_result', tool_use_id: 's1', content: [] }),
]

// platform.claude.com/docs/en/build-with-claude/handling-stop-reasons
test('an answer that its server paused goes on where it was, and is one answer with the tokens of all requests', async () => {
  await using server = await modelServer(
    message('pause_turn', 5, ...searching),
    message('pause_turn', 3, block(0, { type: 'text', text: '' }, { type: 'text_delta', text: '하나 더. ' })),
    message('end_turn', 2, block(0, { type: 'text', text: '' }, { type: 'text_delta', text: '다보탑이에요.' })),
  )
  const { parts, failure } = await listen(providerOf('anthropic', server.anthropic, 'Anthropic'))
  expect([failure, textOf(parts), parts.at(-1)]).toMatchObject([
    undefined,
    '찾아볼게요. 하나 더. 다보탑이에요.',
    { type: 'end', stop: 'end', usage: { input: 30, output: 10 } },
  ])
  const [first, second, third] = server.requests.map(({ body }) => body.messages)
  const told = [
    { type: 'text', text: '찾아볼게요. ' },
    { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: '탑' } },
    { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
  ]
  expect(second).toEqual([...first, { role: 'assistant', content: told }])
  expect(third).toEqual([...first, { role: 'assistant', content: [...told, { type: 'text', text: '하나 더. ' }] }])
})

test('an answer that is paused without end is told as cut, after six requests', async () => {
  const paused = message('pause_turn', 1, block(0, { type: 'text', text: '' }, { type: 'text_delta', text: '.' }))
  await using server = await modelServer(...Array(8).fill(paused))
  const { parts } = await listen(providerOf('anthropic', server.anthropic, 'Anthropic'))
  expect([server.requests.length, parts.at(-1)]).toMatchObject([6, { type: 'end', stop: 'length' }])
})
