import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import {
  addDays,
  addLocalMonths,
  addMonths,
  civilDate,
  daysBetween,
  weekdayOf,
} from '../../../src/std/time/calendar.ts'
import { isoDate, isoMinute, isoSecond, offsetAt, toInstant, toLocalTime } from '../../../src/std/time/local-time.ts'

// Temporal is the standard that a later Node brings. Until then these few functions of ours do without its 57 kB, and
// mean the same.

const zone = fc.constantFrom(
  'Asia/Seoul',
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Africa/Casablanca',
  'Pacific/Apia',
  '+05:45',
)
const instant = fc
  .integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2037, 0, 1) })
  .map((at) => Math.floor(at / 1000) * 1000)
const day = fc.integer({ min: 0, max: 50_000 }).map((days) => addDays('1970-01-01', days))

test('the local time, the offset and their texts are those of Temporal, in every zone', () => {
  fc.assert(
    fc.property(instant, zone, (at, place) => {
      const theirs = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(place)
      const { year, month, day, hour, minute, second, dayOfWeek } = theirs
      expect(toLocalTime(at, place)).toEqual({ year, month, day, hour, minute, second, weekday: dayOfWeek % 7 })
      expect(offsetAt(at, place)).toBe(theirs.offsetNanoseconds / 1e6)
      expect(isoDate(at, place)).toBe(theirs.toPlainDate().toString())
      expect(isoMinute(at, place)).toBe(
        `${theirs.toPlainDate()} ${theirs.toPlainTime().toString({ smallestUnit: 'minute' })}`,
      )
      expect(isoSecond(new Date(at), place)).toBe(theirs.toString({ timeZoneName: 'never' }))
    }),
  )
})

test('a clock on the wall means the instant that Temporal takes, where clocks jump ahead or go back, too', () => {
  const wall = fc.record({ date: day, hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) })
  const near = fc.constantFrom(
    '2026-03-08',
    '2026-11-01',
    '2026-03-29',
    '2026-10-25',
    '2026-04-05',
    '2026-10-04',
    '2011-12-30',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        wall,
        fc.record({ date: near, hour: fc.integer({ min: 0, max: 4 }), minute: fc.constantFrom(0, 15, 30) }),
      ),
      zone,
      (at, place) => {
        const { year, month, day } = Temporal.PlainDate.from(at.date)
        const local = { year, month, day, hour: at.hour, minute: at.minute, second: 0 }
        const theirs = Temporal.PlainDateTime.from(local).toZonedDateTime(place, { disambiguation: 'compatible' })
        expect(toInstant(local, place).toISOString()).toBe(new Date(theirs.epochMilliseconds).toISOString())
      },
    ),
    { numRuns: 500 },
  )
})

test('days and months are added and counted as Temporal does', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -5000, max: 5000 }), day, (date, count, other) => {
      const plain = Temporal.PlainDate.from(date)
      expect(addDays(date, count)).toBe(plain.add({ days: count }).toString())
      expect(addMonths(date, count % 600)).toBe(plain.add({ months: count % 600 }).toString())
      expect(daysBetween(date, other)).toBe(plain.until(other, { largestUnit: 'day' }).days)
      expect(weekdayOf(date)).toBe(plain.dayOfWeek)
      const { year, month, day } = plain
      const {
        year: y,
        month: m,
        day: d,
      } = addLocalMonths({ year, month, day, hour: 1, minute: 2, second: 3 }, count % 600)
      expect(civilDate(y, m, d)).toBe(addMonths(date, count % 600))
    }),
  )
})
