import { expect, test } from 'vitest'
import { readAmounts, readWholeAmount } from '../../src/std/korean/numbers/amount.ts'
import { Random } from '../random.ts'
import { someAmount } from './amounts.ts'
import { sentenceCount, sentenceSeed } from './count.ts'

const around: readonly ((amount: string) => string)[] = [
  (amount) => amount,
  (amount) => `엄마한테 ${amount} 보내줘`,
  (amount) => `${amount}만 보내줘`,
  (amount) => `${amount} 이체해 주세요`,
  (amount) => `민수에게 ${amount}을 송금하고 싶어`,
  (amount) => `아빠 생신이라 ${amount} 보내려고`,
]

test('no amount is read as another, and hardly any is not read', () => {
  const random = new Random(sentenceSeed(20_261_122))
  const wrong: string[] = []
  let [plain, unread] = [0, 0]
  for (let i = 0; i < sentenceCount(2_000, 20_000); i++) {
    const said = someAmount(random)
    const text = random.pick(around)(said.text)
    const read = readAmounts(text)
    const values = read.flatMap((one) => ('won' in one ? [one.won] : []))
    if (said.plain) plain++
    if (values.length === 0) unread += said.plain ? 1 : 0
    else if (values.length > 1 || values[0] !== said.won) wrong.push(`${text}: ${values} instead of ${said.won}`)
    const whole = readWholeAmount(said.text)
    if (whole !== undefined && whole !== said.won) wrong.push(`${said.text}: ${whole} instead of ${said.won}`)
  }
  expect(wrong).toEqual([])
  expect(unread / plain).toBeLessThanOrEqual(0.02)
})

test('points, parts of a won and halves are read as they are said, refused or asked about, never passed over', () => {
  const random = new Random(sentenceSeed(20_261_131))
  const wrong: string[] = []
  const sino = (n: number) => [...String(n)].map((digit) => '영일이삼사오육칠팔구'[Number(digit)]).join('')
  for (let i = 0; i < sentenceCount(300, 5_000); i++) {
    const [whole, part] = [random.int(1, 9), random.int(1, 9)]
    const won = Math.round((whole + part / 10) * 10_000)
    const [text, expected] = random.pick<[string, number | string]>([
      [`${sino(whole)}점${sino(part)}만원`, won],
      [`${whole}점${part}만원`, won],
      [`${whole}.${part}만원`, won],
      [`${whole}점 ${part}만원`, 'unclear'],
      [`${whole}.${part}원`, 'fraction'],
      [`${whole}점${part}원`, 'fraction'],
      [`${whole}0원 ${part}0전`, 'fraction'],
      [`${part}0전`, 'fraction'],
      [`${whole}만원 반`, 'unclear'],
      [`반 ${whole}만원`, 'unclear'],
    ])
    for (const said of [text, `엄마한테 ${text} 보내줘`]) {
      const read = readAmounts(said).map((one) => ('won' in one ? one.won : one.refused))
      if (read.join() !== String(expected)) wrong.push(`${said}: ${read} instead of ${expected}`)
    }
  }
  expect(wrong.slice(0, 30)).toEqual([])
})
