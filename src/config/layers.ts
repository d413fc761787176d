import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { ConfigWarning } from '../messages/commands/config-warning.ts'
import { quarantineFile } from '../std/fs/damage.ts'
import { codeOf, isMissing } from '../std/fs/files.ts'
import { isKey, keys } from './schema.ts'

/** A value that somebody gave to a setting, not checked yet. `where` names the flag, the variable or the file. */
export interface LayerValue {
  key: string
  value: unknown
  where: string
}

/**
 * The object in a JSON file; undefined where there is none or it cannot be used. A damaged user file is set setAside
 * byte for byte; one in a project is left where it is, since it is not ours. `bytes`: what was read of it already.
 */
export async function readLayer(
  path: string,
  now: Date | undefined,
  warn: (warning: ConfigWarning) => void,
  bytes?: Uint8Array,
): Promise<object | undefined> {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes ?? readFileSync(path)))
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed
  } catch (error) {
    if (isMissing(error)) return undefined
    const code = codeOf(error)
    const notText = code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    if (code !== undefined && !notText) {
      warn({ code: 'unreadable', path, reason: code })
      return undefined
    }
    if (!notText && !(error instanceof SyntaxError)) throw error
  }
  const kept = now && (await setAside(path, now))
  if (kept) untold.push({ code: 'damaged', path, kept })
  warn({ code: 'damaged', path, ...(kept ? { kept } : {}) })
  return undefined
}

let untold: ConfigWarning[] = []

/** Take the warnings of files that this process has set aside: only the first process that reads one can tell it. */
export function takeSetAside(): ConfigWarning[] {
  const taken = untold
  untold = []
  return taken
}

/** Another process may have set the file setAside a moment ago: then there is nothing left to do. */
async function setAside(path: string, now: Date): Promise<string> {
  try {
    return await quarantineFile(path, now)
  } catch (error) {
    if (isMissing(error) || codeOf(error) === 'EACCES' || codeOf(error) === 'EROFS') return path
    throw error
  }
}

/** Nested objects as dotted keys, down to the settings that exist; what leads to none stays as it is written. */
export function flattenKeys(object: object, where: string, before = ''): LayerValue[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const key = before + name
    const isBranch = typeof value === 'object' && value !== null && !Array.isArray(value)
    const leads = !isKey(key) && isBranch && keys.some((known) => known.startsWith(`${key}.`))
    return leads ? flattenKeys(value, where, `${key}.`) : [{ key, value, where }]
  })
}

/**
 * `.assistant/config.json` of `cwd` and every folder above it, the outermost first. `user` is not a project's,
 * wherever it lies.
 */
export function projectFiles(cwd: string, user: string): string[] {
  const above = dirname(cwd)
  const own = join(cwd, '.assistant', 'config.json')
  return [...(above === cwd ? [] : projectFiles(above, user)), ...(own !== user && existsSync(own) ? [own] : [])]
}

/** Return true if `folder` is one of the trusted ones or inside one, links followed. Entries may begin with `~`. */
export function isTrusted(folder: string, trusted: readonly string[], userHome: string): boolean {
  return trusted.some((entry) => {
    const root = entry === '~' || entry.startsWith('~/') ? join(userHome, entry.slice(1)) : resolve(userHome, entry)
    const way = relative(realPath(root), realPath(folder))
    return way === '' || (!way.startsWith('..') && !isAbsolute(way))
  })
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (codeOf(error) !== undefined) return path
    throw error
  }
}
