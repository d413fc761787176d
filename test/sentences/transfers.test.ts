import { expect, test } from 'vitest'
import { Random } from '../random.ts'
import { sentenceCount } from './count.ts'
import { someEnglishTransfer } from './english.ts'
import { stateAfter, transfersOf } from './read-transfer.ts'
import { type SaidTransfer, someTransfer } from './transfers.ts'

const today = '2026-11-21'

test.each<[string, (random: Random) => SaidTransfer, number, number]>([
  ['Korean', someTransfer, 1_000, 5_000],
  ['English', someEnglishTransfer, 500, 5_000],
])('no transfer in %s is read as another; of the plain ones hardly any is asked about', async (_, some, small, full) => {
  const random = new Random(20_261_124)
  const [wrong, asked]: [string[], string[]] = [[], []]
  let plain = 0
  for (let i = 0; i < sentenceCount(small, full); i++) {
    const { text, meant, plain: isPlain } = some(random)
    const state = await stateAfter(text)
    if (isPlain) plain++
    if (state.stage !== 'READY') {
      if (isPlain) asked.push(`${text}: ${JSON.stringify([state.slots, state.errors])}`)
      continue
    }
    const truth = meant.map(({ transfer_date: date, ...rest }) => ({
      ...rest,
      ...(date && date !== today ? { transfer_date: date } : {}),
    }))
    const read = transfersOf(state)
    if (JSON.stringify(read) !== JSON.stringify(truth))
      wrong.push(`${text}: ${JSON.stringify(read)} instead of ${JSON.stringify(truth)}`)
  }
  expect(wrong.slice(0, 40)).toEqual([])
  expect(asked.length / plain, `${asked.length} of ${plain}:\n${asked.slice(0, 60).join('\n')}`).toBeLessThanOrEqual(0.02)
})
