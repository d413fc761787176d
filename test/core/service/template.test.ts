import { expect, test } from 'vitest'
import { fillTemplate } from '../../../src/core/service/template.ts'

test.each([
  ['{price.total}원이에요.', { 'price.total': '20000' }, '2만원이에요.'],
  ['{price.total}원이에요.', { 'price.total': '28000' }, '28,000원이에요.'],
  ['총 {total}원을 낼까요?', { total: '123456789' }, '총 1억 2,345만 6,789원을 낼까요?'],
  ['{total} won: go on?', { total: '20000' }, '20,000 won: go on?'],
  ['{year}년, 정원 {seats}', { year: '2026', seats: '1200' }, '2026년, 정원 1200'],
  ['{code}: {total}원', { code: 'A1000', total: '3500.5' }, 'A1000: 3500.5원'],
  ['{who:이/가} {total}원', { total: '500' }, '500원'],
])('“%s” tells money as it is told everywhere', (template, values, told) => {
  expect(fillTemplate(template, values)).toBe(told)
})
