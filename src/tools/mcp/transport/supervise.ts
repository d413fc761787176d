import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Duplex, Readable, Writable } from 'node:stream'
import { sleep } from '../../../std/abort.ts'

/**
 * Starts a program so that nothing of it outlives us. `sh` leads a process group of its own; in it run the program
 * and a watcher that reads a pipe from us (descriptor 3): a line is the name of a signal for the program, and the
 * pipe's end kills the whole group. The kernel closes that pipe however we end, `kill -9` included, so closing it is
 * the one way to kill. Whatever makes a session of its own (`setsid`) has left the group and is out of reach. POSIX
 * sh; dash and bash 3.2 read it alike.
 */
const script = `exec 4<&0
"$@" <&4 3<&- 4<&- &
program=$!
exec </dev/null 4<&-
(while read -r signal <&3; do kill -s "$signal" "$program"; done; kill -KILL 0) >/dev/null 2>&1 &
exec 3<&-
wait "$program"`

/** A program to start, with an environment that is exactly this. */
export interface ServerProgram {
  command: string
  args: readonly string[]
  env: Record<string, string>
  cwd?: string
}

export interface SupervisedServer {
  /** The group's number: the process id of its leader. */
  readonly group: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Exit status when the program has ended (as a shell tells it: 127 = no such command, 128 + n = signal n). */
  readonly ended: Promise<number>
  /** Resolves when its streams are read to their end as well, and its group is gone. */
  readonly gone: Promise<void>
  /**
   * Asks it to end by closing its input, then by SIGTERM, then kills all of its group; waits `graceMs` in between,
   * twice.
   */
  end(graceMs: number): Promise<void>
}

/**
 * Starts `program` under a supervisor. Rejects when not even the supervisor could be started (a working folder that
 * is not there).
 */
export async function superviseServer({ command, args, env, cwd }: ServerProgram): Promise<SupervisedServer> {
  const child = spawn('/bin/sh', ['-c', script, 'assistant-mcp', command, ...args], {
    env,
    ...(cwd ? { cwd } : {}),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  await once(child, 'spawn')
  return watchChild(child)
}

/** Waits so many milliseconds for the end of a program; false when it still runs then. */
async function endsWithin(child: ChildProcess, ended: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  await Promise.race([ended, sleep(ms, timer.signal).catch(() => {})])
  timer.abort()
  return child.exitCode !== null || child.signalCode !== null
}

function watchChild(child: ChildProcess): SupervisedServer {
  const [stdin, stdout, stderr, lifeline] = child.stdio as unknown as [Writable, Readable, Readable, Duplex]
  // A reader that has gone is no news: its end is.
  for (const stream of [stdin, stdout, stderr, lifeline]) stream.on('error', () => {})
  const ended = new Promise<number>((resolve) =>
    child.once('exit', (code) => {
      lifeline.destroy() // Processes that the program left behind in its group end with it.
      resolve(code ?? 128)
    }),
  )
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const within = (ms: number) => endsWithin(child, ended, ms)
  return {
    group: child.pid as number,
    stdin,
    stdout,
    stderr,
    ended,
    gone,
    async end(graceMs) {
      stdin.end()
      if (!(await within(graceMs))) {
        lifeline.write('TERM\n')
        await within(graceMs)
      }
      lifeline.destroy()
      stdout.resume()
      stderr.resume()
      await gone
    },
  }
}
