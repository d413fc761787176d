import { describe, expect, test } from 'vitest'
import { newsIn, type WatchCondition } from '../../../src/core/schedules/watch.ts'

/** Pages of one shop, one list, one notice: what stands there, and how a page of its kind changes. */
const pages = [
  ['Flat A: 500', 'Flat B: 620', 'Flat C: 710'],
  ['키보드 K1 · 59,000원', '키보드 K2 · 품절', '마우스 M1 · 19,000원'],
  ['공지: 12월 3일 휴관', '프로그램 신청은 1월부터', '문의 02-123-4567'],
  ['KTX 101 09:00 매진', 'KTX 103 10:00 예매', 'KTX 105 11:00 매진'],
  ['Release 1.2.0', 'Fixes a crash in the parser', 'Adds dark mode'],
  ['오늘의 환율', 'USD 1,392.50', 'JPY 912.30'],
]

interface Pair {
  name: string
  before: string[]
  after: string[]
  /** The lines of the news, in order; none where nothing is to be told. */
  news: string[]
}

const pairs: Pair[] = pages.flatMap((page, at): Pair[] => {
  const [first = '', second = '', third = ''] = page
  const changed = second.replace(/\d[\d,.]*|품절|예매|crash|신청/, (word) => (/\d/.test(word) ? '590' : '판매중'))
  const numbers = [second, changed].map((line): string[] => line.match(/\d[\d,]*(?:\.\d+)?/g) ?? [])
  const differing = (numbers[0] ?? []).filter((one, index) => one !== numbers[1]?.[index])
  const values =
    numbers[0]?.length === numbers[1]?.length && differing.length === 1
      ? ` (${differing[0]} → ${numbers[1]?.[numbers[0]?.indexOf(differing[0] ?? '') ?? 0]})`
      : ''
  return [
    { name: `removed ${at}`, before: page, after: [first, third], news: [`− ${second}`] },
    {
      name: `changed ${at}`,
      before: page,
      after: [first, changed, third],
      news: [`− ${second}`, `+ ${changed}${values}`],
    },
    { name: `moved ${at}`, before: page, after: [third, first, second], news: [] },
    { name: `added ${at}`, before: page, after: [...page, 'zzz 새 줄 qqq'], news: ['+ zzz 새 줄 qqq'] },
    { name: `spaces ${at}`, before: page, after: page.map((line) => `  ${line.replaceAll(' ', '   ')} `), news: [] },
    { name: `clock ${at}`, before: [...page, '현재 시각 10:21:07'], after: [...page, '현재 시각 10:36:44'], news: [] },
    { name: `counter ${at}`, before: [...page, '조회수 1,204'], after: [...page, '조회수 1,377'], news: [] },
    {
      name: `age ${at}`,
      before: [...page, 'updated 3 minutes ago'],
      after: [...page, 'updated 18 minutes ago'],
      news: [],
    },
    {
      name: `token ${at}`,
      before: [...page, 'id 9f8e7d6c5b4a39281706'],
      after: [...page, 'id 00112233445566778899'],
      news: [],
    },
    { name: `same ${at}`, before: page, after: page, news: [] },
  ]
})

describe('a page that is watched', () => {
  test.each(pairs)('is told once, with both lines: $name', ({ before, after, news }) => {
    const first = newsIn(before, undefined)
    const second = newsIn(after, first.seen, { before: first.lines })
    expect(second.news?.split('\n') ?? []).toEqual(news)
    expect(newsIn(after, second.seen, { before: [...second.lines, ...first.lines] }).news).toBeUndefined()
  })

  test('what went is told even where its words are not known any more by nothing but the rest', () => {
    const first = newsIn(['가 나', '다 라'], undefined)
    expect(newsIn(['가 나', '다 라', '마 바'], first.seen).news).toBe('+ 마 바')
  })

  test.each<[WatchCondition, string[], string[], string | undefined]>([
    [{ is: 'below', value: 600 }, ['Flat B: 620'], ['Flat B: 590'], '− Flat B: 620\n+ Flat B: 590 (620 → 590)'],
    [{ is: 'below', value: 600 }, ['Flat B: 620'], ['Flat B: 610'], undefined],
    [{ is: 'below', value: 600 }, ['Flat B: 590'], ['Flat B: 580'], undefined],
    [
      { is: 'above', value: 1_400 },
      ['USD 1,392.50'],
      ['USD 1,401.00'],
      '− USD 1,392.50\n+ USD 1,401.00 (1,392.50 → 1,401.00)',
    ],
    [{ is: 'gone', words: ['품절', 'sold out'] }, ['K2 품절'], ['K2 장바구니'], '− K2 품절\n+ K2 장바구니'],
    [{ is: 'gone', words: ['품절'] }, ['K2 품절'], ['K2 일시품절'], undefined],
    [{ is: 'appears', words: ['예매'] }, ['KTX 매진'], ['KTX 예매'], '− KTX 매진\n+ KTX 예매'],
  ])('tells a condition when it comes to be so: %j', (when, before, after, news) => {
    const first = newsIn(before, undefined, { when })
    expect(newsIn(after, first.seen, { before: first.lines, when }).news).toBe(news)
  })
})
