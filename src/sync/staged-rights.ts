import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readTextIfThere, writeAtomic } from '../std/fs/files.ts'
import { programFolders, rightsFiles, rightsSettings } from './kept-files.ts'

/** Takes out of what is staged what would let others in or lift questions; what is here stays as it is. */
export async function removeRights(stage: string): Promise<void> {
  for (const name of rightsFiles) await rm(join(stage, ...name.split('/')), { force: true })
  const path = join(stage, 'config', 'config.json')
  const text = await readTextIfThere(path)
  if (text === undefined) return
  const settings = settingsIn(text)
  if (settings === undefined) return rm(path)
  const kept = Object.entries(settings).filter(([key]) => !rightsSettings.includes(key.split('.')[0] ?? ''))
  await writeAtomic(path, `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`)
}

/** Takes out of what is staged what runs, and what models are told to obey. */
export async function removePrograms(stage: string): Promise<void> {
  for (const name of programFolders) await rm(join(stage, ...name.split('/')), { recursive: true, force: true })
}

function settingsIn(text: string): object | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}
