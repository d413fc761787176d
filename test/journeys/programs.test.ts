import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bareEnv, end, events, freshHome, run, start } from '../cli/assistant.ts'
import { callTool, type ModelServer, modelServer, say } from '../fakes/model-server.ts'
import { recordingProxy } from '../fakes/recording-proxy.ts'

// The program as other programs use it: JSON of a schema, lines in, limits, and what goes over the wire.
const key = 'sk-test-0123456789abcdef'
const envFor = (server: ModelServer, more: NodeJS.ProcessEnv = {}) =>
  bareEnv(freshHome(), { OPENAI_API_KEY: key, OPENAI_BASE_URL: server.openai, ASSISTANT_MODEL: 'gpt-4o', ...more })
const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, people: { type: 'integer' } },
  required: ['city', 'people'],
}
const schemaFile = (home: string, text = JSON.stringify(schema)) => {
  writeFileSync(join(home, 'schema.json'), text)
  return join(home, 'schema.json')
}

test('--json-schema: the wire is asked for it, tools still run, and stdout is the JSON alone', async () => {
  await using server = await modelServer(
    callTool('calculator', { expression: '9*10^6' }),
    say('```json\n{"city":"서울","people":9000000}\n```'),
  )
  const env = envFor(server)
  const ended = await run(['-p', '--json-schema', schemaFile(env.HOME!), '서울 인구?'], env)
  expect([ended.code, ended.out]).toEqual([0, '{"city":"서울","people":9000000}\n'])
  expect(server.requests.map(({ body }) => body.response_format.json_schema.schema)).toEqual([schema, schema])
})

test('--json-schema: a wrong answer is told to the model once, without tools; json has the value', async () => {
  await using server = await modelServer(say('{"city":"서울"}'), say('{"city":"서울","people":9}'))
  const env = envFor(server)
  const ended = await run(['-p', '--output-format', 'json', '--json-schema', schemaFile(env.HOME!), '서울?'], env)
  expect(JSON.parse(ended.out)).toMatchObject({ ok: true, requests: 2, value: { city: '서울', people: 9 } })
  const again = server.requests[1]!.body
  expect([again.tools, again.messages.at(-1).role]).toEqual([undefined, 'user'])
  expect(again.messages.at(-1).content).toMatch(/JSON Schema.*people/s)
})

test.each([
  ['text', ''],
  ['json', undefined],
])('--json-schema: two wrong answers are a failure, and neither is shown as the answer (%s)', async (format, out) => {
  await using server = await modelServer(say('서울이에요.'), say('{"people":"many"}'))
  const env = envFor(server)
  const ended = await run(['-p', '--output-format', format, '--json-schema', schemaFile(env.HOME!), '서울?'], env)
  expect([ended.code, server.requests.length]).toEqual([1, 2])
  if (out !== undefined) expect(ended.out).toBe(out)
  else expect(JSON.parse(ended.out)).toMatchObject({ ok: false, failure: { code: 'malformed' } })
  expect(ended.err).toMatch(/두 번 답했지만 JSON Schema에 맞지 않았어요: .*(city|people)/)
})

test.each([
  ['missing.json', undefined, /읽을 수 없어요 \(ENOENT\)/],
  ['schema.json', '[1]', /JSON Schema 객체가 들어 있지 않아요/],
  ['schema.json', '{', /JSON Schema 객체가 들어 있지 않아요/],
])('--json-schema %s %s: refused before anything is sent', async (file, text, told) => {
  await using server = await modelServer()
  const env = envFor(server)
  if (text !== undefined) schemaFile(env.HOME!, text)
  const ended = await run(['-p', '--json-schema', join(env.HOME!, file), 'x'], env)
  expect([ended.code, ended.out, server.requests.length]).toEqual([42, '', 0])
  expect(ended.err).toMatch(told)
})

test('--append-system-prompt stands at the end of what the model is told of here', async () => {
  await using server = await modelServer(say('네'))
  await run(['-p', '--append-system-prompt', '언제나 반말로.', '안녕'], envFor(server))
  const system = server.requests[0]!.body.messages.filter(({ role }: { role: string }) => role !== 'user')
  expect(JSON.stringify(system)).toContain('언제나 반말로.')
})

test('--allowed-tools: only these are offered, a sensitive one runs unasked, a restricted one does not', async () => {
  await using server = await modelServer(
    callTool('write_file', { path: 'a.txt', content: 'x' }),
    callTool('shell', { command: 'echo hi' }),
    callTool('read_file', { path: 'a.txt' }),
    say('끝'),
  )
  const env = envFor(server)
  const work = freshHome()
  const child = start(
    ['-p', '--output-format', 'json', '--allowed-tools', 'write_file,shell', '써'],
    env,
    'ignore',
    work,
  )
  const ended = await end(child)
  const names = server.requests[0]!.body.tools.map((tool: { function: { name: string } }) => tool.function.name)
  expect(names.toSorted()).toEqual(['shell', 'write_file'])
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('x')
  expect(JSON.parse(ended.out).tools).toEqual([
    { name: 'write_file', outcome: 'ok' },
    { name: 'shell', outcome: 'denied' },
    { name: 'read_file', outcome: 'denied' },
  ])
})

test('--allowed-tools: a name that is no tool is refused, with the one that was meant; an empty list offers none', async () => {
  await using server = await modelServer(say('네'))
  const env = envFor(server)
  const wrong = await run(['-p', '--allowed-tools', 'write_fil', 'x'], env)
  expect([wrong.code, server.requests.length]).toEqual([42, 0])
  expect(wrong.err).toContain('혹시 write_file?')
  await run(['-p', '--allowed-tools=', 'x'], env)
  expect(server.requests[0]!.body.tools).toBeUndefined()
})

test('--input-format stream-json: a turn per line in one conversation, each closed by its result; a bad line is told and passed', async () => {
  await using server = await modelServer(say('하나예요.'), say('둘이에요.'))
  const lines = [
    '{"type":"user","text":"하나?"}',
    '',
    'no json',
    '{"type":"user","message":{"role":"user","content":[{"type":"text","text":"둘?"}]}}',
  ]
  const args = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json']
  const ended = await run(args, envFor(server), `${lines.join('\n')}\n`)
  const results = events(ended.out).filter(({ type }) => type === 'result')
  expect(results.map(({ ok, text, exitCode }) => [ok, text, exitCode])).toEqual([
    [true, '하나예요.', 0],
    [false, '', 42],
    [true, '둘이에요.', 0],
  ])
  expect(results[2].conversation).toBe(results[0].conversation)
  expect(server.requests[1]!.body.messages.filter(({ role }: { role: string }) => role === 'user')).toHaveLength(2)
  expect([ended.code, ended.err]).toEqual([42, expect.stringContaining('3번째 줄')])
})

test('--input-format stream-json answers a line before the next one is sent, and needs its own output format and no words', async () => {
  await using server = await modelServer(say('하나'), say('둘'))
  const env = envFor(server)
  const args = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json']
  const child = start(args, env, 'pipe')
  let out = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => (out += text))
  const closed = end(child)
  child.stdin?.write('{"text":"1"}\n')
  await expect.poll(() => out, { timeout: 30_000 }).toContain('"type":"result"')
  child.stdin?.end('{"text":"2"}\n')
  expect((await closed).code).toBe(0)
  expect(server.requests).toHaveLength(2)
  expect((await run([...args, '안녕'], env, '')).code).toBe(2)
  expect((await run(['-p', '--input-format', 'stream-json'], env, '')).code).toBe(2)
  expect((await run(args, env, '')).code).toBe(42)
})

test('--budget stops between two requests with a sentence and 53; what was said stays', async () => {
  await using server = await modelServer(callTool('calculator', { expression: '1+1' }), say('2'))
  const ended = await run(['-p', '--budget', '10 tokens', '1+1?'], envFor(server))
  expect([ended.code, server.requests.length]).toEqual([53, 1])
  expect(ended.err).toContain('이번 차례 쓸 수 있는 예산 10토큰을 다 써서 멈췄어요.')
  expect((await run(['-p', '--budget', 'much', 'x'], envFor(server))).code).toBe(2)
})

test('a budget of the settings that cannot be read sends nothing', async () => {
  await using server = await modelServer(say('네'))
  const env = envFor(server, { ASSISTANT_BUDGET_DAY: 'ten dollars' })
  const ended = await run(['-p', '-q', 'x'], env)
  expect([ended.code, server.requests.length]).toEqual([52, 0])
})

test('--debug tells what is sent and received, without the key', async () => {
  await using server = await modelServer(say('안녕하세요.'))
  const ended = await run(['-p', '--debug', '안녕'], envFor(server))
  expect([ended.code, ended.out]).toEqual([0, '안녕하세요.\n'])
  expect(ended.err).toMatch(/1 > POST http:\/\/127.0.0.1:\d+\/v1\/chat\/completions/)
  expect(ended.err).toContain('1 > authorization: ••••')
  expect(ended.err).toContain('1 < 200')
  expect(ended.err).toContain('안녕하세요.')
  expect(ended.err).not.toContain(key)
})

/**
 * Runs it as somebody who may not write to their home: a user other than the one the files belong to, where the tests
 * run as root.
 */
async function readOnly(args: string[], home: string) {
  spawnSync('chmod', ['-R', 'a+rX,a-w', home])
  onTestFinished(() => void spawnSync('chmod', ['-R', 'u+w', home]))
  const who = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const env = { ...bareEnv(home), NODE_COMPILE_CACHE: '' }
  const child = spawn(process.execPath, [resolve('bin/assistant.js'), ...args], {
    env,
    ...who,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return end(child as ReturnType<typeof start>)
}

describe('a home that cannot be written', () => {
  test.each(['empty', 'whole'])('--no-session answers and uses tools (%s)', async (state) => {
    const home = freshHome()
    if (state === 'whole') await run(['-p', '--no-session', '안녕'], bareEnv(home))
    const before = readdirSync(home, { recursive: true })
    const ended = await readOnly(['-p', '--no-session', '3+4는?'], home)
    expect([ended.code, ended.out]).toEqual([0, '7이에요.\n'])
    expect(readdirSync(home, { recursive: true })).toEqual(before)
  })

  test('without it, the answer comes and one sentence says that nothing is kept', async () => {
    const ended = await readOnly(['-p', '3+4는?'], freshHome())
    expect([ended.code, ended.out]).toEqual([0, '7이에요.\n'])
    expect(ended.err.match(/저장되지 않아요/g)).toHaveLength(1)
  })
})

test('a SIGTERM while the program is still being read closes the stream of JSON', async () => {
  const env = bareEnv(freshHome(), {
    NODE_OPTIONS: "--import=data:text/javascript,setImmediate(()=>process.kill(process.pid,'SIGTERM'))",
  })
  const ended = await run(['-p', '--output-format', 'stream-json', '안녕'], env)
  expect(events(ended.out).at(-1)).toMatchObject({ type: 'result', ok: false, exitCode: 143, stoppedBy: 'SIGTERM' })
  expect(ended.code).toBe(143)
})

describe('through a proxy', () => {
  const far = 'http://models.example/v1'
  const portOf = (server: ModelServer) => Number(new URL(server.url).port)

  test.each([
    ['HTTP_PROXY', undefined],
    ['http_proxy', undefined],
    ['ALL_PROXY', undefined],
    ['HTTP_PROXY', 'kim:secret'],
  ])('%s carries what is asked, and its password (%s)', async (name, user) => {
    await using server = await modelServer(say('네'))
    await using proxy = await recordingProxy({ port: portOf(server) }, user)
    const address = `http://${user ? `${user}@` : ''}127.0.0.1:${proxy.port}`
    const ended = await run(['-p', '안녕'], envFor(server, { OPENAI_BASE_URL: far, [name]: address }))
    expect([ended.code, ended.out]).toEqual([0, '네\n'])
    expect(proxy.seen).toEqual([expect.stringContaining('models.example')])
  })

  test('NO_PROXY goes past it; a proxy that wants a password says so, and is asked once', async () => {
    await using server = await modelServer(say('네'))
    await using proxy = await recordingProxy({ port: portOf(server) }, 'kim:secret')
    const env = envFor(server, { OPENAI_BASE_URL: far, HTTP_PROXY: `http://127.0.0.1:${proxy.port}` })
    const past = await run(['-p', '안녕'], { ...env, NO_PROXY: '.example' })
    expect([past.code, proxy.seen]).toEqual([1, []])
    const refused = await run(['-p', '안녕'], env)
    expect([refused.code, proxy.seen.length, server.requests.length]).toEqual([1, 1, 0])
    expect(refused.err).toContain('프록시가 이름과 비밀번호를 달라고 해요')
  })
})
