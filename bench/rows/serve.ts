import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, memoryMbOf } from '../measure.ts'
import type { Options, Result, Row } from '../row.ts'
import { ask, floor, type Load, load, ours, questions, redisServer, type Served } from '../serving.ts'
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

/** Both sides in turns; the first round warms them up. */
async function compare({ ours, floor }: Sides, { runs, quick }: Options): Promise<Record<'ours' | 'floor', Load>> {
  const rounds: Record<'ours' | 'floor', Load[]> = { ours: [], floor: [] }
  const turns = quick ? 600 : 2_000
  for (let round = 0; round <= (quick ? 1 : Math.ceil(runs / 5)); round++) {
    const both = { ours: await load(ours, turns, String(round)), floor: await load(floor, turns, String(round)) }
    if (round === 0) continue
    rounds.ours.push(both.ours)
    rounds.floor.push(both.floor)
  }
  const middle = (loads: Load[]): Load => {
    const of = (key: keyof Load) => median(loads.map((one) => one[key]))
    return { perSecond: of('perSecond'), p50: of('p50'), p95: of('p95'), cpuMs: of('cpuMs'), syncsPerTurn: of('syncsPerTurn') }
  }
  return { ours: middle(rounds.ours), floor: middle(rounds.floor) }
}

function results(name: string, what: string, { ours, floor }: Record<'ours' | 'floor', Load>, syncs?: number): Result[] {
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
      // The question and the ending, and in three of four turns a tool's beginning and end: 3.5 in the mean.
      return results(
        'disk',
        'bare node:http, one write and fdatasync',
        await compare({ ours: [server], floor: [bare] }, options),
        3.8,
      )
    }),
}

export const serveRedis: Row = {
  name: 'serve-redis',
  measure: (options) =>
    within(async (folder, keep) => {
      const { url } = keep(await redisServer(folder))
      const env = { REDIS_URL: url }
      const first = keep(await ours(folder, 'redis', env))
      const second = keep(await ours(folder, 'redis', env, 'second'))
      await record(folder, first)
      const bare = [keep(await floor(folder, env)), keep(await floor(folder, env, 'floor2'))]
      const both = await compare({ ours: [first, { ...second, token: first.token }], floor: bare }, options)
      return results('Redis, two processes', 'two bare node:http, one RPUSH', both)
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
          limit: { most: 450 },
        },
        { row: `${after}, heap in use`, unit: 'MB', value: before + growth, limit: { most: 60 } },
        { row: 'serve, memory: heap grown in the second half', unit: 'MB', value: growth, limit: { most: 5 } },
      ]
    }),
}
