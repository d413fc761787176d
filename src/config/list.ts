import { configMessages } from '../messages/commands/config.ts'
import type { Language } from '../messages/language.ts'
import { envOf, keys, type Setting, type SettingKey, table } from './schema.ts'
import { maskValue, type Secrets, secretNames } from './secrets.ts'
import type { LoadedSettings, SettingOrigin } from './settings.ts'

/** One setting for people: what it means, what holds, and why. */
export interface SettingRow {
  key: SettingKey
  value: unknown
  origin: SettingOrigin
  default: unknown
  env: string
  meaning: string
}

/** The value of a setting by its dotted key. */
function settingOf(settings: LoadedSettings['settings'], key: SettingKey): unknown {
  return key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], settings)
}

/** Every setting, in the order of the table. */
export function listSettings(
  { settings, origins }: Pick<LoadedSettings, 'settings' | 'origins'>,
  language: Language,
): SettingRow[] {
  const meanings: Record<SettingKey, string> = configMessages[language].meanings
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

/** List the secrets, masked, with their sources. */
export function listSecrets(secrets: Secrets): { name: string; shown: string; where: string }[] {
  return secretNames.flatMap((name) => {
    const found = secrets.get(name)
    return found ? [{ name, shown: maskValue(found.value), where: found.where }] : []
  })
}
