import type { Dirent } from 'node:fs'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Files and folders that are looked at, and files that are named, after one command. */
const [mostLooked, mostChanged] = [50_000, 2_000]
/** Folders that are skipped: their contents count as foreign in any case. */
const skipped = new Set(['.git', 'node_modules'])

/**
 * The file system's own time now, in milliseconds: what is changed from here on has this change time or a later one.
 */
export async function fileTime(tempDir: string): Promise<number> {
  const folder = await mkdtemp(join(tempDir, 'assistant-time-'))
  try {
    return (await lstat(folder)).ctimeMs
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Files below a folder whose change time, which no program can set, is `since` or later; links are not followed.
 * `whole` is false where there was more to look at, or to name, than one command is given.
 */
export async function changedFiles(folder: string, since: number): Promise<{ files: string[]; whole: boolean }> {
  const files: string[] = []
  const folders = [folder]
  let looked = 0
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const entries = await readdir(at, { withFileTypes: true }).catch((): Dirent[] => [])
    for (const entry of entries) {
      if (++looked > mostLooked) return { files, whole: false }
      const path = join(at, entry.name)
      if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(path)
      if (!entry.isFile()) continue
      const changed = (await lstat(path).catch(() => undefined))?.ctimeMs ?? 0
      if (changed < since) continue
      if (files.length === mostChanged) return { files, whole: false }
      files.push(path)
    }
  }
  return { files, whole: true }
}
