import { beforeAll, expect, test } from 'vitest'
import { type Reminder, recounted } from '../../../src/core/reminders/reminder.ts'
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
    'one that a person answered stays answered',
    {
      state: 'waiting',
      rule: daily as never,
      next: at('2027-11-28T08:00:00+09:00'),
      ring: { ...ringOf('2027-11-27T08:00:00+09:00', yearOn), done: true },
    },
    undefined,
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
