import { AssistantError, type Id } from '../../protocol/index.ts'
import { sleep } from '../../std/abort.ts'
import { watchFile } from '../../std/fs/watch-file.ts'
import { beginning, dueOf, type Schedule, type ScheduleOutcome } from './schedule.ts'
import type { ScheduleStore } from './store.ts'
import type { WatchReading } from './watch.ts'

/** Interval of looks at the clock, in milliseconds: timers stand still while a machine sleeps. */
const lookMs = 5_000
/** The same where nothing is scheduled and the file tells of its changes. */
const restMs = 15_000
/** Turns at one time: each is a conversation with a model. */
const most = 3
/** Characters of an answer that a notice holds; the whole one stands in its conversation. */
const noticeChars = 3_000

/**
 * The result of one try. `again`: nothing of it had happened yet, so that it may be tried once more, at once if it was
 * only cut.
 */
export interface Performed {
  outcome: Exclude<ScheduleOutcome, 'left-out'>
  text: string
  tokens: number
  again?: 'now' | 'later'
}

export interface ScheduleClock {
  now(): Date
  newId(): Id
  /**
   * Runs the turn of a schedule that was begun, or goes on with it. Undefined where the signal ended it: the next
   * process goes on.
   */
  perform(schedule: Schedule, signal: AbortSignal): Promise<Performed | undefined>
  /** Looks at what a schedule watches; rejects only where the signal aborts. */
  look?(schedule: Schedule, signal: AbortSignal): Promise<WatchReading>
  failed(error: unknown): void
  /**
   * The zone of the person now: a repeating schedule keeps its hour there. Absent: every rule stays in the zone of its
   * birth.
   */
  zone?(): string
  /** This one and no other: for a person who waits for it. */
  only?: Id
  /** Waits; in tests, another way of passing time. Rejects when the signal aborts. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Begins what is due and goes on with what was begun, until the signal aborts: what one process at a time is for.
 * Code decides what is due; without a due schedule nothing is asked and nothing written.
 */
export async function runSchedules(store: ScheduleStore, clock: ScheduleClock, signal: AbortSignal): Promise<void> {
  const { now, wait = sleep, only } = clock
  const running = new Map<Id, Promise<void>>()
  const file = watchFile(store.path, signal)
  // A turn that ends makes room for the next, and its schedule may be due again: that cuts the wait short.
  let ends = new AbortController()
  while (!signal.aborted) {
    ends = new AbortController()
    const at = +now()
    await store.recount(at).catch((error: unknown) => unlessFull(error, clock))
    if (clock.zone) await store.move(clock.zone(), at).catch((error: unknown) => unlessFull(error, clock))
    const all = [...(await store.all()).values()].filter(({ id }) => only === undefined || id === only)
    for (const schedule of all) {
      if (running.has(schedule.id) || running.size >= most || (dueOf(schedule) ?? Number.POSITIVE_INFINITY) > at)
        continue
      const over = () => running.delete(schedule.id)
      const work = runOnce(store, schedule, clock, signal).then(
        () => {
          over()
          ends.abort()
        },
        // A failure is looked at again with the next look at the clock, not at once: a full disk stays full for a
        // while.
        (error) => {
          over()
          if (!signal.aborted) unlessFull(error, clock)
        },
      )
      running.set(schedule.id, work)
    }
    await file.wait((either) =>
      wait(
        all.length === 0 && file.tells() ? restMs : pauseUntil(all, at),
        AbortSignal.any([either, ends.signal]),
      ).catch((error: unknown) => {
        if (!ends.signal.aborted) throw error
      }),
    )
  }
  await Promise.all(running.values())
}

/** Until something is due, but no longer than until the next look, in milliseconds. */
function pauseUntil(all: readonly Schedule[], at: number): number {
  const coming = all.map((one) => dueOf(one) ?? Number.POSITIVE_INFINITY).filter((due) => due > at)
  return Math.max(1, Math.min(lookMs, Math.min(...coming) - at))
}

/** A disk that refuses now may not in a moment: what was not written has not begun. */
function unlessFull(error: unknown, { failed }: ScheduleClock): void {
  if (!(error instanceof AssistantError) || error.failure.code !== 'storage') failed(error)
}

async function runOnce(store: ScheduleStore, due: Schedule, clock: ScheduleClock, signal: AbortSignal): Promise<void> {
  const begun = due.running || !beginning(due, +clock.now(), '') ? due : await begin(store, due, clock, signal)
  if (begun?.running) await finish(store, begun, clock, signal)
}

/** Begins what is due; of what watches something, only where a look found news: no model is asked without. */
async function begin(
  store: ScheduleStore,
  due: Schedule,
  clock: ScheduleClock,
  signal: AbortSignal,
): Promise<Schedule | undefined> {
  if (!due.watch || !clock.look) return store.begin(due.id, +clock.now(), clock.newId())
  // Made due anew while it looks (mail has come), it has to look again.
  const began = +clock.now()
  const look = await clock.look(due, signal)
  return store.looked(due.id, began, clock.newId(), look)
}

const plainly = (news: string): Performed => ({ outcome: 'done', text: news, tokens: 0 })

/** Runs the turn that stands as begun to its end, which is then written down, or has it tried again. */
async function finish(store: ScheduleStore, begun: Schedule, clock: ScheduleClock, signal: AbortSignal): Promise<void> {
  const { id, running } = begun
  if (!running) return
  // A change that is only to be told needs nobody who thinks.
  const performed = begun.plain && running.news ? plainly(running.news) : await clock.perform(begun, signal)
  if (!performed) return
  if (performed.again && (await store.postpone(id, +clock.now(), clock.newId(), performed.again))) return
  const { outcome, text, tokens } = performed
  const { due, missed } = running
  await store.end(id, { due, at: +clock.now(), outcome, text: text.slice(0, noticeChars), tokens, missed })
}
