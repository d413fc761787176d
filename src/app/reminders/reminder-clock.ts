import { join } from 'node:path'
import { hasRunner, runExclusively } from '../../core/jobs/single-runner.ts'
import { followRings, ringOnTime } from '../../core/reminders/clock.ts'
import { ReminderStore } from '../../core/reminders/store.ts'
import { ringText } from '../../core/reminders/tell.ts'
import { merge } from '../../std/merge-streams.ts'
import type { Announcement } from '../context/announcement.ts'
import type { AppContext } from '../context/app-context.ts'
import { followScheduleResults } from '../schedules/schedule-results.ts'
import { followTransferResults } from '../services/scheduled-transfers.ts'

type Parts = Pick<AppContext, 'loaded' | 'surroundings' | 'language' | 'zone' | 'now'>

/** The reminders of this home. */
export function remindersOf({ loaded }: Pick<Parts, 'loaded'>): ReminderStore {
  return new ReminderStore(join(loaded.paths.home, 'reminders.jsonl'))
}

/**
 * Keeps time until the signal aborts, in one process of this home at a time: the daemon if there is one, else whichever TUI or
 * voice came first. One-shot runs leave it alone.
 */
export function runReminderClock(parts: Parts, rank: 'daemon' | 'surface', signal: AbortSignal): Promise<void> {
  const { loaded, surroundings, now } = parts
  const options = { path: lockOf(loaded), pid: surroundings.pid, rank }
  return runExclusively(options, (until) => ringOnTime(remindersOf(parts), { now }, until), signal)
}

/** Whether some process of this home keeps the time: without one nothing rings. */
export function hasReminderClock({ loaded }: Pick<Parts, 'loaded'>): Promise<boolean> {
  return hasRunner(lockOf(loaded))
}

const lockOf = ({ paths }: Parts['loaded']) => join(paths.state, 'jobs')

/**
 * What a surface has to tell: first what nobody was told yet, then every ring, every booked transfer and every scheduled turn as it comes, whichever
 * process rang, sent or ran it. What nobody calls told is told again by whoever comes next.
 */
export function followRingsHere(
  parts: Parts & Pick<AppContext, 'hub' | 'secrets'>,
  surface: string,
  signal: AbortSignal,
  profile?: string,
): AsyncGenerator<Announcement> {
  return merge(
    rings(parts, surface, signal, profile),
    followScheduleResults(parts, surface, signal, profile),
    followTransferResults(parts, surface, signal, profile),
  )
}

async function* rings(parts: Parts, surface: string, signal: AbortSignal, profile?: string): AsyncGenerator<Announcement> {
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
      markShown: () => store.told(reminder.id, ring.due, surface),
    }
  }
}
