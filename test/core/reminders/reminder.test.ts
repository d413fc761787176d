import { beforeAll, expect, test } from 'vitest'
import { foldReminder, type Reminder, recounted, ringAt } from '../../../src/core/reminders/reminder.ts'
import { loadRecurrence } from '../../../src/std/time/recurrence.ts'

beforeAll(() => loadRecurrence())

const at = (text: string) => Date.parse(text)
const now = at('2026-11-27T12:00:00+09:00')
const zone = 'Asia/Seoul'
const daily = 'DTSTART;TZID=Asia/Seoul:20261120T080000\nRRULE:FREQ=DAILY'
const pill = {
  id: '1',
  kind: 'reminder',
  title: 'pill',
  createdAt: 1,
  zone,
  profile: 'me',
  by: 'owner',
} as unknown as Reminder
const ringOf = (due: string, rang: string) => ({ due: at(due), at: at(rang), missed: 0, late: false, told: ['tui'] })
const yearOn = '2027-11-27T12:00:00+09:00'

test.each<[what: string, reminder: Partial<Reminder>, next: string | undefined]>([
  [
    'a daily one comes tomorrow',
    {
      rule: daily as never,
      state: 'waiting',
      next: at('2027-11-28T08:00:00+09:00'),
      ring: ringOf('2027-11-27T08:00:00+09:00', yearOn),
    },
    '2026-11-28T08:00:00+09:00',
  ],
  [
    'one that rang too early waits for its time',
    { state: 'rang', ring: ringOf('2026-12-24T08:00:00+09:00', yearOn) },
    '2026-12-24T08:00:00+09:00',
  ],
  [
    'one whose time is over stays rung',
    { state: 'rang', ring: ringOf('2026-11-26T08:00:00+09:00', yearOn) },
    undefined,
  ],
  [
    'a daily one that a person answered then comes tomorrow, too',
    {
      state: 'waiting',
      rule: daily as never,
      next: at('2027-11-28T08:00:00+09:00'),
      ring: { ...ringOf('2027-11-27T08:00:00+09:00', yearOn), done: true },
    },
    '2026-11-28T08:00:00+09:00',
  ],
  [
    'one that was cancelled stays so',
    { state: 'cancelled', ring: ringOf('2026-12-24T08:00:00+09:00', yearOn) },
    undefined,
  ],
  [
    'an hour back is a clock that was put right: nothing rings twice',
    {
      rule: daily as never,
      state: 'waiting',
      next: at('2026-11-28T08:00:00+09:00'),
      ring: ringOf('2026-11-27T08:00:00+09:00', '2026-11-27T13:00:00+09:00'),
    },
    undefined,
  ],
])('after a clock that was a year ahead, %s', (_, reminder, next) => {
  const entry = recounted({ ...pill, ...reminder } as Reminder, now)
  expect(entry?.reminder.next).toBe(next === undefined ? undefined : at(next))
  if (entry) expect([entry.reminder.ring, (entry.reminder as Reminder).state]).toEqual([undefined, 'waiting'])
})

test.each<[what: string, reminder: Partial<Reminder>]>([
  ['a daily one', { rule: daily as never, next: at('2026-11-28T08:00:00+09:00'), state: 'waiting' }],
  ['one that rang', { state: 'rang' }],
  ['one that was put off', { state: 'waiting', snoozed: at('2026-11-27T12:30:00+09:00') }],
])('after a clock that was a year behind, %s stands as before it', (_, more) => {
  const before = {
    ...pill,
    ...more,
    ring: ringOf('2026-11-27T08:00:00+09:00', '2026-11-27T08:00:00+09:00'),
  } as Reminder
  const behind = recounted(before, at('2025-11-27T12:00:00+09:00'))?.reminder as Reminder
  expect(behind).not.toEqual(before)
  expect(recounted(behind, at('2025-11-27T12:00:05+09:00'))).toBeUndefined()
  expect(recounted(behind, now)?.reminder).toEqual(before)
})

test.each([
  ['set back by an hour since, what rang by then does not ring again', '2026-11-28T08:00:00+09:00', 1],
  ['that is a year behind now, it rings every day by that one', '2027-11-27T08:00:00+09:00', 0],
])('after a clock that was ahead and is one %s', (_, first, days) => {
  const ring = { ...ringOf('2027-11-27T08:00:00+09:00', yearOn), first: at(first) }
  const reminder = { ...pill, rule: daily, state: 'waiting', next: at('2027-11-28T08:00:00+09:00'), ring } as never
  const early = at('2026-11-27T07:00:00+09:00')
  expect(recounted(reminder, early)?.reminder.next).toBe(at('2026-11-27T08:00:00+09:00') + days * 86_400_000)
})

test('after a clock that was a year ahead what rang by it never comes back once the right time rang', () => {
  const all = new Map<string, Reminder>()
  const early = ringOf('2026-12-24T08:00:00+09:00', yearOn)
  const kept = recounted({ ...pill, state: 'rang', ring: early } as Reminder, now)
  if (kept) foldReminder(all, kept)
  const due = at('2026-12-24T08:00:00+09:00')
  const rang = ringAt(all.get('1') as Reminder, due)
  if (rang) foldReminder(all, rang)
  expect(all.get('1')).toMatchObject({ state: 'rang', ring: { due, at: due } })
  expect(recounted(all.get('1') as Reminder, at('2028-01-01T00:00:00Z'))).toBeUndefined()
})
