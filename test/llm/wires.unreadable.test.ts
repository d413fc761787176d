import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createProvider, type ProviderSettings } from '../../src/llm/index.ts'
import { modelServer, raw } from '../fakes/model-server.ts'
import { type Answer, events, type Shape } from '../fakes/model-wire.ts'
import { ask, listen, type Story } from './collect.ts'

// Events that nobody can read, at any place of a stream, over every wire: what they may not hurt, and what they may
// not hide.

type Wire = Exclude<Shape, 'zai'>
const wires = ['openai', 'anthropic', 'responses', 'ollama'] as const

const said: Answer = { text: ['서울은 ', '오늘 ', '맑고 ', '내일은 ', '비예요.'], reasoning: ['날씨를 ', '본다'] }
const called: Answer = { text: '볼게요.', calls: [{ name: 'pay', args: { to: '엄마', amount: '10000' } }] }
const text = ({ parts }: Story) => parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
const ended = ({ parts }: Story) => parts.some(({ type }) => type === 'end')
const calls = ({ parts }: Story) => parts.filter(({ type }) => type === 'call')
const gaps = ({ parts }: Story) =>
  parts.flatMap((part) =>
    part.type === 'notice' && part.notice.code === 'answer-gap' ? [part.notice.data.events] : [],
  )

/** What a proxy may put between events, which is no part of any answer; and what may have been one. */
const alien = fc.constantFrom('ping', 'null', '0', '""', '[]', 'true', 'keep-alive', 'OK')
const torn = fc.constantFrom(
  '{',
  '{"choices":[{"delta":{"content":"서',
  '{"type":"content_block_del',
  '"}}]}',
  '{"message":{"conte',
)

const whole = { retry: { delaysMs: [], rateLimitMaxMs: -1 }, key: 'k', zone: 'UTC' } as const
function settings(
  wire: Wire,
  { url, openai, anthropic }: { url: string; openai: string; anthropic: string },
): ProviderSettings {
  if (wire === 'anthropic') return { ...whole, kind: 'anthropic', baseUrl: anthropic }
  if (wire === 'ollama') return { ...whole, kind: 'ollama', baseUrl: url }
  return { ...whole, kind: 'openai', baseUrl: openai, wire: wire === 'responses' ? 'responses' : 'chat' }
}

async function hearing(wire: Wire) {
  const server = await modelServer()
  const type = wire === 'ollama' ? 'application/x-ndjson' : 'text/event-stream'
  const tools = [{ name: 'pay', description: '', schema: {} }]
  return {
    hear(all: string[]): Promise<Story> {
      server.add(raw(all.join(''), type))
      return listen(createProvider(settings(wire, server)), ask({ tools }))
    },
    event: (data: string) => (wire === 'ollama' ? `${data}\n` : `data: ${data}\n\n`),
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/** The events with others at these places, before the end of all. */
function mixed(all: readonly string[], more: readonly (readonly [at: number, event: string])[]): string[] {
  const last = all.length - 1
  return all.flatMap((one, index) => [
    ...more.filter(([at]) => at % Math.max(1, last) === index).map(([, event]) => event),
    one,
  ])
}

const places = (data: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(fc.tuple(fc.nat(40), data), { minLength: 1, maxLength })
const runs = { numRuns: Number(process.env.UNREADABLE ?? 40) }

test.each(wires)('over %s words between events change nothing', async (wire) => {
  await using server = await hearing(wire)
  for (const answer of [said, called]) {
    const all = events(wire, answer, 'model-1')
    const plain = await server.hear(all)
    await fc.assert(
      fc.asyncProperty(places(alien, 12), async (more) => {
        expect(
          await server.hear(
            mixed(
              all,
              more.map(([at, data]) => [at, server.event(data)]),
            ),
          ),
        ).toEqual(plain)
      }),
      runs,
    )
  }
})

test.each(wires)('over %s torn events are counted beside an answer in words, and end one that calls', async (wire) => {
  await using server = await hearing(wire)
  const [words, acts] = [events(wire, said, 'model-1'), events(wire, called, 'model-1')]
  const plain = await server.hear(words)
  await fc.assert(
    fc.asyncProperty(places(torn, 12), async (more) => {
      const put = more.map(([at, data]) => [at, server.event(data)] as const)
      const heard = await server.hear(mixed(words, put))
      if (more.length > 8) expect(heard.failure?.code).toBe('malformed')
      else
        expect([gaps(heard), text(heard), heard.parts.at(-1)]).toEqual([[more.length], text(plain), plain.parts.at(-1)])
      const acted = await server.hear(mixed(acts, put))
      expect([acted.failure?.code, calls(acted)]).toEqual(['malformed', []])
    }),
    runs,
  )
})

test.each(wires)('over %s an answer of which something is missing is never told as whole', async (wire) => {
  await using server = await hearing(wire)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(said, called),
      fc.array(fc.tuple(fc.nat(40), fc.double({ min: 0.05, max: 0.95, noNaN: true })), { minLength: 1, maxLength: 3 }),
      fc.nat(40),
      async (answer, tears, length) => {
        const all = events(wire, answer, 'model-1')
        const tear = (event: string, share: number) => {
          const data = event.slice(event.indexOf('{')).trimEnd()
          return server.event(data.slice(0, Math.max(1, Math.floor(data.length * share))))
        }
        const holed = all.map((event, index) => {
          const share = tears.find(([at]) => at % all.length === index)?.[1]
          return share === undefined || !event.includes('{') ? event : tear(event, share)
        })
        const heard = await server.hear(holed)
        if (holed.some((event, at) => event !== all[at])) {
          expect(calls(heard)).toEqual([])
          if (ended(heard)) expect(gaps(heard)).toHaveLength(1)
        }
        const cut = holed.slice(0, length % all.length)
        const rest = await server.hear(cut)
        const kept = await server.hear(all.slice(0, length % all.length))
        if (ended(rest)) expect(ended(kept)).toBe(true)
      },
    ),
    runs,
  )
})
