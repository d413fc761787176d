import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeState } from '../../std/fs/state-file.ts'
import { blocksOf } from '../excerpt.ts'
import { insertFact, parsePage, printPage } from '../page.ts'
import { replacePage } from '../snapshots.ts'
import { readPage, withPageLock } from '../store.ts'
import { isOver } from './confidence.ts'

/** Archive of the lines of a page whose time is over: a page that is searched, and that no request carries. */
const archiveOf = (page: string): string => join(dirname(page), 'archive', basename(page))

/** Pages that there are of a page's archive: one or none. */
export const archivesOf = (page: string): string[] => [archiveOf(page)].filter((path) => existsSync(path))

/**
 * Moves the lines of a page that held until a day before `today` to its archive. Returns what they say. Throws
 * `storage` or `busy`.
 */
export async function archiveOver(page: string, today: string, now: Date, home: string): Promise<string[]> {
  const was = await readPage(page)
  if (!was.includes('until: ')) return []
  const over = blocksOf(was).filter(({ from }) => isOver(from, today))
  if (over.length === 0) return []
  // First the archive: a crash in between leaves a line twice, never none.
  await withPageLock(archiveOf(page), async () => {
    let archive = parsePage(await readPage(archiveOf(page)))
    const there = new Set(archive.lines.map(({ raw }) => raw))
    for (const { raw } of over) if (!there.has(raw)) archive = insertFact(archive, raw).page
    await writeState(archiveOf(page), printPage(archive))
  })
  const { mark, lines } = parsePage(was)
  const gone = new Set(over.flatMap(({ line, raw }) => raw.split('\n').map((_, n) => line - 1 + n)))
  await replacePage(page, was, printPage({ mark, lines: lines.filter((_, at) => !gone.has(at)) }), now, home)
  return over.map(({ text }) => text)
}
