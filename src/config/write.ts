import { chmod } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import { fail } from '../protocol/index.ts'
import { ensureDir, fileMode, folderMode, syncDir } from '../std/files.ts'
import { withLock } from '../std/lock.ts'
import { check } from './check.ts'
import { readLayer } from './layers.ts'
import { nearest } from './nearest.ts'
import { isKey, keys } from './table.ts'

/**
 * Writes one setting to a config file and keeps everything else in it, unknown keys too. `value` undefined removes it. Throws
 * `config` with {key, suggestion} or {key, expected}. Several processes may write at once.
 */
export async function setSetting(path: string, key: string, value: unknown, now: Date): Promise<void> {
  if (!isKey(key))
    return fail('config', { detail: `unknown setting ${key}`, data: { key, suggestion: nearest(key, keys) ?? null } })
  const result = value === undefined ? { value } : await check(key, value, 'text')
  if ('expected' in result) fail('config', { detail: `bad value for ${key}`, data: { key, expected: { ...result.expected } } })
  await change(path, now, (file) => (result.value === undefined ? file.delete(key) : file.set(key, result.value)))
}

/** What `conf` gives us of itself. */
interface ConfFile {
  set(key: string, value: unknown): void
  delete(key: string): void
}

/** Opens a JSON file with `conf`, alone among all processes, its damage set aside beforehand. */
export async function change(path: string, now: Date, work: (file: ConfFile) => void, dots = true): Promise<void> {
  await ensureDir(dirname(path))
  await withLock(path, async () => {
    // conf throws on a damaged file and writes 0644: both are settled before it looks.
    await readLayer(path, now, () => {})
    const { default: Conf } = await import('conf')
    const name = basename(path, extname(path))
    const file = new Conf<Record<string, unknown>>({
      cwd: dirname(path),
      configName: name,
      configFileMode: fileMode,
      accessPropertiesByDotNotation: dots,
      clearInvalidConfig: false,
    })
    work(file)
    await chmod(path, fileMode).catch(() => {})
    await chmod(dirname(path), folderMode).catch(() => {})
    await syncDir(dirname(path))
  })
}
