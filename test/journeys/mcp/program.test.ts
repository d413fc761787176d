import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test as sample } from 'vitest'
import { bareEnv, end, events, freshHome, run, start } from '../../cli/assistant.ts'
import { callTool, type ModelServer, modelServer, type Reply, say } from '../../fakes/model-server.ts'
import { longTest as test } from '../../parts.ts'
import { alive, eventually, fake } from '../../tools/mcp/rig.ts'

// Whole turns of the real program, with a scripted model and real servers: beside a good one stands a bad one.
interface Stage {
  env: NodeJS.ProcessEnv
  home: string
  pidFile: string
}

/** A home with these servers, each approved at the command line unless named as new. */
async function stage(
  server: ModelServer,
  mcpServers: Record<string, object>,
  unapproved: string[] = [],
): Promise<Stage> {
  const home = freshHome()
  const pidFile = join(home, 'pids')
  const env = bareEnv(home, { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.openai })
  writeFileSync(pidFile, '')
  for (const [name, entry] of Object.entries(mcpServers)) {
    const json = JSON.stringify({ ...entry, env: { MCP_PIDS: pidFile } })
    const added = await run(['mcp', 'add', name, ...(unapproved.includes(name) ? [] : ['--yes']), '--', json], env)
    expect([added.code, added.err]).toEqual([0, expect.stringContaining('추가했어요')])
  }
  return { env, home, pidFile }
}

const safe = (mode: string, ...more: string[]) => ({ ...fake(mode, ...more), safe: true })

describe('a turn with MCP servers', () => {
  sample('without any configured, nothing is started and no tool of theirs is sent', async () => {
    await using server = await modelServer(say('네.'))
    const { env } = await stage(server, {})
    expect(await run(['-p', '안녕'], env)).toMatchObject({ code: 0, out: '네.\n', err: '' })
    expect(JSON.stringify(server.requests[0]?.body.tools)).not.toContain('mcp_')
  })

  const bad: [name: string, server: object, told: RegExp | undefined][] = [
    ['dies at once', safe('dies-at-once'), /MCP 서버 ‘bad’: 켜자마자 끝났어요 \(cannot find my settings\)/],
    ['dies in the call', safe('dies-on-call'), /MCP 서버 ‘bad’: 도중에 끝났어요/],
    ['answers nonsense', safe('nonsense'), /MCP 서버 ‘bad’: MCP 형식이 아닌 응답이 와서/],
    ['floods standard output', { ...safe('floods-stdout'), timeout: 500 }, /MCP 서버 ‘bad’: 0.5초 동안 응답이 없어서/],
    ['floods standard error', safe('floods-stderr'), undefined],
    ['sends 20 MB', safe('large'), undefined],
    ['hangs', { ...safe('hangs'), timeout: 500 }, undefined],
    ['ignores SIGTERM', safe('stubborn'), undefined],
    ['has broken schemas', safe('broken'), /MCP 서버 ‘bad’: 잘못 만들어졌거나 이름이 겹치는 도구는 뺐어요: no_schema/],
  ]
  test.each(bad)(
    'a server that %s: the turn goes on, others work, told once, nothing left',
    async (kind, entry, told) => {
      // In one turn the second call would ask, because the first server's words are foreign text: so it comes in
      // another.
      const turns = ['mcp_bad_echo', 'mcp_good_echo'].map((name) => callTool(name, { text: '여기 있어요' }))
      const script: Reply[] = turns.flatMap((call) => [call, say('끝났어요.')])
      await using server = await modelServer(...script)
      const { env, pidFile } = await stage(server, { bad: entry, good: safe('good') })
      const { code, out, err } = await run(['-p', '해 줘', '--output-format', 'stream-json'], env)
      expect(code).toBe(0)
      const all = events(out).map((line) => line.event ?? line)
      const ended = all.filter(({ type }) => type === 'tool.ended')
      expect(ended.map(({ name }) => name)).toEqual(['mcp_bad_echo'])
      const notices = all.filter(({ type }) => type === 'notice.given')
      // Between the noise its list may still be heard in time: then only the call has to do without it, and the model
      // is told.
      const heard = kind === 'floods standard output' && notices.length === 0
      const sentences = told && !heard ? [expect.stringMatching(told)] : []
      expect(notices.length).toBe(sentences.length)
      expect(err.split('\n').filter((line) => line.startsWith('MCP 서버'))).toEqual(sentences)
      expect(alive(pidFile)).toEqual([])
      const other = await run(['-p', '해 줘', '--output-format', 'stream-json'], env)
      const good = events(other.out).map((line) => line.event ?? line)
      expect(good.find(({ type }) => type === 'tool.ended')).toMatchObject({
        name: 'mcp_good_echo',
        outcome: 'ok',
        untrusted: true,
      })
      expect(alive(pidFile)).toEqual([])
    },
  )

  test('what it is told of a bad server is a sentence on stderr', async () => {
    await using server = await modelServer(say('네.'))
    const { env } = await stage(server, { bad: safe('dies-at-once') })
    const { out, err } = await run(['-p', '안녕'], env)
    expect(out).toBe('네.\n')
    expect(err.match(/MCP 서버 ‘bad’/g)).toHaveLength(1)
    expect(err).toContain('cannot find my settings')
  })

  test('a server that may ask our model gets an answer to its own words, and nothing else of ours', async () => {
    await using server = await modelServer(callTool('mcp_it_sample'), say('서버에게.'), say('끝.'))
    const { env } = await stage(server, { it: { ...safe('good'), sampling: true } })
    expect((await run(['-p', '비밀 이야기'], env)).out).toBe('끝.\n')
    const { messages, tools = [] } = server.requests[1]?.body ?? {}
    expect([JSON.stringify(messages), tools]).toEqual([expect.stringContaining('Hello?'), []])
    expect(JSON.stringify(messages)).not.toContain('비밀')
    expect(JSON.stringify(server.requests[2]?.body.messages)).toContain('서버에게.')
  })

  test('a server that nobody approved is not started; its command is shown', async () => {
    await using server = await modelServer(say('네.'))
    const { env, pidFile } = await stage(server, { fresh: fake() }, ['fresh'])
    const { err } = await run(['-p', '안녕'], env)
    expect(err).toContain(`${resolve('test/fakes/mcp-server.ts')} good`)
    expect(err).toContain('assistant mcp connect fresh')
    expect(readFileSync(pidFile, 'utf8')).toBe('')
  })

  test('a tool that is not called safe is not run where nobody can be asked', async () => {
    await using server = await modelServer(callTool('mcp_good_echo', { text: 'x' }), say('못 했어요.'))
    const { env } = await stage(server, { good: fake() })
    const { out } = await run(['-p', '해 줘', '--output-format', 'stream-json'], env)
    const ended = events(out)
      .map((line) => line.event ?? line)
      .find(({ type }) => type === 'tool.ended')
    expect(ended).toMatchObject({ outcome: 'denied', text: expect.stringContaining('이 작업은 확인이 필요합니다') })
  })

  test('the list of tools is the same to the byte in every request and every process', async () => {
    await using server = await modelServer(callTool('mcp_a_echo', { text: 'x' }), say('하나.'), say('둘.'))
    const { env } = await stage(server, { b: safe('good'), a: safe('good') })
    await run(['-p', '해 줘'], env)
    await run(['-p', '또'], env)
    const lists = server.requests.map(({ body }) => JSON.stringify(body.tools))
    expect(lists).toHaveLength(3)
    expect(new Set(lists).size).toBe(1)
    expect(lists[0]?.indexOf('mcp_b_echo')).toBeLessThan(lists[0]?.indexOf('mcp_a_echo') as number)
  })
})

describe('nothing is left running', () => {
  test.each(['good', 'stubborn', 'floods-stderr'])(
    'after kill -9 in the middle of a call: a server that is %s',
    async (mode) => {
      await using server = await modelServer(callTool('mcp_it_hang'), say('없어요.'))
      const { env, pidFile } = await stage(server, { it: { ...safe(mode), timeout: 60_000 } })
      const program = start(['-p', '해 줘', '--output-format', 'stream-json'], env)
      const ended = end(program)
      let out = ''
      program.stdout?.setEncoding('utf8').on('data', (text) => (out += text))
      await eventually(() => out.includes('tool.started'), 15_000)
      expect(alive(pidFile).length).toBeGreaterThan(0)
      program.kill('SIGKILL')
      await ended
      await eventually(() => alive(pidFile).length === 0, 10_000)
    },
  )

  test('after kill -9 at any moment from its start on', { timeout: 180_000 }, async () => {
    await using server = await modelServer()
    const { env, pidFile } = await stage(server, { it: safe('stubborn'), other: safe('good') })
    const killed = async (when: Promise<unknown>) => {
      const program = start(['-p', '해 줘'], env)
      // Listened to from the beginning: it may be over before it is killed.
      const ended = end(program)
      await when
      program.kill('SIGKILL')
      await ended
      await eventually(() => alive(pidFile).length === 0, 10_000)
    }
    const began = performance.now()
    await killed(eventually(() => alive(pidFile).length > 0, 15_000))
    // Around the time that it took to start them.
    const usual = performance.now() - began
    for (const part of [0.4, 0.6, 0.8, 0.9, 1, 1.1]) await killed(new Promise((done) => setTimeout(done, usual * part)))
    // One that had not yet begun when the program was killed would show itself by now, and ends as well.
    await new Promise((done) => setTimeout(done, 500))
    await eventually(() => alive(pidFile).length === 0, 10_000)
  })

  test('after Ctrl+C and after SIGTERM in the middle of a call', async () => {
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      await using server = await modelServer(callTool('mcp_it_hang'), say('없어요.'))
      const { env, pidFile } = await stage(server, { it: safe('stubborn') })
      const program = start(['-p', '해 줘', '--output-format', 'stream-json'], env)
      const ended = end(program)
      await server.received(1)
      await eventually(() => alive(pidFile).length > 0, 10_000)
      program.kill(signal)
      expect((await ended).code).toBe(code)
      await eventually(() => alive(pidFile).length === 0, 10_000)
    }
  })
})
