import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { onDisk } from '../../../memory/storage-failure.ts'
import { ensureDir, isMissing, readTextIfThere, writeAtomic } from '../../../std/fs/files.ts'
import { identifyProcess } from '../../../std/process/process-id.ts'

/** Draft of a chat that was cut off, and the keeper of the present one. */
export interface Drafts {
  /**
   * The latest draft that a process has left that is no more, from now on this one's own; older ones wait for the
   * next chats. Empty when there is none.
   */
  left(): Promise<string>
  keep(text: string): Promise<void>
}

/** Drafts in a folder, one file a process. Throws `storage` where the disk refuses. */
export function draftsIn(folder: string, pid: number): Drafts {
  const own = join(folder, `${pid}.txt`)
  return {
    left: () => onDisk(folder, () => takeLeft(folder, own)),
    keep: (text) =>
      onDisk(own, async () => {
        if (text === '') return rm(own, { force: true })
        await ensureDir(folder)
        await writeAtomic(own, text)
      }),
  }
}

async function takeLeft(folder: string, own: string): Promise<string> {
  // Text typed for this chat before it stood there.
  const typed = await readTextIfThere(own)
  if (typed) return typed
  for (const file of await abandonedDrafts(folder)) {
    // Whoever renames it has it: two chats that start at once share nothing, and until it is kept anew it lies on disk.
    const isOurs = await rename(file, own).then(() => true, unlessMissing)
    const text = isOurs ? await readTextIfThere(own) : undefined
    if (text) return text
  }
  return ''
}

/** Drafts of processes that are no more, the latest first. */
async function abandonedDrafts(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(unlessMissing)) || []
  const found: { file: string; at: number }[] = []
  for (const name of names) {
    const owner = Number.parseInt(name, 10)
    if (!(owner > 0) || (await identifyProcess(owner))) continue
    const file = join(folder, name)
    const at = await stat(file).then(({ mtimeMs }) => mtimeMs, unlessMissing)
    if (at !== false) found.push({ file, at })
  }
  return found.sort((a, b) => b.at - a.at).map(({ file }) => file)
}

/** Another chat was quicker. */
function unlessMissing(error: unknown): false {
  if (isMissing(error)) return false
  throw error
}
