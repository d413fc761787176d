import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawn } from '@lydell/node-pty'
import { type Command, cpuMsOf, memoryMbOf, treeOf } from './measure.ts'

/** A program in a terminal of 100 × 30. */
export interface Terminal {
  /** Bytes that it has written so far. */
  written(): number
  /** Resolves when it has written something and then nothing for `ms`; rejects when that takes longer than a minute. */
  quiet(ms: number): Promise<void>
  /** When the text is written next, on the clock of `performance.now()`; rejects after a minute. */
  until(text: string): Promise<number>
  type(keys: string): void
  cpuMs(): number
  memoryMb(which: 'VmRSS' | 'VmHWM'): number
  /**
   * CPU of its whole life, once it has ended by itself: what `wait4` counted. Rejects when that takes longer than a
   * minute.
   */
  ended(): Promise<number>
  close(): void
}

// As in measure.ts; here the terminal belongs to the program, so the times go to a file.
const timed = 'TIMEFORMAT="%U %S"; { time "$@" 2>&4; } 4>&2 2>"$BENCH_TIMES"'

/** Starts a command in a terminal of its own. */
export function terminal({ argv, env }: Command): Terminal {
  const folder = mkdtempSync(join(tmpdir(), 'assistant-bench-'))
  const times = join(folder, 'times')
  let [bytes, last, running, tail] = [0, performance.now(), true, '']
  const child = spawn('bash', ['-c', timed, 'bash', ...argv], {
    cols: 100,
    rows: 30,
    name: 'xterm-256color',
    // A folder with instructions would be asked about before the chat opens.
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      COLORTERM: 'truecolor',
      BENCH_TIMES: times,
      ...env,
    },
  })
  child.onData((data) => {
    bytes += Buffer.byteLength(data)
    last = performance.now()
    tail = (tail + data).slice(-500)
    for (const look of lookers) look(data)
  })
  const lookers = new Set<(data: string) => void>()
  const exit = new Promise((resolve) => child.onExit(resolve)).then(() => {
    running = false
  })
  // bash does nothing but wait: what is measured is below it.
  const subject = () => treeOf(child.pid)[1] ?? child.pid
  return {
    written: () => bytes,
    async quiet(ms) {
      const deadline = performance.now() + 60_000
      while (bytes === 0 || performance.now() - last < ms) {
        if (performance.now() > deadline) throw new Error(`${argv.join(' ')} does not come to rest`)
        if (!running) throw new Error(`${argv.join(' ')} ended early: ${JSON.stringify(tail)}`)
        await sleep(20)
      }
    },
    until: (text) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`${text} is not written within a minute`)), 60_000)
        const look = (data: string): void => {
          if (!data.includes(text)) return
          clearTimeout(late)
          lookers.delete(look)
          resolve(performance.now())
        }
        lookers.add(look)
      }),
    type: (keys) => child.write(keys),
    cpuMs: () => cpuMsOf(subject()),
    memoryMb: (which) => memoryMbOf(subject(), which),
    async ended() {
      const late = new Promise<never>((_, reject) => {
        setTimeout(reject, 60_000, new Error(`${argv.join(' ')} does not end: ${JSON.stringify(tail)}`)).unref()
      })
      await Promise.race([exit, late])
      const [user = Number.NaN, system = Number.NaN] = readFileSync(times, 'utf8').trim().split(' ').map(Number)
      return (user + system) * 1000
    },
    close() {
      for (const pid of running ? treeOf(child.pid).reverse() : []) process.kill(pid, 'SIGKILL')
      rmSync(folder, { recursive: true })
    },
  }
}
