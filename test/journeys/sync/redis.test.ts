import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test as sample } from 'vitest'
import { storeAt } from '../../../src/app/sync/device.ts'
import { mayBegin, mayRing } from '../../../src/app/sync/role.ts'
import { openSync } from '../../../src/app/sync/sync-session.ts'
import { writeConfiguration } from '../../../src/sync/configuration.ts'
import { readHeader, writeHeader } from '../../../src/sync/header.ts'
import { bundled } from '../../bundled.ts'
import { bareEnv, start } from '../../cli/assistant.ts'
import { freePort } from '../../fakes/listen.ts'
import { requires, longTest as test } from '../../parts.ts'

/** The whole run breaks devices 200 times: `SYNC_BREAKS=200`; with a lease as long as in use: `SYNC_TTL=60000`. */
const breaks = Number(process.env.SYNC_BREAKS ?? 4)
const ttlMs = Number(process.env.SYNC_TTL ?? 1_000)
/** Tasks that a runner looks ahead. */
const aheadOfAll = 20
/** Debian's libfaketime; without it all clocks are right. */
const faketime = globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]
const signal = new AbortController().signal

requires('redis-server')('devices over Redis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assistant-sync-redis-'))
  const children: ChildProcess[] = []
  let url = ''

  beforeAll(async () => {
    url = `redis://127.0.0.1:${await freePort()}`
    const store = spawn('redis-server', ['--port', new URL(url).port, '--save', ''], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(store)
    for await (const text of store.stdout) if (String(text).includes('Ready to accept')) break
    store.stdout.resume()
  })
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const device = async (name: string, place: string) => {
    const home = join(folder, name)
    const at = (part: string) => join(home, part)
    const paths = { home, config: at('config.json'), secrets: '', state: at('state'), cache: '', runtime: '' }
    mkdirSync(at('memory'), { recursive: true })
    await writeConfiguration(paths.state, { store: place, name, paused: false, without: [] })
    return paths
  }

  const page = (paths: { home: string }) => join(paths.home, 'memory', 'me.md')

  sample('share what they know, and hear of changes at once', async () => {
    const place = `${url}?name=shared`
    const store = await storeAt(place)
    expect(await readHeader(store, signal)).toBeUndefined()
    await writeHeader(store, undefined, signal)
    const [one, two] = [await device('one', place), await device('two', place)]
    writeFileSync(page(one), '- a cat\n')
    writeFileSync(page(two), '- a dog\n')
    const [a, b] = [await openSync(one, Date.now), await openSync(two, Date.now)]
    const ended = new AbortController()
    let heard = 0
    store.watch(() => void heard++, ended.signal)
    await expect.poll(() => heard).toBe(1)
    await a?.round(signal)
    await expect.poll(() => heard).toBe(2)
    await b?.round(signal)
    await a?.round(signal)
    expect(readFileSync(page(one), 'utf8')).toBe(readFileSync(page(two), 'utf8'))
    expect(readFileSync(page(one), 'utf8').split('\n').sort()).toEqual(['', '- a cat', '- a dog'])
    ended.abort()
    for (const open of [a, b]) await open?.close()
    await store.close()
  })

  test("somebody else's content is refused and left alone", async () => {
    const redis = new Redis(url)
    await redis.set('assistant:{sync:other}:files', 'mine')
    const store = await storeAt(`${url}?name=other`)
    await expect(readHeader(store, signal)).rejects.toMatchObject({ fault: 'foreign' })
    expect(await redis.get('assistant:{sync:other}:files')).toBe('mine')
    const away = await storeAt('redis://127.0.0.1:9')
    await expect(readHeader(away, signal)).rejects.toMatchObject({ fault: 'away' })
    await away.close()
    await store.close()
    redis.disconnect()
  })

  test('a lease has one holder, and who lost it can begin nothing', async () => {
    const store = await storeAt(`${url}?name=lease`)
    const { leases } = store
    if (!leases) throw new Error('Redis has leases')
    const first = await leases.take('a', 0, 60_000, signal)
    expect(first).toMatchObject({ isOurs: true, device: 'a', fence: 1 })
    expect(await leases.take('b', 0, 60_000, signal)).toMatchObject({ isOurs: false, device: 'a', fence: 1 })
    expect(await leases.claim('x', 'a', 1, signal)).toBe('ours')
    expect(await leases.claim('x', 'b', 1, signal)).toBe('lost')
    // The process was killed and begins anew: a number of its own, so that what it left behind can begin nothing.
    expect(await leases.take('a', 0, 60_000, signal)).toMatchObject({ isOurs: true, fence: 2 })
    expect(await leases.claim('y', 'a', 1, signal)).toBe('lost')
    expect(await leases.claim('x', 'a', 2, signal)).toBe('ours')
    await leases.leave('a', 2, signal)
    expect(await leases.take('b', 0, 60_000, signal)).toMatchObject({ isOurs: true, device: 'b', fence: 3 })
    expect(await leases.claim('y', 'a', 2, signal)).toBe('lost')
    expect(await leases.claim('x', 'b', 3, signal)).toBe('taken')
    await store.close()
  })

  test('a device that is cut off rings what was set on it, and nothing else', async () => {
    const proxy = await cuttable(Number(new URL(url).port))
    const paths = await device('cut-off', `redis://127.0.0.1:${proxy.port}?name=rings`)
    const session = await openSync(paths, Date.now)
    const other = (await storeAt(`${url}?name=rings`)).leases
    if (!session || !other) throw new Error('Redis has leases')
    const self = session.device.id
    const ended = new AbortController()
    const role = (is: object) => writeFileSync(join(paths.state, 'sync', 'role.json'), JSON.stringify(is))
    const later = Date.now() + 600_000
    let count = 0
    const rings = async (by?: string) => mayRing(paths, { task: `ring ${count++}`, device: by }, ended.signal)
    // Another one has the lease and the store says so, whatever this device last heard.
    const { fence } = await other.take('other', 0, 600_000, signal)
    expect(await rings(self)).toBe(false)
    role({ device: 'other', fence, until: 0 })
    expect(await rings(self)).toBe(false)
    proxy.cut()
    expect([await rings(self), await rings(), await rings('other')]).toEqual([true, true, false])
    expect(await mayBegin(paths, 'schedule', ended.signal)).toBe(false)
    // As long as the other one has the lease for sure, it rings.
    role({ device: 'other', fence, until: later })
    expect(await rings(self)).toBe(false)
    // Its own lease, and the store is away.
    role({ device: self, fence: 1, until: later })
    expect([await rings(self), await rings('other')]).toEqual([true, false])
    proxy.mend()
    await other.leave('other', fence, signal)
    const own = await other.take(self, 0, 600_000, signal)
    role({ device: self, fence: own.fence, until: later, hears: later })
    await expect.poll(() => mayBegin(paths, 'back', ended.signal)).toBe(true)
    expect([await rings(self), await rings('other')]).toEqual([true, false])
    role({ device: self, fence: own.fence, until: later, hears: 1 })
    expect(await rings('other')).toBe(true)
    ended.abort()
    await session.close()
    proxy.close()
  })

  test('a daemon that shares over Redis comes to run remote tasks, and goes on running them', {
    timeout: 90_000,
  }, async () => {
    const place = `${url}?name=daemon`
    const store = await storeAt(place)
    await writeHeader(store, undefined, signal)
    const paths = await device('daemon', place)
    const daemon = start(['daemon'], bareEnv(paths.home))
    children.push(daemon)
    let log = ''
    daemon.stderr?.on('data', (text) => (log += text))
    await expect.poll(() => log, { timeout: 60_000 }).toContain('텔레그램 봇 토큰이 없어서')
    expect(await store.leases?.take('other', 0, 1_000, signal)).toMatchObject({ isOurs: false, fence: 1 })
    daemon.kill('SIGTERM')
    await once(daemon, 'exit')
    // Who ends lets go of it.
    expect(await store.leases?.take('other', 0, 1_000, signal)).toMatchObject({ isOurs: true, fence: 2 })
    await store.close()
  })

  test('no task runs twice and none is left, whatever is killed, stopped, cut off or has a wrong clock', {
    timeout: 60_000 + breaks * (10_000 + ttlMs),
  }, async () => {
    const program = await bundled('test/fixtures/task-runner.ts')
    const log = join(folder, 'tasks.log')
    appendFileSync(log, '')
    const proxy = await cuttable(Number(new URL(url).port))
    const places = [0, 1, 2].map((i) => (i === 2 ? `redis://127.0.0.1:${proxy.port}?name=tasks` : `${url}?name=tasks`))
    const homes = await Promise.all(places.map((place, i) => device(`runner-${i}`, place)))
    // Two of three clocks are wrong by ten minutes.
    const skews = ['', '+600s', '-600s']
    const begin = async (i: number) => {
      const args = [program, homes[i]?.state ?? '', log, String(ttlMs)]
      const wrong = { LD_PRELOAD: faketime, FAKETIME: skews[i], FAKETIME_DONT_FAKE_MONOTONIC: '1' }
      const child = spawn(process.execPath, args, { env: { ...process.env, ...(skews[i] && faketime ? wrong : {}) } })
      children.push(child)
      await once(child.stdout, 'data')
      return child
    }
    const running = [await begin(0), await begin(1), await begin(2)]
    const lines = () => readFileSync(log, 'utf8').trim().split('\n')
    const idOf = homes.map(({ state }) => readFileSync(join(state, 'sync', 'device'), 'utf8').trim())
    const gaps: number[] = []
    await expect.poll(() => lines().length, { timeout: 20_000 }).toBeGreaterThan(5)
    for (let round = 0; round < breaks; round++) {
      const holder = idOf.indexOf(lines().at(-1)?.split(' ')[1] ?? '')
      const child = running[holder]
      if (!child) throw new Error('nobody ran anything')
      const how = holder === 2 && round % 3 === 0 ? 'cut' : (['kill', 'stop'] as const)[round % 2]
      if (how === 'cut') proxy.cut()
      else child.kill(how === 'kill' ? 'SIGKILL' : 'SIGSTOP')
      const [since, before] = [performance.now(), lines().length]
      const isElsewhere = () =>
        lines()
          .slice(before)
          .some((line) => !line.endsWith(idOf[holder] ?? ''))
      await expect.poll(isElsewhere, { timeout: 20_000 + ttlMs }).toBe(true)
      gaps.push(performance.now() - since)
      if (how === 'cut') proxy.mend()
      else if (how === 'stop') child.kill('SIGCONT')
      else running[holder] = await begin(holder)
    }
    for (const child of running) child.kill('SIGKILL')
    const tasks = lines().map((line) => line.split(' ')[0])
    expect(new Set(tasks).size).toBe(tasks.length)
    // What a device had claimed when it was killed is its own to do; beyond that nothing is passed over for good.
    const last = Math.max(...tasks.map((task) => Number(task?.slice(5))))
    expect(last + 1 - tasks.length).toBeLessThanOrEqual(running.length + aheadOfAll)
    if (process.env.SYNC_BREAKS)
      console.log(`${tasks.length} tasks, longest takeover ${Math.round(Math.max(...gaps))} ms`)
    proxy.close()
  })
})

/** A way to Redis that can be cut: what is sent meanwhile is lost with its connection. */
async function cuttable(target: number) {
  const open = new Set<Socket>()
  let isCut = false
  const server: Server = createServer((socket) => {
    if (isCut) return void socket.destroy()
    const there = connect(target, '127.0.0.1')
    for (const one of [socket, there]) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        socket.destroy()
        there.destroy()
      })
    }
    socket.pipe(there).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      isCut = true
      for (const socket of open) socket.destroy()
    },
    mend() {
      isCut = false
    },
    close: () => void server.close(),
  }
}
