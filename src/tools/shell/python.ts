import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { killGroup, killMarked, markName } from '../../std/process-group.ts'
import { driver } from './driver.py.ts'
import { HeadTail } from './head-tail.ts'
import { release } from './process.ts'

/** How one piece of code ended. After `timeout`, `cancelled` and `died` the session is over. */
export interface Ran {
  end: 'ok' | 'error' | 'timeout' | 'cancelled' | 'died'
  out: HeadTail
}

const room = 8 << 10

/** One Python that keeps its variables. Calls come one after the other. */
export class PythonSession {
  readonly #child: ChildProcess
  readonly #mark: string
  #onData: (chunk: Buffer) => void = () => {}
  #over = false

  private constructor(child: ChildProcess, mark: string) {
    this.#mark = mark
    this.#child = child
    // A session that waits must not keep the program from ending.
    child.unref()
    child.stdin?.on('error', () => {})
    child.stdout?.on('error', () => {})
    child.stdout?.on('data', (chunk: Buffer) => {
      this.#onData(chunk)
      release(chunk)
    })
    for (const stream of [child.stdin, child.stdout]) (stream as { unref?(): void } | null)?.unref?.()
  }

  /** Starts the interpreter, wrapped or not, with the driver as its program. */
  static async start(
    file: string,
    args: readonly string[],
    options: { cwd: string; env: Record<string, string> },
  ): Promise<PythonSession> {
    const { execa } = await import('execa')
    const mark = randomBytes(12).toString('hex')
    const child = execa(file, args, {
      cwd: options.cwd,
      env: { ...options.env, [markName]: mark },
      extendEnv: false,
      detached: true,
      buffer: false,
      cleanup: false,
      reject: false,
      stdin: 'pipe',
      stderr: 'ignore',
    })
    void Promise.resolve(child).catch(() => {})
    return new PythonSession(child.nodeChildProcess, mark)
  }

  /** What the interpreter is given to run. */
  static args(): string[] {
    return ['-u', '-c', driver]
  }

  get isOver(): boolean {
    return this.#over || this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined
  }

  /** Runs `code` and gathers what it prints, until its mark comes, the child ends, the time is over or the signal aborts. */
  async run(code: string, timeoutMs: number, signal: AbortSignal): Promise<Ran> {
    const out = new HeadTail(room)
    const mark = randomBytes(16).toString('hex')
    const reader = new MarkReader(mark, out)
    const late = AbortSignal.timeout(timeoutMs)
    const stop = AbortSignal.any([signal, late])
    const end = await new Promise<Ran['end']>((resolve) => {
      const stopped = () => resolve(signal.aborted ? 'cancelled' : 'timeout')
      stop.addEventListener('abort', stopped, { once: true })
      this.#child.once('exit', () => resolve('died'))
      this.#child.once('error', () => resolve('died'))
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
    this.#child.stdout?.destroy()
    this.#child.stdin?.destroy()
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

  /** Whether the code ran well, once the mark is there. */
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

  /** No mark will come: what was held back was output too. */
  flush(): void {
    this.#out.add(this.#held)
    this.#held = Buffer.alloc(0)
  }
}
