// One phrase means one thing wherever it is said: in the chat, behind `reminders --at` and `--repeat`, in a transfer.
import { describe, expect, test } from 'vitest'
import { planOf } from '../../../src/core/reminders/plan.ts'
import { nextOccurrences } from '../../../src/std/time/recurrence.ts'
import { requestOf, turn } from '../../llm/rules/world.ts'
import { now, stage, zone } from '../../services/rig.ts'

const day = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10)

describe.each([
  ['낼', '2026-11-22'],
  ['낼모레', '2026-11-23'],
  ['내일 모래', '2026-11-23'],
  ['금욜', '2026-11-27'],
  ['담주 금욜', '2026-11-27'],
  ['담주 월욜', '2026-11-23'],
  ['다담주 월욜', '2026-11-30'],
  ['담달 3일', '2026-12-03'],
  ['사흘 뒤', '2026-11-24'],
  ['12월 24일', '2026-12-24'],
])('%s is %s', (phrase, date) => {
  test('in the chat', async () => {
    const { calls } = await turn(
      requestOf({ text: `${phrase} 아침 9시에 약 먹으라고 알려줘`, setting: ['with reminders'] }),
    )
    expect(calls[0]?.args).toMatchObject({ at: `${date}T09:00:00+09:00` })
  })

  test('behind --at', async () => {
    const plan = await planOf(`${phrase} 아침 9시`, undefined, { now, zone })
    expect(plan).toEqual({ next: Date.parse(`${date}T09:00:00+09:00`) })
    const alone = await planOf(phrase, undefined, { now, zone })
    expect(typeof alone === 'object' && 'next' in alone && day(alone.next)).toBe(date)
  })

  test('in a transfer', async () => {
    const { say, state } = await stage({ offline: true })
    await say(`${phrase} 엄마한테 만원 보내줘`)
    expect(state()).toMatchObject({ stage: 'READY', slots: { target: '엄마', amount: 10_000, transfer_date: date } })
  })
})

test.each([
  ['15 만원', 150_000],
  ['3 만 5 천 원', 35_000],
  ['삼 만 오천 원', 35_000],
  ['이 십 만 원', 200_000],
  ['1 억 2 천만', 120_000_000],
  ['5마넌', 50_000],
  ['마넌', 10_000],
])('엄마 한태 %s 보네주새요', async (words, won) => {
  const { say, state } = await stage({ offline: true })
  await say(`엄마 한태 ${words} 보네주새요`)
  expect(state()).toMatchObject({ stage: 'READY', slots: { target: '엄마', amount: won } })
})

test.each(['call every friend', 'every sunny day', 'every saturation'])('%s is no weekday', async (repeat) => {
  expect(await planOf('2026-12-05T09:00', repeat, { now, zone })).toBe('repeat')
})

test.each([
  ['every month', 'FREQ=MONTHLY;BYMONTHDAY=5', ['2026-12-05', '2027-01-05', '2027-02-05']],
  ['매달', 'FREQ=MONTHLY;BYMONTHDAY=5', ['2026-12-05', '2027-01-05', '2027-02-05']],
  [
    'every month on the 31st',
    'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
    ['2026-12-31', '2027-01-31', '2027-02-28'],
  ],
  ['매월 31일', 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1', ['2026-12-31', '2027-01-31', '2027-02-28']],
  ['매달 둘째 화요일', 'FREQ=MONTHLY;BYDAY=2TU', ['2026-12-08', '2027-01-12', '2027-02-09']],
  ['second Tuesday of every month', 'FREQ=MONTHLY;BYDAY=2TU', ['2026-12-08', '2027-01-12', '2027-02-09']],
  ['last day of every month', 'FREQ=MONTHLY;BYMONTHDAY=-1', ['2026-12-31', '2027-01-31', '2027-02-28']],
  ['매달 마지막 금요일', 'FREQ=MONTHLY;BYDAY=-1FR', ['2026-12-25', '2027-01-29', '2027-02-26']],
  ['매주 월요일부터 금요일까지', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', ['2026-12-07', '2026-12-08', '2026-12-09']],
  ['매일 주말 빼고', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', ['2026-12-07', '2026-12-08', '2026-12-09']],
  ['담주 말고 매일', 'unread', []],
  ['매일 3번만', 'FREQ=DAILY;COUNT=3', ['2026-12-05', '2026-12-06', '2026-12-07']],
  ['매일 12월 6일까지', 'FREQ=DAILY;UNTIL=20261206T145959Z', ['2026-12-05', '2026-12-06']],
  ['매일 공휴일 빼고', 'unread', []],
])('--repeat "%s" is %s', async (repeat, rule, days) => {
  const plan = await planOf('2026-12-05T09:00', repeat, { now, zone })
  if (typeof plan === 'string' || 'unread' in plan) return expect(rule).toBe('unread')
  expect(plan.rule?.split('RRULE:')[1]).toBe(rule)
  const after = new Date('2026-12-04T15:00:00Z')
  expect(nextOccurrences(plan.rule as string, after, zone, 3).map((at) => day(+at))).toEqual(days)
})

test.each([
  ['매일 오전 9시와 오후 6시', ['11-21 18:00', '11-22 09:00', '11-22 18:00']],
  ['2시간마다', ['11-21 14:00', '11-21 16:00', '11-21 18:00']],
  ['매주 월-금 8시', ['11-23 08:00', '11-24 08:00', '11-25 08:00']],
])('--repeat "%s" alone', async (repeat, times) => {
  const plan = await planOf(undefined, repeat, { now, zone })
  const rule = typeof plan === 'object' && 'next' in plan ? (plan.rule as string) : ''
  const told = nextOccurrences(rule, now, zone, 3).map((at) =>
    new Date(+at + 9 * 3_600_000).toISOString().slice(5, 16).replace('T', ' '),
  )
  expect(told).toEqual(times)
})

// In November the first of "매달 31일" is a 30th: what is kept must still be the 31st.
test.each([1, 15, 28, 29, 30, 31])(
  'a reminder of every %i. of the month keeps its day, whatever its first day is',
  async (date) => {
    for (const text of [`매달 ${date}일에 카드값 내라고 알려줘`, `remind me to pay rent every month on day ${date}`]) {
      const { calls } = await turn(requestOf({ text, setting: ['with reminders'] }))
      const { at, repeat } = (calls[0]?.args ?? {}) as { at: string; repeat: string }
      const plan = await planOf(at, repeat, { now, zone })
      if (typeof plan !== 'object' || !('rule' in plan) || !plan.rule) throw new Error(`no rule: ${text}`)
      const days = nextOccurrences(plan.rule, new Date('2026-10-31T23:00:00+09:00'), zone, 8).map((one) => day(+one))
      for (const one of days) {
        const [year = 0, month = 1, its = 0] = one.split('-').map(Number)
        expect(its, `${text}: ${one}`).toBe(Math.min(date, new Date(Date.UTC(year, month, 0)).getUTCDate()))
      }
      expect(days.length).toBe(8)
    }
  },
)

// "9시" beside days is the hour of the rule: the first time is one of its days, and not the next nine o'clock.
test.each([
  ['9시', '매달 31일', '2026-11-30T09:00'],
  ['저녁 9시', '매주 화요일', '2026-11-24T21:00'],
  ['8시', '매달 둘째 화요일', '2026-12-08T08:00'],
  ['9pm', 'every Tuesday', '2026-11-24T21:00'],
])('%s beside %s', async (at, repeat, first) => {
  expect(await planOf(at, repeat, { now: new Date('2026-11-22T20:26:00Z'), zone: 'Asia/Seoul' })).toMatchObject({
    next: Date.parse(`${first}:00+09:00`),
  })
})
