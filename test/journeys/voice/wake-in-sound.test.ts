import { expect, test as sample } from 'vitest'
import { judgeCalls, judgeNearMisses, judgeTalk } from '../../audio/judge.ts'
import { partOf, requires, longTest as test } from '../../parts.ts'

requires('espeak-ng')(
  'wake words in sound: the real engine, faster than anybody speaks',
  () => {
    sample('of 100 calls fewer than one in ten are missed or taken for a call of somebody else', async () => {
      const calls = partOf(100, 20)
      const { of, wrong } = await judgeCalls(calls)
      expect([of, wrong.length < calls / 10], wrong.join('\n')).toEqual([calls, true])
    })

    test('of 200 phrases that are nearly a call fewer than 5 % wake anybody', async () => {
      const { of, wrong } = await judgeNearMisses()
      expect(of).toBeGreaterThanOrEqual(200)
      expect(wrong.length / of, wrong.join('\n')).toBeLessThan(0.05)
    })

    test('ten minutes of people who talk with each other wake nobody, an hour (SOUNDS=all) at most one', async () => {
      const times = process.env.SOUNDS === 'all' ? 6 : 1
      const { seconds, wrong } = await judgeTalk(times)
      expect(seconds).toBeGreaterThanOrEqual(times * 600)
      expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(times === 1 ? 0 : 1)
    })
  },
  { timeout: 1_200_000 },
)
