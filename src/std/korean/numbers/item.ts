import { inOneLine } from '../../text/pattern.ts'
import { nativeAt, numeralAt } from './number.ts'

/** So much of something, in a unit as people say it; '' where English counts the thing itself. */
export interface ItemAmount {
  count: number
  unit: string
}

/** A thing on a list: its name, and how much of it. No quantity means that nothing was said of it. */
export interface CountedItem {
  name: string
  quantities: readonly ItemAmount[]
}

/** Units of measure under their other names; everything else is a unit as it stands. */
const MEASURES: Readonly<Record<string, string>> = {
  ...{
    그램: 'g',
    그람: 'g',
    킬로: 'kg',
    킬로그램: 'kg',
    키로: 'kg',
    밀리리터: 'ml',
    리터: 'L',
    l: 'L',
    kilo: 'kg',
    kilos: 'kg',
  },
  ...{ gram: 'g', grams: 'g', kilogram: 'kg', kilograms: 'kg', litre: 'L', litres: 'L', liter: 'L', liters: 'L' },
}
const MEASURE = '(?:kg|g|ml|L|lbs?|oz|kilos?|grams?|kilograms?|lit(?:er|re)s?)'
const DIGITS = String.raw`\d{1,6}(?:\.\d{1,3})?`
const WORDS = 'a,an,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve'.split(',')
const WORD = `(?:${WORDS.join('|')}|half a|${DIGITS})`
const COUNT_ALONE = '하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉|열(?:하나|둘|셋|넷|다섯)?|스물'

/** A number in front of these is a time, a place, an order or a size, and no amount of a thing. */
const NO_UNIT = new RegExp(
  `^(?:${[
    '시|분|초|일|월|년|주|원|번|호|층|회|차|학년|시간|개월|달|번째|번호|여|쯤|정도|것|거|줄|척',
    '인치|센치|센티|호선|형|와트|볼트|도|급|평|살|세|기|부|편|탄|프로|퍼센트|사이즈|학기|세대|년식',
  ].join('|')})$`,
)

/** Units that are written onto their number: 두개, 한모. 세제 and 두부 are no three and no two. */
const JOINED = '개병장판단봉팩통모권잔캔알줄컵근포벌손쪽명대송'
const KOREAN = new RegExp(
  inOneLine`
    ^(.*[^\\s\\d~∼.,:/-])(?:\\s*(${DIGITS})\\s?([가-힣]{1,3}|${MEASURE})|\\s+([가-힣]{1,4})\\s([가-힣]{1,3}|${MEASURE})|
    \\s+([한두세네])([${JOINED}]))$`,
)
const KOREAN_ALONE = new RegExp(`^(.*\\S)\\s+(${COUNT_ALONE})$`)
const ENGLISH: readonly RegExp[] = [
  new RegExp(`^(${WORD})\\s?(${MEASURE})\\s(?:of\\s)?(.+)$`, 'i'),
  new RegExp(`^(${WORD})\\s(dozen)\\s(?:of\\s)?(.+)$`, 'i'),
  new RegExp(`^(${WORD})\\s([a-z]+)\\sof\\s(.+)$`, 'i'),
]
const COUNTED = new RegExp(`^(${WORD.replace('(?:a|an|', '(?:')})\\s()([a-z].*)$`, 'i')
const WRITTEN = /^(.+?)\s×\s?(.+)$/

function numberIn(said: string): number | undefined {
  if (/^\d/.test(said)) return Number(said)
  if (said === '반' || said === 'half a') return 0.5
  const word = WORDS.indexOf(said.toLowerCase())
  if (word >= 0) return Math.max(1, word - 1)
  const read = [nativeAt(said, 0), numeralAt(said, 0)].find((one) => one?.to === said.length)
  return read?.value
}

const unitOf = (said: string): string =>
  MEASURES[said.toLowerCase()] ?? (/^[a-z]+$/i.test(said) ? singular(said) : said)

/** "bottles" and "bottle" are one unit. */
const singular = (word: string): string => {
  if (/^(?:kg|g|ml|L|oz)$/.test(word)) return word
  const lower = word.toLowerCase()
  if (/ves$/.test(lower)) return `${lower.slice(0, -3)}f`
  if (/(?:ch|sh|x|s)es$/.test(lower)) return lower.slice(0, -2)
  return /[^s]s$/.test(lower) ? lower.slice(0, -1) : lower
}

const plural = (word: string): string => {
  if (/^(?:dozen|lb)$/.test(word)) return word
  if (/f$/.test(word)) return `${word.slice(0, -1)}ves`
  return /(?:ch|sh|x|s)$/.test(word) ? `${word}es` : `${word}s`
}

/** "계란 두 판", "두부 2모", "two dozen eggs", "계란 2판 + 10개": the thing, and how much of it. */
export function parseItem(phrase: string): CountedItem {
  const said = phrase.normalize('NFC').trim()
  const parts = said.split(/\s\+\s/)
  const first = oneItem(parts[0] as string)
  const more = parts.slice(1).map(parseAmount)
  if (first.quantities.length === 0 || more.some((one) => one === undefined))
    return parts.length > 1 ? { name: said, quantities: [] } : first
  return { name: first.name, quantities: [...first.quantities, ...more.flatMap((one) => one ?? [])] }
}

function oneItem(said: string): CountedItem {
  const [, name = '', quantity = ''] = WRITTEN.exec(said) ?? []
  const written = name === '' ? undefined : parseAmount(quantity)
  if (written) return { name, quantities: [written] }
  return koreanItem(said) ?? englishItem(said) ?? { name: said, quantities: [] }
}

function koreanItem(said: string): CountedItem | undefined {
  const [, thing = '', ...shapes] = KOREAN.exec(said) ?? []
  const [number = '-', unit = ''] = shapes.filter((one) => one !== undefined)
  const count = numberIn(number)
  if (count !== undefined && count > 0 && !NO_UNIT.test(unit) && thing.trim() !== '')
    return { name: thing.trim(), quantities: [{ count, unit: unitOf(unit) }] }
  const [, alone = '', how = ''] = KOREAN_ALONE.exec(said) ?? []
  const several = numberIn(how || '-')
  return several === undefined ? undefined : { name: alone, quantities: [{ count: several, unit: '개' }] }
}

function englishItem(said: string): CountedItem | undefined {
  for (const shape of [...ENGLISH, COUNTED]) {
    const [, number = '', unit = '', name = ''] = shape.exec(said) ?? []
    const count = numberIn(number || '-')
    if (count !== undefined && count > 0)
      return { name, quantities: [{ count, unit: unit === '' ? '' : unitOf(unit) }] }
  }
  return undefined
}

/** A quantity that stands alone: "두 판", "10개", "two packs", "3". Undefined where a word is left over. */
export function parseAmount(said: string): ItemAmount | undefined {
  const text = said.normalize('NFC').trim()
  const [, count = '', unit = ''] =
    new RegExp(`^(${DIGITS}|반|[가-힣]{1,4}(?=\\s)|[한두세네](?=[${JOINED}]$))\\s?([가-힣]{1,3}|${MEASURE})$`).exec(
      text,
    ) ??
    new RegExp(`^(${WORD})(?:\\s?([a-z]+))?$`, 'i').exec(text) ??
    new RegExp(`^(${COUNT_ALONE})()$`).exec(text) ??
    []
  const number = numberIn(count || '-')
  if (number === undefined || number <= 0 || NO_UNIT.test(unit)) return undefined
  return { count: number, unit: unit === '' ? (/[가-힣]/.test(count) ? '개' : '') : unitOf(unit) }
}

/** "2판", "2 dozen", "3" as it is written behind a name. */
function amountText({ count, unit }: ItemAmount): string {
  if (unit === '') return String(count)
  if (!/^[a-z]+$/.test(unit) || /^(?:kg|g|ml|oz)$/.test(unit)) return `${count}${unit}`
  return `${count} ${count > 1 ? plural(unit) : unit}`
}

/** The item as a page shows it, so that `parseItem` reads the same again. */
export function itemText({ name, quantities }: CountedItem): string {
  if (quantities.length === 0) return name
  const isEnglish = quantities.some(({ unit }) => unit === '' || /^[a-z]+$/i.test(unit)) && !/[가-힣]/.test(name)
  return `${name}${isEnglish ? ' × ' : ' '}${quantities.map(amountText).join(' + ')}`
}

const rounded = (count: number) => Math.round(count * 1000) / 1000

/** Both together: what has the same unit is added up. */
export function addAmounts(a: readonly ItemAmount[], b: readonly ItemAmount[]): ItemAmount[] {
  const sum = a.map((one) => ({ ...one }))
  for (const more of b) {
    const same = sum.find(({ unit }) => unit === more.unit)
    if (same) same.count = rounded(same.count + more.count)
    else sum.push({ ...more })
  }
  return sum
}

/** "기저귀 하나" of two packs is one pack: a bare count is of what is counted there. */
export function inUnitOf(there: readonly ItemAmount[], said: readonly ItemAmount[]): readonly ItemAmount[] {
  const [only, ...more] = there
  if (!only || more.length > 0) return said
  return said.map((one) => (one.unit === '개' || one.unit === '' ? { ...one, unit: only.unit } : one))
}

/** Take so much away; nothing is left of a unit that is used up. */
export function takeAmounts(a: readonly ItemAmount[], b: readonly ItemAmount[]): ItemAmount[] {
  const taken = (unit: string) => b.filter((one) => one.unit === unit).reduce((sum, { count }) => sum + count, 0)
  return a.flatMap((one) => {
    const left = rounded(one.count - taken(one.unit))
    return left > 0 ? [{ ...one, count: left }] : []
  })
}
