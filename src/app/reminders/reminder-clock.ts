import { join } from 'node:path'
import { hasRunner, resumeAfterFaults, runExclusively } from '../../core/jobs/single-runner.ts'
import { followRings, type MayRing, type RungReminder, ringOnTime } from '../../core/reminders/clock.ts'
import { ringsText, ringText } from '../../core/reminders/reminder-text.ts'
import type { ReminderStore } from '../../core/reminders/store.ts'
import type { UnheardReason } from '../../core/reminders/tools.ts'
import { merge } from '../../std/merge-streams.ts'
import type { Announcement } from '../context/announcement.ts'
import type { AppContext } from '../context/app-context.ts'
import { zoneNow } from '../environment/zone-now.ts'
import { followScheduleResults } from '../schedules/schedule-results.ts'
import { followTransferResults } from '../services/scheduled-transfers.ts'
import { remindersOf } from './reminder-store.ts'

type ClockParts = Pick<AppContext, 'loaded' | 'environment' | 'language' | 'zone' | 'now'>

/**
 * Keeps time until the signal aborts, in one process of this home at a time: the daemon if there is one, else
 * whichever TUI or voice came first. One-shot runs leave it alone.
 */
export function runReminderClock(parts: ClockParts, rank: 'daemon' | 'surface', signal: AbortSignal): Promise<void> {
  const { loaded, environment, now } = parts
  const options = { path: lockOf(loaded), pid: environment.pid, rank }
  const { alarmAgainMinutes, followZone } = loaded.settings.reminders
  const time = { now, againMs: alarmAgainMinutes * 60_000, ...(followZone ? { zone: () => zoneNow(parts) } : {}) }
  const ring = (until: AbortSignal) => ringOnTime(remindersOf(parts), time, until, mayRingHere(parts, until))
  return runExclusively(options, resumeAfterFaults(ring), signal)
}

/** Of several devices, one rings; what was set here rings here where they cannot be asked. */
const mayRingHere =
  ({ loaded }: Pick<ClockParts, 'loaded'>, signal: AbortSignal): MayRing =>
  async (due) => {
    const { mayRing } = await import('../sync/role.ts')
    const asked = due.map(async ({ id, title, createdAt, device, due: at, again = 0 }) => {
      const isOurs = await mayRing(loaded.paths, { task: `ring ${createdAt} ${title} ${at} ${again}`, device }, signal)
      return isOurs ? [id] : []
    })
    return (await Promise.all(asked)).flat()
  }

/**
 * Return the reason that nobody would hear a ring of this home, if so: nothing keeps the time, or only a daemon without
 * chats and without a desktop.
 */
export async function unheardReason(
  parts: Pick<ClockParts, 'loaded' | 'environment'>,
): Promise<UnheardReason | undefined> {
  if (!(await hasReminderClock(parts))) return 'nobody-rings'
  const { askDaemon } = await import('../environment/ask-daemon.ts')
  return (await askDaemon(parts, { do: 'status' }))?.hears === false ? 'nobody-hears' : undefined
}

/** Tell whether some process of this home keeps the time: without one nothing rings. */
export function hasReminderClock({ loaded }: Pick<ClockParts, 'loaded'>): Promise<boolean> {
  return hasRunner(lockOf(loaded))
}

const lockOf = ({ paths }: ClockParts['loaded']) => join(paths.state, 'jobs')

/**
 * Follow the news for a surface: first those that nobody was told yet, then every ring, every booked transfer and every
 * scheduled turn as it comes, whichever process did it. An announcement that nobody calls told is told again to the
 * next surface.
 */
export function followRingsHere(
  parts: ClockParts & Pick<AppContext, 'hub' | 'secrets'>,
  surface: string,
  signal: AbortSignal,
  profile?: string,
): AsyncGenerator<Announcement> {
  return merge(
    announceRings(parts, surface, signal, profile),
    followScheduleResults(parts, surface, signal, profile),
    followTransferResults(parts, surface, signal, profile),
  )
}

async function* announceRings(
  parts: ClockParts,
  surface: string,
  signal: AbortSignal,
  profile?: string,
): AsyncGenerator<Announcement> {
  const store = remindersOf(parts)
  const isMine = (one: { profile: string }) => profile === undefined || one.profile === profile
  for await (const found of followRings(store, { now: parts.now }, signal, isMine))
    for (const together of Map.groupBy(
      found,
      ({ reminder: { profile: of, by, conversation }, ring }) => `${of}/${by}/${conversation ?? ''}/${ring.at}`,
    ).values()) {
      const one = announcementOf(together, store, parts, surface)
      if (one) yield one
    }
}

/** Join the rings of one time for one person into one announcement. */
function announcementOf(
  together: readonly RungReminder[],
  store: ReminderStore,
  parts: ClockParts,
  surface: string,
): Announcement | undefined {
  const [first] = together
  if (!first) return undefined
  const { reminder, ring } = first
  const reader = { language: parts.language, zone: parts.zone, now: parts.now() }
  const told = async ({ reminder: { id } }: RungReminder) => {
    const now = (await store.all()).get(id)?.ring
    return now === undefined || now.at !== ring.at || now.told.length > 0
  }
  return {
    key: `reminder-${reminder.id}-${ring.due}-${ring.at}${together.length > 1 ? `-${together.length}` : ''}`,
    text: together.length === 1 ? ringText(reminder, ring, reader) : ringsText(together, reader),
    profile: reminder.profile,
    by: reminder.by,
    canWait: true,
    ...(reminder.conversation === undefined ? {} : { askedIn: reminder.conversation }),
    rings: { ids: together.map((one) => one.reminder.id), at: ring.at },
    isTold: () => told(first),
    markShown: () => Promise.all(together.map((one) => store.told(one.reminder.id, one.ring.due, surface))),
  }
}
