import { normalize } from '../spelling/normalize.ts'
import { plain, type Span, startsWord } from '../spelling/span.ts'

/** A number as read: `value` is exact up to 2^53 (beyond it the nearest double), decimals as the nearest double. */
export interface ReadNumber extends Span {
  value: number
}

const DIGITS = '영일이삼사오육칠팔구'
const SMALL: Record<string, number> = { 십: 10, 백: 100, 천: 1000 }
const LARGE: Record<string, number> = { 만: 1e4, 억: 1e8, 조: 1e12 }

const DAYS = ['하루', '이틀', '사흘', '나흘', '닷새', '엿새', '이레', '여드레', '아흐레']
const daysFrom = (ten: string, value: number) => DAYS.map((day, at): [string, number] => [ten + day, value + at + 1])

/** Days counted in native words: 하루 1 … 열흘 10, 열하루 11, 보름 15, 스무날 20, 스무아흐레 29. */
export const NATIVE_DAYS: Readonly<Record<string, number>> = Object.fromEntries([
  ...daysFrom('', 0),
  ...daysFrom('열', 10),
  ...daysFrom('스무', 20),
  ...Object.entries({ 열흘: 10, 보름: 15, 스무날: 20 }),
])
/** Those words, for a pattern. */
export const NATIVE_DAY = Object.keys(NATIVE_DAYS).join('|')

const TENS: Record<string, number> = {
  열: 10,
  스물: 20,
  스무: 20,
  서른: 30,
  마흔: 40,
  쉰: 50,
  예순: 60,
  일흔: 70,
  여든: 80,
  아흔: 90,
}
const ONES: Record<string, number> = {
  ...{ 하나: 1, 한: 1, 둘: 2, 두: 2, 셋: 3, 세: 3, 석: 3, 넷: 4, 네: 4, 넉: 4 },
  ...{ 다섯: 5, 여섯: 6, 일곱: 7, 여덟: 8, 아홉: 9 },
}
const ENGLISH: Record<string, number> = {
  ...{
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
  },
  ...{ fifteen: 15, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, ninety: 90 },
}

const COUNTERS =
  '개|명|번|시간|시|달|주|살|잔|병|마리|권|장|대|배|가지|사람|분|초|일|년|월|원|퍼센트|프로|킬로|미터|층|호|회|건|곳|쪽|점|세트|박스'
const NATIVE = new RegExp(`(${Object.keys(TENS).join('|')})?(${Object.keys(ONES).join('|')})?`, 'y')
const LITERAL = /(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?/y
const AFTER = new RegExp(
  `\\s?(?:${COUNTERS})|(?:을|를|은|는|이|가|에|으로|로|와|과|도|만|의|씩|쯤|정도|이상|이하|이요|요|입니다|이에요|예요|이야)(?![가-힣])`,
  'y',
)

/** The first number in the text: 3.14, 50,000, 3만 5천, 십이만 오천, 스물두 (개), 하나, -5, 마이너스 삼, "ten". */
export function readNumber(text: string): ReadNumber | undefined {
  const { text: said, typed } = normalize(text)
  const read = numberIn(plain(said))
  return read && { ...read, ...typed(read) }
}

function numberIn(s: string): ReadNumber | undefined {
  const starts =
    /[\d일이삼사오육륙칠팔구영십백천만억조하한둘두셋세석넷네넉다여아열스서마쉰예]|\b(?:one|two|t[hew]|f[io]|s[ie]|eigh|nin|ele)/g
  for (let hit = starts.exec(s); hit; hit = starts.exec(s)) {
    const found = wholeNumberAt(s, hit.index)
    if (found) return withSign(s, found)
    starts.lastIndex = skipWord(s, hit.index)
  }
  return undefined
}

/** The end of the run of the same script: no other number starts inside a word or a run of digits that was not one. */
function skipWord(s: string, at: number): number {
  const run = /\d[\d.,]*|[가-힣]+|[a-z]+/y
  run.lastIndex = at
  return run.test(s) ? run.lastIndex : at + 1
}

function wholeNumberAt(s: string, at: number): ReadNumber | undefined {
  if (!/\d/.test(s[at] as string) && !startsWord(s, at)) return undefined
  const found = numeralAt(s, at) ?? nativeAt(s, at) ?? englishAt(s, at)
  if (!found) return undefined
  if (/\d/.test(s.slice(found.from, found.to))) return found
  return endsWell(s, found) ? found : undefined
}

/**
 * Words made of numerals are everywhere ("이 사람", "일정"): a spoken number must be followed by nothing, a counter or a
 * particle.
 */
function endsWell(s: string, { from, to }: Span): boolean {
  AFTER.lastIndex = to
  const alone = !/[가-힣a-z0-9]/.test(s[to] ?? ' ')
  const short = to - from === 1
  if (alone && (!short || s.slice(0, from).trim() + s.slice(to).trim() === '')) return true
  return AFTER.test(s) && (!short || new RegExp(`^\\s?(?:${COUNTERS})`).test(s.slice(to, to + 5)))
}

function withSign(s: string, read: ReadNumber): ReadNumber {
  const sign = signBefore(s, read.from)
  return sign === undefined ? read : { value: -read.value, from: sign, to: read.to }
}

/**
 * Return the start of a minus that belongs to the number at `at`: "-5", "− 5", "마이너스 5", but not the dash of "3-5" or
 * "a-5".
 */
export function signBefore(s: string, at: number): number | undefined {
  const before = s.slice(Math.max(0, at - 12), at)
  const hit = /(?:^|[\s(,=:])([-−–]\s?|마이너스\s{0,2}|minus\s{1,2})$/.exec(before)
  return hit ? at - (hit[1] as string).length : undefined
}

/** A native numeral at `at`: 하나, 두, 열, 스물두. Position must begin a word; callers check what follows. */
export function nativeAt(s: string, at: number): ReadNumber | undefined {
  NATIVE.lastIndex = at
  const [whole = '', ten, one] = NATIVE.exec(s) ?? []
  if (!whole) return undefined
  return {
    value: (ten ? (TENS[ten] as number) : 0) + (one ? (ONES[one] as number) : 0),
    from: at,
    to: at + whole.length,
  }
}

function englishAt(s: string, at: number): ReadNumber | undefined {
  const word = /^[a-z]+/.exec(s.slice(at, at + 12))?.[0] ?? ''
  return Object.hasOwn(ENGLISH, word) ? { value: ENGLISH[word] as number, from: at, to: at + word.length } : undefined
}

/**
 * The longest number in digits and Sino-Korean numerals at `at`, myriads and blanks included: "3만 5천", "이천오백",
 * "1.5만", "만". It does not look at what stands before or after. `s` as from `plain`.
 */
export function numeralAt(s: string, at: number): ReadNumber | undefined {
  let state: State = { total: 0, section: 0, small: 1e4, large: 1e16, to: at, unit: '' }
  let best: State | undefined
  for (let next = step(s, state); next; next = step(s, state)) {
    state = next
    if (next.complete !== false) best = next
  }
  return best ? { value: sum(best), from: at, to: best.to } : undefined
}

interface State {
  total: number
  /** The digits below the current 만 or 억. */
  section: number
  /** A coefficient that waits for its unit. */
  coef?: number
  small: number
  large: number
  to: number
  unit: string
  complete?: boolean
}

const sum = ({ total, section, coef = 0 }: State) => total + section + coef

/** One more digit group, numeral or unit; undefined where the number ends. */
function step(s: string, state: State): State | undefined {
  const to = s[state.to] === ' ' && state.unit && state.coef === undefined ? state.to + 1 : state.to
  const char = s[to] ?? ''
  if (/\d/.test(char)) return state.coef === undefined ? literal(s, to, state) : undefined
  if (to > state.to && (char === '원' || !spaced(s, to))) return undefined
  const digit = DIGITS.indexOf(char === '륙' ? '육' : char)
  if (char && digit >= 0)
    return state.coef === undefined && isDigit(s, to, state) ? { ...state, coef: digit, to: to + 1 } : undefined
  if (char in SMALL) return small(state, char, to + 1)
  return char in LARGE ? large(state, char, to + 1) : undefined
}

/**
 * After a blank a spoken part must carry a unit of its own and end there: "3만 오천" goes on, "오만 이체" and "5만 천천히" do
 * not.
 */
function spaced(s: string, to: number): boolean {
  const part = /^[일이삼사오육륙칠팔구]?[십백천만][일이삼사오육륙칠팔구십백천만]{0,8}/.exec(s.slice(to, to + 12))?.[0]
  if (!part) return false
  const rest = s.slice(to + part.length, to + part.length + 4)
  return /^(?:$|[^가-힣]|원|씩|쯤|정도|을|를|으로|로|이요|이상|이하|개|명|번|부|송|이체|줘|보내)/.test(rest)
}

function literal(s: string, to: number, state: State): State | undefined {
  LITERAL.lastIndex = to
  const text = (LITERAL.exec(s) as RegExpExecArray)[0]
  const coef = Number(text.replaceAll(',', ''))
  const end = to + text.length
  const unit = s[end] ?? ''
  if (state.unit) {
    const room =
      unit in SMALL ? (SMALL[unit] as number) < state.small && coef < 10 : coef < Math.min(state.small, state.large)
    const joined = unit in SMALL || unit in LARGE || /^\s?원/.test(s.slice(end, end + 2)) || to === state.to
    if (!room || !joined || (unit in LARGE && (LARGE[unit] as number) >= state.large)) return undefined
  }
  return { ...state, coef, to: end, unit: '' }
}

/** "십이" ends in a two; but the 이 of "5만이요" and "삼백만이 필요해" is no two, and no 일 after 만 is a one ("만일"). */
function isDigit(s: string, to: number, { unit }: State): boolean {
  const rest = s.slice(to + 1, to + 4)
  if (!unit || /^\s?[원십백천만억조]/.test(rest)) return true
  if (unit in LARGE) return false
  return !(
    s[to] === '이' &&
    (rest === '' || /^(?:요|에요|야|고|라|랑|나|니|면|다|[^가-힣])/.test(rest)) &&
    unit !== '십'
  )
}

function small(state: State, unit: string, to: number): State | undefined {
  const size = SMALL[unit] as number
  if (size >= state.small) return undefined
  const { coef, ...rest } = state
  return { ...rest, section: state.section + times(coef ?? 1, size), small: size, to, unit }
}

function large(state: State, unit: string, to: number): State | undefined {
  const size = LARGE[unit] as number
  if (size >= state.large) return undefined
  const { coef, section, ...rest } = state
  if (coef === undefined && section === 0 && state.total > 0) return undefined
  const count = coef === undefined && section === 0 ? 1 : section + (coef ?? 0)
  return { ...rest, total: state.total + times(count, size), section: 0, small: 1e4, large: size, to, unit }
}

/** A product in decimals: 1.15 × 10^8 is 115000000 exactly, where binary fractions give 114999999.99999999. */
function times(count: number, unit: number): number {
  const [whole = '', fraction = ''] = String(count).split('.')
  return /e/.test(String(count)) ? count * unit : (Number(whole + fraction) * unit) / 10 ** fraction.length
}
