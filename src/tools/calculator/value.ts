import { fail } from '../../protocol/index.ts'
import { countBits, type Rational, toRational } from './rational.ts'

/** A number that knows whether it is the true result or a rounded one. `percent` while it is a bare "10%". */
export interface Value {
  r: Rational
  exact: boolean
  percent?: true
}

/** Faults of an expression. */
export type ExpressionFault =
  | 'empty'
  | 'long'
  | 'operand'
  | 'operator'
  | 'unclosed'
  | 'name'
  | 'arguments'
  | 'zero'
  | 'domain'
  | 'whole'
  | 'huge'

/** Limits: longest expression in characters, and largest result in decimal digits. */
export const maxLength = 1_000
const maxDigits = 1_000
export const maxBits = Math.ceil(maxDigits * Math.log2(10)) + 4
/** Digits that roots are taken to, far more than are shown. */
export const workDigits = 60

/** Ends an evaluation: `at` is the character where it went wrong, from 1. */
export function failExpression(fault: ExpressionFault, at: number, found = ''): never {
  return fail('bad-input', { detail: `${fault} at ${at}`, data: { fault, at, found } })
}

/** A decimal numeral, with an exponent or without, as a fraction. */
export function readNumber(text: string, at: number): Rational {
  const [mantissa = '0', exponent = '0'] = text.toLowerCase().split('e')
  const [wholes = '', decimals = ''] = mantissa.split('.')
  if (Math.abs(Number(exponent)) > maxDigits) failExpression('huge', at)
  const shift = Number(exponent) - decimals.length
  const digits = BigInt(wholes + decimals || '0')
  return shift < 0 ? toRational(digits, 10n ** BigInt(-shift)) : toRational(digits * 10n ** BigInt(shift))
}

/** Returns `value`, or fails when it exceeds the largest result. */
export function requireSmall(value: Value, at: number): Value {
  return countBits(value.r.n) > maxBits || countBits(value.r.d) > maxBits ? failExpression('huge', at) : value
}

/** Returns the divisor, or fails at `at` when it is 0. */
export function notZero(r: Rational, at: number): Rational {
  return r.n === 0n ? failExpression('zero', at) : r
}
