import type { Json, JsonObject } from '../../protocol/index.ts'

/** Arguments as compact JSON with sorted keys, at every level: one spelling for one call. */
export function canonicalArgs(args: JsonObject): string {
  const sorted = (_: string, value: Json) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value
  return JSON.stringify(args, sorted).normalize('NFC')
}
