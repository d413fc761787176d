import type { Id, Json, UndoOutcome } from '../../protocol/index.ts'
import { loadRecurrence, nextOccurrence } from '../../std/time/recurrence.ts'
import { FoldedLog, type LogOf, nextNumber } from '../jobs/folded-log.ts'
import type { Trace } from '../jobs/trace.ts'
import { movedTo } from '../reminders/zone.ts'
import { isEntry } from './entry.ts'
import {
  beginning,
  foldSchedule,
  recounted,
  retryAt,
  type Schedule,
  type ScheduleChanges,
  type ScheduleEntry,
  type SchedulePlan,
  type ScheduleRun,
  type Schedules,
} from './schedule.ts'
import type { WatchReading } from './watch.ts'

const logOfSchedules: LogOf<Schedule, ScheduleEntry> = {
  isEntry,
  fold: foldSchedule,
  tidied: (all) => [...all.values()].map((schedule) => ({ type: 'kept', schedule })),
  restored: (id, schedule) => [schedule ? { type: 'kept', schedule } : { type: 'removed', id }],
  planned: (item) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
    const { next: _, seen: __, blind: ___, looks: ____, results: _____, running: ______, ...plan } = item
    return plan
  },
  prepare: loadRecurrence,
}

/**
 * The schedules of one home. A turn is written down as begun before anything of it happens and as ended when its
 * answer is safe, so that a process that finds a begun one goes on with that very turn.
 */
export class ScheduleStore {
  readonly path: string
  readonly #log: FoldedLog<Schedule, ScheduleEntry>

  constructor(path: string) {
    this.path = path
    this.#log = new FoldedLog(path, logOfSchedules)
  }

  all(): Promise<Schedules> {
    return this.#log.all()
  }

  /** Adds one and gives it its number. */
  create(plan: Omit<SchedulePlan, 'id'>, trace?: Trace): Promise<Schedule> {
    return this.#log.change((all) => {
      const id = nextNumber(all)
      const entries: ScheduleEntry[] = [{ type: 'created', schedule: { id, ...plan } }]
      return { entries, result: (after) => after.get(id) as Schedule }
    }, trace)
  }

  /** Makes the schedules of a trace stand as before it. */
  takeBack(kept: Json): Promise<UndoOutcome> {
    return this.#log.takeBack(kept)
  }

  /** Writes down that the turn of its time begins; undefined where another process has, or where it is left out. */
  begin(id: Id, now: number, input: Id): Promise<Schedule | undefined> {
    return this.#decide(id, (schedule) => beginning(schedule, now, input)).then((after) =>
      after?.running ? after : undefined,
    )
  }

  /**
   * Writes down what a look found: a turn begins where there is news. A look that sees nothing is told at its third
   * time, once.
   */
  looked(
    id: Id,
    now: number,
    input: Id,
    look: WatchReading,
    when: 'due' | 'now' = 'due',
    trace?: Trace,
  ): Promise<Schedule | undefined> {
    return this.#log.change((all) => {
      const found = all.get(id)
      const isTime = when === 'now' || (found?.next !== undefined && found.next <= now)
      const isDue = found !== undefined && (when === 'now' || found.state === 'active') && !found.running && isTime
      const entries = isDue ? entriesOfLook(found, now, input, look) : []
      return { entries, result: (after) => after.get(id) }
    }, trace)
  }

  /** Begins a turn now, besides its times. Undefined where one runs, or where there is none of this number. */
  async beginNow(id: Id, now: number, input: Id): Promise<Schedule | undefined> {
    const after = await this.#decide(id, ({ running, next, conversation }) => {
      if (running) return undefined
      const attempt = { due: now, input, tries: 1, missed: 0, ...(conversation === undefined ? {} : { conversation }) }
      return { type: 'begun', id, attempt, ...(next === undefined ? {} : { next }) }
    })
    return after?.running?.input === input ? after : undefined
  }

  opened(id: Id, conversation: Id): Promise<Schedule | undefined> {
    return this.#decide(id, () => ({ type: 'opened', id, conversation }))
  }

  /** Has the turn that failed tried again later with a new input. False where its tries, or its time, are used up. */
  async postpone(id: Id, now: number, input: Id, when: 'now' | 'later'): Promise<boolean> {
    let isPostponed = false
    await this.#decide(id, (schedule) => {
      const later = retryAt(schedule, now)
      const again = when === 'now' && later !== undefined ? now : later
      isPostponed = again !== undefined
      return again === undefined ? undefined : { type: 'postponed', id, input, again }
    })
    return isPostponed
  }

  /** Writes down how the turn of one ended. */
  end(id: Id, result: Omit<ScheduleRun, 'told' | 'conversation'>): Promise<Schedule | undefined> {
    return this.#decide(id, ({ running }) => {
      const where = running?.conversation === undefined ? {} : { conversation: running.conversation }
      return running && { type: 'ended', id, result: { ...result, ...where } }
    })
  }

  /** Notes that a surface has told a result. */
  async told(id: Id, due: number, to: string): Promise<void> {
    await this.#decide(id, () => ({ type: 'told', id, due, to }))
  }

  pause(id: Id, trace?: Trace): Promise<Schedule | undefined> {
    return this.#decide(id, ({ state }) => (state === 'active' ? { type: 'paused', id } : undefined), trace)
  }

  /** It goes on with the first time after now; what passed meanwhile is not made up for. */
  resume(id: Id, now: number, trace?: Trace): Promise<Schedule | undefined> {
    return this.#decide(
      id,
      ({ state, rule, zone, next }) => {
        if (state !== 'paused') return undefined
        const coming = rule
          ? nextOccurrence(rule, new Date(now), zone)?.getTime()
          : next !== undefined && next > now
            ? next
            : undefined
        return { type: 'resumed', id, ...(coming === undefined ? {} : { next: coming }) }
      },
      trace,
    )
  }

  /** Counts anew what ran by a clock that was ahead. */
  async recount(now: number): Promise<void> {
    const entries = (all: Schedules) => [...all.values()].flatMap((schedule) => recounted(schedule, now) ?? [])
    if (entries(await this.all()).length > 0)
      await this.#log.change((all) => ({ entries: entries(all), result: () => undefined }))
  }

  /**
   * A repeating schedule keeps its hour in the zone of the person; one that is due already begins at the time that was
   * meant.
   */
  async move(zone: string, now: number): Promise<void> {
    const moves = (all: Schedules): ScheduleEntry[] =>
      [...all.values()].flatMap((schedule) => {
        const isComing = schedule.state === 'active' && (schedule.next ?? 0) > now
        const moved = isComing ? movedTo(schedule, zone, now) : undefined
        return moved ? [{ type: 'moved', id: schedule.id, ...moved }] : []
      })
    if (moves(await this.all()).length > 0)
      await this.#log.change((all) => ({ entries: moves(all), result: () => undefined }))
  }

  edit(id: Id, changes: ScheduleChanges, trace?: Trace): Promise<Schedule | undefined> {
    return this.#decide(id, () => ({ type: 'edited', id, changes }), trace)
  }

  /** Brings a removed one back, under its number if nobody else has it. Resolves to how it stands then. */
  restore(schedule: Schedule): Promise<Schedule | undefined> {
    return this.#log.change((all) => {
      const id = all.has(schedule.id) ? nextNumber(all) : schedule.id
      return { entries: [{ type: 'kept', schedule: { ...schedule, id } }], result: (after) => after.get(id) }
    })
  }

  /** Resolves to what was removed. */
  remove(id: Id, trace?: Trace): Promise<Schedule | undefined> {
    return this.#log.change((all) => {
      const found = all.get(id)
      return { entries: found ? [{ type: 'removed', id }] : [], result: () => found }
    }, trace)
  }

  /** Writes what is decided about one; resolves to how it stands then, undefined where there is none of this number. */
  #decide(
    id: Id,
    decide: (schedule: Schedule) => ScheduleEntry | undefined,
    trace?: Trace,
  ): Promise<Schedule | undefined> {
    return this.#log.change((all) => {
      const found = all.get(id)
      const entry = found && decide(found)
      return { entries: entry ? [entry] : [], result: (after) => after.get(id) }
    }, trace)
  }
}

/** Looks in a row that see nothing before that is told. */
const blindLooks = 3

function entriesOfLook(
  { id, rule, zone, next, conversation, blind = 0, seen }: Schedule,
  now: number,
  input: Id,
  reading: WatchReading,
): ScheduleEntry[] {
  const isDue = next !== undefined && next <= now
  const following = isDue && rule ? nextOccurrence(rule, new Date(now), zone)?.getTime() : isDue ? undefined : next
  const timed = following === undefined ? {} : { next: following }
  const due = isDue ? next : now
  if ('failed' in reading) {
    const look = { at: now, found: 'unseen' as const, text: reading.failed }
    const looked: ScheduleEntry = { type: 'looked', id, blind: blind + 1, look, ...timed }
    if (blind + 1 !== blindLooks) return [looked]
    const result = { due, at: now, outcome: 'failed' as const, text: reading.failed, tokens: 0, missed: 0 }
    return [{ type: 'ended', id, result, ...(following === undefined ? { over: true as const } : timed) }, looked]
  }
  if (reading.news === undefined) {
    const look = { at: now, found: seen === undefined ? ('first' as const) : ('same' as const) }
    return [{ type: 'looked', id, ...(reading.seen === seen ? {} : { seen: reading.seen }), blind: 0, look, ...timed }]
  }
  const where = conversation === undefined ? {} : { conversation }
  const attempt = { due, input, tries: 1, missed: 0, news: reading.news, ...where }
  const look = { at: now, found: 'changed' as const, text: reading.news.slice(0, lookChars) }
  return [{ type: 'begun', id, attempt, seen: reading.seen, look, ...timed }]
}

/** Characters of a change that the history of looks holds. */
const lookChars = 500
