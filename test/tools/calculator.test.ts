import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluateExpression } from '../../src/tools/calculator/expression.ts'
import { calculator, formatValue } from '../../src/tools/calculator.ts'
import { use } from './context.ts'

const answer = async (expression: string) => (await use(calculator, { expression })).text
const value = (expression: string) => formatValue(evaluateExpression(expression)).text

test.each([
  ['0.1+0.2', '0.3'],
  ['3*(2+4)', '18'],
  ['125000 * 17%', '21250'],
  ['200+10%', '220'],
  ['200-10%', '180'],
  ['100+10%+10%', '121'],
  ['200*(10%)', '20'],
  ['10 % 3', '1'],
  ['10 mod 3', '1'],
  ['-7 % 3', '2'],
  ['50%-3', '-2.5'],
  ['1,234,567.5 × 2', '2469135'],
  ['max(1,200)', '200'],
  ['max((1),200, 3)', '200'],
  ['７ ÷ ２', '3.5'],
  ['5 − 8', '-3'],
  ['-2^2', '-4'],
  ['2^3^2', '512'],
  ['2**10', '1024'],
  ['2^-2', '0.25'],
  ['-3²', '-9'],
  ['√16²', '16'],
  ['2(3+4)', '14'],
  ['(1+1)(2+2)', '8'],
  ['5!', '120'],
  ['-3!', '-6'],
  ['sqrt(2.25)', '1.5'],
  ['8^(1/3)', '2'],
  ['cbrt(-27)', '-3'],
  ['round(2.5)', '3'],
  ['round(-2.5)', '-3'],
  ['round(1234.567, 2)', '1234.57'],
  ['round(1234.567, -2)', '1200'],
  ['floor(-1.5)+ceil(-1.5)', '-3'],
  ['abs(-3)+min(4,5)', '7'],
  ['1e3+.5', '1000.5'],
  ['1/1024', '0.0009765625'],
  ['2^100', '1267650600228229401496703205376'],
  ['1/3', '0.333333333333333'],
  ['5/3', '1.66666666666667'],
  ['2/3/10^30', '6.66666666666667e-31'],
  ['pi', '3.14159265358979'],
  ['sin(pi)', '0'],
  ['sqrt(2)', '1.4142135623731'],
  ['ln(e)', '1'],
  ['(-1)^1000000001', '-1'],
  ['3*(2+4)=?', '18'],
])('%s is %s', (expression, expected) => expect(value(expression)).toBe(expected))

test('a result is a sentence; one that was rounded says so', async () => {
  expect(await use(calculator, { expression: '125000*17% = ?' })).toEqual({
    text: '125000*17% = 21,250',
    data: { value: '21250', exact: true },
  })
  expect(await answer('1/3')).toBe('1/3 ≈ 0.333333333333333 (유효숫자 15자리)')
  expect((await use(calculator, { expression: '1/3' }, { language: 'en' })).text).toBe(
    '1/3 ≈ 0.333333333333333 (15 significant digits)',
  )
})

test.each([
  ['', '1번째 글자, 식이 비어 있어요.'],
  ['1+', '3번째 글자, 여기에 수가 있어야 해요.'],
  ['1 + * 2', '5번째 글자 ‘*’, 여기에 수가 있어야 해요.'],
  ['(1+2', '1번째 글자 ‘(’, 괄호의 짝이 맞지 않아요.'],
  ['1+2)', '4번째 글자 ‘)’, 괄호의 짝이 맞지 않아요.'],
  ['1 2', '3번째 글자 ‘2’, 여기에 연산자가 있어야 해요.'],
  ['1.2.3', '4번째 글자 ‘.’, 여기에 연산자가 있어야 해요.'],
  ['1,23', '2번째 글자 ‘,’, 여기에 연산자가 있어야 해요.'],
  ['3만원+1', '2번째 글자 ‘만원’, 모르는 이름이에요.'],
  ['sqrt 4', '1번째 글자 ‘sqrt’, 괄호 안 인자의 개수를 확인해 주세요.'],
  ['sqrt(1,2)', '1번째 글자 ‘sqrt’, 괄호 안 인자의 개수를 확인해 주세요.'],
  ['1/(2-2)', '2번째 글자, 0으로 나눌 수 없어요.'],
  ['0^-1', '2번째 글자, 0으로 나눌 수 없어요.'],
  ['sqrt(-1)', '1번째 글자, 실수로 답할 수 없는 계산이에요.'],
  ['2.5!', '4번째 글자, 0 이상의 정수가 필요해요.'],
  ['9^9^9', '2번째 글자, 결과가 1,000자리를 넘어요.'],
  ['process.exit(1)', '1번째 글자 ‘process’, 모르는 이름이에요.'],
])('%s is refused with its place', async (expression, expected) => {
  const result = await use(calculator, { expression })
  expect(result.isError).toBe(true)
  const place = Number(/\d+/.exec(result.text)?.[0])
  expect([result.text, place <= expression.length + 1]).toEqual([`계산식이 올바르지 않습니다: ${expected}`, true])
})

test('nothing keeps it busy', async () => {
  const begin = performance.now()
  for (const hostile of [
    '9^9^9^9',
    '((9^99)^99)^99',
    '449!!',
    '1/(9^999)^9',
    '('.repeat(999),
    '-'.repeat(999),
    '2^'.repeat(499) + '2',
    '9'.repeat(1000),
    '(1/3)^400*(1/7)^300',
    '1e999999999',
    '2^0.0000001',
    'x'.repeat(5000),
  ])
    await use(calculator, { expression: hostile })
  expect(performance.now() - begin).toBeLessThan(10_000)
})

test('any text ends in an answer or a sentence, never in a crash', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom(...'0123456789.,+-*/%^!()√²πe ×만modsqrt') }),
      ),
      async (expression) => {
        expect((await use(calculator, { expression })).text).not.toBe('')
      },
    ),
  ))

describe('against a reference over big fractions', () => {
  type Fraction = [bigint, bigint]
  type Tree = { text: string; value: Fraction | undefined }
  const reduce = ([n, d]: Fraction): Fraction => {
    const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
    const by = gcd(n < 0n ? -n : n, d < 0n ? -d : d) * (d < 0n ? -1n : 1n)
    return [n / by, d / by]
  }
  const operations: Record<string, (a: Fraction, b: Fraction) => Fraction | undefined> = {
    '+': ([a, b], [c, d]) => [a * d + c * b, b * d],
    '-': ([a, b], [c, d]) => [a * d - c * b, b * d],
    '*': ([a, b], [c, d]) => [a * c, b * d],
    '/': ([a, b], [c, d]) => (c === 0n ? undefined : [a * d, b * c]),
  }
  const leaf = fc.tuple(fc.nat(99_999), fc.nat(99)).map(
    ([n, cents]): Tree => ({
      text: `${n}.${String(cents).padStart(2, '0')}`,
      value: reduce([BigInt(n * 100 + cents), 100n]),
    }),
  )
  const { tree } = fc.letrec<{ tree: Tree; node: Tree }>((tie) => ({
    tree: fc.oneof({ maxDepth: 5, withCrossShrink: true }, leaf, tie('node')),
    node: fc
      .tuple(tie('tree'), fc.constantFrom('+', '-', '*', '/'), tie('tree'), fc.boolean())
      .map(([a, sign, b, negative]) => {
        const value = a.value && b.value && operations[sign]?.(a.value, b.value)
        const signed = value && reduce(negative ? [-value[0], value[1]] : value)
        return { text: `${negative ? '-' : ''}(${a.text} ${sign} ${b.text})`, value: signed }
      }),
  }))

  test('every expression with all its parentheses has the same value', () =>
    fc.assert(
      fc.property(tree, ({ text, value }) => {
        fc.pre(text.length <= 1_000)
        if (!value) {
          expect(() => evaluateExpression(text)).toThrow('zero')
          return
        }
        const { r, exact } = evaluateExpression(text)
        expect([r.n, r.d, exact]).toEqual([...value, true])
      }),
      { numRuns: 500 },
    ))

  test('without parentheses, precedence is that of school', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('+', '-', '*', '/'), fc.integer({ min: 1, max: 999 })), {
          minLength: 1,
          maxLength: 12,
        }),
        (parts) => {
          const terms: { sign: string; value: Fraction }[] = [{ sign: '+', value: [1n, 1n] }]
          for (const [sign, n] of parts) {
            const last = terms.at(-1)!
            if (sign === '+' || sign === '-') terms.push({ sign, value: [BigInt(n), 1n] })
            else last.value = operations[sign]!(last.value, [BigInt(n), 1n])!
          }
          const sum = terms.reduce<Fraction>((total, { sign, value }) => operations[sign]!(total, value)!, [0n, 1n])
          const { r } = evaluateExpression(`1${parts.map(([sign, n]) => `${sign}${n}`).join('')}`)
          expect([r.n, r.d]).toEqual(reduce(sum))
        },
      ),
    ))
})
