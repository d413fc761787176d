import { join } from 'node:path'
import type { Trace } from '../../core/jobs/trace.ts'
import type { Reminder } from '../../core/reminders/reminder.ts'
import { ReminderStore } from '../../core/reminders/store.ts'
import type { Json } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'
import { type DeedAsker, recordDeed } from '../context/record-deed.ts'
import { deviceOf } from '../sync/device.ts'

/** The reminders of this home. */
export function remindersOf({ loaded }: Pick<AppContext, 'loaded'>): ReminderStore {
  const { home } = loaded.paths
  return new ReminderStore(
    join(home, 'reminders.jsonl'),
    () => deviceOf(loaded.paths),
    async (reminder, done) => (await import('../../core/lists/due-reminders.ts')).markListed(home, reminder, done),
  )
}

/** Answer reminders with a touch or a command of a surface, which the next “undo” takes back. */
export async function answerReminders(
  parts: Pick<AppContext, 'loaded' | 'now' | 'deeds'>,
  who: DeedAsker,
  act: (store: ReminderStore, trace: Trace) => Promise<string | undefined>,
): Promise<string | undefined> {
  const trace: Trace = []
  const titles = () => trace.flatMap(({ before }) => (before as unknown as Reminder | null)?.title ?? []).join(', ')
  return await recordDeed(
    parts,
    { tool: 'reminders', object: '', who },
    () => act(remindersOf(parts), trace),
    () => (trace.length > 0 ? { object: titles(), undo: { trace } as unknown as Json } : undefined),
  )
}
