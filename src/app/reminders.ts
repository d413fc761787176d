import { join } from 'node:path'
import { isAnyoneThere, runAlone } from '../core/jobs.ts'
import { followRings, ringOnTime } from '../core/reminders/clock.ts'
import { ReminderStore } from '../core/reminders/store.ts'
import { ringText } from '../core/reminders/tell.ts'
import { merge } from '../std/merge.ts'
import { heardBookings } from './bookings.ts'
import type { EngineParts } from './parts.ts'
import type { Told } from './told.ts'

type Parts = Pick<EngineParts, 'loaded' | 'surroundings' | 'language' | 'zone' | 'now'>

/** The reminders of this home. */
export function remindersOf({ loaded }: Pick<Parts, 'loaded'>): ReminderStore {
  return new ReminderStore(join(loaded.paths.home, 'reminders.jsonl'))
}

/**
 * Keeps time until the signal aborts, in one process of this home at a time: the daemon if there is one, else whichever TUI or
 * voice came first. One-shot runs leave it alone.
 */
export function keepTime(parts: Parts, rank: 'daemon' | 'surface', signal: AbortSignal): Promise<void> {
  const { loaded, surroundings, now } = parts
  const options = { path: lockOf(loaded), pid: surroundings.pid, rank }
  return runAlone(options, (until) => ringOnTime(remindersOf(parts), { now }, until), signal)
}

/** Whether some process of this home keeps the time: without one nothing rings. */
export function isTimeKept({ loaded }: Pick<Parts, 'loaded'>): Promise<boolean> {
  return isAnyoneThere(lockOf(loaded))
}

const lockOf = ({ paths }: Parts['loaded']) => join(paths.state, 'jobs')

/**
 * What a surface has to tell: first what nobody was told yet, then every ring and every booked transfer as it comes, whichever
 * process rang or sent it. What nobody calls told is told again by whoever comes next.
 */
export function heardRings(
  parts: Parts & Pick<EngineParts, 'hub' | 'secrets'>,
  surface: string,
  signal: AbortSignal,
  profile?: string,
): AsyncGenerator<Told> {
  return merge(rings(parts, surface, signal, profile), heardBookings(parts, surface, signal, profile))
}

async function* rings(parts: Parts, surface: string, signal: AbortSignal, profile?: string): AsyncGenerator<Told> {
  const store = remindersOf(parts)
  const mine = (one: { profile: string }) => profile === undefined || one.profile === profile
  for await (const { reminder, ring } of followRings(store, { now: parts.now }, signal, mine)) {
    const text = ringText(reminder, ring, { language: parts.language, zone: parts.zone, now: parts.now() })
    const key = `reminder-${reminder.id}-${ring.due}-${ring.at}`
    yield {
      key,
      text,
      profile: reminder.profile,
      by: reminder.by,
      canWait: true,
      told: () => store.told(reminder.id, ring.due, surface),
    }
  }
}
