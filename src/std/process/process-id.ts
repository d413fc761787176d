import { readFile } from 'node:fs/promises'
import { uptime } from 'node:os'

/** A process that cannot be confused with a later one of the same number. */
export interface ProcessId {
  pid: number
  /** The start of the process, in words of the system: clock ticks since boot and the boot's id on Linux. */
  started: string
}

/** Identify the process that runs under this number now; undefined if there is none. */
export async function identifyProcess(pid: number): Promise<ProcessId | undefined> {
  try {
    // Field 22 of stat(5); the command in parentheses may hold spaces, so count from the last one.
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'latin1')
    return { pid, started: `${fields[19]}@${boot.trim()}` }
  } catch {
    return withoutProc(pid)
  }
}

/**
 * Identify without /proc (macOS): `kill(pid, 0)` and the hour of boot, which is weaker but never calls a live one dead.
 */
function withoutProc(pid: number): ProcessId | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return undefined
  }
  return { pid, started: `boot-${Math.round((Date.now() / 1000 - uptime()) / 60)}` }
}

/** Tell whether that very process still runs. */
export async function isAlive(who: ProcessId): Promise<boolean> {
  const now = await identifyProcess(who.pid)
  return now !== undefined && (now.started === who.started || now.started.startsWith('boot-'))
}
