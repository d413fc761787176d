import { expect, test } from 'vitest'
import { cardItems, guessColumns, readCardFile } from '../../../src/core/money/card-file.ts'

const shinhan = `신한카드 이용내역,,,
이용일자,승인번호,가맹점명,이용금액
2026.05.11,123456,"스타벅스, 강남점","4,500"
2026.05.11,123457,"스타벅스, 강남점","4,500"
2026.05.12,123458,쿠팡,-12000
합계,,,"-3,000"
2026.05.13,123459,AMAZON.COM,$12.00
`

test('a file of a card is read by its heads; what is no payment is named by its row', () => {
  const file = readCardFile(shinhan)
  if (!file) throw new Error('no table')
  expect(guessColumns(file)).toEqual({ day: 0, won: 3, what: 2 })
  const { items, unread } = cardItems(file, { day: 0, won: 3, what: 2 })
  expect(items.map(({ day, won, kind, what }) => [day, won, kind, what])).toEqual([
    ['2026-05-11', 4500, 'spent', '스타벅스, 강남점'],
    ['2026-05-11', 4500, 'spent', '스타벅스, 강남점'],
    ['2026-05-12', 12000, 'income', '쿠팡'],
  ])
  expect(new Set(items.map(({ key }) => key)).size).toBe(3)
  expect(unread).toEqual([4, 5])
})

test.each(['', 'a,b\n1,2\n', '그냥 글', '"', ',,,\n,,,'])('%j holds no payments', (text) => {
  const file = readCardFile(text)
  expect(file ? cardItems(file, { day: 0, won: 1, what: 2 }).items : []).toEqual([])
})
