import fc from 'fast-check'
import { expect } from 'vitest'
import { type Josa, josa } from '../../../../src/std/korean/grammar/particles.ts'
import { nativeCount, sinoKorean } from '../../../../src/std/korean/numbers/spoken-number.ts'
import { choseong, finalConsonant, toJamo } from '../../../../src/std/korean/spelling/jamo.ts'
import { fromLatinKeys } from '../../../../src/std/korean/spelling/keyboard.ts'
import { importOracle, testWithOracles } from '../../../oracles/oracle.ts'

// es-hangul is kept by many hands: where both answer, ours must be the same. Where ours differs it says why.

const test = testWithOracles('es-hangul')
const es = await importOracle('es-hangul').catch(() => ({}))
const { convertQwertyToHangul, disassemble, getChoseong, numberToHangul, josa: theirJosa } = es

const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code))
const word = fc.array(syllable, { minLength: 1, maxLength: 6 }).map((all) => all.join(''))
const pairs = [
  '이/가',
  '을/를',
  '은/는',
  '으로/로',
  '와/과',
  '이나/나',
  '아/야',
  '이랑/랑',
  '이에요/예요',
  '으로서/로서',
  '으로써/로써',
  '이라/라',
] as const

test('particles behind any Korean word are those of es-hangul', () => {
  const shared = pairs.map(
    (pair) => (pair === '와/과' ? ['과/와', '와/과'] : [pair, pair]) as [Josa, (typeof pairs)[number]],
  )
  fc.assert(
    fc.property(word, fc.constantFrom(...shared), (noun, [ours, theirs]) => {
      expect(josa(noun, ours)).toBe(theirJosa(noun, theirs))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['3', '이/가', '3이', '3가', 'a digit is heard as it is read: 삼'],
  ['7', '으로/로', '7로', '7로', 'of 칠, which ends with ㄹ'],
  ['API', '을/를', 'API를', 'API를', 'letters are heard by their names'],
  ['PDF 파일', '은/는', 'PDF 파일은', 'PDF 파일은', 'the last word counts'],
  ['‘용걸’', '이/가', '‘용걸’이', '‘용걸’가', 'quotes are looked through'],
] as const)('%s with %s is %s, of es-hangul %s: %s', (noun, pair, ours, theirs, _reason) => {
  expect(josa(noun, pair)).toBe(ours)
  expect(theirJosa(noun, pair)).toBe(theirs)
})

test('sounds, finals and initials of any syllable are those of es-hangul', () => {
  fc.assert(
    fc.property(word, (text) => {
      expect(choseong(text)).toBe(getChoseong(text))
      // es-hangul takes compound vowels and finals apart (ㅘ → ㅗㅏ); a sound of ours is one letter of Unicode.
      const compound = /[ᅪᅫᅬᅯᅰᅱᅴᆪᆬᆭᆰᆱᆲᆳᆴᆵᆶᆹ]/u
      const jamo = toJamo(text)
      if (!jamo.some((one) => compound.test(one))) expect(jamo).toHaveLength(disassemble(text).length)
      expect([...text].map((one) => finalConsonant(one) !== 0)).toEqual(
        [...text].map((one) => theirJosa(one, '이/가').endsWith('이')),
      )
    }),
  )
})

test('whole numbers are read as es-hangul reads them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (value) => {
      expect(sinoKorean(String(value))).toBe(numberToHangul(value))
    }),
  )
  expect([1, 3, 20, 21].map(nativeCount)).toEqual(['한', '세', '스무', '스물한'])
})

test.each(['djaakgksxp aksdnjs qhsownj', 'sodlf skfTl djEo', 'dkfkaakw djswp', 'dkssudgktpdy'])(
  'Korean typed on Latin keys is the same: %s',
  (keys) => {
    expect(fromLatinKeys(keys)).toBe(convertQwertyToHangul(keys))
  },
)
