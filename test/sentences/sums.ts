// Sums as people tell them. A tree is made first and computed here; its words come after.
import type { Random } from '../random.ts'

export interface SaidSum {
  text: string
  value: number
  /** The unit in which it is told. */
  unit: string
}

const NATIVE = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉', '열']
const HEADS = ['', '', '둘', '셋', '넷', '다섯', '여섯', '일곱', '여덟', '아홉', '열']
const EN = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** 24000 as "2만4천원", "2만 4천원", "24,000원", "24000원". */
function won(r: Random, value: number): string {
  const [man, rest] = [Math.floor(value / 10_000), value % 10_000]
  const mixed = `${man ? `${man}만` : ''}${man && rest ? r.pick(['', ' ']) : ''}${rest ? (rest % 1_000 === 0 ? `${rest / 1_000}천` : rest) : ''}`
  return `${r.pick([mixed, mixed, value.toLocaleString('en-US'), String(value)])}${r.pick(['원', '원', ' 원'])}`
}
const price = (r: Random) => r.pick([r.int(1, 90) * 1_000, r.int(5, 200) * 100, r.int(1, 30) * 10_000])
const hasFinal = (word: string) => (word.charCodeAt(word.length - 1) - 0xac00) % 28 > 0
const WITH = (r: Random, word: string) =>
  word + r.pick([hasFinal(word) ? '이랑' : '랑', '하고', hasFinal(word) ? '과' : '와', '에', ','])

const THINGS = [
  ['치킨', '마리'],
  ['커피', '잔'],
  ['사과', '개'],
  ['표', '장'],
  ['책', '권'],
  ['맥주', '병'],
  ['피자', '판'],
] as const
const FEES = ['배달비', '포장비', '수수료', '주차비', '콜라', '봉투값']
const ASK = ['', '이면', ' 얼마야', ' 얼마지?', '이면 얼마야', '이면 총 얼마야', '이면 다 해서 얼마예요']

type Part = { text: string; value: number }

function item(r: Random): Part {
  const [name, unit] = r.pick(THINGS)
  const [each, count] = [price(r), r.int(2, 9)]
  const counted = r.pick([`${NATIVE[count]} ${unit}`, `${count}${unit}`])
  const text = r.pick([
    `${won(r, each)}짜리 ${counted}`,
    `${won(r, each)}짜리 ${name} ${counted}`,
    `${name} ${won(r, each)} ${counted}`,
    `${name} ${counted} ${won(r, each)}씩`,
  ])
  return { text, value: each * count }
}
const fee = (r: Random): Part => {
  const value = r.int(1, 9) * 500
  return { text: `${r.pick(FEES)} ${won(r, value)}`, value }
}

function basket(r: Random): Part {
  const parts = [item(r), ...(r.chance(0.5) ? [item(r)] : []), ...(r.chance(0.6) ? [fee(r)] : [])]
  const text = parts.map((one, at) => (at === parts.length - 1 ? one.text : WITH(r, one.text))).join(' ')
  return { text, value: parts.reduce((sum, one) => sum + one.value, 0) }
}

const ko: readonly ((r: Random) => SaidSum)[] = [
  (r) => {
    const { text, value } = basket(r)
    return { text: `${text}${r.pick(ASK)}`, value, unit: '원' }
  },
  (r) => {
    const [{ text, value }, heads] = [basket(r), r.int(2, 9)]
    const people = r.pick([`${HEADS[heads]}이서`, `${heads}명이서`, `${heads}명이`])
    return {
      text: `${text} ${people} 나누면${r.pick(['', ' 한 명당', ' 얼마씩', ' 한 사람당 얼마야'])}`,
      value: value / heads,
      unit: '원',
    }
  },
  (r) => {
    const income = r.int(20, 50) * 100_000
    const gone = [r.int(1, 9) * 50_000, r.int(1, 9) * 30_000, r.int(1, 9) * 10_000].slice(0, r.int(1, 3))
    const names = ['월세', '적금', '관리비']
    const list = gone.map((one, at) => `${names[at]} ${won(r, one)}`)
    const text = `${r.pick(['월급', '수입', '용돈'])} ${won(r, income)}에서 ${list.map((one, at) => (at === list.length - 1 ? one : WITH(r, one))).join(' ')} ${r.pick(['빼면', '빼면 얼마야', '내면 얼마 남아', '빼고 나면 얼마 남지'])}`
    return { text, value: income - gone.reduce((a, b) => a + b), unit: '원' }
  },
  (r) => {
    const [rate, full] = [r.pick([5, 10, 15, 20, 25, 30, 40, 50]), r.int(1, 60) * 2_000]
    const paid = (full * (100 - rate)) / 100
    const text = r.pick([
      `${rate}% 할인해서 ${won(r, paid)}이면 원래 얼마`,
      `${rate}퍼센트 할인받아서 ${won(r, paid)}이면 원래 가격은`,
      `${rate}% 세일해서 ${won(r, paid)}인데 정가가 얼마야`,
    ])
    return { text, value: full, unit: '원' }
  },
  (r) => {
    const [heads, each] = [r.int(2, 9), r.int(1, 60) * 500]
    const whole = won(r, heads * each)
    const people = r.pick([`${HEADS[heads]}이서`, `${heads}명이서`])
    const text = r.pick([
      `${people} ${whole}이면 한 명당`,
      `${people} ${whole}이면 한 사람당 얼마야`,
      `택시비 ${whole} ${HEADS[heads]}이`,
      `회식비 ${whole} ${people} 나누면`,
      `${whole}을 ${people} 더치페이하면`,
    ])
    return { text, value: each, unit: '원' }
  },
  (r) => {
    const [heads, each] = [r.int(2, 9), r.int(2, 30)]
    const [name, unit] = r.pick([
      ['사과', '개'],
      ['귤', '개'],
      ['사탕', '개'],
      ['연필', '개'],
    ] as const)
    return { text: `${name} ${heads * each}${unit}를 ${heads}명이 나누면 몇 ${unit}씩`, value: each, unit }
  },
  (r) => {
    const [per, days] = [r.int(2, 90) * 100, r.int(2, 30)]
    const [word, count] = r.pick([
      ['일주일', 7],
      [`${days}일`, days],
    ] as const)
    const [said, unit] = r.pick([
      [`${per}보`, '보'],
      [won(r, per), '원'],
    ] as const)
    return {
      text: `하루${r.pick(['', '에'])} ${said}${r.pick(['', '씩'])} ${word}이면${r.pick(['', ' 얼마야'])}`,
      value: per * count,
      unit,
    }
  },
  (r) => {
    const [per, years] = [r.int(1, 90) * 10_000, r.int(1, 5)]
    return {
      text: `${r.pick(['한 달에', '매달'])} ${won(r, per)}${r.pick(['', '씩'])} ${years}년이면${r.pick(['', ' 얼마'])}`,
      value: per * 12 * years,
      unit: '원',
    }
  },
  (r) => {
    const [dollars, rate] = [r.int(1, 900), r.int(110, 160) * 10]
    return {
      text: r.pick([
        `${dollars}달러는 환율 ${rate}원이면 얼마야`,
        `${dollars}달러 환율 ${rate}이면`,
        `환율 ${rate}원이면 ${dollars}달러는 얼마`,
      ]),
      value: dollars * rate,
      unit: '원',
    }
  },
  (r) => {
    const [speed, hours] = [r.int(4, 12) * 10, r.int(2, 9)]
    return { text: `시속 ${speed}킬로로 ${hours}시간 가면 몇 킬로야`, value: speed * hours, unit: 'km' }
  },
]

const koMore: typeof ko = [
  (r) => {
    const [heads, each] = [r.int(2, 9), r.int(1, 60) * 500]
    return {
      text: `${heads}명이 ${won(r, each)}씩 내면${r.pick(['', ' 총 얼마', ' 얼마야'])}`,
      value: heads * each,
      unit: '원',
    }
  },
  (r) => {
    const [count, each, paid] = [r.int(2, 4), r.int(2, 9) * 500, r.int(2, 9) * 10_000]
    return {
      text: `${won(r, paid)}으로 ${won(r, each)}짜리 ${NATIVE[count]} 개 사면 얼마 남아`,
      value: paid - count * each,
      unit: '원',
    }
  },
]

const usd = (r: Random, value: number) => r.pick([`$${value}`, `${value} dollars`])
const GOODS = ['tickets', 'coffees', 'books', 'shirts', 'pizzas']
const EXTRA = ['fee', 'delivery charge', 'soda', 'bag']
const EN_ASK = ['', ', how much is that', ' how much in total', '?']

function enItem(r: Random): Part {
  const [each, count] = [r.int(2, 60), r.int(2, 9)]
  const counted = r.pick([String(count), EN[count] as string])
  const goods = r.pick(GOODS)
  return {
    text: r.pick([`${counted} ${goods} at ${usd(r, each)}`, `${counted} ${goods} at ${usd(r, each)} each`]),
    value: each * count,
  }
}
function enBasket(r: Random): Part {
  const parts = [enItem(r), ...(r.chance(0.4) ? [enItem(r)] : [])]
  const extra = r.int(1, 9)
  const lone = r.chance(0.6) ? [{ text: `a ${usd(r, extra)} ${r.pick(EXTRA)}`, value: extra }] : []
  const text = [...parts, ...lone].map((one) => one.text).join(r.pick([' and ', ' plus ']))
  return { text, value: [...parts, ...lone].reduce((sum, one) => sum + one.value, 0) }
}

const en: readonly ((r: Random) => SaidSum)[] = [
  (r) => {
    const [hours, pay] = [r.int(2, 60), r.int(8, 60)]
    return { text: `${hours} hours at ${usd(r, pay)} ${r.pick(['an', 'per'])} hour`, value: hours * pay, unit: '$' }
  },
  (r) => {
    const [paid, count, each] = [r.int(5, 20) * 20, r.int(2, 4), r.int(2, 20)]
    const text = `i have ${usd(r, paid)} and buy ${count} ${r.pick(GOODS)} at ${usd(r, each)}, how much is left`
    return { text, value: paid - count * each, unit: '$' }
  },
  (r) => {
    const [off, tax, price] = [r.pick([10, 20, 50]), r.pick([5, 8, 10]), r.int(2, 90) * 10]
    return {
      text: `${off}% off ${usd(r, price)} plus ${tax}% tax`,
      value: (((price * (100 - off)) / 100) * (100 + tax)) / 100,
      unit: '$',
    }
  },
  (r) => {
    const { text, value } = enBasket(r)
    return { text: `${text}${r.pick(EN_ASK)}`, value, unit: '$' }
  },
  (r) => {
    const [heads, each] = [r.int(2, 9), r.int(3, 80)]
    const whole = usd(r, heads * each)
    const people = r.pick([`${heads} people`, `${EN[heads]} of us`, `${heads} friends`])
    return {
      text: r.pick([
        `split ${whole} between ${people}`,
        `${whole} split between ${people}`,
        `${whole} for ${people}, how much per person`,
      ]),
      value: each,
      unit: '$',
    }
  },
  (r) => {
    const [heads, each, rate] = [r.int(2, 9), r.int(3, 80) * 10, r.pick([10, 15, 20])]
    const whole = heads * each
    return {
      text: r.pick([
        `split ${usd(r, whole)} between ${heads} people with ${rate}% tip`,
        `split ${usd(r, whole)} with a ${rate}% tip between ${heads} people`,
      ]),
      value: (whole * (100 + rate)) / 100 / heads,
      unit: '$',
    }
  },
  (r) => {
    const [income, rent, food] = [r.int(20, 90) * 100, r.int(5, 15) * 50, r.int(1, 6) * 50]
    const two = r.chance(0.5)
    const text = two
      ? `I earn ${income} a month and pay ${rent} rent and ${food} for food, what's left`
      : r.pick([
          `if i make ${income} a month and pay ${rent} rent what's left`,
          `i have ${income} and spend ${rent}, how much is left`,
        ])
    return { text, value: income - rent - (two ? food : 0), unit: '' }
  },
  (r) => {
    const [rate, full] = [r.pick([10, 20, 25, 30, 40, 50]), r.int(1, 60) * 20]
    const paid = (full * (100 - rate)) / 100
    return {
      text: r.pick([
        `after a ${rate}% discount it costs ${paid} what was the original price`,
        `it costs ${usd(r, paid)} with ${rate}% off, what was the original price`,
      ]),
      value: full,
      unit: '',
    }
  },
  (r) => {
    const [hours, speed] = [r.int(2, 9), r.int(3, 8) * 10]
    return {
      text: r.pick([
        `${hours * speed} miles at ${speed} mph`,
        `how long does it take to drive ${hours * speed} miles at ${speed} mph`,
      ]),
      value: hours,
      unit: 'hours',
    }
  },
  (r) => {
    const [rate, base, extra] = [r.int(1, 19) * 5, r.int(1, 90) * 20, r.int(2, 90)]
    const [word, sign] = r.pick([
      ['plus', 1],
      ['minus', -1],
    ] as const)
    return { text: `${rate}% of ${base} ${word} ${extra}`, value: (base * rate) / 100 + sign * extra, unit: '' }
  },
  (r) => {
    const count = r.int(2, 40)
    return {
      text: r.pick([`${count} dozen`, `how many is ${count} dozen`, `how many eggs are in ${count} dozen`]),
      value: count * 12,
      unit: '',
    }
  },
  (r) => {
    const [dollars, rate] = [r.int(1, 900), r.int(110, 160) * 10]
    return {
      text: r.pick([
        `${dollars} dollars at ${rate}`,
        `${dollars} dollars at ${rate} won`,
        `$${dollars} at an exchange rate of ${rate}`,
      ]),
      value: dollars * rate,
      unit: '원',
    }
  },
  (r) => {
    const [count, each, wanted] = [r.int(2, 9), r.int(1, 9), r.int(2, 20)]
    const goods = r.pick(['apples', 'pens', 'eggs'])
    return {
      text: `if ${count} ${goods} cost ${count * each} dollars how much are ${wanted} ${goods}`,
      value: each * wanted,
      unit: '$',
    }
  },
]

/**
 * What may stand beside a sum and is none of it, with a number that no one used: nothing is told as if it had not
 * been said.
 */
const BESIDE = {
  ko: ['3층', '7번 방', '2호점', '13일', '반값', '쿠폰 3천원', '5분 전', '두 배', '20대', '1+1'],
  en: ['room 7', '3 years ago', 'half price', 'on floor 5', 'twice', 'not 8', 'at 4 pm', 'version 2'],
}

export function someSum(r: Random): SaidSum & { language: 'ko' | 'en' } {
  const language = r.pick(['ko', 'ko', 'en'] as const)
  return { ...r.pick(language === 'ko' ? [...ko, ...koMore] : en)(r), language }
}

/** The same sum with something beside it, at some place between its words. */
export function withMore(r: Random, { text, language }: { text: string; language: 'ko' | 'en' }): string {
  const words = text.split(' ')
  return words.toSpliced(r.int(0, words.length), 0, r.pick(BESIDE[language])).join(' ')
}
