import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { median, memoryMbOf } from '../measure.ts'
import type { Options, Result, Row } from '../row.ts'
import { ask, floor, greet, type Load, load, ours, questions, redisServer, type Served } from '../serving.ts'
import { needs } from '../subject.ts'

/** The servers of one comparison: ours and the floor, each of as many processes. */
interface Sides {
  ours: Served[]
  floor: Served[]
}

/** Runs something in a folder of its own, and ends whatever was started there. */
async function within<T>(
  use: (folder: string, keep: <S extends { stop(): Promise<void> }>(one: S) => S) => Promise<T>,
): Promise<T> {
  needs('dist/cli.cjs')
  const folder = mkdtempSync(join(tmpdir(), 'assistant-bench-'))
  const started: { stop(): Promise<void> }[] = []
  const keep = <S extends { stop(): Promise<void> }>(one: S): S => {
    started.push(one)
    return one
  }
  try {
    return await use(folder, keep)
  } finally {
    for (const one of started.reverse()) await one.stop()
    rmSync(folder, { recursive: true })
  }
}

/** The floor sends the very bytes that ours has answered. */
async function record(folder: string, server: Served): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const answers: [string, string][] = []
  for (const question of questions) answers.push([question, await ask(agent, server, 'recorded', question)])
  agent.destroy()
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers))
}

const roundsOf = ({ runs, quick }: Options) => (quick ? 1 : Math.ceil(runs / 5))
const turnsOfRound = ({ quick }: Options) => (quick ? 600 : 2_000)
/** All turns of a comparison on one side. */
const turnsOf = (options: Options) => (roundsOf(options) + 1) * turnsOfRound(options)

/** Both sides in turns; the first round warms them up. */
async function compare({ ours, floor }: Sides, options: Options): Promise<Record<'ours' | 'floor', Load>> {
  const rounds: Record<'ours' | 'floor', Load[]> = { ours: [], floor: [] }
  const turns = turnsOfRound(options)
  for (let round = 0; round <= roundsOf(options); round++) {
    const both = { ours: await load(ours, turns, String(round)), floor: await load(floor, turns, String(round)) }
    if (round === 0) continue
    rounds.ours.push(both.ours)
    rounds.floor.push(both.floor)
  }
  const middle = (loads: Load[]): Load => {
    const of = (key: keyof Load) => median(loads.map((one) => one[key]))
    return {
      perSecond: of('perSecond'),
      p50: of('p50'),
      p95: of('p95'),
      cpuMs: of('cpuMs'),
      syncsPerTurn: of('syncsPerTurn'),
    }
  }
  return { ours: middle(rounds.ours), floor: middle(rounds.floor) }
}

function results(
  name: string,
  what: string,
  { ours, floor }: Record<'ours' | 'floor', Load>,
  syncs?: number,
): Result[] {
  const row = (title: string) => `serve, ${name}: ${title}`
  const of = (key: keyof Load) => ({ value: ours[key], floor: { value: floor[key], what } })
  return [
    { row: row('turns with 32 at once'), unit: '/s', ...of('perSecond'), limit: { least: 200 } },
    { row: row('a turn, p50'), unit: 'ms', ...of('p50'), limit: { most: 200 } },
    { row: row('a turn, p95'), unit: 'ms', ...of('p95'), limit: { most: 400 } },
    // 200 of these a second are one of two cores.
    { row: row('a turn'), unit: 'ms CPU', ...of('cpuMs'), limit: { most: 5 } },
    ...(syncs ? [{ row: row('fsyncs'), unit: '/turn' as const, ...of('syncsPerTurn'), limit: { most: syncs } }] : []),
  ]
}

export const serveMemory: Row = {
  name: 'serve-memory',
  measure: (options) =>
    within(async (folder, keep) => {
      const server = keep(await ours(folder, 'memory'))
      await record(folder, server)
      const both = await compare({ ours: [server], floor: [keep(await floor(folder, {}))] }, options)
      return results('memory', 'bare node:http, the same bytes', both)
    }),
}

export const serveDisk: Row = {
  name: 'serve-disk',
  measure: (options) =>
    within(async (folder, keep) => {
      const server = keep(await ours(folder, 'disk'))
      await record(folder, server)
      const bare = keep(await floor(folder, { BENCH_LOG: join(folder, 'floor.jsonl') }))
      // The question and the ending; what a tool did goes along with the ending.
      return results(
        'disk',
        'bare node:http, one write and fdatasync',
        await compare({ ours: [server], floor: [bare] }, options),
        2.5,
      )
    }),
}

/** So many processes over one Redis; the client, Redis and all of them share the cores of this machine. */
const overRedis = (processes: number): Row => ({
  name: `serve-redis-${processes}`,
  measure: (options) =>
    within(async (folder, keep) => {
      const { url } = keep(await redisServer(folder))
      const env = { REDIS_URL: url }
      const ourSide: Served[] = []
      const bare: Served[] = []
      for (let n = 0; n < processes; n++) {
        ourSide.push(keep(await ours(folder, 'redis', env, `ours${n}`)))
      }
      // The first one made the token that all of them know.
      const [{ token = '' } = {}] = ourSide
      const sides = { ours: ourSide.map((one) => ({ ...one, token })), floor: bare }
      await record(folder, sides.ours[0] as Served)
      for (let n = 0; n < processes; n++) bare.push(keep(await floor(folder, env, `floor${n}`)))
      const scripts = await scriptsOf(url)
      const both = await compare(sides, options)
      const name = `Redis, ${processes} process${processes > 1 ? 'es' : ''}`
      const asked = ((await scriptsOf(url)) - scripts) / turnsOf(options)
      return [
        ...results(name, `${processes} bare node:http, one RPUSH`, both),
        { row: `serve, ${name}: requests to Redis`, unit: '/turn', value: asked, limit: { most: 7 } },
      ]
    }),
})
export const serveRedisOne = overRedis(1)
export const serveRedisTwo = overRedis(2)
export const serveRedisFour = overRedis(4)

/** How often scripts were run; ours asks with nothing else in a turn. */
async function scriptsOf(url: string): Promise<number> {
  const redis = new Redis(url)
  const stats = await redis.info('commandstats')
  redis.disconnect()
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? 0)
}

/** Sessions that said something once and are silent since: what each of them costs a process, with where they live. */
export const serveIdle: Row = {
  name: 'serve-idle',
  measure: ({ quick }) =>
    within(async (folder, keep) => {
      const results: Result[] = []
      // With those before them, fewer than memory keeps (10,000): one more would wait for room.
      for (const [kind, sessions, most] of [
        ['memory', quick ? 2_000 : 9_000, 40],
        ['disk', quick ? 2_000 : 10_000, 4],
      ] as const) {
        mkdirSync(join(folder, kind))
        const server = keep(await ours(join(folder, kind), kind, {}, kind))
        // As many as stay open on the disk, and all that is loaded at the first words.
        await greet(server, 300, 'open')
        const before = await server.heapMb()
        await greet(server, sessions)
        const kb = ((await server.heapMb()) - before) * 1_000
        const row = `serve, ${kind}: ${sessions} idle sessions, heap of each`
        results.push({ row, unit: 'KB', value: kb / sessions, limit: { most } })
      }
      return results
    }),
}

/** Ten thousand turns of sessions in memory: what the process holds must not grow with them. */
export const serveFlat: Row = {
  name: 'serve-flat',
  measure: ({ quick }) =>
    within(async (folder, keep) => {
      const server = keep(await ours(folder, 'memory'))
      await record(folder, server)
      const bare = keep(await floor(folder, {}))
      const turns = quick ? 1_000 : 5_000
      await load([bare], 2 * turns)
      await load([server], turns)
      const before = await server.heapMb()
      await load([server], turns)
      const growth = (await server.heapMb()) - before
      const resident = (one: Served) => memoryMbOf(one.pid, 'VmRSS')
      const what = 'bare node:http, the same bytes'
      const after = `serve, memory: after ${2 * turns} turns`
      return [
        {
          row: `${after}, resident`,
          unit: 'MB',
          value: resident(server),
          floor: { value: resident(bare), what },
          limit: { most: 250 },
        },
        { row: `${after}, heap in use`, unit: 'MB', value: before + growth, limit: { most: 60 } },
        { row: 'serve, memory: heap grown in the second half', unit: 'MB', value: growth, limit: { most: 5 } },
      ]
    }),
}
