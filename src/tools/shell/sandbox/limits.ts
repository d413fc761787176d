import { readFile, statfs } from 'node:fs/promises'
import { sandboxLimits } from './bubblewrap.ts'
import { membersOf } from './freeze.ts'

/** Disk space that a command may use in its folder, and that must remain free, in bytes. */
const [mostWritten, leastFree] = [4 * 2 ** 30, 256 * 2 ** 20]
/** Memory of all processes of a command together, in bytes. */
const mostMemory = 6 * 2 ** 30
/** /proc/N/statm counts in pages; 4 KiB on all common machines. */
const pageBytes = 4_096

/**
 * A watch over one command: processes, memory and disk of all that it starts, together. The limits that the kernel
 * keeps are per process, and do not hold for an administrator.
 */
export async function resourceWatch(cwd: string): Promise<(pid: number) => Promise<'limit' | undefined>> {
  const free = async () =>
    statfs(cwd).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => undefined,
    )
  const before = await free()
  return async (pid) => {
    const [members, now] = await Promise.all([membersOf(pid), free()])
    const taken = before !== undefined && now !== undefined ? before - now : 0
    const isFull = now !== undefined && before !== undefined && before > leastFree && now < leastFree
    if (members.length > sandboxLimits.members || taken > mostWritten || isFull) return 'limit'
    const pages = await Promise.all(members.map(residentPages))
    return pages.reduce((sum, one) => sum + one, 0) * pageBytes > mostMemory ? 'limit' : undefined
  }
}

async function residentPages(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(text.split(' ')[1] ?? 0)
}
