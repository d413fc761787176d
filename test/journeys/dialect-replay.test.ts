import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createProvider } from '../../src/llm/index.ts'
import { memoryStore } from '../../src/llm/models/learnt.ts'
import type { FailureCode, JsonObject, ProviderKind } from '../../src/protocol/index.ts'
import { type ModelServer, modelServer, raw } from '../fakes/model-server.ts'
import { ask, listen } from '../llm/collect.ts'

// Public reports of what real servers send, each beside its source, as exchanges on the wire: an answer, or the right
// cause after the right number of requests.

const read = <T>(name: string): T[] =>
  JSON.parse(readFileSync(new URL(`../fixtures/dialects/${name}.json`, import.meta.url), 'utf8'))

interface RefusalReport {
  source: string
  kind: ProviderKind
  status: number
  body: unknown
  code: FailureCode
  waitMs?: number
  requests?: number
  headers?: Record<string, string>
}
interface StreamReport {
  source: string
  kind: ProviderKind | 'responses'
  model: string
  events?: (object | string)[]
  raw?: string
  type?: string
  status?: number
  /** What the second request is answered. */
  then?: (object | string)[]
  expect: { text?: string; code?: FailureCode; calls?: JsonObject[]; thoughts?: string; requests?: number }
}

const tools = [
  {
    name: 'calculator',
    description: 'Sums.',
    schema: { type: 'object', properties: { expression: { type: 'string' } } },
  },
  { name: 'datetime', description: 'Time.', schema: { type: 'object', properties: { action: { type: 'string' } } } },
]

function providerOf(server: ModelServer, kind: ProviderKind | 'responses') {
  const baseUrl =
    kind === 'anthropic' ? server.anthropic : kind === 'ollama' ? server.openai.replace(/\/v1$/, '') : server.openai
  const settings = {
    kind: kind === 'responses' ? ('openai' as const) : kind,
    baseUrl,
    key: 'k',
    zone: 'UTC',
    store: memoryStore(),
    firstByteMs: 60_000,
    ...(kind === 'responses' && { wire: 'responses' as const }),
  }
  return createProvider(settings, (ms) => (ms >= 60_000 ? new Promise(() => {}) : Promise.resolve()))
}

const refusals = read<RefusalReport>('refusals')
describe('refusals', () => {
  test.each(refusals.map((report) => [report.source, report] as const))('%s', async (_, report) => {
    const reply = {
      ...raw(JSON.stringify(report.body), 'application/json', report.status),
      ...(report.headers && { headers: report.headers }),
    }
    await using server = await modelServer(...Array(4).fill(reply))
    const { failure } = await listen(providerOf(server, report.kind), ask({ tools }))
    expect([failure?.code, failure?.retryAfterMs]).toEqual([report.code, report.waitMs])
    if (report.requests) expect(server.requests).toHaveLength(report.requests)
  })
})

const wireOf = (events: readonly (object | string)[], kind: StreamReport['kind']) =>
  events
    .map((event) => {
      const data = typeof event === 'string' ? event : JSON.stringify(event)
      return kind === 'ollama' ? `${data}\n` : `data: ${data}\n\n`
    })
    .join('')

const streams = read<StreamReport>('streams')
describe('streams', () => {
  test.each(streams.map((report) => [report.source, report] as const))('%s', async (_, report) => {
    const type = report.type ?? (report.kind === 'ollama' ? 'application/x-ndjson' : 'text/event-stream')
    const first = raw(report.raw ?? wireOf(report.events ?? [], report.kind), type, report.status)
    const next = report.then ? raw(wireOf(report.then, report.kind), type) : first
    await using server = await modelServer(first, next, next, next)
    const { parts, failure } = await listen(providerOf(server, report.kind), ask({ tools, model: report.model }))
    const textOf = (kind: 'text' | 'reasoning') =>
      parts.flatMap((part) => (part.type === kind ? [part.text] : [])).join('')
    const ended = parts.find((part) => part.type === 'end')
    const calls = parts.flatMap((part) =>
      part.type === 'call' ? [{ name: part.call.name, args: part.call.args }] : [],
    )
    const { text, code, calls: called = [], thoughts, requests = 1 } = report.expect
    expect({ code: failure?.code, calls, requests: server.requests.length }).toEqual({ code, calls: called, requests })
    if (code === undefined) expect(ended?.text ?? textOf('text')).toBe(text)
    if (thoughts !== undefined) expect(textOf('reasoning')).toBe(thoughts)
  })
})

/** Where each stream is cut: at one event of it, or with WIRES=all at every one. */
function cutsOf({ events = [] }: StreamReport, seed: number): number[] {
  const all = Array.from({ length: Math.max(0, events.length - 1) }, (_, at) => at + 1)
  return process.env.WIRES === 'all' ? all : all.filter((at) => at === 1 + (seed % Math.max(1, all.length)))
}

const isEnd = (event: object | string) =>
  event === '[DONE]' ||
  /"finish_reason":"(?!null)|"stop_reason":"|"done":true|response\.completed/.test(JSON.stringify(event))

test('a stream that is cut before its end is told as cut: no call of it is made, and nothing half is an answer', async () => {
  const cases = streams.flatMap((report, seed) => cutsOf(report, seed).map((at) => ({ report, at })))
  for (const { report, at } of cases) {
    const events = (report.events ?? []).slice(0, at)
    if (events.some(isEnd) || events.some((event) => JSON.stringify(event).includes('"error"'))) continue
    const type = report.kind === 'ollama' ? 'application/x-ndjson' : 'text/event-stream'
    const cut = raw(wireOf(events, report.kind), type)
    await using server = await modelServer(cut, cut, cut)
    const { parts, failure } = await listen(providerOf(server, report.kind), ask({ tools, model: report.model }))
    const said = parts.map(({ type }) => type)
    expect([failure?.code, said.includes('end'), said.includes('call')], report.source).toEqual([
      'network',
      false,
      false,
    ])
  }
  expect(cases.length).toBeGreaterThan(60)
})

test('the corpus is large enough to mean something, and every report names its source', () => {
  expect(refusals.length + streams.length).toBeGreaterThanOrEqual(150)
  expect([...refusals, ...streams].filter(({ source }) => source === '')).toEqual([])
})
