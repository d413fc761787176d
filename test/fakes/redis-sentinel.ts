import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { sleep } from '../../src/std/abort.ts'

/** How a master is lost: it dies, stands still until another one is master, or is made a replica while it lives. */
export type Loss = 'killed' | 'hung' | 'demoted'

/** A master that is gone counts as gone after this long, in milliseconds. */
const downMs = 500
/** Longest wait for a sentinel, which loses its clock on a busy machine and then does nothing for 30 s. */
const patienceMs = 90_000

/** A Redis with a replica, and a sentinel that says which of the two is the master. */
export class RedisSentinel {
  readonly #folder: string
  readonly #host: string
  readonly #ports: readonly [sentinel: number, ...servers: number[]]
  readonly #servers = new Map<number, ChildProcess>()
  #sentinel: ChildProcess | undefined

  constructor(folder: string, ports: readonly [sentinel: number, a: number, b: number], host = '127.0.0.1') {
    this.#folder = folder
    this.#host = host
    this.#ports = ports
  }

  /** Starts all three. Returns the address that clients are given. */
  async open(): Promise<string> {
    const [port, master = 0, replica = 0] = this.#ports
    await this.#start(master)
    await this.#start(replica, master)
    const file = join(this.#folder, 'sentinel.conf')
    const lines = [
      `sentinel monitor home ${this.#host} ${master} 1`,
      `sentinel down-after-milliseconds home ${downMs}`,
      'sentinel failover-timeout home 3000',
    ]
    await writeFile(file, [`port ${port}`, `bind ${this.#host}`, 'protected-mode no', ...lines, ''].join('\n'))
    this.#sentinel = await this.#spawn(port, [file, '--sentinel'], '+monitor')
    await this.#untilReplicated()
    return `redis+sentinel://${this.#host}:${port}/home`
  }

  /** The port of the master that the sentinel names. */
  async master(): Promise<number> {
    const [, port] = (await this.#sentinelSays('GET-MASTER-ADDR-BY-NAME')) as string[]
    return Number(port)
  }

  /** A client of the master that the sentinel names; to be disconnected. */
  async client(): Promise<Redis> {
    return new Redis(await this.master(), this.#host)
  }

  /** The master is lost and its replica takes over; the one that was lost comes back behind it. */
  async failOver(how: Loss): Promise<void> {
    const lost = await this.master()
    const child = this.#servers.get(lost)
    if (how === 'killed') await endProcess(child)
    else if (how === 'hung') child?.kill('SIGSTOP')
    const deadline = performance.now() + patienceMs
    if (how === 'demoted') await this.#demote(deadline)
    while ((await this.master()) === lost) {
      if (performance.now() > deadline) throw new Error(`the sentinel names ${lost} still`)
      await sleep(20)
    }
    if (how === 'hung') child?.kill('SIGCONT')
    if (how === 'killed') await this.#start(lost, await this.master())
    await this.#untilReplicated()
  }

  /** Asks for a failover until the sentinel knows a replica that may take over. */
  async #demote(deadline: number): Promise<void> {
    for (;;) {
      const refused = await this.#sentinelSays('FAILOVER').then(
        () => undefined,
        (error: Error) => error,
      )
      if (!refused) return
      if (!/NOGOODSLAVE|INPROG/.test(refused.message) || performance.now() > deadline) throw refused
      await sleep(100)
    }
  }

  async close(): Promise<void> {
    for (const child of this.#servers.values()) child.kill('SIGCONT')
    await Promise.all([this.#sentinel, ...this.#servers.values()].map(endProcess))
  }

  /** Waits until the replica has all that the master has, and the sentinel knows it. */
  async #untilReplicated(): Promise<void> {
    const deadline = performance.now() + patienceMs
    for (;;) {
      const info = await this.#ask(await this.master(), (redis) => redis.info('replication'))
      const known = (await this.#sentinelSays('REPLICAS')) as string[][]
      const isFollowed = known.some((fields) => fields[fields.indexOf('master-link-status') + 1] === 'ok')
      if (info.includes('role:master') && info.includes('state=online') && isFollowed) return
      if (performance.now() > deadline) throw new Error(`no replica follows: ${info} ${known}`)
      await sleep(20)
    }
  }

  async #start(port: number, master?: number): Promise<void> {
    const behind = master === undefined ? [] : ['--replicaof', this.#host, String(master)]
    const args = ['--protected-mode', 'no', '--save', '', '--repl-diskless-sync-delay', '0', ...behind]
    this.#servers.set(port, await this.#spawn(port, args, 'Ready to accept'))
  }

  /** A server in a folder of its own, once its log says so. */
  async #spawn(port: number, args: string[], ready: string): Promise<ChildProcess> {
    const [dir, log] = [join(this.#folder, String(port)), join(this.#folder, `${port}.log`)]
    await mkdir(dir, { recursive: true })
    await writeFile(log, '')
    const own = ['--port', String(port), '--bind', this.#host, '--dir', dir, '--logfile', log]
    const child = spawn('redis-server', [...args, ...own], { stdio: 'ignore' })
    process.once('exit', () => child.kill('SIGKILL'))
    while (!(await readFile(log, 'utf8')).includes(ready)) {
      if (child.exitCode !== null) throw new Error(`redis-server: ${await readFile(log, 'utf8')}`)
      await sleep(10)
    }
    return child
  }

  #sentinelSays(what: string): Promise<unknown> {
    return this.#ask(this.#ports[0], (redis) => redis.call('SENTINEL', what, 'home'))
  }

  /** Asks one server on a connection of its own, again while it does not answer. */
  async #ask<T>(port: number, ask: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(port, this.#host, { maxRetriesPerRequest: null })
    redis.on('error', () => {})
    return ask(redis).finally(() => redis.disconnect())
  }
}

async function endProcess(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
