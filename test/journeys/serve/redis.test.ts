import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test as sample } from 'vitest'
import { openLedger } from '../../../src/services/transfer/ledger.ts'
import { conversationOf } from '../../../src/ui/http/sessions.ts'
import { TokenFile } from '../../../src/ui/http/tokens.ts'
import { bundled } from '../../bundled.ts'
import { freePort } from '../../fakes/listen.ts'
import { requires, longTest as test } from '../../parts.ts'
import { now } from '../../services/rig.ts'
import { ask, bearer, chat, framesOf, stream } from '../../ui/http/rig.ts'

const fixture = await bundled('test/fixtures/http-server.ts')

requires('redis-server')('two processes that share their sessions over Redis', () => {
  let home = ''
  let url = ''
  let key = ''
  const children: ChildProcess[] = []
  const ports: number[] = []

  const server = async (...more: string[]): Promise<{ child: ChildProcess; port: number }> => {
    const child = spawn(process.execPath, [fixture, home, url, ...more], { stdio: ['pipe', 'pipe', 'inherit'] })
    children.push(child)
    const died = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the server ended with ${code}`)))
    died.catch(() => {})
    const [line] = await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), died])
    return { child, port: Number(String(line)) }
  }

  /** Redis that keeps each line on the disk, so that it can be killed and come back. */
  const redis = async (): Promise<ChildProcess> => {
    const kept = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--dir', home]
    const child = spawn('redis-server', ['--port', new URL(url).port, ...kept], { stdio: ['ignore', 'pipe', 'ignore'] })
    children.push(child)
    for await (const text of child.stdout) if (String(text).includes('Ready to accept')) break
    child.stdout.resume()
    return child
  }

  const killed = async (child: ChildProcess) => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  let store: ChildProcess

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'redis-'))
    url = `redis://127.0.0.1:${await freePort()}`
    store = await redis()
    key = (await new TokenFile(join(home, 'http-tokens.json'), () => now).add('front', ['transfer'])) ?? ''
    for (let i = 0; i < 2; i++) ports.push((await server()).port)
  }, 30_000)

  afterAll(async () => {
    await Promise.all(
      children.map((child) => (child.exitCode === null && child.signalCode === null ? killed(child) : undefined)),
    )
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  })

  const at = (i: number) => ports[i % ports.length] as number

  sample(
    '30 mixed conversations at once: nobody hears another, order is kept, every stream is well formed',
    {
      timeout: 120_000,
    },
    async () => {
      const talk = async (i: number) => {
        const name = `사람${i}`
        if (i % 2) {
          const first = await stream(at(i), key, `s${i}`, `말 ${i}`)
          const second = await stream(at(i + 1), key, `s${i}`, `또 ${i}`)
          return [first, second].map((frames) => frames.at(-1)?.data.message)
        }
        const said = [`${name}한테 ${i + 1}천원, 엄마한테 ${i + 1}백원 보내줘`, '네', '네']
        const messages = []
        for (const [turn, text] of said.entries()) {
          const frames = await stream(at(i + turn), key, `s${i}`, text)
          expect(frames.filter(({ event }) => event === 'DONE')).toHaveLength(1)
          expect(frames.at(-1)?.event).toBe('DONE')
          messages.push(frames.at(-1)?.data.message)
        }
        return messages
      }
      const told = await Promise.all(Array.from({ length: 30 }, (_, i) => talk(i)))
      for (const [i, messages] of told.entries()) {
        if (i % 2) expect(messages).toEqual([`chat: 말 ${i}`, `chat: 또 ${i}`])
        else {
          expect(messages[0]).toBe(
            `총 2건이 요청됐어요. 먼저 사람${i}에게 ${((i + 1) * 1000) % 10_000 ? `${i + 1},000원` : `${(i + 1) / 10}만원`} 보낼까요? (1/2)`,
          )
          expect(messages[1]).toMatch(/^완료! 다음으로 엄마에게 .* 보낼까요\? \(2\/2\)$/)
          expect(messages[2]).toMatch(/^2건 이체가 모두 완료됐어요\./)
        }
      }
      const { sent } = await openLedger(join(home, 'ledger.jsonl'), () => now).books()
      expect(sent).toHaveLength(30)
      expect(new Set(sent.map(({ key: one }) => one)).size).toBe(30)
    },
  )

  test('a yes given to both processes at once moves the money once', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 10; round++) {
      const session = `race${round}`
      await chat(at(0), key, session, '이모한테 오백원 보내줘')
      const both = await Promise.all([chat(at(0), key, session, '네'), chat(at(1), key, session, '네')])
      const messages = both.map((reply) => reply.json().interaction.message)
      expect(messages.filter((text) => text.startsWith('이체가 완료됐어요.'))).toHaveLength(1)
      expect(messages.filter((text) => text === 'chat: 네')).toHaveLength(1)
    }
    const { sent } = await openLedger(join(home, 'ledger.jsonl'), () => now).books()
    expect(sent.filter(({ target }) => target === '이모')).toHaveLength(10)
  })

  test('a process that is killed between question and yes is missed by nobody', { timeout: 60_000 }, async () => {
    const { child, port } = await server()
    await chat(port, key, 'moved', '고모한테 만원 보내줘')
    child.kill('SIGKILL')
    const reply = (await chat(at(0), key, 'moved', '네')).json()
    expect(reply.interaction).toMatchObject({
      message: expect.stringContaining('이체가 완료됐어요.'),
      state_snapshot: { stage: 'EXECUTED' },
    })
    const done = (await ask(at(1), 'GET', '/v1/agent/completed?session_id=moved', bearer(key))).json()
    expect(done).toMatchObject([{ stage: 'EXECUTED', slots: { target: '고모' } }])
  })

  /** Begins a turn and waits for its first frame; `rest` becomes the whole stream as far as it came. */
  const begun = async (port: number, session: string, message: string) => {
    const frames = Promise.withResolvers<void>()
    let text = ''
    const call = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/v1/agent/chat/stream',
      headers: bearer(key),
      agent: false,
    })
    const rest = new Promise<string>((resolve) => {
      call.on('error', () => resolve(text))
      call.on('response', (response) => {
        response.on('data', (chunk) => {
          text += chunk
          frames.resolve()
        })
        response.on('close', () => resolve(text))
      })
    })
    call.end(JSON.stringify({ session_id: session, message }))
    await frames.promise
    return { rest }
  }
  const last = (frames: Awaited<ReturnType<typeof stream>>) => frames.at(-1)?.data

  test('a process that is killed in the middle of a turn: the other sees it, tells the turn as cut, and goes on long before the lease ends', {
    timeout: 60_000,
  }, async () => {
    // A lease that would outlast the test.
    const [first, second] = [await server('90000'), await server('90000')]
    const { rest } = await begun(first.port, 'killed', 'slowly 1000')
    const waiting = stream(second.port, key, 'killed', '아직 있어요?')
    await killed(first.child)
    expect(await rest).not.toContain('event: DONE')
    expect(last(await waiting)).toMatchObject({ action: 'DONE', message: 'chat: 아직 있어요?' })
    expect(last(await stream(second.port, key, 'killed', '또'))).toMatchObject({ message: 'chat: 또' })
  })

  test('a process that slept past its lease has lost the conversation: it writes nothing more and says that its turn failed', {
    timeout: 60_000,
  }, async () => {
    const [first, second] = [await server('1000'), await server('1000')]
    const { rest } = await begun(first.port, 'slept', 'slowly 100')
    first.child.kill('SIGSTOP')
    expect(last(await stream(second.port, key, 'slept', '이어서'))).toMatchObject({
      action: 'DONE',
      message: 'chat: 이어서',
    })
    first.child.kill('SIGCONT')
    const frames = framesOf(await rest)
    expect(frames.slice(-2)).toMatchObject([
      { event: 'ERROR', data: { code: 'busy' } },
      { event: 'DONE', data: { action: 'FAILED' } },
    ])
    expect(last(await stream(first.port, key, 'slept', '끝'))).toMatchObject({ message: 'chat: 끝' })
  })

  test('a process that slept past its lease with nobody behind it goes on with its turn', {
    timeout: 60_000,
  }, async () => {
    const { child, port } = await server('600')
    const { rest } = await begun(port, 'dozed', 'slowly 40')
    child.kill('SIGSTOP')
    const held = `assistant:{${conversationOf('front', 'dozed')}}:lock`
    const left = async () => (await promisify(execFile)('redis-cli', ['-u', url, 'exists', held])).stdout.trim()
    await expect.poll(left, { timeout: 20_000 }).toBe('0')
    child.kill('SIGCONT')
    const frames = framesOf(await rest)
    expect(frames.filter(({ event }) => event === 'ERROR')).toEqual([])
    expect(last(frames)).toMatchObject({ action: 'DONE', message: expect.stringContaining('39') })
    expect(last(await stream(at(0), key, 'dozed', '또'))).toMatchObject({ message: 'chat: 또' })
  })

  test('clocks that are a day apart change nothing: order is the order of turns', { timeout: 60_000 }, async () => {
    const [early, late] = [await server('30000', '-86400000'), await server('30000', '86400000')]
    const said: string[] = []
    for (const [turn, text] of ['이모한테 만원 보내줘', '네', '하나', '둘'].entries())
      said.push(last(await stream((turn % 2 ? early : late).port, key, 'skewed', text)).message)
    expect(said).toEqual([
      '이모에게 1만원을 이체할까요?\n메모나 이체 날짜를 추가하시겠어요?',
      expect.stringMatching(/^이체가 완료됐어요\./),
      'chat: 하나',
      'chat: 둘',
    ])
    const done = (await ask(early.port, 'GET', '/v1/agent/completed?session_id=skewed', bearer(key))).json()
    expect(done).toMatchObject([{ stage: 'EXECUTED', slots: { target: '이모', amount: 10_000 } }])
  })

  test('Redis dies in the middle of a turn: ERROR and DONE, everything else is refused in the same way; when it is back, all goes on', {
    timeout: 60_000,
  }, async () => {
    await chat(at(0), key, 'blip', '고모한테 만원 보내줘')
    const { rest } = await begun(at(0), 'blip-slow', 'slowly 400')
    await killed(store)
    const failed = [framesOf(await rest), await stream(at(1), key, 'blip', '네')]
    for (const frames of failed)
      expect(frames.slice(-2)).toMatchObject([
        { event: 'ERROR', data: { code: 'storage', retryable: true } },
        { event: 'DONE', data: { action: 'FAILED' } },
      ])
    expect((await chat(at(0), key, 'blip', '네')).status).toBe(500)
    const completed = await ask(at(0), 'GET', '/v1/agent/completed?session_id=blip', bearer(key))
    expect([completed.status, completed.json().error.code]).toEqual([500, 'storage'])
    expect((await ask(at(0), 'GET', '/health')).status).toBe(200)
    store = await redis()
    const { sent } = await openLedger(join(home, 'ledger.jsonl'), () => now).books()
    expect(sent.filter(({ conversation }) => conversation === conversationOf('front', 'blip'))).toEqual([])
    expect(last(await stream(at(1), key, 'blip', '네')).message).toMatch(/^이체가 완료됐어요\./)
    expect(last(await stream(at(1), key, 'blip-slow', '거기 있어요?'))).toMatchObject({ message: 'chat: 거기 있어요?' })
  })

  test('Redis that hangs is waited for, but not for ever; when it goes on, nobody waits for a lock that was taken in vain', {
    timeout: 60_000,
  }, async () => {
    await chat(at(0), key, 'hang', '하나')
    store.kill('SIGSTOP')
    expect((await stream(at(0), key, 'hang', '둘')).slice(-2)).toMatchObject([
      { event: 'ERROR', data: { code: 'storage' } },
      { event: 'DONE', data: { action: 'FAILED' } },
    ])
    store.kill('SIGCONT')
    const began = performance.now()
    expect(last(await stream(at(1), key, 'hang', '셋'))).toMatchObject({ message: 'chat: 셋' })
    // A lease is 30 s.
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})
