import type { ChildProcess } from 'node:child_process'
import { sleep } from '../../std/abort.ts'
import { killGroup, killMarked } from '../../std/process/process-group.ts'
import { HeadTail } from './head-tail.ts'
import { type GroupOptions, spawnGroup } from './spawn-group.ts'

export interface ProcessOptions {
  cwd: string
  env: Record<string, string>
  signal: AbortSignal
  timeoutMs: number
  /** Written to its standard input, which is then closed. */
  input?: string | Uint8Array
  /** Bytes kept of each end of its output. */
  room?: number
  /** Leaves its descendants running after it succeeds: the owner of a clipboard has to stay. */
  leaves?: boolean
  /** Contents of descriptors 3, 4 …. */
  inputs?: GroupOptions['inputs']
  /** Called with its output as it arrives. */
  take?: (text: string) => void
  /** Polled while it runs: the reason to stop it, if any. */
  watch?: (pid: number) => Promise<'limit' | undefined>
}

export interface Finished {
  /** Exit status; undefined when a signal ended it. */
  code: number | undefined
  /** The reason why it was stopped before it ended itself. */
  stopped?: 'timeout' | 'cancelled' | 'limit'
  out: HeadTail
  /** Standard error, if captured separately. */
  err: HeadTail
}

/** Bytes kept of each end: a page of scrollback; together about what read_file returns. */
const defaultRoom = 8 << 10
/**
 * Time that output is awaited after the exit, in milliseconds. A grandchild that holds the pipe is not waited for
 * longer.
 */
const drainMs = 200

/**
 * Runs a program in a process group of its own and answers when it has ended, when its time is over, or when the
 * signal aborts, whichever is first, whoever still holds its pipes. Then the whole group is killed. Throws the
 * system's error when it cannot be started.
 */
export async function runProcess(file: string, args: readonly string[], options: ProcessOptions): Promise<Finished> {
  const { cwd, env, input, inputs, room = defaultRoom, leaves = false, signal, timeoutMs, take, watch } = options
  signal.throwIfAborted()
  // A process left running must not inherit our pipes: they would never close.
  const output = leaves ? 'ignore' : 'pipe'
  const streams = { stdin: input === undefined ? 'ignore' : 'pipe', stdout: output, stderr: output } as const
  const { child, mark, failed } = await spawnGroup(file, args, { cwd, env, ...streams, ...(inputs ? { inputs } : {}) })
  if (child.pid === undefined) throw await failed
  const [out, err] = [new HeadTail(room), new HeadTail(room)]
  const drained = Promise.all([collect(child.stdout, out, take), collect(child.stderr, err, take)])
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  const [late, over] = [AbortSignal.timeout(timeoutMs), new AbortController()]
  const beyond = watch ? watching(child.pid, watch, over.signal) : undefined
  let stopped: Finished['stopped']
  try {
    const stop = AbortSignal.any([signal, late, ...(beyond ? [beyond] : [])])
    const code = await ended(child, stop)
    await Promise.race([drained, sleep(drainMs)])
    return { code, out, err }
  } catch (error) {
    if (!signal.aborted && !late.aborted && !beyond?.aborted) throw error
    stopped = signal.aborted ? 'cancelled' : late.aborted ? 'timeout' : 'limit'
    return { code: undefined, stopped, out, err }
  } finally {
    over.abort()
    if (stopped || !leaves) {
      killGroup(child.pid)
      await killMarked(mark)
    }
    for (const stream of child.stdio) stream?.destroy()
  }
}

/** Polling interval, in milliseconds. */
const watchMs = 250

/** A signal that aborts when the watch returns a reason. */
function watching(pid: number, watch: NonNullable<ProcessOptions['watch']>, over: AbortSignal): AbortSignal {
  const beyond = new AbortController()
  const look = async () => {
    while (!over.aborted) {
      await sleep(watchMs, over)
      if (await watch(pid)) beyond.abort()
    }
  }
  // The pause is aborted when the command ends.
  void look().catch((error) => {
    if (!over.aborted) beyond.abort(error)
  })
  return beyond.signal
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

function collect(
  stream: NodeJS.ReadableStream | null | undefined,
  into: HeadTail,
  take?: (text: string) => void,
): Promise<void> {
  const decoder = new TextDecoder()
  return new Promise((resolve) => {
    if (!stream) return resolve()
    stream.on('data', (chunk: Buffer) => {
      take?.(decoder.decode(chunk, { stream: true }))
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
