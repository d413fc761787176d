import { expect, test } from 'vitest'
import { agreesToReadBack } from '../../../src/core/service/read-back.ts'
import type { Slot } from '../../../src/core/service/slots.ts'
import { newFlowState } from '../../../src/core/service/state.ts'
import { Random } from '../../random.ts'
import { sentenceCount, sentenceSeed } from '../../sentences/count.ts'

const when = { now: new Date('2027-05-12T01:20:00Z'), zone: 'Asia/Seoul' }
const slot = (name: string, type: Slot['type'], label: string, unit?: string): Slot => ({
  ...{ name, type, label, required: true, questions: ['?'], errors: { invalid: '?' } },
  ...(unit ? { unit } : {}),
})
const slots = [
  slot('target', 'person', '받는 분'),
  slot('amount', 'amount', '금액'),
  slot('day', 'date', '날짜'),
  slot('hour', 'time', '시간'),
  slot('party', 'count', '인원', '명'),
  slot('memo', 'text', '메모'),
]

/** Values, each with words that say it. */
const VALUES: Record<string, { value: string | number; words: readonly string[] }[]> = {
  target: ['엄마', '김민수', '이모', '지현'].map((name) => ({
    value: name,
    words: [`${name}한테`, `${name}에게`, name, `${name} 씨한테`],
  })),
  amount: [
    { value: 30_000, words: ['3만원', '30,000원', '삼만 원', '3만원이요', '삼만원을'] },
    { value: 12_500, words: ['만 이천 오백원', '12,500원', '1만 2500원'] },
    { value: 300_000, words: ['30만원', '삼십만원', '300,000원'] },
  ],
  day: [
    { value: '2027-05-13', words: ['내일', '5월 13일에', '내일이요'] },
    { value: '2027-05-17', words: ['다음 주 월요일에', '5월 17일'] },
  ],
  hour: [
    { value: '19:00', words: ['저녁 7시에', '오후 7시', '19시'] },
    { value: '09:30', words: ['오전 9시 반에', '아침 9시 30분'] },
  ],
  party: [
    { value: 4, words: ['4명', '네 명이요'] },
    { value: 3, words: ['3명', '세 명'] },
  ],
  memo: [
    { value: '생일 선물', words: ['생일 선물', '생일 선물로'] },
    { value: '취소', words: ['취소'] },
  ],
}
const NODS = ['응', '네', '네,', '그래', 'ㅇㅇ', '응 맞아', '넵', '예']
const TAILS = ['', '맞아', '맞습니다', '보내줘', '그렇게 해줘', '진행해 주세요', '좋아요', '지금 보내줘', '부탁해요']
/** What takes an agreement back, bounds it, doubts it or says more. */
const MORE =
  '아니|말고|빼고|더|만|두 번|쯤|정도|이상|까지|마다|씩|안|취소|아직|나중에|혹시|물어보고|그런데|얼마|왜|확인해 봐|잠깐|반만|나눠서|매달|절반|대신|아니면|말아|못|다시|수수료|누나한테|5만원|모레|8시에|두 명'.split(
    '|',
  )

const stateOf = (known: Record<string, string | number>) => ({ ...newFlowState('turn'), slots: known })

test('a yes that repeats what was read back is one; another value or a word more is none', () => {
  const random = new Random(sentenceSeed(20_271_301))
  const [missed, wrong]: [string[], string[]] = [[], []]
  for (let i = 0; i < sentenceCount(400, 20_000); i++) {
    const chosen = Object.fromEntries(Object.entries(VALUES).map(([name, all]) => [name, random.pick(all)]))
    const known = Object.fromEntries(Object.entries(chosen).map(([name, { value }]) => [name, value]))
    const names = Object.keys(VALUES).filter(() => random.chance(0.35))
    const said = (names.length > 0 ? names : ['amount']).map((name) => {
      const isOther = random.chance(0.15)
      const { value, words } = isOther ? random.pick(VALUES[name] ?? []) : (chosen[name] as (typeof VALUES)[string][0])
      return { words: random.pick(words), isSame: value === known[name], isWord: value === '취소' }
    })
    const more = random.chance(0.4) ? [random.pick(MORE)] : []
    const tail = random.pick(TAILS)
    const middle = [...said.map(({ words }) => words), tail]
    middle.splice(random.int(0, middle.length), 0, ...more)
    const text = [random.pick(NODS), ...middle].filter(Boolean).join(' ')
    // "취소 말고 보내줘" is no cancel.
    if (said.some(({ isWord }) => isWord) && more.includes('말고')) continue
    const isYes = agreesToReadBack(text, 'typed', { slots, state: stateOf(known), when })
    const isMeant = more.length === 0 && said.every(({ isSame, isWord }) => isSame && !isWord)
    if (isYes && !isMeant) wrong.push(`${text} of ${JSON.stringify(known)}`)
    if (!isYes && isMeant) missed.push(text)
  }
  expect(wrong.slice(0, 40)).toEqual([])
  expect(missed.slice(0, 40)).toEqual([])
})

test.each([
  '보내줘 3만원',
  '엄마한테 3만원 보내줘',
  '3만원',
  '네 엄마한테 확인해줘',
  '네 엄마한테 확인',
  '3만원 맞아?',
])('%s: the deed once more, or a question, is no yes', (text) => {
  const state = stateOf({ target: '엄마', amount: 30_000 })
  expect(agreesToReadBack(text, 'typed', { slots, state, when })).toBe(false)
})

test('of a batch nobody agrees to a part', () => {
  const state = { ...stateOf({ target: '엄마', amount: 30_000 }), queue: [{ target: '아빠', amount: 30_000 }] }
  const agrees = (text: string) => agreesToReadBack(text, 'typed', { slots, state, when })
  expect([agrees('네 엄마한테 보내줘'), agrees('네 엄마한테만 보내줘'), agrees('네 3만원만')]).toEqual([
    true,
    false,
    false,
  ])
})

test('a sound of somebody who thinks is no yes by voice', () => {
  const state = stateOf({ target: '엄마', amount: 30_000 })
  const agrees = (text: string) => agreesToReadBack(text, 'spoken', { slots, state, when })
  expect([agrees('응 3만원'), agrees('네 3만원'), agrees('응 3만원 맞아')]).toEqual([false, true, true])
})
