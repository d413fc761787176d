import { configMessages } from '../messages/config.ts'
import type { Language } from '../messages/language.ts'
import { mask, type Secrets, secretNames } from './secrets.ts'
import type { Loaded, Origin } from './settings.ts'
import { envOf, type Key, keys, type Setting, table } from './table.ts'

/** One setting for people: what it means, what holds, and why. */
export interface Row {
  key: Key
  value: unknown
  origin: Origin
  default: unknown
  env: string
  meaning: string
}

/** The value of a setting by its dotted key. */
function settingOf(settings: Loaded['settings'], key: Key): unknown {
  return key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], settings)
}

/** Every setting, in the order of the table. */
export function listSettings({ settings, origins }: Pick<Loaded, 'settings' | 'origins'>, language: Language): Row[] {
  const meanings: Record<Key, string> = configMessages[language].meanings
  return keys.map((key) => ({
    key,
    value: withoutPassword(settingOf(settings, key)),
    origin: origins[key],
    default: (table[key] as Setting<unknown>).default,
    env: envOf(key),
    meaning: meanings[key],
  }))
}

/** An address may carry a name and a password; they are not shown. */
function withoutPassword(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^(https?:\/\/)[^/@\s]+@/i, '$1••••@') : value
}

/** Which secrets are there, masked, and where from. */
export function listSecrets(secrets: Secrets): { name: string; shown: string; where: string }[] {
  return secretNames.flatMap((name) => {
    const found = secrets.get(name)
    return found ? [{ name, shown: mask(found.value), where: found.where }] : []
  })
}
