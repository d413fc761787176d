import { describe, expect, test } from 'vitest'
import { createProvider } from '../../src/llm/index.ts'
import type { StopReason } from '../../src/protocol/index.ts'
import { callTool, type Reply, raw, refuse, say, scriptedServer } from '../fakes/model-server.ts'
import { events, type Shape } from '../fakes/model-wire.ts'
import { listen } from './collect.ts'

// What goes wrong on the way, the same list over each wire: how it ends, and how many requests it took. A server
// answers every request alike.

type Outcome = 'answer' | 'cut' | 'part' | string
type Wire = Extract<Shape, 'openai' | 'anthropic' | 'responses'>
type Fault = [name: string, reply: Reply | ((wire: Wire) => Reply), outcome: Outcome, requests: number]

const sse = 'text/event-stream'
const whole = (wire: Wire) => events(wire, { text: ['안녕', '하세요'] }, 'model-1')
const stream = (text: (all: string[]) => string) => (wire: Wire) => raw(text(whole(wire)), sse)
/** Events until the first words; what stands before them. */
const headOf = (wire: Wire) => whole(wire).findIndex((event) => event.includes('안녕'))
const status = (code: number, more: Parameters<typeof refuse>[1] = {}) => refuse(code, { message: 'no', ...more })
const waits = (value: string, name = 'retry-after') => ({ headers: { [name]: value } })

const faults: Fault[] = [
  // What the person or the request has to change is asked once.
  ...([400, 405, 409, 410, 411, 414, 415, 418, 422, 431, 451] as const).map(
    (code): Fault => [`${code}`, status(code), 'bad-request', 1],
  ),
  ['401', status(401), 'auth', 1],
  ['401 without a body', raw('', 'text/plain', 401), 'auth', 1],
  ['401 as a page', raw('<html>login</html>', 'text/html', 401), 'auth', 1],
  ['402', status(402), 'no-credit', 1],
  ['403', status(403), 'auth', 1],
  ['404', status(404), 'model-missing', 1],
  ['404 as a page', raw('<html>none</html>', 'text/html', 404), 'model-missing', 1],
  ['413', status(413), 'overflow', 1],
  ['an overflow by its words', status(400, { message: 'prompt is too long: 9 tokens > 8 maximum' }), 'overflow', 1],
  [
    'an overflow by its code',
    raw('{"error": {"code": "context_length_exceeded", "message": "no"}}', 'application/json', 400),
    'overflow',
    1,
  ],
  [
    'no credit, by its words',
    status(400, { message: 'Your credit balance is too low to access the API' }),
    'no-credit',
    1,
  ],
  ['no credit, as a limit', status(429, { type: 'insufficient_quota', code: 'insufficient_quota' }), 'no-credit', 1],
  ['301', raw('', 'text/plain', 301), 'config', 1],
  ['307', raw('', 'text/plain', 307), 'config', 1],
  ['308 with a place', { ...raw('', 'text/plain', 308), headers: { location: 'http://127.0.0.1:9/' } }, 'config', 1],
  // What may pass by itself is asked three times.
  ...([500, 501, 502, 503, 504, 507, 520, 529] as const).map((code): Fault => [`${code}`, status(code), 'server', 3]),
  ['408', status(408), 'timeout', 1],
  ['500 without a body', raw('', 'text/plain', 500), 'server', 3],
  ['502 as a page', raw('<html>bad gateway</html>', 'text/html', 502), 'server', 3],
  ['503 that says when', status(503, waits('0')), 'server', 3],
  ['503 for a day', status(503, waits('86400')), 'server', 1],
  ['529 that says when, in milliseconds', status(529, waits('5', 'retry-after-ms')), 'server', 3],
  ['a connection that breaks before a word', { drop: 'headers' }, 'network', 3],
  ['a connection that breaks behind the head', (wire) => ({ ...say(['안녕']), drop: headOf(wire) }), 'network', 3],
  // A limit is asked once more, when it says.
  ['429', status(429), 'rate-limited', 2],
  ['429 that says when', status(429, waits('5', 'retry-after-ms')), 'rate-limited', 2],
  ['429 without a body', raw('', 'text/plain', 429), 'rate-limited', 2],
  ['429 for a day', status(429, waits('86400')), 'rate-limited', 1],
  ['429 at a time that is over', status(429, waits('Mon, 02 Mar 2020 00:00:00 GMT')), 'rate-limited', 2],
  ['429 with nonsense', status(429, waits('soon')), 'rate-limited', 2],
  // A whole answer, and none.
  ['a page in place of a stream', raw('<html>login</html>', 'text/html'), 'malformed', 1],
  ['JSON in place of a stream', raw('{"choices": []}'), 'malformed', 1],
  ['an error with status 200', raw('{"error": {"type": "overloaded_error", "message": "busy"}}'), 'server', 3],
  ['nothing at all', raw('', sse), 'malformed', 1],
  ['comments only', raw(': ping\n\n: ping\n\n', sse), 'network', 3],
  ['an end only', say([]), 'empty', 1],
  ['an answer of no letter', say([' \n']), 'part, empty', 1],
  ['an event that is no JSON', raw('data: {"choices"\n\n', sse), 'malformed', 1],
  ['an event that is a list', raw('data: [1]\n\n', sse), 'malformed', 1],
  ['an event that is a number', raw('data: 1\n\n', sse), 'malformed', 1],
  ['bytes that are no text', raw('\u0000\u0001\u0002', sse), 'network', 3],
  ['a refusal without a word', say('', { stop: 'filter' }), 'refused', 1],
  ['an error before a word', say([], { error: { type: 'overloaded_error', message: 'busy' } }), 'server', 3],
  ['a limit before a word', say([], { error: { type: 'rate_limit_error', message: 'busy' } }), 'rate-limited', 2],
  // Once something was shown nothing is asked again.
  ['an error after words', say(['안녕'], { error: { type: 'overloaded_error', message: 'busy' } }), 'part, server', 1],
  [
    'a connection that breaks after words',
    (wire) => ({ ...say(['안녕', '하세요']), drop: headOf(wire) + 1 }),
    'part, network',
    1,
  ],
  [
    'an end that never comes',
    stream((all) =>
      all
        .slice(
          0,
          all.findIndex((one) => one.includes('하세요')),
        )
        .join(''),
    ),
    'part, network',
    1,
  ],
  [
    'rubbish after words',
    stream(
      (all) =>
        `${all
          .slice(
            0,
            all.findIndex((one) => one.includes('하세요')),
          )
          .join('')}data: {"a\n\n`,
    ),
    'part, malformed',
    1,
  ],
  // What is odd, and an answer all the same.
  ['single bytes', say(['안녕', '하세요'], { cut: 1 }), 'answer', 1],
  ['CRLF', stream((all) => all.join('').replaceAll('\n', '\r\n')), 'answer', 1],
  ['a byte order mark', stream((all) => `\ufeff${all.join('')}`), 'answer', 1],
  ['comments between', stream((all) => all.join(': ping\n\n')), 'answer', 1],
  ['ids and pauses between', stream((all) => all.map((one) => `id: 1\nretry: 10\n${one}`).join('')), 'answer', 1],
  ['fields that nobody knows', stream((all) => all.map((one) => `x-own: 1\n${one}`).join('')), 'answer', 1],
  ['another type of content', (wire) => raw(whole(wire).join(''), 'application/octet-stream'), 'answer', 1],
  ['no type of content', (wire) => raw(whole(wire).join(''), ''), 'answer', 1],
  ['bytes behind the end', stream((all) => `${all.join('')}: late\n\n`), 'answer', 1],
  ['the limit of length', say(['안녕', '하세요'], { stop: 'length' }), 'cut', 1],
  ['no counts', say(['안녕', '하세요'], { usage: null }), 'answer', 1],
  ['a call with arguments that are no JSON', callTool('x', '{"a": '), 'call', 1],
]

describe.each(['openai', 'anthropic', 'responses'] as const)('over %s', (wire) => {
  test.each(faults)('%s', async (_, reply, outcome, requests) => {
    await using server = await scriptedServer([], { otherwise: typeof reply === 'function' ? reply(wire) : reply })
    const retry = { delaysMs: [1, 1], rateLimitDefaultMs: 1 }
    const where =
      wire === 'anthropic'
        ? ({ kind: 'anthropic', baseUrl: server.anthropic } as const)
        : ({ kind: 'openai', baseUrl: server.openai, wire: wire === 'openai' ? 'chat' : 'responses' } as const)
    const { parts, failure } = await listen(createProvider({ ...where, key: 'k', zone: 'UTC', retry }))
    const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
    const end = parts.at(-1)
    const names: Partial<Record<StopReason, string>> = {
      end: 'answer',
      length: 'cut',
      tools: 'call',
      refusal: 'refusal',
    }
    const stop = end?.type === 'end' ? names[end.stop] : undefined
    expect([
      failure ? [text && 'part', failure.code].filter(Boolean).join(', ') : stop,
      server.requests.length,
    ]).toEqual([outcome, requests])
    if (outcome === 'answer' || outcome === 'cut') expect(text).toBe('안녕하세요')
  })
})

test('the list is as long as what was tried by hand', () => {
  expect(faults.length).toBeGreaterThanOrEqual(65)
})
