import { expect, test } from 'vitest'
import { bareEnv, end, freshHome, start } from '../cli/assistant.ts'
import { type ModelServer, modelServer, type Reply, raw, refuse, say } from '../fakes/model-server.ts'

// Reports of real servers, through the real program.

interface SentMessage {
  role: string
  content: unknown
  reasoning_content?: string
  tool_calls?: { id: string; function: { name: string; arguments: string } }[]
}
interface SentBody {
  messages: SentMessage[]
  tools: { function: { name: string } }[]
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const stream = (...deltas: object[]): Reply =>
  raw([...deltas.map((delta) => chunk(delta)), chunk({}, 'stop'), 'data: [DONE]\n\n'].join(''), 'text/event-stream')
const bodies = (server: ModelServer) => server.requests.map(({ body }) => body as unknown as SentBody)

async function answer(server: ModelServer, home: string, model: string, ...args: string[]) {
  const env = bareEnv(home, { ASSISTANT_COMPATIBLE_URL: server.openai })
  return end(start([...args, '--model', `compatible:${model}`], env))
}

test('a call that a model wrote as text is made, and what it thought is not said', async () => {
  const written = '생각\n</think>\n<tool_call>{"name":"calculator","arguments":{"expression":"2+3*4"}}</tool_call>'
  await using server = await modelServer(stream({ content: written }), say('14예요.'))
  const { out, code } = await answer(server, freshHome(), 'qwen3-thinking', '2+3*4를 도구로 계산해줘')
  expect([out.trim(), code, server.requests.length]).toEqual(['14예요.', 0, 2])
  expect(bodies(server)[1]?.messages.findLast(({ role }) => role === 'tool')?.content).toContain('14')
})

test('Kimi gets its thoughts back while its tools are at work, under the ids that it knows', async () => {
  const call = { index: 0, id: 'x', function: { name: 'calculator', arguments: '{"expression":"1+1"}' } }
  await using server = await modelServer(
    stream({ reasoning_content: '더해 보자' }, { tool_calls: [call] }),
    say('2예요.'),
  )
  await answer(server, freshHome(), 'kimi-k2-thinking', '1+1을 도구로 계산해줘')
  const told = bodies(server)[1]?.messages.find(({ tool_calls: calls }) => calls)
  expect([told?.reasoning_content, told?.tool_calls?.[0]?.id]).toEqual(['더해 보자', 'functions.calculator:0'])
})

test('a tool that a server refuses is left out by name, and only it', async () => {
  const refused = refuse(400, { message: "Invalid schema for function 'reminders': 'kind' is not valid." })
  await using server = await modelServer(refused, say('네.'))
  const { out, err } = await answer(server, freshHome(), 'm', '안녕하세요 반가워요')
  const [first, second] = bodies(server).map(({ tools }) => tools.map(({ function: { name } }) => name))
  expect([out.trim(), second]).toEqual(['네.', first?.filter((name) => name !== 'reminders')])
  expect(err).toContain('reminders')
})

test('after a failed turn the next one is a request that templates of turns take', async () => {
  const broken = refuse(500, { message: 'down' })
  await using server = await modelServer(broken, broken, broken, say('네, 들려요.'))
  const home = freshHome()
  await answer(server, home, 'ministral-8b', '첫 번째 물음이야')
  const { out } = await answer(server, home, 'ministral-8b', '-c', '두 번째 물음이야')
  const sent = bodies(server).at(-1)?.messages ?? []
  expect([out.trim(), sent.map(({ role }) => role)]).toEqual(['네, 들려요.', ['system', 'user']])
  expect(String(sent[1]?.content)).toMatch(/첫 번째 물음이야[\s\S]*두 번째 물음이야/)
})
