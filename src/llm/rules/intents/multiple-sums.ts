import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { inOneLine } from '../../../std/text/pattern.ts'
import type { Marked } from '../parse/pattern.ts'
import { type Quantity, sharedUnit } from '../parse/quantity.ts'
import type { Sum } from './chained-arithmetic.ts'

const number = '⟨[nk]\\d+⟩'
// Each way to go on begins differently: a pattern that could read one blank in two ways would take for ever on a long
// list.
const joint = '(?:\\s?,\\s?(?:and\\s)?|\\s?(?:와|과|이랑|랑|하고|그리고)\\s?|\\s(?:(?:and|to|plus)\\s)?)'
const row = `(${number}(?:${joint}${number})+)`
const count = "(?:(?:how much is|what(?: is|'s)|calculate|compute|tell me)\\s+)?"
const asked = inOneLine`
    (?:은|는|이|가|을|를)?\\s?(?:좀\\s?)?(?:얼마|몇|뭐|답)?(?:이?야|이?지|이?에요|예요|인가요|일까요|내)?\\s?(?:좀\\s?)?(?:구해|내|계산해|알려|
    말해)?${GIVE}?`
const together = '(?:을|를|의|,)?\\s?(?:값을\\s?)?(?:다|모두|전부|총|싹)?\\s?'

/** Any number of numbers, put together or halved into their middle. */
const shapes: [RegExp, 'sum' | 'mean'][] = [
  [
    new RegExp(`^${row}${together}(?:합|합계|총합|더한 ?값|더하면|더하기|더해|합하면|합해|합치면|합쳐)${asked}$`),
    'sum',
  ],
  [new RegExp(`^${row}${together}평균${asked}$`), 'mean'],
  [new RegExp(`^${count}(?:(?:the\\s+)?(?:sum|total)\\s+of|add(?:\\s+up)?)\\s+${row}$`, 'i'), 'sum'],
  [new RegExp(`^${count}(?:the\\s+)?(?:average|mean)\\s+of\\s+${row}$`, 'i'), 'mean'],
]

/** "10, 20, 30의 평균", "12하고 30이랑 7 더해줘", "average of 4, 8 and 15". Undefined where their units differ. */
export function multipleSums({ text, values }: Marked<Quantity>): Sum | undefined {
  for (const [shape, how] of shapes) {
    const list = shape.exec(text)?.[1]
    if (!list) continue
    const all = Array.from(list.matchAll(/⟨[nk](\d+)⟩/g), ([, index]) => values[Number(index)] as Quantity)
    const unit = sharedUnit(...all)
    const sum = all.map(({ digits }) => digits).join('+')
    if (unit !== undefined) return { expression: how === 'sum' ? sum : `(${sum})/${all.length}`, unit }
  }
  return undefined
}

const NOUN = '(?:(?!⟨)[가-힣]{1,8}(?:은|는|이|가)? )'
const PIECE = `${NOUN}{0,2}⟨n\\d+⟩(?:짜리 ?[가-힣]{0,6})?(?: ?⟨k\\d+⟩)?`
const PRICES = new RegExp(
  inOneLine`
    ^${PIECE}(?:(?:에|에다가?|하고|이?랑|와|과|그리고|,)? ${PIECE})+(?:이면|면|은|는)?(?:,? ?(?:총|다|전부|모두|합쳐서?|합치면|더하면|
    다 해서))*(?: ?얼마(?:야|지|예요|이에요|인가요)?)?$`,
)
/** Words that change a price; a list with one of them is no plain sum of its prices. */
const CHANGES =
  /[두세네\d] ?배|반값|할인|세일|쿠폰|마다|말고|빼|나누|나눠|곱|이자|세금|부가세|수수료율|평균|하루|매[일주달]|시급|월급|연봉|서 /

/** "치킨 2만 3천원에 배달비 3천원이면": prices, each with how many there are of it, in one currency. */
export function priceList({ text, values }: Marked<Quantity>): Sum | undefined {
  if (!PRICES.test(text) || CHANGES.test(text)) return undefined
  const parts = Array.from(text.matchAll(/⟨n(\d+)⟩(?:[^⟨]*?⟨k(\d+)⟩)?/g), ([, price, count]) => ({
    price: values[Number(price)] as Quantity,
    count: count === undefined ? undefined : values[Number(count)],
  }))
  const unit = sharedUnit(...parts.map(({ price }) => price))
  const isMoney = unit !== undefined && /원|달러|\$|유로|엔|위안/.test(unit)
  if (!isMoney || parts.length < 2) return undefined
  return {
    expression: parts.map(({ price, count }) => (count ? `${price.digits}*${count.digits}` : price.digits)).join('+'),
    unit,
  }
}

/** Korean's names of powers of ten, in which an amount can be asked for. */
const TENS: Record<string, string> = { 1000: '천', 10000: '만', 10000000: '천만', 100000000: '억' }

/** "1억은 몇 만원": the first amount, counted in the second. */
export function inTens(a?: Quantity, b?: Quantity): Sum | undefined {
  const name = TENS[b?.digits ?? '']
  return a && b && name ? { expression: `${a.digits}/${b.digits}`, unit: name + b.unit } : undefined
}

/** Return the sum of prices, each followed by how often it is paid; undefined where they are of different money. */
export const priced = (...all: Quantity[]) => {
  const prices = all.filter((_, index) => index % 2 === 0)
  const unit = sharedUnit(...prices)
  return unit
    ? { expression: prices.map((price, index) => `${price.digits}*${all[index * 2 + 1]?.digits}`).join('+'), unit }
    : undefined
}

/** 연봉 4200 is told in 만원, 연봉 42000000 in won. */
export const wage = ({ digits, unit }: Quantity) =>
  unit === '' && Number(digits) < 100_000 ? { digits: `${digits}*10000`, unit: '원' } : { digits, unit: unit || '원' }

/** Return one part of a sum that some share. */
export const share = (a: Quantity, k: Quantity): Sum => ({
  expression: `${a.digits}/${k.digits}`,
  unit: a.unit,
  dealt: { whole: a.digits, by: k.digits },
})
