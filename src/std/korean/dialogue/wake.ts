import { toJamo } from '../spelling/jamo.ts'
import { plain } from '../spelling/span.ts'

/** A wake word heard at the start of an utterance; `rest` is what was said after it; `distance` 0 is exact. */
export interface Wake {
  word: string
  rest: string
  distance: number
}

/**
 * Sounds that speech recognition takes for one another: they count half. Initial and final consonants, vowels with a
 * glide.
 */
const ALIKE = ['ᄀᄁᄏ', 'ᄃᄄᄐ', 'ᄇᄈᄑ', 'ᄉᄊ', 'ᄌᄍᄎ', 'ᅡᅣ', 'ᅥᅧ', 'ᅩᅭ', 'ᅮᅲ', 'ᅢᅦ', 'ᅤᅨ', 'ᅫᅬᅰ', 'ᅵᅱᅴ', 'ᆨᆩᆿ', 'ᆫᆼ', 'ᆮᆺᆽᆾᇀᆻ', 'ᆸᇁ']
const GROUP = new Map(ALIKE.flatMap((alike, i) => [...alike].map((sound) => [sound, i])))
/**
 * Vowels that lie side by side in the mouth (비스야, 비소야 for 비서야). They count half, too, but only as pairs: ㅗ and ㅡ are
 * no such pair.
 */
const NEIGHBOURS = new Set(['ᅥᅩ', 'ᅥᅳ', 'ᅮᅳ'])
/** "비 서야 되나": the verb that 야 goes on to. */
const OUGHT =
  /^(?:만|지)(?![가-힣])|^만\s|^\s*(?:되|돼|하(?:는|고|지|니|나|겠|네|잖|면)|할(?:까|지|걸|텐|것|거)|해(?:요|서|도)?(?![가-힣])|한(?:다|대)|했|합니)/
const FILLER = /^(?:음+|어+|아|자|야|네|근데|저기|헤이|hey)[\s,.…~]+/i

/**
 * The wake word the utterance begins with. The closest of `words` wins, the longer one on a tie. How far it may be
 * off depends on its length: up to 7 sounds half a sound ("토치야" for 도치야, not "고치야" nor "코디야"), up to 10 one, beyond
 * that one in seven. A word that is not exact must end where a word ends.
 */
export function matchWake(utterance: string, words: readonly string[]): Wake | undefined {
  const heard = utterance.normalize('NFC').slice(0, 500).trimStart()
  const starts = new Set([heard, heard.replace(FILLER, '')])
  const found = [...starts].flatMap((start) => words.flatMap((word) => matchesOf(start, word)))
  const best = found.sort((a, b) => a.distance - b.distance || b.word.length - a.word.length)[0]
  return best && { ...best, rest: once(best) }
}

/** Who calls twice ("비서야, 비서야") has called once. */
function once({ word, rest }: Wake): string {
  const again = matchesOf(rest, word).find(({ distance: off }) => off === 0)
  return again ? once(again) : rest
}

function matchesOf(heard: string, word: string): Wake[] {
  const called = letters(word)
  const sounds = soundsOf(called)
  return prefixes(heard, called.length).flatMap(({ said, tail, broken }) => {
    // Spelt otherwise and sounding the same (민아야) is nearly the word, not the word.
    const off = Math.max(distance(soundsOf(said), sounds), said === called ? 0 : 0.5)
    const whole = !/^[\p{L}\p{N}]/u.test(tail)
    // "비서 야근" is about a secretary: a call that is written apart ends where a word ends.
    if (broken && (!whole || OUGHT.test(tail))) return []
    // "나무야말로" is about a tree.
    if (off === 0 && tail.startsWith('말로')) return []
    // "자비스가": a name that is not called with 야 takes particles.
    if (off === 0 && /[가-힣]$/.test(word) && !/[야아]$/.test(word) && /^(?![야님])[가-힣]/.test(tail)) return []
    if (off > 0 && !(whole && off <= tolerance(sounds.length))) return []
    return [{ word, rest: tail.replace(/^[^\p{L}\p{N}]+/u, ''), distance: off }]
  })
}

/** A final consonant before a silent initial is heard as the initial: 민아 = 미나, 한을 = 하늘. */
const FINALS = 'ᆨᆩᆫᆮᆯᆷᆸᆺᆻᆽᆾᆿᇀᇁ'
const INITIALS = 'ᄀᄁᄂᄃᄅᄆᄇᄉᄊᄌᄎᄏᄐᄑ'
const LINKED = new RegExp(`([${FINALS}])ᄋ`, 'g')

/** A final consonant before an initial of its own place is heard as one tense initial: 빗서 = 비써, 악기 = 아끼. */
const TENSE: [RegExp, string][] = [
  [/[ᆨᆩᆿ][ᄀᄁ]/g, 'ᄁ'],
  [/[ᆮᆺᆻᆽᆾᇀ][ᄃᄄ]/g, 'ᄄ'],
  [/[ᆸᇁ][ᄇᄈ]/g, 'ᄈ'],
  [/[ᆮᆺᆻᆽᆾᇀ][ᄉᄊ]/g, 'ᄊ'],
  [/[ᆮᆺᆻᆽᆾᇀ][ᄌᄍ]/g, 'ᄍ'],
]

function soundsOf(word: string): string[] {
  const linked = toJamo(word)
    .join('')
    .replace(LINKED, (_, final: string) => INITIALS[FINALS.indexOf(final)] as string)
  return [...TENSE.reduce((sounds, [written, heard]) => sounds.replace(written, heard), linked)]
}

const tolerance = (sounds: number) => (sounds <= 7 ? 0.5 : sounds <= 10 ? 1 : Math.floor(sounds / 7))

const letters = (text: string) => plain(text.normalize('NFC')).replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The beginnings of the utterance that have about as many letters as the word, blanks and punctuation not counted;
 * `broken` if there are any inside.
 */
function prefixes(heard: string, size: number): { said: string; tail: string; broken: boolean }[] {
  const found: { said: string; tail: string; broken: boolean }[] = []
  let said = ''
  let broken = false
  for (let at = 0; size > 0 && at < heard.length && said.length <= size; at++) {
    if (!/[\p{L}\p{N}]/u.test(heard[at] as string)) broken ||= said !== ''
    else {
      said += heard[at]
      if (said.length >= size - 1) found.push({ said, tail: heard.slice(at + 1), broken })
    }
  }
  return found
}

/** Levenshtein over sounds, where sounds that are alike cost a half. */
function distance(a: string[], b: string[]): number {
  let row = b.map((_, i) => i + 1)
  row.unshift(0)
  for (const [i, sound] of a.entries()) {
    const next = [i + 1]
    for (const [j, other] of b.entries()) {
      const swap = i === a.length - 1 && j === b.length - 1 && isCall(sound, other) ? 0.5 : cost(sound, other)
      next.push(Math.min((row[j] as number) + swap, (row[j + 1] as number) + 1, (next[j] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}

/** 야, 아, 여 and 어 at the end of a call are hardly told apart. */
const isCall = (a: string, b: string) => a !== b && /^[ᅡᅣᅥᅧ]{2}$/.test(a + b)

function cost(a: string, b: string): number {
  if (a === b) return 0
  const group = GROUP.get(a)
  const alike = (group !== undefined && group === GROUP.get(b)) || NEIGHBOURS.has(a < b ? a + b : b + a)
  return alike ? 0.5 : 1
}
