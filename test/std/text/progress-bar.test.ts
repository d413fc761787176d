import { expect, test } from 'vitest'
import { progressBar } from '../../../src/std/text/progress-bar.ts'

test('a bar is as wide at every share, full only at the end, and never leaves its bounds', () => {
  for (let percent = -5; percent <= 105; percent++) {
    const [bar = '', number] = progressBar(percent).split(' ')
    expect([bar.length, Number(number)]).toEqual([20, Math.min(100, Math.max(0, percent))])
    expect(bar).toMatch(/^█*░*$/)
  }
  expect(progressBar(30)).toBe('██████░░░░░░░░░░░░░░ 30 %')
})
