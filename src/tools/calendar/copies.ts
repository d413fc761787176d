import { join } from 'node:path'
import { ensureDir, readTextIfThere, writeAtomic } from '../../std/fs/files.ts'
import type { CalendarFile, EventRange } from './event.ts'

/** What was fetched from an account, and when (milliseconds since 1970). Without `from` and `to` it is complete. */
interface CalendarCopy {
  at: number
  from?: number
  to?: number
  files: CalendarFile[]
}

const pathOf = (folder: string, name: string) => join(folder, `${name}.json`)

/** Caches what was fetched, for use without a network. A failed write is ignored: only the cache is lost. */
export async function writeCopy(folder: string, name: string, copy: CalendarCopy): Promise<void> {
  try {
    await ensureDir(folder)
    await writeAtomic(pathOf(folder, name), JSON.stringify(copy))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

/** The copy that covers a range; undefined where there is none, or one that cannot be read. */
export async function readCopy(
  folder: string,
  name: string,
  { from, to }: EventRange,
): Promise<CalendarCopy | undefined> {
  const text = await readTextIfThere(pathOf(folder, name)).catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const copy = JSON.parse(text) as CalendarCopy
    const covers = (copy.from ?? from) <= from && (copy.to ?? to) >= to
    return covers && Array.isArray(copy.files) && typeof copy.at === 'number' ? copy : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
