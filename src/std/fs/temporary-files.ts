import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { identifyProcess } from '../process/process-id.ts'
import { removeFile, unlessSystem } from './files.ts'
import { holderOf } from './lock.ts'
import { processOf } from './writer-tag.ts'

/** Age in milliseconds at which a writer that nobody can ask about was killed before it could use its file. */
const abandonedMs = 60_000

/**
 * As `writeAtomic` names them, and `conf`; 0.1.0 did not say whose they are, and wrote the fold of a journal under a
 * name of its own.
 */
const temporary = /^\..+\.[a-z0-9]{1,12}(?:-([a-z0-9]{5,}))?\.tmp$|^(.+)\.tmp-[0-9a-f]{10,20}$|\.checkpoint\.tmp$/

/** Removes the temporary files that killed writers left in these folders. `now` in milliseconds since 1970. */
export async function sweepLeftovers(folders: readonly string[], now: number): Promise<void> {
  for (const folder of folders) {
    for (const name of namesIn(folder)) {
      const found = temporary.exec(name)
      if (!found) continue
      const path = join(folder, name)
      if (isOld(path, now) || (await isDead(found[1])) || (await isFree(folder, found[2])))
        await removeFile(path).catch(unlessSystem)
    }
  }
}

function isOld(path: string, now: number): boolean {
  const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return at !== undefined && now - at > abandonedMs
}

/** `conf` writes under the lock of its file: where nobody holds it, nobody writes. */
const isFree = async (folder: string, target: string | undefined): Promise<boolean> =>
  target !== undefined && (await holderOf(join(folder, target))) === undefined

/** True if the writer that a tag names ran here and runs no more. */
async function isDead(tag: string | undefined): Promise<boolean> {
  const pid = tag === undefined ? undefined : processOf(tag)
  return pid !== undefined && (await identifyProcess(pid)) === undefined
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    unlessSystem(error)
    return []
  }
}
