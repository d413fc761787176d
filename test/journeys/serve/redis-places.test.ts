import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test as sample } from 'vitest'
import { type RedisPlace, readRedisAddress } from '../../../src/sync/stores/redis-place.ts'
import { redisSessions } from '../../../src/ui/http/redis-sessions.ts'
import { keysOf } from '../../../src/ui/http/redis-store.ts'
import { conversationOf } from '../../../src/ui/http/sessions.ts'
import { freePort } from '../../fakes/listen.ts'
import { RedisSentinel } from '../../fakes/redis-sentinel.ts'
import { requires, longTest as test } from '../../parts.ts'
import { ask, chat, serving } from '../../ui/http/rig.ts'

describe('the address of a Redis', () => {
  sample('says one server, the master that sentinels name, or a cluster', () => {
    const one = { host: 'localhost', port: 6379 }
    expect(readRedisAddress('redis://localhost')).toEqual({ kind: 'single', hosts: [one], name: '', options: {} })
    expect(readRedisAddress('rediss://me:p%40ss@[::1]:7000/3')).toEqual({
      kind: 'single',
      hosts: [{ host: '::1', port: 7000 }],
      name: '3',
      options: { tls: {}, username: 'me', password: 'p@ss', db: 3 },
    })
    expect(readRedisAddress('redis+sentinel://:word@a,b:26380/money/2')).toEqual({
      kind: 'sentinel',
      hosts: [
        { host: 'a', port: 26379 },
        { host: 'b', port: 26380 },
      ],
      name: 'money',
      options: { password: 'word', db: 2 },
    })
    expect(readRedisAddress('redis+cluster://a:7000,b:7001,c')).toMatchObject({
      kind: 'cluster',
      hosts: [{ host: 'a', port: 7000 }, { host: 'b', port: 7001 }, { host: 'c' }],
    })
  })

  test.each([
    '',
    'localhost:6379',
    'http://a',
    'redis://',
    'redis://a,b',
    'redis+sentinel://a',
    'redis://a:0',
    'redis://a/x',
  ])('%j is none', (text) => {
    expect(readRedisAddress(text)).toBeUndefined()
  })

  test('all keys of a conversation are in one slot, whatever its id', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w.:-]{1,40}$/), (id) => {
        const tags = Object.values(keysOf(id)).map((key) => /\{([^}]+)\}/.exec(key)?.[1])
        expect(new Set(tags)).toEqual(new Set([id]))
      }),
    )
  })
})

requires('redis-server')('sessions on more than one Redis', () => {
  const children: ChildProcess[] = []
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'redis-'))
  })
  afterAll(async () => {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  /** A server in a folder of its own, once it says `ready`. */
  const started = async (port: number, args: string[], ready = /Ready to accept/) => {
    const dir = join(folder, String(port))
    await mkdir(dir)
    const child = spawn('redis-server', [...args, '--port', String(port), '--save', '', '--dir', dir], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(child)
    for await (const text of child.stdout) if (ready.test(String(text))) break
    child.stdout.resume()
    return child
  }
  const cli = async (port: number, ...args: string[]) =>
    (await promisify(execFile)('redis-cli', ['-p', String(port), ...args])).stdout.trim()

  const talks = async (url: string, session: string) => {
    const rig = await serving({ sessions: (options) => redisSessions(readRedisAddress(url) as RedisPlace, options) })
    const token = await rig.token('front')
    const say = async (text: string) => (await chat(rig.port, token, session, text)).json().interaction
    return { ...rig, say }
  }

  test('a session that nobody uses is forgotten whole, and what was paid in it stays; 0 keeps it', {
    timeout: 60_000,
  }, async () => {
    const port = await freePort()
    await started(port, [])
    const dayMs = 86_400_000
    let idle = dayMs
    const open = () =>
      serving({
        sessions: (options) =>
          redisSessions(readRedisAddress(`redis://127.0.0.1:${port}`) as RedisPlace, options, { idle }),
      })
    const rig = await open()
    const token = await rig.token('front')
    const say = async (text: string) => (await chat(rig.port, token, 'idle', text)).json().interaction.message
    await say('고모한테 만원 보내줘')
    expect(await say('네')).toMatch(/^이체가 완료됐어요/)
    // Long enough for a fold beside its log.
    for (let i = 0; i < 20; i++) await say(`말 ${i}`)
    const base = `assistant:{${conversationOf('front', 'idle')}}`
    const parts = ['log', 'thread', 'epoch'].map((part) => `${base}:${part}`)
    const left = await Promise.all(parts.map(async (name) => Number(await cli(port, 'pexpiretime', name))))
    expect(new Set(left.slice(0, 2)).size).toBe(1)
    expect(Math.min(...left)).toBeGreaterThan(Date.now() + dayMs / 2)
    for (const name of parts) await cli(port, 'pexpire', name, '1')
    await expect.poll(() => cli(port, 'exists', ...parts)).toBe('0')
    expect(await say('고모한테 만원 보내줘')).toContain('이체할까요')
    expect(await say('네')).toMatch(/^이체가 완료됐어요/)
    expect((await rig.ledger.books()).sent.map(({ target }) => target)).toEqual(['고모', '고모'])
    await rig.close()
    idle = 0
    const kept = await open()
    await chat(kept.port, await kept.token('front'), 'idle', '또')
    expect(await Promise.all(['log', 'epoch'].map((part) => cli(port, 'pttl', `${base}:${part}`)))).toEqual([
      '-1',
      '-1',
    ])
    await kept.close()
  })

  sample('a fold of lines that a server took with it is left out, and its conversation goes on', async () => {
    const port = await freePort()
    await started(port, [])
    const rig = await talks(`redis://127.0.0.1:${port}`, 'ahead')
    await rig.say('안녕')
    const { thread, log } = keysOf(conversationOf('front', 'ahead'))
    await cli(port, 'set', thread, `${Number(await cli(port, 'llen', log)) + 1} {}`)
    expect((await rig.say('3*(2+4)는?')).message).toContain('3*(2+4)')
    // Nor is one kept of a log that is another one than was folded.
    for (let i = 0; i < 20; i++) await rig.say(`말 ${i}`)
    const [length] = (await cli(port, 'get', thread)).split(' ')
    expect(Number(length)).toBeLessThanOrEqual(Number(await cli(port, 'llen', log)))
    await rig.close()
  })

  test('a cluster of three: conversations are spread over it, and each goes on', { timeout: 60_000 }, async () => {
    const ports = await Promise.all([freePort(), freePort(), freePort()])
    // The port of a cluster's bus is 10,000 higher where nothing else is said.
    const bus = await Promise.all(ports.map(() => freePort()))
    await Promise.all(
      ports.map((port, i) => started(port, ['--cluster-enabled', 'yes', '--cluster-port', String(bus[i])])),
    )
    for (const [i, port] of ports.entries()) {
      await cli(port, 'cluster', 'addslotsrange', String([0, 5461, 10923][i]), String([5460, 10922, 16383][i]))
      await cli(port, 'cluster', 'set-config-epoch', String(i + 1))
    }
    for (const i of [1, 2])
      await cli(ports[0] as number, 'cluster', 'meet', '127.0.0.1', String(ports[i]), String(bus[i]))
    for (const port of ports)
      await expect
        .poll(() => cli(port, 'cluster', 'info'), { timeout: 30_000 })
        .toMatch(/cluster_state:ok[\s\S]*known_nodes:3/)
    const rig = await talks(`redis+cluster://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`, 'money')
    expect((await rig.say('고모한테 만원 보내줘')).state_snapshot.stage).toBe('READY')
    expect((await rig.say('네')).message).toMatch(/^이체가 완료됐어요\./)
    const token = await rig.token('many')
    await Promise.all(Array.from({ length: 24 }, (_, i) => chat(rig.port, token, `s${i}`, `말 ${i}`)))
    const sizes = await Promise.all(ports.map(async (port) => Number(await cli(port, 'dbsize'))))
    expect(Math.min(...sizes)).toBeGreaterThan(0)
    await rig.close()
  })

  test('a cluster of which no node answers is told as away, and its turns fail', { timeout: 30_000 }, async () => {
    const place = readRedisAddress(`redis+cluster://127.0.0.1:${await freePort()}`) as RedisPlace
    const times = { lease: 4_500, renew: 1_500, answer: 500 }
    const rig = await serving({ sessions: (options) => redisSessions(place, options, times) })
    expect((await ask(rig.port, 'GET', '/ready')).json()).toEqual({ status: 'store-away' })
    expect((await chat(rig.port, await rig.token('front'), 's1', '안녕')).json().error.code).toBe('storage')
    await rig.close()
  })

  test('the master that sentinels name dies: its successor goes on', { timeout: 120_000 }, async () => {
    const sentinel = new RedisSentinel(folder, [await freePort(), await freePort(), await freePort()])
    onTestFinished(() => sentinel.close())
    const rig = await talks(await sentinel.open(), 'money')
    expect((await rig.say('고모한테 만원 보내줘')).state_snapshot.stage).toBe('READY')
    // What a master has not passed on yet is lost with it; that is Redis' own promise.
    const master = await sentinel.client()
    while ((await master.wait(1, 1_000)) < 1) await master.set('passed', 'on')
    master.disconnect()
    await sentinel.failOver('killed')
    // Requests until the client has found it fail and change nothing.
    await expect.poll(async () => (await rig.say('네')).message, { timeout: 20_000 }).toMatch(/^이체가 완료됐어요\./)
    expect((await rig.ledger.books()).sent).toHaveLength(1)
    await rig.close()
  })
})
