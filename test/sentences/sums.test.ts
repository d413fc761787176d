import { expect, test } from 'vitest'
import { requestOf, turn } from '../llm/rules/world.ts'
import { Random } from '../random.ts'
import { sentenceCount, sentenceSeed } from './count.ts'
import { someSum, withMore } from './sums.ts'

/** The first number of an answer; undefined where nothing is calculated. */
async function told(text: string): Promise<{ value: number; text: string } | undefined> {
  const { calls, text: said } = await turn(requestOf({ text, setting: [] }))
  const isSum = calls.some(({ name }) => name === 'calculator') || /^It is \d|^\d+시간/.test(said)
  const number = /-?\d[\d,]*(?:\.\d+)?/.exec(said)?.[0]
  return isSum && number ? { value: Number(number.replaceAll(',', '')), text: said } : undefined
}

test('a told sum is what its numbers make, each of them used once; one more number and nothing is told as before', async () => {
  const random = new Random(sentenceSeed(20_261_204))
  const [wrong, unread]: [string[], string[]] = [[], []]
  const count = sentenceCount(120, 5_000)
  for (let i = 0; i < count; i++) {
    const sum = someSum(random)
    const got = await told(sum.text)
    if (!got) unread.push(sum.text)
    // Money that has no smaller coin is told rounded.
    const near = got && Math.abs(got.value - sum.value) <= (sum.unit === '원' ? 1 : sum.unit === '$' ? 0.005 : 1e-6)
    if (got && !near) wrong.push(`${sum.text}: ${got.text} instead of ${sum.value}`)
    if (
      got &&
      sum.unit &&
      !/\$|hours/.test(sum.unit) &&
      !got.text.includes(sum.unit) &&
      !(sum.unit === '원' && /won/.test(got.text))
    )
      wrong.push(`${sum.text}: ${got.text} in ${sum.unit}`)
    const more = withMore(random, sum)
    const other = await told(more)
    if (other && Math.abs(other.value - sum.value) < 0.5)
      wrong.push(`${more}: ${other.text} as if nothing was beside it`)
  }
  if (process.env.SENTENCES) console.info({ count, unread: unread.length, wrong: wrong.length })
  expect(wrong.slice(0, 40)).toEqual([])
  expect(unread.length / count, unread.slice(0, 40).join('\n')).toBeLessThanOrEqual(0.02)
})
