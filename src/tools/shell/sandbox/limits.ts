import { readFile, statfs } from 'node:fs/promises'
import { sandboxLimits } from './bubblewrap.ts'
import { membersOf } from './freeze.ts'

/** Disk space that a command may use in its folder, and that must remain free, in bytes. */
const [mostWritten, leastFree] = [4 * 2 ** 30, 256 * 2 ** 20]
/** Memory of all processes of a command together, in bytes. */
const mostMemory = 6 * 2 ** 30
/** /proc/N/statm counts in pages; 4 KiB on all common machines. */
const pageBytes = 4_096

/** The use of a machine by one command: bytes that are free in its folder, its processes and their memory. */
export interface ResourceUse {
  free: number | undefined
  members: number
  memory: number
}

/** Return true if a command has used too much since `before` bytes were free. */
export function isOverLimit(before: number | undefined, { free, members, memory }: ResourceUse): boolean {
  if (members > sandboxLimits.members || memory > mostMemory) return true
  if (before === undefined || free === undefined) return false
  return before - free > mostWritten || (before > leastFree && free < leastFree)
}

/**
 * A watch over one command: processes, memory and disk of all that it starts, together. The limits that the kernel
 * keeps are per process, and do not hold for an administrator.
 */
export async function resourceWatch(cwd: string): Promise<(pid: number) => Promise<'limit' | undefined>> {
  const before = await freeBytes(cwd)
  return async (pid) => {
    const [members, free] = await Promise.all([membersOf(pid), freeBytes(cwd)])
    const memory = await Promise.all(members.map(residentBytes))
    const use = { free, members: members.length, memory: memory.reduce((sum, one) => sum + one, 0) }
    return isOverLimit(before, use) ? 'limit' : undefined
  }
}

const freeBytes = (folder: string) =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => undefined,
  )

/** Return the memory of a process that is in use: the second number of /proc/N/statm (proc(5)); 0 where it is gone. */
export async function residentBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(text.split(' ')[1] ?? 0) * pageBytes
}
