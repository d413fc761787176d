import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test as sample } from 'vitest'
import { callTool, modelServer, say as says } from '../fakes/model-server.ts'
import { oracleFile, testWithOracles } from '../oracles/oracle.ts'
import { longTest as test } from '../parts.ts'
import { always, assistantAt, endingOf, freshHome, of, talk } from './home.ts'

function declare(home: string, declaration: { name: string; [key: string]: unknown }, handler?: string): void {
  const folder = join(home, 'services', declaration.name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'service.json'), JSON.stringify({ version: '1.0.0', ...declaration }))
  if (handler) writeFileSync(join(folder, 'handler.ts'), handler)
}

const clerk = (tools: string[]) => ({
  name: 'clerk',
  words: ['계산원'],
  steps: { reply: { prompt: '계산원이다.', card: { tools } } },
})

sample(
  'a step of a service has the tools that it names, and no others, under the rules of every tool',
  async () => {
    const home = freshHome()
    const offered: string[][] = []
    await using server = await modelServer(
      ...always(({ body }) => {
        offered.push((body.tools ?? []).map((tool: { function: { name: string } }) => tool.function.name))
        const last = body.messages.at(-1)
        return last.role === 'tool'
          ? says(`답: ${last.content}`)
          : offered.length > 2
            ? callTool('shell', { command: 'ls' })
            : callTool('calculator', { expression: '6*7' })
      }),
    )
    declare(home, clerk(['calculator', 'shell']))
    const { conversation, say } = await talk(await assistantAt(home, { model: server.openai }))
    expect(endingOf(await say('계산원, 6 곱하기 7'))).toMatchObject({ type: 'turn.done', text: '답: 6*7 = 42' })
    expect(offered[0]?.toSorted()).toEqual(['calculator', 'shell'])
    // Nobody can be asked here, and a remote person is not even offered it.
    const denied = await say('계산원, 다시')
    expect(of(denied, 'tool.ended')).toMatchObject([{ name: 'shell', outcome: 'denied' }])
    await say('계산원, 다시', 'telegram')
    expect(offered.at(-1)).toEqual(['calculator'])
    await conversation.close()
  },
  60_000,
)

test('a service that is made or mended while the program runs is there with the next turn; a broken one stops nothing', async () => {
  const home = freshHome()
  const { conversation, say } = await talk(await assistantAt(home))
  const text = async (said: string) => {
    const ending = endingOf(await say(said))
    return ending.type === 'turn.done' ? ending.text : ending.failure
  }
  const taxi = (question: string) => ({
    name: 'taxi',
    words: ['택시'],
    slots: { to: { type: 'text', required: true, question } },
  })
  await text('안녕')
  declare(home, taxi('어디로 갈까요?'), 'export const execute = (')
  declare(home, { name: 'loop', words: ['무한'], timeout: 500, slots: { what: { type: 'text' } } }, 'while (true);')
  const told = await say('택시 불러줘')
  expect(endingOf(told)).toMatchObject({ text: expect.not.stringContaining('어디로') })
  expect(of(told, 'notice.given').map(({ data }) => String(data.text).slice(0, 22))).toEqual([
    '서비스 loop을 쓰지 못하고 있어요 (',
    '서비스 taxi를 쓰지 못하고 있어요 (',
  ])
  declare(home, taxi('어디로 갈까요?'), 'export const execute = () => ({ message: "불렀어요." })')
  expect(await text('택시 불러줘')).toBe('어디로 갈까요?')
  expect(await text('서울역')).toContain('진행할까요?')
  expect(await text('네')).toBe('불렀어요.')
  declare(home, taxi('목적지는요?'))
  expect(await text('택시 불러줘')).toBe('목적지는요?')
  await conversation.close()
}, 60_000)

testWithOracles('@modelcontextprotocol/server-everything')(
  "a look-up asks somebody else's MCP server before the question, and what it found is in the question and in the report",
  async () => {
    const home = freshHome()
    const program = oracleFile('@modelcontextprotocol/server-everything/dist/index.js')
    const every = { command: process.execPath, args: [program, 'stdio'], safe: true }
    writeFileSync(join(home, 'mcp.json'), JSON.stringify({ mcpServers: { every } }))
    declare(home, {
      name: 'trip',
      words: ['나들이'],
      slots: {
        city: {
          type: 'choice',
          required: true,
          question: '어느 도시인가요?',
          choices: { 'New York': ['뉴욕'], Chicago: ['시카고'] },
        },
      },
      steps: {
        form: { kind: 'slots' },
        weather: { kind: 'tool', tool: 'mcp_every_get-structured-content', args: { location: '{city}' } },
        agree: { kind: 'confirm', say: '{weather.temperature}도, {weather.conditions}. 갈까요?' },
      },
      done: '{weather.conditions} 날씨에 가요.',
    })
    const assistant = await assistantAt(home)
    onTestFinished(() => assistant.close())
    await (await assistant.mcp())?.approve('every')
    const { conversation, say } = await talk(assistant)
    expect(endingOf(await say('나들이 가자'))).toMatchObject({ text: '어느 도시인가요?' })
    expect(endingOf(await say('뉴욕'))).toMatchObject({ text: '33도, Cloudy. 갈까요?' })
    expect(endingOf(await say('네'))).toMatchObject({ text: 'Cloudy 날씨에 가요.' })
    await conversation.close()
  },
  60_000,
)

test('a look-up by a tool has the time that its step gives it, whatever the tool would take, and is asked about again', async () => {
  const home = freshHome()
  const things = { command: process.execPath, args: [resolve('test/fakes/mcp-server.ts')], safe: true }
  writeFileSync(join(home, 'mcp.json'), JSON.stringify({ mcpServers: { things } }))
  declare(home, {
    name: 'trip',
    words: ['나들이'],
    slots: { city: { type: 'text', required: true, question: '어느 도시인가요?' } },
    steps: {
      form: { kind: 'slots' },
      weather: { kind: 'tool', tool: 'mcp_things_hang', label: '날씨', timeout: 200 },
      agree: { kind: 'confirm', say: '갈까요?' },
    },
  })
  const assistant = await assistantAt(home)
  onTestFinished(() => assistant.close())
  await (await assistant.mcp())?.approve('things')
  const { conversation, say } = await talk(assistant)
  await say('나들이 가자')
  const events = await say('부산')
  expect(of(events, 'tool.ended')).toMatchObject([{ outcome: 'timeout' }])
  expect(endingOf(events)).toMatchObject({
    text: '날씨를 확인하지 못했어요. 다시 해 볼까요? 바꿀 내용이 있으면 말씀해 주세요.',
  })
  await conversation.close()
}, 60_000)
