import { fail } from '../protocol/index.ts'
import { codeOf } from '../std/fs/files.ts'
import { LockBusy } from '../std/fs/lock.ts'

/**
 * Runs `work`; what the system refuses becomes `storage`, a lock that nobody gives back `busy`, both with {path}.
 * Bugs stay bugs.
 */
export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LockBusy)
      return fail('busy', { detail: error.message, data: { path, pid: error.holder.pid } }, error)
    const code = codeOf(error)
    if (code === undefined) throw error
    return fail('storage', { detail: code, data: { path } }, error)
  }
}
