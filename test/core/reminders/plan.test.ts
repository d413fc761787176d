import { expect, test } from 'vitest'
import { dayOf, type Plan, planOf } from '../../../src/core/reminders/plan.ts'

/** Monday, 23 November 2026, 08:00 in Seoul. */
const when = { now: new Date('2026-11-23T08:00:00+09:00'), zone: 'Asia/Seoul' }
const seoul = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 16)
const ruleOf = ({ rule }: Plan) => (rule ? ` ${rule.replace(/\n/, ' ').replace(/^DTSTART;TZID=/, '')}` : '')
const shown = (plan: Plan): string =>
  [plan, ...(plan.also ?? [])].map((one) => seoul(one.next) + ruleOf(one)).join(' + ')

/** What is said of the time and of the repetition, and the plan or what of it cannot be read. */
const rows: [at: string | undefined, repeat: string | undefined, plan: string][] = [
  ['2026-11-23T08:00:01', undefined, '2026-11-23T08:00'],
  ['2026-11-23T08:00:00', undefined, 'past'],
  ['2026-11-23T07:59:59', undefined, 'past'],
  ['2026-11-24T06:00:00+09:00', undefined, '2026-11-24T06:00'],
  ['2026-11-24', undefined, '2026-11-24T09:00'],
  ['내일', undefined, '2026-11-24T09:00'],
  ['내일 저녁 7시 반', undefined, '2026-11-24T19:30'],
  ['tomorrow morning at 7', undefined, '2026-11-24T07:00'],
  ['30분 뒤', undefined, '2026-11-23T08:30'],
  ['잘 모르는 때', undefined, 'at'],
  [undefined, undefined, 'at'],
  [undefined, '  ', 'at'],
  ['내일 9시 콩나물', undefined, 'unread 콩나물 2026-11-24T09:00'],
  [undefined, 'daily', '2026-11-23T09:00 Asia/Seoul:20261123T090000 RRULE:FREQ=DAILY'],
  ['2026-11-24T21:15', 'Daily', '2026-11-24T21:15 Asia/Seoul:20261124T211500 RRULE:FREQ=DAILY'],
  ['2026-11-24T21:15:30', 'daily', '2026-11-24T21:15 Asia/Seoul:20261124T211530 RRULE:FREQ=DAILY'],
  ['2026-11-23T07:00', 'daily', '2026-11-24T07:00 Asia/Seoul:20261123T070000 RRULE:FREQ=DAILY'],
  [undefined, 'weekdays', '2026-11-23T09:00 Asia/Seoul:20261123T090000 RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  [undefined, '매주 수요일 밤 10시', '2026-11-25T22:00 Asia/Seoul:20261123T220000 RRULE:FREQ=WEEKLY;BYDAY=WE'],
  ['9시', '매달 13일', '2026-12-13T09:00 Asia/Seoul:20261123T090000 RRULE:FREQ=MONTHLY;BYMONTHDAY=13'],
  [undefined, '잘 모르는 때', 'repeat'],
  [undefined, 'RRULE:FREQ=WEEKLY;BYDAY=FR', '2026-11-27T09:00 Asia/Seoul:20261123T090000 RRULE:FREQ=WEEKLY;BYDAY=FR'],
  ['2026-11-27T18:05', 'RRULE:FREQ=WEEKLY', '2026-11-27T18:05 Asia/Seoul:20261127T180500 RRULE:FREQ=WEEKLY'],
  [undefined, 'RRULE:nonsense', 'repeat'],
  ['내일 9시 도쿄 시간', undefined, '2026-11-24T09:00'],
  ['내일 오전 9시 뉴욕 시간', undefined, '2026-11-24T23:00'],
  [undefined, '매일 오전 9시 뉴욕 시간', '2026-11-23T23:00 America/New_York:20261122T090000 RRULE:FREQ=DAILY'],
]

test.each(rows)('%s, %s → %s', async (at, repeat, wanted) => {
  const plan = await planOf(at, repeat, when)
  const told =
    typeof plan === 'string' ? plan : 'unread' in plan ? `unread ${plan.unread} ${shown(plan.understood)}` : shown(plan)
  expect(told).toBe(wanted)
})

test.each([
  ...[
    'nonsense',
    'FREQ=NEVER',
    'FREQ=SECONDLY',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=abc',
    'FREQ=DAILY;COUNT=-1',
  ],
  ...['FREQ=DAILY;UNTIL=xx', 'FREQ=DAILY;BYHOUR=24', 'FREQ=DAILY;BYMINUTE=60', 'FREQ=WEEKLY;BYDAY=XX'],
  ...['FREQ=MONTHLY;BYMONTHDAY=32', 'FREQ=MONTHLY;BYMONTHDAY=0', 'FREQ=YEARLY;BYMONTH=13', 'FREQ=DAILY;BYSETPOS=0'],
  ...['FREQ=DAILY;UNKNOWN=1', 'FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2'],
])('a rule that is none or never comes sets nothing: %s', async (rule) => {
  expect(await planOf(undefined, `RRULE:${rule}`, when)).toBe('repeat')
  expect(await planOf(undefined, `DTSTART;TZID=Asia/Seoul:20261123T090000\nRRULE:${rule}`, when)).toBe('repeat')
})

test('the day of a time is the one that stands in it, in the zone of the person', () => {
  const days = ['2026-11-24', '2026-11-23T15:30:00Z', '모레 오후 3시', '다음 주 금요일', '언젠가'].map((at) =>
    dayOf(at, when),
  )
  expect(days).toEqual(['2026-11-24', '2026-11-24', '2026-11-25', '2026-12-04', undefined])
})
