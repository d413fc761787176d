import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCardBytes } from '../../../src/app/money/card-bytes.ts'
import { type CardColumns, cardItems, guessColumns } from '../../../src/core/money/card-file.ts'
import { encodeKorean } from '../../fakes/korean-bytes.ts'
import { type TableFormat, tableFile } from '../../fixtures/docs/make-tables.ts'

/** A payment as it happened, and what became of it. */
interface Payment {
  day: string
  won: number
  shop: string
  fate: 'paid' | 'cancelled' | 'abroad'
}

const grouped = (won: number) => won.toLocaleString('en-US')
const parts = (day: string) => day.split('-') as [string, string, string]
const dotted = (day: string) => day.replaceAll('-', '.')
const American = (day: string) => [parts(day)[1], parts(day)[2], parts(day)[0]].join('/')
const British = (day: string) => parts(day).reverse().join('/')
const noTotal = () => []

/** A file as a bank writes it: what stands above, its heads, the rows of each payment, and the sum below. */
interface Bank {
  above: string[][]
  heads: string[]
  rows(one: Payment, at: number): string[][]
  below(sum: number): string[][]
}

/** A row again with less than nothing for a payment that was cancelled. */
const twice = (one: Payment, row: (won: string) => string[]) =>
  one.fate === 'cancelled' ? [row(grouped(one.won)), row(`-${grouped(one.won)}`)] : [row(grouped(one.won))]

const banks: Record<string, Bank> = {
  신한: {
    above: [['신한카드 이용내역', '', '', '', '', '']],
    heads: ['이용일자', '승인번호', '가맹점명', '이용금액', '이용구분', '취소상태'],
    rows: ({ day, won, shop, fate }, at) => [
      fate === 'abroad'
        ? [dotted(day), String(at), shop, `$${(won / 100).toFixed(2)}`, '일시불', '']
        : [dotted(day), String(at), shop, grouped(won), '3개월', fate === 'cancelled' ? '취소' : ''],
    ],
    below: (sum) => [['합계', '', '', grouped(sum), '', '']],
  },
  국민: {
    above: [
      ['KB국민카드', '', ''],
      ['조회기간', '2026.05.01 ~ 2026.05.31', ''],
    ],
    heads: [
      '이용일',
      '이용시간',
      '이용카드명',
      '이용하신곳',
      '국내이용금액(원)',
      '해외이용금액($)',
      '결제방법',
      '상태',
      '승인번호',
    ],
    rows: ({ day, won, shop, fate }, at) => {
      const row = (here: string, there: string, state: string) => [
        day,
        '12:00',
        '체크',
        shop,
        here,
        there,
        '일시불',
        state,
        String(at),
      ]
      if (fate === 'abroad') return [row('0', (won / 100).toFixed(2), '전표매입')]
      const paid = row(grouped(won), '0', '전표매입')
      return fate === 'cancelled' ? [paid, row(grouped(won), '0', '승인취소')] : [paid]
    },
    below: noTotal,
  },
  현대: {
    above: [],
    heads: [
      '이용일',
      '이용카드',
      '이용가맹점',
      '이용금액',
      '할부개월',
      '적립/할인율(%)',
      '결제원금',
      '결제후잔액',
      '수수료(이자)',
    ],
    rows: (one) =>
      one.fate === 'abroad' ? [] : twice(one, (won) => [one.day, 'M', one.shop, won, '0', '0', won, '0', '0']),
    below: (sum) => [['총 합계', '', '', grouped(sum), '', '', grouped(sum), '', '']],
  },
  삼성: {
    above: [['■ 국내이용내역', '', '']],
    heads: [
      '카드번호',
      '승인일자',
      '승인시각',
      '가맹점명',
      '승인금액(원)',
      '일시불할부구분',
      '할부개월',
      '승인번호',
      '취소여부',
    ],
    rows: ({ day, won, shop, fate }, at) =>
      fate === 'abroad'
        ? []
        : [
            [
              '1234',
              day.replaceAll('-', ''),
              '12:00',
              shop,
              String(won),
              '일시불',
              '',
              String(at),
              fate === 'cancelled' ? 'Y' : 'N',
            ],
          ],
    below: noTotal,
  },
  카카오: {
    above: [
      ['카카오뱅크 거래내역', '', ''],
      ['성명', '홍길동', ''],
    ],
    heads: ['거래일시', '구분', '거래금액', '거래 후 잔액', '거래구분', '내용', '메모'],
    rows: ({ day, won, shop, fate }) => {
      const row = (way: string, sum: string) => [
        `${dotted(day)} 12:33:01`,
        way,
        sum,
        '1,000,000',
        '체크카드결제',
        shop,
        '',
      ]
      if (fate === 'abroad') return []
      return fate === 'cancelled'
        ? [row('출금', `-${grouped(won)}`), row('입금', grouped(won))]
        : [row('출금', `-${grouped(won)}`)]
    },
    below: noTotal,
  },
  American: {
    above: [],
    heads: ['Transaction Date', 'Post Date', 'Description', 'Category', 'Type', 'Amount', 'Memo'],
    rows: ({ day, won, shop, fate }) => {
      const row = (type: string, sum: number) => [American(day), American(day), shop, '', type, `${sum}.00`, '']
      if (fate === 'abroad') return [[American(day), American(day), shop, '', 'Sale', '-12.34', '']]
      return fate === 'cancelled' ? [row('Sale', -won), row('Return', won)] : [row('Sale', -won)]
    },
    below: noTotal,
  },
  British: {
    above: [],
    heads: ['Date', 'Type', 'Description', 'Paid out', 'Paid in', 'Balance'],
    rows: ({ day, won, shop, fate }) =>
      fate === 'abroad'
        ? []
        : [
            [British(day), 'DEB', shop, grouped(won), '', '100'],
            ...(fate === 'cancelled' ? [[British(day), 'CR', shop, '', grouped(won), '100']] : []),
          ],
    below: noTotal,
  },
}

const tableOf = ({ above, heads, rows, below }: Bank, payments: readonly Payment[]): string[][] => [
  ...above,
  heads,
  ...payments.flatMap((one, at) => rows(one, at)),
  ...below(sumOf(payments)),
]

const sumOf = (payments: readonly Payment[]) =>
  payments.reduce((sum, { won, fate }) => (fate === 'paid' ? sum + won : sum), 0)

const payment = fc.record({
  day: fc.integer({ min: 1, max: 31 }).map((day) => `2026-05-${String(day).padStart(2, '0')}`),
  won: fc.integer({ min: 1, max: 9_999_999 }),
  shop: fc.constantFrom('스타벅스, 강남점', '쿠팡(주)', 'AMAZON.COM', '이마트 24', '“따옴표” 식당'),
  fate: fc.constantFrom('paid' as const, 'paid' as const, 'paid' as const, 'cancelled' as const, 'abroad' as const),
})
/** A month whose days tell the order of day and month, most of it paid. */
const month = fc
  .array(payment, { minLength: 1, maxLength: 12 })
  .map((all): Payment[] => [
    ...all,
    ...[4_500, 3_000].map((won) => ({ day: '2026-05-27', won, shop: '약국', fate: 'paid' as const })),
  ])

async function booked(bytes: Uint8Array) {
  const file = await readCardBytes(bytes, new AbortController().signal)
  if (!file) throw new Error('no table')
  const columns = guessColumns(file)
  expect(Object.keys(columns).sort()).toEqual(['day', 'what', 'won'])
  return cardItems(file, columns as CardColumns)
}

const net = (items: readonly { kind?: string; won: number }[]) =>
  items.reduce((sum, { kind, won }) => sum + (kind === 'income' ? -won : won), 0)

test.each(Object.keys(banks))(
  'a month of %s comes to what was paid, whatever was cancelled or paid abroad',
  async (name) => {
    const bank = banks[name] as Bank
    await fc.assert(
      fc.asyncProperty(month, fc.boolean(), async (payments, isOld) => {
        const bytes = tableFile('csv', tableOf(bank, payments)).bytes
        const { items } = await booked(isOld ? encodeKorean(Buffer.from(bytes).toString()) : bytes)
        expect(net(items)).toBe(sumOf(payments))
        expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
        const days = new Set(payments.map(({ day }) => day))
        expect(items.filter(({ day }) => !days.has(day ?? ''))).toEqual([])
      }),
    )
  },
)

test.each(['xlsx', 'html'] satisfies TableFormat[])('the same month as %s is the same payments', async (format) => {
  const payments: Payment[] = [
    { day: '2026-05-11', won: 4_500, shop: '스타벅스 강남점', fate: 'paid' },
    { day: '2026-05-12', won: 12_000, shop: '쿠팡(주)', fate: 'cancelled' },
    { day: '2026-05-27', won: 33_000, shop: '이마트 24', fate: 'paid' },
  ]
  for (const name of ['신한', '삼성']) {
    const table = tableOf(banks[name] as Bank, payments)
    const { items, cancelled } = await booked(tableFile(format, table).bytes)
    expect(items).toEqual((await booked(Buffer.from(tableFile('csv', table).bytes))).items)
    expect([net(items), cancelled]).toEqual([37_500, 1])
  }
})

test('a day whose month nobody can tell is not read', async () => {
  const { items, unread } = await booked(Buffer.from('Date,Description,Amount\n05/11/2026,A,5\n06/12/2026,B,7\n'))
  expect([items, unread]).toEqual([[], [1, 2]])
})
