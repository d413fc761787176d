import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package that is measured, and the Node that everything here runs on. */
export const root = fileURLToPath(new URL('..', import.meta.url))
export const node = process.execPath
export const program = join(root, 'bin', 'assistant.js')

export interface Command {
  argv: readonly string[]
  env?: Record<string, string>
}

export interface Cost {
  /** User and system time of the whole process tree, start and end of the processes included. */
  cpuMs: number
  wallMs: number
}

// bash's `time` reads what the kernel counted for every child that was waited for (wait4), down to a millisecond.
// Node cannot ask for that, and asking the measured program itself would miss its start, its end and its children.
const timed = 'TIMEFORMAT="%R %U %S"; { time "$@" 2>&4; } 3>&1 4>&2 2>&3 >/dev/null </dev/null'

const environment = (env: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  ...env,
})

/** Runs a command to its end. Throws when it fails: a crash is quick, and must not win. */
export async function cost({ argv, env }: Command): Promise<Cost> {
  const child = spawn('bash', ['-c', timed, 'bash', ...argv], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [times, errors] = ['', '']
  child.stdout.on('data', (data) => (times += data))
  child.stderr.on('data', (data) => (errors += data))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${errors.slice(-500)}`)
  const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] = times.trim().split(' ').map(Number)
  return { wallMs: wall * 1000, cpuMs: (user + system) * 1000 }
}

/**
 * Peak resident memory of a command in MB: the kernel's high-water mark (VmHWM, which begins anew at exec), written
 * down by every Node process of the tree at its exit and added up. A run of its own, because the writing costs time.
 */
export async function peakMb({ argv, env }: Command): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'assistant-bench-'))
  try {
    const hook = `--require=${join(root, 'bench', 'floor', 'peak.cjs')}`
    await cost({ argv, env: { ...env, NODE_OPTIONS: hook, BENCH_PEAKS: folder } })
    const peaks = readdirSync(folder).map((file) => Number(readFileSync(join(folder, file), 'utf8')))
    if (peaks.length === 0) throw new Error(`${argv.join(' ')} left no peak`)
    return peaks.reduce((sum, kb) => sum + kb, 0) / 1024
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const proc = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')

/** `pid` and everything below it that is alive. */
export function treeOf(pid: number): number[] {
  if (!existsSync(`/proc/${pid}`)) return []
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    proc(pid, `task/${task}/children`).trim().split(' '),
  )
  return [pid, ...children.filter(Boolean).flatMap((child) => treeOf(Number(child)))]
}

/** CPU that a running tree has used so far: the scheduler's nanoseconds of every live thread. */
export function cpuMsOf(pid: number): number {
  const threads = treeOf(pid).flatMap((one) =>
    readdirSync(`/proc/${one}/task`).map((task) => proc(one, `task/${task}/schedstat`)),
  )
  return threads.reduce((sum, line) => sum + Number(line.split(' ')[0]), 0) / 1e6
}

/** Resident memory of a running tree in MB: now (VmRSS) or at its highest (VmHWM). */
export function memoryMbOf(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  const kb = treeOf(pid).map((one) => Number(new RegExp(`${which}:\\s+(\\d+)`).exec(proc(one, 'status'))?.[1] ?? 0))
  return kb.reduce((sum, one) => sum + one, 0) / 1024
}

/** The middle value; of an even number of values, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]]
  return (low + high) / 2
}

/** The value that `share` of all values do not exceed (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/**
 * Medians of several takers, run in turns (A B A B …) so that a busy minute of the machine hits all of them alike.
 * The first round warms disk and compile caches and is thrown away.
 */
export async function inTurns(runs: number, takers: readonly (() => Promise<number>)[]): Promise<number[]> {
  const values = takers.map((): number[] => [])
  for (let round = 0; round <= runs; round++) {
    for (const [at, take] of takers.entries()) {
      const value = await take()
      if (round > 0) values[at]?.push(value)
    }
  }
  return values.map(median)
}
