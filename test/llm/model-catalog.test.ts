import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createProvider } from '../../src/llm/index.ts'
import { listModels, probeModel } from '../../src/llm/model-catalog.ts'
import { capabilitiesOf } from '../../src/llm/models/capabilities.ts'
import { memoryStore } from '../../src/llm/models/learnt.ts'
import { factsOf } from '../../src/llm/models/model-facts.ts'
import { costUsd } from '../../src/llm/models/prices.ts'
import { findOllama, ollamaUrl } from '../../src/llm/ollama.ts'
import { estimateTokens } from '../../src/llm/usage.ts'
import { modelServer, refuse, say, scriptedServer } from '../fakes/model-server.ts'
import { listen } from './collect.ts'

const never = new AbortController().signal

test('models are listed with the headers of each service', async () => {
  await using server = await scriptedServer([], { models: ['a', 'b'] })
  expect(await listModels({ kind: 'openai', baseUrl: server.openai, key: 'k' }, never)).toEqual(['a', 'b'])
  expect(await listModels({ kind: 'anthropic', baseUrl: server.anthropic, key: 'k' }, never)).toEqual(['a', 'b'])
  expect(await listModels({ kind: 'compatible', baseUrl: server.openai }, never)).toEqual(['a', 'b'])
  const seen = server.visits.map(({ path, headers }) => [path, headers.authorization, headers['x-api-key']])
  expect(seen).toEqual([
    ['/v1/models', 'Bearer k', undefined],
    ['/v1/models', undefined, 'k'],
    ['/v1/models', undefined, undefined],
  ])
})

test('a key is tested with the cheapest request: the list, which asks no model; for Z.AI one token', async () => {
  await using server = await modelServer(
    say('h', { stop: 'length' }),
    refuse(401, { message: 'bad' }),
    refuse(429, { headers: { 'retry-after': '1' } }),
  )
  expect(await probeModel({ kind: 'openai', baseUrl: server.openai, key: 'k' }, never)).toBeNull()
  expect(await probeModel({ kind: 'anthropic', baseUrl: server.anthropic, key: 'k' }, never)).toBeNull()
  expect(server.requests).toEqual([])
  const zai = { kind: 'zai', baseUrl: server.zai, key: 'k' } as const
  expect(await probeModel(zai, never)).toBeNull()
  expect(server.requests[0]?.body).toMatchObject({ model: 'glm-4.5-air', max_tokens: 1 })
  expect(await probeModel(zai, never)).toMatchObject({ code: 'auth', status: 401 })
  expect(await probeModel(zai, never)).toMatchObject({ code: 'rate-limited', retryAfterMs: 1_000 })
  expect(server.requests).toHaveLength(3)
})

test('a key that cannot work is told without a request', async () => {
  await using server = await modelServer()
  const failures = await Promise.all([
    probeModel({ kind: 'openai', baseUrl: server.openai }, never),
    probeModel({ kind: 'openai', baseUrl: server.openai, key: '한글 열쇠' }, never),
    probeModel({ kind: 'compatible', baseUrl: 'localhost:1234' }, never),
    probeModel({ kind: 'compatible', baseUrl: 'http://' }, never),
  ])
  expect(failures.map((failure) => failure?.code)).toEqual(['auth', 'auth', 'config', 'config'])
  expect(server.visits).toEqual([])
})

test('an Ollama is found where OLLAMA_HOST says, with its models', async () => {
  await using server = await scriptedServer([], { models: ['qwen3:8b'] })
  expect(await findOllama(server.url, never)).toEqual({ baseUrl: `${server.url}/v1`, models: ['qwen3:8b'] })
  expect(await findOllama(server.url.replace('http://', ''), never)).toEqual({
    baseUrl: `${server.url}/v1`,
    models: ['qwen3:8b'],
  })
})

test('an Ollama that does not answer is not waited for', async () => {
  const mute = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => mute.once('listening', resolve))
  const address = mute.address() as { port: number }
  expect(await findOllama(`127.0.0.1:${address.port}`, never)).toBeUndefined()
  mute.close()
  expect(await findOllama('127.0.0.1:1', never)).toBeUndefined()
})

test.each([
  [undefined, 'http://127.0.0.1:11434'],
  ['', 'http://127.0.0.1:11434'],
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  [':8080', 'http://127.0.0.1:8080'],
  ['10.0.0.5', 'http://10.0.0.5:11434'],
  ['box:1', 'http://box:1'],
  ['https://box.example', 'https://box.example'],
  ['http://box:9/', 'http://box:9'],
])('OLLAMA_HOST %j is %s', (host, url) => {
  expect(ollamaUrl(host)).toBe(url)
})

test('a cost is told only where the price is known', () => {
  const tokens = { input: 1_000_000, output: 100_000, cached: 400_000 }
  expect(costUsd('gpt-4o-2024-08-06', tokens)).toBeCloseTo(0.6 * 2.5 + 0.4 * 1.25 + 1)
  expect(costUsd('claude-haiku-4-5-20251001', { ...tokens, written: 200_000 })).toBeCloseTo(0.4 + 0.04 + 0.25 + 0.5)
  expect(costUsd('qwen3:8b', tokens)).toBeUndefined()
})

test('windows go by the longest name that is known', () => {
  // Claude of 2026 reads a million tokens (the maker's page of models, November 2026).
  const windows = (
    [
      ['openai', 'gpt-4o-mini'],
      ['openai', 'gpt-4.1-nano'],
      ['anthropic', 'claude-sonnet-4-6'],
      ['anthropic', 'claude-haiku-4-5-20251001'],
      ['ollama', 'qwen3:8b'],
    ] as const
  ).map(([provider, model]) => capabilitiesOf(provider, model).window)
  expect(windows).toEqual([128_000, 1_047_576, 1_000_000, 200_000, 32_768])
})

test('tokens are estimated by the letters: Hangul is dear', () => {
  expect([estimateTokens(''), estimateTokens('가'.repeat(145)), estimateTokens('a'.repeat(380))]).toEqual([0, 100, 100])
})

describe('what a server says of one of its models', () => {
  const served = async (answers: Record<string, object>, ask: (baseUrl: string) => Promise<unknown>) => {
    const asked: string[] = []
    const server = createHttpServer((request, response) => {
      asked.push(request.url ?? '')
      const answer = answers[request.url ?? '']
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const told = await ask(`http://127.0.0.1:${(server.address() as { port: number }).port}/v1`)
    server.close()
    return { told, asked }
  }

  test('window, price and what it takes stand in the list of OpenRouter', async () => {
    const pricing = { prompt: '0.000003', completion: '0.000015', input_cache_read: '0.0000003' }
    const entry = { id: 'a/b', context_length: 200_000, pricing, supported_parameters: ['tools', 'response_format'] }
    const list = { data: [{ id: 'a/c', context_length: 1 }, entry] }
    const { told, asked } = await served({ '/v1/models': list }, (baseUrl) =>
      factsOf({ kind: 'openrouter', baseUrl }, 'a/b', never),
    )
    expect(told).toMatchObject({ window: 200_000, tools: true, temperature: false, jsonSchema: 'object' })
    const { price } = told as { price: Record<string, number> }
    expect(Object.values(price).map((value) => Math.round(value * 100) / 100)).toEqual([3, 15, 0.3])
    expect(asked).toEqual(['/v1/models'])
  })

  test.each([
    ['a router of many prices', { prompt: '-1', completion: '-1' }],
    ['nonsense', { prompt: 'free', completion: '' }],
    ['half a price', { prompt: '0.1' }],
  ])('%s is no price', async (_, pricing) => {
    const { told } = await served({ '/v1/models': { data: [{ id: 'm', max_model_len: 9, pricing }] } }, (baseUrl) =>
      factsOf({ kind: 'compatible', baseUrl }, 'm', never),
    )
    expect(told).toEqual({ window: 9 })
  })

  test('a list of names alone is not all: the model is asked for by its own address', async () => {
    const answers = {
      '/v1/models': { data: [{ id: 'x/m' }] },
      '/v1/models/x%2Fm': { id: 'x/m', context_window: 4_096 },
    }
    const { told, asked } = await served(answers, (baseUrl) => factsOf({ kind: 'compatible', baseUrl }, 'x/m', never))
    expect([told, asked]).toEqual([{ window: 4_096 }, ['/v1/models', '/v1/models/x%2Fm']])
  })

  test('its price makes the cost of an answer', async () => {
    await using server = await modelServer(say('네', { usage: { input: 1_000, output: 100, cached: 400 } }))
    const store = memoryStore()
    store.add(server.openai, 'model-1', { server: { price: { input: 3, cached: 0.3, output: 15 } } })
    const { parts } = await listen(
      createProvider({ kind: 'openrouter', baseUrl: server.openai, key: 'k', zone: 'UTC', store }),
    )
    expect(parts.at(-1)).toMatchObject({ usage: { costUsd: (600 * 3 + 400 * 0.3 + 100 * 15) / 1e6 } })
  })
})
