import { chmod } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import type { ConfigWarning } from '../messages/commands/config-warning.ts'
import { fail } from '../protocol/index.ts'
import { codeOf, ensureDir, fileMode, isMissing, syncDir } from '../std/fs/files.ts'
import { withLock } from '../std/fs/lock.ts'
import { checkSetting } from './check.ts'
import { readLayer } from './layers.ts'
import { nearKey } from './near-key.ts'
import { isKey } from './schema.ts'

/**
 * Writes one setting to a config file and keeps everything else in it, unknown keys too. `value` undefined removes
 * it. Throws `config` with {key, suggestion} or {key, expected}, `storage` when the disk refuses. Several processes
 * may write at once.
 */
export async function setSetting(path: string, key: string, value: unknown, now: Date): Promise<ConfigWarning[]> {
  if (!isKey(key))
    return fail('config', { detail: `unknown setting ${key}`, data: { key, suggestion: nearKey(key) ?? null } })
  const result = value === undefined ? { value } : await checkSetting(key, value, 'text')
  if ('expected' in result)
    fail('config', { detail: `bad value for ${key}`, data: { key, expected: { ...result.expected } } })
  return await changeFile(path, now, (file) =>
    result.value === undefined ? file.delete(key) : file.set(key, result.value),
  )
}

/** Adds a value to a setting that is a list, once. Throws `storage` when the disk refuses. */
export async function addToList(path: string, key: string, value: string, now: Date): Promise<ConfigWarning[]> {
  return changeFile(path, now, (file) => {
    const before = file.get(key)
    const list = Array.isArray(before) ? before : typeof before === 'string' ? [before] : []
    if (!list.includes(value)) file.set(key, [...list, value])
  })
}

/** Takes a value out of a setting that is a list; true where it stood there. Throws `storage` when the disk refuses. */
export async function removeFromList(path: string, key: string, value: string, now: Date): Promise<boolean> {
  let found = false
  await changeFile(path, now, (file) => {
    const before = file.get(key)
    const list = Array.isArray(before) ? before : typeof before === 'string' ? [before] : []
    found = list.includes(value)
    if (found)
      file.set(
        key,
        list.filter((one) => one !== value),
      )
  })
  return found
}

/** The part of `conf` that is used here. */
interface ConfFile {
  get(key: string): unknown
  set(key: string, value: unknown): void
  delete(key: string): void
}

/** Opens a JSON file with `conf`, alone among all processes, its damage set aside beforehand and told. */
export async function changeFile(
  path: string,
  now: Date,
  work: (file: ConfFile) => void,
  dots = true,
): Promise<ConfigWarning[]> {
  const warnings: ConfigWarning[] = []
  try {
    await ensureDir(dirname(path))
    await withLock(path, async () => {
      // conf throws on a damaged file and writes 0644: both are settled before it looks.
      await readLayer(path, now, (warning) => warnings.push(warning))
      work(await openConfFile(path, dots))
      // There is no file where there was nothing to write.
      await chmod(path, fileMode).catch((error) => (isMissing(error) ? undefined : Promise.reject(error)))
      await syncDir(dirname(path))
    })
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    fail('storage', { detail: codeOf(error) ?? '', data: { path } }, error)
  }
  return warnings
}

async function openConfFile(path: string, dots: boolean): Promise<ConfFile> {
  const { default: Conf } = await import('conf')
  return new Conf<Record<string, unknown>>({
    cwd: dirname(path),
    configName: basename(path, extname(path)),
    configFileMode: fileMode,
    accessPropertiesByDotNotation: dots,
    clearInvalidConfig: false,
  })
}
