// Sixty days of the real daemon in minutes: its clock, its zone and its life are somebody else's.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { dueOf as dueOfReminder } from '../../src/core/reminders/reminder.ts'
import { ReminderStore } from '../../src/core/reminders/store.ts'
import { perform } from '../../src/core/reminders/tools.ts'
import { dueOf as dueOfSchedule } from '../../src/core/schedules/schedule.ts'
import { ScheduleStore } from '../../src/core/schedules/store.ts'
import { performSchedule } from '../../src/core/schedules/tools.ts'
import { bareEnv, freshHome } from '../cli/assistant.ts'
import { longTestWith } from '../parts.ts'
import { Random } from '../random.ts'

const [secondMs, minuteMs, hourMs, dayMs] = [1_000, 60_000, 3_600_000, 86_400_000]
/** The whole run has 60 days: `TESTS=all DAYS=60`; `DAYS_SEED=7` is another course of events. */
const days = Number(process.env.DAYS ?? 6)
const seed = Number(process.env.DAYS_SEED ?? 1)
/** Zones that set their clocks on different days, and one that never does. */
const zones = ['America/New_York', 'Asia/Seoul', 'Europe/London'] as const
const begin = Date.parse(seed % 2 ? '2026-10-05T04:00:05Z' : '2027-02-15T05:00:05Z')

const isLastOfMonth = (day: Date) => new Date(+day + dayMs).getUTCDate() === 1
interface Repeating {
  words: string
  isDay(day: Date): boolean
  clocks: readonly string[]
}
const repeating: readonly Repeating[] = [
  { words: '매일 오전 7시 30분', isDay: () => true, clocks: ['07:30'] },
  // On one day of spring there is no such minute, and on one of autumn it comes twice.
  { words: '매일 오전 1시 30분', isDay: () => true, clocks: ['01:30'] },
  { words: '매일 오후 11시 50분', isDay: () => true, clocks: ['23:50'] },
  { words: '평일 오전 9시', isDay: (day) => day.getUTCDay() % 6 !== 0, clocks: ['09:00'] },
  { words: '매주 화요일 오후 3시', isDay: (day) => day.getUTCDay() === 2, clocks: ['15:00'] },
  { words: '매달 15일 정오', isDay: (day) => day.getUTCDate() === 15, clocks: ['12:00'] },
  { words: '매달 마지막 날 오후 6시', isDay: isLastOfMonth, clocks: ['18:00'] },
]

/** Return the moments of a wall clock in (from, to], found by trying every minute that it could be. */
function momentsIn(zone: string, from: number, to: number, { isDay, clocks }: Repeating): number[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' },
  })
  const found = new Set<number>()
  for (let day = Date.parse(new Date(from - 2 * dayMs).toISOString().slice(0, 10)); day < to + 2 * dayMs; day += dayMs)
    for (const clock of isDay(new Date(day)) ? clocks : []) {
      const wall = `${new Date(day).toISOString().slice(0, 10)}, ${clock}`
      const utc = Date.parse(`${wall.replace(', ', 'T')}Z`)
      const offsets = Array.from({ length: 27 }, (_, n) => utc + (n - 14) * hourMs)
      // What comes twice counts at first; what is left out that night is an hour later by the clock.
      const there = offsets.find((at) => format.format(at) === wall)
      const moment = there ?? offsets.find((at) => isPushed(format, at, wall))
      if (moment !== undefined && moment > from && moment <= to) found.add(moment)
    }
  return [...found].sort((a, b) => a - b)
}

/** True if the wall clock shows an hour more than what it would: the hour between was left out that night. */
function isPushed(format: Intl.DateTimeFormat, at: number, wall: string): boolean {
  const shown = Date.parse(`${format.format(at).replace(', ', 'T')}Z`)
  return shown === Date.parse(`${wall.replace(', ', 'T')}Z`) + hourMs && format.format(at - hourMs) !== wall
}

/** The machine that the daemon lives on: its clock is a file, its zone a link, and it can lose power. */
class Machine {
  readonly home = freshHome()
  readonly #etc = freshHome()
  readonly #clock = join(freshHome(), 'clock')
  readonly #library = execFileSync('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD'], {
    encoding: 'utf8',
  }).trim()
  #shift = 0
  #daemon: ChildProcess | undefined

  constructor() {
    for (const name of ['passwd', 'group', 'nsswitch.conf', 'hosts', 'ld.so.cache'])
      if (existsSync(join('/etc', name))) copyFileSync(join('/etc', name), join(this.#etc, name))
  }

  now = (): number => Date.now() + this.#shift

  set(at: number): void {
    this.#shift = Math.round((at - Date.now()) / secondMs) * secondMs
    writeFileSync(this.#clock, `${this.#shift < 0 ? '' : '+'}${this.#shift / secondMs}\n`)
    this.nudge()
  }

  travel(zone: string): void {
    rmSync(join(this.#etc, 'localtime'), { force: true })
    symlinkSync(join('/usr/share/zoneinfo', zone), join(this.#etc, 'localtime'))
    this.nudge()
  }

  /** Wakes the daemon's look at the clock, which else comes within five seconds. */
  nudge(): void {
    const today = new Date()
    for (const name of ['reminders.jsonl', 'schedules.jsonl'])
      if (existsSync(join(this.home, name))) utimesSync(join(this.home, name), today, today)
  }

  async boot(): Promise<void> {
    const { TZ: _, ...env } = bareEnv(this.home, {
      ...{ LD_PRELOAD: this.#library, FAKETIME_TIMESTAMP_FILE: this.#clock, FAKETIME_NO_CACHE: '1' },
      ...{ FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' },
    })
    const outside = ['--dev-bind', '/', '/', '--bind', this.#etc, '/etc', '--die-with-parent', '--']
    const daemon = spawn('bwrap', [...outside, process.execPath, resolve('bin/assistant.js'), 'daemon'], {
      ...{ env, stdio: ['ignore', 'pipe', 'pipe'] },
    })
    this.#daemon = daemon
    let said = ''
    daemon.stderr?.on('data', (text) => (said += String(text)))
    while (!said.includes('맡았어요')) {
      expect(daemon.exitCode, said).toBeNull()
      await Promise.race([once(daemon.stderr as NodeJS.ReadableStream, 'data'), once(daemon, 'close')])
    }
  }

  async losePower(): Promise<void> {
    const daemon = this.#daemon
    this.#daemon = undefined
    if (!daemon) return
    const gone = once(daemon, 'close')
    daemon.kill('SIGKILL')
    await gone
  }
}

/** One time that was rung, done or told as left out; `missed` times before it are told with it. */
interface Kept {
  due: number
  at: number
  missed: number
}

/** All that the files of the daemon ever said of each thing, by its name. */
class Diary {
  readonly #machine: Machine
  readonly reminders: ReminderStore
  readonly schedules: ScheduleStore
  readonly #seen = new Map<string, Map<string, Kept>>()

  constructor(machine: Machine) {
    this.#machine = machine
    this.reminders = new ReminderStore(join(machine.home, 'reminders.jsonl'))
    this.schedules = new ScheduleStore(join(machine.home, 'schedules.jsonl'))
  }

  /** Notes every ring and result that lies not far ahead: what a wrong clock did is over with it. */
  async read(): Promise<void> {
    const note = (name: string, kept: Kept) => {
      if (Math.max(kept.at, kept.due) > this.#machine.now() + 25 * hourMs) return
      const all = this.#seen.get(name) ?? new Map<string, Kept>()
      this.#seen.set(name, all.set(`${kept.due} ${kept.at}`, kept))
    }
    const lines = readFileSync(this.reminders.path, 'utf8').split('\n').filter(Boolean)
    const names = new Map([...(await this.reminders.all()).values()].map(({ id, title }) => [id, title]))
    for (const { type, id, ring } of lines.map((line) => JSON.parse(line)))
      if (type === 'rang') note(names.get(id) ?? '', ring)
    for (const { title, ring } of (await this.reminders.all()).values()) if (ring) note(title, ring)
    for (const { title, results } of (await this.schedules.all()).values()) for (const one of results) note(title, one)
  }

  /** Return the next time of anything, and true if something of now or of before is open. */
  async look(): Promise<{ next: number; isOpen: boolean }> {
    const now = this.#machine.now()
    const reminders = [...(await this.reminders.all()).values()].map(dueOfReminder)
    const schedules = [...(await this.schedules.all()).values()].map(dueOfSchedule)
    const times = [...reminders, ...schedules].filter((at) => at !== undefined)
    // Nothing of it comes so late: what a wrong clock made of a next time is counted anew.
    const isOpen = times.some((at) => at <= now || at > now + 100 * dayMs)
    return { next: Math.min(...times.filter((at) => at > now)), isOpen }
  }

  /** Waits until nothing is open, and reads what was written. */
  async settle(): Promise<number> {
    const patience = Date.now() + 30_000
    for (;;) {
      const { next, isOpen } = await this.look()
      if (!isOpen) {
        await this.read()
        return next
      }
      expect(Date.now(), 'something stays open').toBeLessThan(patience)
      await sleep(10)
    }
  }

  /** Waits until the daemon has looked at the clock of now: it rings something that is due by it. */
  async pass(zone: string): Promise<void> {
    const at = this.#machine.now()
    const when = { zone, profile: 'me', by: 'owner', createdAt: at } as const
    const { id } = await this.reminders.create({ kind: 'timer', title: 'now', next: at, ...when })
    await expect.poll(async () => (await this.reminders.all()).get(id)?.state, { timeout: 30_000 }).toBe('rang')
  }

  of(name: string): Kept[] {
    return [...(this.#seen.get(name)?.values() ?? [])].sort((a, b) => a.due - b.due || a.at - b.at)
  }
}

const iso = (at: number | undefined) => (at === undefined ? 'nothing' : new Date(at).toISOString().slice(0, 16))

/** Return how what was kept differs from the times that there were: each is a due one, or counted by the one after it. */
function faultsOf(name: string, kept: readonly Kept[], times: readonly number[]): string[] {
  const faults: string[] = []
  let before = Number.NEGATIVE_INFINITY
  for (const { due, at, missed } of kept) {
    const covered = times.filter((time) => time > before && time <= due)
    if (covered.at(-1) !== due) faults.push(`${name}: ${iso(due)} at ${iso(at)} is no time of it, or was told before`)
    else if (covered.length !== missed + 1)
      faults.push(`${name}: ${iso(due)} at ${iso(at)} told ${missed} missed of ${covered.map(iso)}`)
    before = Math.max(before, due)
  }
  const open = times.filter((time) => time > before)
  if (open.length > 0) faults.push(`${name}: never told: ${open.map(iso)}`)
  return faults
}

/** What there is to be told, and the times of it by the zones that the machine was in. */
async function plan(diary: Diary, random: Random, now: number) {
  const when = {
    now: () => new Date(now),
    zone: zones[0] as string,
    language: 'ko',
    profile: 'me',
    by: 'owner',
  } as const
  const single = new Map<string, number>()
  for (const { words } of repeating)
    expect(await perform(diary.reminders, { action: 'create', title: words, repeat: words }, when)).not.toHaveProperty(
      'isError',
    )
  for (let n = 0; n < days; n++) {
    const at = now + minuteMs * random.int(5, days * 24 * 60)
    const [title, minute] = [`할 일 ${n}`, new Date(Math.floor(at / minuteMs) * minuteMs)]
    single.set(title, +minute)
    await perform(diary.reminders, { action: 'create', title, at: minute.toISOString() }, when)
  }
  for (const [n, missed] of (['once', 'skip', 'all'] as const).entries()) {
    const { words } = repeating[n * 2] as Repeating
    const args = { action: 'create', title: `${missed} ${words}`, prompt: `${n} + 3`, repeat: words, missed } as const
    expect(await performSchedule(diary.schedules, args, when)).not.toHaveProperty('isError')
  }
  return single
}

longTestWith('faketime', 'bwrap')(
  'over days with sleep, trips, clocks set, wrong clocks and power cuts, the daemon rings or tells each thing once',
  async () => {
    const random = new Random(seed)
    const machine = new Machine()
    const diary = new Diary(machine)
    onTestFinished(() => machine.losePower())
    mkdirSync(machine.home, { recursive: true })
    let zone: string = zones[0]
    machine.travel(zone)
    machine.set(begin)
    const single = await plan(diary, random, machine.now())
    const stays: { zone: string; from: number }[] = [{ zone, from: machine.now() }]
    await machine.boot()
    const figures = { steps: 0, sleeps: 0, trips: 0, back: 0, ahead: 0, behind: 0, cuts: 0 }
    const log: string[] = []
    /** The latest time by the right clock: before it everything is told. */
    let latest = machine.now()
    const advance = (at: number) => {
      // A few seconds beside the minute, so that no time falls between two of these lines.
      machine.set(Math.floor(at / minuteMs) * minuteMs + secondMs * random.int(3, 25))
      latest = Math.max(latest, machine.now())
    }
    while (latest < begin + days * dayMs) {
      figures.steps++
      const next = await diary.settle()
      const chance = random.below(100)
      log.push(`${iso(machine.now())} ${chance} next ${iso(next)}`)
      if (chance < 6) {
        figures.sleeps++
        advance(latest + random.int(1, 72) * hourMs)
      } else if (chance < 12 && machine.now() >= latest) {
        figures.trips++
        zone = random.pick(zones.filter((other) => other !== zone))
        stays.push({ zone, from: machine.now() })
        machine.travel(zone)
        await expect.poll(async () => inZone(diary, zone), { timeout: 30_000 }).toBe(true)
      } else if (chance < 16) {
        figures.back++
        machine.set(machine.now() - random.int(5, 300) * minuteMs)
      } else if (chance < 22) {
        const way = random.chance(0.5) ? 'ahead' : 'behind'
        figures[way]++
        const [right, real] = [machine.now(), Date.now()]
        machine.set(right + (way === 'ahead' ? 1 : -1) * 366 * dayMs)
        await sleep(random.int(0, 1_500))
        machine.set(right + Date.now() - real)
        latest = Math.max(latest, machine.now())
        await diary.pass(zone)
      } else if (chance < 30) {
        figures.cuts++
        advance(next)
        await sleep(random.int(0, 60))
        await machine.losePower()
        if (random.chance(0.3)) advance(latest + random.int(1, 30) * hourMs)
        await machine.boot()
      } else advance(next)
    }
    await diary.settle()
    const end = machine.now()
    const timesOf = (kind: Repeating) =>
      stays.flatMap(({ zone: there, from }, n) => momentsIn(there, from, stays[n + 1]?.from ?? end, kind))
    const faults = [
      ...repeating.flatMap((kind) => faultsOf(kind.words, diary.of(kind.words), timesOf(kind))),
      ...[...single].flatMap(([title, at]) => faultsOf(title, diary.of(title), at <= end ? [at] : [])),
      ...(['once', 'skip', 'all'] as const).flatMap((missed, n) => {
        const kind = repeating[n * 2] as Repeating
        return faultsOf(`${missed} ${kind.words}`, diary.of(`${missed} ${kind.words}`), timesOf(kind))
      }),
    ]
    console.info(JSON.stringify(figures), stays.map((one) => `${one.zone} ${iso(one.from)}`).join(', '))
    if (faults.length > 0) console.info(log.join('\n'))
    expect(faults).toEqual([])
  },
  60_000 + days * 30_000,
)

async function inZone({ reminders, schedules }: Diary, zone: string): Promise<boolean> {
  const all = [...(await reminders.all()).values(), ...(await schedules.all()).values()]
  return all.every((one) => one.rule === undefined || one.zone === zone)
}
