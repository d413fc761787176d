import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { onDisk } from '../../../memory/storage-failure.ts'
import { ensureDir, isMissing, readTextIfThere, removeFile, writeAtomic } from '../../../std/fs/files.ts'
import { identify } from '../../../std/process/process-id.ts'

/** What was being written when a chat was cut off, and the place where this one keeps what is being written. */
export interface Drafts {
  /** The latest draft that a process has left that is no more; it is given out once. Empty when there is none. */
  left(): Promise<string>
  keep(text: string): Promise<void>
}

/** Drafts in a folder, one file a process. Throws `storage` where the disk refuses. */
export function draftsIn(folder: string, pid: number): Drafts {
  const own = join(folder, `${pid}.txt`)
  return {
    left: () => onDisk(folder, () => takeLeft(folder, pid)),
    keep: (text) =>
      onDisk(own, async () => {
        if (text === '') return rm(own, { force: true })
        await ensureDir(folder)
        await writeAtomic(own, text)
      }),
  }
}

async function takeLeft(folder: string, pid: number): Promise<string> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  let text = ''
  for (const name of names.sort()) {
    const owner = Number.parseInt(name, 10)
    if (!(owner > 0) || (owner !== pid && (await identify(owner)))) continue
    const file = join(folder, name)
    text = (await readTextIfThere(file)) || text
    await removeFile(file)
  }
  return text
}
