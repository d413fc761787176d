import type { Source } from './events.ts'
import type { Json } from './json.ts'

/**
 * Return the sources that a search of the documents found; nothing for other tools, and for a result of another shape
 * in an old log.
 */
export function sourcesIn(tool: string, data: Json | undefined): Source[] {
  if (!/^(?:search|read)_documents$/.test(tool) || !Array.isArray(data)) return []
  return data.filter((one: unknown): one is Source & Json => typeof (one as Source | null)?.file === 'string')
}
