import { readFileSync, statSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Flow } from '../../../src/core/flow.ts'
import { openEphemeral } from '../../../src/core/ownership/shared-conversation.ts'
import { AssistantError } from '../../../src/protocol/index.ts'
import { sleep } from '../../../src/std/abort.ts'
import { openSessions } from '../../../src/ui/http/sessions.ts'
import { StreamWriter } from '../../../src/ui/http/writer.ts'
import { ask, bearer, chat, framesOf, type RigOptions, serving, stream } from './rig.ts'

async function started(given?: RigOptions) {
  const made = await serving(given)
  onTestFinished(() => made.close())
  return { ...made, key: await made.token('front') }
}

const snapshot = (stage: string, slots: object, meta: object) => ({
  stage,
  slots: { target: null, amount: null, memo: null, alias: null, transfer_date: null, ...slots },
  missing_required: [],
  meta: { batch_total: 2, batch_progress: 0, batch_executed: 0, slot_errors: {}, ...meta },
})

describe('a batch over the stream', () => {
  test('is the story of the specification, frame by frame', async () => {
    const { port, key } = await started()
    const [first, second] = [
      { target: '엄마', amount: 10_000 },
      { target: '용걸이', amount: 50_000 },
    ]
    const slot = (stage: string) => [
      { event: 'AGENT_START', data: { agent: 'slot', label: '정보 추출 중' } },
      { event: 'AGENT_DONE', data: { agent: 'slot', label: '정보 추출 완료', success: true, stage } },
    ]
    const execute = [
      { event: 'AGENT_START', data: { agent: 'execute', label: '이체 실행 중' } },
      { event: 'AGENT_DONE', data: { agent: 'execute', label: '이체 실행 중', success: true, stage: 'EXECUTED' } },
    ]
    expect(await stream(port, key, 's', '엄마한테 만원 용걸이한테 5만원')).toEqual([
      { event: 'AGENT_START', data: { agent: 'intent', label: '의도 파악 중' } },
      { event: 'AGENT_DONE', data: { agent: 'intent', label: '의도 파악 중', success: true, result: 'TRANSFER' } },
      ...slot('READY'),
      {
        event: 'DONE',
        data: {
          message: '총 2건이 요청됐어요. 먼저 엄마에게 1만원 보낼까요? (1/2)',
          action: 'CONFIRM',
          next_action: 'CONFIRM',
          ui_hint: { buttons: ['확인', '취소'] },
          state_snapshot: snapshot('READY', first, {}),
          hooks: [],
        },
      },
    ])
    const two = await stream(port, key, 's', '확인')
    expect(two.slice(0, -1)).toEqual([
      ...slot('CONFIRMED'),
      { event: 'TASK_PROGRESS', data: { index: 1, total: 2, slots: first } },
      ...execute,
    ])
    expect(two.at(-1)?.data).toMatchObject({
      message: '완료! 다음으로 용걸이에게 5만원 보낼까요? (2/2)',
      next_action: 'CONFIRM',
      state_snapshot: snapshot('READY', second, { batch_progress: 1, batch_executed: 1 }),
      hooks: [{ type: 'transfer_completed', data: { slots: first, receipt: { target: '엄마', balance: 990_000 } } }],
    })
    const three = await stream(port, key, 's', '확인', { answers: two.at(-1)?.data.message })
    expect(three.slice(0, -1)).toEqual([
      ...slot('CONFIRMED'),
      { event: 'TASK_PROGRESS', data: { index: 2, total: 2, slots: second } },
      ...execute,
    ])
    expect(three.at(-1)?.data).toMatchObject({
      next_action: 'DONE',
      ui_hint: { buttons: [] },
      state_snapshot: snapshot('EXECUTED', second, { batch_progress: 2, batch_executed: 2 }),
    })
    expect(three.at(-1)?.data.hooks.map(({ type }: { type: string }) => type)).toEqual([
      'transfer_completed',
      'session_reset',
    ])
    const done = await ask(port, 'GET', '/v1/agent/completed?session_id=s', bearer(key))
    expect(done.json()).toMatchObject([
      { service: 'transfer', stage: 'EXECUTED', slots: second },
      { service: 'transfer', stage: 'EXECUTED', slots: first },
    ])
  })

  test('the same by GET, and as one answer', async () => {
    const { port, key } = await started({ memory: true })
    const query = new URLSearchParams({ session_id: 's', message: '엄마한테 만원 보내줘' })
    const frames = framesOf((await ask(port, 'GET', `/v1/agent/chat/stream?${query}`, bearer(key))).body)
    expect(frames.at(-1)?.data.next_action).toBe('CONFIRM')
    const { status, json } = { ...(await chat(port, key, 's', '취소')) }
    expect(status).toBe(200)
    expect(json()).toMatchObject({
      interaction: { message: '이체가 취소됐어요.', next_action: 'DONE' },
      hooks: [{ type: 'session_reset' }],
    })
    const list = (await ask(port, 'GET', '/v1/agent/completed?session_id=s', bearer(key))).json()
    expect(list).toMatchObject([{ service: 'transfer', stage: 'CANCELLED' }])
  })
})

test('a session is bound to one service, or to none, until it is let go; others are not', async () => {
  const { port, key } = await started()
  const said = async (session: string, message: string, more = {}) =>
    (await chat(port, key, session, message, more)).json().interaction.message as string
  expect(await said('s', '안녕', { service: 'transfer' })).not.toContain('chat:')
  expect(await said('s', '만원')).toContain('누구에게 1만원을')
  expect(await said('other', '만원')).toBe('chat: 만원')
  expect(await said('none', '엄마한테 만원 보내줘', { service: null })).toBe('chat: 엄마한테 만원 보내줘')
  expect(await said('none', '엄마한테 만원 보내줘')).toBe('chat: 엄마한테 만원 보내줘')
  expect(await said('none', '엄마한테 만원 보내줘', { service: '*' })).toContain('이체할까요?')
  const unknown = await chat(port, key, 'new', '안녕', { service: 'trasnfer' })
  expect([unknown.status, unknown.json().error.code]).toEqual([400, 'bad-input'])
})

describe('who may come in', () => {
  const body = '{"session_id":"s","message":"안녕"}'
  const path = '/v1/agent/chat'

  test.each<[string, number, (key: string) => Promise<[string, string, Record<string, string>, string?]>]>([
    ['nobody without a token', 401, async () => ['POST', path, {}, body]],
    ['nobody with a wrong one', 401, async () => ['POST', path, bearer('ast_wrong'), body]],
    [
      'no page of another origin',
      403,
      async (key) => ['POST', path, { ...bearer(key), origin: 'https://evil.example' }, body],
    ],
    [
      'no foreign name that leads here',
      403,
      async (key) => ['POST', path, { ...bearer(key), host: 'evil.example' }, body],
    ],
    ['nothing that is not JSON', 400, async (key) => ['POST', path, bearer(key), '{"session_id"']],
    ['no list', 400, async (key) => ['POST', path, bearer(key), '[1]']],
    ['no blank message', 400, async (key) => ['POST', path, bearer(key), '{"session_id":"s","message":"  "}']],
    ['no path as a session', 400, async (key) => ['POST', path, bearer(key), '{"session_id":"../x","message":"안녕"}']],
    [
      'no request whose id cannot be kept: it could run twice',
      400,
      async (key) => ['POST', path, bearer(key), '{"session_id":"s","message":"안녕","request_id":"1"}'],
    ],
    ['a scheme in small letters', 200, async (key) => ['POST', path, { authorization: `bearer ${key}` }, body]],
    [
      'nothing of more than 64 KiB',
      413,
      async (key) => ['POST', path, bearer(key), JSON.stringify({ message: 'x'.repeat(70_000) })],
    ],
    ['no other method', 405, async (key) => ['DELETE', path, bearer(key)]],
    ['no other address', 404, async (key) => ['GET', '/v1/agent/debug', bearer(key)]],
    [
      'a page of the same address',
      200,
      async (key) => ['POST', path, { ...bearer(key), origin: 'http://127.0.0.1', host: '127.0.0.1' }, body],
    ],
    ['health without a token', 200, async () => ['GET', '/health', {}]],
    ['the description without a token', 200, async () => ['GET', '/openapi.json', {}]],
  ])('%s: %i', async (_, status, make) => {
    const { port, key } = await started({ memory: true })
    const reply = await ask(port, ...(await make(key)))
    expect(reply.status).toBe(status)
    if (status >= 400) {
      expect(Object.keys(reply.json())).toEqual(['error'])
      expect(reply.body).not.toContain('evil')
      expect(reply.body).not.toContain('at ')
    }
  })

  test('a token is kept as its hash, for its owner alone, and ends when it is revoked', async () => {
    const { port, key, tokens } = await started({ memory: true })
    expect(readFileSync(tokens.path, 'utf8')).not.toContain(key)
    expect(statSync(tokens.path).mode & 0o777).toBe(0o600)
    await tokens.remove('front')
    expect((await chat(port, key, 's', '안녕')).status).toBe(401)
  })

  test('two tokens that name the same session never meet', async () => {
    const { port, key, token } = await started({ memory: true })
    const other = await token('other')
    await chat(port, key, 's', '엄마한테 만원 보내줘')
    expect((await chat(port, other, 's', '네')).json().interaction.message).toBe('chat: 네')
    expect((await ask(port, 'GET', '/v1/agent/completed?session_id=s', bearer(other))).json()).toEqual([])
  })

  test('a token without the grant moves no money', async () => {
    const { port, token, ledger } = await started({ memory: true })
    const key = await token('plain', [])
    expect((await chat(port, key, 's', '엄마한테 만원 보내줘')).json().interaction.message).toBe(
      '이 작업은 앱에서 직접 실행해주세요',
    )
    expect((await ledger.books()).sent).toEqual([])
  })

  test('a token has its number of requests a minute', async () => {
    const { port, key, tokens, home } = await started({ memory: true })
    const { writeAtomic } = await import('../../../src/std/fs/files.ts')
    const limited = (await tokens.all()).map((one) => ({ ...one, perMinute: 2 }))
    await writeAtomic(`${home}/http-tokens.json`, JSON.stringify({ tokens: limited }))
    const replies = [await chat(port, key, 's', '1'), await chat(port, key, 's', '2'), await chat(port, key, 's', '3')]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(Number(replies[2]?.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('what goes wrong', () => {
  test.each(['network', 'storage', 'internal', 'config', 'server'] as const)(
    'a turn that fails (%s) is ERROR, then DONE; nothing of the inside is told',
    async (code) => {
      const chat: Flow = async function* () {
        throw new AssistantError({ code, detail: 'secret-host refused' })
      }
      const { port, key, log } = await started({ chat, memory: true })
      const frames = await stream(port, key, 's', '안녕')
      expect(frames.map(({ event }) => event)).toEqual(['ERROR', 'DONE'])
      expect(frames[0]?.data).toMatchObject({ code, retryable: code !== 'config' })
      expect(frames[1]?.data).toMatchObject({ action: 'FAILED', state_snapshot: { stage: 'INIT' } })
      expect(JSON.stringify(frames)).not.toContain('secret-host')
      expect(log).toEqual([{ request: expect.any(String), error: code, detail: 'secret-host refused' }])
    },
  )

  test('a client that leaves does not stop its turn', async () => {
    const release = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const chat: Flow = async function* (input, context) {
      if (input.text !== 'long')
        return { message: context.newId(), text: String(context.thread().messages.map(({ text }) => text)) }
      yield { type: 'text.added', call: 1, at: 0, text: '하나' }
      begun.resolve()
      await release.promise
      return { message: context.newId(), text: '하나 둘' }
    }
    const { port, key } = await started({ chat })
    const call = request({ port, method: 'POST', path: '/v1/agent/chat/stream', headers: bearer(key), agent: false })
    call.on('error', () => {})
    call.on('response', (response) => response.once('data', () => call.destroy()))
    call.end('{"session_id":"s","message":"long"}')
    await begun.promise
    release.resolve()
    const { json } = await chat2(port, key)
    expect(json().interaction.message).toBe('long,하나 둘,was?')
  })
  const chat2 = (port: number, key: string) => chat(port, key, 's', 'was?')

  test('where nothing is written a newcomer waits rather than that a conversation in use is lost; whoever holds most makes room', async () => {
    const sessions: RigOptions['sessions'] = (options) => openSessions((id) => openEphemeral(id, options), undefined, 3)
    const { port, key, token } = await started({ sessions })
    const say = async (session: string, message: string, by = key) =>
      (await chat(port, by, session, message)).json().interaction
    await say('a', '엄마한테 만원 보내줘')
    for (const session of ['b', 'c']) await say(session, '안녕')
    const late = await chat(port, key, 'd', '안녕')
    expect([late.status, late.json().error.code]).toEqual([429, 'too-many'])
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(500)
    const asked = JSON.stringify({ model: 'assistant', messages: [{ role: 'user', content: '안녕' }] })
    const door = await ask(port, 'POST', '/v1/chat/completions', bearer(key), asked)
    expect([door.status, door.json().error.code, Number(door.headers['retry-after']) > 500]).toEqual([
      429,
      'rate_limit_exceeded',
      true,
    ])
    expect((await say('a', '네')).message).toMatch(/^이체가 완료됐어요/)
    // Another token has none of the three: the quietest of the one that has all of them goes.
    const other = await token('other')
    expect((await say('x', '엄마한테 만원 보내줘', other)).action).toBe('CONFIRM')
    expect((await chat(port, key, 'b', '안녕')).status).toBe(429)
    expect((await say('x', '네', other)).message).toMatch(/^이체가 완료됐어요/)
  })

  test('a reader that takes nothing fills no memory, and others are served', async () => {
    const piece = 'x'.repeat(64 << 10)
    const chat: Flow = async function* (input, context) {
      for (let i = 0; input.text === 'much' && i < 400; i++)
        yield { type: 'text.added', call: 1, at: i * piece.length, text: piece }
      return { message: context.newId(), text: 'ok' }
    }
    const { port, key } = await started({ chat, memory: true })
    const call = request({ port, method: 'POST', path: '/v1/agent/chat/stream', headers: bearer(key), agent: false })
    const paused = new Promise<void>((resolve) => call.on('response', (response) => resolve(void response.pause())))
    call.on('error', () => {})
    call.end('{"session_id":"slow","message":"much"}')
    await paused
    expect((await chat2(port, key)).status).toBe(200)
    call.destroy()
  })

  test.each<[string, number, string]>([
    ['an address that is none', 404, 'GET //[ HTTP/1.1\r\nHost: localhost'],
    ['an absolute address that is none', 404, 'GET http://[ HTTP/1.1\r\nHost: localhost'],
    ['no HTTP at all', 400, '안녕하세요'],
    ['no Host', 400, 'GET /health HTTP/1.1'],
    ['a header without an end', 431, `GET /health HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}`],
    ['two lengths', 400, 'POST /v1/agent/chat HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 5'],
    ['a question about health by HEAD', 200, 'HEAD /health HTTP/1.1\r\nHost: localhost'],
  ])('%s: %i', async (_, status, head) => {
    const { port, key, log } = await started({ memory: true })
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`${head}\r\nConnection: close\r\n\r\n`)
    let answer = ''
    for await (const data of socket) answer += data
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect((await chat(port, key, 's', '안녕')).status).toBe(200)
    expect(log).toEqual([])
  })

  test('a client that goes before its body is whole is forgotten', async () => {
    const { port, key, agent, log } = await started({ memory: true })
    const call = request({
      port,
      method: 'POST',
      path: '/v1/agent/chat',
      headers: { ...bearer(key), 'content-length': 5_000 },
    })
    call.on('error', () => {})
    call.write('{"session_id"')
    await expect.poll(() => new Promise((resolve) => agent.server.getConnections((_, open) => resolve(open)))).toBe(1)
    call.destroy()
    await expect.poll(() => new Promise((resolve) => agent.server.getConnections((_, open) => resolve(open)))).toBe(0)
    expect(log).toEqual([])
  })

  test('a body that grows past 64 KiB without having said so is cut off', async () => {
    const { port, key } = await started({ memory: true })
    const headers = { ...bearer(key), 'transfer-encoding': 'chunked' }
    const reply = await ask(port, 'POST', '/v1/agent/chat', headers, JSON.stringify({ message: 'x'.repeat(300_000) }))
    expect([reply.status, reply.json().error.code]).toEqual([413, 'too-large'])
    expect((await chat(port, key, 's', '안녕')).status).toBe(200)
  })

  test('clients that leave in the middle of their streams leave nothing behind: no connection, no place taken, every turn ended', {
    timeout: 60_000,
  }, async () => {
    const release = Promise.withResolvers<void>()
    let ended = 0
    const talk: Flow = async function* (_, context) {
      yield { type: 'text.added', call: 1, at: 0, text: '하나' }
      await release.promise
      ended++
      return { message: context.newId(), text: '하나 둘' }
    }
    const { port, key, agent, log } = await started({ chat: talk, memory: true })
    const leave = (session: number) =>
      new Promise<void>((resolve) => {
        const call = request({
          port,
          method: 'POST',
          path: '/v1/agent/chat/stream',
          headers: bearer(key),
          agent: false,
        })
        call.on('error', () => {})
        call.on('close', resolve)
        call.on('response', (response) => response.once('data', () => call.destroy()))
        call.end(JSON.stringify({ session_id: `s${session}`, message: '안녕' }))
      })
    // As many as one token may have at once: one more is refused until their turns have ended.
    await Promise.all(Array.from({ length: 256 }, (_, session) => leave(session)))
    expect((await chat(port, key, 'late', '안녕')).status).toBe(429)
    release.resolve()
    await expect.poll(async () => (await chat(port, key, 'late', '안녕')).status).toBe(200)
    expect(ended).toBe(257)
    await expect.poll(() => new Promise((resolve) => agent.server.getConnections((_, open) => resolve(open)))).toBe(0)
    expect(log).toEqual([])
  })

  test('a reader that takes nothing is let go in time, and whoever writes to it goes on', async () => {
    const written = Promise.withResolvers<number>()
    const server = createServer(async (_, response) => {
      const writer = new StreamWriter(response, 200)
      let pieces = 0
      while (!response.destroyed && pieces < 10_000) {
        await writer.write('x'.repeat(64 << 10))
        pieces++
      }
      writer.end()
      written.resolve(pieces)
    })
    onTestFinished(() => void server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const call = request({ port, host: '127.0.0.1', agent: false })
    call.on('error', () => {})
    call.on('response', (response) => response.pause())
    call.end()
    // What the system's buffers took, and no more.
    expect(await written.promise).toBeLessThan(500)
    call.destroy()
  })

  test('what is told in one breath leaves in one packet, whole and in order', async () => {
    const pieces = Array.from({ length: 200 }, (_, i) => `${i} `)
    const talk: Flow = async function* (_, context) {
      let at = 0
      for (const text of pieces) {
        yield { type: 'text.added', call: 1, at, text }
        at += text.length
      }
      return { message: context.newId(), text: pieces.join('') }
    }
    const { port, key } = await started({ chat: talk, memory: true })
    const packets: string[] = []
    await new Promise<void>((resolve) => {
      const call = request({ port, method: 'POST', path: '/v1/agent/chat/stream', headers: bearer(key), agent: false })
      call.on('response', (response) =>
        response
          .setEncoding('utf8')
          .on('data', (text) => packets.push(text))
          .on('end', resolve),
      )
      call.end('{"session_id":"s","message":"안녕"}')
    })
    const tokens = framesOf(packets.join('')).filter(({ event }) => event === 'LLM_TOKEN')
    expect(tokens.map(({ data }) => data).join('')).toBe(pieces.join(''))
    expect(packets.length).toBeLessThan(100)
  })

  test.each([true, false])(
    'a request that is sent again after many others is answered as it was (in memory: %s)',
    async (memory) => {
      const { port, key, ledger } = await started({ memory })
      await chat(port, key, 's', '엄마한테 만원 보내줘')
      const first = (await chat(port, key, 's', '네', { request_id: 'request-0001' })).json()
      for (let i = 0; i < 12; i++) await chat(port, key, 's', `말 ${i}`)
      expect((await chat(port, key, 's', '네', { request_id: 'request-0001' })).json()).toEqual(first)
      expect((await ledger.books()).sent).toHaveLength(1)
    },
  )

  test('the same request sent twice with its own id is one turn', async () => {
    const { port, key, ledger } = await started()
    await chat(port, key, 's', '엄마한테 만원, 용걸이한테 5만원 보내줘')
    const more = { request_id: 'request-0001' }
    const [one, two] = await Promise.all([chat(port, key, 's', '네', more), chat(port, key, 's', '네', more)])
    expect(one?.json()).toEqual(two?.json())
    expect((await chat(port, key, 's', '네', more)).json()).toEqual(one?.json())
    expect((await ledger.books()).sent).toHaveLength(1)
  })

  test('closing takes nothing new, lets what runs end, and cancels what does not', async () => {
    const begun = { short: Promise.withResolvers<void>(), long: Promise.withResolvers<void>() }
    const closing = Promise.withResolvers<void>()
    const chat: Flow = async function* ({ text }, context) {
      begun[text as 'short' | 'long'].resolve()
      if (text === 'short') await closing.promise
      else await sleep(600_000, context.signal)
      return { message: context.newId(), text: 'ended' }
    }
    const made = await serving({ chat, memory: true })
    const key = await made.token('front')
    const short = stream(made.port, key, 'a', 'short')
    const long = stream(made.port, key, 'b', 'long')
    await Promise.all([begun.short.promise, begun.long.promise])
    const closed = made.agent.close(3_000)
    closing.resolve()
    expect((await short).at(-1)?.data).toMatchObject({ message: 'ended', action: 'DONE' })
    await closed
    expect((await long).at(-1)?.data).toMatchObject({ action: 'CANCELLED' })
    await expect(ask(made.port, 'GET', '/health')).rejects.toThrow()
  }, 60_000)
})
