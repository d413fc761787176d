import { expect, test } from 'vitest'
import { readReceipt } from '../../../src/core/money/receipt.ts'

test.each([
  [
    [
      '영수증',
      '한강식당',
      '사업자번호 123-45-67890',
      '2026-05-11 12:33',
      '김치찌개 9,000',
      '공기밥 1,000',
      '합계 10,000원',
      '부가세 909',
      '받은금액 20,000',
    ],
    { won: 10_000, place: '한강식당', day: '2026-05-11' },
  ],
  [
    ['STARBUCKS', '26/05/12', 'Latte 5,800', 'Subtotal 5,273', 'Tax 527', 'TOTAL', '5,800'],
    { won: 5800, place: 'STARBUCKS', day: '2026-05-12' },
  ],
  [
    ['상호: 다이소 강남', '총 금액: 12,500', '결제금액 11,000', '카드번호 1234-5678'],
    { won: 11_000, place: '다이소 강남' },
  ],
])('%j', (lines, told) => expect(readReceipt(lines)).toMatchObject(told))

test.each([[[]], [['커피 4,500', '빵 3,200']], [['합계']], [['전화 02-123-4567', '부가세 합계 909']]])(
  'no sum is guessed from %j',
  (lines) => expect(readReceipt(lines)).toBeUndefined(),
)
