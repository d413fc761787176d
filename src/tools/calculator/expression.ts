import { callFunction, constants, functions } from './functions.ts'
import {
  add,
  compare,
  countBits,
  divide,
  floor,
  isWhole,
  multiply,
  negate,
  power,
  root,
  subtract,
  toRational,
} from './rational.ts'
import {
  failExpression,
  maxBits,
  maxLength,
  notZero,
  readNumber,
  requireSmall,
  type Value,
  workDigits,
} from './value.ts'

/**
 * The value of an arithmetic expression, exact wherever it can be. Throws `bad-input` with {fault, at, found}.
 * `a ± b%` is taken as on a pocket calculator: b percent of a. `%` before an operand is the remainder.
 */
export function evaluateExpression(expression: string): Value {
  const source = plainSigns(expression)
  if (source.length > maxLength) failExpression('long', maxLength)
  if (source.trim() === '') failExpression('empty', 1)
  const parser = new Parser(source)
  const value = parser.expression(0)
  const rest = parser.peek()
  if (rest !== '') failExpression(rest === ')' ? 'unclosed' : 'operator', parser.at + 1, rest)
  return value
}

/**
 * One ASCII spelling for what people and models write; every replacement keeps the length, so that places stay true.
 */
function plainSigns(text: string): string {
  const same = [...text.replace(/[=＝][\s?？]*$/, '')].map((char) =>
    char.length > 1 ? '?' : (spellings.get(char) ?? char),
  )
  return same.map((char) => (/[！-～]/.test(char) ? String.fromCharCode(char.charCodeAt(0) - 0xfee0) : char)).join('')
}
const spellings = new Map(
  [...'×✕∗⋅·∙÷∕−–—'].map((char) => [char, '×✕∗⋅·∙'.includes(char) ? '*' : '÷∕'.includes(char) ? '/' : '-']),
)

type Infix = (left: Value, right: Value, at: number) => Value
const infix: Record<string, { left: number; right: number; run: Infix }> = {
  '+': { left: 10, right: 11, run: sumWith(add) },
  '-': { left: 10, right: 11, run: sumWith(subtract) },
  '*': { left: 20, right: 21, run: (a, b) => ({ r: multiply(a.r, b.r), exact: a.exact && b.exact }) },
  '/': { left: 20, right: 21, run: (a, b, at) => ({ r: divide(a.r, notZero(b.r, at)), exact: a.exact && b.exact }) },
  '%': { left: 20, right: 21, run: remainderOf },
  '^': { left: 41, right: 40, run: raiseTo },
}
const signBinding = 30
const rootBinding = 45

class Parser {
  at = 0
  private readonly source: string
  /** Inside the parentheses of a function a comma parts arguments, not thousands. */
  private calls = 0
  constructor(source: string) {
    this.source = source
  }

  /** The next character that is not a space, or '' at the end. */
  peek(): string {
    while (/\s/.test(this.source[this.at] ?? '')) this.at++
    return this.source[this.at] ?? ''
  }

  expression(binding: number): Value {
    let left = this.postfix(this.operand(), binding)
    while (true) {
      const found = this.operator()
      if (!found || found.rule.left < binding) return left
      this.at += found.length
      const place = this.at
      left = requireSmall(found.rule.run(left, this.expression(found.rule.right), place), place)
      left = this.postfix(left, binding)
    }
  }

  private operand(): Value {
    const char = this.peek()
    const begin = this.at
    if (/[\d.]/.test(char)) return this.number()
    if (/\p{L}/u.test(char)) return this.name()
    this.at++
    if (char === '(') return this.group()
    if (char === '+') return this.expression(signBinding)
    if (char === '√') return callFunction('sqrt', [this.expression(rootBinding)], begin + 1)
    if (char !== '-') failExpression('operand', begin + 1, char)
    const { r, exact } = this.expression(signBinding)
    return { r: negate(r), exact }
  }

  private postfix(value: Value, binding: number): Value {
    let result = value
    for (let char = this.peek(); ; char = this.peek()) {
      if (char === '!') result = callFunction('factorial', [result], this.at + 1)
      else if (char === '%' && !this.isRemainder())
        result = { r: divide(result.r, toRational(100n)), exact: result.exact, percent: true }
      else if ((char === '²' || char === '³') && binding <= infix['^']!.left)
        result = raiseTo(result, wholeValue(char === '²' ? 2n : 3n), this.at + 1)
      else return result
      this.at++
    }
  }

  /** The operator here; nothing written between two operands is a multiplication. */
  private operator() {
    const char = this.peek()
    if (this.source.startsWith('**', this.at)) return { rule: infix['^']!, length: 2 }
    if (/mod\b/iy.test(this.source.slice(this.at, this.at + 4))) return { rule: infix['%']!, length: 3 }
    if (infix[char]) return { rule: infix[char], length: 1 }
    return /[(√]|\p{L}/u.test(char) ? { rule: infix['*']!, length: 0 } : undefined
  }

  private isRemainder(): boolean {
    return /^%\s*[\d.(√\p{L}]/u.test(this.source.slice(this.at)) && !/^%\s*mod\b/i.test(this.source.slice(this.at))
  }

  private group(): Value {
    const open = this.at
    const { r, exact } = this.expression(0)
    if (this.peek() !== ')') this.end(open)
    this.at++
    return { r, exact }
  }

  private end(open: number): never {
    const found = this.peek()
    return found === '' ? failExpression('unclosed', open, '(') : failExpression('operator', this.at + 1, found)
  }

  private number(): Value {
    const pattern = this.calls > 0 ? single : grouped
    pattern.lastIndex = this.at
    const text = pattern.exec(this.source)?.[0]
    if (text === undefined) return failExpression('operand', this.at + 1, this.source[this.at])
    const place = this.at + 1
    this.at += text.length
    if (/[\d.]/.test(this.source[this.at] ?? '')) failExpression('operator', this.at + 1, this.source[this.at])
    return { r: readNumber(text.replaceAll(',', ''), place), exact: true }
  }

  private name(): Value {
    const text = /^\p{L}[\p{L}\d]*/u.exec(this.source.slice(this.at))![0]
    const place = this.at + 1
    const name = text.toLowerCase()
    this.at += text.length
    const constant = constants.get(name)
    if (constant) return { r: constant, exact: false }
    if (!functions.has(name)) return failExpression('name', place, text)
    if (this.peek() !== '(') return failExpression('arguments', place, text)
    return requireSmall(callFunction(name, this.arguments(), place), place)
  }

  private arguments(): Value[] {
    const open = ++this.at
    this.calls++
    const values = [this.expression(0)]
    while (/[,;]/.test(this.peek())) {
      this.at++
      values.push(this.expression(0))
    }
    if (this.peek() !== ')') this.end(open)
    this.at++
    this.calls--
    return values
  }
}

const grouped = /(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)?(?:(?<=\d)\.?|\.(?=\d))\d*(?:[eE][+-]?\d+)?/y
const single = /\d*(?:(?<=\d)\.?|\.(?=\d))\d*(?:[eE][+-]?\d+)?/y

const wholeValue = (n: bigint): Value => ({ r: toRational(n), exact: true })

function sumWith(operation: typeof add): Infix {
  return (a, b) => ({ r: operation(a.r, b.percent ? multiply(a.r, b.r) : b.r), exact: a.exact && b.exact })
}

/** Return the rest of a after whole multiples of b: it has the sign of b. */
function remainderOf(a: Value, b: Value, at: number): Value {
  const times = floor(divide(a.r, notZero(b.r, at)))
  return { r: subtract(a.r, multiply(times, b.r)), exact: a.exact && b.exact }
}

/** a^b; a fractional power p/q is the q-th root of a^p. */
function raiseTo(a: Value, b: Value, at: number): Value {
  if (a.r.n === 0n && b.r.n < 0n) failExpression('zero', at)
  if (!isWhole(b.r) && a.r.n < 0n) failExpression('domain', at)
  if (b.r.d > 64n) return callFunction('pow', [a, b], at)
  if (compare(b.r, toRational(BigInt(maxBits))) > 0n || compare(b.r, toRational(BigInt(-maxBits))) < 0n)
    return farPower(a, b, at)
  const exponent = Number(b.r.n)
  if (Math.max(countBits(a.r.n) - 4, countBits(a.r.d) - 4) * Math.abs(exponent) > maxBits * 2)
    failExpression('huge', at)
  const raised = power(a.r, b.r.n)
  if (isWhole(b.r)) return { r: raised, exact: a.exact && b.exact }
  const { value, exact } = root(raised, Number(b.r.d), workDigits)
  return { r: value, exact: exact && a.exact && b.exact }
}

/** Powers so high that only 0, 1 and -1 survive them. */
function farPower(a: Value, b: Value, at: number): Value {
  if (!isWhole(a.r) || a.r.n > 1n || a.r.n < -1n || !isWhole(b.r)) failExpression('huge', at)
  return { r: power(a.r, b.r.n % 2n === 0n ? 2n : 1n), exact: a.exact && b.exact }
}
