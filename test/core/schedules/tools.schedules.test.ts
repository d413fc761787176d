import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runSchedules } from '../../../src/core/schedules/clock.ts'
import { dueOf, type Schedule } from '../../../src/core/schedules/schedule.ts'
import type { ScheduleArgs } from '../../../src/core/schedules/schedule-args.ts'
import { ScheduleStore } from '../../../src/core/schedules/store.ts'
import { performSchedule } from '../../../src/core/schedules/tools.ts'
import { nextOccurrence } from '../../../src/std/time/recurrence.ts'

const hourMs = 3_600_000
const zone = 'America/New_York'

/** A folder of schedules, a clock that is moved by hand, and a person who speaks to it. */
async function desk(start: string, at = zone) {
  const folder = await mkdtemp(join(tmpdir(), 'schedules-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'schedules.jsonl')
  const clock = { at: Date.parse(start) }
  const now = () => new Date(clock.at)
  const asked = (args: ScheduleArgs, store = new ScheduleStore(path)) =>
    performSchedule(store, args, { now, zone: at, language: 'ko', profile: 'me', by: 'owner' })
  return { path, clock, now, asked, all: async () => [...(await new ScheduleStore(path).all()).values()] }
}

/** Lets what runs go on until nothing is due any more, or the process has died. */
async function settled(store: ScheduleStore, now: () => Date, signal: AbortSignal): Promise<void> {
  const isDue = (one: Schedule) => (dueOf(one) ?? Number.POSITIVE_INFINITY) <= +now()
  while ([...(await store.all()).values()].some(isDue)) {
    signal.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

test('missed times are done once for all, left out, or one after the other, as was chosen', async () => {
  const { clock, now, asked, path, all } = await desk('2026-11-23T06:00:00-05:00')
  for (const missed of ['once', 'skip', 'all'] as const)
    await asked({ action: 'create', prompt: missed, repeat: '매일 7시', missed })
  clock.at += 3 * 24 * hourMs + 2 * hourMs
  const stop = new AbortController()
  let given = 0
  const watched = new ScheduleStore(path)
  const wait = async (_: number, signal: AbortSignal) => {
    await settled(watched, now, signal)
    stop.abort()
  }
  const perform = async () => ({ outcome: 'done' as const, text: '답', tokens: 1 })
  await runSchedules(
    new ScheduleStore(path),
    { now, newId: () => `i${given++}`, perform, failed: () => {}, wait },
    stop.signal,
  )
  expect(
    (await all()).map(({ prompt, results }) => [
      prompt,
      ...results.map(({ outcome, missed }) => `${outcome} ${missed}`),
    ]),
  ).toEqual([
    ['once', 'done 3'],
    ['skip', 'left-out 3'],
    ['all', 'done 0', 'done 0', 'done 0', 'done 0'],
  ])
})

test('what failed before it did anything is tried again with pauses, never past its next time, and then told', async () => {
  const { clock, now, asked, path, all } = await desk('2026-11-23T06:59:00-05:00')
  await asked({ action: 'create', prompt: '하루', repeat: '매일 7시' })
  await asked({ action: 'create', prompt: '시간', repeat: '30분마다' })
  const stop = new AbortController()
  const tries: Record<string, number> = {}
  const watched = new ScheduleStore(path)
  const wait = async (_: number, signal: AbortSignal) => {
    await settled(watched, now, signal)
    clock.at += 60_000
    if (clock.at > Date.parse('2026-11-23T10:00:00-05:00')) stop.abort()
  }
  const perform = async ({ prompt }: Schedule) => {
    tries[prompt] = (tries[prompt] ?? 0) + 1
    return { outcome: 'failed' as const, text: '연결하지 못했어요.', tokens: 0, again: 'later' as const }
  }
  let given = 0
  await runSchedules(
    new ScheduleStore(path),
    { now, newId: () => `i${given++}`, perform, failed: () => {}, wait },
    stop.signal,
  )
  const daily = (await all()).find(({ prompt }) => prompt === '하루')
  expect(tries.하루).toBe(6)
  expect(daily?.results.map(({ outcome, text }) => [outcome, text])).toEqual([['failed', '연결하지 못했어요.']])
  const often = (await all()).find(({ prompt }) => prompt === '시간')
  // Each time ends before the next one begins.
  expect(often?.results.length).toBeGreaterThanOrEqual(4)
})

test('a turn that breaks is looked at again with the next look at the clock, not at once', async () => {
  const { clock, now, asked, path } = await desk('2026-11-23T06:59:00-05:00')
  await asked({ action: 'create', prompt: '하루', repeat: '매일 7시' })
  clock.at += 60_000
  const stop = new AbortController()
  let [looks, tries] = [0, 0]
  const told: unknown[] = []
  const wait = async (_: number, signal: AbortSignal) => {
    await expect.poll(() => told.length).toBeGreaterThan(looks)
    // Whoever cuts the pause short begins anew without it.
    expect(signal.aborted).toBe(false)
    if (++looks === 4) stop.abort()
  }
  const perform = async (): Promise<never> => {
    throw new Error(`broken ${++tries}`)
  }
  const failed = (error: unknown) => void told.push(error)
  await runSchedules(new ScheduleStore(path), { now, newId: () => 'i', perform, failed, wait }, stop.signal)
  // A change of the file may cause a look of its own.
  expect(tries).toBeLessThanOrEqual(10)
})

test('nothing is scheduled by a half: what was not read is asked about, and a plan needs words and a time', async () => {
  const { asked, all } = await desk('2026-11-23T06:00:00-05:00')
  for (const wrong of [
    { prompt: '요약해줘', repeat: '가끔' },
    { prompt: '요약해줘' },
    { prompt: '  ', repeat: '매일 7시' },
    { prompt: '요약해줘', at: '2020-01-01T07:00:00Z' },
    { prompt: '요약해줘', repeat: '매일 7시', tokens: Number.NaN },
    { prompt: '요약해줘', repeat: '매일 7시 보름달에' },
  ])
    expect((await asked({ action: 'create', ...wrong })).isError, JSON.stringify(wrong)).toBe(true)
  expect(await all()).toEqual([])
})

test('pause, resume, edit and remove say what stands; what passed while it was paused is not made up for', async () => {
  const { clock, asked, all } = await desk('2026-11-23T06:00:00-05:00')
  await asked({ action: 'create', prompt: '오늘 일정 요약해줘', repeat: '매일 7시' })
  expect((await asked({ action: 'pause', id: '1' })).text).toContain('멈췄어요')
  clock.at += 5 * 24 * hourMs
  await asked({ action: 'resume', id: '1' })
  expect((await all()).map(({ state, next }) => [state, new Date(next ?? 0).toISOString()])).toEqual([
    ['active', '2026-11-28T12:00:00.000Z'],
  ])
  await asked({ action: 'edit', id: '1', repeat: '매주 월요일 9시', prompt: '한 주 요약' })
  expect((await all()).map(({ prompt, title, next }) => [prompt, title, new Date(next ?? 0).toISOString()])).toEqual([
    ['한 주 요약', '한 주 요약', '2026-11-30T14:00:00.000Z'],
  ])
  const ways = { model: 'm', folder: '/x', skills: ['s'], tools: ['fetch_url'], quiet: true, usd: 0.5, agent: 'cook' }
  await asked({ action: 'edit', id: '1', ...ways, watch: { kind: 'file', target: '/x/y' } })
  expect((await all())[0]).toMatchObject({ ...ways, prompt: '한 주 요약', watch: { kind: 'file', target: '/x/y' } })
  await asked({ action: 'edit', id: '1', model: '', folder: '', skills: [], tools: [], quiet: false, agent: '' })
  const left = Object.keys((await all())[0] ?? {})
  expect(left.filter((name) => name in ways)).toEqual(['usd'])
  expect((await asked({ action: 'edit', id: '1', prompt: ' ' })).isError).toBe(true)
  expect((await asked({ action: 'remove', id: '1' })).isError).toBeUndefined()
  expect((await asked({ action: 'pause', id: '1' })).text).toBe('예약 1번이 없어요. 목록을 먼저 확인해 주세요.')
})

test('another time for what repeats keeps its days and says so; an empty repetition makes it single', async () => {
  const { asked, all, now } = await desk('2026-11-23T12:30:00-05:00')
  const local = (at: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at)
  for (const repeat of [
    '매일 7시',
    '평일 7시',
    '매주 수요일 7시',
    '매달 31일 7시',
    '격주 금요일 7시',
    'RRULE:FREQ=WEEKLY;BYDAY=TU,TH',
  ]) {
    const { data } = await asked({ action: 'create', prompt: '요약', at: '7시', repeat })
    const id = String((data as { id: string }).id)
    const before = (await all()).find((one) => one.id === id)
    const { text, isError } = await asked({ action: 'edit', id, at: '오후 8시 30분' })
    expect([repeat, isError, text.includes('반복은 그대로')]).toEqual([repeat, undefined, true])
    const after = (await all()).find((one) => one.id === id)
    const days = (one: Schedule | undefined) => one?.rule?.replace(/^DTSTART[^\n]*\n/, '')
    expect([repeat, days(after)]).toEqual([repeat, days(before)])
    expect([repeat, local(after?.next ?? 0).slice(-5)]).toEqual([repeat, '20:30'])
    expect(after?.next).toBe(+(nextOccurrence(after?.rule ?? '', now(), zone) ?? 0))
    await asked({ action: 'edit', id, at: '내일 오후 8시', repeat: '' })
    expect((await all()).find((one) => one.id === id)?.rule).toBeUndefined()
  }
  const { data } = await asked({ action: 'create', prompt: '요약', repeat: '매일 7시' })
  for (const [at, hour] of [
    ['8시', '08:00'],
    ['8:30 pm', '20:30'],
    ['오후 3시', '15:00'],
    ['2026-12-01T06:15', '06:15'],
    ['내일 9시', '09:00'],
  ]) {
    await asked({ action: 'edit', id: String((data as { id: string }).id), at: at ?? '' })
    expect([at, local((await all()).at(-1)?.next ?? 0).slice(-5)]).toEqual([at, hour])
  }
  const many = await asked({ action: 'create', prompt: '요약', repeat: '매일 9시와 18시' })
  const { id, rule } = many.data as { id: string; rule: string }
  if (rule.includes('BYHOUR')) {
    expect((await asked({ action: 'edit', id, at: '8시' })).isError).toBe(true)
    expect((await all()).find((one) => one.id === id)?.rule).toBe(rule)
  }
  const hourly = (await asked({ action: 'create', prompt: '요약', repeat: '2시간마다' })).data as {
    id: string
    rule: string
  }
  expect(await asked({ action: 'edit', id: hourly.id, at: '8시' })).toMatchObject({ isError: true })
  expect((await all()).find((one) => one.id === hourly.id)?.rule).toBe(hourly.rule)
})

test('a file that somebody edited: what is no entry is passed over, and the rest goes on', async () => {
  const { asked, all, path } = await desk('2026-11-23T06:00:00-05:00')
  await asked({ action: 'create', prompt: '하나', repeat: '매일 7시' })
  const line = JSON.stringify({ type: 'created', schedule: { id: '2', title: 'x', rule: 'FREQ=NEVER' } })
  await writeFile(path, `${await readFile(path, 'utf8')}${line}\n null\n`)
  await asked({ action: 'create', prompt: '둘', repeat: '매일 8시' })
  expect((await all()).map(({ prompt }) => prompt)).toEqual(['하나', '둘'])
})
