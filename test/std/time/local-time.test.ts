import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toLocalTime } from '../../../src/std/time/local-time.ts'

test('the machine’s own wall is the same with and without a formatter', () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  fc.assert(
    fc.property(fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }), (date) => {
      expect(toLocalTime(+date, 'local')).toEqual(toLocalTime(+date, zone))
    }),
  )
})

test('a wall elsewhere shows its own day, weekday and hour, midnight as 0', () => {
  const at = Date.parse('2026-11-21T15:00:00Z')
  expect(toLocalTime(at, 'Asia/Seoul')).toEqual({ year: 2026, month: 11, day: 22, weekday: 0, hour: 0, minute: 0, second: 0 })
  expect(toLocalTime(at, 'America/New_York')).toEqual({
    year: 2026,
    month: 11,
    day: 21,
    weekday: 6,
    hour: 10,
    minute: 0,
    second: 0,
  })
  expect(() => toLocalTime(at, 'Mars/Olympus')).toThrow(RangeError)
})
