import { fail } from '../../protocol/index.ts'
import { codeOf } from '../../std/fs/files.ts'

/** A disk that is full, or a file of somebody else, is no bug of ours: what the system refuses at `path` is a `storage` failure. */
export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return fail('storage', { detail: String(error), data: { path } }, error)
  }
}
