/** A card, or what only its owner knows of it, in any words for it. */
const cardWord = /카드|\b(?:credit|debit|bank|atm|check|prepaid)?[ -]?cards?\b|\b(?:visa|mastercard|amex)\b/i
const pinWord =
  /비밀 ?번호|비번|암호|핀 ?번호|\bpins?\b|\bpin code\b|보안 ?코드|security code|\bcv[cv]2?\b|유효 ?기간|expir/i

/**
 * Return true for a text that holds the number of a payment card, or its PIN or security code: nobody keeps these,
 * neither rules nor models, whoever asks. Codes of doors and words of a wifi are kept as any fact. Pure.
 */
export function isCardSecret(text: string): boolean {
  const plain = text.normalize('NFKC')
  const numbers = plain.match(/\d(?:[ -]?\d){12,18}/g) ?? []
  if (numbers.some((number) => isCardNumber(number.replace(/\D/g, '')))) return true
  const hasCode = /(?:^|\D)\d{3,6}(?:\D|$)/.test(plain)
  return hasCode && (/\bcv[cv]2?\b/i.test(plain) || (cardWord.test(plain) && pinWord.test(plain)))
}

/** Return true for digits with the check digit of payment cards (ISO/IEC 7812-1, Annex B). */
function isCardNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, letter, at) => {
    const value = Number(letter) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0 && /^[2-6]/.test(digits) && new Set(digits).size > 1
}
