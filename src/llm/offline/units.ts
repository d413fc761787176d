import { calculating } from './arithmetic.ts'
import type { Sum } from './chain.ts'
import { firstRow, type Mark, mark, type Row } from './grammar.ts'
import type { Family } from './intent.ts'
import { numberAt } from './quantity.ts'

interface Unit {
  /** What is measured; only like is turned into like. */
  of: 'length' | 'mass' | 'heat' | 'area' | 'volume' | 'kilo'
  /** How much of the base (m, g, ㎡, L) it is, exactly, as an expression. */
  is: string
  ko: string
}

/** Exact by definition: 1 in = 0.0254 m, 1 lb = 453.59237 g (1959 yard and pound agreement), 1 평 = 400/121 ㎡, 1 US gal = 3.785411784 L. */
const units: [RegExp, Unit][] = [
  [/제곱킬로미터|㎢|km²|km2/, { of: 'area', is: '1000000', ko: '㎢' }],
  [/제곱미터|평방미터|헤베|㎡|m²|m2|square met(?:er|re)s?/, { of: 'area', is: '1', ko: '㎡' }],
  [/평(?!방|균|일)|pyeong/, { of: 'area', is: '(400/121)', ko: '평' }],
  [/헥타르|hectares?/, { of: 'area', is: '10000', ko: 'ha' }],
  [/킬로미터|키로미터|㎞|km|kilomet(?:er|re)s?/, { of: 'length', is: '1000', ko: 'km' }],
  [/센티미터|센치미터|센티|센치|㎝|cm|centimet(?:er|re)s?/, { of: 'length', is: '0.01', ko: 'cm' }],
  [/밀리미터|㎜|mm|millimet(?:er|re)s?/, { of: 'length', is: '0.001', ko: 'mm' }],
  [/마일|miles?|mi/, { of: 'length', is: '1609.344', ko: '마일' }],
  [/피트|feet|foot|ft/, { of: 'length', is: '0.3048', ko: '피트' }],
  [/인치|inch(?:es)?/, { of: 'length', is: '0.0254', ko: '인치' }],
  [/야드|yards?|yd/, { of: 'length', is: '0.9144', ko: '야드' }],
  [/미터|met(?:er|re)s?|m/, { of: 'length', is: '1', ko: 'm' }],
  [/킬로(?!그램|미터|바이트|칼로리)/, { of: 'kilo', is: '1000', ko: '킬로' }],
  [/킬로그램|㎏|kg|kilo(?:gram)?s?/, { of: 'mass', is: '1000', ko: 'kg' }],
  [/파운드|pounds?|lbs?/, { of: 'mass', is: '453.59237', ko: '파운드' }],
  [/온스|ounces?|oz/, { of: 'mass', is: '28.349523125', ko: '온스' }],
  [/그램|grams?|g/, { of: 'mass', is: '1', ko: 'g' }],
  [/섭씨|℃|°c|degrees? celsius|celsius|centigrade/, { of: 'heat', is: 'C', ko: '℃' }],
  [/화씨|℉|°f|degrees? fahrenheit|fahrenheit/, { of: 'heat', is: 'F', ko: '℉' }],
  [/밀리리터|㎖|ml|millilit(?:er|re)s?/, { of: 'volume', is: '0.001', ko: 'mL' }],
  [/갤런|gallons?/, { of: 'volume', is: '3.785411784', ko: '갤런' }],
  [/리터|ℓ|lit(?:er|re)s?|l/, { of: 'volume', is: '1', ko: 'L' }],
]
const names = units.map(([name]) => `(${name.source})`).join('|')

type Part = { digits: string } | Unit
const turn = '(?: (?:바꾸면|바꿔|바꿔줘|변환해|변환해줘|변환하면|환산하면|환산해|환산해줘|치면))?'
const ask = "(?:(?:how much is|what is|what's|convert)_)?"

const rows: Row<Part, Sum>[] = [
  [`(?:[가-힣]{1,4}(?:이|가|는|은)? )?{n} {u}{은} 몇 {u}{끝}`, convert],
  [`{n} {u}(?:을|를|은|는|이면)? {u}{로}(?:는|은)?${turn}(?: (?:몇|얼마))?{끝}(?: ?(?:줘|주세요))?`, convert],
  [`{u} {n}도{은} {u}{로}?(?:는|은)?${turn}(?: (?:몇|얼마) ?도?)?{끝}`, (from, n, to) => convert(n, from, to)],
  [`{n} {u}{은} {u}{로}?(?:는|은)?${turn} (?:몇|얼마) ?도?{끝}`, convert],
  [`${ask}{n} {u}_(?:to|in|into|as) {u}`, convert],
  [`how_many_{u}_(?:is|are|in|are_in|are_there_in)_{n} {u}`, (to, n, from) => convert(n, from, to)],
]

/** Nobody measures finer in daily life. */
const conversionPlaces = 3

/** "32평은 몇 제곱미터야?", "72°F in celsius": length, mass, heat, area, volume. */
export const conversion: Family = (heard) => {
  const marked = mark(heard.text, partsIn(heard.text))
  const found = marked.values.length === 3 ? firstRow(rows, marked) : undefined
  return found && calculating(heard, found, conversionPlaces)
}

function partsIn(text: string): Mark<Part>[] {
  const small = text.toLowerCase()
  const marks: Mark<Part>[] = []
  for (let at = 0; at < small.length; at++) {
    const number = numberAt(small, at)
    if (number) marks.push({ kind: 'n', from: number.from, to: number.to, value: { digits: number.digits } })
    if (number) at = number.to - 1
  }
  for (const match of small.matchAll(new RegExp(`(?<![a-z])(?:${names})(?![a-z²2])`, 'g'))) {
    const index = match.slice(1).findIndex((name) => name !== undefined)
    marks.push({ kind: 'u', from: match.index, to: match.index + match[0].length, value: (units[index] as [RegExp, Unit])[1] })
  }
  return marks
}

/** A bare 킬로 is one of mass or of length, as the other side asks. */
function alike(a: Unit, b: Unit): boolean {
  const kilo = a.of === 'kilo' ? b.of : b.of === 'kilo' ? a.of : undefined
  return a.of === b.of || kilo === 'mass' || kilo === 'length'
}

function convert(n?: Part, from?: Part, to?: Part): Sum | undefined {
  if (!n || !('digits' in n) || !from || !('of' in from) || !to || !('of' in to)) return undefined
  if (!alike(from, to) || from === to) return undefined
  if (from.of === 'heat') return { expression: from.is === 'C' ? `${n.digits}*9/5+32` : `(${n.digits}-32)*5/9`, unit: to.ko }
  return { expression: `${n.digits}*${from.is}/${to.is}`, unit: to.ko }
}
