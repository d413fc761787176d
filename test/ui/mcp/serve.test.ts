import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { type CallToolResult, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bareEnv, end, freshHome, run, start } from '../../cli/assistant.ts'
import { callTool, type ModelServer, modelServer, say, silent } from '../../fakes/model-server.ts'

// `assistant mcp serve`, used by the SDK's own client as another program would.
interface Guest {
  client: Client
  home: string
  ask(prompt: string, more?: object): Promise<CallToolResult>
}

async function guest(
  server: ModelServer | undefined,
  env: NodeJS.ProcessEnv = {},
  answer?: 'accept' | 'decline',
): Promise<Guest> {
  const home = freshHome()
  const model = server ? { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.openai } : {}
  const client = new Client({ name: 'guest', version: '1' }, { capabilities: answer ? { elicitation: {} } : {} })
  if (answer) client.setRequestHandler(ElicitRequestSchema, () => ({ action: answer, content: {} }))
  const all = bareEnv(home, { ...model, ...env }) as Record<string, string>
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: ['bin/assistant.js', 'mcp', 'serve'], env: all }),
  )
  onTestFinished(() => client.close())
  const ask = (prompt: string, more = {}) =>
    client.callTool({ name: 'ask', arguments: { prompt, ...more } }) as Promise<CallToolResult>
  return { client, home, ask }
}

const textOf = ({ content }: CallToolResult) =>
  content.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n')

describe('the assistant as an MCP server', () => {
  test('offers a turn, memory and context', async () => {
    const { client } = await guest(undefined)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['ask', 'save_memory', 'context']))
    expect(tools.every(({ inputSchema }) => inputSchema.type === 'object')).toBe(true)
  })

  test('lets memory, context and the conversations of this person be read, and offers their own commands', async () => {
    const { client, home, ask } = await guest(undefined)
    mkdirSync(join(home, 'commands'), { recursive: true })
    writeFileSync(join(home, 'commands', 'review.md'), '---\ndescription: 고칠 곳\n---\n$ARGUMENTS 를 살펴봐 줘')
    await client.callTool({ name: 'save_memory', arguments: { content: '용걸은 서울에 산다' } })
    const { structuredContent } = await ask('3*(2+4)는?')
    const { conversation } = structuredContent as { conversation: string }
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual([
      'assistant://memory',
      'assistant://context',
      `assistant://conversations/${conversation}`,
    ])
    const read = async (uri: string) => {
      const { contents } = await client.readResource({ uri })
      return contents.map((one) => ('text' in one ? one.text : '')).join('')
    }
    expect(await read('assistant://memory')).toBe('- 용걸은 서울에 산다\n')
    expect(await read('assistant://context')).toContain('용걸은 서울에 산다')
    expect(await read(`assistant://conversations/${conversation}`)).toMatch(/3\*\(2\+4\)는\?.*18/s)
    for (const uri of ['assistant://nothing', 'assistant://conversations/../../x', 'file:///etc/passwd', `http://x`])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_002 })
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1)
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'review', arguments: [{ name: 'arguments' }] }])
    const { messages } = await client.getPrompt({ name: 'review', arguments: { arguments: 'main.ts' } })
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'main.ts 를 살펴봐 줘' } }])
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toMatchObject({ code: -32_602 })
  })

  test('answers without a key, by rules', async () => {
    const { ask } = await guest(undefined)
    expect(textOf(await ask('3*(2+4)는?'))).toContain('18')
  })

  test('one client has one conversation; its id goes on from anywhere', async () => {
    await using server = await modelServer(say('하나.'), say('둘.'), say('셋.'))
    const first = await guest(server)
    const { structuredContent } = await first.ask('첫째')
    expect(textOf(await first.ask('둘째'))).toBe('둘.')
    const { conversation } = structuredContent as { conversation: string }
    expect(textOf(await first.ask('셋째', { conversation }))).toBe('셋.')
    expect(JSON.stringify(server.requests[2]?.body.messages)).toMatch(/첫째.*하나.*둘째.*둘.*셋째/s)
  })

  test('what is remembered is on disk; context shows it', async () => {
    const { client, home } = await guest(undefined)
    await client.callTool({ name: 'save_memory', arguments: { content: '용걸은 서울에 산다' } })
    expect(readFileSync(join(home, 'memory/me.md'), 'utf8')).toContain('용걸은 서울에 산다')
    expect(textOf((await client.callTool({ name: 'context', arguments: {} })) as CallToolResult)).toContain(
      '용걸은 서울에 산다',
    )
  })

  test('only safe tools are sent and run for another program, and no folder of ours is open to it', async () => {
    await using server = await modelServer(
      callTool('write_file', { path: '/tmp/x', content: 'x' }),
      callTool('read_file', { path: 'package.json' }),
      say('못 했어요.'),
    )
    const { ask } = await guest(server)
    expect(textOf(await ask('파일을 써 줘'))).toBe('못 했어요.\n\n거절된 일: 파일 쓰기 /tmp/x')
    const names = server.requests[0]?.body.tools.map((tool: { function: { name: string } }) => tool.function.name)
    expect(names).toContain('calculator')
    expect(names).not.toContain('write_file')
    const told = JSON.stringify(server.requests.at(-1)?.body.messages)
    expect(told).toContain('이 작업은 앱에서 직접 실행해주세요')
    expect(told).toContain('쓸 수 있는 폴더가 없어요')
  })

  test.each([
    ['accept', true],
    ['decline', false],
    [undefined, false],
  ] as const)('a tool that the owner granted to programs is asked of their user: %s', async (answer, runs) => {
    await using server = await modelServer(callTool('update_memory', { action: 'forget', content: '커피' }), say('네.'))
    const { ask, client, home } = await guest(server, { ASSISTANT_MCP_GRANTS: 'update_memory' }, answer)
    await client.callTool({ name: 'save_memory', arguments: { content: '커피를 좋아한다' } })
    const told = runs ? '한 일: 기억 고치기 커피를 좋아한다' : '거절된 일: 기억 고치기 커피'
    expect(textOf(await ask('잊어 줘'))).toBe(`네.\n\n${told}`)
    expect(readFileSync(join(home, 'memory/me.md'), 'utf8').includes('커피')).toBe(!runs)
  })

  test('a client that cancels stops the turn', async () => {
    await using server = await modelServer(silent(), say('다시.'))
    const { ask, client } = await guest(server)
    const stop = new AbortController()
    const running = client.callTool({ name: 'ask', arguments: { prompt: '오래' } }, undefined, { signal: stop.signal })
    const seen = await server.received(1)
    stop.abort()
    await expect(running).rejects.toThrow()
    expect(textOf(await ask('이제'))).toBe('다시.')
    expect(seen.leftAt).toBeDefined()
  })

  test('a wrong tool and an empty question are told; the server lives on', async () => {
    const { client, ask } = await guest(undefined)
    await expect(client.callTool({ name: 'shell', arguments: {} })).rejects.toThrow('그런 도구가 없어요')
    expect((await ask('')).isError).toBe(true)
    const wrong = [
      await ask('1+1', { conversation: '../../nowhere' }),
      (await client.callTool({ name: 'search_memory', arguments: { query: 5 } })) as CallToolResult,
    ]
    expect(wrong.map((result) => [result.isError, textOf(result)])).toEqual([
      [true, expect.stringContaining('../../nowhere')],
      [true, 'query: 글이 와야 해요. 받은 값: 5'],
    ])
    expect(textOf(await ask('1+1'))).toContain('2')
  })

  test('it ends when the client is gone, and writes nothing but messages', async () => {
    const env = bareEnv(freshHome())
    const program = start(['mcp', 'serve'], env, 'pipe')
    program.stdin?.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    const ended = end(program)
    await new Promise((answered) => program.stdout?.once('data', answered))
    program.stdin?.end()
    expect(await ended).toMatchObject({ code: 0, out: '{"result":{},"jsonrpc":"2.0","id":1}\n' })
    expect((await run(['mcp', 'serve'], env)).code).toBe(0)
  })
})
