import { expect, test } from 'vitest'
import { Random } from '../random.ts'
import { sentenceCount, sentenceSeed } from './count.ts'
import { stateAfter, transfersOf } from './read-transfer.ts'
import { someTransfer } from './transfers.ts'

/** Words that change what is asked for: with one of them more, a transfer may not go on as before. */
const CHANGING = [
  '빼고',
  '절반만',
  '월급날',
  '이만칠원',
  '안',
  '나중에',
  '영수한테',
  '까지',
  '이상',
  '취소',
  '세 번',
  '17',
]
/** Words that change nothing. */
const IDLE = ['좀', '빨리', '음', '그냥', '꼭', '지금', '바로']

test('a word more is accounted for: the reading stays, or it is asked about', async () => {
  const random = new Random(sentenceSeed(20_261_128))
  const wrong: string[] = []
  for (let i = 0; i < sentenceCount(800, 10_000); i++) {
    const { text, plain, meant } = someTransfer(random)
    const before = plain && meant.length === 1 ? await stateAfter(text) : undefined
    if (before?.stage !== 'READY') continue
    const words = text.split(' ')
    const at = random.int(1, words.length - 1)
    const kind = random.int(0, 2)
    const word = kind === 0 ? (words[at] as string) : random.pick(kind === 1 ? IDLE : CHANGING)
    const mutated = words.toSpliced(at, 0, word).join(' ')
    const after = await stateAfter(mutated)
    // Somebody without an amount is asked about when their turn comes.
    if (transfersOf(after).some(({ amount }) => amount === undefined)) continue
    const same = JSON.stringify(transfersOf(after)) === JSON.stringify(transfersOf(before))
    // A word that is doubled or idle leaves the reading; one that changes it is read, with what it says, or asked
    // about.
    if (after.stage === 'READY' && !same && kind !== 2) wrong.push(`${mutated}: ${JSON.stringify(transfersOf(after))}`)
    if (after.stage === 'READY' && same && kind === 2 && !/지금|나중에/.test(word))
      wrong.push(`${mutated}: as if ‘${word}’ had not been said`)
  }
  expect(wrong.slice(0, 40)).toEqual([])
})

/** Words that are part of a number, so that a sentence without them speaks of another amount. */
const NUMERAL = /[\d원천만백십억일이삼사오육칠팔구전장]/
/** Words that take back, divide or join: without them the rest means something else. */
const TURNING = /아니|말고|에서|총|나눠|각각|씩|그리고|랑|하고|빼|정정|한테|에게|께|앞으로|계좌|통장|,/

test('a word less changes neither who nor how much: what is left is read as before, or asked about', async () => {
  const random = new Random(sentenceSeed(20_261_129))
  const wrong: string[] = []
  for (let i = 0; i < sentenceCount(600, 10_000); i++) {
    const { text, plain, meant } = someTransfer(random)
    const before = plain && meant.length === 1 ? await stateAfter(text) : undefined
    if (before?.stage !== 'READY') continue
    const words = text.split(' ')
    const at = random.int(0, words.length - 1)
    if (words.length < 3 || NUMERAL.test(words[at] as string) || TURNING.test(words[at] as string)) continue
    const mutated = words.toSpliced(at, 1).join(' ')
    const after = await stateAfter(mutated)
    if (after.stage !== 'READY') continue
    const [was, is] = [transfersOf(before)[0], transfersOf(after)[0]]
    // A title or an office before a name belongs to how somebody is called: without it the name stays.
    const same = is?.amount === was?.amount && String(was?.target).includes(String(is?.target))
    if (!same) wrong.push(`${text} → ${mutated}: ${JSON.stringify(is)}`)
  }
  expect(wrong.slice(0, 40)).toEqual([])
})
