import { expect, test } from 'vitest'
import { createProvider } from '../../src/llm/index.ts'
import { AssistantError, type ModelPart } from '../../src/protocol/index.ts'
import { modelServer, type Reply, raw, say } from '../fakes/model-server.ts'
import { events } from '../fakes/model-wire.ts'
import { ask } from './collect.ts'

/** The parts of an answer as they come, and the code of what ended them. */
async function parts(reply: Reply): Promise<(ModelPart | string)[]> {
  await using server = await modelServer(reply)
  const seen: (ModelPart | string)[] = []
  const provider = createProvider({ kind: 'openai', baseUrl: server.openai, key: 'key', zone: 'UTC', retry: { delaysMs: [] } })
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
  const [first = '', second = ''] = events('openai', { text: ['가', '나'] }, 'model-1').filter((event) => /[가나]/.test(event))
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
