import { sleep } from '../../std/until.ts'
import { dueOf, type Reminder, type Ring } from './reminder.ts'
import type { ReminderStore } from './store.ts'

/** How often clocks and files are looked at, in milliseconds. A machine that slept is noticed within one look. */
const lookMs = 1_000

export interface Time {
  now(): Date
  /** Waits; in tests, another way of passing time. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Rings what is due until the signal aborts: what `run` of one process at a time is for. `mayRing` is asked before, where
 * several devices share the reminders. Asks no model, ever.
 */
export async function ringOnTime(
  store: ReminderStore,
  { now, wait = sleep }: Time,
  signal: AbortSignal,
  mayRing: () => Promise<boolean> = async () => true,
): Promise<void> {
  while (!signal.aborted) {
    const at = +now()
    const next = Math.min(...[...(await store.all()).values()].map((one) => dueOf(one) ?? Number.POSITIVE_INFINITY))
    if (next <= at && (await mayRing())) await store.ring(at)
    await wait(next > at ? Math.min(lookMs, next - at) : lookMs, signal).catch(ended(signal))
  }
}

export interface Rung {
  reminder: Reminder
  ring: Ring
}

/**
 * What rings, for one surface: first what nobody has been told yet ("missed ones told on return"), then every ring as it comes,
 * whichever process rang it. The surface notes with `store.told` what it showed.
 */
export async function* followRings(
  store: ReminderStore,
  { now, wait = sleep }: Time,
  signal: AbortSignal,
  mine: (reminder: Reminder) => boolean = () => true,
): AsyncGenerator<Rung> {
  const since = +now()
  const given = new Set<string>()
  while (!signal.aborted) {
    for (const reminder of (await store.all()).values()) {
      const { ring } = reminder
      if (!ring || !mine(reminder) || (ring.told.length > 0 && ring.at < since)) continue
      const key = `${reminder.id}@${ring.due}@${ring.at}`
      if (given.has(key)) continue
      given.add(key)
      yield { reminder, ring }
    }
    await wait(lookMs, signal).catch(ended(signal))
  }
}

function ended(signal: AbortSignal) {
  return (error: unknown) => {
    if (!signal.aborted) throw error
  }
}
