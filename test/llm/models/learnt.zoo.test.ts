import { describe, expect, test } from 'vitest'
import { createProvider } from '../../../src/llm/index.ts'
import { memoryStore } from '../../../src/llm/models/learnt.ts'
import { turnMessages } from '../../../src/messages/engine/turn.ts'
import type { FailureCode, ModelRequest } from '../../../src/protocol/index.ts'
import { callTool, type ModelServer, modelServer, type Reply, raw, say } from '../../fakes/model-server.ts'
import { type Refusal, refusalOf, type ZooServer, zoo } from '../../fakes/model-zoo.ts'
import { ask, asked, listen } from '../collect.ts'

/** Waits no time between two requests; the limit for the first byte never comes. */
const patient = (server: ModelServer, animal: ZooServer, store = memoryStore()) => {
  const settings = {
    kind: animal.kind,
    baseUrl: animal.baseUrl(server),
    key: 'key-planted-1',
    zone: 'UTC',
    store,
    firstByteMs: 60_000,
    ...(animal.wire && { wire: animal.wire }),
    ...(animal.apiVersion && { apiVersion: animal.apiVersion }),
  }
  return createProvider(settings, (ms) => (ms >= 60_000 ? new Promise(() => {}) : Promise.resolve()))
}

const tools = [
  { name: 'datetime', description: 'Time.', schema: { type: 'object', properties: { action: { type: 'string' } } } },
]
const everything: Partial<ModelRequest> = {
  tools,
  temperature: 0,
  maxTokens: 50,
  json: { type: 'object', properties: { city: { type: 'string' } } },
  messages: [
    { ...asked('여기가 어디야?'), images: [{ mediaType: 'image/png', data: 'iVBOR' }] },
  ] as ModelRequest['messages'],
}
const textOf = (parts: readonly { type: string; text?: string }[]) =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')

/** What each refusal must become, and how many requests it may cost. */
const failures: [Refusal, FailureCode, number][] = [
  ['key', 'auth', 1],
  ['credit', 'no-credit', 1],
  ['missing', 'model-missing', 1],
  ['overflow', 'overflow', 1],
  ['busy', 'server', 3],
  ['limit', 'rate-limited', 2],
]
const fields: Refusal[] = ['tools', 'temperature', 'json', 'streamOptions', 'images', 'maxTokens']

let cases = 0
describe.each(zoo.map((animal) => [animal.name, animal] as const))('%s', (_, animal) => {
  test('a plain answer: one request to the documented path, the key where it belongs and nowhere else', async () => {
    await using server = await modelServer(say('서울이에요.'))
    const { parts, failure } = await listen(patient(server, animal))
    expect([textOf(parts), failure, server.requests.length, server.requests[0]?.path]).toEqual([
      '서울이에요.',
      undefined,
      1,
      animal.path,
    ])
    const { headers, body } = server.requests[0]!
    expect(
      Object.entries(headers)
        .filter(([, value]) => String(value).includes('key-planted-1'))
        .map(([name]) => name),
    ).toEqual([animal.keyHeader])
    expect(JSON.stringify(body)).not.toContain('key-planted')
  })

  test('a call of a tool, and its result in the next request', async () => {
    await using server = await modelServer(callTool('datetime', { action: 'now' }), say('세 시예요.'))
    const provider = patient(server, animal)
    const { parts } = await listen(provider, ask({ tools }))
    const call = parts.find((part) => part.type === 'call')
    expect(call).toMatchObject({ call: { name: 'datetime', args: { action: 'now' } } })
    const id = call?.type === 'call' ? call.call.id : ''
    const messages: ModelRequest['messages'] = [
      asked('몇 시야?'),
      { role: 'assistant', id: 'a', at: 0, text: '', calls: [{ id, name: 'datetime', args: { action: 'now' } }] },
      { role: 'tool', id: 't', at: 0, call: id, name: 'datetime', text: '15:00', outcome: 'ok' },
    ]
    const { parts: after } = await listen(provider, ask({ tools, messages }))
    expect([textOf(after), server.requests.length]).toEqual(['세 시예요.', 2])
    expect(JSON.stringify(server.requests[1]?.body)).toContain('15:00')
  })

  test.each(failures.filter(([refusal]) => animal.refusals[refusal]))(
    '%s is told as %s, after %i request(s)',
    async (refusal, code, count) => {
      cases++
      const reply = refusalOf(animal, refusal) as Reply
      await using server = await modelServer(reply, reply, reply, reply)
      const { failure, parts } = await listen(patient(server, animal))
      expect([failure?.code, server.requests.length, textOf(parts)]).toEqual([code, count, ''])
      expect(JSON.stringify(failure)).not.toContain('key-planted')
      if (code === 'model-missing' && animal.kind === 'ollama' && failure)
        for (const language of ['ko', 'en'] as const)
          expect(turnMessages[language].failure(failure)).toContain('`assistant models pull ollama:model-1`')
    },
  )

  test.each(fields.filter((refusal) => animal.refusals[refusal]))(
    '%s refused: asked once more without it, and never with it again',
    async (refusal) => {
      cases++
      const reply = refusalOf(animal, refusal) as Reply
      await using server = await modelServer(reply, say('{"city":"서울"}'), say('{"city":"부산"}'))
      const store = memoryStore()
      const first = await listen(patient(server, animal, store), ask(everything))
      expect([first.failure, textOf(first.parts), server.requests.length]).toEqual([undefined, '{"city":"서울"}', 2])
      // Another process that knows what was learnt asks once. A status that may pass teaches nothing.
      const lasts = [400, 422].includes(animal.refusals[refusal]?.[0] ?? 0)
      const { lacks = {} } = store.get(animal.baseUrl(server), 'model-1')
      expect(Object.keys(lacks)).toHaveLength(lasts ? 1 : 0)
      if (!lasts) return
      const second = await listen(patient(server, animal, store), ask(everything))
      expect([textOf(second.parts), server.requests.length]).toEqual(['{"city":"부산"}', 3])
      const told = first.parts.flatMap((part) => (part.type === 'notice' ? [part.notice.code] : []))
      expect(told).toEqual(refusal === 'tools' ? ['no-tools'] : refusal === 'images' ? ['no-vision'] : [])
    },
  )

  test.runIf(animal.thinking)('thoughts are told apart from the answer', async () => {
    await using server = await modelServer(
      raw(animal.thinking ?? '', animal.kind === 'ollama' ? 'application/x-ndjson' : 'text/event-stream'),
    )
    const { parts, failure } = await listen(patient(server, animal))
    const thoughts = parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('')
    expect([failure, textOf(parts).trim(), thoughts.trim()]).toEqual([undefined, '서울', '생각'])
  })

  test('an answer cut by its limit says so, and a connection that breaks is no answer', async () => {
    await using server = await modelServer(say('서울', { stop: 'length' }), say(['서', '울'], { drop: 1 }), say('서울'))
    const cut = await listen(patient(server, animal))
    expect(cut.parts.at(-1)).toMatchObject({ type: 'end', stop: 'length' })
    const broken = await listen(patient(server, animal))
    expect([broken.failure?.code ?? textOf(broken.parts)]).toEqual([expect.stringMatching(/^(network|서울)$/)])
  })

  test('an answer larger than it may be ends cleanly', async () => {
    await using server = await modelServer(say(Array(200).fill('가'.repeat(100))))
    const provider = createProvider({
      kind: animal.kind,
      baseUrl: animal.baseUrl(server),
      key: 'k',
      zone: 'UTC',
      answerBytes: 5_000,
      ...(animal.wire && { wire: animal.wire }),
      ...(animal.apiVersion && { apiVersion: animal.apiVersion }),
    })
    const { parts, failure } = await listen(provider)
    expect([failure, parts.at(-1)]).toEqual([undefined, expect.objectContaining({ type: 'end', stop: 'length' })])
  })
})

test('the zoo is large enough to mean something', () => {
  expect(zoo.length).toBeGreaterThanOrEqual(12)
  expect(cases + zoo.length * 5).toBeGreaterThanOrEqual(120)
})
