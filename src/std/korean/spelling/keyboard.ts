import { toJamo } from './jamo.ts'

/**
 * The keys of the two-set layout (KS X 5002) in the order of Unicode's compatibility jamo; ㄲ and its like are typed
 * with Shift.
 */
const KEYS: Readonly<Record<string, string>> = {
  ...{
    r: 'ㄱ',
    R: 'ㄲ',
    s: 'ㄴ',
    e: 'ㄷ',
    E: 'ㄸ',
    f: 'ㄹ',
    a: 'ㅁ',
    q: 'ㅂ',
    Q: 'ㅃ',
    t: 'ㅅ',
    T: 'ㅆ',
    d: 'ㅇ',
    w: 'ㅈ',
    W: 'ㅉ',
  },
  ...{ c: 'ㅊ', z: 'ㅋ', x: 'ㅌ', v: 'ㅍ', g: 'ㅎ' },
  ...{
    k: 'ㅏ',
    o: 'ㅐ',
    i: 'ㅑ',
    O: 'ㅒ',
    j: 'ㅓ',
    p: 'ㅔ',
    u: 'ㅕ',
    P: 'ㅖ',
    h: 'ㅗ',
    y: 'ㅛ',
    n: 'ㅜ',
    b: 'ㅠ',
    m: 'ㅡ',
    l: 'ㅣ',
  },
}
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(KEYS).map(([key, jamo]) => [jamo, key]),
)

const FIRST = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
const VOWELS = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ'
const FINALS = ' ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ'
const PAIRS: Readonly<Record<string, string>> = {
  ...{ ㅗㅏ: 'ㅘ', ㅗㅐ: 'ㅙ', ㅗㅣ: 'ㅚ', ㅜㅓ: 'ㅝ', ㅜㅔ: 'ㅞ', ㅜㅣ: 'ㅟ', ㅡㅣ: 'ㅢ' },
  ...{
    ㄱㅅ: 'ㄳ',
    ㄴㅈ: 'ㄵ',
    ㄴㅎ: 'ㄶ',
    ㄹㄱ: 'ㄺ',
    ㄹㅁ: 'ㄻ',
    ㄹㅂ: 'ㄼ',
    ㄹㅅ: 'ㄽ',
    ㄹㅌ: 'ㄾ',
    ㄹㅍ: 'ㄿ',
    ㄹㅎ: 'ㅀ',
    ㅂㅅ: 'ㅄ',
  },
}
const SPLIT: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PAIRS).map(([parts, jamo]) => [jamo, parts]),
)

/** The Latin letters on the keys that were pressed: "/ㅗ디ㅔ" → "/help", "ㅜㄷㅈ" → "new". Other characters as they are. */
export function toLatinKeys(text: string): string {
  const compat = (jamo: string) => {
    const code = jamo.charCodeAt(0)
    if (code >= 0x1100 && code <= 0x1112) return FIRST[code - 0x1100] as string
    if (code >= 0x1161 && code <= 0x1175) return VOWELS[code - 0x1161] as string
    return code >= 0x11a8 && code <= 0x11c2 ? (FINALS[code - 0x11a7] as string) : jamo
  }
  const keys = (jamo: string) => [...(SPLIT[jamo] ?? jamo)].map((one) => LETTERS[one] ?? one).join('')
  return [...text]
    .map((char) => (/[가-힣ㄱ-ㅣ]/.test(char) ? syllable(char).map(compat).map(keys).join('') : char))
    .join('')
}

const syllable = (char: string) => (/[가-힣]/.test(char) ? toJamo(char) : [char])

/**
 * The syllables that keys would make in Hangul mode: "dkssud" → "안녕", "gksrmf" → "한글". What makes no syllable stays a
 * lone jamo.
 */
export function toHangulKeys(text: string): string {
  const jamo = [...text].map((key) => KEYS[key] ?? KEYS[key.toLowerCase()] ?? key)
  let out = ''
  for (let at = 0; at < jamo.length; ) {
    const [made, length] = compose(jamo, at)
    out += made
    at += length
  }
  return out
}

const isFirst = (jamo: string | undefined) => Boolean(jamo) && FIRST.includes(jamo as string)
const isVowel = (jamo: string | undefined) => Boolean(jamo) && VOWELS.includes(jamo as string)

/**
 * One syllable (or lone jamo) at `at`, and how many keys it takes. A consonant before a vowel begins the next
 * syllable.
 */
function compose(jamo: readonly string[], at: number): [string, number] {
  const [first, second, third] = [jamo[at] as string, jamo[at + 1], jamo[at + 2]]
  if (!isFirst(first) || !isVowel(second)) return [first, 1]
  const pair = PAIRS[`${second}${third}`]
  const [vowel, used] = pair && isVowel(third) ? [pair, 3] : [second as string, 2]
  const [end, length] = final(jamo, at + used)
  const code = 0xac00 + (FIRST.indexOf(first) * 21 + VOWELS.indexOf(vowel)) * 28 + FINALS.indexOf(end)
  return [String.fromCharCode(code), used + length]
}

function final(jamo: readonly string[], at: number): [string, number] {
  const [one, two, three] = [jamo[at] ?? '', jamo[at + 1] ?? '', jamo[at + 2]]
  if (FINALS.indexOf(one) < 1 || isVowel(two)) return [' ', 0]
  const both = PAIRS[one + two]
  return both !== undefined && FINALS.includes(both) && !isVowel(three) ? [both, 2] : [one, 1]
}

/** Words that make a sentence in the wrong layout known for Korean: one of them must come out. */
const KNOWN =
  /보내|이체|송금|한테|에게|만원|천원|알려|알람|내일|오늘|모레|예약|취소|얼마|날씨|기억|메모|뭐|언제|어디|누구|해줘|주세요|안녕|도와|확인|그만|아니|요일|시에|몇|잔액|입금|계산|뉴스|찾아|보여/

/**
 * A sentence that was typed in Latin letters on a Korean keyboard ("djaakgksxp aksdnjs qhsownj" → "엄마한테 만원 보내줘");
 * undefined where it is none: each of its words must make whole syllables, and one of them must be a known word.
 */
export function fromLatinKeys(text: string): string | undefined {
  if (/[^\x20-\x7E]/.test(text) || text.length > 200 || !/[a-z]{4}/i.test(text)) return undefined
  const korean = text.replace(/[a-zA-Z]+/g, toHangulKeys)
  return /[ㄱ-ㅣ]/.test(korean) || !KNOWN.test(korean) ? undefined : korean
}
