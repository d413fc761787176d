import { fits, type Shape } from '../../std/json-guards.ts'
import { nextOccurrence, type Recurrence } from '../../std/time/recurrence.ts'
import type { ReminderEntry } from './reminder.ts'

type Fields = Record<string, unknown>

const planned: Shape = {
  ...{ id: 'string', kind: 'string', title: 'string', next: 'number?', zone: 'string' },
  ...{ profile: 'string', by: 'string', createdAt: 'number', source: 'string?', conversation: 'string?' },
  ...{ device: 'string?', item: 'string?' },
}
const rung: Shape = { due: 'number', at: 'number', missed: 'number', again: 'number?', first: 'number?' }
const states = ['waiting', 'rang', 'completed', 'cancelled']

/**
 * Return true if a line of the file is one of ours. A person may have been in it with an editor: what is not is passed
 * over.
 */
export function isEntry(value: unknown): value is ReminderEntry {
  if (!fits(value, { type: 'string' })) return false
  const { type, reminder, ring } = value
  if (type === 'created') return isPlanned(reminder)
  if (type === 'kept') return isPlanned(reminder) && isKept(reminder)
  if (!fits(value, { id: 'string' })) return false
  if (type === 'rang')
    return fits(value, { ring: 'object', next: 'number?' }) && fits(ring, rung) && areDates(value, ring)
  if (type === 'told') return fits(value, { due: 'number', to: 'string' })
  if (type === 'moved')
    return fits(value, { zone: 'string', next: 'number' }) && areDates(value) && isPlanned({ ...sample, ...value })
  if (type === 'snoozed') return fits(value, { until: 'number', device: 'string?' }) && areDates(value)
  return type === 'completed' || type === 'cancelled' || type === 'removed'
}

/** A plan that is right, to hold a change against. */
const sample = { ...{ id: '1', kind: 'reminder', title: '', profile: '', by: 'owner', createdAt: 0 } }

function isPlanned(value: unknown): value is Fields {
  return (
    fits(value, planned) && areDates(value) && isZone(String(value.zone)) && (value.rule === undefined || isRule(value))
  )
}

function isKept(reminder: Fields): boolean {
  const { ring, doubted, state } = reminder
  const isTold = (one: unknown) => fits(one, { ...rung, told: 'list' }) && areDates(one)
  const isDoubted = (one: unknown) =>
    fits(one, { ring: 'object', next: 'number?', zone: 'string' }) && isTold(one.ring) && areDates(one)
  return (
    (ring === undefined || isTold(ring)) &&
    (doubted === undefined || isDoubted(doubted)) &&
    typeof state === 'string' &&
    states.includes(state) &&
    fits(reminder, { snoozed: 'number?' })
  )
}

/** Milliseconds that a `Date` can hold (ECMAScript, time values). */
const mostMs = 8.64e15
const areDates = (...all: Fields[]) =>
  all.every((fields) =>
    ['next', 'createdAt', 'due', 'at', 'until', 'snoozed', 'first'].every(
      (name) => Math.abs(Number(fields[name] ?? 0)) <= mostMs,
    ),
  )

/**
 * A rule that can be counted on: one that cannot be counted would ring never, or for ever. RFC 5545 text; older files
 * hold an object. `loadRecurrence` comes first.
 */
function isRule({ rule, createdAt, zone }: Fields): boolean {
  if (typeof rule === 'string') return holds(() => nextOccurrence(rule, new Date(Number(createdAt)), String(zone)))
  if (!fits(rule, { every: 'string', interval: 'number', anchor: 'string', weekdays: 'list?', time: 'object?' }))
    return false
  const { every, interval, anchor, time = { hour: 0, minute: 0 } } = rule
  const isStep =
    Number.isInteger(interval) && Number(interval) >= 1 && ['day', 'week', 'month', 'year'].includes(String(every))
  if (!isStep || !/^\d{4}-\d\d-\d\d$/.test(String(anchor)) || !isClock(time)) return false
  return holds(() => nextOccurrence(rule as unknown as Recurrence, new Date(Number(createdAt)), String(zone)))
}

function isClock(time: unknown): boolean {
  if (!fits(time, { hour: 'number', minute: 'number', second: 'number?' })) return false
  const within = (value: unknown, most: number) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most
  return within(time.hour, 24) && within(time.minute, 59) && within(time.second ?? 0, 59)
}

/** Answers about zones: a home has few, and asking is slow. */
const zones = new Map<string, boolean>()

function isZone(zone: string): boolean {
  const known = zones.get(zone) ?? holds(() => new Intl.DateTimeFormat('en', { timeZone: zone }))
  zones.set(zone, known)
  return known
}

/** Return true if it can be done: a date, a zone or a rule that is none is a `RangeError`. */
function holds(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return false
  }
}
