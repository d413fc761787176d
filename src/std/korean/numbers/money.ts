const EOK = 100_000_000
const MAN = 10_000

/**
 * Won as Koreans write it, whole and not negative. Below 억, what is exactly a number of 만 is said in it and
 * everything else in grouped digits, because "12만 3,456원" is harder to check than "123,456원"; from 억 on every part is
 * said.
 * 10000 → "1만원" · 15000 → "15,000원" · 10000000 → "1,000만원" · 120000000 → "1억 2,000만원" · 4998846000 → "49억 9,884만
 *   6,000원".
 */
export function formatWon(won: number): string {
  if (!Number.isSafeInteger(won) || won < 0)
    throw new RangeError(`The amount of won must be a non-negative safe integer. Received ${won}`)
  if (won === 0 || (won < EOK && won % MAN !== 0)) return `${grouped(won)}원`
  const [eok, man, rest] = [Math.floor(won / EOK), Math.floor((won % EOK) / MAN), won % MAN]
  const parts = [
    ...(eok ? [`${grouped(eok)}억`] : []),
    ...(man ? [`${grouped(man)}만`] : []),
    ...(rest ? [grouped(rest)] : []),
  ]
  return `${parts.join(' ')}원`
}

/** 1234567 → "1,234,567". Never in exponent form: whole numbers up to 2^53. */
export function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
}
