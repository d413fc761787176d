import { beforeAll, expect, test } from 'vitest'
import { foldSchedule, recounted, type Schedule } from '../../../src/core/schedules/schedule.ts'
import { loadRecurrence } from '../../../src/std/time/recurrence.ts'

beforeAll(() => loadRecurrence())

const at = (text: string) => Date.parse(text)
const [morning, noon] = [at('2026-11-27T08:00:00+09:00'), at('2026-11-27T12:00:00+09:00')]
const [tomorrow, dayMs] = [at('2026-11-28T08:00:00+09:00'), 86_400_000]
const plan = {
  ...{ id: '1', title: 'news', prompt: 'news', zone: 'Asia/Seoul', missed: 'once', tokens: 1, minutes: 1 },
  ...{ profile: 'me', by: 'owner', createdAt: 1, state: 'active', results: [] },
} as unknown as Schedule
const daily = {
  ...plan,
  rule: 'DTSTART;TZID=Asia/Seoul:20261120T080000\nRRULE:FREQ=DAILY',
  next: tomorrow,
} as Schedule
const resultOf = (due: number, ran = due) => ({
  due,
  at: ran,
  outcome: 'done' as const,
  text: '',
  tokens: 1,
  missed: 0,
  told: [],
})
const attemptOf = (due: number) => ({ due, input: 'i', tries: 1, missed: 0 })
const [yearOn, yearBack] = [morning + 366 * dayMs, noon - 366 * dayMs]
const kept = (schedule: Schedule, now: number) => recounted(schedule, now)?.schedule

test.each<[string, Schedule, number | undefined]>([
  ['a daily one', { ...daily, next: yearOn + dayMs, results: [resultOf(yearOn)] }, tomorrow],
  [
    'one whose turn ended after the clock was put right',
    { ...daily, next: yearOn + dayMs, results: [resultOf(yearOn, noon)] },
    tomorrow,
  ],
  [
    'one that failed then and waits for another try',
    { ...daily, next: yearOn + dayMs, running: { ...attemptOf(yearOn), again: yearOn + 60_000 } },
    tomorrow,
  ],
  ['one that runs', { ...daily, next: yearOn + dayMs, running: attemptOf(yearOn) }, undefined],
  ['one that is paused', { ...daily, state: 'paused', results: [resultOf(yearOn)] }, undefined],
  ['one that comes once', { ...plan, state: 'over', results: [resultOf(tomorrow, yearOn)] }, tomorrow],
  ['one whose only time is over', { ...plan, state: 'over', results: [resultOf(morning, yearOn)] }, undefined],
])('after a clock that was a year ahead, %s comes at its next time', (_, schedule, next) => {
  expect(kept(schedule, noon)?.next).toBe(next)
})

test.each<[string, Schedule]>([
  ['a daily one', { ...daily, results: [resultOf(morning - dayMs), resultOf(morning)] }],
  ['one that is over', { ...plan, state: 'over', results: [resultOf(morning)] }],
  ['one that waits for another try', { ...daily, running: { ...attemptOf(morning), again: noon + 60_000 } }],
])('after a clock that was a year behind, %s stands as before it', (_, before) => {
  const behind = kept(before, yearBack) ?? before
  expect(kept(behind, yearBack + 5_000)).toBeUndefined()
  expect(kept(behind, noon) ?? behind).toEqual(before)
})

test('a turn by the clock of now ends the doubt about those before it', () => {
  const counted = kept({ ...daily, next: yearOn + dayMs, results: [resultOf(yearOn)] }, noon) as Schedule
  const all = new Map([['1', counted]])
  foldSchedule(all, { type: 'begun', id: '1', attempt: attemptOf(tomorrow), next: tomorrow + dayMs })
  foldSchedule(all, { type: 'ended', id: '1', result: resultOf(tomorrow) })
  expect(all.get('1')).toMatchObject({ next: tomorrow + dayMs, results: [{ due: tomorrow }] })
  expect(kept(all.get('1') as Schedule, yearOn + 30 * dayMs)).toBeUndefined()
})
