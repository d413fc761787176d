import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, onTestFinished } from 'vitest'
import { openLedger } from '../../../src/services/transfer/ledger.ts'
import { sleep } from '../../../src/std/abort.ts'
import { redisSessions } from '../../../src/ui/http/redis-sessions.ts'
import { placeOf, type RedisPlace } from '../../../src/ui/http/redis-store.ts'
import { conversationOf } from '../../../src/ui/http/sessions.ts'
import { freePort } from '../../fakes/listen.ts'
import { testWith } from '../../parts.ts'
import { Random } from '../../random.ts'
import { now } from '../../services/rig.ts'
import { reportFaults, request } from '../../services/settled.ts'
import { chat, serving } from '../../ui/http/rig.ts'

/** Confirmations that are disturbed: a few by default, more than 500 with MONEY=full. */
const [rounds, together] = process.env.MONEY === 'full' ? [36, 16] : [4, 6]

const isMany = (count: number) => count > 10

/** Redis at one address that never changes, whatever stands behind it: what it was, it is not for long. */
class Store {
  readonly #folder: string
  readonly #children: ChildProcess[] = []
  readonly #sockets = new Set<Socket>()
  readonly #door: Server
  #port = 0
  #child: ChildProcess | undefined

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

testWith('redis-server')(
  'whatever happens to Redis while transfers are confirmed, none is made twice and nobody is told what is not so',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'redis-money-'))
    const store = new Store(home)
    const place = placeOf(await store.open()) as RedisPlace
    const times = { lease: 2_000, renew: 600, answer: 800 }
    const servers = [
      await serving({ home, sessions: (options) => redisSessions(place, options, times) }),
      await serving({ home, sessions: (options) => redisSessions(place, options, times) }),
    ]
    const key = (await servers[0]?.token('front')) ?? ''
    await servers[1]?.token('front')
    onTestFinished(async () => {
      await Promise.all(servers.map(({ close }) => close()))
      await store.close()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    })
    await servers[0]?.ledger.deposit(100_000_000, 'enough')
    const portOf = (i: number) => servers[i % servers.length]?.port ?? 0
    const draw = new Random(Number(process.env.SEED ?? 7))
    let confirmed = 0
    /**
     * Answers that did not come because the store was away; transfers that nobody was told about because the store
     * forgot them.
     */
    const hit = { away: 0, forgotten: 0 }

    /** Asks, and gives what was answered; nothing where the store was away. */
    const said = async (i: number, session: string, text: string, answers?: string): Promise<string | undefined> => {
      const { status, json } = await chat(portOf(i), key, session, text, answers === undefined ? {} : { answers })
      if (status === 200) return json().interaction.message
      hit.away++
      return undefined
    }
    const surely = async (i: number, session: string, text: string, answers?: string): Promise<string> => {
      for (let attempt = i; ; attempt++) {
        const answer = await said(attempt, session, text, answers)
        if (answer !== undefined) return answer
        await sleep(50)
      }
    }
    /** One conversation, confirmed while something happens, and then until nothing is asked any more. */
    const confirm = async (i: number, session: string, waits: number, over: Promise<void>) => {
      const answers: string[] = []
      const hear = (answer: string | undefined) => answer !== undefined && answers.push(answer)
      await sleep(waits)
      hear(await said(i, session, '네'))
      hear(await said(i + 1, session, '네'))
      await over
      for (let more = 0; more < 8 && !answers.at(-1)?.startsWith('chat: '); more++)
        hear(await surely(i, session, '네', answers.at(-1)))
      confirmed++
      return answers
    }

    for (let round = 0; round < rounds; round++) {
      const kind = (['killed', 'hung', 'emptied', 'failedOver'] as const)[round % 4] ?? 'killed'
      const sessions = Array.from({ length: together }, (_, i) => `r${round}-${i}`)
      await Promise.all(sessions.map((session, i) => surely(i, session, request)))
      const over = sleep(draw.below(150)).then(() => store[kind](draw.below(150)))
      const told = await Promise.all(sessions.map((session, i) => confirm(i, session, draw.below(120), over)))
      await over
      const books = await openLedger(join(home, 'ledger.jsonl'), () => now).books()
      const wrong = sessions.flatMap((session, i) => {
        const mine = books.sent.filter(({ conversation }) => conversation === conversationOf('front', session))
        if (mine.length > 0 && !told[i]?.join('\n').includes('- 보냄')) hit.forgotten++
        // A store that forgot the conversation has nothing left to ask; one that kept it leaves nothing open.
        const isKept = kind === 'killed' || kind === 'hung'
        return reportFaults(mine, told[i] ?? [], isKept ? 'told' : 'as told').map(
          (fault) => `${kind} ${session}: ${fault} (${told[i]})`,
        )
      })
      expect(wrong).toEqual([])
    }
    expect(confirmed).toBe(rounds * together)
    // The disturbances met what they were meant to meet.
    if (rounds > 4) expect(hit).toEqual({ away: expect.toSatisfy(isMany), forgotten: expect.toSatisfy(isMany) })
  },
  rounds * 30_000,
)
