import { beforeAll, expect, test } from 'vitest'
import { readRecurrence } from '../../../../src/std/korean/dates/recurrence.ts'
import { isoDate } from '../../../../src/std/time/local-time.ts'
import { lunarOf } from '../../../../src/std/time/lunar.ts'
import { loadRecurrence, nextOccurrence, nextOccurrences, toRuleText } from '../../../../src/std/time/recurrence.ts'

const when = { now: new Date('2026-11-22T09:30:00Z'), zone: 'Asia/Seoul' }
const noon = { hour: 12, minute: 0 }
beforeAll(loadRecurrence)

/** The rule of a sentence, as it is kept, and its next three days. */
function told(text: string): string | undefined {
  const read = readRecurrence(text, when)
  if (!read) return undefined
  const rule = toRuleText({ ...read.rule, time: read.rule.time ?? noon }, when.zone)
  const days = nextOccurrences(rule, when.now, when.zone, 3).map((at) => isoDate(at, when.zone))
  return `${/RRULE:(.+)/.exec(rule)?.[1]} ${days.join(' ')}`
}

const grandmother = 'RSCALE=DANGI;FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5 2027-04-11 2028-03-30 2029-04-18'
const chuseok = 'RSCALE=DANGI;FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=15 2027-09-15 2028-10-03 2029-09-22'

test.each([
  ['매년 음력 3월 5일에 할머니 생신', grandmother],
  ['할머니 생신 음력 3월 5일이야 매년', grandmother],
  ['음력 3월5일마다', grandmother],
  ['해마다 음력 삼월 오일 아침 9시', grandmother],
  ['추석마다', chuseok],
  ['매년 한가위에', chuseok],
  ['설날마다', 'RSCALE=DANGI;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1 2027-02-07 2028-01-27 2029-02-13'],
  ['매년 음력 정월 보름에', 'RSCALE=DANGI;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=15 2027-02-21 2028-02-10 2029-02-27'],
  ['매달 음력 보름에', 'RSCALE=DANGI;FREQ=MONTHLY;BYMONTHDAY=15 2026-11-23 2026-12-23 2027-01-22'],
  ['음력 초하루마다', 'RSCALE=DANGI;FREQ=MONTHLY;BYMONTHDAY=1 2026-12-09 2027-01-08 2027-02-07'],
  ['아빠 생일 6월 19일 매년', 'FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=19 2027-06-19 2028-06-19 2029-06-19'],
  ['크리스마스마다', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25 2026-12-25 2027-12-25 2028-12-25'],
  ['음력 3월 5일', undefined],
  ['매년 윤 6월 3일 음력으로', undefined],
  ['매년 음력 3월 5일 10번만', undefined],
])('%s', (text, expected) => expect(told(text)).toBe(expected))

test('a day of every lunar year or month is that day of the Korean calendar, and none is left out', () => {
  for (const [month, day] of [
    [1, 1],
    [8, 15],
    [12, 30],
    [5, 29],
    [undefined, 15],
    [undefined, 30],
  ] as const) {
    const every = month === undefined ? ('month' as const) : ('year' as const)
    const rule = {
      every,
      interval: 1,
      anchor: '2026-11-22',
      lunar: true as const,
      day,
      time: noon,
      ...(month ? { month } : {}),
    }
    let at: Date | undefined = when.now
    let before: Date | undefined
    for (let i = 0; i < (month ? 20 : 120); i++) {
      at = nextOccurrence(rule, at as Date, when.zone)
      const lunar = lunarOf(isoDate(at as Date, when.zone))
      if (month) expect([lunar?.month, lunar?.leap]).toEqual([month, false])
      // The 30th of a month that has 29 days is its last.
      expect(day === 30 ? [29, 30] : [day]).toContain(lunar?.day)
      if (before) expect(+(at as Date) - +before).toBeLessThan((month ? 385 : 31) * 86_400_000)
      before = at
    }
  }
})

test('times whose minutes differ are rules of their own', () => {
  const read = readRecurrence('매일 9시와 저녁 6시 반에 약', when)
  expect([read?.rule, ...(read?.others ?? [])].map((one) => one?.time)).toEqual([
    { hour: 9, minute: 0 },
    { hour: 18, minute: 30 },
  ])
  expect(readRecurrence('매일 8시, 12시, 저녁 6시 반', when)).toMatchObject({
    rule: { time: { hour: 8, minute: 0 }, more: [{ hour: 12, minute: 0 }] },
    others: [{ time: { hour: 18, minute: 30 } }],
  })
})
