import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addLocalMonths } from '../../src/std/time/calendar.ts'
import { toInstant, toLocal, utcOf } from '../../src/std/time/local-time.ts'
import { datetime } from '../../src/tools/datetime.ts'
import { use } from './context.ts'

const answer = async (args: Record<string, unknown>, more = {}) => (await use(datetime, args, more)).text

test('now is told in the person’s zone and language', async () => {
  expect(await use(datetime, { action: 'now' })).toEqual({
    text: '2026년 11월 21일 토요일 오전 10:35 (Asia/Seoul, UTC+09:00)',
    data: { date: '2026-11-21', time: '10:35', weekday: 6, zone: 'Asia/Seoul', at: '2026-11-21T01:35:00.000Z' },
  })
  expect(await answer({ action: 'now', zone: 'New York' }, { language: 'en' })).toBe(
    'Friday, November 20, 2026 at 8:35 PM (America/New_York, UTC-05:00)',
  )
})

test.each([
  [{ action: 'add', amount: 2, unit: 'days' }, '2026년 11월 21일 토요일 → 2일 뒤: 2026년 11월 23일 월요일'],
  [
    { action: 'add', date: '모레', amount: 0, unit: 'days' },
    '2026년 11월 23일 월요일 → 0일 뒤: 2026년 11월 23일 월요일',
  ],
  [
    { action: 'add', date: '다음 주 금요일', amount: 1, unit: 'days' },
    '2026년 11월 27일 금요일 → 1일 뒤: 2026년 11월 28일 토요일',
  ],
  [
    { action: 'add', date: '음력 8월 15일', amount: 0, unit: 'days' },
    '2027년 9월 15일 수요일 → 0일 뒤: 2027년 9월 15일 수요일',
  ],
  [
    { action: 'add', date: '2026-01-31', amount: 1, unit: 'months' },
    '2026년 1월 31일 토요일 → 1개월 뒤: 2026년 2월 28일 토요일',
  ],
  [
    { action: 'add', date: '2028-02-29', amount: -1, unit: 'years' },
    '2028년 2월 29일 화요일 → 1년 전: 2027년 2월 28일 일요일',
  ],
  [
    { action: 'add', amount: 90, unit: 'minutes' },
    '2026년 11월 21일 토요일 오전 10:35 → 90분 뒤: 2026년 11월 21일 토요일 오후 12:05',
  ],
  [
    { action: 'add', date: '2026-11-01T00:30', zone: 'America/New_York', amount: 3, unit: 'hours' },
    '2026년 11월 1일 일요일 오전 12:30 → 3시간 뒤: 2026년 11월 1일 일요일 오전 2:30',
  ],
  [{ action: 'diff', date: '2026-12-25' }, '2026년 11월 21일 토요일 → 2026년 12월 25일 금요일: 34일 (1개월 4일)'],
  [
    { action: 'diff', date: '2026-11-23', date2: '2026-11-21' },
    '2026년 11월 23일 월요일 → 2026년 11월 21일 토요일: 2일 전',
  ],
  [
    { action: 'diff', date: '1990.3.5' },
    '2026년 11월 21일 토요일 → 1990년 3월 5일 월요일: 13,410일 (36년 8개월 16일) 전',
  ],
  [{ action: 'diff', date: '오늘', date2: 'today' }, '2026년 11월 21일 토요일 → 2026년 11월 21일 토요일: 0일'],
  [
    { action: 'diff', date: '09:00', date2: '18:30' },
    '2026년 11월 21일 토요일 오전 9:00 → 2026년 11월 21일 토요일 오후 6:30: 9시간 30분',
  ],
  [
    { action: 'convert', date: '2026-11-21T09:00', to: '뉴욕' },
    '2026년 11월 21일 토요일 오전 9:00 (Asia/Seoul, UTC+09:00) = 2026년 11월 20일 금요일 오후 7:00 (America/New_York, UTC-05:00)',
  ],
  [
    { action: 'convert', date: '2026-07-01T12:00:00Z', to: 'Europe/London' },
    '2026년 7월 1일 수요일 오후 9:00 (Asia/Seoul, UTC+09:00) = 2026년 7월 1일 수요일 오후 1:00 (Europe/London, UTC+01:00)',
  ],
  [
    { action: 'convert', date: '11월 21일 09:00', zone: '+05:30', to: 'UTC' },
    '2026년 11월 21일 토요일 오전 9:00 (+05:30, UTC+05:30) = 2026년 11월 21일 토요일 오전 3:30 (UTC, UTC+00:00)',
  ],
])('%j', async (args, expected) => expect(await answer(args)).toBe(expected))

test.each([
  [
    { action: 'now', zone: '달나라' },
    '모르는 시간대예요: 달나라. Asia/Seoul 같은 이름이나 +09:00 형식으로 알려주세요.',
  ],
  [
    { action: 'diff', date: '2026-02-30' },
    '날짜를 읽을 수 없어요: 2026-02-30. 2026-11-21이나 2026-11-21T09:00 형식으로 알려주세요.',
  ],
  [
    { action: 'diff', date: '언젠가' },
    '날짜를 읽을 수 없어요: 언젠가. 2026-11-21이나 2026-11-21T09:00 형식으로 알려주세요.',
  ],
  [{ action: 'diff' }, 'diff에는 date 값이 필요해요.'],
  [{ action: 'convert' }, 'convert에는 to 값이 필요해요.'],
  [{ action: 'add', amount: 1 }, 'add에는 unit 값이 필요해요.'],
  [{ action: 'add', amount: 1.5, unit: 'days' }, '일 단위는 정수로만 더할 수 있어요.'],
  [{ action: 'add', amount: 9e15, unit: 'minutes' }, '계산한 날짜가 1년~9999년을 벗어나요.'],
  [{ action: 'add', amount: -3000, unit: 'years' }, '계산한 날짜가 1년~9999년을 벗어나요.'],
])('%j is refused with the remedy', async (args, expected) =>
  expect(await use(datetime, args)).toEqual({ text: expected, isError: true }),
)

const zone = fc.constantFrom(
  'Asia/Seoul',
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'UTC',
)
const moment = fc
  .integer({ min: Date.UTC(1950, 0, 1) / 1000, max: Date.UTC(2080, 0, 1) / 1000 })
  .map((seconds) => seconds * 1000)

test('reading the wall and setting it again leads back, except in the hour that clocks show twice', () =>
  fc.assert(
    fc.property(moment, zone, (at, zone) => {
      const again = +toInstant(toLocal(new Date(at), zone), zone)
      expect(toLocal(new Date(again), zone)).toEqual(toLocal(new Date(at), zone))
      expect(at - again === 0 || (at > again && at - again <= 86_400_000)).toBe(true)
    }),
  ))

test('months ahead and back stay in their month, never past its end', () =>
  fc.assert(
    fc.property(moment, fc.integer({ min: -500, max: 500 }), (at, months) => {
      const wall = toLocal(new Date(at), 'UTC')
      const moved = addLocalMonths(wall, months)
      expect((moved.year - wall.year) * 12 + moved.month - wall.month).toBe(months)
      expect(new Date(utcOf(moved)).getUTCDate()).toBe(moved.day)
      expect(moved.day <= wall.day).toBe(true)
    }),
  ))

test('any text for a date ends in a sentence', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789-./:T Z+년월일') })),
      async (date) => {
        expect(await answer({ action: 'diff', date })).not.toBe('')
      },
    ),
  ))
