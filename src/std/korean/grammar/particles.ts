import { finalConsonant, isHangul, nfc, withoutFinal } from '../spelling/jamo.ts'

/** Particles that change with the sound before them: [after a consonant, after a vowel]. */
const PAIRS = {
  '을/를': ['을', '를'],
  '이/가': ['이', '가'],
  '은/는': ['은', '는'],
  '과/와': ['과', '와'],
  '으로/로': ['으로', '로'],
  '으로서/로서': ['으로서', '로서'],
  '으로써/로써': ['으로써', '로써'],
  '아/야': ['아', '야'],
  '이/': ['이', ''],
  '이랑/랑': ['이랑', '랑'],
  '이나/나': ['이나', '나'],
  '이든/든': ['이든', '든'],
  '이라/라': ['이라', '라'],
  '이라고/라고': ['이라고', '라고'],
  '이라는/라는': ['이라는', '라는'],
  '이고/고': ['이고', '고'],
  '이며/며': ['이며', '며'],
  '이에요/예요': ['이에요', '예요'],
  '이었어요/였어요': ['이었어요', '였어요'],
  '이네요/네요': ['이네요', '네요'],
} as const satisfies Record<string, readonly [string, string]>

/** A pair as it is written in a template, "을/를". */
export type Josa = keyof typeof PAIRS

/** How a word ends to the ear: an open vowel, ㄹ (which takes 로, not 으로), or another consonant. */
type Ending = 'vowel' | 'ㄹ' | 'consonant'

/**
 * `word` with the right one of a pair of particles: josa('엄마', '을/를') = "엄마를", josa('3', '으로/로') = "3으로". Closing
 * quotes, brackets and punctuation are looked through ("'용걸'이"); digits, Latin letters and units are heard as Koreans
 * read them.
 */
export function josa(word: string, pair: Josa): string {
  const [closed, open] = PAIRS[pair]
  const ending = endingOf(word)
  const vowel = ending === 'vowel' || (ending === 'ㄹ' && pair.startsWith('으로'))
  return word + (vowel ? open : closed)
}

/** How the last audible character of the word sounds. A word without any (emoji, "") counts as ending in a vowel. */
function endingOf(word: string): Ending {
  const heard = nfc(word)
    .slice(-200)
    .replace(/\([^()]*\)\s*$/, (note, at: number) => (at > 0 ? '' : note))
    .replace(/[^\p{L}\p{N}%℃°₩$€]+$/u, '')
  const last = heard.at(-1) ?? ''
  if (isHangul(last)) return closing(finalConsonant(last) as number)
  if (/[ㄱ-ㅎ]/.test(last)) return last === 'ㄹ' ? 'ㄹ' : 'consonant'
  if (/\d/.test(last)) return ofNumber(heard)
  if (/[a-z]/i.test(last)) return ofLatin(heard)
  return 'vowel'
}

function closing(final: number): Ending {
  if (final === 0) return 'vowel'
  return final === 8 ? 'ㄹ' : 'consonant'
}

/** 영일이삼사오육칠팔구; a number that ends in zeros ends in the unit they stand for: 십 백 천 만 억, all consonants. */
function ofNumber(heard: string): Ending {
  const digit = heard.at(-1) as string
  return closing(finalConsonant('영일이삼사오육칠팔구'[Number(digit)] as string) as number)
}

/** Sounds that close a syllable (팀, 슬랙, 챗, 크롬, 타입); other consonants get a vowel of their own: 클라우드, 버스, 노트. */
const CLOSED = /(?:[mnbkpct]|ng|[aeiouy][a-z]*[mn]e|type)$/
/** 링크, 테스트, 헬프; 시트, 루트, 브레이크; 깃허브. */
const OPEN = /(?:[lnrs]k|[cflnprst]t|[lmrs]p|[lr]c|(?:ea|ee|oa|ai|[rb]oo)t|(?:ea|ee)k|hub)$/

/**
 * Words read as English, by their last sound; abbreviations (capitals, or no vowel as in txt) letter by letter (L 엘,
 * M 엠, N 엔, R 알).
 */
function ofLatin(heard: string): Ending {
  const word = /[A-Za-z]+$/.exec(heard)?.[0] as string
  if (word === word.toUpperCase() || !/[aeiouy]/i.test(word)) return ofLetter(word.at(-1) as string)
  const small = word.toLowerCase()
  if (/(l|le|ll)$/.test(small)) return 'ㄹ'
  return CLOSED.test(small) && !OPEN.test(small) ? 'consonant' : 'vowel'
}

function ofLetter(letter: string): Ending {
  if (/[lr]/i.test(letter)) return 'ㄹ'
  return /[mn]/i.test(letter) ? 'consonant' : 'vowel'
}

/** 것 as it is spoken: alone, and with 을, 은 and 이 grown into it. */
const SPOKEN: Record<string, string> = { 거: '것', 걸: '것을', 건: '것은', 게: '것이' }

// Written as one word only behind what can be nothing but a modifier: 물건, 자전거 and 가게 are words of their own.
const GLUED = /(?:[는은운던한]|(?:^|\s)[단짠쓴신큰찬])$/

/** A phrase with a spoken 것 at its end spelled out: "매운 걸" → "매운 것을", "보는건" → "보는 것은", "그게" → "그것이", "내 거" → "내 것". */
export function spelledOut(phrase: string): string {
  const [, before = '', blank = '', tail = ''] = /^(.*?\S)(\s*)([거걸건게])$/su.exec(nfc(phrase)) ?? []
  const said = SPOKEN[tail]
  if (said === undefined) return phrase
  if (/(?:^|\s)[이그저요]$/.test(before)) return before + said
  const final = finalConsonant(before.at(-1) as string)
  // 게 is a crab, too: only behind a modifier, which ends in ㄴ or ㄹ, is it 것이.
  const apart = blank !== '' && (tail !== '게' || final === 4 || final === 8)
  const together = blank === '' && (GLUED.test(before) || (tail === '걸' && final === 4))
  return apart || together ? `${before} ${said}` : phrase
}

/**
 * A phrase as the object of a verb, in writing: "커피" → "커피를", "매운 걸" → "매운 것을". A particle that it has stays, also
 * one that sets it apart from others: "돼지고기는", "새우도".
 */
export function asObject(phrase: string): string {
  const said = spelledOut(phrase).replace(/것이$/, '것을')
  const marked = ['을', '를', '은', '는', '도', '만'].some((tail) => fits(said, tail))
  return marked ? said : josa(said, '을/를')
}

const PARTICLES = [
  ...[
    '에게서',
    '한테서',
    '에서는',
    '에서도',
    '으로는',
    '으로도',
    '이라고',
    '이라는',
    '이랑은',
    '까지는',
    '까지도',
    '부터는',
    '이에요',
    '입니다',
    '에게는',
    '한테는',
    '이었어',
    '처럼은',
  ],
  ...[
    '에서',
    '에게',
    '한테',
    '까지',
    '부터',
    '으로',
    '이랑',
    '하고',
    '보다',
    '처럼',
    '만큼',
    '마다',
    '조차',
    '마저',
    '밖에',
    '이나',
    '라고',
    '라는',
    '예요',
    '이야',
    '이고',
    '에는',
    '에도',
    '와는',
    '과는',
    '로는',
    '께서',
  ],
  ...['은', '는', '이', '가', '을', '를', '에', '의', '도', '만', '로', '와', '과', '랑', '야', '께', '요'],
]

const ENDINGS = [
  ...[
    '했습니다',
    '했어요',
    '합니다',
    '하세요',
    '해주세요',
    '하는데',
    '했는데',
    '하려고',
    '한다고',
    '했다고',
    '하면서',
    '하겠습니다',
  ],
  ...[
    '해요',
    '했어',
    '했다',
    '한다',
    '하는',
    '하고',
    '하면',
    '하기',
    '하자',
    '해서',
    '하지',
    '할까',
    '할게',
    '해줘',
    '하던',
    '하다',
    '해',
    '한',
    '할',
  ],
]

/**
 * What a search may take for the stem of a Korean word, the word itself first: "회의에서는" → 회의에서는, 회의; "예약했어요" → 예약했어요,
 * 예약. Candidates, not an analysis: a stem has at least two syllables, and wrong ones simply find nothing.
 */
export function stripParticles(token: string): string[] {
  const word = nfc(token).slice(0, 100)
  const stems = new Set([word])
  for (const tail of PARTICLES) if (fits(word, tail)) stems.add(word.slice(0, -tail.length))
  for (const stem of [...stems])
    for (const tail of ENDINGS) if (stem.endsWith(tail)) stems.add(stem.slice(0, -tail.length))
  return [...stems].filter((stem) => stem === word || stem.length >= 2)
}

/** Return a noun without the particle that surely stands behind it: 호텔은 is 호텔, but 회의 and 고양이 are whole. */
export function withoutParticle(noun: string): string {
  const tails = PARTICLES.filter((tail) => fits(noun, tail) && noun.length - tail.length >= leastNoun(tail))
  const longest = tails.reduce((best, tail) => (tail.length > best.length ? tail : best), '')
  return longest === '' ? noun : noun.slice(0, -longest.length)
}

/** Letters of a noun at least: words of three end in 의, 이 or 도 by themselves. */
const leastNoun = (tail: string) => (tail.length > 1 || /[은는을를]/.test(tail) ? 2 : 3)

/** A particle is taken off only where it could stand: 을 after a consonant, 를 after a vowel, 로 after a vowel or ㄹ. */
function fits(word: string, tail: string): boolean {
  if (!word.endsWith(tail) || word.length <= tail.length) return false
  const ending = endingOf(word.slice(0, -tail.length))
  if (/^(을|은|과|으로|이라|이랑|이나|이에요|이었|이야|이고)/.test(tail) || tail === '이') return ending !== 'vowel'
  if (/^로/.test(tail)) return ending !== 'consonant'
  return !/^(를|는|가|와|랑|예요)/.test(tail) || ending === 'vowel'
}

/** "먹을" → "먹", "갈" → "가": a verb's stem before a modifier ending, for matching loosely. */
export function bareSyllable(word: string): string {
  return word.slice(0, -1) + withoutFinal(word.at(-1) ?? '')
}
