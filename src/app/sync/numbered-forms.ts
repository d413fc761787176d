import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { isEntry as isReminderEntry } from '../../core/reminders/entry.ts'
import { foldReminder, type Reminder } from '../../core/reminders/reminder.ts'
import { isEntry as isScheduleEntry } from '../../core/schedules/entry.ts'
import { foldSchedule, type Schedule } from '../../core/schedules/schedule.ts'
import type { Id } from '../../protocol/index.ts'
import { ensureDir } from '../../std/fs/files.ts'
import { LockBusy, withLock } from '../../std/fs/lock.ts'
import { mendFromTwin, writeTwinLog } from '../../std/fs/mirrored-log.ts'
import { loadRecurrence } from '../../std/time/recurrence.ts'
import { partialValuesOf, valuesOf } from '../../sync/forms.ts'
import { isShallow } from '../../sync/merge/fields.ts'
import { pageRules } from '../../sync/merge/lines.ts'
import { type FileForm, fileMark, type SharedContent } from '../../sync/shared-file.ts'

interface Numbered {
  id: Id
  createdAt: number
}

interface LogOf<Item, Entry> {
  isEntry(value: unknown): value is Entry
  fold(all: Map<Id, Item>, entry: Entry): void
  kept(item: Item): Entry & object
  /** Return the part of an item that never changes. */
  lasting(item: Item): unknown
}

/**
 * Numbered things (reminders, schedules): each is one setting, named by when it was made and what never changes of
 * it. Two that several devices gave the same number to are told apart: the older one keeps it.
 */
function numberedForm<Item extends Numbered, Entry>({ isEntry, fold, kept, lasting }: LogOf<Item, Entry>): FileForm {
  const namedItems = async (values: readonly object[] | undefined) => {
    await loadRecurrence()
    if (!values?.every((value) => isEntry(value))) return undefined
    const all = new Map<Id, Item>()
    for (const value of values) if (isEntry(value)) fold(all, value)
    const named = new Map<string, unknown>()
    for (const item of [...all.values()].sort(byNumber)) named.set(freeKey(named, keyOf(item, lasting)), item)
    return named
  }
  return {
    as: 'fields',
    rules: pageRules,
    ready: loadRecurrence,
    accepts: (_, item) => item === undefined || (isShallow(item) && isItem(item as Item, isEntry, kept)),
    heal: (path) => withLock(path, () => mendFromTwin(path), 0).catch(unlessBusy),
    hasWholeCopy: true,
    isKeptLonger: true,
    read: async (path) => namedItems(await valuesOf(path)),
    readPartial: async (path) => namedItems(await partialValuesOf(path)),
    async write(path, content: SharedContent | undefined, mark) {
      const items = [...((content ?? new Map()) as ReadonlyMap<string, Item>)]
      const entries = renumbered(
        items.sort(([a, x], [b, y]) => x.createdAt - y.createdAt || (a < b ? -1 : 1)).map(([, item]) => item),
      )
      await ensureDir(dirname(path))
      try {
        return await withLock(path, async () => {
          if (fileMark(path) !== mark) return 'changed'
          await writeTwinLog(path, entries.map(kept))
          return 'written'
        })
      } catch (error) {
        if (error instanceof LockBusy) return 'busy'
        throw error
      }
    },
  }
}

function unlessBusy(error: unknown): false {
  if (error instanceof LockBusy) return false
  throw error
}

const byNumber = (a: Numbered, b: Numbered) => Number(a.id) - Number(b.id)

function keyOf<Item extends Numbered>(item: Item, lasting: (item: Item) => unknown): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(lasting(item)))
    .digest('hex')
    .slice(0, 12)
  return `${item.createdAt}.${hash}`
}

function freeKey(taken: ReadonlyMap<string, unknown>, key: string): string {
  for (let count = 0; ; count++) {
    const name = count === 0 ? key : `${key}.${count}`
    if (!taken.has(name)) return name
  }
}

/** An item from elsewhere may be anything. */
function isItem<Item extends Numbered, Entry>(
  item: Item,
  isEntry: (value: unknown) => value is Entry,
  kept: (item: Item) => Entry & object,
): boolean {
  return typeof item === 'object' && item !== null && /^\d{1,9}$/.test(item.id) && isEntry(kept(item))
}

/** In the order of their making: whoever comes to a number that is taken gets the next that nobody wants. */
function renumbered<Item extends Numbered>(items: readonly Item[]): Item[] {
  const taken = new Set<string>()
  let next = Math.max(0, ...items.map(({ id }) => Number(id)).filter(Number.isFinite)) + 1
  return items.map((item) => {
    const id = taken.has(item.id) ? String(next++) : item.id
    taken.add(id)
    return id === item.id ? item : { ...item, id }
  })
}

export const remindersForm = numberedForm<Reminder, Parameters<typeof foldReminder>[1]>({
  isEntry: isReminderEntry,
  fold: foldReminder,
  kept: (reminder) => ({ type: 'kept', reminder }),
  lasting: ({ kind, title, profile, by }) => [kind, title, profile, by],
})

export const schedulesForm = numberedForm<Schedule, Parameters<typeof foldSchedule>[1]>({
  isEntry: isScheduleEntry,
  fold: foldSchedule,
  kept: (schedule) => ({ type: 'kept', schedule }),
  lasting: ({ profile, by }) => [profile, by],
})
