import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Redis } from 'ioredis'
import { simulate, type World } from './queue.ts'
import { load, ours, redisServer, type Served } from './serving.ts'

// What 1, 1,000 and 1,000,000 people cost: a turn is measured here and now, and a simulation spreads it over as many
// processes as are needed. `npm run bench:scale`; with `--cpu-ms`, `--requests` and `--kb` nothing is measured.
// docs/scale.md holds what it has said.

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '1,1000,1000000' },
    /** Turns of a person in a day, and the share of them in its busiest hour. */
    turns: { type: 'string', default: '20' },
    peak: { type: 'string', default: '0.15' },
    /** Milliseconds that the model answers, in the middle. */
    model: { type: 'string', default: '6000' },
    /** Tokens of a turn: fresh ones and cached ones in, and out; and what a million of each costs, in dollars. */
    tokens: { type: 'string', default: '1000,2500,250' },
    prices: { type: 'string', default: '1.25,0.125,10' },
    'cpu-ms': { type: 'string' },
    requests: { type: 'string' },
    kb: { type: 'string' },
  },
})

/** What a turn costs, and a session that has had `sampleTurns` of them. */
interface Figures {
  cpuMs: number
  requests: number
  /** Of Redis' memory, a turn, in KB. */
  kb: number
}

const sampleTurns = 1_000
/** A process is to be at work for at most this share of the busiest hour. */
const mostBusy = 0.6
const mostAtOnce = 1_024

async function measured(): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'assistant-scale-'))
  const started: { stop(): Promise<void> }[] = []
  try {
    const redis = await redisServer(folder)
    started.push(redis)
    const server = await ours(folder, 'redis', { REDIS_URL: redis.url })
    started.push(server)
    return await figuresOf(server, redis.url)
  } finally {
    for (const one of started.reverse()) await one.stop()
    rmSync(folder, { recursive: true })
  }
}

async function figuresOf(server: Served, url: string): Promise<Figures> {
  const redis = new Redis(url)
  const field = async (section: string, name: RegExp) => Number(name.exec(await redis.info(section))?.[1] ?? 0)
  const scripts = () => field('commandstats', /cmdstat_evalsha:calls=(\d+)/)
  const memory = () => field('memory', /used_memory:(\d+)/)
  await load([server], 400, 'warm')
  const [before, held] = [await scripts(), await memory()]
  const { cpuMs } = await load([server], sampleTurns, 'measured')
  const requests = ((await scripts()) - before) / sampleTurns
  const kb = ((await memory()) - held) / 1_000 / sampleTurns
  redis.disconnect()
  return { cpuMs, requests, kb }
}

/** The fewest processes that are at work for no more than their share. */
function fitting(world: Omit<World, 'processes'>) {
  let processes = Math.max(1, Math.ceil((world.perSecond * world.cpuMs) / 1_000 / mostBusy))
  for (; ; processes++) {
    const outcome = simulate({ ...world, processes })
    if (outcome.refused === 0) return { processes, ...outcome }
  }
}

const round = (value: number, digits = 0) =>
  value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })

function column(people: number, { cpuMs, requests, kb }: Figures): Record<string, string> {
  const perDay = people * Number(values.turns)
  const perSecond = (perDay * Number(values.peak)) / 3_600
  // Enough turns for a 95th of a hundred, and not more than a minute of computing.
  const seconds = Math.min(36_000_000, Math.max(300, 20_000 / perSecond))
  const found = fitting({
    perSecond,
    cpuMs,
    modelMs: Number(values.model),
    mostAtOnce,
    seconds: Math.min(seconds, 300_000 / perSecond),
  })
  const [fresh = 0, cached = 0, out = 0] = values.tokens.split(',').map(Number)
  const [a = 0, b = 0, c = 0] = values.prices.split(',').map(Number)
  const dollars = (perDay * (fresh * a + cached * b + out * c)) / 1e6
  return {
    'turns a day': round(perDay),
    'turns a second in the busiest hour': round(perSecond, perSecond < 10 ? 3 : 0),
    'processes (one core each)': round(found.processes),
    'busy in that hour': `${round(found.busy * 100, 1)} %`,
    'turns that run at once, mean and most': `${round(found.running, 1)}, ${round(found.mostRunning)}`,
    'a turn beside the model, p50': `${round(found.ownP50, 1)} ms`,
    'a turn beside the model, p95': `${round(found.ownP95, 1)} ms`,
    'requests to Redis a second': round(perSecond * requests, perSecond < 10 ? 2 : 0),
    'Redis memory that a day adds':
      perDay * kb > 1e6 ? `${round((perDay * kb) / 1e6, 1)} GB` : `${round((perDay * kb) / 1e3, 1)} MB`,
    'model, a day': `$${round(dollars, dollars < 100 ? 2 : 0)}`,
  }
}

async function main(): Promise<void> {
  const { 'cpu-ms': cpu, requests, kb } = values
  const given = cpu !== undefined && requests !== undefined && kb !== undefined
  const figures = given ? { cpuMs: Number(cpu), requests: Number(requests), kb: Number(kb) } : await measured()
  const people = values.people.split(',').map(Number)
  const columns = people.map((count) => column(count, figures))
  const names = Object.keys(columns[0] ?? {})
  const lines = [
    `A turn: ${round(figures.cpuMs, 1)} ms of CPU, ${round(figures.requests, 1)} requests to Redis, ${round(figures.kb, 1)} KB there.`,
    `A person: ${values.turns} turns a day, ${round(Number(values.peak) * 100)} % of them in the busiest hour; the model answers in ${round(Number(values.model) / 1_000, 1)} s.`,
    '',
    `| people | ${people.map((count) => round(count)).join(' | ')} |`,
    `|---|${people.map(() => '---:|').join('')}`,
    ...names.map((name) => `| ${name} | ${columns.map((one) => one[name]).join(' | ')} |`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

await main()
