import { expect, test } from 'vitest'
import { pickSuperfluous } from '../../../src/app/background/daily-backups.ts'

const nameOf = (day: number) =>
  `daily-${new Date(Date.UTC(2026, 10, 30) - day * 86_400_000).toISOString().slice(0, 10)}.tar.gz`
const after = (days: number) => Array.from({ length: days }, (_, day) => nameOf(day))

test.each<[days: number, left: number[]]>([
  [1, [0]],
  [7, [0, 1, 2, 3, 4, 5, 6]],
  // Monday 30 November: the weeks before end on the 29th, 22nd, 15th and 8th.
  [40, [0, 1, 2, 3, 4, 5, 6, 8, 15, 22]],
])('of %i days the newest seven are kept, and the last of each of the four weeks before', (days, left) => {
  const gone = new Set(pickSuperfluous(after(days)))
  expect(after(days).filter((name) => !gone.has(name))).toEqual(left.map(nameOf))
})
