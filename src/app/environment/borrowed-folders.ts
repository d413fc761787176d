import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadedSettings } from '../../config/settings.ts'
import { ensureHome } from '../../memory/home-layout.ts'
import { AssistantError } from '../../protocol/index.ts'
import { codeOf } from '../../std/fs/files.ts'

/**
 * For a run that leaves nothing: where the home, or the folder of its state, cannot be written (a container, a full
 * disk), one below the temporary folder takes its place. A home that is whole and read-only is read as it is. Returns
 * what takes the borrowed folder away, also while the process exits.
 */
export async function borrowFolders(loaded: LoadedSettings, tempDir: string, now: Date): Promise<() => void> {
  const { paths, settings } = loaded
  const whole = await hasSucceeded(() => ensureHome(paths.home, now, settings.language))
  const writable = await hasSucceeded(() => probeFolder(paths.state))
  if (whole && writable) return () => {}
  const folder = await mkdtemp(join(tempDir, 'assistant-'))
  loaded.paths = {
    ...paths,
    ...(whole ? {} : { home: join(folder, 'home') }),
    state: join(folder, 'state'),
    cache: join(folder, 'cache'),
  }
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Writes a byte where files are to be written: permissions alone do not tell of a full disk. */
async function probeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, '.probe')
  await writeFile(path, '.')
  await rm(path)
}

async function hasSucceeded(attempt: () => Promise<void>): Promise<boolean> {
  try {
    await attempt()
    return true
  } catch (error) {
    if (codeOf(error) === undefined && !isStorage(error)) throw error
    return false
  }
}

const isStorage = (error: unknown) => error instanceof AssistantError && error.failure.code === 'storage'
