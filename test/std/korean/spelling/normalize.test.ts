import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAmounts, readWholeAmount } from '../../../../src/std/korean/numbers/amount.ts'
import { fromLatinKeys, toHangulKeys, toLatinKeys } from '../../../../src/std/korean/spelling/keyboard.ts'
import { normalize } from '../../../../src/std/korean/spelling/normalize.ts'

test.each([
  ['낼 금욜에 엄마한태 15 만원 보내주새요', '내일 금요일에 엄마한테 15만원 보내주세요'],
  ['낼모레', '내일모레'],
  ['찌금 몇 시야', '지금 몇 시야'],
  ['내일 모래', '내일모레'],
  ['담주 금욜', '다음 주 금요일'],
  ['담달 3일', '다음 달 3일'],
  ['다담주 월욜', '다다음 주 월요일'],
  ['3 만 5 천 원', '3만 5천 원'],
  ['삼 만 오천 원', '삼만오천 원'],
  ['이 십 만 원', '이십만 원'],
  ['1 억 2 천만', '1억 2천만'],
  ['10 000원', '10000원'],
  ['엄마한테 마넌', '엄마한테 만원'],
  ['엄마 한테 오마넌', '엄마한테 오만원'],
  ['7시에 깨워죠', '7시에 깨워줘'],
  ['않 보내', '안 보내'],
  ['djaakgksxp aksdnjs qhsownj', '엄마한테 만원 보내줘'],
])('%s is %s', (typed, meant) => {
  expect(normalize(typed).text).toBe(meant)
})

test.each([
  '월세 낼 돈',
  '세금을 낼 5만원',
  '낼 수 있어',
  '이 만원 보내줘',
  '3 천사',
  '아침 조',
  '담배 사 줘',
  '해변의 모래',
  'hello how are you',
  'what is the total',
  '우리 반 조',
])('%s stays as it is', (text) => {
  expect(normalize(text).text).toBe(text)
})

test('what was read in the normal spelling stands in the text as typed', () => {
  const typed = '낼  엄마한태 3 만 5 천 원 보네줘'
  expect(readAmounts(typed).map(({ from, to }) => typed.slice(from, to))).toEqual(['3 만 5 천 원'])
})

test.each([
  ['15 만원', 150_000],
  ['3 만 5 천 원', 35_000],
  ['이 십 만 원', 200_000],
  ['50000', 50_000],
  ['₩5,000', 5_000],
  ['만원이요', 10_000],
  ['15 만원 빼고', undefined],
  ['만원 이만원', undefined],
  ['약 5만원', undefined],
  ['-만원', undefined],
  ['15만원쯤', undefined],
])('the amount that is all of %s is %s', (text, won) => {
  expect(readWholeAmount(text)).toBe(won)
})

test('keys of the wrong layout are the keys that were pressed', () => {
  expect(['/ㅗ디ㅔ', '/ㅜㄷㅈ', '/ㅡㅐㅇ디'].map(toLatinKeys)).toEqual(['/help', '/new', '/model'])
  expect(toHangulKeys('dkssudgktpdy')).toBe('안녕하세요')
  expect(fromLatinKeys('please help me')).toBeUndefined()
  fc.assert(
    fc.property(fc.stringMatching(/^[가-힣]{1,12}$/), (text) => {
      expect(toHangulKeys(toLatinKeys(text))).toBe(text)
    }),
    { numRuns: 500 },
  )
})

test('normalising twice changes nothing, and every place is one of the text as typed', () => {
  const word = fc.constantFrom(
    ...[
      '낼',
      '모래',
      '담주',
      '금욜',
      '다담달',
      '15',
      ' 만',
      '3',
      '만 5',
      '천 원',
      '마넌',
      '엄마',
      ' 한태',
      '보네',
      '주새요',
      '죠',
      '  ',
      '이 ',
      '십 ',
    ],
    ...['aksdnjs', '않', '쫌', '오 ', '7시', '에 ', ' ', '원', '내일', '백', '욜'],
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.nat(40), fc.nat(8), (words, from, length) => {
      const typed = words.join('')
      const { text, typed: place } = normalize(typed)
      expect(normalize(text).text).toBe(text)
      const at = Math.min(from, text.length)
      const span = place({ from: at, to: Math.min(text.length, at + length) })
      expect([0 <= span.from, span.from <= span.to, span.to <= typed.length]).toEqual([true, true, true])
    }),
    { numRuns: 1_000 },
  )
})
