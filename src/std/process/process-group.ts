import { readdir, readFile } from 'node:fs/promises'

/** Ends a process group at once (SIGKILL). */
export function killGroup(leader: number): void {
  killProcess(-leader)
}

/** A process that left its group still carries the environment it was born with. */
export const markName = 'ASSISTANT_RUN'
const rounds = 5

/**
 * Ends every process that was started with `markName=mark` in its environment, also those that made themselves a
 * group of their own. Only where there is /proc; a process that wiped its own environment is not found.
 */
export async function killMarked(mark: string): Promise<void> {
  const wanted = Buffer.from(`${markName}=${mark}\0`)
  // One may start another while we look.
  for (let round = 0; round < rounds; round++) {
    const names = await readdir('/proc').catch(() => [])
    const found = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((pid) => pidIfMarked(pid, wanted)))
    const pids = found.filter((pid) => pid !== undefined)
    if (pids.length === 0) return
    for (const pid of pids) killProcess(pid)
  }
}

async function pidIfMarked(pid: string, wanted: Buffer): Promise<number | undefined> {
  const environ = await readFile(`/proc/${pid}/environ`).catch(() => undefined)
  return environ?.includes(wanted) ? Number(pid) : undefined
}

/** Lets a process stand still (SIGSTOP) or go on (SIGCONT); one that has gone is no error. */
export function pauseProcess(pid: number, on: boolean): void {
  killProcess(pid, on ? 'SIGSTOP' : 'SIGCONT')
}

/** Ends one process at once; one that has gone is no error. */
export function endProcess(pid: number): void {
  killProcess(pid)
}

/** ESRCH: it has gone already. EPERM: only others' processes under this number are left. */
function killProcess(pid: number, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' = 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error
  }
}
