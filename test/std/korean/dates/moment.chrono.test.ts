import { expect } from 'vitest'
import { readDate } from '../../../../src/std/korean/dates/date.ts'
import { readMoment } from '../../../../src/std/korean/dates/moment.ts'
import { isoDate, isoMinute } from '../../../../src/std/time/local-time.ts'
import { importOracle, testWithOracles } from '../../../oracles/oracle.ts'
import { WHEN } from '../table.ts'

// chrono-node reads English dates for many programs: where both answer, the day must be the same. Ours stays because
// it answers where chrono is silent, says that a day does not exist, and shares its rules and its spans with Korean
// in one sentence.

const test = testWithOracles('chrono-node')
const chrono = await importOracle('chrono-node').catch(() => ({}))

const theirs = (text: string) =>
  chrono.en.casual.parse(text, { instant: WHEN.now, timezone: 540 }, { forwardDate: true })[0]?.start.date()
const ours = (text: string) => {
  const read = readDate(text, WHEN)
  return read && ('date' in read ? read.date : read.invalid)
}

const same = [
  'today',
  'tomorrow',
  'yesterday',
  'the day after tomorrow',
  'the day before yesterday',
  ...['day', 'week', 'month', 'year'].flatMap((unit) => [
    `in 2 ${unit}s`,
    `in a ${unit}`,
    `3 ${unit}s ago`,
    `a ${unit} ago`,
  ]),
  ...['in three days', 'three weeks later', '2 days from now', 'a week from today', 'two weeks after next monday'],
  ...['next week', 'last week', 'next month', 'last month', 'next year', 'last year', 'this weekend', 'next weekend'],
  ...[
    'monday',
    'on friday',
    'this saturday',
    'next monday',
    'next tuesday',
    'next friday',
    'next sunday',
    'sunday night',
  ],
  ...['tonight', 'this evening', 'tomorrow night', 'friday evening', 'thursday morning at 8'],
  ...['june 20', 'june 20th', '20 june', '20th of june', 'june 3', 'jan 1', 'dec 25', 'july 4, 2027', '4 july 2027'],
  ...[
    '2026-12-25',
    '12/25',
    '12/25/2026',
    '25/12/2026',
    'on the first of january',
    'the fifth of may',
    'the tenth of july 2027',
  ],
  ...['the end of the month', 'end of next month', 'the end of june', 'end of february', 'the last day of december'],
]

test.each(same)('%s is the same day', (text) => {
  const day = theirs(text)
  expect(day).toBeDefined()
  expect(ours(text)).toBe(isoDate(day as Date, WHEN.zone))
})

test.each([
  'tomorrow at 3pm',
  'tomorrow at 15:00',
  'at 5pm',
  'at 5:30 pm',
  'in 10 minutes',
  'in an hour',
  'in half an hour',
  'monday at 9',
  'june 20 at 3 pm',
  '3pm tomorrow',
  '8 in the morning',
  'at noon',
  'at midnight',
  'noon tomorrow',
  '7am',
  '19:45',
])('%s is the same moment', (text) => {
  const read = readMoment(text, WHEN)
  expect(read && 'at' in read && isoMinute(read.at, WHEN.zone)).toBe(isoMinute(theirs(text) as Date, WHEN.zone))
})

test.each([
  ['last friday', '2026-06-12', '2026-06-19', 'forwardDate turns what is past round'],
  ['this wednesday', '2026-06-17', '2026-06-24', 'it is Wednesday: this one is today, as in Korean'],
  ['this morning', '2026-06-17', '2026-06-18', 'it is ten: forwardDate again'],
  ['a week from monday', '2026-06-29', '2026-06-24', 'chrono reads the week and leaves the Monday out'],
  ['two weeks from friday', '2026-07-03', '2026-07-01', 'the same'],
  ['christmas', '2026-12-25', undefined, 'chrono knows no feasts'],
  ['by the 25th', '2026-06-25', undefined, 'a day without its month is the next one'],
  ['february 29', '2028-02-29', undefined, 'it waits for a leap year'],
  ['feb 30', 'day', undefined, 'there is no such day, and the person is told'],
  ['on the 25th floor', undefined, undefined, 'no day'],
  ['weekend', undefined, '2026-06-20', 'a word alone that may mean any: it would put a day into "my weekend plans"'],
  ['this month', undefined, '2026-06-01', 'a month is no day to send money on'],
])('%s is %s, of chrono %s: %s', (text, mine, other, _reason) => {
  expect(ours(text)).toBe(mine)
  const day = theirs(text)
  expect(day && isoDate(day, WHEN.zone)).toBe(other)
})
