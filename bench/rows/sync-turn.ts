import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { storeAt } from '../../src/app/sync/device.ts'
import { writeConfiguration } from '../../src/sync/configuration.ts'
import { writeHeader } from '../../src/sync/header.ts'
import { node, root } from '../measure.ts'
import type { Row } from '../row.ts'
import { redisServer } from '../serving.ts'

/** How the store of sync is doing; `none`: sync was not set up. */
const states = ['none', 'fine', 'slow', 'down'] as const
type State = (typeof states)[number]

/**
 * A way to Redis on which every answer takes so many milliseconds longer, until nobody answers at all. `own`: its
 * port, 0 any that is free.
 */
export async function slowTo(target: number, ms: number, own = 0): Promise<{ port: number; stop(): void }> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const there = connect(target, '127.0.0.1')
    for (const one of [socket, there]) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        socket.destroy()
        there.destroy()
      })
    }
    socket.pipe(there)
    there.on('data', (bytes) => void setTimeout(() => socket.writable && socket.write(bytes), ms))
  }).listen(own, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    stop() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** A chat in a process of its own, and how long its turns took. */
class Chat {
  readonly state: State
  readonly ms: number[] = []
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>

  constructor(state: State, home: string) {
    this.state = state
    this.#child = spawn(node, [join(root, 'bench', 'sync', 'chat.ts'), home], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#lines = createInterface(this.#child.stdout as Readable)[Symbol.asyncIterator]()
  }

  async ready(): Promise<void> {
    if ((await this.#lines.next()).value !== 'ready') throw new Error('the chat did not open')
  }

  async turn(text: string): Promise<void> {
    this.#child.stdin?.write(`${text}\n`)
    const { value } = await this.#lines.next()
    if (!(Number(value) > 0)) throw new Error(`a turn told ${value}`)
    this.ms.push(Number(value))
  }

  async end(): Promise<void> {
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await gone
  }
}

async function opened(folder: string, state: State, store: string): Promise<Chat> {
  const home = join(folder, state)
  mkdirSync(join(home, 'state'), { recursive: true })
  if (state !== 'none')
    await writeConfiguration(join(home, 'state'), { store, name: state, paused: false, without: [] })
  const chat = new Chat(state, home)
  await chat.ready()
  return chat
}

const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN

/** A turn without a model while the store of sync is fine, answers after 5 s, or is away: nothing waits for it. */
export const syncTurn: Row = {
  name: 'sync-turn',
  async measure({ quick }) {
    const folder = mkdtempSync(join(tmpdir(), 'assistant-bench-'))
    const ended = new AbortController()
    const redis = await redisServer(folder)
    const slow = await slowTo(Number(new URL(redis.url).port), 5_000)
    const chats: Chat[] = []
    try {
      const store = await storeAt(redis.url)
      await writeHeader(store, undefined, ended.signal)
      await store.close()
      const places = { none: '', fine: redis.url, slow: `redis://127.0.0.1:${slow.port}`, down: 'redis://127.0.0.1:9' }
      for (const state of states) chats.push(await opened(folder, state, places[state]))
      // In turns, so that whatever else the machine does falls on all alike.
      for (let n = 0; n < (quick ? 60 : 300); n++) for (const one of chats) await one.turn(`${n} 곱하기 3은?`)
      const measured = new Map(chats.map(({ state, ms }) => [state, p95(ms.slice(20))]))
      const floor = { value: Math.round(measured.get('none') ?? 0), what: 'without sync' }
      const rows = states.slice(1).map((state) => ({
        row: `a turn, store of sync ${state}, p95`,
        ...{ unit: 'ms' as const, value: measured.get(state) ?? Number.NaN, floor, limit: { most: floor.value + 50 } },
      }))
      const all = states.slice(1).map((state) => measured.get(state) ?? Number.NaN)
      const apart = Math.max(...all) - Math.min(...all)
      return [
        ...rows,
        { row: 'a turn, store fine, slow and down, p95 apart', unit: 'ms', value: apart, limit: { most: 50 } },
      ]
    } finally {
      ended.abort()
      for (const one of chats) await one.end()
      slow.stop()
      await redis.stop()
      rmSync(folder, { recursive: true, maxRetries: 5, retryDelay: 100 })
    }
  },
}
