import { reminderMessages } from '../../messages/engine/reminders.ts'
import { calendarMessages } from '../../messages/tools/calendar.ts'
import type { ToolResult } from '../../protocol/index.ts'
import { instantOf } from '../../std/korean/dates/moment.ts'
import { isSameNoun } from '../../std/korean/grammar/same-word.ts'
import type { CivilDate } from '../../std/time/calendar.ts'
import { isoDate } from '../../std/time/local-time.ts'
import { loadRecurrence, nextOccurrence } from '../../std/time/recurrence.ts'
import { dueOf, type Reminder, type ReminderKind } from './reminder.ts'
import { reminderLine, type whenText } from './reminder-text.ts'
import type { ReminderStore } from './store.ts'

/**
 * Age in milliseconds from which a ring that was told is over: nobody looks for it, or means it by "again in ten
 * minutes".
 */
const freshMs = 24 * 3_600_000

/** The reminders of one person that are not over: the next one first, last what rang. */
export async function findReminders(store: ReminderStore, profile: string, now: number): Promise<Reminder[]> {
  const isAlive = ({ state, ring }: Reminder) =>
    state === 'waiting' ||
    (state === 'rang' && ring !== undefined && (now - ring.at < freshMs || ring.told.length === 0))
  const alive = [...(await store.all()).values()].filter((one) => one.profile === profile && isAlive(one))
  const [next, rang] = [
    alive.filter((one) => dueOf(one) !== undefined),
    alive.filter((one) => dueOf(one) === undefined),
  ]
  return [...next.sort((a, b) => (dueOf(a) ?? 0) - (dueOf(b) ?? 0)), ...rang]
}

/** A timer is asked for by that word; reminders and alarms are one to people. */
export const ofKind = (all: readonly Reminder[], kind: ReminderKind) =>
  all.filter((one) => kind !== 'timer' || one.kind === 'timer')

/** Age in milliseconds from which something was not made just now. */
const justNowMs = 10 * 60_000

/**
 * Those that may be meant: of that name, made just now ('newest'), or, where nothing names one, all there are.
 * Undefined: by its number.
 */
export function remindersCalled(
  { id, title }: { id?: string; title?: string },
  all: readonly Reminder[],
  now: number,
): readonly Reminder[] | undefined {
  if (id === 'newest') {
    const last = Math.max(now - justNowMs, ...all.map(({ createdAt }) => createdAt))
    return all.filter(({ createdAt }) => createdAt === last)
  }
  if (id !== undefined) return undefined
  return title === undefined ? all : titled(all, title)
}

/** Those whose titles say every word of a name: "약" and "먹는" are in "약 먹기", but "약" not in "약속". */
function titled(all: readonly Reminder[], name: string): Reminder[] {
  const wordsOf = (text: string) => text.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean)
  const says = (title: string[], word: string) =>
    title.some(
      (one) =>
        one === word ||
        isSameNoun(one, word) ||
        (word.length > 1 && one.startsWith(word)) ||
        one === word.replace(/는$/, '기'),
    )
  return all.filter(({ title }) => wordsOf(name).every((word) => says(wordsOf(title), word)))
}

/** Ask which of some reminders is meant. */
export function whichReminder(some: readonly Reminder[], reader: Reader): string {
  const say = reminderMessages[reader.language]
  return some.length > 0 ? say.whichOf(some.map((one) => reminderLine(one, reader)).join('\n')) : say.none
}

/** The reminder that rang last and was not put off since. */
export function lastRung(all: Reminder[], now: number): Reminder | undefined {
  const fresh = all.filter(
    ({ ring, snoozed }) => ring && !ring.done && snoozed === undefined && now - ring.at < freshMs,
  )
  return fresh.toSorted((a, b) => (b.ring?.at ?? 0) - (a.ring?.at ?? 0))[0]
}

type Reader = Parameters<typeof whenText>[1]

interface Days {
  first: CivilDate
  last: CivilDate
}

/** Reminders that ring or rang on those days; of a repeating one the first time in them. */
export async function listedOnDays(
  all: readonly Reminder[],
  { first, last }: Days,
  reader: Reader,
): Promise<ToolResult> {
  if (all.some(({ rule }) => rule)) await loadRecurrence()
  const isIn = (at: number | undefined) => {
    const day = at === undefined ? '' : isoDate(at, reader.zone)
    return first <= day && day <= last
  }
  const before = new Date(Math.max(+reader.now, +instantOf(first, { hour: 0, minute: 0 }, reader.zone) - 1))
  const found = all.flatMap((one): Reminder[] => {
    if ([dueOf(one), one.next, one.ring?.due].some(isIn)) return [one]
    const next =
      one.state === 'waiting' && one.rule ? nextOccurrence(one.rule, before, reader.zone)?.getTime() : undefined
    const { snoozed: _, ...own } = one
    return next !== undefined && isIn(next) ? [{ ...own, next }] : []
  })
  const say = reminderMessages[reader.language]
  const named = (date: CivilDate) => calendarMessages[reader.language].day({ date, year: false })
  const nothing = first === last ? say.noneOn(named(first)) : say.noneBetween(named(first), named(last))
  const at = (one: Reminder) => dueOf(one) ?? one.ring?.due ?? 0
  return listReminders(
    found.toSorted((a, b) => at(a) - at(b)),
    reader,
    nothing,
  )
}

/** The reminders as lines, and for programs. */
export function listReminders(all: readonly Reminder[], reader: Reader, nothing: string): ToolResult {
  const lines = all.map((one) => reminderLine(one, reader))
  const data = all.map((one) => ({
    id: one.id,
    kind: one.kind,
    title: one.title,
    at: new Date(dueOf(one) ?? one.ring?.due ?? 0).toISOString(),
  }))
  const source = all.find((one) => one.source)?.source
  const mark = source === undefined ? {} : { untrusted: true, source: `reminder (${source})` }
  return { text: lines.join('\n') || nothing, data, ...mark }
}
