import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A control group of its own for one command and everything that it starts. */
export interface ProcessLimit {
  /** The command as it enters the group before it begins. */
  enter(command: readonly [file: string, ...args: string[]]): [file: string, ...args: string[]]
  /** Removes the group once nothing is in it. */
  leave(): Promise<void>
}

const prefix = 'assistant-'
/** A group that cannot be entered is told by nobody: the other limits hold there, too. */
const entering = 'echo $$ >"$0" 2>/dev/null; exec "$@"'

/**
 * Makes a control group that holds no more than so many processes and threads, where this program may make one: under
 * its own group (cgroup v1), or beside it (v2, as systemd delegates them). Undefined elsewhere. `root`: of all groups.
 */
export async function limitProcesses(most: number, root = '/sys/fs/cgroup'): Promise<ProcessLimit | undefined> {
  for (const parent of await parentGroups(root)) {
    await sweepGroups(parent)
    const folder = join(parent, `${prefix}${randomBytes(6).toString('hex')}`)
    try {
      await mkdir(folder)
      await writeFile(join(folder, 'pids.max'), String(most))
    } catch {
      // Not ours to divide, or without the controller.
      await rmdir(folder).catch(() => {})
      continue
    }
    return {
      enter: (command) => ['sh', '-c', entering, join(folder, 'cgroup.procs'), ...command],
      leave: () => sweepGroups(parent),
    }
  }
  return undefined
}

/** Groups in which one more may stand, by /proc/self/cgroup (cgroups(7)). */
async function parentGroups(root: string): Promise<string[]> {
  const lines = (await readFile('/proc/self/cgroup', 'utf8').catch(() => '')).trim().split('\n')
  const parents: string[] = []
  for (const line of lines) {
    const [, number, controllers, path = '/'] = /^(\d+):([^:]*):(.*)$/.exec(line) ?? []
    if (controllers?.split(',').includes('pids')) parents.push(join(root, 'pids', path))
    // Processes stand in the leaves only, so that the new group is a leaf beside ours.
    if (number === '0' && path !== '/') parents.push(join(root, dirname(path)))
  }
  return parents
}

/** Removes the groups of commands that have ended; one with a process in it stays. */
async function sweepGroups(parent: string): Promise<void> {
  const names = await readdir(parent).catch((): string[] => [])
  for (const name of names) if (name.startsWith(prefix)) await rmdir(join(parent, name)).catch(() => {})
}
