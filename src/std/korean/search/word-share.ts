import { bareSyllable } from '../grammar/particles.ts'
import { stemOf, terms } from './analysis.ts'
import { relatedTo } from './synonyms.ts'

/** A word is there when this part of it is: 예약했지 and 예약했어 share their stem, not their ending; 겨울방학 and 방학 a half. */
export const wordShare = 0.4
/** Another word for the same says less than the very word. */
const synonymShare = 0.5

/** A word of a question: what it is found by, and what other words for the same are. */
export interface Wanted {
  word: string
  /** It without ending; 치과 may be a word, or 치 and a particle: both. */
  stems: string[]
  /** The beginning of a verb whatever its ending is: 만났지 and 만난 with 만나. */
  bare: string | undefined
  /** The stem of a verb of one closed syllable: 박아도 and 박을 with 박. */
  verb: string | undefined
  /** Of a word that is no Hangul, its forms. */
  foreign: string[]
  others: string[]
}

/** The signs that a text has a word of a question, read once for many texts. `others`: other words for it. */
export function wanted(word: string, others: (word: string) => string[] = relatedTo): Wanted {
  const small = word.toLowerCase()
  const stem = stemOf(small)
  const isKorean = /^[가-힣]/.test(word)
  const bare = word.length > 1 && isKorean ? verbOpening(word.slice(0, 2)) : undefined
  const verb = shortVerb.exec(word)?.[1]
  const stems = stem.length === 1 && small.length === 2 ? [small, stem] : [stem]
  return {
    word,
    stems,
    bare,
    verb: verb !== undefined && bareSyllable(verb) !== verb ? verb : undefined,
    foreign: isKorean ? [] : terms(word),
    others: others(word),
  }
}

/**
 * The part of a word that a text holds. Of a word of Hangul the syllables count that stand there in pairs, without
 * its ending.
 */
export function shareOf({ stems, bare, verb, foreign, others }: Wanted, text: string): number {
  const own =
    foreign.length > 0
      ? Math.max(...foreign.map((form) => (holdsWord(text, form) ? partOf(foreign[0] ?? '', form) : 0)))
      : Math.max(...stems.map((stem) => syllableShare(stem, text)))
  const opened =
    own < wordShare && bare !== undefined && holdsOpening(text, bare) ? Math.max(own, 2 / (stems[0]?.length ?? 2)) : own
  const share = opened < wordShare && verb !== undefined && holdsVerb(text, verb) ? 1 : opened
  if (share >= synonymShare) return Math.min(share, 1)
  return others.some((other) => (other.length === 1 ? holdsWord(text, other) : text.includes(other)))
    ? synonymShare
    : share
}

/** The 3 of 3uv says little of it; the stem of an English word says all. */
const partOf = (whole: string, form: string) => (/\d/.test(whole) ? Math.min(1, form.length / whole.length) : 1)

/**
 * The part of a word's syllables that stand in a text in pairs; a word of one syllable stands there alone or with a
 * particle.
 */
export function syllableShare(stem: string, text: string): number {
  if (stem.length === 1) return holdsWord(text, stem) ? 1 : 0
  let [covered, upTo] = [0, 0]
  for (let at = 0; at + 2 <= stem.length; at++) {
    if (!text.includes(stem.slice(at, at + 2))) continue
    covered += at + 2 - Math.max(upTo, at)
    upTo = at + 2
  }
  return covered / stem.length
}

/**
 * Return true if a word begins where a word begins, and has no more behind it than a syllable that may be a particle,
 * or an English suffix.
 */
function holdsWord(text: string, word: string): boolean {
  // 낱말3uv입니다: where the script changes a word may begin and end.
  const isForeign = /^[a-z\d]/.test(word)
  const near = isForeign ? /[\p{Script=Latin}\p{N}]/u : /[\p{L}\p{N}]/u
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at > 0 && near.test(text[at - 1] ?? '')) continue
    const rest = /^[\p{L}\p{N}]*/u.exec(text.slice(at + word.length, at + word.length + 8))?.[0] ?? ''
    if (
      isForeign
        ? /^[a-z]{0,4}(?![a-z\d])/.test(rest)
        : /^(?:[은는이가을를에의도로와과만]|에서|까지|부터|이랑|[a-z]{0,4})$/.test(rest)
    )
      return true
  }
  return false
}

/** Return true if a word of the text begins with these two syllables, with any final under the second one. */
function holdsOpening(text: string, bare: string): boolean {
  const first = bare[0] ?? ''
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1))
    if (verbOpening(text.slice(at, at + 2)) === bare && (at === 0 || !/[가-힣]/.test(text[at - 1] ?? ''))) return true
  return false
}

/** Vowels that a verb's stem and its 어 or 아 have grown into, and the stem's own: 미뤄 is 미루, 맡겨 맡기, 나와 나오. */
const grown: Readonly<Record<number, number>> = { 14: 13, 6: 20, 9: 8, 10: 11 }

/**
 * Two syllables as a verb begins: the second without its final, and taken apart where it has grown together with an
 * ending.
 */
function verbOpening(two: string): string {
  const bare = bareSyllable(two)
  const at = (bare.codePointAt(1) ?? 0) - 0xac00
  const own = grown[Math.floor(at / 28) % 21]
  return bare.length < 2 || at < 0 || at >= 11_172 || own === undefined
    ? bare
    : bare.slice(0, 1) + String.fromCodePoint(0xac00 + (Math.floor(at / 588) * 21 + own) * 28)
}

const shortVerb = /^([가-힣])(?:[아어]|[았었])/

/** Return true if a word of the text is this closed syllable with the ending of a verb. */
function holdsVerb(text: string, stem: string): boolean {
  for (let at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, at + 1))
    if (
      !/[가-힣]/.test(text[at - 1] ?? '') &&
      /^(?:[아어았었으은을는고지면]|[기거게다던음습])/.test(text.slice(at + 1, at + 2))
    )
      return true
  return false
}
