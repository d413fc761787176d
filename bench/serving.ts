import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMsOf, node, percentile, program, root } from './measure.ts'
import { NotThere } from './row.ts'

/** A server that was started to be asked, ours or a floor's. */
export interface Served {
  url: string
  token: string
  pid: number
  /** How often it has asked the disk to keep something. */
  syncs(): number
  /** What its heap holds, in MB, without what could be thrown away. */
  heapMb(): Promise<number>
  stop(): Promise<void>
}

/** Starts a server and waits until it says where it listens. */
async function started(argv: string[], env: Record<string, string>, folder: string, name: string): Promise<Served> {
  const [counter, heap] = [join(folder, `${name}.syncs`), join(folder, `${name}.heap`)]
  const hook = `--require=${join(root, 'bench', 'floor', 'inside.cjs')}`
  const child = spawn(node, argv, {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      NODE_OPTIONS: hook,
      BENCH_SYNCS: counter,
      BENCH_HEAP: heap,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = await lineWith(child, /http:\/\/[\d.]+:\d+/)
  const [url = ''] = /http:\/\/[\d.]+:\d+/.exec(said) ?? []
  return {
    url,
    token: /ast_[\w-]+/.exec(said)?.[0] ?? '',
    pid: child.pid ?? 0,
    syncs: () => Number(readFileSync(counter, 'utf8')),
    async heapMb() {
      rmSync(heap, { force: true })
      child.kill('SIGUSR2')
      while (!existsSync(heap)) await sleep(20)
      return Number(readFileSync(heap, 'utf8')) / 1e6
    },
    stop: () => ended(child),
  }
}

async function lineWith(child: ChildProcess, wanted: RegExp): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const hear = (data: Buffer) => {
      said += data
      if (wanted.test(said)) resolve(said)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** `assistant serve` with the offline engine in a home below `folder`. */
export function ours(
  folder: string,
  sessions: string,
  env: Record<string, string> = {},
  name = 'ours',
): Promise<Served> {
  const own = { ASSISTANT_HOME: join(folder, 'home'), ASSISTANT_PROVIDER: 'offline', ASSISTANT_LANG: 'ko', ...env }
  return started([program, 'serve', '--port', '0', '--sessions', sessions], own, folder, name)
}

/** The floor, which answers what `answers` says. */
export function floor(folder: string, env: Record<string, string>, name = 'floor'): Promise<Served> {
  return started(
    [join(root, 'bench', 'floor', 'serve.js')],
    { ...env, BENCH_ANSWERS: join(folder, 'answers.json') },
    folder,
    name,
  )
}

/** A Redis of its own that keeps nothing. Throws `NotThere` where it is not installed. */
export async function redisServer(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  const child = spawn('redis-server', ['--port', String(port), '--save', '', '--dir', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await Promise.race([
    lineWith(child, /Ready to accept/),
    once(child, 'error').then(() => Promise.reject(new NotThere('redis-server'))),
  ])
  return { url: `redis://127.0.0.1:${port}`, stop: () => ended(child) }
}

/** What is asked, in turns: talk, arithmetic with a tool, dates. */
export const questions = ['안녕', '3*(2+4)는?', '오늘 며칠이야?', '12만 5천원의 17%는 얼마야?']

/** One turn over the stream; throws where it is not answered as it should be. */
export function ask(
  agent: Agent,
  { url, token }: Pick<Served, 'url' | 'token'>,
  session: string,
  message: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const call = request(`${url}/v1/agent/chat/stream`, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (data) => (text += data))
      response.on('end', () => {
        const whole = /event: DONE\ndata: .*"action":"DONE".*\n\n$/.test(text) && !text.includes('event: ERROR')
        if (response.statusCode === 200 && whole) resolve(text)
        else reject(new Error(`${response.statusCode}: ${text}`))
      })
    })
    call.on('error', reject)
    call.end(JSON.stringify({ session_id: session, message }))
  })
}

/** So many conversations talk at once, each with one turn after the other. */
const atOnce = 32

export interface Load {
  perSecond: number
  p50: number
  p95: number
  cpuMs: number
  syncsPerTurn: number
}

/** Asks so many questions as fast as they are answered, spread over all servers. One that fails fails all. */
export async function load(servers: readonly Served[], turns: number, round = ''): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const took: number[] = []
  const total = (of: (server: Served) => number) => servers.reduce((sum, server) => sum + of(server), 0)
  const syncs = () => total((server) => server.syncs())
  const cpu = () => total(({ pid }) => cpuMsOf(pid))
  const [syncsBefore, cpuBefore, began] = [syncs(), cpu(), performance.now()]
  let next = 0
  const talk = async (_: unknown, who: number) => {
    for (let n = next++; n < turns; n = next++) {
      const at = performance.now()
      await ask(
        agent,
        servers[n % servers.length] as Served,
        `s${round}-${who}`,
        questions[n % questions.length] as string,
      )
      took.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, talk))
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  return {
    perSecond: turns / seconds,
    p50: percentile(took, 0.5),
    p95: percentile(took, 0.95),
    cpuMs: (cpu() - cpuBefore) / turns,
    syncsPerTurn: (syncs() - syncsBefore) / turns,
  }
}

/** So many sessions of a server say hello once, in turn. */
export async function greet(server: Served, sessions: number, name = 'idle'): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let next = 0
  const talk = async () => {
    for (let n = next++; n < sessions; n = next++) await ask(agent, server, `${name}-${n}`, questions[0] as string)
  }
  await Promise.all(Array.from({ length: atOnce }, talk))
  agent.destroy()
}
