import ICAL from 'ical.js'
import { beforeAll, expect, test } from 'vitest'
import { addDays } from '../../../../src/std/time/calendar.ts'
import { loadRecurrence, nextOccurrences, type Recurrence, toRuleText } from '../../../../src/std/time/recurrence.ts'
import { type FeedEntry, writeFeed } from '../../../../src/tools/calendar/feed/write-feed.ts'
import { partOf, sampleOf } from '../../../parts.ts'

const now = Date.parse('2026-11-28T00:00:00Z')
const years = 10
const end = new Date(`${2026 + years}-11-28T00:00:00Z`)
const entryOf = (time: FeedEntry['time'], more: Partial<FeedEntry> = {}): FeedEntry => ({
  ...{ uid: 'one@assistant', title: '하나', made: now, time },
  ...more,
})

/** The feed as its parser sees it, without a line of ours: each event with its zones. */
function eventsOf(text: string): ICAL.Event[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone'))
    ICAL.TimezoneService.register(zone as unknown as ICAL.Timezone)
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
}

function instantsOf(event: ICAL.Event, most: number): number[] {
  const times: number[] = []
  const all = event.iterator()
  for (let at = all.next(); at && times.length < most; at = all.next()) times.push(+at.toJSDate())
  return times
}

beforeAll(loadRecurrence)

test('a lunar day stands in the feed on the solar days of ten years, as ICU counts them', () => {
  const format = new Intl.DateTimeFormat('en-u-ca-dangi', { month: 'numeric', day: 'numeric', timeZone: 'UTC' })
  const lunarDays = Array.from({ length: 366 * years }, (_, i) => addDays('2026-11-28', i)).map((date) => {
    const parts = new Map(format.formatToParts(new Date(`${date}T12:00:00Z`)).map(({ type, value }) => [type, value]))
    return { date, month: parts.get('month') ?? '', day: Number(parts.get('day')) }
  })
  const isLast = (index: number) => lunarDays[index + 1]?.day === 1
  const days = Array.from({ length: partOf(360, 18) }, (_, i) => (i * 19) % 360)
  for (const one of days) {
    const [month, day] = [Math.floor(one / 30) + 1, (one % 30) + 1]
    const rule: Recurrence = { every: 'year', interval: 1, anchor: '2026-11-28', lunar: true, month, day }
    const text = toRuleText({ ...rule, time: { hour: 9, minute: 0 } }, 'Asia/Seoul')
    const feed = writeFeed('알림', [entryOf({ rule: text, from: now, zone: 'Asia/Seoul' })], now)
    const shown = [...feed.matchAll(/DTSTART;TZID=Asia\/Seoul:(\d{4})(\d\d)(\d\d)T090000/g)].map(
      ([, y, m, d]) => `${y}-${m}-${d}`,
    )
    const truth = lunarDays
      .filter(
        ({ month: m, day: d }, at) => m === String(month) && (d === day || (day === 30 && d === 29 && isLast(at))),
      )
      .map(({ date }) => date)
    expect([month, day, shown.filter((date) => new Date(date) < end)]).toEqual([
      month,
      day,
      truth.filter((date) => new Date(date) < end),
    ])
    expect(feed).not.toContain('RRULE')
  }
})

// Of BYSETPOS this parser knows nothing: test/journeys/serve/calendar-feed.test.ts asks another one.
test('what repeats comes in another reader at the times at which it rings here, in zones whose clocks change, too', () => {
  const rules: Recurrence[] = [
    { every: 'day', interval: 2, anchor: '2026-11-20' },
    { every: 'week', interval: 1, anchor: '2026-11-25', weekdays: [1, 3, 5] },
    { every: 'week', interval: 2, anchor: '2026-11-25', weekdays: [1] },
    { every: 'month', interval: 1, anchor: '2026-11-01', day: 31 },
    { every: 'month', interval: 1, anchor: '2026-11-01', day: 'last' },
    { every: 'month', interval: 1, anchor: '2026-11-01', weekdays: [5], nth: -1 },
    { every: 'year', interval: 1, anchor: '2024-02-28' },
    { every: 'week', interval: 1, anchor: '2026-11-23', weekdays: [1], count: 3 },
    { every: 'day', interval: 1, anchor: '2026-11-28', until: '2026-12-03', except: ['2026-11-30'] },
    { every: 'day', interval: 1, anchor: '2026-11-28', more: [{ hour: 18, minute: 30 }] },
  ]
  for (const zone of sampleOf(['America/New_York', 'Asia/Seoul', 'Europe/Dublin', 'Australia/Lord_Howe']))
    for (const rule of rules) {
      const time = { hour: 9, minute: 30 }
      const text = toRuleText({ ...rule, time }, zone)
      const from = rule.count === undefined ? now : 0
      const feed = writeFeed('알림', [entryOf({ rule: text, from, zone })], now)
      const [event] = eventsOf(feed)
      expect([zone, rule, event && instantsOf(event, 12)]).toEqual([
        zone,
        rule,
        nextOccurrences(text, new Date(from - 1), zone, 12).map(Number),
      ])
    }
})

test('days, instants and texts with marks of their own are read as they were meant', () => {
  const feed = writeFeed(
    '내 알림',
    [
      entryOf({ day: '2026-12-04' }, { uid: 'a', title: '견적서; 둘, 셋\\넷\n다섯', note: '할 일'.repeat(40) }),
      entryOf({ at: Date.parse('2026-11-29T00:00:00Z'), zone: 'Asia/Seoul' }, { uid: 'b' }),
      entryOf({ at: Date.parse('2026-11-29T00:00:00Z'), zone: 'America/New_York' }, { uid: 'c' }),
    ],
    now,
  )
  const read = eventsOf(feed).map(({ uid, summary, description, startDate, endDate }) => [
    ...[uid, summary, description, startDate.toString(), startDate.zone?.tzid, endDate.toString()],
  ])
  expect(read).toEqual([
    ['a', '견적서; 둘, 셋\\넷\n다섯', '할 일'.repeat(40), '2026-12-04', 'floating', '2026-12-05'],
    ['b', '하나', null, '2026-11-29T09:00:00', 'Asia/Seoul', '2026-11-29T09:00:00'],
    ['c', '하나', null, '2026-11-28T19:00:00', 'America/New_York', '2026-11-28T19:00:00'],
  ])
  expect(feed.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  expect(writeFeed('내 알림', [], now)).toContain('END:VCALENDAR')
})
