import { expect, test } from 'vitest'
import { Random } from '../random.ts'
import { everyForm } from './amounts.ts'
import { sentenceCount, sentenceSeed } from './count.ts'
import { everyEnglishForm } from './english.ts'
import { stateAfter, transfersOf } from './read-transfer.ts'

/** `{A}` was said first and is taken back for `{B}`. */
const KOREAN = [
  ...[
    '말고',
    '말고요',
    '아니',
    '아니다',
    '아니야',
    '아니 아니',
    '아 아니',
    '아니지',
    '아냐',
    '아닌데',
    '정정',
    '아니 참',
  ].map((no) => `{N}한테 {A} ${no} {B} 보내줘`),
  ...['가 아니라', '이 아니라', ' 아니라', '이 아니고', ' 아니고', ' 대신', ' 대신에', '은 말고'].map(
    (no) => `{N}한테 {A}${no} {B} 보내줘`,
  ),
  ...['{A}에서 {B}으로 {N}한테 보내줘', '{A} 말고 {B} {N}한테 보내줘', '{N}한테 {A} 보내지 말고 {B} 보내줘'],
  ...[
    '{N}한테 {B} 보내줘, {A} 말고',
    '{N}한테 {A} 보내줘 아니다 {B}',
    '{M}한테 {A} 말고 {N}한테 {B} 보내줘',
    '{A} 아니고 {B} {N}에게 이체해줘',
  ],
]
const ENGLISH = [
  ...['no', 'no wait', 'wait no', 'I mean', 'sorry', 'make that', 'or rather', 'actually'].map(
    (no) => `send {A}, ${no}, {B} to {N}`,
  ),
  ...[
    'send not {A} but {B} to {N}',
    'send {N} {B} instead of {A}',
    'send {B} rather than {A} to {N}',
    'send {N} {A}, no, {B}',
  ],
  ...[
    'send {B} to {N}, not {A}',
    'send {N} {B}, not {A}',
    'not {A}, {B} to {N} please',
    'send {B} instead of {A} to {N}',
  ],
]
const values = (random: Random) => [
  random.int(1, 9) * 10_000,
  random.int(11, 99) * 1_000 + 500_000 * random.int(0, 1),
  random.int(10, 90) * 100_000,
  random.int(1, 9) * 10_000_000 + 100_000_000 * random.int(1, 3),
  random.int(1, 9_999) * 10,
]

test.each<[string, readonly string[], (won: number, random: Random) => string[], readonly [string, string][], number]>([
  [
    'Korean',
    KOREAN,
    (won, random) => everyForm(won, random).map(({ text }) => text),
    [
      ['엄마', '아빠'],
      ['김철수', '이영희'],
    ],
    1,
  ],
  [
    'English',
    ENGLISH,
    everyEnglishForm,
    [
      ['mom', 'dad'],
      ['Jin', 'Anna'],
    ],
    1,
  ],
])('in %s no form of an amount is cut by what takes it back', async (_, templates, forms, people, rounds) => {
  const random = new Random(sentenceSeed(20_261_125))
  const wrong: string[] = []
  const asked: string[] = []
  let count = 0
  for (let round = 0; round < sentenceCount(rounds, 10 * rounds); round++) {
    for (const template of templates) {
      const [A, B] = [random.pick(values(random)), random.pick(values(random))]
      for (const first of forms(A, random))
        for (const second of forms(B, random)) {
          const [N, M] = random.pick(people)
          const words = { A: first, B: second, N, M }
          const text = template.replace(/\{([ABNM])\}/g, (_, part: 'A') => words[part])
          count++
          const state = await stateAfter(text)
          if (state.stage !== 'READY') asked.push(text)
          else if (JSON.stringify(transfersOf(state)) !== JSON.stringify([{ target: N, amount: B }]))
            wrong.push(`${text}: ${JSON.stringify(transfersOf(state))} instead of ${B}`)
        }
    }
  }
  expect(wrong.slice(0, 40)).toEqual([])
  expect(asked.length / count, asked.slice(0, 60).join('\n')).toBeLessThanOrEqual(0.02)
})
