const DIGITS = '영일이삼사오육칠팔구'
const SMALL = ['', '십', '백', '천']
const LARGE = ['', '만', '억', '조', '경']
const ONES = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉']
const TENS = ['', '열', '스물', '서른', '마흔', '쉰', '예순', '일흔', '여든', '아흔']

/** A whole number in Sino-Korean words: "1234" → "천이백삼십사", "0" → "영". Digits only; above 20 of them digit by digit. */
export function sinoKorean(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, '')
  if (plain.length > 20) return digitByDigit(plain)
  if (plain === '0') return '영'
  const groups: string[] = []
  for (let end = plain.length; end > 0; end -= 4) groups.push(plain.slice(Math.max(0, end - 4), end))
  const words = groups.map((group, i) => {
    const word = fourDigits(group)
    // 만 alone is said without its one; 억 and above keep it.
    return word && `${word === '일' && i === 1 ? '' : word}${LARGE[i]}`
  })
  return words.reverse().join('')
}

function fourDigits(group: string): string {
  return [...group]
    .map((digit, i) => {
      const power = group.length - 1 - i
      if (digit === '0') return ''
      return `${digit === '1' && power > 0 ? '' : DIGITS[Number(digit)]}${SMALL[power]}`
    })
    .join('')
}

/** "0105" → "공일공오": telephone, room and account numbers. */
export function digitByDigit(digits: string): string {
  return [...digits].map((digit) => (digit === '0' ? '공' : DIGITS[Number(digit)])).join('')
}

/** 1–99 as it stands before a counter: 1 → "한", 20 → "스무", 21 → "스물한". Undefined beyond. */
export function nativeCount(value: number): string | undefined {
  if (!Number.isInteger(value) || value < 1 || value > 99) return undefined
  if (value === 20) return '스무'
  return `${TENS[Math.floor(value / 10)]}${ONES[value % 10]}`
}

/** "3.14" → "삼 점 일사"; "1,234" → "천이백삼십사"; a sign is not read here. */
export function spokenNumber(text: string): string {
  const [whole = '0', decimals] = text.replaceAll(',', '').split('.')
  return decimals
    ? `${sinoKorean(whole)} 점 ${[...decimals].map((digit) => DIGITS[Number(digit)]).join('')}`
    : sinoKorean(whole)
}
