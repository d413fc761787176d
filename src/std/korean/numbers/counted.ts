import { inOneLine } from '../../text/pattern.ts'
import { type Span, touchesAny } from '../spelling/span.ts'
import { englishNumberAt, smallEnglish } from './amount-english.ts'
import { NATIVE_DAY, NATIVE_DAYS, nativeAt, numeralAt } from './number.ts'

/**
 * A number of something. Without `value` several remain ("서너 명", "4~5명"). `party`: of grown people and children
 * together.
 */
export interface Counted extends Span {
  value?: number
  party?: true
}

const ROUGH = '한두|두세|두서너|서너|너덧|네댓|네다섯|대여섯|예닐곱|일고여덟|여덟아홉|두어|여남은|여러|몇'
const JOINT = '\\s?(?:~|∼|〜|-|–|에서|내지|이?나|아니면|또는|혹은|,|or|to)\\s?'
const NUMBER = '\\d{1,9}|[가-힣]{1,5}'
const NATIVE = '하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉|열(?:하나|둘|셋|넷)?'
const ENGLISH = `\\d{1,4}|${smallEnglish}`

/**
 * The words for a unit: people are counted in 명, politely in 분 (which with a native number are never minutes), as 사람
 * or 인.
 */
export function unitsOf(unit: string): string {
  const own = unit.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return unit === '명'
    ? `${own}(?:이서)?|사람|(?<=[한두세네섯곱덟홉열]\\s?)분|(?<=[\\d일이삼사오육칠팔구십]\\s?)인(?![가-힣])`
    : own
}

/**
 * Everything that is counted in a unit: "두 명", "3인", "다섯이서", "party of 6". A number whose beginning is another number
 * ("4~5명", "4 or 5 people") and one that is only about so many ("서너 명") have no value.
 */
export function readCounted(text: string, unit: string): Counted[] {
  const units = unitsOf(unit)
  const ranged = `(?:(${NUMBER}|${ENGLISH})${JOINT})?`
  const shapes = [
    ...(/^(?:일|days?)$/.test(unit) ? [DAY_WORDS] : []),
    new RegExp(`(?<![\\d가-힣])${ranged}(${ROUGH}|${NUMBER})\\s?(?:${units})`, 'g'),
    ...(unit === '명'
      ? [
          new RegExp(`(?<![가-힣])()(${NATIVE})(?:이서|이(?=\\s|$))(?<!열이)`, 'g'),
          /(?<![가-힣])()(혼자)(?:서)?(?![가-힣])/g,
        ]
      : []),
    ...(/^(?:people|persons?|guests?)$/.test(unit)
      ? englishPeople()
      : /^[a-z]/i.test(unit)
        ? [englishShape(unit)]
        : []),
  ]
  const found: Counted[] = /^(?:명|people|persons?|guests?)$/.test(unit) ? parties(text) : []
  const rest = found.reduce((left, { from, to }) => left.slice(0, from) + '·'.repeat(to - from) + left.slice(to), text)
  for (const shape of shapes)
    for (const hit of rest.matchAll(shape)) {
      const { 0: words, 1: first, 2: said = '' } = hit
      // "넵, 세 명": what stands before the joint is no number, and no part of it.
      const head = shape === DAY_WORDS || first === undefined || isNumber(first) ? 0 : words.indexOf(said, first.length)
      const span = { from: hit.index + head, to: hit.index + words.length }
      if (touchesAny(span, found)) continue
      const isRough =
        (shape === DAY_WORDS ? first !== undefined : isNumber(first)) || new RegExp(`^(?:${ROUGH})$`).test(said)
      const value = isRough ? undefined : shape === DAY_WORDS ? daysIn(words) : numberOf(said)
      found.push({ ...span, ...(value === undefined ? {} : { value }) })
    }
  return found.sort((a, b) => a.from - b.from)
}

/** "two weeks", "one week" for "weeks". */
const englishShape = (unit: string) =>
  new RegExp(`(?<![\\w-])(?:(${ENGLISH})${JOINT})?(${ENGLISH})\\s(?:${unitsOf(unit.replace(/s$/i, ''))})s?\\b`, 'gi')

const OLD = '(?:어른|성인|대인)'
const YOUNG = '(?:아이들?|어린이|소아|유아|애들?|아기|초등학생)'
const HEADS = `(${NATIVE}|한|두|세|네|\\d{1,2})\\s?(?:명|분|사람|이)?`
const PARTY = new RegExp(
  inOneLine`
    (?<![가-힣])(?:${OLD}|${YOUNG})\\s?${HEADS}(?:에|이?랑|하고|과|와|,)?\\s?(?:${OLD}|${YOUNG})\\s?${HEADS}(?![가-힣]{2})|
    \\b(${ENGLISH}) adults? (?:and|,|plus|with) (${ENGLISH}) (?:kids?|child(?:ren)?|toddlers?|bab(?:y|ies))\\b
  `,
  'gi',
)

/** "어른 넷 아이 둘", "2 adults and 2 kids": a party of all of them. */
function parties(text: string): Counted[] {
  return [...text.matchAll(PARTY)].map(({ index, 0: words, 1: a, 2: b, 3: c, 4: d }) => {
    const [one, other] = [numberOf((a ?? c) as string), numberOf((b ?? d) as string)]
    const span = { from: index, to: index + words.length, party: true as const }
    return one === undefined || other === undefined ? span : { ...span, value: one + other }
  })
}

/** "for four", "party of 6", "4 or 5 people"; "for 7 pm" and "for two hours" are none. */
const englishPeople = () => [
  new RegExp(`\\b(?:(${ENGLISH})${JOINT})?(${ENGLISH})\\s(?:people|persons?|guests|of us|adults)\\b`, 'gi'),
  new RegExp(
    inOneLine`
      \\b(?:table for|party of|group of|for)\\s(?:(${ENGLISH})${JOINT})?(${ENGLISH})\\b(?!\\s?(?:[ap]\\.?m\\b|o'?clock|
      :|\\d|days?\\b|nights?\\b|hours?\\b|minutes?\\b|weeks?\\b|,?\\d{3}))
    `,
    'gi',
  ),
]

/** Numbers of days that name no number of days: 하루, 사흘, 일주일, 2주, "a week", "two weeks", "a fortnight". */
const DAY_WORD = `(?:${NATIVE_DAY}|일주일?|(?:한|두|세|네|\\d{1,2})\\s?주일?)`
const DAY_WORDS = new RegExp(
  inOneLine`
    (?<![가-힣\\d])(?:(${DAY_WORD})(?:이?나|에서|\\s?~|,)?\\s?)?(${DAY_WORD})(?![차년]|\\s?(?:뒤|후|전|있다가))|\\b(?:(?:an?|
    ${ENGLISH})\\s(?:weeks?|day)|a\\s(?:couple of days|fortnight))\\b(?! ago| later)
  `,
  'gi',
)

/** The number of days that such a word means; undefined for others. */
function daysIn(words: string): number | undefined {
  if (words in NATIVE_DAYS) return NATIVE_DAYS[words]
  if (/^일주일?$/.test(words)) return 7
  const [, count, unit] = /^(\S+?)\s?(주일?|weeks?|days?|couple of days|fortnight)$/i.exec(words) ?? []
  if (!count || !unit) return undefined
  if (/^(?:couple|fortnight)/i.test(unit)) return /^f/i.test(unit) ? 14 : 2
  const number = /^an?$/i.test(count) ? 1 : numberOf(count)
  return number === undefined ? undefined : number * (/^d/i.test(unit) ? 1 : 7)
}

const isNumber = (said: string | undefined) => said !== undefined && said !== '' && numberOf(said) !== undefined

/** A number that is all of what was said: 4, 네, 십이, five. */
export function numberOf(said: string): number | undefined {
  if (/^\d{1,9}$/.test(said)) return Number(said)
  if (said === '혼자') return 1
  const english = englishNumberAt(said.toLowerCase(), 0)
  if (english?.to === said.length) return english.value
  const read = [nativeAt(said, 0), numeralAt(said, 0)].find((one) => one?.to === said.length)
  return read?.value
}
