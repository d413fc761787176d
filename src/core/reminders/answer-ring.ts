import { reminderMessages } from '../../messages/engine/reminders.ts'
import type { Id } from '../../protocol/index.ts'
import { addDays, todayIn } from '../../std/time/calendar.ts'
import { toInstant, toLocal } from '../../std/time/local-time.ts'
import type { Trace } from '../jobs/trace.ts'
import type { Reminder } from './reminder.ts'
import { type Reader, titleText, whenText } from './reminder-text.ts'
import type { ReminderStore } from './store.ts'

/** Answers to a ring with one touch: done, again in ten minutes, or tomorrow at its hour. */
export const ringChoices = ['done', 'later', 'tomorrow'] as const
export type RingChoice = (typeof ringChoices)[number]

/** One ring, or several that were told together. `at`: when they rang, in milliseconds. */
export interface RingRef {
  ids: readonly Id[]
  at: number
}

const minuteMs = 60_000
const laterMs = 10 * minuteMs

/**
 * Settles rings as the person chose. The receipt; undefined where all of them were settled before, or have rung anew
 * since.
 */
export async function answerRing(
  store: ReminderStore,
  { ids, at }: RingRef,
  choice: RingChoice,
  { profile, ...reader }: Reader & { profile: string },
  trace: Trace = [],
): Promise<string | undefined> {
  const all = await store.all()
  const isOpen = (one: Reminder | undefined): one is Reminder =>
    one?.profile === profile &&
    one.ring?.at === at &&
    !one.ring.done &&
    one.snoozed === undefined &&
    one.state !== 'cancelled'
  const open = ids.map((id) => all.get(id)).filter(isOpen)
  const say = reminderMessages[reader.language]
  let until = 0
  for (const one of open) {
    until = choice === 'later' ? Math.floor((+reader.now + laterMs) / minuteMs) * minuteMs : tomorrow(one, reader)
    await store.settle(one.id, choice === 'done' ? 'completed' : { snoozeUntil: until }, trace)
  }
  const [first, ...more] = open
  if (!first) return undefined
  if (more.length > 0)
    return choice === 'done' ? say.severalDone(open.length) : say.severalSnoozed(open.length, whenText(until, reader))
  return choice === 'done'
    ? say.completed(titleText(first, reader.language))
    : say.snoozed(titleText(first, reader.language), whenText(until, reader))
}

/** The hour at which it was due, tomorrow. */
function tomorrow({ ring, zone }: Reminder, { now }: Reader): number {
  const [year = 0, month = 1, day = 1] = addDays(todayIn({ now, zone }), 1).split('-').map(Number)
  return +toInstant({ ...toLocal(new Date(ring?.due ?? now), zone), year, month, day }, zone)
}

/** Time that the person may still speak of a ring, in milliseconds: "응 방금 먹었어". */
const recentMs = 3 * 3_600_000

/** Return the reminders that rang for somebody lately and were not answered, the newest first. */
export async function recentRings(store: ReminderStore, profile: string, now: number): Promise<Reminder[]> {
  const isRecent = ({ ring, snoozed, state, profile: of }: Reminder) =>
    of === profile &&
    ring !== undefined &&
    !ring.done &&
    snoozed === undefined &&
    (state === 'rang' || state === 'waiting') &&
    now - ring.at < recentMs
  const found = [...(await store.all()).values()].filter(isRecent)
  return found.toSorted((a, b) => (b.ring?.at ?? 0) - (a.ring?.at ?? 0))
}
