import type { Id, Principal } from '../../protocol/index.ts'
import { nextOccurrence, type Recurrence, type RuleText, toRuleText } from '../../std/time/recurrence.ts'

export type ReminderKind = 'reminder' | 'timer' | 'alarm'

/** A thing that somebody asked to be told, with its time. Times are milliseconds since 1970. */
export interface Planned {
  /** A small number that people can say: "3번 알림". */
  id: string
  kind: ReminderKind
  title: string
  /** The next time of its own; absent once a plain one has rung. */
  next?: number
  /** Its repetition as RFC 5545 text. */
  rule?: RuleText
  /** The zone in which its rule is meant. */
  zone: string
  profile: string
  by: Principal
  createdAt: number
  /**
   * The origin of the text from outside that stood there when it was written: reading it marks a conversation as that
   * text would.
   */
  source?: string
  /** The conversation in which it was asked for: it rings where that one is shown. */
  conversation?: Id
  /** The device on which it was set, or put off last, if several share the reminders. */
  device?: string
  /** The thing on a list that it stands for: its list, its name and until when, line by line. */
  item?: string
}

/**
 * One time that it rang. `missed`: how many earlier times nobody was there to ring; `late`: it should have been
 * before.
 */
export interface Ring {
  due: number
  at: number
  missed: number
  late: boolean
  /** Number of times that an alarm has rung again since nobody answered it. */
  again?: number
  /** The person said that it is done. */
  done?: true
  /** The surfaces that told it. */
  told: string[]
  /** Its next time before it rang: the first of those that were missed. */
  first?: number
}

export interface Reminder extends Planned {
  state: 'waiting' | 'rang' | 'completed' | 'cancelled'
  /** Told again then, besides its own times. */
  snoozed?: number
  ring?: Ring
  /** A ring that lies in the future by the clock of now: the clock of then was wrong, or the one of now is. */
  doubted?: { ring: Ring; next?: number; zone: string }
}

/** An entry of the file; a reminder is the fold of its entries. */
export type ReminderEntry =
  | { type: 'created'; reminder: Planned }
  | { type: 'kept'; reminder: Reminder }
  | { type: 'rang'; id: string; ring: Omit<Ring, 'told' | 'done'>; next?: number }
  | { type: 'told'; id: string; due: number; to: string }
  | { type: 'snoozed'; id: string; until: number; device?: string }
  /** The person is in another zone now: what repeats keeps its hour. */
  | { type: 'moved'; id: string; zone: string; rule: RuleText; next: number }
  | { type: 'completed' | 'cancelled'; id: string }
  /** It was taken back: it never was. */
  | { type: 'removed'; id: string }

export type Reminders = ReadonlyMap<Id, Reminder>

/** Takes in one entry. Entries of reminders that are not there any more change nothing. */
export function foldReminder(all: Map<Id, Reminder>, entry: ReminderEntry): void {
  if (entry.type === 'created') return void all.set(entry.reminder.id, { ...ruled(entry.reminder), state: 'waiting' })
  if (entry.type === 'kept') return void all.set(entry.reminder.id, ruled(entry.reminder))
  if (entry.type === 'removed') return void all.delete(entry.id)
  const before = all.get(entry.id)
  if (before) all.set(entry.id, after(before, entry))
}

/** Files of before held a rule as an object. */
function ruled<R extends Planned>(reminder: R): R {
  const rule = reminder.rule as RuleText | Recurrence | undefined
  return typeof rule === 'object' ? { ...reminder, rule: toRuleText(rule, reminder.zone) } : reminder
}

function after(before: Reminder, entry: Exclude<ReminderEntry, { type: 'created' | 'kept' | 'removed' }>): Reminder {
  const { next, snoozed, ...rest } = before
  switch (entry.type) {
    case 'rang': {
      const state = entry.next === undefined ? 'rang' : 'waiting'
      const { doubted: _, ...undoubted } = rest
      return {
        ...undoubted,
        state,
        ring: { ...entry.ring, told: [], ...(next === undefined ? {} : { first: next }) },
        ...(entry.next === undefined ? {} : { next: entry.next }),
      }
    }
    case 'told': {
      const { ring } = before
      return ring?.due === entry.due ? { ...before, ring: { ...ring, told: [...ring.told, entry.to] } } : before
    }
    case 'snoozed':
      return { ...before, state: 'waiting', snoozed: entry.until, ...(entry.device ? { device: entry.device } : {}) }
    case 'completed': {
      // Done for this time: what repeats comes again.
      const answered = before.ring ? { ring: { ...before.ring, done: true as const } } : {}
      return before.rule && next !== undefined
        ? { ...rest, ...answered, next, state: 'waiting' }
        : { ...rest, ...answered, state: 'completed' }
    }
    case 'moved':
      return { ...before, zone: entry.zone, rule: entry.rule, next: entry.next }
    case 'cancelled':
      return { ...rest, state: 'cancelled' }
    default:
      return entry satisfies never
  }
}

/** Return the time of its next ring; undefined if there is none. */
export function dueOf({ state, next, snoozed }: Reminder): number | undefined {
  if (state !== 'waiting') return undefined
  if (next === undefined || snoozed === undefined) return next ?? snoozed
  return Math.min(next, snoozed)
}

/**
 * More than this after its time it is told as a missed one, in milliseconds: a minute is what a person calls "on
 * time".
 */
const lateMs = 60_000
/** Times that are counted one by one; beyond it "many" is exact enough. */
const mostMissed = 1_000

/**
 * The ring of a reminder that is due at `now`, or undefined. Times that were missed in a row ring once, the last of
 * them, with a count; the next one is later than both the ring and the clock, so that a clock set back rings nothing
 * twice.
 */
export function ringAt(reminder: Reminder, now: number): Extract<ReminderEntry, { type: 'rang' }> | undefined {
  const first = dueOf(reminder)
  if (first === undefined || first > now) return undefined
  const { id, rule, next, zone } = reminder
  if (!rule || next === undefined) return rang(id, first, now, 0, undefined)
  if (next > now) return rang(id, first, now, 0, next)
  const [times, following] = timesUpto(rule, next, now, zone)
  return rang(id, times.at(-1) ?? next, now, times.length - 1, following)
}

/** Two times of a clock that are further apart than by a trip or a change of the hour, in milliseconds. */
const wrongClockMs = 25 * 3_600_000

/** Return true if what happened at `at` cannot have happened yet: one of the two clocks is wrong. */
export const isByWrongClock = (at: number, now: number): boolean => at > now + wrongClockMs

/**
 * Count the next time anew if the last ring lies in the future. Which clock is wrong is seen later: the ring stays as
 * a doubted one, and holds again once its time has come without another. Undefined where nothing changes.
 */
export function recounted(reminder: Reminder, now: number): Extract<ReminderEntry, { type: 'kept' }> | undefined {
  const { ring, doubted, next, state, ...rest } = reminder
  const { rule, zone } = rest
  if (state !== 'waiting' && state !== 'rang') return undefined
  if (doubted && !isByWrongClock(doubted.ring.at, now)) {
    const coming = doubted.zone === zone ? doubted.next : timeAfter(rule, doubted.ring.at, zone)
    const isOpen = coming !== undefined || rest.snoozed !== undefined
    const timed = coming === undefined ? {} : { next: coming }
    return { type: 'kept', reminder: { ...rest, ...timed, state: isOpen ? 'waiting' : 'rang', ring: doubted.ring } }
  }
  if (!ring || !isByWrongClock(ring.at, now)) return undefined
  const coming = rule ? timeCounted(rule, now, zone, ring.first) : ring.due
  if (coming === undefined || coming <= now || (next !== undefined && next <= coming)) return undefined
  const doubts = { ring, zone, ...(next === undefined ? {} : { next }) }
  return { type: 'kept', reminder: { ...rest, state: 'waiting', next: coming, doubted: doubts } }
}

/**
 * Count the next time of a rule by the clock of now. What rang before a wrong ring does not ring again where the clock
 * was only set back since: the time that `first` was next then stays so, if it is no further away than that explains.
 */
function timeCounted(rule: RuleText, now: number, zone: string, first = now): number | undefined {
  const furthest = timeAfter(rule, now + wrongClockMs, zone) ?? now
  return timeAfter(rule, first > now && first <= furthest ? first - 1 : now, zone)
}

const timeAfter = (rule: RuleText | undefined, at: number, zone: string) =>
  rule === undefined ? undefined : nextOccurrence(rule, new Date(at), zone)?.getTime()

/** An alarm that nobody answers rings so many times more at most. */
const mostAgain = 12

/** Return the time at which an unanswered alarm rings again; undefined if it does not. `everyMs` 0: never. */
export function nextRepeatAt({ kind, state, ring, snoozed }: Reminder, everyMs: number): number | undefined {
  const isOpen = state === 'rang' || state === 'waiting'
  if (kind !== 'alarm' || !isOpen || !ring || ring.done || snoozed !== undefined || everyMs <= 0) return undefined
  return (ring.again ?? 0) < mostAgain && ring.told.length > 0 ? ring.at + everyMs : undefined
}

/** The ring of an alarm that nobody answered, or undefined. Its own next time stays. */
export function ringAgain(
  reminder: Reminder,
  now: number,
  everyMs: number,
): Extract<ReminderEntry, { type: 'rang' }> | undefined {
  const at = nextRepeatAt(reminder, everyMs)
  if (at === undefined || at > now || !reminder.ring) return undefined
  const { due, again = 0 } = reminder.ring
  const ring = { due, at: now, missed: 0, late: false, again: again + 1 }
  return { type: 'rang', id: reminder.id, ring, ...(reminder.next === undefined ? {} : { next: reminder.next }) }
}

function rang(id: string, due: number, now: number, missed: number, next: number | undefined) {
  const ring = { due, at: now, missed, late: now - due > lateMs }
  return { type: 'rang' as const, id, ring, ...(next === undefined ? {} : { next }) }
}

/**
 * The times of a rule from `first` up to now, and the one after now, if any. Times that nobody counts any more are
 * left out.
 */
export function timesUpto(
  rule: RuleText,
  first: number,
  now: number,
  zone: string,
): [times: number[], following: number | undefined] {
  const times = [first]
  const after = (at: number) => nextOccurrence(rule, new Date(at), zone)?.getTime()
  let following = after(first)
  while (following !== undefined && following <= now && times.length < mostMissed) {
    times.push(following)
    following = after(following)
  }
  return [times, following === undefined || following > now ? following : after(now)]
}
