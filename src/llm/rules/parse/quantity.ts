import { colloquialAmount } from '../../../std/korean/numbers/amount.ts'
import { englishNumberAt } from '../../../std/korean/numbers/amount-english.ts'
import { nativeAt, numeralAt } from '../../../std/korean/numbers/number.ts'
import { plain } from '../../../std/korean/spelling/span.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Mark } from './pattern.ts'

/**
 * A number in a sentence: `digits` as the calculator takes it, `unit` as it is written back ('원', '$', '%', '명', ''
 * …).
 */
export interface Quantity {
  digits: string
  unit: string
}

const money: [string, RegExp][] = [
  ['원', /^ ?(?:원|won\b|krw\b)/],
  ['달러', /^ ?(?:달러|불(?![가-힣]))/],
  ['$', /^ ?(?:dollars?|bucks|usd)\b/],
  ['유로', /^ ?(?:유로|euros?\b|eur\b)/],
  ['엔', /^ ?(?:엔|yen\b|jpy\b)/],
  ['위안', /^ ?위안/],
  ['파운드', /^ ?파운드/],
]
const percent = /^ ?(?:%|퍼센트|프로(?![가-힣])|프로(?=[를은는가의면로])|percent\b)/
const counted =
  /^ ?(명|사람|인분|개월|개|병|잔|번|장|권|판|조각|켤레|벌|그릇|접시|송이|포기|마리|곳|살|달|인(?=[이가으]|$))/
const countedEn = /^ (people|persons|friends|guests|ways)\b/
const signs: Record<string, string> = { $: '$', '€': '€', '£': '£', '₩': '원', '¥': '¥' }

/** Several amounts can be put together only in one unit; '' takes the other's. Undefined if they differ. */
export function sharedUnit(...all: Quantity[]): string | undefined {
  const units = new Set(all.map((one) => one.unit).filter(Boolean))
  return units.size > 1 ? undefined : ([...units][0] ?? '')
}

/**
 * Every number of the text as a mark: `p` percent, `k` a count of people or things, `n` anything else (bare, or
 * money).
 */
export function quantitiesIn(text: string): Mark<Quantity>[] {
  const small = plain(text)
  const marks: Mark<Quantity>[] = []
  for (let at = 0; at < small.length; at++) {
    const found = numberAt(small, at)
    if (!found) continue
    const made = withUnit(small, found)
    marks.push(made)
    at = made.to - 1
  }
  return marks
}

interface Numeral {
  from: number
  to: number
  digits: string
}

/** What may follow a numeral of one syllable, which else begins a word: 사과, 이번, 세상. */
const lone = patternOf()`
  ^(?:$|[^가-힣]|은|는|의|를|을|에|이서|더하|빼|곱하|나누|제곱|배|승|분의|명|개|원|퍼센트|프로|인분|잔|병|장|권|판|벌|번|마리|사람|곳|살|달|이 ?(?:나누|나눠|나눈|나눌|더치)|
  근|돈(?=[은이 ]|$)|되(?=[는가를\s]|$)|말(?=[은이을\s]|$)|홉|기가|메가|테라)
`

/** A number that begins exactly here; spoken numerals only where a word begins. */
export function numberAt(text: string, at: number): Numeral | undefined {
  const char = text[at] as string
  const before = text[at - 1] ?? ' '
  if (/\d/.test(char))
    return /[\d.,a-z]/.test(before) && !/[,(]/.test(before) ? undefined : numeral(text, at, numeralAt(text, at)?.to)
  if (/[가-힣a-z\d]/.test(before)) return undefined
  if (/[a-z]/.test(char)) {
    const read = englishNumberAt(text, at)
    return read && { from: at, to: read.to, digits: String(read.value) }
  }
  // 일곱 is seven, and no 일.
  const [sino, native] = [numeralAt(text, at), nativeAt(text, at)]
  const spoken = native && native.to > (sino?.to ?? 0) ? native : sino
  if (spoken && spoken.to - at === 1 && !lone.test(text.slice(spoken.to, spoken.to + 6))) return undefined
  return spoken && numeral(text, at, spoken.to, spoken.value)
}

/** "1.5 million". */
const SCALES: Record<string, number> = { thousand: 1e3, million: 1e6, billion: 1e9 }

function numeral(text: string, from: number, to: number | undefined, value?: number): Numeral | undefined {
  if (to === undefined) return undefined
  const written = text.slice(from, to).replaceAll(',', '')
  const [scale, name] = /^ (thousand|million|billion)\b/.exec(text.slice(to)) ?? []
  if (scale && /^[\d.]+$/.test(written))
    return { from, to: to + scale.length, digits: String(Number(written) * (SCALES[name as string] as number)) }
  if (/^[\d.]+$/.test(written)) return { from, to, digits: written }
  const found = numeralAt(text, from)
  const read = value ?? (found && (/^ ?원/.test(text.slice(to)) ? found.value : colloquialAmount(text, found)))
  return read === undefined || /e/.test(String(read)) ? undefined : { from, to, digits: String(read) }
}

function withUnit(text: string, { from, to, digits }: Numeral): Mark<Quantity> {
  const rest = text.slice(to, to + 12)
  const made = (kind: string, unit: string, length = 0, begin = from) => ({
    kind,
    from: begin,
    to: to + length,
    value: { digits, unit },
  })
  const hundredth = percent.exec(rest)
  if (hundredth) return made('p', '%', hundredth[0].length)
  const sign = signs[text[from - 1] ?? '']
  if (sign) return made('n', sign, 0, from - 1)
  for (const [unit, shape] of money) {
    const match = shape.exec(rest)
    if (match) return made('n', unit, match[0].length)
  }
  const count = counted.exec(rest) ?? countedEn.exec(rest)
  return count ? made('k', count[1] as string, count[0].length) : made('n', '')
}
