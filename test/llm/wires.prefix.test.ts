import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callTool, type ModelServer, modelServer, say, scriptedServer } from '../fakes/model-server.ts'
import { assistantAt, freshHome, said } from '../journeys/home.ts'

type Body = Record<string, unknown> & { messages?: unknown[]; input?: unknown[]; system?: unknown[] }

/**
 * What a provider's cache reads of a request, in its order and piece by piece: tools, what the model is told,
 * messages; without marks.
 */
function piecesOf({ tools = [], system = [], instructions = '', messages, input = [] }: Body): string[] {
  const blocks = (messages ?? input).flatMap((message) => {
    const { content, ...head } = message as { content: unknown }
    return Array.isArray(content) ? content.map((block) => ({ ...head, ...(block as object) })) : [message]
  })
  const all = [...(tools as object[]), ...(system as object[]), instructions, ...blocks]
  return all.map((one) => JSON.stringify(one, (name, value) => (name === 'cache_control' ? undefined : value)))
}

const wires: [string, (server: ModelServer) => { env: Record<string, string>; flags: Record<string, unknown> }][] = [
  [
    'Anthropic',
    ({ anthropic }) => ({
      env: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: anthropic },
      flags: { provider: 'anthropic', model: 'claude-sonnet-4-6' },
    }),
  ],
  [
    'chat completions',
    ({ openai }) => ({
      env: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: openai },
      flags: { provider: 'openai', model: 'gpt-4o' },
    }),
  ],
  [
    'Responses',
    ({ openai }) => ({
      env: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: openai },
      flags: { provider: 'openai', model: 'gpt-5', 'providers.openai.wire': 'responses' },
    }),
  ],
]

const questions = [
  '휴가 규정에 여름 휴가비가 얼마라고 되어 있어?',
  '제주도 숙소가 어디였지?',
  '회사 근처 식당은 어디가 나았지?',
  '고마워',
  '부산 기차는 몇 시였지?',
  '파일 둘을 읽어 줘',
]

test.each(wires)(
  'over %s each request begins with the one before it: six turns with documents and recall, and a loop of tools',
  async (_, access) => {
    const home = freshHome()
    const work = join(home, 'work')
    mkdirSync(work)
    for (const name of ['a.txt', 'b.txt']) writeFileSync(join(work, name), `${name} lorem ipsum`)
    await using server = await modelServer(
      ...Array.from({ length: 8 }, () => say('네.')),
      callTool('read_file', { path: 'a.txt' }),
      callTool('read_file', { path: 'b.txt' }),
      say('읽었어요.'),
      say('네.'),
    )
    const { env, flags } = access(server)
    const assistant = await assistantAt(join(home, 'own'), { cwd: work, env, flags: { ...flags, routing: false } })
    writeFileSync(join(work, '휴가 규정.md'), '# 여름휴가\n\n여름 휴가비는 30만 원이고 7월 급여와 함께 나옵니다.\n')
    const library = await assistant.docs.library('default')
    for await (const _ of library.add([work], AbortSignal.timeout(60_000)));
    const earlier = await assistant.open({ kind: 'new' }, { canAsk: false })
    for (const text of [
      '제주도 숙소를 바다펜션으로 예약했어',
      '회사 근처 식당은 한빛국수가 나아',
      '부산 기차는 아홉 시로 끊었어',
    ])
      await said(earlier, text)
    await earlier.close()
    await expect.poll(() => assistant.conversations.search('부산 기차 몇 시')).toHaveLength(1)
    const before = server.requests.length
    const conversation = await assistant.open({ kind: 'new' }, { canAsk: false })
    for (const question of questions) await said(conversation, question)
    await conversation.close()
    await assistant.close()

    const bodies = server.requests.slice(before).map(({ body }) => piecesOf(body))
    expect(bodies).toHaveLength(questions.length + 2)
    // What was fetched is there, with the message that it was fetched for, in every request since.
    const last = bodies.at(-1)?.join('\n') ?? ''
    for (const word of ['30만 원', '바다펜션', '한빛국수', '아홉 시']) expect(last).toContain(word)
    for (const [at, body] of bodies.slice(1).entries()) expect(body.slice(0, bodies[at]?.length)).toEqual(bodies[at])
  },
)

test('routing leaves a model with a full cache only where that is worth it, and context says so', async () => {
  const usage = { input: 60_000, output: 10 }
  await using server = await scriptedServer(
    [say('분석이에요.', { usage }), say('비예요.', { usage }), say('네.', { usage: { input: 500, output: 10 } })],
    { models: ['claude-haiku-4-5', 'claude-sonnet-4-6', 'claude-opus-4-6'] },
  )
  const assistant = await assistantAt(freshHome(), {
    env: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.anthropic },
    flags: { provider: 'anthropic', model: undefined },
  })
  const conversation = await assistant.open({ kind: 'new' }, { canAsk: false })
  await said(conversation, '두 회사의 실적을 비교해서 분석해줘')
  await said(conversation, '이순신 장군은 언제 태어났어?')
  const report = await assistant.context(conversation.id, '세종대왕은 언제 태어났어?')
  expect(report.model).toEqual({ model: 'claude-opus-4-6', weight: 'standard', keptFor: 60_010 })
  await conversation.close()
  const other = await assistant.open({ kind: 'new' }, { canAsk: false })
  await said(other, '이순신 장군은 언제 태어났어?')
  await other.close()
  await assistant.close()
  expect(server.requests.map(({ body }) => body.model)).toEqual([
    'claude-opus-4-6',
    'claude-opus-4-6',
    'claude-sonnet-4-6',
  ])
})
