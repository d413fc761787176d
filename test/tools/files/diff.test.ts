import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from '../../../src/tools/files/diff.ts'

/** What a reader of the diff has before their eyes: the lines of one side, where nothing was folded. */
const side = (lines: string[], sign: '-' | '+') =>
  lines.filter((line) => line.startsWith(sign) || line.startsWith('  ')).map((line) => line.slice(2))

test('two texts that are the same differ in nothing, whatever else differs in all of it', async () => {
  expect(await diffLines(['가', '나'], ['가', '나'])).toEqual([])
  expect(await diffLines([], ['가'])).toEqual(['+ 가'])
  expect(await diffLines(['가'], [])).toEqual(['- 가'])
})

test('unchanged lines far from a change are one …', async () => {
  const lines = ['1', '2', '3', '4', '5', '6', '7', '8']
  expect(await diffLines(lines, lines.with(4, '다섯'))).toEqual(['…', '  3', '  4', '- 5', '+ 다섯', '  6', '  7', '…'])
})

test('both texts can be read out of what is shown, as far as it was not folded', async () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(text, text, async (before, after) => {
      const shown = await diffLines(before, after)
      if (shown.includes('…')) return
      if (before.join() === after.join()) expect(shown).toEqual([])
      else expect([side(shown, '-'), side(shown, '+')]).toEqual([before, after])
    }),
  )
})

test('texts of twenty thousand lines that share nothing are shown as replaced', async () => {
  const lines = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word} ${at}`)
  const shown = await diffLines(lines('old'), lines('new'))
  expect([shown.length, shown[0], shown.at(-1)]).toEqual([40_000, '- old 0', '+ new 19999'])
})
