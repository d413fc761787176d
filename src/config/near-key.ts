import { closestMatch } from '../std/text/closest-match.ts'
import { keys, type SettingKey } from './schema.ts'

/**
 * The setting that a mistyped name was meant to be: the nearest, or the only one that begins ("lang") or ends
 * ("embedder") with it.
 */
export function nearKey(typed: string): SettingKey | undefined {
  const [part, ...others] = keys.filter((key) => key.startsWith(typed) || key.endsWith(`.${typed}`))
  return closestMatch(typed, keys) ?? (typed.length > 2 && others.length === 0 ? part : undefined)
}
