import { expect, test } from 'vitest'
import { readRecurrence } from '../../../../src/std/korean/dates/recurrence.ts'

const when = { now: new Date('2026-11-21T03:00:00Z'), zone: 'Asia/Seoul' }

/** The hours that somebody is awake, in which a bare "일곱 시" may lie. */
const awake = (hour: number) => hour >= 7 && hour <= 23

/** Three hours of a day in their order, where nobody would name another hour by the same number between one and the next. */
function* days(): Generator<number[]> {
  for (let first = 7; first <= 18; first++)
    for (let next = first + 1; next <= Math.min(first + 11, 23); next++)
      for (let last = next + 1; last <= Math.min(next + 11, 23); last++) {
        const plain = (from: number, to: number) => !(awake(to - 12) && to - 12 > from)
        if (plain(first, next) && plain(next, last)) yield [first, next, last]
      }
}

const bare = (hour: number) => hour % 12 || 12

test('hours of one day that are said in a row without a half of the day follow each other', () => {
  const wrong: string[] = []
  let asked = 0
  for (const hours of days()) {
    const [a = 0, b = 0, c = 0] = hours.map(bare)
    for (const text of [
      `매일 ${a}시 ${b}시 ${c}시에 약`,
      `매일 ${a}시, ${b}시, ${c}시에 약`,
      `every day at ${a}:00, ${b}:00 and ${c}:00`,
    ]) {
      const { rule } = readRecurrence(text, when) ?? {}
      asked++
      const read = [rule?.time, ...(rule?.more ?? [])].map((time) => time?.hour)
      if (read.join() !== hours.join()) wrong.push(`${text}: ${read.join()}, not ${hours.join()}`)
    }
  }
  expect([wrong, asked > 500]).toEqual([[], true])
})
