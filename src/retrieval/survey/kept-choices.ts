import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ensureDir, isMissing, removeFile } from '../../std/fs/files.ts'
import { openLog, readLog } from '../../std/fs/jsonl.ts'
import type { KeptChoices } from './survey.ts'

/** Bytes; a larger file begins anew, since everything in it can be asked again. */
const mostBytes = 4 << 20

/**
 * Choices in a file of the cache: what a survey that was cut had already chosen is not asked again. Throws what the
 * disk throws.
 */
export function keptChoices(path: string): KeptChoices {
  let known: Promise<Map<string, number[]>> | undefined
  return {
    async get(key) {
      known ??= loadChoices(path)
      return (await known).get(key)
    },
    async put(key, chosen) {
      known ??= loadChoices(path)
      ;(await known).set(key, [...chosen])
      await ensureDir(dirname(path))
      const log = await openLog(path)
      await log.append([{ key, chosen }], false).finally(() => log.close())
    },
  }
}

async function loadChoices(path: string): Promise<Map<string, number[]>> {
  const size = await stat(path).then(
    (there) => there.size,
    (error) => {
      if (isMissing(error)) return 0
      throw error
    },
  )
  if (size > mostBytes) await removeFile(path)
  const known = new Map<string, number[]>()
  // Damage of a cache is worth no word: it is asked again.
  for await (const { value } of readLog(path, 0, () => {})) {
    const { key, chosen } = value as { key?: unknown; chosen?: unknown }
    if (typeof key === 'string' && Array.isArray(chosen) && chosen.every(Number.isInteger)) known.set(key, chosen)
  }
  return known
}
