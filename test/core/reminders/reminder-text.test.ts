import { expect, test } from 'vitest'
import type { Reminder, Ring } from '../../../src/core/reminders/reminder.ts'
import {
  followingText,
  reminderLine,
  repeatText,
  ringsText,
  ringText,
  titleText,
  whenText,
} from '../../../src/core/reminders/reminder-text.ts'
import { loadRecurrence } from '../../../src/std/time/recurrence.ts'

const zone = 'Asia/Seoul'
const ko = { language: 'ko', zone, now: new Date('2026-11-23T08:00:00+09:00') } as const
const en = { ...ko, language: 'en' } as const
const at = (text: string) => Date.parse(`${text}+09:00`)
const start = 'DTSTART;TZID=Asia/Seoul:20261123T090000\nRRULE:'

test.each([
  ['FREQ=MINUTELY;INTERVAL=20', '20분마다', 'every 20 minutes'],
  ['FREQ=HOURLY', '매시간', 'hourly'],
  ['FREQ=DAILY', '매일', 'daily'],
  ['FREQ=DAILY;INTERVAL=3', '3일마다', 'every 3 days'],
  ['FREQ=DAILY;BYHOUR=9,18;BYMINUTE=5', '매일 9:05, 18:05', 'daily 9:05, 18:05'],
  ['FREQ=DAILY;BYHOUR=9', '매일 9:00', 'daily 9:00'],
  ['FREQ=WEEKLY;BYDAY=MO,FR', '매주 월·금', 'weekly on Mon·Fri'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU', '2주마다 일', 'every 2 weeks on Sun'],
  ['FREQ=MONTHLY;BYMONTHDAY=25', '매달 25일', 'monthly on day 25'],
  ['FREQ=MONTHLY', '매달 23일', 'monthly on day 23'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', '매달 말일', 'monthly on the last day'],
  ['FREQ=MONTHLY;BYDAY=2TU', '매달 2번째 화요일', 'monthly on the 2nd Tue'],
  ['FREQ=MONTHLY;BYDAY=-1FR', '매달 마지막 금요일', 'monthly on the last Fri'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '매달 마지막 평일', 'monthly on the last weekday'],
  ['FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=18', '매년 6월 18일', 'yearly on 6/18'],
  ['FREQ=YEARLY', '매년 11월 23일', 'yearly on 11/23'],
  ['FREQ=DAILY;UNTIL=20261231T140000Z', '매일 12월 31일까지', 'daily until 12/31'],
  ['FREQ=DAILY;COUNT=5', '매일 5번', 'daily 5 times'],
])('%s is %s, %s', async (rule, korean, english) => {
  await loadRecurrence()
  expect([repeatText(`${start}${rule}`, 'ko', zone), repeatText(`${start}${rule}`, 'en', zone)]).toEqual([
    korean,
    english,
  ])
})

test('a rule by the clock of another place names it; none is empty', () => {
  expect(repeatText('DTSTART;TZID=America/New_York:20261123T073000\nRRULE:FREQ=DAILY', 'ko', zone)).toContain('07:30')
  expect(repeatText(`${start}FREQ=DAILY`, 'ko', zone)).not.toContain('09:00')
  expect(repeatText(undefined, 'ko', zone)).toBe('')
})

test('a time has its year only where that is another one', () => {
  expect(whenText(at('2026-12-31T23:59:00'), ko)).toBe('12월 31일 목요일 오후 11시 59분')
  expect(whenText(at('2027-01-01T00:30:00'), ko)).toBe('2027년 1월 1일 금요일 오전 12시 30분')
  expect(whenText(at('2026-11-24T09:00:00'), en)).toBe('Tuesday, November 24, 9:00 AM')
})

const reminder = (own: Partial<Reminder> = {}) =>
  ({
    id: '7',
    kind: 'reminder',
    title: '약 먹기',
    zone,
    state: 'waiting',
    next: at('2026-11-24T09:00:00'),
    ...own,
  }) as Reminder
const ring = (own: Partial<Ring> = {}): Ring =>
  ({ due: at('2026-11-23T07:00:00'), at: +ko.now, missed: 0, late: false, ...own }) as Ring

test('a ring says when it should have come, and how many were missed', () => {
  const plain = ringText(reminder(), ring(), ko)
  expect(plain).not.toContain('7시')
  expect(ringText(reminder(), ring({ late: true }), ko)).toContain('11월 23일 월요일 오전 7시')
  expect(ringText(reminder(), ring({ missed: 1 }), ko)).not.toBe(plain)
  expect(ringText(reminder(), ring({ missed: 2 }), ko)).toContain('2')
})

test('of many that rang together thirty are named, and how many more there are', () => {
  const many = (count: number) => Array.from({ length: count }, () => ({ reminder: reminder(), ring: ring() }))
  expect(ringsText(many(30), ko).split('\n')).toHaveLength(31)
  const lines = ringsText(many(33), ko).split('\n')
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([
    32,
    expect.stringContaining('33'),
    expect.stringContaining('3'),
  ])
  expect(lines.at(-1)).not.toContain('33')
})

test('a line of the list, a timer by its name, and the two times that follow', async () => {
  await loadRecurrence()
  const daily = reminder({ rule: `${start}FREQ=DAILY` as never, next: at('2026-11-23T09:00:00') })
  expect(reminderLine(reminder(), ko)).toBe('7. 11월 24일 화요일 오전 9시 약 먹기')
  expect(followingText(daily, at('2026-11-23T09:00:00'), ko)).toContain('11월 24일 화요일 오전 9시')
  expect(followingText(daily, at('2026-11-23T09:00:00'), ko)).toContain('11월 25일')
  expect(followingText(daily, at('2026-11-23T09:00:00'), ko)).not.toContain('11월 26일')
  expect(followingText(reminder(), at('2026-11-23T09:00:00'), ko)).toBe('')
  expect(reminderLine(daily, ko)).toContain(' · ')
  expect(titleText({ kind: 'timer', title: '3분' }, 'ko')).toBe('3분 타이머')
  expect(titleText({ kind: 'alarm', title: '기상' }, 'ko')).toBe('기상')
})
