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
  expect(toLocalTime(at, 'Asia/Seoul')).toEqual({
    year: 2026,
    month: 11,
    day: 22,
    weekday: 0,
    hour: 0,
    minute: 0,
    second: 0,
  })
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

test('what is remembered of a minute is what a formatter of its own says, in every zone and at every change of a clock', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const formats = new Map<string, Intl.DateTimeFormat>()
  const shown = (at: number, zone: string) => {
    const all = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    } as const
    const format =
      formats.get(zone) ??
      new Intl.DateTimeFormat('en-US', { ...all, hourCycle: 'h23', timeZone: zone, calendar: 'iso8601' })
    formats.set(zone, format)
    return Object.fromEntries(
      format.formatToParts(at).flatMap(({ type, value }) => (type === 'literal' ? [] : [[type, Number(value)]])),
    )
  }
  const instant = fc.oneof(
    fc.date({ min: new Date('1973-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }).map((date) => +date),
    // Newfoundland's clocks changed a minute after midnight.
    fc.integer({ min: -90, max: 90 }).map((seconds) => Date.parse('2010-03-14T03:31:00Z') + seconds * 1_000),
  )
  fc.assert(
    fc.property(instant, fc.constantFrom('America/St_Johns', 'Asia/Seoul', ...zones), (at, zone) => {
      const { weekday: _, ...local } = toLocalTime(at, zone)
      expect(local).toEqual(shown(at, zone))
      expect(toLocalTime(at, zone)).toEqual(toLocalTime(at, zone))
    }),
    { numRuns: 2_000 },
  )
})
