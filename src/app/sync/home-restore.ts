import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import { tellDamage } from '../../std/fs/damage.ts'
import { ensureDir, writeAtomic } from '../../std/fs/files.ts'
import { LockBusy } from '../../std/fs/lock.ts'
import { bytesAt } from '../../std/fs/state-file.ts'
import type { Manifest } from '../../sync/backup.ts'
import { readConfiguration, syncFolder } from '../../sync/configuration.ts'
import { keptFiles } from '../../sync/kept-files.ts'
import { finishRestore, isRestoreCut, restoreBackup } from '../../sync/restore.ts'

/**
 * It says that a backup was put in the place of the files: what is missing in them was not removed, or `replaced` if
 * somebody wished it so.
 */
export const restoredPath = (state: string): string => join(syncFolder(state), 'restored')

const replacedText = 'replaced'

/** Return what is meant by a backup that was put in the place of the files; undefined where there was none. */
export function restoreMeaning(state: string): 'merged' | 'replaced' | undefined {
  const text = bytesAt(restoredPath(state))?.toString()
  return text === undefined ? undefined : text === replacedText ? 'replaced' : 'merged'
}

/** True if this home is shared with other devices: a backup is merged with what they have then, or replaces that. */
export const isShared = ({ state }: Pick<Paths, 'state'>): boolean => readConfiguration(state) !== undefined

/**
 * Restore a backup. `replaces`: on a shared home what came since goes on all devices; else it is merged with what the
 * backup has. Rejects as `restoreBackup` does.
 */
export async function restoreInPlace(
  options: Parameters<typeof restoreBackup>[0] & { places: Paths; replaces: boolean },
): ReturnType<typeof restoreBackup> {
  const { places, replaces } = options
  // Written first: a sync that comes before the files are there has nothing to remove then, either.
  if (isShared(places)) {
    await ensureDir(syncFolder(places.state))
    await writeAtomic(restoredPath(places.state), replaces ? replacedText : '')
  }
  return restoreBackup(options)
}

/** Finish a restore that was killed. Another process that does it, or still restores, is left alone. */
export async function finishCutRestore(paths: Paths): Promise<void> {
  if (!isRestoreCut(paths.home)) return
  try {
    if (await finishRestore(paths)) tellDamage({ path: paths.home, faults: [], healed: true })
  } catch (error) {
    if (!(error instanceof LockBusy)) throw error
  }
}

/** Files of this home that a restore would change, bring and move aside, by their names in a backup. */
export interface RestorePreview {
  changed: string[]
  added: string[]
  gone: string[]
}

/** Compare a backup with what is here, without changing anything. */
export async function previewRestore(paths: Paths, { files, secrets }: Manifest): Promise<RestorePreview> {
  const preview: RestorePreview = { changed: [], added: [], gone: [] }
  const kept = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  for await (const { name, path } of keptFiles(paths, secrets)) {
    const digest = kept.get(name)
    kept.delete(name)
    if (digest === undefined) preview.gone.push(name)
    else if (
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex') !== digest
    )
      preview.changed.push(name)
  }
  preview.added.push(...kept.keys())
  return preview
}
