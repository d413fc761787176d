import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { removeFile, unlessSystem } from './files.ts'

/** Whoever made a temporary file so long ago, in milliseconds, was killed before it could use it. */
const abandonedMs = 60_000

/** As `writeAtomic` names them, `conf`, and whoever writes the fold of a journal. */
const isTemporary = (name: string) => /^\..+\.[a-z0-9]{6,12}\.tmp$|\.tmp-[0-9a-f]{10,20}$|\.checkpoint\.tmp$/.test(name)

/** Removes the temporary files that killed writers left in these folders. `now` in milliseconds since 1970. */
export async function sweepLeftovers(folders: readonly string[], now: number): Promise<void> {
  for (const folder of folders) {
    for (const name of namesIn(folder).filter(isTemporary)) {
      const path = join(folder, name)
      const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs
      if (at !== undefined && now - at > abandonedMs) await removeFile(path).catch(unlessSystem)
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    unlessSystem(error)
    return []
  }
}
