import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { Redis } from 'ioredis'
import { sleep } from '../../src/std/abort.ts'
import { freePort } from './listen.ts'

/** Redis at one address that never changes, whatever stands behind it: what it was, it is not for long. */
export class RedisServer {
  readonly #folder: string
  readonly #children: ChildProcess[] = []
  readonly #sockets = new Set<Socket>()
  readonly #door: Server
  #port = 0
  #child: ChildProcess | undefined
  #replica: { port: number; child: ChildProcess } | undefined

  constructor(folder: string) {
    this.#folder = folder
    this.#door = createServer((socket) => {
      const inner = dial(this.#port, '127.0.0.1')
      for (const one of [socket, inner]) {
        this.#sockets.add(one)
        one
          .on('error', () => {})
          .on('close', () => {
            socket.destroy()
            inner.destroy()
            this.#sockets.delete(one)
          })
      }
      socket.pipe(inner).pipe(socket)
    })
  }

  async open(): Promise<string> {
    await this.#begin(await freePort())
    const port = await freePort()
    await new Promise<void>((done) => this.#door.listen(port, '127.0.0.1', done))
    return `redis://127.0.0.1:${port}`
  }

  async close(): Promise<void> {
    this.#door.close()
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all(this.#children.map(ended))
  }

  /** Dies, and comes back with all that it had said yes to. */
  async killed(): Promise<void> {
    await ended(this.#child)
    await this.#begin(this.#port)
  }

  /** Stands still for longer than anybody waits for an answer. */
  async hung(): Promise<void> {
    this.#child?.kill('SIGSTOP')
    await sleep(1_200)
    this.#child?.kill('SIGCONT')
  }

  /** Gives it a replica that has everything before it says so, as sentinels expect. */
  async replicate(): Promise<void> {
    const [port, before] = [await freePort(), this.#port]
    this.#replica = { port, child: await this.#start(port) }
    await command(port, async (redis) => {
      await redis.replicaof('127.0.0.1', before)
      while (!(await redis.info('replication')).includes('master_link_status:up')) await sleep(10)
    })
    // The link stands before what is written goes over it.
    await command(before, async (redis) => {
      await redis.set('replicated', port)
      while ((await redis.wait(1, 100)) < 1) await redis.set('replicated', port)
    })
  }

  /** Dies for good: its replica takes its place and gets one of its own. */
  async replaced(): Promise<void> {
    const [old, next] = [this.#child, this.#replica]
    if (!next) throw new Error('no replica')
    await ended(old)
    await command(next.port, (redis) => redis.replicaof('NO', 'ONE'))
    this.#port = next.port
    this.#child = next.child
    for (const socket of this.#sockets) socket.destroy()
    await this.replicate()
  }

  /** Has forgotten everything. */
  async emptied(): Promise<void> {
    await command(this.#port, (redis) => redis.flushall())
  }

  /** Its replica takes its place, without what came in the last moment. */
  async failedOver(lostMs: number): Promise<void> {
    const [before, old] = [this.#port, this.#child]
    const port = await freePort()
    const child = await this.#start(port)
    await command(port, async (redis) => {
      await redis.replicaof('127.0.0.1', before)
      while (!(await redis.info('replication')).includes('master_link_status:up')) await sleep(10)
      await redis.replicaof('NO', 'ONE')
    })
    await sleep(lostMs)
    this.#port = port
    this.#child = child
    for (const socket of this.#sockets) socket.destroy()
    await ended(old)
  }

  async #begin(port: number): Promise<void> {
    this.#port = port
    this.#child = await this.#start(port)
  }

  async #start(port: number): Promise<ChildProcess> {
    const kept = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--appenddirname', `log-${port}`]
    const args = ['--port', String(port), '--dir', this.#folder, '--repl-diskless-sync-delay', '0', ...kept]
    const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    this.#children.push(child)
    for await (const text of child.stdout) if (String(text).includes('Ready to accept')) break
    child.stdout.resume()
    return child
  }
}

async function command(port: number, work: (redis: Redis) => Promise<unknown>): Promise<void> {
  const redis = new Redis(port)
  await work(redis).finally(() => redis.disconnect())
}

async function ended(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
