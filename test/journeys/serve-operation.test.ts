import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareEnv } from '../cli/assistant.ts'
import { callTool, type ModelServer, modelServer, type Script, say } from '../fakes/model-server.ts'
import { ask, bearer, framesOf, stream } from '../ui/http/rig.ts'

// One server over a disk and a model of a script, as somebody runs it for others.
describe('assistant serve as a service for many', () => {
  const home = mkdtempSync(join(tmpdir(), 'serve-'))
  let model: ModelServer
  let child: ChildProcess
  let port = 0
  let key = ''

  beforeAll(async () => {
    const answer: Script = ({ body }) => {
      const said = JSON.stringify(body.messages.at(-1))
      if (said.includes('계산')) return callTool('calculator', { expression: '3*4' })
      return said.includes('천천히') ? say('다 했어요.', { waitMs: 3_000 }) : say('그래요.')
    }
    model = await modelServer(...Array.from({ length: 60 }, () => answer))
    const env = bareEnv(home, {
      ASSISTANT_LANG: 'ko',
      OPENAI_API_KEY: 'sk-test-0123456789abcdef',
      OPENAI_BASE_URL: model.openai,
    })
    child = spawn(process.execPath, [resolve('bin/assistant.js'), 'serve', '--port', '0'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    await new Promise<void>((done, failed) => {
      const hear = (text: Buffer) => {
        said += text
        if (/http:\/\/127\.0\.0\.1:\d+/.test(said)) done()
      }
      child.stdout?.on('data', hear)
      child.stderr?.on('data', hear)
      child.once('exit', (code) => failed(new Error(`serve ended with ${code}: ${said}`)))
    })
    key = /ast_[\w-]+/.exec(said)?.[0] ?? ''
    port = Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1])
  }, 60_000)

  afterAll(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await model[Symbol.asyncDispose]()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  test('nobody is told what was said in another session', { timeout: 60_000 }, async () => {
    await stream(port, key, 'one', '우리 강아지 이름은 보리이고 산책 시간은 저녁 여덟 시로 정했어')
    const frames = await stream(port, key, 'two', '강아지 이름이랑 산책 시간 뭐였지?')
    expect(frames.at(-1)).toMatchObject({ event: 'DONE', data: { message: '그래요.', action: 'DONE' } })
    const asked = model.requests.find(({ body }) => JSON.stringify(body.messages).includes('뭐였지'))
    expect(JSON.stringify(asked?.body.messages)).not.toContain('보리')
  })
  const post = (session: string, message: string, headers: Record<string, string> = {}) =>
    ask(
      port,
      'POST',
      '/v1/agent/chat/stream',
      { ...bearer(key), ...headers },
      JSON.stringify({ session_id: session, message }),
    )

  test('a request has one name, from its header through its answer to the audit of tools; one without gets one', async () => {
    const named = await post('three', '계산해 줘', { 'x-request-id': 'order:4711' })
    expect([named.status, named.headers['x-request-id']]).toEqual([200, 'order:4711'])
    const audit = readFileSync(join(home, 'state', 'audit.jsonl'), 'utf8')
      .trim()
      .split('\n')
    expect(JSON.parse(audit.at(-1) ?? '')).toMatchObject({ tool: 'calculator', request: 'order:4711' })
    const asked = JSON.stringify({ model: 'assistant', messages: [{ role: 'user', content: '계산해 줘' }] })
    const door = await ask(port, 'POST', '/v1/chat/completions', { ...bearer(key), 'x-request-id': 'door:1' }, asked)
    expect([door.status, door.headers['x-request-id']]).toEqual([200, 'door:1'])
    const after = readFileSync(join(home, 'state', 'audit.jsonl'), 'utf8')
      .trim()
      .split('\n')
    expect(JSON.parse(after.at(-1) ?? '')).toMatchObject({ tool: 'calculator', request: 'door:1' })
    const other = await ask(port, 'GET', '/health', { 'x-request-id': 'no name\tat all' })
    expect(other.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('what it does is told in the format of Prometheus, and whether it is ready', async () => {
    const told = await ask(port, 'GET', '/metrics', bearer(key))
    expect(told.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    const lines = told.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(lines.every((line) => /^[a-z_]+(?:\{[a-z]+="[^"]*"\})? [\d.e+-]+$/.test(line))).toBe(true)
    expect(lines).toContain('assistant_turns_total{ending="done"} 4')
    expect(lines).toContain('assistant_sessions_open 4')
    expect((await ask(port, 'GET', '/metrics')).status).toBe(401)
    expect((await ask(port, 'GET', '/ready')).json()).toEqual({ status: 'ready' })
  })

  test('of a crowd in one session eight turns wait and the others are told to come later', {
    timeout: 60_000,
  }, async () => {
    const crowd = await Promise.all(Array.from({ length: 20 }, () => post('crowd', '안녕하세요, 잘 지내요?')))
    const refused = crowd.filter(({ status }) => status === 429)
    expect(crowd.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(8)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every(({ headers }) => headers['retry-after'] === '1')).toBe(true)
  })

  test('asked to end it refuses what is new, ends what runs, and leaves with 0', { timeout: 60_000 }, async () => {
    const running = post('last', '천천히 해 줘')
    await expect
      .poll(() => model.requests.some(({ body }) => JSON.stringify(body.messages).includes('천천히')))
      .toBe(true)
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await expect.poll(async () => (await ask(port, 'GET', '/ready')).json()).toEqual({ status: 'closing' })
    const late = await post('late', '안녕')
    expect([late.status, late.headers['retry-after']]).toEqual([503, '1'])
    expect(framesOf((await running).body).at(-1)).toMatchObject({
      event: 'DONE',
      data: { message: '다 했어요.', action: 'DONE' },
    })
    expect(await exited).toEqual([0, null])
  })
})
