/** An exact fraction: `d` > 0, no common divisor. */
export interface Rational {
  n: bigint
  d: bigint
}

/** n/d in lowest terms. `d` must not be 0. */
export function toRational(n: bigint, d = 1n): Rational {
  const divisor = gcd(absoluteOf(n), absoluteOf(d)) * (d < 0n ? -1n : 1n)
  return { n: n / divisor, d: d / divisor }
}
/** a + b. */
export const add = (a: Rational, b: Rational) => toRational(a.n * b.d + b.n * a.d, a.d * b.d)
/** a − b. */
export const subtract = (a: Rational, b: Rational) => toRational(a.n * b.d - b.n * a.d, a.d * b.d)
/** a × b. */
export const multiply = (a: Rational, b: Rational) => toRational(a.n * b.n, a.d * b.d)
/** a ÷ b; b must not be 0. */
export const divide = (a: Rational, b: Rational) => toRational(a.n * b.d, a.d * b.n)
/** −a. */
export const negate = (a: Rational): Rational => ({ n: -a.n, d: a.d })
/** Negative, zero or positive as a is smaller, equal or larger. */
export const compare = (a: Rational, b: Rational) => a.n * b.d - b.n * a.d
/** True for …, −1, 0, 1, …. */
export const isWhole = (a: Rational) => a.d === 1n

/** The largest whole number that is not above a. */
export function floor(a: Rational): Rational {
  const quotient = a.n / a.d
  return { n: a.n % a.d < 0n ? quotient - 1n : quotient, d: 1n }
}

/** Rounded to `digits` decimals (negative: tens, hundreds …), halves away from zero as people do. */
export function round(a: Rational, digits = 0): Rational {
  const unit = digits < 0 ? toRational(10n ** BigInt(-digits)) : toRational(1n, 10n ** BigInt(digits))
  const scaled = divide(a, unit)
  const half = floor({ n: 2n * absoluteOf(scaled.n) + scaled.d, d: 2n * scaled.d })
  return multiply(a.n < 0n ? negate(toRational(half.n)) : toRational(half.n), unit)
}

/** a to a whole power; a must not be 0 where the power is negative. */
export function power(a: Rational, exponent: bigint): Rational {
  const size = absoluteOf(exponent)
  const raised = { n: a.n ** size, d: a.d ** size }
  return exponent < 0n ? toRational(raised.d, raised.n) : raised
}

/** The k-th root of a ≥ 0, exact where there is an exact one, else cut after `digits` significant digits. */
export function root(a: Rational, k: number, digits: number): { value: Rational; exact: boolean } {
  const n = wholeRoot(a.n, k)
  const d = wholeRoot(a.d, k)
  if (n ** BigInt(k) === a.n && d ** BigInt(k) === a.d) return { value: { n, d }, exact: true }
  const shift = BigInt(Math.max(0, digits + Math.ceil((digitsOf(a.d) - digitsOf(a.n)) / k)))
  const unit = 10n ** shift
  return { value: toRational(wholeRoot((a.n * unit ** BigInt(k)) / a.d, k), unit), exact: false }
}

/** The largest whole r ≥ 0 with r^k ≤ a, by Newton's method from above. */
function wholeRoot(a: bigint, k: number): bigint {
  if (a < 2n) return a
  const power = BigInt(k)
  let guess = 1n << BigInt(Math.ceil(countBits(a) / k))
  while (true) {
    const next = ((power - 1n) * guess + a / guess ** (power - 1n)) / power
    if (next >= guess) return guess
    guess = next
  }
}

/**
 * As a decimal: whole where it ends within `maxDecimals`, else rounded to `digits` significant digits, `exact` false.
 * Very small rounded numbers get an exponent.
 */
export function toDecimal(a: Rational, digits: number, maxDecimals = 50): { text: string; exact: boolean } {
  const length = countDecimals(a.d)
  if (length !== undefined && length <= maxDecimals) return { text: toFixedText(a, length), exact: true }
  const exponent = exponentOf(a)
  const tiny = exponent < -20
  const places = Math.max(0, digits - 1 - (tiny ? 0 : exponent))
  const scaled = tiny ? multiply(a, toRational(10n ** BigInt(-exponent))) : a
  return { text: trimZeros(toFixedText(round(scaled, places), places)) + (tiny ? `e${exponent}` : ''), exact: false }
}

/** The power of ten of the first digit that is not 0. */
function exponentOf({ n, d }: Rational): number {
  const guess = digitsOf(n) - digitsOf(d)
  const [up, down] = [10n ** BigInt(Math.max(0, guess)), 10n ** BigInt(Math.max(0, -guess))]
  return n !== 0n && absoluteOf(n) * down < d * up ? guess - 1 : guess
}

/** `a` with exactly `places` decimals; a × 10^places must be whole. */
function toFixedText(a: Rational, places: number): string {
  const whole = String((absoluteOf(a.n) * 10n ** BigInt(places)) / a.d).padStart(places + 1, '0')
  const cut = whole.length - places
  return `${a.n < 0n ? '-' : ''}${whole.slice(0, cut)}${places > 0 ? `.${whole.slice(cut)}` : ''}`
}

const trimZeros = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** Return the number of decimals of 1/d; undefined if they never end. */
function countDecimals(d: bigint): number | undefined {
  let [twos, fives, rest] = [0, 0, d]
  for (; rest % 2n === 0n; twos++) rest /= 2n
  for (; rest % 5n === 0n; fives++) rest /= 5n
  return rest === 1n ? Math.max(twos, fives) : undefined
}

/** The size of a whole number. */
export const absoluteOf = (a: bigint) => (a < 0n ? -a : a)
/** Binary digits of |a|. */
export const countBits = (a: bigint) => absoluteOf(a).toString(16).length * 4
const digitsOf = (a: bigint) => String(absoluteOf(a)).length

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a || 1n
}
