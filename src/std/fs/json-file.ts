import { dirname } from 'node:path'
import { ensureDir, writeAtomic } from './files.ts'
import { withLock } from './lock.ts'

/**
 * Changes a file of one JSON object under its lock: `read` is what it holds now. Throws the system's error, or
 * `LockBusy`.
 */
export async function changeJsonFile<T extends object>(
  path: string,
  read: () => Promise<T>,
  change: (all: T) => void,
): Promise<void> {
  await ensureDir(dirname(path))
  await withLock(path, async () => {
    const all = await read()
    change(all)
    await writeAtomic(path, `${JSON.stringify(all, null, 1)}\n`)
  })
}
