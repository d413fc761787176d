const EOK = 100_000_000
const MAN = 10_000

/**
 * Won as Koreans write it, whole and not negative. One rule: what is exactly a number of 만 or 억 is said in them, everything else
 * in grouped digits, because "12만 3,456원" is harder to check than "123,456원".
 * 10000 → "1만원" · 10000000 → "1000만원" · 100000000 → "1억원" · 120000000 → "1억 2000만원" · 15000 → "15,000원".
 */
export function formatWon(won: number): string {
  if (!Number.isSafeInteger(won) || won < 0) throw new RangeError(`not an amount of won: ${won}`)
  if (won === 0 || won % MAN !== 0) return `${grouped(won)}원`
  const [eok, man] = [Math.floor(won / EOK), (won % EOK) / MAN]
  const parts = [...(eok ? [`${eok < MAN ? eok : grouped(eok)}억`] : []), ...(man ? [`${man}만`] : [])]
  return `${parts.join(' ')}원`
}

/** 1234567 → "1,234,567". Never in exponent form: whole numbers up to 2^53. */
export function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
}
