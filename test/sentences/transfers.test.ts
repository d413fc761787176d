import { expect, test } from 'vitest'
import { Random } from '../random.ts'
import { sentenceCount, sentenceSeed } from './count.ts'
import { someDay } from './days.ts'
import { someEnglishTransfer } from './english.ts'
import { definition, stateAfter, transfersOf } from './read-transfer.ts'
import { type SaidTransfer, someTransfer } from './transfers.ts'

const today = '2026-11-21'

test.each([
  ...['다음 달에 엄마한테 10만원 보내줘', '주말에 엄마한테 만원 보내줘', 'send 10,000 won to mom next week'],
  ...[
    '저녁에 만원 보내줘',
    '그때 만원 보내줘',
    '이번에 만원 보내줘',
    '엄마 생일에 5만원 보내줘',
    '매번 만원 보내줘',
    '아침까지 만원 보내줘',
  ],
  ...[
    '형한테 5만원 나눠서 보내줘',
    'send 20-30k to Tom',
    'send half of 20,000 won to Ann',
    'send mom the 3pm photos 5,000 won',
  ],
])('%s is asked about: it says no one day, person or amount', async (text) => {
  expect((await stateAfter(text)).stage).not.toBe('READY')
})

test.each([
  ['3월 5일에 형한테 2만원', [{ target: '형', amount: 20_000, transfer_date: '2027-03-05' }]],
  ['내일 말고 모레 아빠한테 만원', [{ target: '아빠', amount: 10_000, transfer_date: '2026-11-23' }]],
  ['열흘 있다가 동생한테 3만원', [{ target: '동생', amount: 30_000, transfer_date: '2026-12-01' }]],
  ['엄마아빠한테 5만원 반반', ['엄마', '아빠'].map((target) => ({ target, amount: 25_000 }))],
  ['5만원 반반 엄마랑 아빠한테 보내줘', ['엄마', '아빠'].map((target) => ({ target, amount: 25_000 }))],
  ['형 누나 동생한테 만원씩', ['형', '누나', '동생'].map((target) => ({ target, amount: 10_000 }))],
  ['아빠한테도 엄마한테도 5만원 보내줘', ['아빠', '엄마'].map((target) => ({ target, amount: 50_000 }))],
  [
    '준호한텐 2만원이고 태호한텐 3만원 보내줘',
    [
      { target: '준호', amount: 20_000 },
      { target: '태호', amount: 30_000 },
    ],
  ],
  ['엄마 아빠 말고 동생한테 만원 보내줘', [{ target: '동생', amount: 10_000 }]],
  ['동창회에 회비 5만원 보내줘', [{ target: '동창회', amount: 50_000 }]],
  ['유니세프에 3만원 보내줘', [{ target: '유니세프', amount: 30_000 }]],
  ['민수한테 영희가 부탁한 2만원 보내줘', [{ target: '민수', amount: 20_000 }]],
  ['send 30,000 won to Tom and the same to Ann', ['Tom', 'Ann'].map((target) => ({ target, amount: 30_000 }))],
  ['not Ann, Ben: send him 10,000 won', undefined],
] as const)('%s', async (text, meant) => {
  const { claim } = definition
  const state = await stateAfter(text)
  if (meant) expect([claim(text), state.stage, transfersOf(state)]).toEqual(['yes', 'READY', meant])
  else expect(state.stage).not.toBe('READY')
})

test.each<[string, (random: Random) => SaidTransfer, number, number]>([
  ['Korean', someTransfer, 1_000, 5_000],
  ['English', someEnglishTransfer, 500, 5_000],
])(
  'no transfer in %s is read as another; of the plain ones hardly any is asked about',
  async (_, some, small, full) => {
    const random = new Random(sentenceSeed(20_261_124))
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
    expect(asked.length / plain, `${asked.length} of ${plain}:\n${asked.slice(0, 60).join('\n')}`).toBeLessThanOrEqual(
      0.02,
    )
  },
)

test('the words of a day are nobody who is to get something', async () => {
  const random = new Random(sentenceSeed(20_261_126))
  const wrong: string[] = []
  for (let i = 0; i < sentenceCount(300, 3_000); i++) {
    const { text: day } = someDay(random)
    const [place, name] = random.pick([
      ['', undefined],
      ['사장님한테 ', '사장님'],
      ['엄마한테 ', '엄마'],
    ] as const)
    const text = `${day}에 ${place}3만원 보내줘`
    const { target } = (await stateAfter(text)).slots
    if ((target ?? undefined) !== name) wrong.push(`${text}: ${target}`)
  }
  expect(wrong.slice(0, 20)).toEqual([])
})
