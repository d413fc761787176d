import { describe, expect, test } from 'vitest'
import { readPeriod, readPeriodAhead } from '../../../../src/std/korean/dates/period.ts'

/** A Sunday. */
const when = { now: new Date('2026-11-22T09:30:00Z'), zone: 'Asia/Seoul' }
const read = (text: string) => {
  const found = readPeriod(text, when)
  return found && `${text.slice(found.from, found.to)} ${found.first} ${found.last}`
}

describe('the days that a question about the past names', () => {
  test.each([
    ['어제 얼마 보냈어?', '어제 2026-11-21 2026-11-21'],
    ['그저께 얼마 보냈어?', '그저께 2026-11-20 2026-11-20'],
    ['이번주에 누구한테 보냈지', '이번주 2026-11-16 2026-11-22'],
    ['지난 주에 얼마 보냈지', '지난 주 2026-11-09 2026-11-15'],
    ['저번달에 엄마한테 얼마 보냈지', '저번달 2026-10-01 2026-10-31'],
    ['이번 달 총 얼마 보냈어', '이번 달 2026-11-01 2026-11-30'],
    ['올해 얼마 보냈어', '올해 2026-01-01 2026-12-31'],
    ['작년에 얼마 보냈어', '작년 2025-01-01 2025-12-31'],
    ['12월에 얼마 보냈어', '12월 2025-12-01 2025-12-31'],
    ['2월에 얼마 보냈어', '2월 2026-02-01 2026-02-28'],
    ['최근 3일 동안 얼마 보냈어', '최근 3일 동안 2026-11-20 2026-11-22'],
    ['최근 한달 얼마 보냈어', '최근 한달 2026-10-23 2026-11-22'],
    ['금요일에 얼마 보냈어', '금요일 2026-11-20 2026-11-20'],
    ['12월 25일에 얼마 보냈어', '12월 25일 2025-12-25 2025-12-25'],
    ['how much did I send last month', 'last month 2026-10-01 2026-10-31'],
    ['how much did I send in the last two weeks', 'in the last two weeks 2026-11-09 2026-11-22'],
    ['how much did I send in December', 'in December 2025-12-01 2025-12-31'],
    ['2025년 5월에 얼마 보냈어', '2025년 5월 2025-05-01 2025-05-31'],
    ['what did I send during April 2022', 'April 2022 2022-04-01 2022-04-30'],
    ['what did I send in the last week of August 2023', 'August 2023 2023-08-01 2023-08-31'],
    ['what did I send on 13 March, 2023', 'on 13 March, 2023 2023-03-13 2023-03-13'],
    ['which cities did I see in 2023', 'in 2023 2023-01-01 2023-12-31'],
    ['총 얼마 보냈어?', undefined],
    ['엄마한테 얼마 보냈지', undefined],
  ])('%s', (text, expected) => expect(read(text)).toBe(expected))

  test('it never begins after today, and never ends before it begins', () => {
    const words = [
      '어제',
      '지난주',
      '이번 달',
      '지난달',
      '작년',
      '월요일',
      '일요일',
      '3일',
      '30일',
      '2월',
      '11월',
      '최근 10일',
    ]
    for (let day = 0; day < 800; day++) {
      const now = new Date(Date.UTC(2026, 0, 1 + day, 3))
      const today = now.toISOString().slice(0, 10)
      for (const word of words) {
        const { first, last } = readPeriod(`${word}에 얼마 보냈어`, { now, zone: 'Asia/Seoul' }) ?? {
          first: '',
          last: '',
        }
        expect([word, today, first <= last, first <= today, first !== '']).toEqual([word, today, true, true, true])
      }
    }
  })
})

test.each([
  ['12월 첫째 주 일정', '12월 첫째 주 2026-11-30 2026-12-06'],
  ['다음 달 둘째 주에 뭐 있어', '다음 달 둘째 주 2026-12-07 2026-12-13'],
  ['1월 2주차 일정', '1월 2주차 2027-01-11 2027-01-17'],
  ['12월 마지막 주', '12월 마지막 주 2026-12-28 2027-01-03'],
  ['8월 첫 주말에 뭐 있어', '8월 첫 주말 2027-08-07 2027-08-08'],
  ['the second week of January 2027', 'the second week of January 2027 2027-01-11 2027-01-17'],
  ['last weekend of next month', 'last weekend of next month 2026-12-26 2026-12-27'],
])('a week of a month is that of ISO 8601, a weekend that of its Saturday: %s', (text, expected) => {
  const found = readPeriodAhead(text, when)
  expect(found && `${text.slice(found.from, found.to)} ${found.first} ${found.last}`).toBe(expected)
})
