import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { openTelemetry } from '../../../src/app/http/telemetry.ts'
import type { Envelope, Event } from '../../../src/protocol/index.ts'
import type { Sessions } from '../../../src/ui/http/sessions.ts'
import { listening } from '../../fakes/listen.ts'

interface Spanned {
  name: string
  spanId: string
  parentSpanId?: string
  status: { code?: number; message?: string }
  attributes: { key: string; value: Record<string, unknown> }[]
}

/** A receiver of traces that remembers its requests. */
async function receiver() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(`${request.method} ${request.url} ${body}`)
    response.end('{}')
  })
  const held = await listening(server)
  return { url: `http://127.0.0.1:${held.port}`, bodies, [Symbol.asyncDispose]: () => held[Symbol.asyncDispose]() }
}

function sessionsOf(events: readonly Event[]): Sessions {
  return {
    async *turn() {
      for (const event of events) yield { event } as Envelope
    },
    async *history() {},
    open: () => 0,
    close: async () => {},
  }
}

const input = { text: 'my secret word', origin: 'http', by: 'token:front', request: 'r-1' } as const
const usage = { input: 7, output: 3, cached: 0 }

test('a turn is a span, and in it the store, each call of a model and of a tool; no words are in any of them', async () => {
  await using house = await receiver()
  const telemetry = openTelemetry(house.url)
  const sessions = telemetry.traceTurns(
    sessionsOf([
      { type: 'turn.started', input: { id: 'i', ...input }, agent: 'a' },
      { type: 'model.asked', call: 1, provider: 'openai', model: 'm', purpose: 'reply' },
      {
        ...{
          type: 'model.answered',
          call: 1,
          purpose: 'reply',
          message: 'x',
          text: 'my secret word',
          calls: [],
          usage,
        },
        ...{ stop: 'tools', model: 'm', firstMs: 4, totalMs: 9 },
      } as Event,
      { type: 'tool.called', id: 't', name: 'calculator', args: { expression: 'my secret word' } },
      {
        type: 'tool.ended',
        id: 't',
        name: 'calculator',
        message: 'y',
        outcome: 'ok',
        text: '4',
        untrusted: false,
      } as Event,
      { type: 'turn.failed', failure: { code: 'timeout' }, partial: '', retryable: true },
    ]),
  )
  for await (const _ of sessions.turn('c', input, new AbortController().signal));
  await telemetry.close()
  expect(house.bodies.map((body) => body.slice(0, 16))).toEqual(['POST /v1/traces '])
  const { resourceSpans } = JSON.parse((house.bodies[0] ?? '').slice(16))
  const spans: Spanned[] = resourceSpans[0].scopeSpans[0].spans
  const turn = spans.find(({ name }) => name === 'turn')
  expect(spans.map(({ name, parentSpanId }) => [name, parentSpanId === turn?.spanId]).sort()).toEqual([
    ['model', true],
    ['store', true],
    ['tool', true],
    ['turn', false],
  ])
  expect(turn?.status).toEqual({ code: 2, message: 'timeout' })
  const told = spans.flatMap(({ attributes }) => attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
  expect(Object.fromEntries(told)).toMatchObject({
    'assistant.conversation': 'c',
    'assistant.request': 'r-1',
    'gen_ai.request.model': 'm',
    'gen_ai.tool.name': 'calculator',
    'gen_ai.usage.input_tokens': 7,
  })
  expect(house.bodies.join('')).not.toContain('secret')
})

test('a receiver that is away stops no turn', async () => {
  const telemetry = openTelemetry('http://127.0.0.1:9')
  const sessions = telemetry.traceTurns(
    sessionsOf([{ type: 'turn.started', input: { id: 'i', ...input }, agent: 'a' }]),
  )
  let count = 0
  for await (const _ of sessions.turn('c', input, new AbortController().signal)) count++
  expect(count).toBe(1)
})
