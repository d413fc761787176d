import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test as sample } from 'vitest'
import { bareEnv, type Ended, end, events, freshHome, start } from '../cli/assistant.ts'
import { callTool, type ModelServer, modelServer, type Reply, raw, refuse, say, silent } from '../fakes/model-server.ts'
import { longTest as test } from '../parts.ts'

// One question, whole processes, real sockets: what leaves on stdout, what on stderr, the exit status, and exactly
// the requests and gaps of SPEC §2, over the three wires.
const shapes = ['openai', 'anthropic', 'zai', 'responses'] as const
type Shape = (typeof shapes)[number]

function envFor(shape: Shape, server: ModelServer): NodeJS.ProcessEnv {
  // Responses is OpenAI's second wire.
  if (shape === 'responses') return { ...envFor('openai', server), ASSISTANT_PROVIDERS_OPENAI_WIRE: 'responses' }
  const name = shape.toUpperCase()
  return bareEnv(freshHome(), { [`${name}_API_KEY`]: 'sk-test-0123456789abcdef', [`${name}_BASE_URL`]: server[shape] })
}

interface Story {
  name: string
  script: Reply[] | ((shape: Shape) => Reply[])
  env?: NodeJS.ProcessEnv
  args?: string[]
  /** Exactly what stands on stdout in text mode, and what stderr says. */
  out: string
  err: string[]
  code: number
  /** Milliseconds between the requests: at least these, and not much more. */
  gaps: number[]
  /** How the stream of events closes. */
  result: object
}

const failed = (code: string, more: object = {}) => ({
  ok: false,
  ending: 'failed',
  failure: expect.objectContaining({ code, ...more }),
})

/** Events of a wire up to the second delta: what stands before the first one differs. */
const afterTwo: Record<Shape, number> = { openai: 3, anthropic: 5, zai: 3, responses: 5 }

const stories: Story[] = [
  {
    name: 'an answer',
    script: [say('안녕하세요.')],
    out: '안녕하세요.\n',
    err: [],
    code: 0,
    gaps: [],
    result: {
      ok: true,
      ending: 'done',
      text: '안녕하세요.',
      requests: 1,
      usage: expect.objectContaining({ input: 11, output: 7, total: 18 }),
    },
  },
  {
    name: 'a tool and the answer that follows',
    script: [callTool('calculator', { expression: '3*(2+4)' }), say('18이에요.')],
    out: '18이에요.\n',
    err: ['· 계산하기: 3*(2+4)'],
    code: 0,
    gaps: [0],
    result: { ok: true, text: '18이에요.', requests: 2, tools: [{ name: 'calculator', outcome: 'ok' }] },
  },
  {
    name: 'a tool that needs a confirmation where nobody can be asked',
    script: [callTool('write_file', { path: 'x.txt', content: 'x' }), say('못 했어요.')],
    out: '못 했어요.\n\n거절된 일: 파일 쓰기 x.txt\n',
    err: ['파일 쓰기', '실행 안 함'],
    code: 55,
    gaps: [0],
    result: { ok: false, tools: [{ name: 'write_file', outcome: 'denied' }] },
  },
  {
    name: '401: one request',
    script: [refuse(401)],
    out: '',
    err: ['API 키를 확인하세요', 'assistant setup'],
    code: 41,
    gaps: [],
    result: failed('auth', { status: 401 }),
  },
  {
    name: '403: one request',
    script: [refuse(403)],
    out: '',
    err: ['API 키를 확인하세요'],
    code: 41,
    gaps: [],
    result: failed('auth', { status: 403 }),
  },
  {
    name: '404: one request',
    script: [refuse(404)],
    out: '',
    err: ['--model'],
    code: 1,
    gaps: [],
    result: failed('model-missing', { status: 404 }),
  },
  {
    name: '429 with Retry-After: waits as told, once',
    script: [refuse(429, { headers: { 'retry-after': '1' } }), say('이제 돼요.')],
    out: '이제 돼요.\n',
    err: ['다시 시도하는 중 2/2, 1.0초 뒤'],
    code: 0,
    gaps: [1000],
    result: { ok: true, text: '이제 돼요.', requests: 2 },
  },
  {
    name: '429 that asks for more than a minute: stops and says how long',
    script: [refuse(429, { headers: { 'retry-after': '90' } })],
    out: '',
    err: ['90초'],
    code: 1,
    gaps: [],
    result: failed('rate-limited', { status: 429, retryAfterMs: 90_000 }),
  },
  {
    name: '500 twice, then an answer: two retries at 250 and 750 ms',
    script: [refuse(500), refuse(500), say('괜찮아요.')],
    out: '괜찮아요.\n',
    err: ['2/3, 0.3초 뒤', '3/3, 0.8초 뒤'],
    code: 0,
    gaps: [250, 750],
    result: { ok: true, requests: 3 },
  },
  {
    name: '500 for ever: three requests and no more',
    script: [refuse(500), refuse(500), refuse(500)],
    out: '',
    err: ['제공자 서버에 문제가 있어요 (500)'],
    code: 1,
    gaps: [250, 750],
    result: failed('server', { status: 500 }),
  },
  {
    name: 'dropped mid-answer: the partial stays, nothing is sent again',
    script: (shape) => [say(['반만 ', '왔어요', ' 끝.'], { drop: afterTwo[shape] })],
    out: '반만 왔어요',
    err: ['답이 중간에 끊겼어요', '네트워크 오류'],
    code: 1,
    gaps: [],
    result: failed('network'),
  },
  {
    name: 'a server that says nothing: the limit for the first byte, no retry',
    script: [silent()],
    env: { ASSISTANT_LIMITS_FIRST_BYTE_MS: '400', ASSISTANT_LIMITS_FIRST_BYTE_LOCAL_MS: '400' },
    out: '',
    err: ['응답 시간 초과'],
    code: 124,
    gaps: [],
    result: failed('timeout'),
  },
  {
    name: 'bytes that are no stream',
    script: [raw('<html>captive portal</html>', 'text/html')],
    out: '',
    err: ['제공자의 응답을 읽을 수 없었어요'],
    code: 1,
    gaps: [],
    result: failed('malformed'),
  },
  {
    name: 'a tool too many with --max-turns 1',
    args: ['--max-turns', '1'],
    script: [callTool('calculator', { expression: '1+1' }), say('여기까지예요.')],
    out: '여기까지예요.\n',
    err: ['도구 호출이 너무 많습니다'],
    code: 53,
    gaps: [0],
    result: { ok: false, ending: 'done', text: '여기까지예요.' },
  },
]

/** What a wire has no part in is told over one of them; with WIRES=all everything over each. */
const ofOneWire = /^(?:403|404|429|500|a tool that needs|a server that says|a tool too many)/

/** Longer than a gap is asked to be only by what a busy machine adds. */
const slackMs = 2_000

describe.each(shapes)('over the wire of %s', (shape) => {
  const told = stories.filter(({ name }) => shape === 'openai' || process.env.WIRES === 'all' || !ofOneWire.test(name))
  sample.each(told)('$name', async ({ script, env = {}, args = [], out, err, code, gaps, result }) => {
    const tell = async (...more: string[]): Promise<{ ended: Ended; server: ModelServer }> => {
      const server = await modelServer(...(typeof script === 'function' ? script(shape) : script))
      const ended = await end(start(['-p', '안녕?', ...args, ...more], { ...envFor(shape, server), ...env }))
      await server.close()
      return { ended, server }
    }
    const [text, stream] = await Promise.all([tell(), tell('--output-format', 'stream-json')])
    for (const { ended, server } of [text, stream]) {
      expect(server.requests).toHaveLength(gaps.length + 1)
      for (const [at, gap] of server.gaps().entries()) {
        expect(gap).toBeGreaterThanOrEqual((gaps[at] ?? 0) - 5)
        expect(gap).toBeLessThan((gaps[at] ?? 0) + slackMs)
      }
      expect({ code: ended.code, signal: ended.signal }).toEqual({ code, signal: null })
      for (const part of err) expect(ended.err).toContain(part)
      if (err.length === 0) expect(ended.err).toBe('')
      expect(ended.err).not.toContain('sk-test')
    }
    expect(text.ended.out.trimEnd()).toBe(out.trimEnd())
    expect(text.ended.out).toMatch(/^$|\n$/)
    const lines = events(stream.ended.out)
    expect(lines.at(-1)).toMatchObject({ type: 'result', exitCode: code, ...result })
    expect(lines.filter(({ type }) => type === 'result' || type.startsWith('turn.'))).toHaveLength(3)
    expect(lines[0]).toMatchObject({ type: 'turn.started', agent: '비서' })
  })
})

describe('stopped from outside', () => {
  const half = () => modelServer(say(['반만 ', '왔어요', ' 끝.'], { hang: afterTwo.openai }))

  test.each([
    ['SIGINT', 130, 'person', '멈췄어요.'],
    ['SIGTERM', 143, 'shutdown', '프로그램이 끝나면서 멈췄어요.'],
    ['SIGHUP', 129, 'shutdown', '프로그램이 끝나면서 멈췄어요.'],
  ] as const)('%s cancels the turn, keeps what there is and exits %i', async (signal, code, by, sentence) => {
    await using server = await half()
    const env = envFor('openai', server)
    const child = start(['-p', '안녕?'], env)
    const shown = once(child.stdout!, 'data')
    const ending = end(child)
    await shown
    child.kill(signal)
    const ended = await ending
    expect(ended).toMatchObject({ code, signal: null, out: '반만 왔어요\n' })
    expect(ended.err).toContain(sentence)

    const json = start(['-p', '안녕?', '--output-format', 'stream-json', '-c'], {
      ...env,
      OPENAI_BASE_URL: (await reopened()).openai,
    })
    let seen = ''
    json.stdout?.setEncoding('utf8').on('data', (text) => (seen += text))
    const closing = once(json, 'close')
    while (!seen.includes('왔어요')) await once(json.stdout!, 'data')
    json.kill(signal)
    expect((await closing)[0]).toBe(code)
    const [cancelled, result] = events(seen).slice(-2)
    expect(cancelled).toMatchObject({ type: 'turn.cancelled', by, partial: '반만 왔어요' })
    expect(result).toMatchObject({
      type: 'result',
      ok: false,
      exitCode: code,
      ending: 'stopped',
      stoppedBy: signal,
      text: '반만 왔어요',
    })
  })

  async function reopened(): Promise<ModelServer> {
    const server = await half()
    onTestFinished(() => server.close())
    return server
  }

  test('a signal before the first word ends it as well, with a result', async () => {
    await using server = await modelServer(silent())
    const child = start(['-p', '안녕?', '--output-format', 'stream-json'], envFor('openai', server))
    const ending = end(child)
    await server.received(1)
    child.kill('SIGINT')
    const ended = await ending
    expect(ended.code).toBe(130)
    expect(events(ended.out).at(-1)).toMatchObject({ type: 'result', exitCode: 130, text: '' })
  })

  test('a reader that leaves is no failure: quiet, 0, and the model is no longer asked', async () => {
    await using server = await modelServer(say(Array(2000).fill('단어 '), { everyMs: 5 }))
    const child = start(['-p', '길게'], envFor('openai', server))
    let err = ''
    child.stderr?.setEncoding('utf8').on('data', (text) => (err += text))
    await once(child.stdout!, 'data')
    child.stdout?.destroy()
    const [code] = await once(child, 'close')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(server.requests[0]?.leftAt).toBeDefined()
  })

  test('a disk that is full is a failure, said on stderr: 1', async () => {
    const env = bareEnv(freshHome())
    const line = `"${process.execPath}" bin/assistant.js "3*(2+4)는?" </dev/null >/dev/full`
    const { status, stderr } = spawnSync('bash', ['--norc', '-c', line], { env, encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('디스크에 쓸 수 없었어요.')
  })

  test('twice Ctrl+C leaves at once although nobody reads the output', async () => {
    await using server = await modelServer(say(Array(40_000).fill('단어 단어 단어 ')))
    const child = start(['-p', '길게'], envFor('openai', server))
    child.stderr?.resume()
    await once(child.stdout!, 'readable')
    const closed = once(child, 'exit')
    child.kill('SIGINT')
    // Two presses, as fast as a person's.
    await sleep(100)
    child.kill('SIGINT')
    expect((await closed)[0]).toBe(130)
  })
})
