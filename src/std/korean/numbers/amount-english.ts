import { inOneLine, patternOf } from '../../text/pattern.ts'
import { matchSpans, type Span, touchesAny } from '../spelling/span.ts'

/** An amount of won in an English sentence; `won` is undefined for a range ("20-30k"), of which nobody can say one. */
export interface EnglishAmount extends Span {
  won: number | undefined
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
const ONES = new Map([
  ...SMALL.split(' ').map((word, at): [string, number] => [word, at]),
  ...TENS.split(' ').map((word, at): [string, number] => [word, at * 10 + 20]),
])
const SCALES = new Map([
  ...Object.entries({ k: 1e3, thousand: 1e3, grand: 1e3, m: 1e6, mil: 1e6, mn: 1e6, million: 1e6, billion: 1e9 }),
])

const NUMERAL = [...ONES.keys()].join('|')
/** A pattern of a whole number below a hundred in English words, never the first half of a longer one. */
export const smallEnglish = `(?:${NUMERAL})(?:[- ](?:${NUMERAL}))?(?![- ]?(?:${NUMERAL}|hundred|thousand)\\b)`
const SCALE = 'thousand|grand|million|billion|mil|mn|k|m'
const LITERAL = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?'
const PART = `(?:${LITERAL}|${NUMERAL}|half an?|an?(?= (?:hundred|thousand|million|grand)))`
/**
 * A number in digits or words with everything that belongs to it: "1.2 million", "two hundred and fifty thousand",
 * "30k".
 */
const NUMBER = new RegExp(
  inOneLine`
    (?<![a-z\\d.,:/$€£¥#-]|[$€£¥] |\\d - |\\d ?~ ?)(?:₩\\s?)?(${PART}(?:(?: and|-| )? ?(?:${PART}|hundred|
    ${SCALE})(?![a-z\\d]))*)(?![a-z\\d%:/]|[.,]\\d|-[a-z\\d])
  `,
  'g',
)
/** "20-30k won", "20 to 30 thousand won". */
const RANGE = new RegExp(
  inOneLine`
    (?<![a-z\\d.,:/$€£¥#-])(?:${LITERAL})(?:\\s?(?:k|thousand))?\\s?(?:-|–|~|to)\\s?(?:${LITERAL})(?:\\s?(?:k|
    thousand|million)\\b|(?=\\s?(?:won|krw)\\b))(?:\\s?(?:won|krw)\\b)?
  `,
  'g',
)
const WON = /\s?(?:won|krw)\b/y
/** Words that only money stands behind. */
const MOVES = /^\s*(?:also|and|plus)\b|\b(?:send|wire|transfer|pay|give|move|split)\b|보내|이체|송금|부쳐|입금|쏴/
/** Words that may follow a number without "won" and leave it one of money. */
const AFTER =
  /^\s*(?:$|[.,!?]|(?:to|for|each|apiece|between|among|and|instead|please|now|too|today|tomorrow|on|next|this)\b|[가-힣])/
/** "Make it 40k", "no, 40 thousand": all that is said is the amount. */
const ALONE = patternOf()`
    ^\s*(?:(?:no|yes|yeah|yep|ok|okay|sure|but|oh|sorry|actually|wait|well|just|
    only|make (?:it|that)|change (?:it|that|the amount) to|let's say|
    about)[\s,]+)*$`
const TO_SOMEBODY = /^\s*to (?:my )?[a-z]{2,20}(?:\s(?:instead|please))?\s*[.!]*\s*$/
const ALONE_TAIL = /^\s*(?:instead|please|then|now|more|less)?\s*[.!]*\s*$/

/** Amounts as English says them: "50 thousand won", "fifty thousand won", "30k"; in a text as from `plain`. */
export function englishAmounts(s: string): EnglishAmount[] {
  if (!/[a-z]/.test(s)) return []
  const ranges = matchSpans(s, RANGE).map((span) => ({ won: undefined, ...span }))
  const amounts = [...s.matchAll(NUMBER)].flatMap((hit) => amountOf(s, hit))
  return [...ranges, ...amounts.filter((one) => !touchesAny(one, ranges))]
}

function amountOf(s: string, hit: RegExpExecArray): EnglishAmount[] {
  const [whole, said = ''] = hit
  const from = hit.index
  const number = wonIn(said)
  if (number === undefined) return []
  const end = from + whole.length
  WON.lastIndex = end
  const to = WON.test(s) ? WON.lastIndex : end
  const [before, rest] = [s.slice(0, from), s.slice(to)]
  if (to === end && !isMoney(said, number, before, rest)) return []
  return [{ won: number, from, to }]
}

/** A number without "won" that is money all the same: it has a scale or is large, and somebody is to get it. */
function isMoney(said: string, number: number, before: string, rest: string): boolean {
  const scaled = /[a-z]$/.test(said) && number >= 1_000
  if (!scaled && !(number >= 100 && /^[\d,]+$/.test(said))) return false
  // "No, make it 30,000": what is changed by words that say so, written as money is.
  const isChanged = /\b(?:make|change) (?:it|that|the amount)/.test(before) && (/,/.test(said) || number >= 1_000)
  // "Yes, 30,000 to mom", "no, 15,000": grouped as sums are, in an answer.
  const isAnswer = /,/.test(said) && /[a-z]/.test(before + rest)
  if (ALONE.test(before) && ALONE_TAIL.test(rest)) return scaled || isChanged || isAnswer || /more|less/.test(rest)
  if (ALONE.test(before) && TO_SOMEBODY.test(rest)) return scaled || isAnswer
  return MOVES.test(before + rest) && AFTER.test(rest) && !/\b(?:at|by|on|until|number|room|no\.?)\s$/.test(before)
}

const SPELLED = new RegExp(
  inOneLine`
    (?:an?(?= (?:hundred|thousand|million)\\b)|(?:${NUMERAL})(?![a-z]))(?:(?:(?<=hundred|thousand|
    million) and)?[ -](?:${NUMERAL}|hundred|thousand|million|billion)(?![a-z]))*( and a half(?![a-z]))?
  `,
  'y',
)

/** A number in English words that begins exactly here ("a hundred and twenty"), in a text as from `plain`. */
export function englishNumberAt(s: string, at: number): { to: number; value: number } | undefined {
  SPELLED.lastIndex = at
  const [said = '', half = ''] = SPELLED.exec(s) ?? []
  const value = said && wonIn(said.slice(0, said.length - half.length))
  return value === undefined || value === '' ? undefined : { to: at + said.length, value: value + (half ? 0.5 : 0) }
}

/** The number that the words say; undefined where they are no number ("two three"). */
function wonIn(said: string): number | undefined {
  let [total, section, fresh, last] = [0, 0, true, Number.POSITIVE_INFINITY]
  for (const word of said.match(/half an?|\d[\d,]*(?:\.\d+)?|[a-z]+/g) ?? []) {
    const scale = SCALES.get(word)
    const value = word.startsWith('half')
      ? 0.5
      : /^an?$/.test(word)
        ? 1
        : (ONES.get(word) ?? Number(word.replaceAll(',', '')))
    if (word === 'and') continue
    if (word === 'hundred') section = (section || 1) * 100
    else if (scale) {
      if (scale >= last || fresh) return undefined
      total += section * scale
      last = scale
      section = 0
    } else if (!Number.isFinite(value) || !joins(section, value)) return undefined
    else section += value
    fresh = false
  }
  return Math.round((total + section) * 1e6) / 1e6
}

/** "twenty five" and "two hundred five" go on, "two three" and "five twenty" do not. */
const joins = (section: number, value: number) =>
  section === 0 ||
  (value < 100 && section % 100 === 0) ||
  (value < 10 && value > 0 && section % 10 === 0 && section % 100 >= 20)
