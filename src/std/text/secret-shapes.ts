import { patternOf } from './pattern.ts'

/** Tokens of Telegram bots. */
const botToken = /\b\d{6,12}:[A-Za-z0-9_-]{30,}/g
/** Shapes of keys that services give out; what the program does not know as a secret may still be one. */
const keys = patternOf('g')`
    \b(?:(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abprs]|hf|gsk|tvly|npm|AIza)[-_]?[A-Za-z0-9_-]{16,}|github_pat_\w{20,}|
    (?:AKIA|ASIA)[A-Z0-9]{16})`
/** JSON Web Tokens (RFC 7519): a header that begins `{"`, a body, mostly a signature. */
const webToken = /\beyJ[A-Za-z0-9_-]{6,}\.(?:[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]*|eyJ[A-Za-z0-9_-]{6,})/g
/** The password of a URL (RFC 3986 §3.2.1); people write an @ in it, too. */
const urlPassword = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"]*):[^\s/"]+@/gi
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g
/** Payment cards (ISO/IEC 7812): 13 to 19 digits, in groups or not, with a right check digit. */
const card =
  /(?<![\d.-])[2-69]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\d-])|(?<![\d.-])3[47]\d{2}[ -]?\d{6}[ -]?\d{5}(?![\d-])/g
/** Resident and alien registration numbers of Korea: a birthday, a century, six digits. */
const resident = /(?<![\d.-])(\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(\s?-\s?)?([1-8]\d{6})(?![\d-])/g

const mask = '••••'

/**
 * A text without what has the shape of a secret: API keys, bot and web tokens, private keys, passwords in URLs,
 * numbers of payment cards and resident registration numbers.
 */
export function withoutSecretShapes(text: string): string {
  const said = [botToken, keys, webToken, privateKey].reduce((shown, shape) => shown.replace(shape, mask), text)
  return said
    .replace(urlPassword, `$1:${mask}@`)
    .replace(resident, (whole, birthday: string, hyphen: string | undefined, rest: string) =>
      hyphen !== undefined || isChecked(birthday + rest) ? mask : whole,
    )
    .replace(card, (whole) => (isLuhn(whole.replace(/\D/g, '')) ? mask : whole))
}

/** The check digit of ISO/IEC 7812-1. */
function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The check digit that numbers up to October 2020 have: without a hyphen, thirteen digits are often something else. */
function isChecked(digits: string): boolean {
  const sum = [...digits.slice(0, 12)].reduce((total, digit, at) => total + Number(digit) * (2 + (at % 8)), 0)
  return (11 - (sum % 11)) % 10 === Number(digits[12])
}
