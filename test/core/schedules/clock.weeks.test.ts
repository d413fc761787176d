// Weeks of schedules in simulated time: a machine that sleeps, clocks that jump, processes that die at writes,
// servers that are away.
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Performed, runSchedules } from '../../../src/core/schedules/clock.ts'
import {
  dueOf,
  type MissedPolicy,
  missedChoices,
  type Schedule,
  type ScheduleRun,
} from '../../../src/core/schedules/schedule.ts'
import { ScheduleStore } from '../../../src/core/schedules/store.ts'
import { performSchedule } from '../../../src/core/schedules/tools.ts'
import { Random } from '../../random.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]
const zone = 'America/New_York'
/**
 * 300 schedules over 60 days in ten parts of 30 by hand: `SCHEDULES=full`. Autumn and spring take turns, so that both
 * changes of the clock are met.
 */
const full = process.env.SCHEDULES === 'full'
const parts = full ? Array.from({ length: 10 }, (_, n) => n) : [0]
const [schedulesOfPart, days] = full ? [30, 60] : [7, 32]
const begins = ['2026-10-05T00:00:00-04:00', '2027-02-01T00:00:00-05:00']

interface Kind {
  words: string
  isDay(date: Date): boolean
}

const lastOf = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
const kinds: readonly Kind[] = [
  { words: '매일', isDay: () => true },
  { words: '매주 화요일', isDay: (date) => date.getUTCDay() === 2 },
  { words: '평일', isDay: (date) => date.getUTCDay() % 6 !== 0 },
  { words: '매달 마지막 날', isDay: (date) => date.getUTCDate() === lastOf(date) },
  // What a month has not comes on its last day.
  { words: '매달 31일', isDay: (date) => date.getUTCDate() === lastOf(date) },
  { words: '매달 15일', isDay: (date) => date.getUTCDate() === 15 },
]

/** The moments of a wall clock, found by looking at every day around them: nothing of the rules' library. */
function moments(from: number, to: number, hour: number, minute: number, isDay: Kind['isDay']): number[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  const found = new Set<number>()
  for (let date = from - 36 * hourMs; date < to + 36 * hourMs; date += 12 * hourMs) {
    const civil = format.format(date).slice(0, 10)
    if (!isDay(new Date(`${civil}T12:00:00Z`))) continue
    const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
    const utc = Date.parse(`${civil}T${time}:00Z`)
    // New York is four or five hours behind. An hour that comes twice counts at first; one that is left out is an
    // hour later on the clock.
    const there = [utc + 4 * hourMs, utc + 5 * hourMs].find((one) => format.format(one) === `${civil}, ${time}`)
    const moment = there ?? utc + 5 * hourMs
    if (moment > from && moment <= to) found.add(moment)
  }
  return [...found].sort((a, b) => a - b)
}

/** A process that a kill may end before or after any of its writes; now and then it leaves half a line. */
class MortalStore extends ScheduleStore {
  readonly #mayDie: () => Promise<void>

  constructor(path: string, mayDie: () => Promise<void>) {
    super(path)
    this.#mayDie = mayDie
  }

  async #mortally<T>(work: () => Promise<T>): Promise<T> {
    await this.#mayDie()
    const result = await work()
    await this.#mayDie()
    return result
  }

  override begin(...args: Parameters<ScheduleStore['begin']>) {
    return this.#mortally(() => super.begin(...args))
  }
  override postpone(...args: Parameters<ScheduleStore['postpone']>) {
    return this.#mortally(() => super.postpone(...args))
  }
  override end(...args: Parameters<ScheduleStore['end']>) {
    return this.#mortally(() => super.end(...args))
  }
}

async function weeks(part: number) {
  const random = new Random(20_261_122 + part)
  const pick = (below: number) => random.below(below)
  const folder = await mkdtemp(join(tmpdir(), 'weeks-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'schedules.jsonl')
  const begin = Date.parse(begins[part % 2] as string)
  const end = begin + days * 24 * hourMs
  const clock = { at: begin }
  const now = () => new Date(clock.at)
  let watched = new ScheduleStore(path)
  const all = async () => [...(await watched.all()).values()]

  const expected = new Map<string, { times: number[]; missed: MissedPolicy }>()
  for (let n = 0; n < schedulesOfPart; n++) {
    const [hour, minute] = [pick(23), pick(60)]
    const kind = kinds[n % kinds.length] as Kind
    // Each kind meets each choice.
    const missed = missedChoices[(n + Math.floor(n / kinds.length)) % missedChoices.length] as MissedPolicy
    const clockText = `${hour < 12 ? '오전' : '오후'} ${hour === 12 ? 12 : hour % 12}시 ${minute}분`
    const asker = { now, zone, language: 'ko', profile: 'me', by: 'owner' } as const
    const args = { action: 'create', prompt: `일 ${n}`, repeat: `${kind.words} ${clockText}`, missed } as const
    const made = await performSchedule(watched, args, asker)
    expect(made.isError, `${args.repeat}: ${made.text}`).toBeUndefined()
    expected.set(args.prompt, { times: moments(begin, end, hour, minute, kind.isDay), missed })
  }
  // Hours in which no server can be reached, some of them longer than a turn is tried again.
  const outages = Array.from({ length: full ? 25 : 6 }, () => begin + pick(days * 24) * hourMs).map(
    (at) => [at, at + (1 + pick(300)) * 6 * minuteMs] as const,
  )

  const figures = { died: 0, asked: 0, refused: 0, sleeps: 0, back: 0 }
  let stop = new AbortController()
  const kill = () => {
    figures.died++
    stop.abort()
    throw stop.signal.reason
  }
  const mayDie = async () => {
    if (stop.signal.aborted) throw stop.signal.reason
    if (pick(60) > 0) return
    if (pick(3) === 0) await appendFile(path, '{"type":"ended","id":"1","res')
    kill()
  }
  /** Inputs that acted, and every result that was ever written. */
  const acted = new Map<string, string>()
  const results = new Map<string, ScheduleRun>()
  const perform = async ({ running, prompt }: Schedule): Promise<Performed | undefined> => {
    const { input = '', due = Number.POSITIVE_INFINITY } = running ?? {}
    expect(due, `${prompt} before its time`).toBeLessThanOrEqual(clock.at + hourMs)
    const done: Performed = { outcome: 'done', text: `답 ${input}`, tokens: 1 }
    // A conversation that knows the input tells how it ended instead of beginning it again.
    if (acted.has(input)) return done
    figures.asked++
    if (outages.some(([from, to]) => clock.at >= from && clock.at < to)) {
      figures.refused++
      return { outcome: 'failed', text: '연결하지 못했어요.', tokens: 0, again: 'later' }
    }
    if (pick(40) === 0) kill()
    acted.set(input, `${prompt} ${due}`)
    if (pick(40) === 0) kill()
    return done
  }
  const look = async () => {
    const schedules = await all()
    for (const { id, results: newest } of schedules)
      for (const result of newest) {
        const key = `${id} ${result.due}`
        const { told: _, ...before } = results.get(key) ?? result
        const { told: __, ...after } = result
        expect(after, `${key} ended twice`).toEqual(before)
        results.set(key, result)
      }
    return schedules
  }
  /** Until nothing is due, or the process has died. */
  const settled = async (signal: AbortSignal) => {
    for (;;) {
      signal.throwIfAborted()
      const schedules = await look()
      if (!schedules.some((one) => (dueOf(one) ?? Number.POSITIVE_INFINITY) <= clock.at)) return schedules
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  let given = 0
  const live = async (signal: AbortSignal, passes: (schedules: Schedule[]) => void) => {
    const wait = async (_: number, either: AbortSignal) => passes(await settled(either))
    const options = { now, newId: () => `input-${given++}`, perform, wait }
    const failed = (error: unknown) => expect.unreachable(String(error))
    watched = new MortalStore(path, mayDie)
    await runSchedules(watched, { ...options, failed }, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
  while (clock.at < end) {
    stop = new AbortController()
    await live(stop.signal, (schedules) => {
      const next = Math.min(end, ...schedules.map((one) => dueOf(one) ?? end).filter((due) => due > clock.at))
      const jump = pick(full ? 80 : 12)
      if (jump === 0) figures.sleeps++
      if (jump === 1) figures.back++
      // Time passes to what is next, the machine sleeps for up to three days, or its clock is set back by an hour.
      clock.at = jump === 0 ? clock.at + (1 + pick(72)) * hourMs : jump === 1 ? clock.at - hourMs : next
      if (clock.at >= end) stop.abort()
    })
  }
  // What was cut, or waits to be tried again, is finished by whoever comes next; nothing new begins.
  clock.at = end
  outages.length = 0
  while ((await look()).some((one) => one.running || (dueOf(one) ?? end + 1) <= end)) {
    stop = new AbortController()
    await live(stop.signal, () => stop.abort())
    clock.at += minuteMs
  }
  return { all: await look(), expected, results, acted, figures, end }
}

test.each(parts)(
  'over weeks with sleeping machines, clocks that jump, kills at every write and servers that are away, each time is done once or told: part %i',
  async (part) => {
    const { all, expected, results, acted, figures, end } = await weeks(part)
    const counted = { times: 0, done: 0, failed: 0, 'left-out': 0, missed: 0 }
    for (const { id, prompt } of all) {
      const { times, missed: policy } = expected.get(prompt) as { times: number[]; missed: MissedPolicy }
      const own = [...results].filter(([key]) => key.startsWith(`${id} `)).map(([, result]) => result)
      const stood = own
        .toSorted((a, b) => a.due - b.due)
        .flatMap(({ due, missed, outcome }) => {
          if (due > end) return []
          const at = times.indexOf(due)
          expect(at, `${prompt} at ${new Date(due).toISOString()}`).toBeGreaterThanOrEqual(missed)
          if (policy === 'all') expect(missed).toBe(0)
          counted[outcome as 'done']++
          counted.missed += missed
          return times.slice(at - missed, at + 1)
        })
      // Each of its times stands in one result, as itself or among those that were missed before it.
      expect(stood, prompt).toEqual(times)
      counted.times += times.length
    }
    const done = [...results.values()].filter(({ outcome }) => outcome === 'done')
    expect(new Set(acted.values()).size, 'a time that was acted on twice').toBe(acted.size)
    // What is told as done was done by one input, and no input is told twice.
    expect(new Set(done.map(({ text }) => text)).size).toBe(done.length)
    expect(done.every(({ text }) => acted.has(text.replace('답 ', '')))).toBe(true)
    // Nobody asks a model but for what was due: once each, again after a kill, and again where no server could be
    // reached.
    expect(figures.asked - figures.refused).toBeLessThanOrEqual(done.length + figures.died)
    expect(figures.died).toBeGreaterThan(0)
    if (full) console.log(JSON.stringify({ part, ...counted, ...figures, acted: acted.size }))
  },
  full ? 1_800_000 : 120_000,
)
