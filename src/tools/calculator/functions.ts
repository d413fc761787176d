import {
  absoluteOf,
  compare,
  floor,
  isWhole,
  negate,
  type Rational,
  root,
  round,
  toDecimal,
  toRational,
} from './rational.ts'
import { failExpression, readNumber, type Value, workDigits } from './value.ts'

/** π and e to 50 decimals (OEIS A000796, A001113). */
const pi = readNumber('3.14159265358979323846264338327950288419716939937510', 1)
const e = readNumber('2.71828182845904523536028747135266249775724709369995', 1)
export const constants = new Map<string, Rational>([
  ['pi', pi],
  ['π', pi],
  ['e', e],
])

/** Largest n whose factorial has no more than 1,000 digits. */
const maxFactorial = 449n

type Run = (args: Value[], at: number) => Value
interface Rule {
  least: number
  most: number
  run: Run
}

/** Function by name. Those of real analysis go through a double and are marked as rounded. */
export const functions = new Map<string, Rule>([
  ['sqrt', ofOneArgument((x, at) => rootOf(x, 2, at))],
  ['cbrt', ofOneArgument((x, at) => rootOf(x, 3, at))],
  ['abs', ofOneArgument((x) => ({ ...x, r: { n: absoluteOf(x.r.n), d: x.r.d } }))],
  ['floor', ofOneArgument((x) => ({ ...x, r: floor(x.r) }))],
  ['ceil', ofOneArgument((x) => ({ ...x, r: negate(floor(negate(x.r))) }))],
  ['round', { least: 1, most: 2, run: roundTo }],
  ['min', { least: 1, most: 100, run: (args) => pickExtreme(args, (order) => order < 0n) }],
  ['max', { least: 1, most: 100, run: (args) => pickExtreme(args, (order) => order > 0n) }],
  ['factorial', ofOneArgument(factorialOf)],
  ['ln', ofOneArgument((x, at) => ofReals(Math.log, at, x))],
  ['log', ofOneArgument((x, at) => ofReals(Math.log10, at, x))],
  ['exp', ofOneArgument((x, at) => ofReals(Math.exp, at, x))],
  ['sin', ofOneArgument((x, at) => ofAngle(Math.sin, at, x))],
  ['cos', ofOneArgument((x, at) => ofAngle(Math.cos, at, x))],
  ['tan', ofOneArgument((x, at) => ofAngle(Math.tan, at, x))],
  ['pow', { least: 2, most: 2, run: (args, at) => ofReals(Math.pow, at, ...args) }],
])

/** Runs a function of the table; a wrong number of arguments is a fault at `at`. */
export function callFunction(name: string, args: Value[], at: number): Value {
  const rule = functions.get(name)
  if (!rule || args.length < rule.least || args.length > rule.most) return failExpression('arguments', at, name)
  const { r, exact } = rule.run(args, at)
  return { r, exact }
}

function ofOneArgument(run: (x: Value, at: number) => Value): Rule {
  return { least: 1, most: 1, run: ([x], at) => run(x as Value, at) }
}

function rootOf(x: Value, k: number, at: number): Value {
  if (x.r.n < 0n && k % 2 === 0) failExpression('domain', at)
  const { value, exact } = root({ n: absoluteOf(x.r.n), d: x.r.d }, k, workDigits)
  return { r: x.r.n < 0n ? negate(value) : value, exact: exact && x.exact }
}

function roundTo([x, digits]: Value[], at: number): Value {
  const places = digits?.r ?? toRational(0n)
  if (!isWhole(places) || absoluteOf(places.n) > 100n) failExpression('whole', at)
  // A result that was cut far behind the asked place is exact once rounded, as far as anybody can tell; it stays
  // marked.
  return { r: round((x as Value).r, Number(places.n)), exact: (x as Value).exact }
}

function pickExtreme(args: Value[], wins: (order: bigint) => boolean): Value {
  const best = args.reduce((held, next) => (wins(compare(next.r, held.r)) ? next : held))
  return { ...best, exact: args.every((arg) => arg.exact) }
}

function factorialOf(x: Value, at: number): Value {
  if (!isWhole(x.r) || x.r.n < 0n) failExpression('whole', at)
  if (x.r.n > maxFactorial) failExpression('huge', at)
  let product = 1n
  for (let n = 2n; n <= x.r.n; n++) product *= n
  return { r: toRational(product), exact: x.exact }
}

/** The sine of π is 0, not the rounding error of π. */
function ofAngle(operation: (x: number) => number, at: number, x: Value): Value {
  return { r: round(ofReals(operation, at, x).r, 15), exact: false }
}

/** Through a double: about 15 digits are right. */
function ofReals(operation: (...numbers: number[]) => number, at: number, ...args: Value[]): Value {
  const result = operation(...args.map(({ r }) => Number(toDecimal(r, 17, 20).text)))
  if (Number.isNaN(result)) return failExpression('domain', at)
  if (!Number.isFinite(result)) return failExpression('huge', at)
  const r = readNumber(String(Math.abs(result)), at)
  return { r: result < 0 ? negate(r) : r, exact: false }
}
