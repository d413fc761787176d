import { readdir, readFile, readlink } from 'node:fs/promises'
import { endProcess, pauseProcess } from '../../../std/process/process-group.ts'

/**
 * The processes inside the sandbox that `pid` has started: those with its child's table of process numbers. Linux; []
 * elsewhere.
 */
export async function membersOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const [own, inner] = await Promise.all([spaceOf(pid), spaceOf(Number.parseInt(children, 10))])
  if (inner === undefined || inner === own) return []
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number)
  const spaces = await Promise.all(pids.map(spaceOf))
  return pids.filter((_, at) => spaces[at] === inner)
}

const spaceOf = (pid: number) => readlink(`/proc/${pid}/ns/pid`).catch(() => undefined)

/** Number of searches for processes that are started during the freeze. */
const rounds = 5

/** Stops (SIGSTOP) all processes inside the sandbox, also those started during the search. */
export async function freeze(pid: number): Promise<void> {
  const stopped = new Set<number>()
  for (let round = 0; round < rounds; round++) {
    const fresh = (await membersOf(pid)).filter((member) => !stopped.has(member))
    if (fresh.length === 0) return
    for (const member of fresh) {
      pauseProcess(member, true)
      stopped.add(member)
    }
  }
}

/** Ends all processes inside the sandbox but these, also those started during the search. */
export async function endOthers(pid: number, own: ReadonlySet<number>): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const others = (await membersOf(pid)).filter((member) => !own.has(member))
    if (others.length === 0) return
    for (const member of others) endProcess(member)
  }
}

/** Resumes (SIGCONT) all processes inside the sandbox. */
export async function thaw(pid: number): Promise<void> {
  for (const member of await membersOf(pid)) pauseProcess(member, false)
}
