import type { Id, Json, UndoOutcome } from '../../protocol/index.ts'
import { loadRecurrence } from '../../std/time/recurrence.ts'
import { FoldedLog, type LogOf, nextNumber } from '../jobs/folded-log.ts'
import { readTrace, type Trace } from '../jobs/trace.ts'
import { isEntry } from './entry.ts'
import {
  foldReminder,
  type Planned,
  type Reminder,
  type ReminderEntry,
  type Reminders,
  recounted,
  ringAgain,
  ringAt,
} from './reminder.ts'
import { movedTo } from './zone.ts'

/** Ticks the thing on a list that a reminder stands for, or opens it again. */
export type MarkListed = (reminder: Pick<Reminder, 'item' | 'profile'>, done: boolean) => Promise<void>

/** Reminders that are over and are still shown and counted on. */
const finishedKept = 100

const logOfReminders: LogOf<Reminder, ReminderEntry> = {
  isEntry,
  fold: foldReminder,
  tidied,
  // An older program knows nothing of the second line: to it the reminder is cancelled.
  restored: (id, reminder) =>
    reminder
      ? [{ type: 'kept', reminder }]
      : [
          { type: 'cancelled', id },
          { type: 'removed', id },
        ],
  // The reader of rules is loaded only if there is a rule.
  prepare: async (value) => {
    if ((value as { reminder?: { rule?: unknown } } | null)?.reminder?.rule !== undefined) await loadRecurrence()
  },
}

/** The reminders of one home. What rings is decided under the log's lock, so that nothing rings twice. */
export class ReminderStore {
  readonly path: string
  readonly #log: FoldedLog<Reminder, ReminderEntry>
  readonly #device: () => { device: string } | undefined
  readonly #mark: MarkListed

  /**
   * `device`: the name of this one, where several share the reminders. `mark` ticks the thing on a list that a
   * reminder stands for.
   */
  constructor(
    path: string,
    device: () => string | undefined = () => undefined,
    mark: MarkListed = async () => undefined,
  ) {
    this.path = path
    this.#mark = mark
    this.#device = () => {
      const name = device()
      return name ? { device: name } : undefined
    }
    this.#log = new FoldedLog(path, logOfReminders)
  }

  /** Everything as it stands on disk; read again only when the file has changed. */
  all(): Promise<Reminders> {
    return this.#log.all()
  }

  /** Adds one and gives it its number. */
  async create(planned: Omit<Planned, 'id'>, trace?: Trace): Promise<Reminder> {
    return this.#log.change((all) => {
      const id = nextNumber(all)
      return {
        entries: [{ type: 'created', reminder: { id, ...planned, ...this.#device() } }],
        result: (after) => after.get(id) as Reminder,
      }
    }, trace)
  }

  /** Makes the reminders of a trace stand as before it. */
  async takeBack(kept: Json): Promise<UndoOutcome> {
    const outcome = await this.#log.takeBack(kept)
    for (const { before, after } of (outcome === 'undone' && readTrace(kept)) || []) {
      const [now, then] = [before, after] as unknown as (Reminder | null)[]
      const wasDone = then?.state === 'completed'
      if (now && wasDone !== (now.state === 'completed')) await this.#mark(now, !wasDone)
    }
    return outcome
  }

  /** Writes a decision of a person about one reminder. Undefined when there is none of this number that still lives. */
  async settle(
    id: Id,
    how: 'completed' | 'cancelled' | { snoozeUntil: number },
    trace?: Trace,
  ): Promise<Reminder | undefined> {
    const settled = await this.#log.change((all) => {
      const found = all.get(id)
      if (!found || found.state === 'cancelled' || found.state === 'completed')
        return { entries: [], result: () => undefined }
      const entry: ReminderEntry =
        typeof how === 'string' ? { type: how, id } : { type: 'snoozed', id, until: how.snoozeUntil, ...this.#device() }
      return { entries: [entry], result: (after) => after.get(id) }
    }, trace)
    if (settled && how === 'completed') await this.#mark(settled, true)
    return settled
  }

  /** Brings a removed one back, under its number if nobody else has it. Resolves to how it stands then. */
  async restore(reminder: Reminder, trace?: Trace): Promise<Reminder> {
    return this.#log.change((all) => {
      const isTaken = !['cancelled', undefined].includes(all.get(reminder.id)?.state)
      const id = isTaken ? nextNumber(all) : reminder.id
      return {
        entries: [{ type: 'kept', reminder: { ...reminder, id } }],
        result: (after) => after.get(id) as Reminder,
      }
    }, trace)
  }

  /** Return the reminders that are due and would ring now. */
  async due(now: number, againMs = 0) {
    const all = await this.all()
    return ringsOf(all, now, againMs).map(({ id, ring: { due, again } }) => {
      const { title = '', createdAt = 0, device } = all.get(id) ?? {}
      return { id, title, createdAt, device, due, ...(again === undefined ? {} : { again }) }
    })
  }

  /**
   * Rings what is due and was not rung by anybody, and alarms again that nobody answered for `againMs`. The returned
   * ones are written down: they will never ring for that time again.
   */
  async ring(now: number, againMs = 0, only?: ReadonlySet<Id>): Promise<Reminder[]> {
    const due = (all: Reminders) => ringsOf(all, now, againMs).filter(({ id }) => only?.has(id) ?? true)
    if (due(await this.all()).length === 0) return []
    return this.#log.change((all) => {
      const entries = due(all)
      return { entries, result: (after) => entries.flatMap(({ id }) => after.get(id) ?? []) }
    })
  }

  /** Counts anew what rang by a clock that was ahead. */
  async recount(now: number): Promise<void> {
    const entries = (all: Reminders) => [...all.values()].flatMap((reminder) => recounted(reminder, now) ?? [])
    if (entries(await this.all()).length > 0)
      await this.#log.change((all) => ({ entries: entries(all), result: () => undefined }))
  }

  /**
   * A repeating reminder keeps its hour in the zone of the person; one that is due already rings at the time that was
   * meant.
   */
  async move(zone: string, now: number): Promise<void> {
    const moves = (all: Reminders) =>
      [...all.values()].flatMap((reminder) => {
        const isComing = reminder.state === 'waiting' && (reminder.next ?? 0) > now
        const moved = isComing ? movedTo(reminder, zone, now) : undefined
        return moved ? [{ type: 'moved' as const, id: reminder.id, ...moved }] : []
      })
    if (moves(await this.all()).length === 0) return
    await this.#log.change((all) => ({ entries: moves(all), result: () => undefined }))
  }

  /**
   * Notes that a surface has told a ring. False when that ring had already been told there, or another time has come
   * since.
   */
  async told(id: Id, due: number, to: string): Promise<boolean> {
    return this.#log.change((all) => {
      const ring = all.get(id)?.ring
      const isNew = ring?.due === due && !ring.told.includes(to)
      return { entries: isNew ? [{ type: 'told', id, due, to }] : [], result: () => isNew }
    })
  }
}

const ringsOf = (all: Reminders, now: number, againMs: number) =>
  [...all.values()].flatMap((reminder) => ringAt(reminder, now) ?? ringAgain(reminder, now, againMs) ?? [])

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
