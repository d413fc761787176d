import type { Id, Principal } from '../../protocol/index.ts'
import { nextOccurrence, type RuleText } from '../../std/time/recurrence.ts'
import { isByWrongClock, timesUpto } from '../reminders/reminder.ts'
import type { WatchTarget } from './watch.ts'

/** The answer to times at which no process was there: one turn for all of them, none, or one for each. */
export type MissedPolicy = 'once' | 'skip' | 'all'
export const missedChoices: readonly MissedPolicy[] = ['once', 'skip', 'all']

/** A prompt that is given to the assistant at its time. Times are milliseconds since 1970. */
export interface SchedulePlan {
  /** A small number that people can say: "예약 2번". */
  id: Id
  title: string
  prompt: string
  /** Its next time; absent once a plain one has begun. */
  next?: number
  /** Its repetition as RFC 5545 text. */
  rule?: RuleText
  /** The zone in which its rule is meant. */
  zone: string
  missed: MissedPolicy
  /** The conversation that its answers become part of; absent until its first turn begins one. */
  conversation?: Id
  agent?: string
  workspace?: string
  model?: string
  /** The folder in which its tools work, absolute. */
  folder?: string
  /** Skills that its turns follow. */
  skills?: readonly string[]
  /** A file of this machine, absolute, to which each answer is added. */
  file?: string
  /** Sensitive tools that its turns are offered besides safe ones; each is asked about where somebody can be asked. */
  tools?: readonly string[]
  /** The target that is looked at each time: without a change there is no turn. */
  watch?: WatchTarget
  /** An address on the person's own list that each answer is sent to. */
  webhook?: string
  /** The line of `heartbeat.md` that it stands for. */
  line?: string
  /** An answer that nothing is new is told nobody. */
  quiet?: true
  /** A change is told as it stands, and no model is asked. */
  plain?: true
  /** Limit of one turn. */
  tokens: number
  minutes: number
  /** US dollars. */
  usd?: number
  profile: string
  by: Principal
  createdAt: number
  /**
   * The origin of the text from outside that stood there when it was written: its turns are marked as that text would
   * be.
   */
  source?: string
}

/** A turn that has begun, or waits to be tried again. */
export interface Attempt {
  due: number
  /** The id of its input: given to a conversation twice, it runs once. */
  input: Id
  tries: number
  /** Number of earlier times that this one stands for. */
  missed: number
  /** The finding of a look that began it. */
  news?: string
  conversation?: Id
  /** It is tried again then. */
  again?: number
}

/**
 * `silent`: there was nothing new to tell. `exhausted`: stopped because its tokens or minutes were used up.
 * `left-out`: its time was over when somebody looked.
 */
export type ScheduleOutcome = 'done' | 'silent' | 'failed' | 'exhausted' | 'left-out'

export interface ScheduleRun {
  due: number
  at: number
  outcome: ScheduleOutcome
  /** The answer, or why there is none, shortened to what a notice holds. */
  text: string
  tokens: number
  missed: number
  conversation?: Id
  /** The surfaces that told it. */
  told: string[]
}

/** One look at what is watched: what it found, and the lines of the change or why nothing was seen. */
export interface WatchLook {
  at: number
  found: 'first' | 'same' | 'changed' | 'unseen'
  text?: string
}

export interface Schedule extends SchedulePlan {
  state: 'active' | 'paused' | 'over'
  running?: Attempt
  /** The mark of what was there at the last look, and how many looks in a row saw nothing. */
  seen?: string
  blind?: number
  /** The last looks, the newest last. */
  looks?: readonly WatchLook[]
  /** The newest last. */
  results: ScheduleRun[]
  /** What ran at a time that lies in the future by the clock of now: the clock of then was wrong, or the one of now. */
  doubted?: { results: ScheduleRun[]; running?: Attempt; next?: number; zone: string }
}

/** Changes that a person may make to a schedule; an empty text or list, or `false`, takes away the former choice. */
export type ScheduleChanges = Partial<
  Pick<
    SchedulePlan,
    'title' | 'prompt' | 'next' | 'rule' | 'missed' | 'tokens' | 'minutes' | 'usd' | 'tools' | 'skills'
  > &
    Pick<SchedulePlan, 'conversation' | 'agent' | 'workspace' | 'model' | 'folder' | 'file' | 'webhook' | 'watch'>
> & { quiet?: boolean }

/** An entry of the file; a schedule is the fold of its entries. */
export type ScheduleEntry =
  | { type: 'created'; schedule: SchedulePlan }
  | { type: 'kept'; schedule: Schedule }
  | { type: 'begun'; id: Id; attempt: Attempt; next?: number; seen?: string; look?: WatchLook }
  | { type: 'looked'; id: Id; seen?: string; blind: number; next?: number; look?: WatchLook }
  | { type: 'opened'; id: Id; conversation: Id }
  | { type: 'postponed'; id: Id; input: Id; again: number }
  /** `next`, `over`: what was left out had not begun, so that its next time is written here. */
  | { type: 'ended'; id: Id; result: Omit<ScheduleRun, 'told'>; next?: number; over?: true }
  | { type: 'told'; id: Id; due: number; to: string }
  | { type: 'paused'; id: Id }
  | { type: 'resumed'; id: Id; next?: number }
  | { type: 'edited'; id: Id; changes: ScheduleChanges }
  /** The person is in another zone now: it keeps its hour. */
  | { type: 'moved'; id: Id; zone: string; rule: RuleText; next: number }
  | { type: 'removed'; id: Id }

export type Schedules = ReadonlyMap<Id, Schedule>

/** Looks that a schedule remembers. */
const looksKept = 50
/** Results that a schedule remembers. */
const resultsKept = 20

/** Takes in one entry. Entries of schedules that are not there any more change nothing. */
export function foldSchedule(all: Map<Id, Schedule>, entry: ScheduleEntry): void {
  if (entry.type === 'created')
    return void all.set(entry.schedule.id, { ...entry.schedule, state: 'active', results: [] })
  if (entry.type === 'kept') return void all.set(entry.schedule.id, entry.schedule)
  const before = all.get(entry.id)
  if (!before) return
  if (entry.type === 'removed') return void all.delete(entry.id)
  all.set(entry.id, after(before, entry))
}

function after(before: Schedule, entry: Exclude<ScheduleEntry, { type: 'created' | 'kept' | 'removed' }>): Schedule {
  const { next: _, running, ...kept } = before
  // A turn by the clock of now ends the doubt.
  const { doubted: __, ...undoubted } = kept
  const rest = entry.type === 'begun' || entry.type === 'ended' ? undoubted : kept
  const marked = (seen: string | undefined) => (seen === undefined ? {} : { seen, blind: 0 })
  const timed = (next: number | undefined) => (next === undefined ? {} : { next })
  const looked = (look: WatchLook | undefined) =>
    look === undefined ? {} : { looks: [...(before.looks ?? []), look].slice(-looksKept) }
  switch (entry.type) {
    case 'begun':
      return { ...rest, ...timed(entry.next), ...marked(entry.seen), ...looked(entry.look), running: entry.attempt }
    case 'looked': {
      const state = entry.next === undefined && before.state === 'active' ? 'over' : before.state
      return { ...rest, ...timed(entry.next), ...marked(entry.seen), ...looked(entry.look), blind: entry.blind, state }
    }
    case 'opened':
      return {
        ...before,
        conversation: entry.conversation,
        ...(running ? { running: { ...running, conversation: entry.conversation } } : {}),
      }
    case 'postponed':
      return running
        ? { ...before, running: { ...running, input: entry.input, again: entry.again, tries: running.tries + 1 } }
        : before
    case 'ended': {
      const next = entry.over ? undefined : (entry.next ?? before.next)
      const state = next === undefined && before.state === 'active' ? 'over' : before.state
      const results = [...before.results, { ...entry.result, told: [] }].slice(-resultsKept)
      return { ...rest, ...timed(next), state, results }
    }
    case 'told':
      return { ...before, results: before.results.map((one) => toldIn(one, entry)) }
    case 'paused':
      return { ...before, state: 'paused' }
    case 'resumed':
      return {
        ...rest,
        ...(running ? { running } : {}),
        ...timed(entry.next),
        state: entry.next === undefined ? 'over' : 'active',
      }
    case 'moved':
      return { ...before, zone: entry.zone, rule: entry.rule, next: entry.next }
    case 'edited': {
      const { rule, ...plain } = before
      const state = before.state === 'paused' ? 'paused' : 'active'
      const isTimed = 'next' in entry.changes
      return edited(
        isTimed || rule === undefined ? plain : { ...plain, rule },
        isTimed ? { ...entry.changes, state } : entry.changes,
      )
    }
    default:
      return entry satisfies never
  }
}

/** Earlier looks say nothing of another place. */
function edited({ seen, ...before }: Schedule, changes: ScheduleChanges & { state?: Schedule['state'] }): Schedule {
  const all = { ...before, ...(seen === undefined || changes.watch ? {} : { seen }), ...changes }
  const isNone = (value: unknown) => value === '' || value === false || (Array.isArray(value) && value.length === 0)
  const kept = Object.entries(all).filter(([key, value]) => key === 'results' || !isNone(value))
  return Object.fromEntries(kept) as unknown as Schedule
}

function toldIn(result: ScheduleRun, { due, to }: { due: number; to: string }): ScheduleRun {
  return result.due === due && !result.told.includes(to) ? { ...result, told: [...result.told, to] } : result
}

/** Return the time at which a schedule needs something: its next time, or another try of the turn that runs. */
export function dueOf({ state, next, running }: Schedule): number | undefined {
  if (running) return running.again ?? 0
  return state === 'active' ? next : undefined
}

/** Return the latest time of what ran. */
const latestOf = ({ results, running }: Pick<Schedule, 'results' | 'running'>): number =>
  Math.max(0, ...results.flatMap(({ due, at }) => [due, at]), ...(running ? [running.due] : []))

/**
 * Count the next time anew if the last run lies in the future. Which clock is wrong is seen later: what ran stays as
 * doubted, and holds again once its time has come without another run. Undefined where nothing changes.
 */
export function recounted(schedule: Schedule, now: number): Extract<ScheduleEntry, { type: 'kept' }> | undefined {
  const { results, doubted, next, running, ...rest } = schedule
  const { rule, zone, state } = rest
  if (state === 'paused') return undefined
  const timeAfter = (at: number) =>
    rule === undefined ? undefined : nextOccurrence(rule, new Date(at), zone)?.getTime()
  if (doubted && !isByWrongClock(latestOf(doubted), now)) {
    const coming = doubted.zone === zone ? doubted.next : timeAfter(latestOf(doubted))
    const before = { results: doubted.results, ...(doubted.running ? { running: doubted.running } : {}) }
    const timed = coming === undefined ? { state: 'over' as const } : { next: coming, state: 'active' as const }
    return { type: 'kept', schedule: { ...rest, ...before, ...timed } }
  }
  // One that runs comes to its end first; one that waits for another try has done nothing yet.
  if (running && running.again === undefined) return undefined
  const waiting = running && isByWrongClock(running.due, now) ? { running } : {}
  const early = results.filter((one) => isByWrongClock(Math.max(one.due, one.at), now))
  if (running ? !waiting.running : early.length === 0) return undefined
  const dues = [...early.map(({ due }) => due), ...(running ? [running.due] : [])]
  const kept = results.filter((one) => !early.includes(one))
  // What ran before, by a clock that has been set back since, does not run again.
  const coming = rule ? timeAfter(Math.max(now, latestOf({ results: kept }))) : dues.find((due) => due > now)
  if (coming === undefined || (!running && next !== undefined && next <= coming)) return undefined
  const doubts = { results, ...waiting, zone, ...(next === undefined ? {} : { next }) }
  const counted = { state: 'active' as const, next: coming, results: kept, doubted: doubts }
  return { type: 'kept', schedule: { ...rest, ...counted } }
}

/** One that is to be left out when missed may begin so long after its time, in milliseconds. */
const graceMs = 10 * 60_000

/**
 * Return the entry to write when its time has come: the beginning of a turn, or that it was left out. Undefined if
 * nothing is due. The next time is later than both that time and the clock, so that a clock set back begins nothing
 * twice.
 */
export function beginning(
  schedule: Schedule,
  now: number,
  input: Id,
): Extract<ScheduleEntry, { type: 'begun' | 'ended' }> | undefined {
  const { id, state, running, next, rule, zone, missed, conversation } = schedule
  if (state !== 'active' || running || next === undefined || next > now) return undefined
  const [times, following] = rule ? timesUpto(rule, next, now, zone) : [[next], undefined]
  const last = times.at(-1) ?? next
  const timed = (time: number | undefined) => (time === undefined ? {} : { next: time })
  if (missed === 'skip' && now - last > graceMs) {
    const result = { due: last, at: now, outcome: 'left-out' as const, text: '', tokens: 0, missed: times.length - 1 }
    return { type: 'ended', id, result, ...(following === undefined ? { over: true } : { next: following }) }
  }
  const attempt = (due: number, before: number): Attempt => ({
    ...{ due, input, tries: 1, missed: before },
    ...(conversation === undefined ? {} : { conversation }),
  })
  if (missed === 'all') return { type: 'begun', id, attempt: attempt(next, 0), ...timed(times[1] ?? following) }
  return { type: 'begun', id, attempt: attempt(last, times.length - 1), ...timed(following) }
}

/**
 * Pauses before a turn is tried again that failed before it did anything, in minutes: within two hours an outage is
 * usually over.
 */
const pauses = [1, 5, 15, 30, 60]

/** Return the time of the next attempt; undefined if there is none: never after the next time of its schedule. */
export function retryAt({ running, next }: Schedule, now: number): number | undefined {
  const minutes = running && pauses[running.tries - 1]
  if (minutes === undefined) return undefined
  const again = now + minutes * 60_000
  return next !== undefined && again >= next ? undefined : again
}
