import { type ChildProcess, fork } from 'node:child_process'
import {
  decodeAnswer,
  encodeFrame,
  FrameReader,
  type IsolatedJob,
  type JobAnswer,
  memoryExit,
  TooLarge,
} from './isolated-protocol.ts'

/** Limits at which a job is stopped. */
export interface JobLimits {
  signal: AbortSignal
  /** Milliseconds, from the moment the job begins; default 20 s. */
  timeMs?: number
  /**
   * Megabytes of resident memory that the process may have; default 480. More than that is for files whose sum was
   * checked.
   */
  memoryMb?: number
}

/** The reason that a job has no result: it took too long, or too much memory, gave too much, or its process ended. */
export type JobFault = 'time' | 'memory' | 'output' | 'crash'

/** Thrown for a job that was stopped. What the job itself throws is thrown on as an `Error` of the same name. */
export class JobStopped extends Error {
  override name = 'JobStopped'
  readonly fault: JobFault
  constructor(fault: JobFault, job: string) {
    super(`${job}: ${fault}`)
    this.fault = fault
  }
}

const defaultMs = 20_000
/** Milliseconds that a process may take to begin: a busy machine reads programs slowly, and that is nobody's attack. */
const beginMs = 60_000
/** Bytes of one answer. */
const mostAnswer = 32 << 20
/** So many jobs run at the same time; others wait. */
const mostProcesses = 2
/** Milliseconds after which a process that has nothing to do ends: its memory is wanted elsewhere. */
const restMs = 30_000
/** The same for one with more memory than usual: what it holds took seconds to load. */
const largeRestMs = 2 * 60_000

const idle: JobProcess[] = []
const waiting: (() => void)[] = []
let busy = 0

/**
 * Runs a job in a child process. Rejects with `JobStopped`, the job's own error, or the signal's reason, within 200
 * ms of an abort.
 */
export async function runIsolated<I, O>(
  job: IsolatedJob<I, O>,
  input: I,
  { signal, timeMs = defaultMs, memoryMb }: JobLimits,
): Promise<O> {
  await waitForTurn(signal)
  try {
    signal.throwIfAborted()
    const child = takeIdleProcess(memoryMb) ?? new JobProcess(memoryMb)
    const answer = await child.run(job.name, input, signal, timeMs)
    // Only a process that has answered is used again.
    child.rest()
    if ('value' in answer) return answer.value as O
    throw Object.assign(new Error(answer.error.message), answer.error)
  } finally {
    busy--
    waiting.shift()?.()
  }
}

/** A process that has nothing to do and may have as much memory. */
function takeIdleProcess(memoryMb: number | undefined): JobProcess | undefined {
  const at = idle.findLastIndex((one) => one.memoryMb === memoryMb)
  return at < 0 ? undefined : idle.splice(at, 1)[0]
}

async function waitForTurn(signal: AbortSignal): Promise<void> {
  while (busy >= mostProcesses) {
    signal.throwIfAborted()
    await new Promise<void>((resolve) => {
      const next = () => {
        signal.removeEventListener('abort', next)
        resolve()
      }
      waiting.push(next)
      signal.addEventListener('abort', next, { once: true })
    })
  }
  signal.throwIfAborted()
  busy++
}

/** One child process: a request at a time, killed when it is stopped. */
class JobProcess {
  readonly memoryMb: number | undefined
  readonly #child: ChildProcess
  #frames = new FrameReader(mostAnswer)
  #settle: ((outcome: JobAnswer | JobFault) => void) | undefined
  #begin: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(memoryMb: number | undefined) {
    this.memoryMb = memoryMb
    const args = memoryMb === undefined ? [] : [String(memoryMb)]
    // No variable of ours is its business: keys stand in them.
    this.#child = fork(programUrl(), args, {
      stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
      env: {},
      execArgv: [],
      detached: false,
    })
    // A child that is killed, and not by us, had too much memory: it says so itself, as the system does.
    this.#child.on('exit', (code, signal) =>
      this.#end(code === memoryExit || signal === 'SIGKILL' ? 'memory' : 'crash'),
    )
    this.#child.on('error', () => this.#end('crash'))
    // A process that is killed breaks the pipe to it; its exit says why.
    this.#child.stdin?.on('error', () => {})
    this.#child.stdout?.on('data', (piece: Buffer) => this.#take(piece))
    this.#hold(false)
  }

  async run(job: string, input: unknown, signal: AbortSignal, timeMs: number): Promise<JobAnswer> {
    clearTimeout(this.#timer)
    this.#hold(true)
    let late = setTimeout(() => this.#end('time'), beginMs)
    this.#begin = () => {
      clearTimeout(late)
      late = setTimeout(() => this.#end('time'), timeMs)
    }
    const abort = () => this.#end('time')
    signal.addEventListener('abort', abort, { once: true })
    try {
      const outcome = await new Promise<JobAnswer | JobFault>((resolve) => {
        this.#settle = resolve
        for (const part of encodeFrame({ job, input })) this.#child.stdin?.write(part)
      })
      signal.throwIfAborted()
      if (typeof outcome === 'string') throw new JobStopped(outcome, job)
      return outcome
    } finally {
      clearTimeout(late)
      signal.removeEventListener('abort', abort)
      this.#settle = undefined
      this.#begin = undefined
      this.#hold(false)
    }
  }

  /** Waits for another job; after a while without one it ends. */
  rest(): void {
    idle.push(this)
    this.#timer = setTimeout(() => this.#end('crash'), this.memoryMb === undefined ? restMs : largeRestMs)
    this.#timer.unref()
  }

  #take(piece: Buffer): void {
    try {
      for (const frame of this.#frames.push(piece)) {
        const told = decodeAnswer(frame)
        if ('begun' in told) this.#begin?.()
        else this.#settle?.(told)
      }
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error
      this.#end('output')
    }
  }

  #end(fault: JobFault): void {
    this.#child.kill('SIGKILL')
    const at = idle.indexOf(this)
    if (at >= 0) idle.splice(at, 1)
    this.#settle?.(fault)
  }

  /** Let this program wait for the child before it ends, or not. */
  #hold(on: boolean): void {
    const { stdin, stdout, channel } = this.#child
    const how = on ? 'ref' : 'unref'
    this.#child[how]()
    channel?.[how]()
    for (const pipe of [stdin, stdout] as { ref?(): void; unref?(): void }[]) pipe?.[how]?.()
  }
}

/** The entry file of the child: in the sources, or of dist/. */
function programUrl(): URL {
  if (import.meta.url.endsWith('.ts')) return new URL('../../cli/job-process.ts', import.meta.url)
  return new URL(import.meta.url.includes('/chunks/') ? '../job-process.js' : './job-process.js', import.meta.url)
}
