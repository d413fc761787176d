import { basename, join } from 'node:path'
import type { Reminder } from '../../core/reminders/reminder.ts'
import { ReminderStore } from '../../core/reminders/store.ts'
import type { Schedule } from '../../core/schedules/schedule.ts'
import { ScheduleStore } from '../../core/schedules/store.ts'
import { readPage, withPageLock } from '../../memory/store.ts'
import { writeState } from '../../std/fs/state-file.ts'
import { dropEntry, restoreFiles, type TrashEntry } from '../../std/fs/trash.ts'

/** `in-the-way`: something is in its place; `unknown`: nothing that can be put back by itself. */
export type Restored = 'restored' | 'in-the-way' | 'unknown'

/** Put one removed thing back where it was. It leaves the trash if that is done. */
export async function restoreEntry(home: string, entry: TrashEntry): Promise<Restored> {
  const { id, path, files, lines = [], item } = entry
  if (files) return (await restoreFiles(home, entry)) ? 'restored' : 'in-the-way'
  const target = join(home, path)
  const items = item ? [item] : lines.flatMap((line) => itemIn(line))
  if (basename(path) === 'reminders.jsonl' && items.length > 0) {
    for (const one of items) await new ReminderStore(target).restore(one as Reminder)
  } else if (basename(path) === 'schedules.jsonl' && items.length > 0) {
    for (const one of items) await new ScheduleStore(target).restore(one as Schedule)
  } else if (path.endsWith('.md')) await addLines(target, lines)
  else return 'unknown'
  await dropEntry(home, id)
  return 'restored'
}

/** Sync keeps an item of a log as its name and its JSON. */
function itemIn(line: string): object[] {
  try {
    const value: unknown = JSON.parse(line.slice(line.indexOf(' ') + 1))
    return typeof value === 'object' && value !== null ? [value] : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

/** Lines that the page has meanwhile are not added again. */
async function addLines(page: string, lines: readonly string[]): Promise<void> {
  await withPageLock(page, async () => {
    const text = await readPage(page)
    const there = new Set(text.split('\n'))
    const missing = lines.filter((line) => !there.has(line))
    const start = text === '' || text.endsWith('\n') ? text : `${text}\n`
    if (missing.length > 0) await writeState(page, `${start}${missing.join('\n')}\n`)
  })
}

/** Remove what is in the trash for good, if nothing of it is wanted: all of it, or one entry. */
export async function emptyTrash(home: string, entries: readonly TrashEntry[]): Promise<void> {
  for (const { id } of entries) await dropEntry(home, id)
}
