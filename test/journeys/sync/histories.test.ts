import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeAt } from '../../../src/app/sync/device.ts'
import { openLog } from '../../../src/std/fs/jsonl.ts'
import { writeConfiguration } from '../../../src/sync/configuration.ts'
import { writeHeader } from '../../../src/sync/header.ts'
import { bundled } from '../../bundled.ts'
import { freePort } from '../../fakes/listen.ts'
import { requires } from '../../parts.ts'

/** The whole run has 200 histories: `SYNC_HISTORIES=200`; `SYNC_SEED=17 SYNC_HISTORIES=1` is the 17th of them alone. */
const histories = Number(process.env.SYNC_HISTORIES ?? 2)
const firstSeed = Number(process.env.SYNC_SEED ?? 0)
const stepsOfEach = 24
const { signal } = new AbortController()
const root = mkdtempSync(join(tmpdir(), 'assistant-histories-'))
const talk = 'conversations/01HISTORY00000000000000000.jsonl'
const children = new Set<ChildProcess>()
let program = ''

beforeAll(async () => {
  program = await bundled('test/fixtures/sync-device.ts')
}, 60_000)
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

/** Numbers that look random, the same for the same seed (mulberry32). */
function dice(seed: number): (most: number) => number {
  let state = seed * 0x9e3779b9
  return (most) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % most
  }
}

/** A device: its home, and the real program of sync over it, which is started again after it was killed. */
class Device {
  readonly home: string
  /** Somebody removed a file, and says so with the next exchange. */
  removes = false
  #child: ChildProcess | undefined

  constructor(home: string) {
    this.home = home
  }

  async #started(): Promise<ChildProcess> {
    if (this.#child) return this.#child
    const child = spawn(process.execPath, [program, this.home], { stdio: ['pipe', 'pipe', 'inherit'] })
    children.add(child)
    this.#child = child
    await once(child.stdout as NodeJS.ReadableStream, 'data')
    return child
  }

  /** One exchange; what it moved. `killedAfter`: it is killed so many milliseconds into it. */
  async round(killedAfter?: number): Promise<string> {
    const child = await this.#started()
    const told = once(child.stdout as NodeJS.ReadableStream, 'data')
    child.stdin?.write(this.removes ? 'remove\n' : '\n')
    if (killedAfter === undefined) {
      const moved = String((await told)[0]).trim()
      this.removes = false
      return moved
    }
    await Promise.race([sleep(killedAfter), told])
    await this.end()
    return 'killed'
  }

  async end(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    children.delete(child)
  }

  /** What of it is shared, by its path. */
  shown(): Map<string, string> {
    const files = ['memory', 'workspaces', 'conversations'].flatMap((folder) =>
      readdirSync(join(this.home, folder), { recursive: true, withFileTypes: true }),
    )
    const shared = files.filter(
      (one) => one.isFile() && /^[^.].*[.](?:md|json|jsonl)$/.test(one.name) && !one.parentPath.includes('/.'),
    )
    const paths = shared.map((one) => join(one.parentPath, one.name)).sort()
    return new Map(paths.map((path) => [relative(this.home, path), readFileSync(path, 'utf8')]))
  }
}

const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [])
const pages = [
  'memory/a.md',
  'memory/b.md',
  'workspaces/w0/memory.md',
  'workspaces/w1/memory.md',
  'workspaces/w1/agents/x/memory.md',
]

/** What people do, and what they may count on afterwards. */
class People {
  readonly added = new Set<string>()
  readonly removed = new Set<string>()
  #number = 0

  write(home: string, page: string, lines: readonly string[]): void {
    const path = join(home, page)
    for (const line of linesOf(path)) if (!lines.includes(line)) this.removed.add(line)
    for (const line of lines) this.added.add(line)
    mkdirSync(dirname(path), { recursive: true })
    if (lines.length === 0) rmSync(path, { force: true })
    else writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
  }

  edit(home: string, page: string, any: (most: number) => number): void {
    const lines = linesOf(join(home, page))
    const put = Array.from({ length: 1 + any(3) }, () => `- line ${++this.#number}`)
    this.write(home, page, lines.toSpliced(any(lines.length + 1), any(3), ...put))
  }

  /** As `mv` does it: what had that name is gone. */
  rename(home: string, page: string, to: string): void {
    if (!existsSync(join(home, page)) || page === to) return
    for (const line of linesOf(join(home, to))) if (!linesOf(join(home, page)).includes(line)) this.removed.add(line)
    mkdirSync(dirname(join(home, to)), { recursive: true })
    renameSync(join(home, page), join(home, to))
  }

  async say(home: string): Promise<void> {
    const seq = linesOf(join(home, talk)).length + 1
    if (seq === 1) return
    const event = { type: 'notice.given', code: 'sync-back', data: { said: ++this.#number } }
    const log = await openLog(join(home, talk))
    await log.append([{ v: 1, epoch: 1, seq, conversation: basename(talk, '.jsonl'), at: Date.now(), event }], true)
    await log.close()
    this.added.add(`"said":${this.#number}`)
  }
}

/** A folder that another program copies: files are late, or come under another name. */
function copier(store: string, any: (most: number) => number) {
  const away: [string, string][] = []
  // What a killed process left half written is copied by nobody.
  const segments = () =>
    readdirSync(join(store, 'log'), { recursive: true, withFileTypes: true }).filter(
      (one) => one.isFile() && !one.name.startsWith('.'),
    )
  const chosen = () => {
    const all = existsSync(join(store, 'log')) ? segments() : []
    const one = all[any(Math.max(1, all.length))]
    return one && join(one.parentPath, one.name)
  }
  return {
    delay() {
      const path = chosen()
      if (!path) return
      const hidden = `${store}-away-${away.length}`
      renameSync(path, hidden)
      away.push([hidden, path])
    },
    conflict() {
      const path = chosen()
      if (path && !path.includes('sync-conflict'))
        copyFileSync(path, `${path}.sync-conflict-20261122-101112-ABCDEF${any(10)}`)
    },
    arrive: () => {
      for (const [hidden, path] of away.splice(0)) if (existsSync(hidden)) renameSync(hidden, path)
    },
  }
}

async function history(seed: number, place: string): Promise<void> {
  const any = dice(seed + 1)
  const store = await storeAt(place)
  if (!place.includes('://')) mkdirSync(place)
  await writeHeader(store, undefined, signal)
  await store.close()
  const devices: Device[] = []
  for (let i = 0; i < 2 + any(3); i++) {
    const home = join(root, `${seed}-${i}`)
    for (const folder of ['memory', 'workspaces', 'conversations']) mkdirSync(join(home, folder), { recursive: true })
    await writeConfiguration(join(home, 'state'), { store: place, name: `d${i}`, paused: false, without: [] })
    devices.push(new Device(home))
  }
  const people = new People()
  const [first] = devices
  const log = await openLog(join((first as Device).home, talk))
  const created = { type: 'conversation.created', agent: 'a', workspace: 'w', profile: 'me' }
  await log.append([{ v: 1, epoch: 1, seq: 1, conversation: basename(talk, '.jsonl'), at: 1, event: created }], true)
  await log.close()
  const copies = place.includes('://') ? undefined : copier(place, any)
  for (let step = 0; step < stepsOfEach; step++) {
    const device = devices[any(devices.length)] as Device
    const [page, other] = [pages[any(pages.length)] ?? '', pages[any(pages.length)] ?? '']
    const acts = [
      () => people.edit(device.home, page, any),
      () => people.edit(device.home, page, any),
      () => people.say(device.home),
      () => {
        people.rename(device.home, page, other)
        device.removes = true
      },
      () => {
        people.write(device.home, page, [])
        device.removes = true
      },
      () => device.round(),
      () => Promise.all(devices.map((one) => one.round())),
      () => device.round(any(60)),
      () => copies?.delay(),
      () => copies?.conflict(),
      () => copies?.arrive(),
    ]
    await acts[any(acts.length)]?.()
  }
  copies?.arrive()
  // Until nothing moves any more.
  for (let still = 0, rounds = 0; still < devices.length; rounds++) {
    expect(rounds).toBeLessThan(20 * devices.length)
    still = (await devices[rounds % devices.length]?.round()) === '0' ? still + 1 : 0
  }
  const [one, ...others] = devices.map((device) => device.shown())
  for (const other of others) expect(other).toEqual(one)
  const all = [...(one ?? new Map()).values()].join('\n')
  const there = new Set(all.split('\n'))
  for (const line of people.added)
    if (!people.removed.has(line))
      expect(line.startsWith('"') ? all.includes(line) : there.has(line), `${line} is lost`).toBe(true)
  if (copies)
    expect(
      readdirSync(join(place, 'log'), { recursive: true }).filter((name) => String(name).includes('conflict')),
    ).toEqual([])
  for (const device of devices) await device.end()
}

const seeds = Array.from({ length: histories }, (_, i) => firstSeed + i)

test(
  'over a folder, processes that are killed, late and doubled files: all homes come to the same bytes, and no line is lost',
  async () => {
    for (const seed of seeds.filter((seed) => seed % 2 === 0))
      await history(seed, join(root, `store-${seed}`)).catch(named(seed))
  },
  60_000 + histories * 20_000,
)

requires('redis-server')('over Redis', () => {
  let redis: ChildProcess
  let url = ''
  beforeAll(async () => {
    url = `redis://127.0.0.1:${await freePort()}`
    redis = spawn('redis-server', ['--port', new URL(url).port, '--save', ''], { stdio: ['ignore', 'pipe', 'ignore'] })
    children.add(redis)
    for await (const text of redis.stdout ?? []) if (String(text).includes('Ready to accept')) break
    redis.stdout?.resume()
  })

  test(
    'processes that are killed in the middle of a round: all homes come to the same bytes, and no line is lost',
    async () => {
      for (const seed of seeds.filter((seed) => seed % 2 === 1))
        await history(seed, `${url}?name=h${seed}`).catch(named(seed))
    },
    60_000 + histories * 20_000,
  )
})

const named = (seed: number) => (error: unknown) => {
  throw new Error(`history ${seed}: SYNC_SEED=${seed} SYNC_HISTORIES=1`, { cause: error })
}
