import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addAmounts, itemText, parseItem, takeAmounts } from '../../../../src/std/korean/numbers/item.ts'

test.each([
  ['계란 두 판', '계란 2판'],
  ['샴푸 두개', '샴푸 2개'],
  ['물 여섯 병', '물 6병'],
  ['돼지고기 300그램', '돼지고기 300g'],
  ['요거트 하나', '요거트 1개'],
  ['수박 반 통', '수박 0.5통'],
  ['사과 12개 + 1봉지', '사과 12개 + 1봉지'],
  ['two dozen eggs', 'eggs × 2 dozen'],
  ['a loaf of bread', 'bread × 1 loaf'],
  ['600g of pork', 'pork × 600g'],
  ['three onions', 'onions × 3'],
  ['2 cartons of milk', 'milk × 2 cartons'],
])('%s is %s', (said, text) => expect(itemText(parseItem(said))).toBe(text))

test.each([
  '우유',
  '총균쇠',
  '범죄도시 3',
  '사과 4~5개',
  '스팸 한정판',
  '운동 세 번',
  '커피 원두 (디카페인)',
  'iPhone 15 case',
  '계란 2판 (유정란)',
  '모니터 27인치',
  '건전지 3호',
  '카드 한도',
])('%s is a name and no amount', (said) => expect(parseItem(said)).toEqual({ name: said, quantities: [] }))

const quantity = fc.record({ count: fc.integer({ min: 1, max: 999 }), unit: fc.constantFrom('개', '판', 'kg', '봉지') })

test('what was added can be taken away again, and a page reads back what it shows', () => {
  fc.assert(
    fc.property(fc.array(quantity, { minLength: 1, maxLength: 4 }), fc.array(quantity, { maxLength: 3 }), (a, b) => {
      const [first, sum] = [addAmounts([], a), addAmounts(addAmounts([], a), b)]
      expect(takeAmounts(sum, b)).toEqual(first)
      expect(parseItem(itemText({ name: '사과', quantities: sum }))).toEqual({ name: '사과', quantities: sum })
    }),
  )
})
