import { expect, test } from 'vitest'
import { Random } from '../../random.ts'
import { requestOf, turn } from './world.ts'

const grouped = (value: number) => String(Math.round(value * 1e6) / 1e6).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
const won = (value: number) => `${grouped(value)}원`

/** Problems as people tell them, with what is right: computed here from the numbers that they are made of. */
const PROBLEMS: ((r: Random) => [text: string, right: string])[] = [
  (r) => {
    const [a, b] = [r.int(50, 99) * 10_000, r.int(1, 49) * 1_000]
    const label = r.pick(['연금', '월급', '오늘 매출', '통장 잔고'])
    return [`${label}이 ${a}원인데 거기서 ${r.pick(['관리비', '월세', '가스 요금'])} ${b}원 빼면`, won(a - b)]
  },
  (r) => {
    const [a, b] = [r.int(50, 200), r.int(1, 49)]
    return [
      `${r.pick(['재고', '사과', '의자'])} ${a}개에서 ${b}개 ${r.pick(['나갔어', '팔렸어', '먹었어'])} 몇 개 남았지`,
      `${a - b}개`,
    ]
  },
  (r) => {
    const all = Array.from({ length: r.int(2, 4) }, () => r.int(10, 900) * 100)
    const text = all
      .map((one, at) => `${['전기요금', '수도', '가스', '관리비'][at]} ${grouped(one)}원`)
      .join(r.pick([' ', ', ']))
    return [`${text} ${r.pick(['합계', '합치면', '다 더하면'])}`, won(all.reduce((a, b) => a + b))]
  },
  (r) => {
    const [a, b] = [r.int(2, 40), r.int(2, 40)]
    return [`한 박스에 ${a}개씩 ${b}박스면 몇 개야`, `${grouped(a * b)}개`]
  },
  (r) => {
    const [price, grams] = [r.int(10, 90) * 100, r.int(1, 9) * 100]
    return [`1kg에 ${price}원이면 ${grams}g은 얼마야`, won((price * grams) / 1_000)]
  },
  (r) => {
    const [rate, sum] = [r.int(1, 9), r.int(1, 90) * 10_000]
    return [`카드 수수료 ${rate}% 떼면 ${sum}원에서 얼마 남아`, won((sum * (100 - rate)) / 100)]
  },
  (r) => {
    const [rate, sum] = [r.int(1, 9), r.int(1, 90) * 100_000]
    return [`연이율 ${rate}% ${sum}원 1년 이자`, won((sum * rate) / 100)]
  },
  (r) => {
    const [a, b] = [r.int(20, 900), r.int(3, 19)]
    return [`${a} 나누기 ${b} 나머지`, String(a % b)]
  },
  (r) => {
    const [a, b] = [r.int(1_000, 9_000), r.int(100, 900)]
    return [
      `my ${r.pick(['pension', 'salary'])} is ${grouped(a)} and ${r.pick(['rent', 'the bill'])} is ${b}, what's left`,
      grouped(a - b),
    ]
  },
  (r) => {
    const [a, b] = [r.int(2, 40), r.int(2, 40)]
    return [`${a} per box, ${b} boxes`, grouped(a * b)]
  },
  (r) => {
    const [rate, sum] = [r.int(1, 30), r.int(1, 90) * 100]
    return [`add ${rate}% VAT to ${sum}`, grouped((sum * (100 + rate)) / 100)]
  },
  (r) => {
    const [count, price] = [r.int(2, 9), r.int(1, 20) * 2_520]
    return [`수박 ${count}통에 ${price}원이면 하나에 얼마야`, won(price / count)]
  },
  (r) => {
    const [rate, price] = [r.int(1, 30), r.int(1, 90) * 10_000]
    return [`물가가 ${rate}% 오르면 ${price}원이 얼마 되지`, won((price * (100 + rate)) / 100)]
  },
  (r) => {
    const [hours, speed] = [r.int(2, 5), r.int(4, 11) * 10]
    return [`시속 ${speed}으로 ${hours * speed}km 가면 몇 시간 걸려`, `${hours}시간`]
  },
  (r) => {
    const [a, b] = [r.int(10, 99), r.int(10, 99)]
    return [`lunch was ${a} and dinner was ${b}, how much together`, String(a + b)]
  },
  (r) => {
    const [count, price] = [r.int(2, 9), r.int(1, 20) * 2_520]
    return [`${count} melons cost ${price}, how much is one`, grouped(price / count)]
  },
  (r) => {
    const [a, b] = [r.int(2, 9) * 60, r.pick([60, 120])]
    return [`${a} km at ${b} km/h, how long`, `${Math.floor(a / b)} hour`]
  },
]

test('a sum that is told in a sentence is what its numbers make', async () => {
  const random = new Random(20_261_127)
  const wrong: string[] = []
  for (let i = 0; i < 170; i++) {
    const [text, right] = (PROBLEMS[i % PROBLEMS.length] as (typeof PROBLEMS)[number])(random)
    const { text: said } = await turn(requestOf({ text, setting: [] }))
    if (!said.includes(right) || said.includes('setup')) wrong.push(`${text}: ${said} instead of ${right}`)
  }
  expect(wrong).toEqual([])
})

test.each([
  '연금이 78만원인데 거기서 관리비 절반 21만원 빼면',
  '월급이 200만원인데 두 배 관리비 21만원 빼면',
  '매출 30만원에 어제 안 판 20만원 합치면',
  'my pension is 1,240 and half the rent is 865, what is left',
  '한 박스에 24개씩 15봉지면 할인 얼마',
  'how many days until the week before my birthday on March 14',
  '1kg에 8500원이면 350ml는 얼마',
  '어제 셋이서 12만원 썼어',
  '3만원짜리 두 개 샀어',
  '3명이 2만원씩 빚졌어',
  'i ran 5 miles at 6 mph',
  '20 dollars for 3 kids',
])('"%s" holds a word that nobody reads: nothing is calculated', async (text) => {
  const { calls } = await turn(requestOf({ text, setting: [] }))
  expect(calls).toEqual([])
})

test.each([
  ['손주 생일이 3월 14일인데 며칠 남았나', '113일 남았어요'],
  ['약속이 3월 14일 이틀 전인데 며칠 남았나', '3월 12일 금요일까지 111일 남았어요'],
  ['졸업까지 며칠? 2027년 2월 19일', '90일 남았어요'],
  ['크리스마스까지 몇 밤 자야 돼', '34일 남았어요'],
  ['애기 태어난지 며칠이야 2026년 8월 15일생', '98일'],
  ['how many days until my exam on December 14', '23 days left'],
  ['baby was born on august 15 2026, how many days old', '98 days'],
  ['is december 25 a weekday', 'Friday'],
])('%s', async (text, told) => {
  expect((await turn(requestOf({ text, setting: [] }))).text).toContain(told)
})
