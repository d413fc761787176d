import { readFileSync } from 'node:fs'
import { createProvider } from '../../src/llm/index.ts'
import { memoryStore } from '../../src/llm/models/learnt.ts'
import type { FailureCode, JsonObject, ProviderKind } from '../../src/protocol/index.ts'
import { ask, listen } from '../llm/collect.ts'
import { type ModelServer, type Reply, raw } from './model-server.ts'

// Public reports of what real servers send, each beside its source, as exchanges on the wire.

export interface RefusalReport {
  source: string
  kind: ProviderKind
  status: number
  body: unknown
  code: FailureCode
  waitMs?: number
  requests?: number
  headers?: Record<string, string>
}
export interface StreamReport {
  source: string
  kind: ProviderKind | 'responses'
  model: string
  events?: (object | string)[]
  raw?: string
  type?: string
  status?: number
  /** The answer to the second request. */
  then?: (object | string)[]
  expect: { text?: string; code?: FailureCode; calls?: JsonObject[]; thoughts?: string; requests?: number }
}

const read = <T>(name: string): T[] =>
  JSON.parse(readFileSync(new URL(`../fixtures/dialects/${name}.json`, import.meta.url), 'utf8'))

export const refusalReports = read<RefusalReport>('refusals')
export const streamReports = read<StreamReport>('streams')

/** The tools that every request of the corpus offers. */
export const reportTools = [
  {
    name: 'calculator',
    description: 'Sums.',
    schema: { type: 'object', properties: { expression: { type: 'string' } } },
  },
  { name: 'datetime', description: 'Time.', schema: { type: 'object', properties: { action: { type: 'string' } } } },
]

/** Return the bytes of a stream of these events. */
export const wireOf = (events: readonly (object | string)[], kind: StreamReport['kind']): string =>
  events
    .map((event) => {
      const data = typeof event === 'string' ? event : JSON.stringify(event)
      return kind === 'ollama' ? `${data}\n` : `data: ${data}\n\n`
    })
    .join('')

export const contentTypeOf = ({ type, kind }: StreamReport): string =>
  type ?? (kind === 'ollama' ? 'application/x-ndjson' : 'text/event-stream')

/** Return what the server of a report answers, request after request. */
export function repliesOf(report: StreamReport): [Reply, Reply] {
  const type = contentTypeOf(report)
  const first = raw(report.raw ?? wireOf(report.events ?? [], report.kind), type, report.status)
  return [first, report.then ? raw(wireOf(report.then, report.kind), type) : first]
}

export const refusalOf = ({ body, status, headers }: RefusalReport): Reply => ({
  ...raw(JSON.stringify(body), 'application/json', status),
  ...(headers && { headers }),
})

/** Return the address that the settings of a report's provider want. */
export const addressFor = (server: ModelServer, kind: StreamReport['kind']): string =>
  kind === 'anthropic' ? server.anthropic : kind === 'ollama' ? server.url : server.openai

/** What came of an answer: its words, thoughts, calls and requests, or the cause of its failure. */
export interface Outcome {
  code: FailureCode | undefined
  waitMs: number | undefined
  text: string
  thoughts: string
  calls: JsonObject[]
  requests: number
  parts: string[]
}

/** Ask a server as the program does, but without waiting between two requests. */
export async function askReported(
  server: ModelServer,
  kind: StreamReport['kind'],
  model = 'model-1',
): Promise<Outcome> {
  const settings = {
    kind: kind === 'responses' ? ('openai' as const) : kind,
    baseUrl: addressFor(server, kind),
    key: 'k',
    zone: 'UTC',
    store: memoryStore(),
    firstByteMs: 60_000,
    ...(kind === 'responses' && { wire: 'responses' as const }),
  }
  const provider = createProvider(settings, (ms) => (ms >= 60_000 ? new Promise(() => {}) : Promise.resolve()))
  const { parts, failure } = await listen(provider, ask({ tools: reportTools, model }))
  const textOf = (type: 'text' | 'reasoning') =>
    parts.flatMap((part) => (part.type === type ? [part.text] : [])).join('')
  return {
    code: failure?.code,
    waitMs: failure?.retryAfterMs,
    text: parts.find((part) => part.type === 'end')?.text ?? textOf('text'),
    thoughts: textOf('reasoning'),
    calls: parts.flatMap((part) => (part.type === 'call' ? [{ name: part.call.name, args: part.call.args }] : [])),
    requests: server.requests.length,
    parts: parts.map(({ type }) => type),
  }
}
