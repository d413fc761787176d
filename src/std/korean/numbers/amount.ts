import { inOneLine, patternOf } from '../../text/pattern.ts'
import { normalize } from '../spelling/normalize.ts'
import { plain, type Span, touchesAny } from '../spelling/span.ts'
import { englishAmounts } from './amount-english.ts'
import { nativeAt, numeralAt, type ReadNumber, signBefore } from './number.ts'

/**
 * The reason that an amount could not be sent. `range`: "3~5만원"; `large`: above 2^53 won; `unclear`: it may be another
 * number ("이 만원" is 20,000 or this 10,000).
 */
export type Refusal = 'negative' | 'fraction' | 'zero' | 'range' | 'large' | 'unclear'

/**
 * An amount of money in whole won, 1 or more. The span covers "3만 5천원", with 원 and a sign, without what follows it
 * ("쯤", "씩"). `approximate`: "10만원쯤"; `each`: "5천원씩", for each of several people.
 */
export interface Amount extends Span {
  won: number
  approximate?: true
  each?: true
}

/** Something said as an amount that must not be taken for one: -1000원, 3.5원, 0원. */
export interface RefusedAmount extends Span {
  refused: Refusal
}

export type ReadAmount = Amount | RefusedAmount

/**
 * The first amount of won in the text: "만원", "3만 5천원", "오만원", "1.5만", "₩5,000", "이천오백원". A number without 원 counts
 * where it can only be money: with 만, 억 and no counter behind it ("5만"), as a whole answer ("오만"), or right before a
 * verb of giving ("이천 보내줘"). "1억 2천" without 원 means 1억 2천만, as everybody says it; "1억 2천원" is read as written.
 * Positions are those of the text as given; give it in NFC.
 */
export function readAmount(text: string): ReadAmount | undefined {
  return readAmounts(text)[0]
}

/** Every amount in the text, in order, without overlaps. */
export function readAmounts(text: string): ReadAmount[] {
  const { text: said, typed } = normalize(text)
  return inBothLanguages(plain(said)).map((amount) => ({ ...amount, ...typed(amount) }))
}

/** An English amount replaces the part of it that looks Korean as well ("1.2 million won"). */
function inBothLanguages(s: string): ReadAmount[] {
  const korean = [...amountsOf(s)]
  const english = englishAmounts(s)
    .filter(({ from, to }) => !korean.some((one) => one.from <= from && one.to >= to))
    .map(({ won, ...span }) => (won === undefined ? { refused: 'range' as const, ...span } : judged(s, won, span)))
  if (english.length === 0) return korean
  const kept = korean.filter((one) => !touchesAny(one, english))
  return [...kept, ...english].sort((a, b) => a.from - b.from)
}

/**
 * The amount that is all of the text: "15 만원", "₩5,000", "3만 5천원이요", plain digits. Undefined where a word is left
 * over ("15 만원 정도", "만원 빼고") or the amount cannot be sent: a command acts on what it has read to the last letter.
 */
export function readWholeAmount(text: string): number | undefined {
  const said = normalize(text.normalize('NFC')).text.trim()
  if (/^\d{1,15}$/.test(said)) return Number(said)
  const [read, more] = readAmounts(said)
  if (!read || more || !('won' in read) || read.approximate || read.each) return undefined
  const rest = said.slice(0, read.from) + said.slice(read.to)
  return read.from === 0 && /^(?:\s?(?:이?요|이에요|예요|입니다))?[.!]?$/.test(rest) ? read.won : undefined
}

const START = /[\d일이삼사오육륙칠팔구십백천만억]/g

function* amountsOf(s: string): Generator<ReadAmount> {
  const start = new RegExp(START)
  let end = 0
  for (let hit = start.exec(s); hit; hit = start.exec(s)) {
    const number = mayStart(s, hit.index) ? numeralAt(s, hit.index) : undefined
    const amount = number && amountAt(s, number)
    // A sign between two amounts belongs to the one before it when that took it: "5krw5만원".
    if (amount) yield { ...amount, from: Math.max(amount.from, end) }
    end = amount?.to ?? end
    start.lastIndex = amount?.to ?? number?.to ?? skipRun(s, hit.index)
  }
}

function skipRun(s: string, at: number): number {
  const run = /\d[\d.,]*|[가-힣]/y
  run.lastIndex = at
  return run.test(s) ? run.lastIndex : at + 1
}

/**
 * Not inside a word, a number, a date or an account number, nor other money ("$10"); after a particle of giving a
 * blank may be missing ("엄마한테만원").
 */
function mayStart(s: string, at: number): boolean {
  const before = s.slice(Math.max(0, at - 3), at)
  if (/\d/.test(s[at] as string)) return !/(?:[\d.,:/a-z]|\d-|[$€£¥]\s?)$/.test(before)
  return !/[가-힣\da-z]$/.test(before) || /(?:한테|에게|께|이랑|하고|금|총|약|각)$/.test(before)
}

// Text that may follow 원 inside a word: particles, measures, verbs of giving. "3만 원래", "만 원하는", "공원에서" must not be
// money.
const WON = patternOf('y')`
  \s?원(?![가-힣]|\s(?:버스|지하철|전철|열차|사례|관중|엘리베이터))|\s?원(?=정도|쯤|씩|어치|짜리|밖에|이상|이하|미만|가량|대(?![로해])|권|만|을|를|은|는|이|에|으로|
  도(?!서)|과|와|의|하고|요|정|입|예요|야|까지|부터|보다|보내|송금|이체|입금|줘|주|넣|부쳐|드려|빌려|받|냈|씀|썼|내)|\s?(?:won|krw)\b
`
const TAIL = /\s?(?:(쯤|정도|가량)|(씩))/y

function amountAt(s: string, number: ReadNumber): ReadAmount | undefined {
  WON.lastIndex = number.to
  const to = WON.test(s) ? WON.lastIndex : undefined
  const sign = /(?:₩|\\|krw)\s?$/.exec(s.slice(Math.max(0, number.from - 5), number.from))?.[0]
  if (to !== undefined && isWord(s, number, to)) return undefined
  ONLY_JEON.lastIndex = number.to
  if (to === undefined && number.to - number.from > 1 && ONLY_JEON.test(s))
    return { refused: 'fraction', from: number.from, to: ONLY_JEON.lastIndex }
  if (to === undefined && sign === undefined && !standsAlone(s, number)) return undefined
  if (sign !== undefined && to === undefined) {
    // "₩14,000만": behind the sign and whole digits 만 is "only".
    const digits = /^\d[\d,]{3,}(?=만(?!\s?[\d원]))/.exec(s.slice(number.from, number.to))?.[0]
    if (digits)
      return judged(s, Number(digits.replaceAll(',', '')), {
        from: number.from - sign.length,
        to: number.from + digits.length,
      })
  }
  const won = to === undefined && sign === undefined ? colloquialAmount(s, number) : number.value
  const notes = to === undefined ? undefined : notesAt(s, to)
  if (notes) return judged(s, won * notes.count, { from: number.from - (sign?.length ?? 0), to: notes.to })
  return judged(s, won, { from: number.from - (sign?.length ?? 0), to: to ?? number.to })
}

const NOTES =
  /(?:권|짜리)(?:\s?(?:지폐|현금|상품권)?)(?:을|를|으로)?\s?(\d{1,4}|[가-힣]{1,3})\s?장(?:을|을로|으로|만)?(?![가-힣]{2})/y

/** "오천원권 두 장": how many notes, and where the words end. */
function notesAt(s: string, at: number): { count: number; to: number } | undefined {
  NOTES.lastIndex = at
  const said = NOTES.exec(s)?.[1]
  const count =
    said && /^\d/.test(said) ? Number(said) : said ? (nativeAt(said, 0)?.value ?? numeralAt(said, 0)?.value) : undefined
  return count ? { count, to: NOTES.lastIndex } : undefined
}

/** 사원, 일원, 이원, 공원: one digit and 원 written together is a word. 만원, 천원, 백원 are money. "영원" is no zero. */
function isWord(s: string, { from, to }: Span, end: number): boolean {
  return to - from === 1 && /[영일이삼사오육륙칠팔구]/.test(s[from] as string) && end - to === 1
}

const COUNTER = patternOf()`
  ^\s?(?:명|개|번|회|시간|시|분|초|일|년|월|주|달|살|세|킬로|미터|km|m\b|kg|g\b|달러|불|유로|엔|위안|원|톤|평|보|걸음|권|장|대|배|가지|사람|건|곳|쪽|점|자|글자|토큰|
  바이트|퍼센트|프로|%|페이지|단어|줄|층|호|마리|포인트|마일|팔로|구독|인분|볼트|와트|년대|여|분의)
`
const SUFFIX = '(?:쯤|정도|가량|씩|만|을|를|으로|로|이요|요|이야|이에요|예요|입니다|이상)?'
const GIVE = inOneLine`
    (?:만\\s?)?(?:바로\\s?|지금\\s?|더\\s?|빨리\\s?)?(?:보내|부쳐|부칠|이체|송금|입금|줘|줄|주세|주고|넣어|드려|드릴|바꿔|바꾸|변경|수정|고쳐|할게|하자|해줘|해\\s주|빌려|
    send|transfer|please)`
const BEFORE_GIVING = new RegExp(`^${SUFFIX}\\s?${GIVE}`)
const ENDS = new RegExp(`^${SUFFIX}[\\s.,!?~…]{0,20}$`)

/** A number without 원 that is money all the same. */
function standsAlone(s: string, { from, to }: Span): boolean {
  const [said, rest] = [s.slice(from, to), s.slice(to, to + 30)]
  if (COUNTER.test(rest) && !BEFORE_GIVING.test(rest)) return false
  if (BEFORE_GIVING.test(rest)) return said.length > 1
  if (/\d.*[만억]|\d천$/.test(said)) return !/^[가-힣]/.test(rest) || new RegExp(`^${SUFFIX}(?![가-힣])`).test(rest)
  const whole =
    s.slice(Math.max(0, from - 30), from).replace(/^[\s"'−-]*(?:마이너스\s?)?/, '') === '' && ENDS.test(rest)
  return whole && (said.length > 1 || /\d/.test(said)) && !/[.]/.test(said)
}

/** Return the won of a number without 원: "1억 2천", "3억5백" leave out 만 below 억. */
export function colloquialAmount(s: string, { from, to, value }: ReadNumber): number {
  return /억[^만]*[천백십]$/.test(s.slice(from, to)) ? value + (value % 1e8) * 9999 : value
}

/** A number right before an amount that did not become part of it ("12점 5만원"). "십오일 만원" begins with a day. */
const UNREAD = patternOf()`
    (?<![가-힣\d.,:/-])(?:[일이삼사오육칠팔구십백천만억조]{1,6}(?<![십이삼]일)|\d{1,3})\s$|
    (?<![가-힣\d.,])(?:\d{1,6}|[일이삼사오육칠팔구십백천]{1,6})\s?점\s?$|(?<![가-힣])반\s?$|[?*_○□]\s?$`
/** Parts of a won, which nobody can send: "3원 50전". 이전 and 오전 are other words. */
const JEON = '(?:\\d{1,2}|[일이삼사오육칠팔구]?십[일이삼사오육칠팔구]?)\\s?전(?![가-힣]|\\s?\\d)'
const MORE = new RegExp(`^(?:\\s?${JEON}|(\\s반)(?=[\\s.,!?~]|$))`)
const ONLY_JEON = /\s?전(?=[\s.!?~]*$|\s?(?:만\s?)?(?:보내|부쳐|이체|송금|입금|줘))/y

function judged(s: string, won: number, span: Span): ReadAmount {
  const sign = signBefore(s, span.from)
  if (sign !== undefined) return { refused: 'negative', from: sign, to: span.to }
  const more = UNREAD.exec(s.slice(Math.max(0, span.from - 12), span.from))?.[0]
  if (more) return { refused: 'unclear', from: span.from - more.length, to: span.to }
  const [tail, half] = MORE.exec(s.slice(span.to, span.to + 12)) ?? []
  if (tail) return { refused: half ? 'unclear' : 'fraction', from: span.from, to: span.to + tail.length }
  const low = /\d[\d,.]{0,20}[만천백억]?원?\s?[~∼〜]\s?$/.exec(s.slice(Math.max(0, span.from - 30), span.from))
  if (low) return { refused: 'range', from: span.from - low[0].length, to: span.to }
  if (won === 0) return { refused: 'zero', ...span }
  if (!Number.isInteger(won)) return { refused: 'fraction', ...span }
  if (won > Number.MAX_SAFE_INTEGER) return { refused: 'large', ...span }
  return { won, ...span, ...manner(s, span) }
}

function manner(s: string, { from, to }: Span): Pick<Amount, 'approximate' | 'each'> {
  TAIL.lastIndex = to
  const [, about, each = /^,?\s(?:each|apiece)\b/.exec(s.slice(to, to + 10))?.[0]] = TAIL.exec(s) ?? []
  const roughly = about || /(?:약|대략|한)\s?$|\b(?:about|around|roughly)\s$/.test(s.slice(Math.max(0, from - 9), from))
  return { ...(roughly ? { approximate: true as const } : {}), ...(each ? { each: true as const } : {}) }
}
