import { AssistantError } from '../../protocol/index.ts'
import { sleep } from '../../std/abort.ts'
import { watchFile } from '../../std/fs/watch-file.ts'
import { dueOf, nextRepeatAt, type Reminder, type Ring } from './reminder.ts'
import type { ReminderStore } from './store.ts'

/**
 * Interval of looks at the clock while the file tells of its changes, in milliseconds. Timers stand still while a
 * machine sleeps and know nothing of a clock that is set: both are noticed within one look.
 */
const lookMs = 5_000
/** The same where files tell nothing. */
const lookOftenMs = 1_000
/**
 * Interval of looks at a file that tells of its changes while nothing in it depends on the clock, for changes that it
 * did not tell.
 */
const restMs = 15_000

export interface ReminderTime {
  now(): Date
  /**
   * The zone of the person now: a repeating reminder keeps its hour there. Absent: every rule stays in the zone of its
   * birth.
   */
  zone?(): string
  /** After so many milliseconds an alarm that nobody answered rings again; 0: never. */
  againMs?: number
  /** Waits; in tests, another way of passing time. Rejects when the signal aborts. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Return the numbers of those that may ring here now: several devices may share them. */
export type MayRing = (
  due: readonly (Pick<Reminder, 'id' | 'title' | 'createdAt'> & { device?: string | undefined } & Pick<
      Ring,
      'due' | 'again'
    >)[],
) => Promise<readonly string[]>

/**
 * Rings what is due until the signal aborts: what `run` of one process at a time is for. `mayRing` is asked before,
 * where several devices share the reminders. Sleeps until the next time, a change of the file, or a look at the
 * clock. Asks no model, ever.
 */
export async function ringOnTime(
  store: ReminderStore,
  { now, zone, againMs = 0, wait = sleep }: ReminderTime,
  signal: AbortSignal,
  mayRing: MayRing = async (due) => due.map(({ id }) => id),
): Promise<void> {
  const file = watchFile(store.path, signal)
  while (!signal.aborted) {
    const at = +now()
    await store.recount(at).catch(unlessFull)
    if (zone) await store.move(zone(), at).catch(unlessFull)
    const times = [...(await store.all()).values()].flatMap((one) =>
      [dueOf(one) ?? [], nextRepeatAt(one, againMs) ?? []].flat(),
    )
    const next = Math.min(...times)
    if (next <= at) {
      const due = await store.due(at, againMs)
      const ids = due.length === 0 ? [] : await mayRing(due)
      if (ids.length > 0) await store.ring(at, againMs, new Set(ids)).catch(unlessFull)
    }
    const look = !file.tells() ? lookOftenMs : times.length > 0 ? lookMs : restMs
    await file.wait((either) => wait(next > at ? Math.min(look, next - at) : lookOftenMs, either))
  }
}

/** A disk that refuses now may not in a second: nothing was rung, and it is tried again. */
function unlessFull(error: unknown): void {
  if (!(error instanceof AssistantError) || error.failure.code !== 'storage') throw error
}

export interface RungReminder {
  reminder: Reminder
  ring: Ring
}

/**
 * Yield the rings for one surface: first those that nobody has been told yet ("missed ones told on return"), then every
 * ring as it comes, whichever process rang it; the rings of one look come together. The surface notes with `store.told`
 * the ones that it showed.
 */
export async function* followRings(
  store: ReminderStore,
  { now, wait = sleep }: ReminderTime,
  signal: AbortSignal,
  mine: (reminder: Reminder) => boolean = () => true,
): AsyncGenerator<RungReminder[]> {
  const since = +now()
  const given = new Set<string>()
  const left = new AbortController()
  const file = watchFile(store.path, AbortSignal.any([signal, left.signal]))
  try {
    while (!signal.aborted) {
      const found: RungReminder[] = []
      for (const reminder of (await store.all()).values()) {
        const { ring } = reminder
        if (!ring || !mine(reminder) || (ring.told.length > 0 && ring.at < since)) continue
        // Rung on two devices that did not reach each other, it is one ring.
        const key = `${reminder.id}@${ring.due}@${ring.again ?? 0}`
        if (given.has(key)) continue
        given.add(key)
        found.push({ reminder, ring })
      }
      if (found.length > 0) yield found
      await file.wait((either) => wait(file.tells() ? restMs : lookOftenMs, either))
    }
  } finally {
    left.abort()
  }
}
