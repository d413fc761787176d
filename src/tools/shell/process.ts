import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { killGroup, killMarked, markName } from '../../std/process-group.ts'
import { sleep } from '../../std/until.ts'
import { HeadTail } from './head-tail.ts'

export interface ProcessOptions {
  cwd: string
  env: Record<string, string>
  signal: AbortSignal
  timeoutMs: number
  /** Written to its standard input, which is then closed. */
  input?: string
  /** Bytes kept of each end of its output. */
  room?: number
  /** Leaves what it started running after it ended well: a clipboard's owner has to stay. */
  leaves?: boolean
}

export interface Finished {
  /** Exit status; undefined when a signal ended it. */
  code: number | undefined
  /** Why it was stopped before it ended itself. */
  stopped?: 'timeout' | 'cancelled'
  out: HeadTail
  /** Standard error apart. */
  err: HeadTail
}

/** A page of a terminal's scrollback; together about what read_file returns. */
const defaultRoom = 8 << 10
/** What a process wrote last is still on its way when it has ended; a grandchild that holds the pipe is not waited for longer. */
const drainMs = 200

/**
 * Runs a program in a process group of its own and answers when it has ended, when its time is over, or when the signal aborts,
 * whichever is first, whoever still holds its pipes. Then the whole group is killed. Throws the system's error when it
 * cannot be started.
 */
export async function runProcess(file: string, args: readonly string[], options: ProcessOptions): Promise<Finished> {
  const { cwd, env, input, room = defaultRoom, leaves = false, signal, timeoutMs } = options
  signal.throwIfAborted()
  // Loaded when something is run: it would cost every start 40 ms.
  const { execa } = await import('execa')
  const mark = randomBytes(12).toString('hex')
  const child = execa(file, args, {
    cwd,
    env: { ...env, [markName]: mark },
    extendEnv: false,
    // Its own group: what it starts can be ended with it.
    detached: true,
    // execa's own collecting, time limit and clean-up wait for grandchildren that hold the pipe.
    buffer: false,
    cleanup: false,
    reject: false,
    stdin: input === undefined ? 'ignore' : 'pipe',
    // Who leaves something running must not leave it with our pipes.
    ...(leaves ? { stdout: 'ignore' as const, stderr: 'ignore' as const } : {}),
  })
  if (child.pid === undefined) throw (await child).cause
  const [out, err] = [new HeadTail(room), new HeadTail(room)]
  const drained = Promise.all([collect(child.stdout, out), collect(child.stderr, err)])
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  const late = AbortSignal.timeout(timeoutMs)
  let stopped: Finished['stopped']
  try {
    const code = await ended(child.nodeChildProcess, AbortSignal.any([signal, late]))
    await Promise.race([drained, sleep(drainMs)])
    return { code, out, err }
  } catch (error) {
    if (!signal.aborted && !late.aborted) throw error
    stopped = signal.aborted ? 'cancelled' : 'timeout'
    return { code: undefined, stopped, out, err }
  } finally {
    if (stopped || !leaves) {
      killGroup(child.pid)
      await killMarked(mark)
    }
    child.stdout?.destroy()
    child.stderr?.destroy()
    // execa settles later, when the pipes are closed; nobody waits for it.
    void Promise.resolve(child).catch(() => {})
  }
}

function ended(child: ChildProcess, signal: AbortSignal): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    const done = (act: () => void) => {
      signal.removeEventListener('abort', stop)
      act()
    }
    signal.addEventListener('abort', stop, { once: true })
    child.once('exit', (code: number | null) => done(() => resolve(code ?? undefined)))
    child.once('error', (error: Error) => done(() => reject(error)))
  })
}

function collect(stream: NodeJS.ReadableStream | null | undefined, into: HeadTail): Promise<void> {
  return new Promise((resolve) => {
    if (!stream) return resolve()
    stream.on('data', (chunk: Buffer) => {
      into.add(chunk)
      release(chunk)
    })
    stream.once('end', resolve)
    stream.once('close', resolve)
    stream.once('error', () => resolve())
  })
}

/** Gives the memory of a chunk back at once: the collector would let 60 MB of them gather first. */
export function release(chunk: Buffer): void {
  if (chunk.byteLength === chunk.buffer.byteLength) (chunk.buffer as ArrayBuffer).transfer(0)
}
