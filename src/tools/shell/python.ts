import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { killGroup, killMarked } from '../../std/process/process-group.ts'
import { driver } from './driver.py.ts'
import { HeadTail } from './head-tail.ts'
import { release } from './process.ts'
import { endOthers, freeze, membersOf, thaw } from './sandbox/freeze.ts'
import type { Launch } from './sandbox/sandbox.ts'
import { type GroupOptions, spawnGroup } from './spawn-group.ts'

/** The end of one piece of code. After `timeout`, `cancelled` and `died` the session is over. */
export interface PythonResult {
  end: 'ok' | 'error' | 'timeout' | 'cancelled' | 'died'
  out: HeadTail
  /** Files that were renamed after it because other programs would have run them. */
  moved: string[]
}

const room = 8 << 10

/** A Python process that keeps its variables. Calls run one after the other. */
export class PythonSession {
  readonly #child: ChildProcess
  readonly #mark: string
  #onData: (chunk: Buffer) => void = () => {}
  #over = false

  readonly #launch: Pick<Launch, 'refresh' | 'inspect'> | undefined

  /** Processes of the interpreter itself, inside the sandbox. */
  #own: ReadonlySet<number> | undefined

  private constructor(child: ChildProcess, mark: string, launch: Pick<Launch, 'refresh' | 'inspect'> | undefined) {
    this.#mark = mark
    this.#child = child
    this.#launch = launch
    // An idle session must not keep the event loop alive.
    child.unref()
    child.stdin?.on('error', () => {})
    child.stdout?.on('error', () => {})
    child.stdout?.on('data', (chunk: Buffer) => {
      this.#onData(chunk)
      release(chunk)
    })
    for (const stream of child.stdio) (stream as { unref?(): void } | null)?.unref?.()
  }

  /** Starts the interpreter with the driver program, in the sandbox if there is one. */
  static async start(
    { file, args, inputs }: { file: string; args: readonly string[]; inputs: GroupOptions['inputs'] },
    place: { cwd: string; env: Record<string, string>; launch: Pick<Launch, 'refresh' | 'inspect'> | undefined },
  ): Promise<PythonSession> {
    const streams = { stdin: 'pipe', stdout: 'pipe', stderr: 'ignore' } as const
    const { child, mark } = await spawnGroup(file, args, { ...place, ...streams, ...(inputs ? { inputs } : {}) })
    return new PythonSession(child, mark, place.launch)
  }

  /** The driver program of the interpreter. */
  static args(): string[] {
    return ['-u', '-c', driver]
  }

  get isOver(): boolean {
    return (
      this.#over || this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined
    )
  }

  /**
   * Runs `code` and gathers what it prints, until its mark comes, the child ends, the time is over or the signal
   * aborts. What it started besides ends with the call; between calls the interpreter stands still.
   */
  async run(code: string, timeoutMs: number, signal: AbortSignal): Promise<PythonResult> {
    await this.#launch?.refresh()
    const inside = this.#launch ? this.#child.pid : undefined
    if (inside !== undefined) await thaw(inside)
    if (inside !== undefined && this.#own === undefined) {
      // An answer says that the interpreter runs: it and what holds it are all that may stay.
      await this.#exchange('', timeoutMs, signal)
      this.#own = new Set(await membersOf(inside))
    }
    const ran = await this.#exchange(code, timeoutMs, signal)
    if (inside !== undefined && !this.isOver) {
      await freeze(inside)
      await endOthers(inside, this.#own ?? new Set())
    }
    return { ...ran, moved: (await this.#launch?.inspect(this.isOver)) ?? [] }
  }

  async #exchange(code: string, timeoutMs: number, signal: AbortSignal): Promise<Omit<PythonResult, 'moved'>> {
    const out = new HeadTail(room)
    const mark = randomBytes(16).toString('hex')
    const reader = new MarkReader(mark, out)
    const late = AbortSignal.timeout(timeoutMs)
    const stop = AbortSignal.any([signal, late])
    const end = await new Promise<PythonResult['end']>((resolve) => {
      const stopped = () => resolve(signal.aborted ? 'cancelled' : 'timeout')
      stop.addEventListener('abort', stopped, { once: true })
      this.#child.once('exit', () => resolve('died'))
      this.#onData = (chunk) => {
        const ok = reader.push(chunk)
        if (ok !== undefined) resolve(ok ? 'ok' : 'error')
      }
      if (this.isOver) resolve('died')
      else if (stop.aborted) stopped()
      else this.#child.stdin?.write(`${JSON.stringify({ code, mark })}\n`)
    })
    this.#onData = () => {}
    reader.flush()
    this.#child.removeAllListeners('exit')
    if (end !== 'ok' && end !== 'error') this.close()
    return { end, out }
  }

  /** Ends the child and everything it started. */
  close(): void {
    this.#over = true
    if (this.#child.pid !== undefined) killGroup(this.#child.pid)
    void killMarked(this.#mark)
    for (const stream of this.#child.stdio) stream?.destroy()
    void this.#launch?.inspect(true)
  }
}

/** Passes output on to `out` until `\0mark1\n` or `\0mark0\n` comes, also when it is cut in two. */
class MarkReader {
  readonly #mark: Buffer
  readonly #out: HeadTail
  #held = Buffer.alloc(0)

  constructor(mark: string, out: HeadTail) {
    this.#mark = Buffer.from(`\0${mark}`)
    this.#out = out
  }

  /** Return true if the code succeeded; set once the mark has arrived. */
  push(chunk: Buffer): boolean | undefined {
    // The mark is followed by its digit and the line end.
    const length = this.#mark.length + 2
    const all = Buffer.concat([this.#held, chunk])
    const at = all.indexOf(this.#mark)
    const whole = at >= 0 && all.length >= at + length
    const keep = at >= 0 ? at : Math.max(0, all.length - length)
    this.#out.add(all.subarray(0, keep))
    this.#held = Buffer.from(all.subarray(keep, whole ? keep : undefined))
    return whole ? all[at + this.#mark.length] === 0x31 : undefined
  }

  /** Flushes the held-back bytes: without a mark they were output. */
  flush(): void {
    this.#out.add(this.#held)
    this.#held = Buffer.alloc(0)
  }
}
