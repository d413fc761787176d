import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable, Writable } from 'node:stream'
import {
  type ClientCapabilities,
  type ContentBlock,
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SessionUpdates } from '../../../src/ui/acp/session-updates.ts'
import { bareEnv, end, freshHome, start } from '../../cli/assistant.ts'
import { callTool, type ModelServer, modelServer, say, scriptedServer, tokens } from '../../fakes/model-server.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'acp-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

const envOf = (home: string, server?: ModelServer) =>
  bareEnv(home, {
    ASSISTANT_LANG: 'ko',
    ASSISTANT_NOW: '2026-11-21T10:00:00+09:00',
    ...(server
      ? { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.openai }
      : { ASSISTANT_PROVIDER: 'offline' }),
  })

interface EditorOptions {
  home?: string
  server?: ModelServer
  capabilities?: ClientCapabilities
  /** The option that the person chooses, by its kind; nothing: the question is cancelled. */
  choose?: (request: RequestPermissionRequest) => string | undefined
  /** Files that the editor has open. */
  files?: Map<string, string>
}

/** An editor made of the SDK's own client, with the real program behind it. */
async function editor({
  home = freshHome(),
  server,
  capabilities = {},
  choose,
  files = new Map(),
}: EditorOptions = {}) {
  const child = start(['acp'], envOf(home, server), 'pipe', freshFolder())
  const told: SessionUpdate[] = []
  const asked: RequestPermissionRequest[] = []
  const forms: object[] = []
  const app = client({ name: 'editor' })
    .onNotification(methods.client.session.update, ({ params }) => void told.push(params.update))
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      asked.push(params)
      const optionId = choose?.(params)
      return { outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } }
    })
    .onRequest(methods.client.elicitation.create, ({ params }) => {
      forms.push(params)
      return { action: 'accept', content: { name: 'Mina', age: 30 } }
    })
    .onRequest(methods.client.fs.readTextFile, ({ params: { path } }) => {
      const content = files.get(path)
      if (content === undefined) throw new Error('not open')
      return { content }
    })
    .onRequest(methods.client.fs.writeTextFile, ({ params: { path, content } }) => {
      files.set(path, content)
      writeFileSync(path, content)
      return {}
    })
  const { stdin, stdout } = child as { stdin: Writable; stdout: Readable }
  const connection = app.connect(
    ndJsonStream(
      Writable.toWeb(stdin) as WritableStream<Uint8Array>,
      Readable.toWeb(stdout) as ReadableStream<Uint8Array>,
    ),
  )
  onTestFinished(() => connection.close())
  const { agent } = connection
  const about = await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: capabilities,
  })
  const open = async (cwd = freshFolder(), mcpServers: never[] = []) => {
    const made = await agent.request(methods.agent.session.new, { cwd, mcpServers })
    const say = (...prompt: (string | ContentBlock)[]) =>
      agent.request(methods.agent.session.prompt, {
        sessionId: made.sessionId,
        prompt: prompt.map((one) => (typeof one === 'string' ? { type: 'text', text: one } : one)),
      })
    return { cwd, id: made.sessionId, made, say }
  }
  return { home, child, agent, about, told, asked, forms, open, files }
}

const wordsOf = (told: readonly SessionUpdate[]) =>
  told
    .map((one) => (one.sessionUpdate === 'agent_message_chunk' && one.content.type === 'text' ? one.content.text : ''))
    .join('')
const byKind = (kind: string) => (request: RequestPermissionRequest) =>
  request.options.find((one) => one.kind === kind)?.optionId

describe("the SDK's own client", () => {
  test('learns what there is, talks without a model, and chooses mode, model and agent', async () => {
    const { about, open, told, agent, home } = await editor()
    expect(about).toMatchObject({
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: 'assistant' },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, embeddedContext: true },
        mcpCapabilities: { http: true, sse: true },
        sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
      },
    })
    const { id, made, say } = await open()
    expect(made.modes?.currentModeId).toBe('ask')
    expect(made.configOptions?.map(({ id: option }) => option)).toEqual(['model', 'agent'])
    expect(await say('3*(2+4)는?')).toEqual({ stopReason: 'end_turn' })
    expect(wordsOf(told)).toContain('18')
    const _meta = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
    await agent.request(methods.agent.session.prompt, {
      sessionId: id,
      prompt: [{ type: 'text', text: '1+1은?' }],
      _meta,
    })
    const audit = readFileSync(join(home, 'state', 'audit.jsonl'), 'utf8')
      .trim()
      .split('\n')
    expect(audit.map((line) => JSON.parse(line).request)).toEqual([expect.any(String), _meta.traceparent])
    expect(told.find(({ sessionUpdate }) => sessionUpdate === 'tool_call')).toMatchObject({
      kind: 'think',
      status: 'pending',
    })
    await expect
      .poll(() => told.find(({ sessionUpdate }) => sessionUpdate === 'available_commands_update'))
      .toMatchObject({
        availableCommands: [{ name: 'compact' }],
      })
    await agent.request(methods.agent.session.setMode, { sessionId: id, modeId: 'plan' })
    const bad = agent.request(methods.agent.session.setMode, { sessionId: id, modeId: 'yolo' })
    await expect(bad).rejects.toMatchObject({ code: -32602 })
    const { configOptions } = await agent.request(methods.agent.session.setConfigOption, {
      sessionId: id,
      configId: 'model',
      value: 'other-model',
    })
    expect(configOptions[0]).toMatchObject({ id: 'model', currentValue: 'other-model' })
    const missing = agent.request(methods.agent.session.prompt, { sessionId: 'none', prompt: [] })
    await expect(missing).rejects.toMatchObject({ code: -32002 })
    await expect(agent.request(methods.agent.session.new, { cwd: 'here', mcpServers: [] })).rejects.toMatchObject({
      code: -32602,
    })
  })

  test.each(['allow_once', 'reject_once', undefined])(
    'an edit is shown as a diff and asked about: %s',
    async (kind) => {
      const cwd = freshFolder()
      writeFileSync(join(cwd, 'a.txt'), 'one\ntwo\n')
      await using server = await modelServer(
        callTool('edit_file', { path: 'a.txt', old: 'two', new: 'three' }),
        say('끝.'),
      )
      const { open, told, asked } = await editor({ server, ...(kind ? { choose: byKind(kind) } : {}) })
      const { say: prompt } = await open(cwd)
      expect(await prompt('고쳐줘')).toEqual({ stopReason: 'end_turn' })
      const diff = { type: 'diff', path: join(cwd, 'a.txt'), oldText: 'one\ntwo\n', newText: 'one\nthree\n' }
      expect(asked).toHaveLength(1)
      expect(asked[0]?.toolCall).toMatchObject({
        kind: 'edit',
        locations: [{ path: join(cwd, 'a.txt') }],
        content: [diff],
      })
      expect(asked[0]?.options.map((one) => one.kind)).toEqual([
        'allow_once',
        'allow_always',
        'allow_always',
        'reject_once',
      ])
      const isDone = kind === 'allow_once'
      expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe(isDone ? 'one\nthree\n' : 'one\ntwo\n')
      const calls = told.filter(({ sessionUpdate }) => sessionUpdate.startsWith('tool_call'))
      expect(calls[0]).toMatchObject({
        sessionUpdate: 'tool_call',
        title: 'a.txt 고치기',
        kind: 'edit',
        content: [diff],
      })
      expect(calls.at(-1)).toMatchObject({ status: isDone ? 'completed' : 'failed' })
      expect(wordsOf(told)).toContain('끝.')
    },
  )

  test('what may run for the whole conversation is asked about once', async () => {
    await using server = await modelServer(
      callTool('write_file', { path: 'a.txt', content: 'a' }),
      callTool('write_file', { path: 'b.txt', content: 'b' }),
      say('둘 다 썼어요.'),
    )
    const { open, asked } = await editor({ server, choose: byKind('allow_always') })
    const { cwd, say: prompt } = await open()
    await prompt('두 파일 써 줘')
    expect(asked).toHaveLength(1)
    expect([readFileSync(join(cwd, 'a.txt'), 'utf8'), readFileSync(join(cwd, 'b.txt'), 'utf8')]).toEqual(['a', 'b'])
  })

  test("the editor's unsaved text is read, and its files are changed through it", async () => {
    const cwd = freshFolder()
    const path = join(cwd, 'open.txt')
    writeFileSync(path, 'on disk\n')
    await using server = await modelServer(
      callTool('read_file', { path: 'open.txt' }),
      callTool('edit_file', { path: 'open.txt', old: 'not saved', new: 'saved' }),
      say('했어요.'),
    )
    const files = new Map([[path, 'not saved\n']])
    const capabilities = { fs: { readTextFile: true, writeTextFile: true } }
    const { open } = await editor({ server, capabilities, files, choose: byKind('allow_once') })
    await (await open(cwd)).say('고쳐줘')
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('not saved')
    expect([files.get(path), readFileSync(path, 'utf8')]).toEqual(['saved\n', 'saved\n'])
  })

  test('files, resources and pictures go along; what cannot is said', async () => {
    const cwd = freshFolder()
    writeFileSync(join(cwd, 'note.txt'), 'in the file')
    await using server = await modelServer(say('봤어요.'))
    const { open, told } = await editor({ server })
    const { say: prompt } = await open(cwd)
    await prompt(
      '이것 좀 봐줘:',
      { type: 'resource_link', name: 'note.txt', uri: `file://${join(cwd, 'note.txt')}` },
      { type: 'resource', resource: { uri: 'file:///tmp/buffer.ts', text: 'in the buffer' } },
      { type: 'image', data: png, mimeType: 'image/png' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    )
    const sent = JSON.stringify(server.requests[0]?.body.messages)
    for (const words of ['in the file', 'in the buffer', png]) expect(sent).toContain(words)
    expect(wordsOf(told)).toBe('여기서 쓸 수 없는 내용이에요.\n\n봤어요.')
  })

  test('a plan is told while it is written, and nothing is changed meanwhile', async () => {
    await using server = await modelServer(
      callTool('write_file', { path: 'a.txt', content: 'a' }),
      say(['이렇게 할게요.\n\n1. **읽기**\n2. 쓰기\n', '3. 보기\n', '\n시작할까요?']),
    )
    const { open, told, agent, asked } = await editor({ server, choose: byKind('allow_once') })
    const { id, cwd, say: prompt } = await open()
    await agent.request(methods.agent.session.setMode, { sessionId: id, modeId: 'plan' })
    await prompt('계획을 세워줘')
    expect(told.findLast(({ sessionUpdate }) => sessionUpdate === 'plan')).toMatchObject({
      entries: ['읽기', '쓰기', '보기'].map((content) => ({ content, status: 'pending' })),
    })
    expect([asked.length, existsSync(join(cwd, 'a.txt'))]).toEqual([0, false])
  })

  test('a plan that is carried out is told step by step, no call of a tool is seen in it, and it is there again in a later session', async () => {
    const steps = (...statuses: string[]) =>
      callTool('update_plan', { steps: statuses.map((status, i) => ({ step: `단계 ${i + 1}`, status })) })
    const script = [steps('in_progress', 'pending'), steps('completed', 'in_progress'), steps('completed', 'completed')]
    const bad = callTool('update_plan', { steps: '둘' })
    await using server = await modelServer(...script, bad, say('다 했어요.'))
    const home = freshHome()
    const { open, told, agent } = await editor({ server, home })
    const { id, cwd, say: prompt } = await open()
    expect(await prompt('두 단계로 해줘')).toEqual({ stopReason: 'end_turn' })
    const plans = () =>
      told.flatMap((one) => (one.sessionUpdate === 'plan' ? [one.entries.map(({ status }) => status).join(' ')] : []))
    expect(plans()).toEqual(['in_progress pending', 'completed in_progress', 'completed completed'])
    expect(told.filter(({ sessionUpdate }) => sessionUpdate.startsWith('tool_call'))).toEqual([])
    told.length = 0
    await agent.request(methods.agent.session.load, { sessionId: id, cwd, mcpServers: [] })
    expect(plans()).toHaveLength(3)
  })

  test('a session is listed, loaded with all that was said, gone on with, and deleted', async () => {
    const home = freshHome()
    // What is done behind turns asks the model, too.
    const script = [callTool('calculator', { expression: '2+2' }), say('넷이에요.')]
    await using server = await scriptedServer(script, { otherwise: say('또 넷.') })
    const first = await editor({ home, server })
    const { id, cwd, say: prompt } = await first.open()
    await prompt('2+2는?')
    first.child.stdin?.end()
    await end(first.child)
    const { agent, told } = await editor({ home, server })
    const { sessions } = await agent.request(methods.agent.session.list, { cwd })
    expect(sessions).toMatchObject([{ sessionId: id, cwd }])
    await agent.request(methods.agent.session.load, { sessionId: id, cwd, mcpServers: [] })
    const kinds = told.map(({ sessionUpdate }) => sessionUpdate)
    expect(kinds.filter((kind) => kind !== 'session_info_update').slice(0, 4)).toEqual([
      'user_message_chunk',
      'tool_call',
      'tool_call_update',
      'agent_message_chunk',
    ])
    expect(wordsOf(told)).toBe('넷이에요.\n\n')
    await agent.request(methods.agent.session.prompt, { sessionId: id, prompt: [{ type: 'text', text: '다시' }] })
    const sent = server.requests.map(({ body }) => JSON.stringify(body.messages))
    expect(sent.some((messages) => /2\+2는\?.*넷이에요.*다시/s.test(messages))).toBe(true)
    await agent.request(methods.agent.session.close, { sessionId: id })
    await agent.request(methods.agent.session.delete, { sessionId: id })
    expect((await agent.request(methods.agent.session.list, {})).sessions).toEqual([])
  })

  test('cancel stops the turn at once, and the next one runs', async () => {
    await using server = await modelServer(tokens(5_000, 20), say('다시 왔어요.'))
    const { open, told, agent } = await editor({ server })
    const { id, say: prompt } = await open()
    const running = prompt('길게 써줘')
    await expect.poll(() => wordsOf(told)).toContain('단어')
    await agent.notify(methods.agent.session.cancel, { sessionId: id })
    expect(await running).toEqual({ stopReason: 'cancelled' })
    expect(await prompt('이제?')).toEqual({ stopReason: 'end_turn' })
    expect(wordsOf(told)).toContain('다시 왔어요.')
  })

  test('a model that fails is an error with our sentence', async () => {
    await using server = await modelServer({ status: 401 })
    const { open } = await editor({ server })
    const { say: prompt } = await open()
    await expect(prompt('안녕')).rejects.toMatchObject({ code: -32000, message: expect.stringContaining('키') })
  })
})

test('of a plan that is being written each whole line is a step at once', async () => {
  const updates = new SessionUpdates({ folder: '/', language: 'ko', textOf: async () => undefined, mode: 'plan' })
  const told: (number | string)[] = []
  let at = 0
  for (const text of ['할게요.\n\n1. **읽기**\n2. 쓰', '기\n3. 보', '기', '\n\n시작할까요?']) {
    for (const one of await updates.live({ type: 'text.added', call: 1, at, text }))
      told.push(one.sessionUpdate === 'plan' ? one.entries.length : text)
    at += text.length
  }
  expect(told).toEqual(['할게요.\n\n1. **읽기**\n2. 쓰', '기\n3. 보', 2, '기', '\n\n시작할까요?', 3])
})

test.each([true, false])('an MCP server of the editor starts only after a yes: %s', async (yes) => {
  const home = freshHome()
  await using server = await modelServer(say('네.'), say('네.'))
  const made = await editor({ home, server, choose: byKind(yes ? 'allow_always' : 'reject_always') })
  const command = { name: 'things', command: process.execPath, args: [resolve('test/fakes/mcp-server.ts')], env: [] }
  const { say: prompt } = await made.open(freshFolder(), [command] as never[])
  await prompt('안녕')
  expect(made.asked).toHaveLength(1)
  expect(made.asked[0]?.toolCall).toMatchObject({ title: 'MCP 서버 things 연결하기' })
  expect(JSON.stringify(made.asked[0]?.toolCall.content)).toContain('mcp-server.ts')
  await prompt('또')
  expect(made.asked).toHaveLength(1)
  const tools = JSON.stringify(server.requests[0]?.body.tools)
  expect(tools.includes('mcp_things')).toBe(yes)
})

test('what an MCP server asks the person is asked in the editor', async () => {
  await using server = await modelServer(callTool('mcp_things_ask', {}), say('끝.'))
  const asking = { elicitation: { form: {} } }
  const { open, forms, asked } = await editor({
    server,
    capabilities: asking,
    choose: ({ options }) => options[0]?.optionId,
  })
  const things = {
    name: 'things',
    command: process.execPath,
    args: [resolve('test/fakes/mcp-server.ts'), 'good'],
    env: [],
  }
  await (await open(freshFolder(), [things] as never[])).say('물어봐')
  expect(asked.length).toBeGreaterThan(0)
  expect(forms).toMatchObject([{ mode: 'form', message: 'things: Who are you?' }])
  expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain('Mina')
})

/** A client that knows nothing but the protocol's text: one JSON object a line. */
function bareClient(child: ChildProcess) {
  const waiting = new Map<number, (message: { result?: unknown; error?: { code: number } }) => void>()
  const heard: { method?: string; params?: { update?: SessionUpdate } }[] = []
  const lines = createInterface({ input: child.stdout as Readable })
  lines.on('line', (line) => {
    // Nothing but the protocol is on standard output.
    const message = JSON.parse(line)
    expect(message.jsonrpc).toBe('2.0')
    if (message.method === undefined) waiting.get(message.id)?.(message)
    else heard.push(message)
    if (message.method === 'session/request_permission')
      write({ id: message.id, result: { outcome: { outcome: 'selected', optionId: 'once' } } })
  })
  const write = (message: object) => void child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  let next = 0
  const call = (method: string, params: object) =>
    new Promise<{ result?: never; error?: { code: number } }>((done) => {
      waiting.set(++next, done as never)
      write({ id: next, method, params })
    })
  return { call, write, heard }
}

test('a client made from the protocol alone: a file is written after its yes, broken lines hurt nothing, the end ends it', async () => {
  await using server = await modelServer(
    callTool('write_file', { path: 'new.txt', content: '새 글\n' }),
    say('썼어요.'),
  )
  const cwd = freshFolder()
  const child = spawn(process.execPath, [resolve('bin/assistant.js'), 'acp'], {
    env: envOf(freshHome(), server),
    stdio: 'pipe',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { call, heard } = bareClient(child)
  expect((await call('initialize', { protocolVersion: 1 })).result).toMatchObject({ protocolVersion: 1 })
  child.stdin.write('{"jsonrpc":"2.0","id":\n')
  expect((await call('session/nothing', {})).error?.code).toBe(-32601)
  expect((await call('session/prompt', { sessionId: 7 })).error?.code).toBe(-32602)
  const { sessionId } = (await call('session/new', { cwd, mcpServers: [] })).result as never as { sessionId: string }
  const prompt = [{ type: 'text', text: '새 파일을 써줘' }]
  expect((await call('session/prompt', { sessionId, prompt })).result).toEqual({ stopReason: 'end_turn' })
  expect(readFileSync(join(cwd, 'new.txt'), 'utf8')).toBe('새 글\n')
  const kinds = heard.map(({ params }) => params?.update?.sessionUpdate)
  expect(kinds).toEqual(expect.arrayContaining(['tool_call', 'tool_call_update', 'agent_message_chunk']))
  child.stdin.end()
  expect((await end(child)).code).toBe(0)
})
