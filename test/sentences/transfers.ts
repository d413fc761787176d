// Transfers as people ask for them, with what was meant: the values that the sentence is made from.

import type { Random } from '../random.ts'
import { someAmount } from './amounts.ts'
import { someDay } from './days.ts'

export interface MeantTransfer {
  target: string
  amount: number
  transfer_date?: string
}

export interface SaidTransfer {
  text: string
  meant: MeantTransfer[]
  /** Without corrections, division and other things that may be asked about. */
  plain: boolean
}

/** How somebody is named, and who that is. */
const PEOPLE = [
  ...[
    '엄마',
    '아빠',
    '할머니',
    '동생',
    '누나',
    '이모',
    '용걸이',
    '지은이',
    '민수',
    '영희',
    '김철수',
    '이영희',
    '박지성',
    '하늘이',
  ],
  ...[
    '집주인 아주머니',
    '부동산 사장님',
    '민수 형',
    '지은이 누나',
    '큰 이모',
    '학원 선생님',
    '옆집 아저씨',
    '경비 아저씨',
  ],
] as const

const to = (random: Random, name: string) => {
  const particle = random.pick(['한테', '에게', '한테', ...(/님$/.test(name) ? ['께'] : [])])
  const spelled = particle === '한테' && random.chance(0.08) ? '한태' : particle
  if (random.chance(0.06)) return `${name} ${random.pick(['앞으로', '계좌로', '통장으로', '계좌에', '통장에'])}`
  return `${name}${random.chance(0.06) ? ' ' : ''}${spelled}`
}

const VERBS = [
  ...[
    '보내줘',
    '보내 줘',
    '보내주세요',
    '보내 주세요',
    '보내줄래?',
    '이체해줘',
    '이체해 주세요',
    '송금해줘',
    '송금해 주세요',
    '부쳐줘',
    '쏴줘',
  ],
  ...[
    '입금해줘',
    '보내',
    '보내라',
    '보내주라',
    '보내고 싶어',
    '보내야 해',
    '보네줘',
    '보내주새요',
    '보내줭',
    '이체 부탁해',
    '송금 부탁드려요',
    '보내줄 수 있어?',
  ],
]
const BEFORE = [
  '',
  '',
  '',
  '',
  '',
  '',
  '저기 ',
  '음 ',
  '비서야 ',
  '있잖아 ',
  '그럼 ',
  '오늘은 말고 ',
  '아 그리고 ',
].filter((one) => !one.includes('말고') && !one.includes('그리고'))
const INSIDE = ['', '', '', '', '', '좀 ', '빨리 ', '바로 ', '그냥 ', '지금 ']
const AFTER = ['', '', '', '', '', '.', '!', '~', ' ㅎㅎ', ' 고마워', ' 부탁해']
const PURPOSES = ['', '', '', '', '', '', '', '용돈으로 ', '월세로 ', '점심값으로 ', '축의금으로 ', '생일선물로 ']

type Made = Omit<SaidTransfer, 'text'> & { body: string }
type Style = (random: Random) => Made | undefined

const day = (random: Random) => (random.chance(0.25) ? someDay(random) : undefined)
const dayWords = (said: { text: string } | undefined) =>
  said ? `${said.text}${/[가-힣]$/.test(said.text) ? '에' : ''} ` : ''

function one(random: Random): Made {
  const [name, amount, when] = [random.pick(PEOPLE), someAmount(random), day(random)]
  const meant = [{ target: name, amount: amount.won, ...(when ? { transfer_date: when.date } : {}) }]
  const date = dayWords(when)
  const purpose = random.pick(PURPOSES)
  const body = random.pick([
    `${date}${to(random, name)} ${purpose}${random.pick(INSIDE)}${amount.text}`,
    `${to(random, name)} ${date}${purpose}${amount.text}`,
    `${amount.text} ${date}${to(random, name)} ${random.pick(INSIDE)}`.trimEnd(),
    `${to(random, name)} ${amount.text}을 ${date}`.trimEnd().replace('원을', random.pick(['원을', '원'])),
  ])
  return { body: body.replace(/(?<!원)을(?=\s|$)/, ''), meant, plain: amount.plain }
}

/** The wrong one first, then the right one. */
function corrected(random: Random): Made {
  const [name, other] = [random.pick(PEOPLE), random.pick(PEOPLE)]
  const [amount, wrong] = [someAmount(random), someAmount(random)]
  const no = random.pick(['아니', '아니다', '아니 아니', '말고', '아니야', '아 아니'])
  const body = random.pick([
    `${to(random, name)} ${wrong.text} ${no} ${amount.text}`,
    `${to(random, other)} ${no === '말고' ? '말고' : no} ${to(random, name)} ${amount.text}`,
    `${wrong.text}에서 ${amount.text}으로 ${to(random, name)}`,
  ])
  return { body, meant: [{ target: name, amount: amount.won }], plain: false }
}

const different = (random: Random, count: number): string[] => {
  const names = new Set<string>()
  while (names.size < count)
    names.add(random.pick(PEOPLE.filter((name) => !/형|누나|이모|아저씨|아주머니|님$/.test(name) || name.length < 4)))
  return [...names]
}

/** Several receivers: each an own amount, the same each, or one sum divided. */
function several(random: Random): Made {
  const names = different(random, random.int(2, 3))
  const kind = random.int(0, 3)
  if (kind === 0) {
    const amounts = names.map(() => someAmount(random))
    const joint = random.pick([', ', ' ', ' 그리고 ', '이랑 '])
    const parts = names.map((name, at) => `${name}${random.pick(['한테', '에게'])} ${amounts[at]?.text}`)
    const body = joint === '이랑 ' ? parts.join(', ') : parts.join(joint)
    return {
      body,
      meant: names.map((target, at) => ({ target, amount: amounts[at]?.won as number })),
      plain: amounts.every(({ plain }) => plain),
    }
  }
  const head = names.slice(0, -1).map((name) => random.pick([`${name}랑`, `${name}하고`, `${name},`]))
  const list = `${head.join(' ')} ${names.at(-1)}${random.pick(['한테', '에게'])}`
  if (kind === 1) {
    const part = random.int(1, 30) * 10_000
    const total = someAmount(random, part * names.length)
    return {
      body: `${list} ${random.pick(['총 ', ''])}${total.text} 나눠서`,
      meant: names.map((target) => ({ target, amount: part })),
      plain: false,
    }
  }
  const amount = someAmount(random)
  const each = random.pick([`${list} ${amount.text}씩`, `${list} 각각 ${amount.text}`, `${list} ${amount.text}씩`])
  return { body: each, meant: names.map((target) => ({ target, amount: amount.won })), plain: amount.plain }
}

/** What somebody else gave is no receiver of this. */
function received(random: Random): Made {
  const [from, name] = different(random, 2) as [string, string]
  const amount = someAmount(random)
  return {
    body: `${from}한테 받은 ${amount.text} ${to(random, name)}`,
    meant: [{ target: name, amount: amount.won }],
    plain: false,
  }
}

/** Bank notes, several of one kind. */
function notes(random: Random): Made {
  const [text, won] = random.pick([
    ['오만원권', 50_000],
    ['만원권', 10_000],
    ['오천원권', 5_000],
    ['만원짜리', 10_000],
  ] as const)
  const count = random.int(2, 5)
  const name = random.pick(PEOPLE)
  const said = random.pick([`${count}`, ['', '', '두', '세', '네', '다섯'][count] as string])
  return { body: `${to(random, name)} ${text} ${said}장`, meant: [{ target: name, amount: won * count }], plain: false }
}

const styles: Style[] = [one, one, one, one, one, one, one, corrected, several, several, received, notes]

/** A request to send money, in some words. */
export function someTransfer(random: Random): SaidTransfer {
  const made = random.pick(styles)(random) as Made
  const text = `${random.pick(BEFORE)}${made.body} ${random.pick(VERBS)}${random.pick(AFTER)}`.replace(/ {2,}/g, ' ')
  return { text, meant: made.meant, plain: made.plain }
}
