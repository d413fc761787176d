import { expect, test } from 'vitest'
import { SOLAR_TERMS, type SolarTerm, solarTermOf } from '../../../src/std/time/solar-terms.ts'

const terms = Object.keys(SOLAR_TERMS) as SolarTerm[]

test('a solar term is the day of the almanac', () => {
  // Published by the Korea Astronomy and Space Science Institute.
  const known =
    '입춘 2025-02-03, 동지 2024-12-21, 추분 2024-09-22, 하지 2025-06-21, 입추 2025-08-07, 경칩 2025-03-05, 춘분 2025-03-20'
  const days = known.split(', ').map((one) => one.split(' ') as [SolarTerm, string])
  expect(days.map(([term, day]) => [term, solarTermOf(term, Number(day.slice(0, 4)))])).toEqual(days)
  // Three minutes past midnight: the formula cannot tell.
  expect(solarTermOf('동지', 2025)).toBeUndefined()
})

test('the terms of a year follow each other by 14 to 16 days; hardly one falls so near midnight that its day cannot be told', () => {
  const order = [...terms.slice(-5), ...terms.slice(0, -5)]
  let unknown = 0
  for (let year = 1990; year <= 2060; year++) {
    const days = order.map((term) => solarTermOf(term, year))
    unknown += days.filter((day) => day === undefined).length
    const known = days.flatMap((day, at) => (day ? [{ at, time: Date.parse(day) }] : []))
    for (const [i, { at, time }] of known.slice(1).entries()) {
      const before = known[i] as { at: number; time: number }
      const each = (time - before.time) / 86_400_000 / (at - before.at)
      expect(each >= 14 && each <= 16, `${year} ${order[at]}: ${each}`).toBe(true)
    }
  }
  expect(unknown).toBeLessThan(71 * 24 * 0.04)
})
