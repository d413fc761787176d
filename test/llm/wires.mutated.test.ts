import { expect, test } from 'vitest'
import { createProvider } from '../../src/llm/index.ts'
import { memoryStore } from '../../src/llm/models/learnt.ts'
import { modelServer, type Reply, raw } from '../fakes/model-server.ts'
import { type Answer, events, type Shape } from '../fakes/model-wire.ts'
import { partOf } from '../parts.ts'
import { Random } from '../random.ts'
import { ask, listen } from './collect.ts'

// Streams that were damaged on their way: cut at any byte, torn inside an event, with words of a proxy between events.

const wires = ['openai', 'anthropic', 'responses', 'ollama'] as const
const tools = [
  {
    name: 'calculator',
    description: 'Sums.',
    schema: { type: 'object', properties: { expression: { type: 'string' } } },
  },
]
const answers: readonly Answer[] = [
  { text: '서울은 맑고, 부산은 흐려요. “우산”을 챙기세요.' },
  { reasoning: '먼저 더해 보자', text: '둘이에요.' },
  { text: '계산할게요.', calls: [{ name: 'calculator', args: { expression: '1+1' } }] },
  { calls: ['1+1', '2+2'].map((expression) => ({ name: 'calculator', args: { expression } })) },
  { text: '<think>더해 보자</think>\n<tool_call>{"name":"calculator","arguments":{"expression":"1+1"}}</tool_call>' },
]

/** The answer whose call stands in its text. */
const writtenCall = answers.length - 1

async function heard(wire: (typeof wires)[number], bytes: string) {
  const reply: Reply = raw(bytes, wire === 'ollama' ? 'application/x-ndjson' : 'text/event-stream')
  await using server = await modelServer(reply, reply, reply)
  const baseUrl = { openai: server.openai, responses: server.openai, anthropic: server.anthropic, ollama: server.url }
  const kind = wire === 'responses' ? 'openai' : wire
  const settings = { kind, baseUrl: baseUrl[wire], key: 'k', zone: 'UTC', store: memoryStore() } as const
  const provider = createProvider({ ...settings, ...(wire === 'responses' && { wire }) }, (ms) =>
    ms >= 20_000 ? new Promise(() => {}) : Promise.resolve(),
  )
  const { parts, failure } = await listen(provider, ask({ tools }))
  return {
    isWhole: failure === undefined,
    isGapTold: parts.some((part) => part.type === 'notice' && part.notice.code === 'answer-gap'),
    text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
    calls: parts.flatMap((part) => (part.type === 'call' ? [[part.call.name, part.call.args, part.call.raw]] : [])),
  }
}

/** Return true where only numbers and marks of the end follow: cut there, the answer is whole. */
const holdsEnd = (bytes: string) =>
  /"finish_reason":"|"stop_reason":"|"done":true|response\.completed"|\[DONE\]/.test(bytes)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const streamsOf = (shape: Shape, answer: Answer) => events(shape, answer, 'model-1')

test('of a damaged stream nothing half is told as whole, and no call of it is made', async () => {
  const count = partOf(10_000, 240)
  const originals = new Map<string, Awaited<ReturnType<typeof heard>>>()
  for (let seed = 1; seed <= count; seed++) {
    const random = new Random(seed)
    const wire = wires[seed % wires.length]!
    const at = random.below(answers.length)
    const all = streamsOf(wire, answers[at]!)
    const key = `${wire} ${at}`
    const original = originals.get(key) ?? (await heard(wire, all.join('')))
    originals.set(key, original)
    const way = random.below(3)
    const place = random.below(all.length)
    const event = all[place]!
    let bytes = ''
    if (way === 0) {
      bytes = [...all.slice(0, place), event.slice(0, random.below(event.length))].join('')
      if (holdsEnd(bytes)) continue
    } else if (way === 1) {
      const from = event.indexOf('{') + 1
      if (from === 0) continue
      const cut = from + random.below(Math.max(1, event.trimEnd().length - from - 1))
      const torn = `${event.slice(0, cut)}\\${event.slice(cut + 2)}`
      // Damage that is JSON all the same says something else, and nobody can see it.
      if (isJson(torn.slice(from - 1))) continue
      bytes = all.with(place, torn).join('')
    } else {
      const noise = wire === 'ollama' ? ['ping\n', 'null\n'] : [': keep-alive\n\n', 'data: ping\n\n', 'data: null\n\n']
      bytes = [...all.slice(0, place), noise[random.below(noise.length)]!, ...all.slice(place)].join('')
    }
    const { isWhole, isGapTold, text, calls } = await heard(wire, bytes)
    const why = `seed ${seed}: ${key}, way ${way}, event ${place}`
    // Without a failure: all of it, or an answer in words whose gap is told.
    if (!isWhole) expect(calls, why).toEqual([])
    else if (!isGapTold) expect([text, calls], why).toEqual([original.text, original.calls])
    // Of a call in text, and on Ollama's wire, whose end names no call, the very mark may be lost: then it is words with a gap, and still no call.
    else expect([wire === 'ollama' || at === writtenCall || !original.calls.length, calls], why).toEqual([true, []])
    if (way === 0) expect(isWhole, why).toBe(false)
    if (way === 2) expect(isWhole, why).toBe(true)
  }
}, 3_600_000)
