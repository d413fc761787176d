import type { ChildProcess } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { access, readdir, readFile } from 'node:fs/promises'
import { delimiter, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { markName } from '../../std/process/process-group.ts'

/** O_CLOEXEC in the flags of /proc/self/fdinfo, which are octal (open(2), Linux). */
const closedOnExec = 0o2000000
/** Descriptors above are not looked at: a table of that many would be opened for every program. */
const highest = 4_096

/** A program to start, with an environment that is exactly this. */
export interface GroupOptions {
  cwd: string
  env: Record<string, string>
  stdin: 'pipe' | 'ignore'
  stdout: 'pipe' | 'ignore'
  stderr: 'pipe' | 'ignore'
  /** Written to descriptors 3, 4 …, which are then closed; 'held': an open pipe that closes when we end. */
  inputs?: readonly (Buffer | 'held')[]
}

/** A program in a process group of its own, with the mark that everything it starts carries. */
export interface ProcessGroup {
  child: ChildProcess
  mark: string
  /** Settles when the program could not be started, with the system's error. */
  failed: Promise<Error>
}

/**
 * Throws ENOENT when there is no such program. libuv reports that over a pipe of its own, which the many descriptors
 * below would overwrite: the child would end with 127 instead.
 */
async function requireProgram(file: string, cwd: string, path = '/usr/bin:/bin'): Promise<void> {
  const places = file.includes('/')
    ? [resolve(cwd, file)]
    : path.split(delimiter).map((folder) => resolve(cwd, folder, file))
  for (const place of places) {
    const runs = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (runs) return
  }
  throw Object.assign(new Error(`spawn ${file} ENOENT`), { code: 'ENOENT' })
}

/**
 * Starts a program in a group of its own. It gets descriptors 0 to 2 and its inputs; whatever else is open here leads
 * to /dev/null there.
 */
export async function spawnGroup(file: string, args: readonly string[], options: GroupOptions): Promise<ProcessGroup> {
  const { cwd, env, stdin, stdout, stderr, inputs = [] } = options
  // Loaded when something is run: it would cost every start 40 ms.
  const [{ execa }, { randomBytes }, open] = await Promise.all([
    import('execa'),
    import('node:crypto'),
    inheritedDescriptors(),
    requireProgram(file, cwd, env.PATH),
  ])
  const mark = randomBytes(12).toString('hex')
  // 'ignore' leaves a descriptor above 2 as it is (libuv): it has to be given something else.
  const nothing = openSync('/dev/null', 'r+')
  const shut: (number | 'pipe')[] = Array<number>(Math.max(0, open - 3 - inputs.length)).fill(nothing)
  const running = execa(file, args, {
    cwd,
    env: { ...env, [markName]: mark },
    extendEnv: false,
    // Its own group: what it starts can be ended with it.
    detached: true,
    // execa's own collecting, time limit and clean-up wait for grandchildren that hold the pipe.
    buffer: false,
    cleanup: false,
    reject: false,
    // execa's types know numbers for the first three only.
    stdio: [stdin, stdout, stderr, ...inputs.map(() => 'pipe' as const), ...(shut as 'pipe'[])],
  })
  const child = running.nodeChildProcess
  // Nothing is waited for from here on: a program may end before anybody listens.
  closeSync(nothing)
  const failed = new Promise<Error>((resolve) => child.once('error', resolve))
  // execa settles later, when the pipes are closed; nobody waits for it.
  void Promise.resolve(running).catch(() => {})
  for (const [at, input] of inputs.entries()) {
    const stream = child.stdio[at + 3] as Writable | null | undefined
    stream?.on('error', () => {})
    if (input !== 'held') stream?.end(input)
  }
  return { child, mark, failed }
}

/**
 * Return the number of descriptors that a program started now would inherit, counted from 0: the highest one that the
 * system would not close, and one. Whoever started us may have left files open; a program of a model must not find
 * them. 3 if there is no /proc.
 */
async function inheritedDescriptors(): Promise<number> {
  const names = await readdir('/proc/self/fdinfo').catch(() => [])
  const open = await Promise.all(names.map(async (name) => ((await leaks(name)) ? Number(name) : 0)))
  return Math.max(2, ...open.filter((descriptor) => descriptor < highest)) + 1
}

async function leaks(name: string): Promise<boolean> {
  const text = await readFile(`/proc/self/fdinfo/${name}`, 'utf8').catch(() => '')
  const flags = /^flags:\s+([0-7]+)/m.exec(text)?.[1]
  return flags !== undefined && (Number.parseInt(flags, 8) & closedOnExec) === 0
}
