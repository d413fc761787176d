import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AssistantError, type Id } from '../../protocol/index.ts'
import { type FileFault, tellFaults } from '../../std/fs/damage.ts'
import { codeOf, ensureDir, isMissing } from '../../std/fs/files.ts'
import { withLock } from '../../std/fs/lock.ts'
import { healLog, openTwinLog, readTwinLog, writeTwinLog } from '../../std/fs/twin-log.ts'
import { loadRecurrence } from '../../std/time/recurrence.ts'
import { isEntry } from './entry.ts'
import { foldReminder, type Planned, type Reminder, type ReminderEntry, type Reminders, ringAt } from './reminder.ts'

/** When the file is larger than this, in bytes, it is written anew with what still matters. */
const tidyBytes = 256 << 10
/** Reminders that are over and are still shown and counted on. */
const finishedKept = 100

/**
 * The reminders of one home: a log that several processes append to under a lock. What a method returns is on the disk; every
 * decision (which number, what rings) is made under the lock on the newest state, so that nothing rings twice.
 */
export class ReminderStore {
  readonly path: string
  #seen = ''
  #all: Reminders = new Map()

  constructor(path: string) {
    this.path = path
  }

  /** Everything as it stands on disk; read again only when the file has changed. */
  async all(): Promise<Reminders> {
    const mark = await markOf(this.path)
    if (mark !== this.#seen) {
      this.#all = await read(this.path)
      this.#seen = mark
    }
    return this.#all
  }

  /** Adds one and gives it its number. */
  async create(planned: Omit<Planned, 'id'>): Promise<Reminder> {
    return this.#change((all) => {
      const id = String(Math.max(0, ...[...all.keys()].map(Number).filter(Number.isFinite)) + 1)
      return [[{ type: 'created', reminder: { id, ...planned } }], id]
    })
  }

  /** Writes a decision of a person about one reminder. Undefined when there is none of this number that still lives. */
  async settle(id: Id, how: 'completed' | 'cancelled' | { snoozeUntil: number }): Promise<Reminder | undefined> {
    return this.#change((all) => {
      const found = all.get(id)
      if (!found || found.state === 'cancelled' || found.state === 'completed') return [[], undefined]
      const entry: ReminderEntry = typeof how === 'string' ? { type: how, id } : { type: 'snoozed', id, until: how.snoozeUntil }
      return [[entry], id]
    })
  }

  /** Rings what is due and was not rung by anybody. The returned ones are written down: they will never ring for that time again. */
  async ring(now: number): Promise<Reminder[]> {
    const due = (all: Reminders) => [...all.values()].flatMap((reminder) => ringAt(reminder, now) ?? [])
    if (due(await this.all()).length === 0) return []
    return this.#locked(async (all) => {
      const rings = due(all)
      const after = await this.#append(all, rings)
      return rings.flatMap(({ id }) => after.get(id) ?? [])
    })
  }

  /** Notes that a surface has told a ring. False when that ring had already been told there, or another time has come since. */
  async told(id: Id, due: number, to: string): Promise<boolean> {
    return this.#locked(async (all) => {
      const ring = all.get(id)?.ring
      if (ring?.due !== due || ring.told.includes(to)) return false
      await this.#append(all, [{ type: 'told', id, due, to }])
      return true
    })
  }

  #change<R extends Reminder | undefined>(decide: (all: Reminders) => [ReminderEntry[], Id | undefined]): Promise<R> {
    return this.#locked(async (all) => {
      const [entries, id] = decide(all)
      const after = await this.#append(all, entries)
      return (id === undefined ? undefined : after.get(id)) as R
    })
  }

  async #locked<T>(work: (all: Reminders) => Promise<T>): Promise<T> {
    try {
      await ensureDir(dirname(this.path))
      return await withLock(this.path, async () => {
        let isWhole = true
        const all = await read(this.path, () => (isWhole = false))
        if (isWhole) return work(all)
        await healLog(this.path)
        return work(await read(this.path))
      })
    } catch (error) {
      if (codeOf(error) === undefined) throw error
      throw new AssistantError({ code: 'storage', detail: String(error) }, { cause: error })
    }
  }

  async #append(all: Reminders, entries: ReminderEntry[]): Promise<Reminders> {
    if (entries.length === 0) return all
    const log = await openTwinLog(this.path)
    try {
      await log.append(entries, true)
    } finally {
      await log.close()
    }
    const after = new Map(all)
    for (const entry of entries) foldReminder(after, entry)
    if (log.size > tidyBytes) await writeTwinLog(this.path, tidied(after))
    return after
  }
}

function tidied(all: Reminders): ReminderEntry[] {
  const isTold = ({ state, ring }: Reminder) => state === 'rang' && ring !== undefined && ring.told.length > 0
  const over = (one: Reminder) => one.state === 'completed' || one.state === 'cancelled' || isTold(one)
  const at = ({ ring, createdAt }: Reminder) => ring?.at ?? createdAt
  const finished = [...all.values()]
    .filter(over)
    .sort((a, b) => at(a) - at(b))
    .slice(-finishedKept)
  const kept = [...all.values()].filter((one) => !over(one) || finished.includes(one))
  return kept.map((reminder) => ({ type: 'kept', reminder }) satisfies ReminderEntry)
}

/** `damaged` is called when lines are not as they were written; a line of another version is only told. */
async function read(path: string, damaged?: () => void): Promise<Map<Id, Reminder>> {
  const all = new Map<Id, Reminder>()
  const faults: FileFault[] = []
  for await (const { value, from } of readTwinLog(path, 0, (found) => void faults.push(...found))) {
    if (isRepeated(value)) await loadRecurrence()
    if (isEntry(value)) foldReminder(all, value)
    else faults.push({ kind: 'newer', at: from, of: JSON.stringify(value) })
  }
  if (faults.some(({ kind }) => kind !== 'newer')) damaged?.()
  if (faults.length > 0) await tellFaults(path, faults)
  return all
}

/** Whether a line holds a rule: what counts rules is loaded only where there is one. */
const isRepeated = (value: unknown) => (value as { reminder?: { rule?: unknown } } | null)?.reminder?.rule !== undefined

async function markOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path)
    return `${ino} ${size} ${mtimeMs}`
  } catch (error) {
    if (isMissing(error)) return 'none'
    throw error
  }
}
