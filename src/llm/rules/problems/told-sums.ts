import { calendarMessages } from '../../../messages/tools/calendar.ts'
import type { Family, Intent, Utterance } from '../intent.ts'
import { calculating } from '../intents/arithmetic.ts'
import type { Sum } from '../intents/chained-arithmetic.ts'
import { type ToldToken, toldTokens } from './told-tokens.ts'

/** `hours`: the result is a length of time. */
type Told = Sum & { hours?: true; places?: number }
/** Numbers in the order of the sentence, each of them used once; undefined where they do not fit together. */
type Build = (numbers: Required<ToldToken>[], letters: string) => Told | undefined

const isMoney = ({ letter }: ToldToken) => letter === 'M' || letter === 'N'
/** The one unit of several amounts; '' takes the others'. */
function unitOf(all: readonly ToldToken[]): string | undefined {
  const units = new Set(all.map(({ unit }) => unit).filter(Boolean))
  return units.size > 1 ? undefined : ([...units][0] ?? '')
}

const ITEM = '(?:[MN]@?K@?|K[MN]@|Ka[MN]@?|[MN]@H|H[MN]@)'
const BOUGHT = `(?:${ITEM}|M)(?:\\+*(?:${ITEM}|\\+[MN]))*`

/**
 * What is bought, by its letters: a price beside a number of things is multiplied by it, an amount by itself is
 * added.
 */
function bought(numbers: readonly Required<ToldToken>[], letters: string): Sum | undefined {
  const parts: string[] = []
  let at = 0
  for (const [piece] of letters.matchAll(new RegExp(`${ITEM}|[MN]`, 'g'))) {
    const [a, b] = numbers.slice(at, at + (/[KH]/.test(piece) ? 2 : 1))
    at += b ? 2 : 1
    const [price, count] = a && isMoney(a) ? [a, b] : [b, a]
    if (!price) return undefined
    parts.push(count ? `${price.digits}*${count.digits}` : price.digits)
  }
  const unit = unitOf(numbers.filter(isMoney))
  return unit === undefined || at !== numbers.length ? undefined : { expression: parts.join('+'), unit }
}

const less = '(1-p/100)'
const more = '(1+p/100)'
const by = (factor: string, percent: string) => factor.replace('p', percent)
const whole = (expression: string) => (/[+-]/.test(expression) ? `(${expression})` : expression)

/** A purchase with a percentage off or on top, for so many people. */
const purchase: Build = (numbers, letters) => {
  const shared = /\//.test(letters) || /H(?:h|$)/.test(letters)
  const heads = shared ? numbers.find(({ letter }) => letter === 'H') : undefined
  const percent = numbers.find(({ letter }) => letter === 'P')
  const rest = numbers.filter((one) => one !== heads && one !== percent)
  const sum = bought(rest, letters.replace(/\+?Pu|Po|\//g, '').replace(heads ? /H/ : /^$/, ''))
  if (!sum) return undefined
  const rated = percent
    ? `${whole(sum.expression)}*${by(/u/.test(letters) ? more : less, percent.digits)}`
    : sum.expression
  if (!heads) return { ...sum, expression: rated }
  const isPlain = /^\d+$/.test(rated)
  const dealt = isPlain ? { dealt: { whole: rated, by: heads.digits } } : {}
  return { ...sum, expression: `${/^[\d.]+$/.test(rated) || percent ? rated : whole(rated)}/${heads.digits}`, ...dealt }
}

const taken: Build = (numbers) => {
  const unit = unitOf(numbers)
  return unit === undefined ? undefined : { expression: numbers.map(({ digits }) => digits).join('-'), unit }
}
const before =
  (factor: string): Build =>
  (numbers) => {
    const [percent, price] = numbers[0]?.letter === 'P' ? numbers : [numbers[1], numbers[0]]
    return percent && price && { expression: `${price.digits}/${by(factor, percent.digits)}`, unit: price.unit }
  }
const dealtOut: Build = (numbers) => {
  const heads = numbers.find(({ letter }) => letter === 'H')
  const things = numbers.find((one) => one !== heads)
  return heads && things && { expression: `${things.digits}/${heads.digits}`, unit: things.unit }
}
const forEach: Build = (numbers) => {
  const heads = numbers.find(({ letter }) => letter === 'H')
  const price = numbers.find((one) => one !== heads)
  return heads && price && { expression: `${price.digits}*${heads.digits}`, unit: price.unit }
}

/** How many of the smaller are in the larger, where that is always the same. */
const RATIOS: Record<string, number> = { 'day week': 7, 'month year': 12, 'minute hour': 60, 'hour day': 24 }
function ratioOf(small: string, large: string): number | undefined {
  return small === large ? 1 : RATIOS[`${small} ${large}`]
}
const rated: Build = (numbers) => {
  const [first, second] = numbers.filter(({ letter }) => letter === 'D')
  const amount = numbers.find(({ letter }) => letter !== 'D')
  const times = first && second && ratioOf(first.unit, second.unit)
  if (!amount || !times || first.digits !== '1') return undefined
  const count = times === 1 ? second.digits : second.digits === '1' ? String(times) : `${second.digits}*${times}`
  return { expression: `${amount.digits}*${count}`, unit: amount.unit }
}
const lasting: Build = (numbers) => {
  const way = numbers.find(({ letter }) => letter === 'V')
  const speed = numbers.find(({ letter }) => letter === 'S')
  if (!way || !speed || way.unit !== speed.unit) return undefined
  return { expression: `${way.digits}/${speed.digits}`, unit: '', hours: true }
}
const gone: Build = (numbers) => {
  const speed = numbers.find(({ letter }) => letter === 'S')
  const time = numbers.find(({ letter }) => letter === 'D')
  if (!speed || time?.unit !== 'hour') return undefined
  return { expression: `${speed.digits}*${time.digits}`, unit: speed.unit }
}
const paced: Build = ([time, way, wanted]) =>
  time?.unit === 'hour' && time.digits === '1' && way && wanted && way.unit === wanted.unit
    ? { expression: `${wanted.digits}/${way.digits}`, unit: '', hours: true }
    : undefined
const FOREIGN = ['달러', '$', '유로', '€', '엔', '파운드', '£']
/** Foreign money at so many won each; of yen the rate is of a hundred where it is that high. */
const exchanged: Build = (numbers) => {
  const [amount, rate] = numbers.toSorted((a, b) => Number(FOREIGN.includes(b.unit)) - Number(FOREIGN.includes(a.unit)))
  if (!amount || !rate || !FOREIGN.includes(amount.unit) || !/^(?:원)?$/.test(rate.unit)) return undefined
  if (Number(rate.digits) < 500 || amount.unit === '엔') return undefined
  return { expression: `${amount.digits}*${rate.digits}`, unit: '원' }
}
const partAnd: Build = ([a, b, c], letters) => {
  const [percent, base] = a?.letter === 'P' ? [a, b] : [b, a]
  if (!percent || !base || !c || unitOf([base, c]) === undefined) return undefined
  const sign = /-/.test(letters) ? '-' : '+'
  return { expression: `${base.digits}*${percent.digits}/100${sign}${c.digits}`, unit: unitOf([base, c]) ?? '' }
}
/** Money that is paid with, without what is bought. */
const change: Build = (numbers, letters) => {
  const [paid, ...rest] = numbers
  const spent = bought(rest, letters.replace(/^[MN]f?\+?/, '').replace(/-?l$/, ''))
  const unit = paid && spent && unitOf([paid, { letter: 'M', unit: spent.unit }])
  return unit === undefined || !paid || !spent
    ? undefined
    : { expression: `${paid.digits}-${whole(spent.expression)}`, unit }
}
const waged: Build = ([time, pay, per]) =>
  time && pay && per?.digits === '1' && per.unit === time.unit
    ? { expression: `${pay.digits}*${time.digits}`, unit: pay.unit }
    : undefined
/** "20% off 59.99 plus 8% tax". */
const lessAndMore: Build = ([off, price, on]) =>
  off &&
  price &&
  on && { expression: `${price.digits}*${by(less, off.digits)}*${by(more, on.digits)}`, unit: price.unit }
const priceOf: Build = ([count, price, wanted]) =>
  count && price && wanted && count.unit === wanted.unit && count.unit !== ''
    ? { expression: `${price.digits}/${count.digits}*${wanted.digits}`, unit: price.unit }
    : undefined
const dozens: Build = ([count]) =>
  count?.digits.includes('*12') ? { expression: count.digits, unit: count.unit } : undefined

/**
 * Sums by their letters, without those that ask. Each names all numbers of the sentence: one more, and it is another
 * sum or none.
 */
const SUMS: readonly (readonly [shape: RegExp, build: Build])[] = [
  [/^Po[MN]@?r$|^[MN]Por$/, before(less)],
  [/^Pu[MN]@?r$|^[MN]Pur$/, before(more)],
  [/^[MN]f?(?:[MN]\+)*[MN]-(?:[MN]-)*l?$|^[MN](?:\+?-[MN](?:\+[MN])*)+l$/, taken],
  [/^h[MN]@?H$|^Hh[MN]@?$|^H[MN]@-$/, forEach],
  [/^[KM]\/?H\/h?$|^\/[KMN]\/?Hh?$|^H[KM]\/h?$|^H[KM]h$|^[KM]Hh$/, dealtOut],
  [/^D[VM]@?D$|^[VM]@?DD$|^D[VM]@?D-?$/, rated],
  [/^Va?S$|^SVt?$|^t?Va?S$|^VSt$/, lasting],
  [/^SD$|^DS$|^Sa?D$/, gone],
  [/^D\+?VVt$/, paced],
  [/^Ma[MN]$|^Me[MN]$|^e[MN]M$/, exchanged],
  [/^PwM?N?(?:\+|-)[MN]$|^[MN]wP\+[MN]$/, partAnd],
  [/^KMK$/, priceOf],
  [new RegExp(`^Mf?\\+?${ITEM}(?:\\+${ITEM})*-?l$`), change],
  [/^Da[MN]D$/, waged],
  [/^Po[MN]\+?Pu$/, lessAndMore],
  [/^K$/, dozens],
  [new RegExp(`^${BOUGHT}(?:\\+?Pu|Po)?(?:\\/?H(?:\\/)?h?|\\/H)?$`), purchase],
  [/^\/M\/?H\+?Pu$|^\/M\+?Pu\/?H$|^M(?:\+?Pu)\/H$|^M\/H\+?Pu$|^H\/?M\+?Pu$/, purchase],
]

/** A joint that joins no two amounts: before a word of the sum, or at an end. */
const JOINT = /^[+q]+|[+q]+(?=[-/+hrltPHDq]|$)|q(?=[MN]@)/g

/**
 * A sum told in a sentence whose words are all known: "3만원짜리 두 마리에 배달비 3천원", "split 86 dollars between 4 people with
 * 15% tip". Every number of it is used exactly once, or there is none.
 */
function toldSum(text: string): Told | undefined {
  const tokens = toldTokens(text)
  if (!tokens) return undefined
  const asks = tokens.some(({ letter }) => letter === '?')
  const said = tokens.filter(({ letter }) => letter !== '?')
  const numbers = said.filter((one): one is Required<ToldToken> => one.digits !== undefined)
  const letters = periodless(said.map(({ letter }) => letter).join(''), said)?.replace(JOINT, '')
  if (!letters || (numbers.length < 2 && !/^K$/.test(letters))) return undefined
  if (!asks && !/[MPSV/h@]|^K$/.test(letters)) return undefined
  const [, build] = SUMS.find(([shape]) => shape.test(letters)) ?? []
  const used = numbers.filter(({ letter }) => letters.includes(letter))
  return build?.(used, letters)
}

/** Of income and spending a month the month says nothing more; undefined where they are of different times. */
function periodless(letters: string, said: readonly ToldToken[]): string | undefined {
  if (!/l|-/.test(letters) || !/D/.test(letters)) return letters
  const spans = said.filter(({ letter }) => letter === 'D')
  return spans.every(({ digits, unit }) => digits === '1' && unit === spans[0]?.unit)
    ? letters.replaceAll('D', '')
    : undefined
}

/** Sums that are told with prices, people, percentages, times and speeds. */
export const toldSums: Family = (utterance) => {
  if (utterance.text.length > 160 || !/\d|[백천만억]|[둘셋넷]|하나|dozen/i.test(utterance.text)) return undefined
  const told = toldSum(utterance.text)
  return told && answered(utterance, told)
}

/** The one word without which the rest is a sum: what nobody knows the use of. */
export function unusedIn(text: string): string | undefined {
  const words = text.trim().split(' ')
  if (words.length < 3 || words.length > 20 || text.length > 160) return undefined
  return words.find(
    (word, at) => /\d|포함|어제|쿠폰/.test(word) && toldSum(words.toSpliced(at, 1).join(' ')) !== undefined,
  )
}

function answered(utterance: Utterance, told: Told): Intent {
  if (!told.hours) return calculating(utterance, told, told.places)
  const say = calendarMessages[utterance.language]
  const [way = 0, speed = 1] = told.expression.split('/').map(Number)
  return { weight: 3, answer: () => say.is(say.duration(Math.round((way / speed) * 60) * 60_000)) }
}
