import { describe, expect, test } from 'vitest'
import { createProvider, type ProviderSettings } from '../../src/llm/index.ts'
import type { Failure, ModelPart, Usage } from '../../src/protocol/index.ts'
import {
  callTool,
  callTools,
  type ModelServer,
  modelServer,
  type Reply,
  raw,
  refuse,
  type Script,
  say,
} from '../fakes/model-server.ts'
import { ask, listen } from './collect.ts'

const kinds = ['openai', 'anthropic', 'zai', 'responses'] as const
type Kind = (typeof kinds)[number]
/** The settings of a wire: Responses is OpenAI's second one. */
const wireOf = (server: ModelServer, kind: Kind) =>
  kind === 'responses'
    ? ({ kind: 'openai', wire: 'responses', name: 'responses', baseUrl: server.openai } as const)
    : ({ kind, baseUrl: server[kind] } as const)
/** Events before the first words: a role, or the head of a message. */
const headOf = (kind: Kind) => (kind === 'anthropic' || kind === 'responses' ? 4 : 2)

const key = 'sk-secret-key-of-a-test'
const settings = (server: ModelServer, kind: Kind): ProviderSettings => ({
  ...wireOf(server, kind),
  key,
  zone: 'Asia/Seoul',
  answerBytes: 8 << 20,
  retry: { delaysMs: [], rateLimitMaxMs: -1 },
})

/** What a provider of this kind makes of a reply. */
async function answer(kind: Kind, ...script: Script[]) {
  await using server = await modelServer(...script)
  return await listen(createProvider(settings(server, kind)))
}

const usage: Usage = { input: 11, output: 7, cached: 0 }
const opened: ModelPart = { type: 'opened' }
const end = (stop: Extract<ModelPart, { type: 'end' }>['stop']): ModelPart => ({
  type: 'end',
  stop,
  usage,
  model: 'model-1',
})
const data = (kind: Kind) => ({ provider: kind, model: 'model-1' })
const failed = (kind: Kind, failure: Failure) => ({ parts: [], failure: { data: data(kind), ...failure } })
const text = '안녕하세요, 무엇을 도와드릴까요? 🙂'

describe.each(kinds)('over the wire of %s', (kind) => {
  test.each<[string, Reply]>([
    ['at once', say(text)],
    ['in single bytes', say(text, { cut: 1 })],
    ['one event at a time', say(text, { everyMs: 1 })],
  ])('an answer that comes %s is the same answer', async (_, reply) => {
    expect(await answer(kind, reply)).toEqual({ parts: [opened, { type: 'text', text }, end('end')] })
  })

  test('reasoning is told apart from the answer', async () => {
    expect(await answer(kind, say('넷이에요.', { reasoning: '둘 더하기 둘' }))).toMatchObject({
      parts: [opened, { type: 'reasoning', text: '둘 더하기 둘' }, { type: 'text', text: '넷이에요.' }, end('end')],
    })
  })

  test('a tool call split into single bytes is one call', async () => {
    const args = { expression: '125000 * 0.17', note: '만 5천원 "따옴표" \\ 🙂' }
    expect(await answer(kind, callTool('calculator', args, { cut: 1 }))).toEqual({
      parts: [opened, { type: 'call', call: { id: 'call_1', name: 'calculator', args } }, end('tools')],
    })
  })

  test('twenty calls in one reply keep their order', async () => {
    const calls = Array.from({ length: 20 }, (_, at) => ({
      id: `c${at}`,
      name: `tool_${at % 3}`,
      args: { at, list: [at, '가'] },
    }))
    expect(await answer(kind, callTools(calls, { interleaved: true, text: '잠시만요.' }))).toEqual({
      parts: [
        opened,
        { type: 'text', text: '잠시만요.' },
        ...calls.map((call) => ({ type: 'call', call })),
        end('tools'),
      ],
    })
  })

  test.each(['{"a": ', '[1]', 'null', 'not json'])(
    'arguments that are no JSON object are kept as they are: %s',
    async (args) => {
      const { parts } = await answer(kind, callTool('datetime', args))
      expect(parts[1]).toEqual({ type: 'call', call: { id: 'call_1', name: 'datetime', args: {}, raw: args } })
    },
  )

  test('arguments nested deeper than anybody could write down are kept as they are', async () => {
    const args = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
    const { parts } = await answer(kind, callTool('datetime', args))
    expect(parts[1]).toEqual({ type: 'call', call: { id: 'call_1', name: 'datetime', args: {}, raw: args } })
  })

  test('no arguments are an empty object', async () => {
    const { parts } = await answer(kind, callTool('datetime', ''))
    expect(parts[1]).toEqual({ type: 'call', call: { id: 'call_1', name: 'datetime', args: {} } })
  })

  test('an event of 6 MB is read', async () => {
    const large = 'x'.repeat(6 << 20)
    expect(await answer(kind, say([large]))).toEqual({ parts: [opened, { type: 'text', text: large }, end('end')] })
  })

  test('a line that never ends is an error at 8 MB, in bounded memory', async () => {
    await using server = await modelServer(say(['시작'], { endless: headOf(kind) }))
    const before = process.memoryUsage().rss
    const { parts, failure } = await listen(createProvider(settings(server, kind)))
    expect(failure).toEqual({
      code: 'malformed',
      detail: 'an event is larger than 8388608 characters',
      data: data(kind),
    })
    expect(parts).toContainEqual({ type: 'text', text: '시작' })
    expect(process.memoryUsage().rss - before).toBeLessThan(100 << 20)
    expect(server.requests[0]?.sent).toBeLessThan(32 << 20)
  })

  test('usage counts input, output and what the cache gave', async () => {
    const { parts } = await answer(kind, say('네', { usage: { input: 1200, output: 30, cached: 1000 } }))
    expect(parts.at(-1)).toMatchObject({ usage: { input: 1200, output: 30, cached: 1000 } })
  })

  test('an answer that is cut by the token limit says so', async () => {
    expect(await answer(kind, say('그래서 저는', { stop: 'length' }))).toEqual({
      parts: [opened, { type: 'text', text: '그래서 저는' }, end('length')],
    })
  })

  test('a refusal in words is shown and marked', async () => {
    expect(await answer(kind, say('도와드릴 수 없어요.', { stop: 'refusal' }))).toEqual({
      parts: [opened, { type: 'text', text: '도와드릴 수 없어요.' }, end('refusal')],
    })
  })

  test('a refusal without a word is a failure', async () => {
    expect((await answer(kind, say('', { stop: 'filter' }))).failure?.code).toBe('refused')
  })

  test.each(['', ' \n'])('an empty reply is a failure: %j', async (nothing) => {
    const { failure } = await answer(kind, say([nothing].filter(Boolean)))
    expect(failure).toMatchObject({ code: 'empty', data: data(kind) })
  })

  test('an answer without an end is a broken connection, whatever was shown stays', async () => {
    const whole = await answer(kind, say(['하나', '둘'], { drop: headOf(kind) }))
    expect(whole).toEqual({
      parts: [opened, { type: 'text', text: '하나' }],
      failure: { code: 'network', detail: 'the connection was closed', data: data(kind) },
    })
  })

  test.each([
    ['overloaded_error', 'server'],
    ['rate_limit_error', 'rate-limited'],
    ['something_new', 'server'],
  ] as const)('an error in the middle of the stream is told by its type: %s', async (type, code) => {
    const { parts, failure } = await answer(kind, say('조금', { error: { type, message: 'busy' } }))
    expect(parts).toEqual([opened, { type: 'text', text: '조금' }])
    expect(failure).toEqual({ code, detail: 'busy', data: data(kind) })
  })

  test.each<[Reply, Failure]>([
    [refuse(401, { message: 'bad key' }), { code: 'auth', status: 401, detail: 'bad key' }],
    [refuse(403, { message: 'no' }), { code: 'auth', status: 403, detail: 'no' }],
    [refuse(404, { message: 'no such model' }), { code: 'model-missing', status: 404, detail: 'no such model' }],
    [refuse(400, { message: 'bad' }), { code: 'bad-request', status: 400, detail: 'bad' }],
    [refuse(413, { message: 'big' }), { code: 'overflow', status: 413, detail: 'big' }],
    [
      refuse(400, { message: 'prompt is too long: 9 tokens > 8 maximum' }),
      { code: 'overflow', status: 400, detail: 'prompt is too long: 9 tokens > 8 maximum' },
    ],
    [refuse(500, { message: 'oops' }), { code: 'server', status: 500, detail: 'oops' }],
    [refuse(529, { message: 'busy' }), { code: 'server', status: 529, detail: 'busy' }],
    [
      refuse(429, { message: 'slow', headers: { 'retry-after': '7' } }),
      { code: 'rate-limited', status: 429, detail: 'slow', retryAfterMs: 7_000 },
    ],
    [
      refuse(429, { message: 'slow', headers: { 'retry-after-ms': '1500', 'retry-after': '2' } }),
      { code: 'rate-limited', status: 429, detail: 'slow', retryAfterMs: 1_500 },
    ],
    [
      refuse(429, {
        message: 'slow',
        headers: { date: 'Mon, 02 Mar 2026 00:00:00 GMT', 'retry-after': 'Mon, 02 Mar 2026 00:00:30 GMT' },
      }),
      { code: 'rate-limited', status: 429, detail: 'slow', retryAfterMs: 30_000 },
    ],
    [
      raw('<html>bad gateway</html>', 'text/html', 502),
      { code: 'server', status: 502, detail: '<html>bad gateway</html>' },
    ],
    [raw('', 'text/plain', 404), { code: 'model-missing', status: 404, detail: 'status 404' }],
    [raw('<html>login</html>', 'text/html'), { code: 'malformed', detail: 'text/html instead of a stream' }],
    [raw('{"choices": []}'), { code: 'malformed', detail: 'application/json instead of a stream' }],
    [raw('{"error": {"type": "overloaded_error", "message": "busy"}}'), { code: 'server', detail: 'busy' }],
    [raw('', 'text/event-stream'), { code: 'malformed', detail: 'an empty answer' }],
  ])('%o is the failure %o', async (reply, failure) => {
    expect(await answer(kind, reply)).toEqual(failed(kind, failure))
  })

  test('an event that is no JSON is malformed', async () => {
    const { failure } = await answer(kind, raw('data: {"choices"\n\n', 'text/event-stream'))
    expect(failure?.code).toBe('malformed')
  })

  test('a redirect is not followed, and the key stays here', async () => {
    await using elsewhere = await modelServer(say('훔친 열쇠'))
    const { failure } = await answer(kind, raw('', 'text/plain', 307), say('no'))
    expect(failure?.code).toBe('config')
    const moved: Reply = {
      ...raw('', 'text/plain', 307),
      headers: { location: `${elsewhere.url}/v1/chat/completions` },
    }
    expect((await answer(kind, moved)).failure).toMatchObject({ code: 'config', status: 307 })
    expect(elsewhere.requests).toEqual([])
  })

  test('the key never stands in a failure, whatever the service says', async () => {
    const { failure } = await answer(kind, refuse(400, { message: `no: ${key} and Bearer abcdefgh` }))
    expect(failure?.detail).toBe('no: *** and Bearer ***')
  })

  test('a missing key is told without asking anybody', async () => {
    await using server = await modelServer(say('no'))
    const { failure } = await listen(createProvider({ ...settings(server, kind), key: undefined }))
    expect(failure).toEqual({ code: 'auth', detail: 'no key', data: { provider: kind } })
    expect(server.requests).toEqual([])
  })

  test('cancelling ends the stream with its reason, and the connection, though the server would go on for ever', async () => {
    await using server = await modelServer(say(['하나', '둘'], { hang: headOf(kind) }))
    const stop = new AbortController()
    const parts: ModelPart[] = []
    const reason = new Error('cancelled by a person')
    let stoppedAt = 0
    const done = (async () => {
      for await (const part of createProvider(settings(server, kind))(ask(), stop.signal)) {
        if (part.type !== 'progress') parts.push(part)
        if (part.type !== 'text') continue
        stoppedAt = performance.now()
        stop.abort(reason)
      }
    })()
    await expect(done).rejects.toBe(reason)
    expect(parts).toEqual([opened, { type: 'text', text: '하나' }])
    await expect.poll(() => server.requests[0]?.leftAt).toBeGreaterThan(stoppedAt)
  })

  test('100,000 deltas cost ten times what 10,000 do, not a hundred', async () => {
    const cpu = async (count: number) => {
      await using server = await modelServer(say(Array(count).fill('가')))
      const before = process.cpuUsage()
      const { parts } = await listen(createProvider(settings(server, kind)))
      const used = process.cpuUsage(before)
      expect(parts[1]).toEqual({ type: 'text', text: '가'.repeat(count) })
      return used.user + used.system
    }
    await cpu(10_000)
    expect(await cpu(100_000)).toBeLessThan(25 * (await cpu(10_000)))
  }, 60_000)
})

test('an answer that says it is over is whole, also where a gateway left out why it ended; one that only stops is not', async () => {
  const chunk = 'data: {"model": "m", "choices": [{"index": 0, "delta": {"content": "네."}}]}\n\n'
  const told = await answer('openai', raw(`${chunk}data: [DONE]\n\n`, 'text/event-stream'))
  expect(told).toMatchObject({ parts: [opened, { type: 'text', text: '네.' }, { type: 'end', stop: 'end' }] })
  expect((await answer('openai', raw(chunk, 'text/event-stream'))).failure).toMatchObject({ code: 'network' })
})
