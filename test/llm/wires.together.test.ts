import { describe, expect, test } from 'vitest'
import { createProvider, type ProviderSettings } from '../../src/llm/index.ts'
import { AssistantError, type ModelPart } from '../../src/protocol/index.ts'
import { modelServer, type Reply, raw, say } from '../fakes/model-server.ts'
import { events } from '../fakes/model-wire.ts'
import { ask, listen } from './collect.ts'

/** The parts of an answer as they come, and the code of what ended them. */
async function parts(reply: Reply): Promise<(ModelPart | string)[]> {
  await using server = await modelServer(reply)
  const seen: (ModelPart | string)[] = []
  const provider = createProvider({
    kind: 'openai',
    baseUrl: server.openai,
    key: 'key',
    zone: 'UTC',
    retry: { delaysMs: [] },
  })
  try {
    for await (const part of provider(ask(), AbortSignal.timeout(20_000))) seen.push(part)
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error
    seen.push(error.failure.code)
  }
  return seen
}

const text = (text: string): ModelPart => ({ type: 'text', text })
const end = { type: 'end', stop: 'end', usage: { input: 11, output: 7, cached: 0 }, model: 'model-1' }

test('what arrives together is handed on together, in order', async () => {
  expect(await parts(say(['가', '나', '다']))).toEqual([{ type: 'opened' }, text('가나다'), end])
})

test('what arrives one by one is handed on as it comes', async () => {
  const seen = await parts(say(['가', '나', '다'], { everyMs: 100 }))
  expect(seen.length).toBeGreaterThan([{ type: 'opened' }, text('가나다'), end].length)
})

test('words before a failure in the same read are told before it', async () => {
  const [first = '', second = ''] = events('openai', { text: ['가', '나'] }, 'model-1').filter((event) =>
    /[가나]/.test(event),
  )
  const failure = 'data: {"error":{"message":"overloaded","type":"server_error"}}\n\n'
  expect(await parts(raw(`${first}${second}${failure}`, 'text/event-stream'))).toEqual([
    { type: 'opened' },
    text('가나'),
    'server',
  ])
})

test('a thousand tokens a second come in far fewer pieces than tokens, and none is lost', async () => {
  const tokens = Array.from({ length: 300 }, (_, at) => `<${at}>`)
  const seen = await parts(say(tokens, { everyMs: 1 }))
  const texts = seen.flatMap((part) => (typeof part === 'object' && part.type === 'text' ? [part.text] : []))
  expect(texts.join('')).toBe(tokens.join(''))
  expect(texts.length).toBeLessThan(45)
})

const sse = (event: object) => `data: ${JSON.stringify(event)}\n\n`
const chat = (delta: object) => sse({ choices: [{ delta }] })
const block = (index: number, delta: object) => sse({ type: 'content_block_delta', index, delta })
const line = (message: object) => `${JSON.stringify({ message, done: false })}\n`
/** Everything that an answer may go on with, one event of each: what its reader keeps until the end. */
const goesOn: Record<string, Record<string, (at: number) => string>> = {
  openai: {
    words: () => chat({ content: '말이 이어져요. ' }),
    thoughts: () => chat({ reasoning_content: '생각이 이어져요. ' }),
    'sealed thoughts': () => chat({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'c2VhbGVk' }] }),
    arguments: () =>
      chat({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'calculator', arguments: '1 + 1 + ' } }] }),
    calls: (at) => chat({ tool_calls: [{ index: at, id: `c${at}`, function: { name: 'x', arguments: '' } }] }),
  },
  anthropic: {
    words: () => block(0, { type: 'text_delta', text: '말이 이어져요. ' }),
    thoughts: () => block(0, { type: 'thinking_delta', thinking: '생각이 이어져요. ' }),
    signatures: () => block(0, { type: 'signature_delta', signature: 'c2VhbGVk' }),
    arguments: (at) =>
      at === 0
        ? sse({
            type: 'content_block_start',
            index: 0,
            content_block: { type: 'tool_use', id: 'c1', name: 'x', input: {} },
          })
        : block(0, { type: 'input_json_delta', partial_json: '1 + 1 + ' }),
    calls: (at) =>
      sse({ type: 'content_block_start', index: at, content_block: { type: 'tool_use', id: `c${at}`, name: 'x' } }),
    'sealed thoughts': (at) =>
      sse({ type: 'content_block_start', index: at, content_block: { type: 'redacted_thinking', data: 'c2VhbGVk' } }),
  },
  responses: {
    words: () => sse({ type: 'response.output_text.delta', delta: '말이 이어져요. ' }),
    thoughts: () => sse({ type: 'response.reasoning_summary_text.delta', delta: '생각이 이어져요. ' }),
    arguments: () => sse({ type: 'response.function_call_arguments.delta', output_index: 0, delta: '1 + 1 + ' }),
    items: (at) =>
      sse({
        type: 'response.output_item.done',
        output_index: at,
        item: { type: 'reasoning', encrypted_content: 'c2VhbGVk' },
      }),
  },
  ollama: {
    words: () => line({ content: '말이 이어져요. ' }),
    thoughts: () => line({ thinking: '생각이 이어져요. ' }),
    calls: () => line({ tool_calls: [{ function: { name: 'x', arguments: { a: 1 } } }] }),
  },
}

describe.each(Object.entries(goesOn))('over the wire of %s', (wire, kinds) => {
  test.each(Object.entries(kinds))('an answer that goes on and on with %s ends at its size', async (kind, event) => {
    const body = Array.from({ length: 4_000 }, (_, at) => event(at)).join('')
    await using server = await modelServer(raw(body, wire === 'ollama' ? 'application/x-ndjson' : 'text/event-stream'))
    const settings = { key: 'key', zone: 'UTC', retry: { delaysMs: [] }, answerBytes: 20_000 } as const
    const where: Record<string, Pick<ProviderSettings, 'kind' | 'baseUrl' | 'wire'>> = {
      openai: { kind: 'openai', baseUrl: server.openai },
      anthropic: { kind: 'anthropic', baseUrl: server.anthropic },
      responses: { kind: 'openai', wire: 'responses', baseUrl: server.openai },
      ollama: { kind: 'ollama', baseUrl: server.url },
    }
    const { parts, failure } = await listen(createProvider({ ...settings, ...(where[wire] as ProviderSettings) }))
    // Without its own end the stream would have been read to the last byte, and then be a broken one.
    const ends = [failure?.code ?? parts.at(-1)]
    expect(ends).toEqual([kind === 'words' ? expect.objectContaining({ type: 'end', stop: 'length' }) : 'empty'])
  })
})
