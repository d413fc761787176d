import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Marked } from '../parse/pattern.ts'
import type { Quantity } from '../parse/quantity.ts'

/** An expression to calculate, and the unit of the result. */
export interface Sum {
  expression: string
  unit: string
  /** It is dealt out: of money what is left over is told. */
  dealt?: { whole: string; by: string }
}

/** Words for signs, in the order in which they are looked for. */
const words: [RegExp, string][] = [
  [/⟨n(\d+)⟩ ?분의 ?⟨n(\d+)⟩/g, '(⟨n$2⟩/⟨n$1⟩)'],
  [/⟨n(\d+)⟩의 ?⟨n(\d+)⟩ ?(?:제곱|승)/g, '⟨n$1⟩^⟨n$2⟩'],
  [/⟨n(\d+)⟩의 ?세제곱/g, '⟨n$1⟩^3'],
  [/⟨n(\d+)⟩의 ?(?:양의 )?제곱근/g, '√⟨n$1⟩'],
  [/⟨n(\d+)⟩의 ?제곱/g, '⟨n$1⟩^2'],
  [/⟨n(\d+)⟩ ?(?:팩토리얼|factorial)/gi, '⟨n$1⟩!'],
  [/(?:루트|(?:the )?square root of|sqrt(?: of)?) ?/gi, '√'],
  [/ ?to the (\d+)(?:st|nd|rd|th)(?: power)?/gi, '^$1'],
  [/ ?(?:to the power of|raised to|\*\*) ?/gi, '^'],
  [/ squared\b/gi, '^2'],
  [/ cubed\b/gi, '^3'],
  [/ ?(?:더하기|플러스|plus\b|＋) ?/gi, '+'],
  [/ ?(?:빼기|마이너스|minus\b|−|–) ?/gi, '-'],
  [/ ?(?:곱하기|times\b|multiplied by\b|×|✕|·) ?/gi, '*'],
  [/ ?(?:나누기|divided by\b|over\b|÷) ?/gi, '/'],
  [/(?<=⟩) ?x ?(?=⟨)/gi, '*'],
  [/ ?괄호 ?열고 ?/g, '('],
  [/ ?괄호 ?닫고 ?/g, ')'],
]
const beforeEn = /^(?:how much is|what(?: is|'s|s)|calculate|compute|work out|solve|evaluate|tell me)_?\s*/i
const behindKo = patternOf()`
  (?:(?:은|는|이|가|을|를|하면|면|의 (?:값|결과|답)(?:은|는)?)? ?(?:얼마|몇|뭐|무엇|답|값|결과|정답)?(?:이?야|이지|지|이?에요|예요|죠|인가요|일까요?|니|냐|입니까|
  이?고)?(?: ?(?:좀 )?(?:계산|알려|말해|풀어|구해|해)\S*${GIVE}?)?)$
`

/** A sum written with signs or their names: "3*(2+4)는?", "72 곱하기 3", "square root of 144". No word may be left over. */
export function chain({ text, values }: Marked<Quantity>): Sum | undefined {
  let rest = words.reduce((done, [word, sign]) => done.replace(word, sign), text.replace(beforeEn, ''))
  rest = rest
    .replace(behindKo, '')
    .replace(/\s*=\s*$/, '')
    .trim()
  if (!/^(?:⟨[nkp]\d+⟩|[\d\s()+\-*/^!²³√%])+$/.test(rest) || !/[+\-*/^!²³√]/.test(rest)) return undefined
  const unit = unitOf(rest, values)
  if (unit === undefined) return undefined
  const expression = rest.replace(
    /⟨([nkp])(\d+)⟩/g,
    (_, kind: string, index: string) => values[Number(index)]?.digits + (kind === 'p' ? '%' : ''),
  )
  return sound(expression) ? { expression: expression.replace(/\s+/g, ''), unit } : undefined
}

/**
 * Numbers must not stand side by side, and a sign must have something on its right; what is subtler the calculator
 * explains.
 */
function sound(expression: string): boolean {
  return !/\d\s+\d/.test(expression) && !/[+\-*/^√]\s*$/.test(expression) && !/^\s*[*/^]/.test(expression)
}

/**
 * '' for bare numbers; the one unit of a sum of like things or of one amount multiplied or divided; undefined for a
 * mixture.
 */
function unitOf(expression: string, values: Quantity[]): string | undefined {
  const used = Array.from(expression.matchAll(/(.?)\s*⟨[nk](\d+)⟩/g), ([, sign, index]) => ({
    sign,
    unit: values[Number(index)]?.unit ?? '',
  }))
  const units = used.filter((one) => one.unit)
  const kinds = new Set(units.map((one) => one.unit))
  if (kinds.size === 0) return ''
  const scaled = /[*/^√]/.test(expression)
  if (kinds.size === 1 && !scaled) return units[0]?.unit
  if (units.length === 1) return units[0]?.sign === '/' || /[\^√]/.test(expression) ? undefined : units[0]?.unit
  const [a, b] = units
  if (units.length === 2 && kinds.size === 1 && b?.sign === '/' && !/[+-]/.test(expression)) return ''
  return units.length === 2 && /^[^+-]*$/.test(expression) ? moneyOf(a?.unit, b?.unit) : undefined
}

const moneys = ['원', '$', '달러', '유로', '€', '엔', '위안', '파운드', '£', '¥']
/** "3개 곱하기 2000원" is money. */
function moneyOf(a = '', b = ''): string | undefined {
  const found = [a, b].filter((unit) => moneys.includes(unit))
  return found.length === 1 ? found[0] : undefined
}
