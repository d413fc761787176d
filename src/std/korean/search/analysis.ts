import { stemmer } from 'stemmer'
import { patternOf } from '../../text/pattern.ts'
import { isFiller } from '../grammar/filler.ts'
import { bareSyllable, stripParticles } from '../grammar/particles.ts'
import { normalized } from '../spelling/normalize.ts'
import { synonymsOf } from './synonyms.ts'

/**
 * What a text is found by. Korean is written without certain spaces and with endings on every word, so a word of
 * Hangul is its overlapping pairs of syllables (끓이려면: 끓이, 이려, 려면), the pair that opens it without its last final
 * (끓입니다: 끓이), and its stem where that is one syllable or more than two. Latin words and numbers are themselves,
 * small, and their English stem (running: run); `snake_case` and `camelCase` also their parts, `Wi-Fi` also the
 * whole. Han and kana are pairs, too. Duplicates are kept: how often counts.
 */
export function terms(text: string): string[] {
  return wordsOf(text).flatMap((word) => (isKorean(word) ? korean(word) : foreign(word)))
}

/** Words of a question that count; a page pasted into one is a few hundred terms, where a cluster allows 1,024. */
const longestQuestion = 60

/**
 * What a question asks for, each term once: no question words, no particles, synonyms beside what they stand for.
 * What was typed in haste (담주, or 회의 in Latin keys) is looked for as it stands and as it is spelled. `others`: what
 * else stands for a word.
 */
export function queryTerms(text: string, others: (word: string) => string[] = synonymsOf): string[] {
  const spelled = normalized(text)
  const kept = (spelled === text ? [text] : [text, spelled]).flatMap((said) =>
    contentWords(said).slice(0, longestQuestion),
  )
  return [...new Set(kept.flatMap((word) => [word, ...others(word)]).flatMap(ofQuery))]
}

/** The words of a question that say what it is about; all of them where nothing else is left. */
export function contentWords(text: string): string[] {
  const all = wordsOf(text)
  const kept = all.filter((word, at) => !isFiller(word, all[at - 1]))
  return kept.length > 0 ? kept : all
}

function ofQuery(word: string): string[] {
  if (!isKorean(word)) return foreign(word)
  const stem = stemOf(word)
  // 휴가 may be 휴 and a particle, or a word: both are asked for.
  return [...pairs(stem.length === 1 ? word : stem), ...opening(word), ...whole(stem)]
}

// A run of Hangul, a run of Han or kana, or a run of any other letters and digits.
const word = patternOf('gv')`
    [가-힣]+|[[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]&&\p{L}]+|
    [[\p{L}\p{N}\p{M}_]--[가-힣\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+`
/** Wi-Fi is written wifi, too, and e-mail email. */
const hyphenated = /(?<![a-z0-9_-])[a-z]{1,12}(?:-[a-z]{1,12}){1,2}(?![a-z0-9_-])/gi
const eastern = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/v

/**
 * Runs of Hangul, of Han or kana, and of other letters and digits, small letters for Latin ones left as they are;
 * NFKC.
 */
export function wordsOf(text: string): string[] {
  const plain = text
    // Initials that somebody types (ㅈㅊ) would become halves of syllables.
    .replace(/[^ㄱ-ㅎ]+/g, (part) => part.normalize('NFKC'))
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(hyphenated, (parts) => `${parts} ${parts.replaceAll('-', '')}`)
  return plain.match(word) ?? []
}

/**
 * A word, small, and what may be left of it without particle, ending or English suffix; "물을" leaves a single
 * syllable.
 */
export function stemsOf(word: string): string[] {
  if (!isKorean(word)) return foreign(word)
  return /^[가-힣][은는이가을를에의도]$/.test(word) ? [word, word.slice(0, 1)] : stripParticles(word)
}

const isKorean = (word: string) => /^[가-힣]/.test(word)

function korean(word: string): string[] {
  return [...pairs(word), ...opening(word), ...whole(stemOf(word))]
}

/** Overlapping pairs; a lone syllable is not a pair and stands in `whole`. */
function pairs(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((letter, i) => letters[i] + letter)
}

/**
 * The first two syllables without the last final, where that is not a pair already: 늦으면 and 늦은 stay what they are,
 * 걸립니다 gives 걸리.
 */
function opening(word: string): string[] {
  const head = word.slice(0, 2)
  const bare = bareSyllable(head)
  return word.length < 2 || bare === head ? [] : [bare]
}

function whole(stem: string): string[] {
  return stem.length === 2 ? [] : [stem]
}

/** The shortest stem; 밥은 → 밥 as well, which a search by pairs alone would never find. */
export function stemOf(word: string): string {
  if (word.length === 2 && /[은는이가을를에의도만로와과]$/.test(word)) return word.slice(0, 1)
  return stripParticles(word).reduce((best, stem) => (stem.length < best.length ? stem : best))
}

function foreign(word: string): string[] {
  if (eastern.test(word)) return [...word].length > 1 ? pairs(word) : [word]
  const parts = word.split(/_+|(?<=[a-z])(?=[A-Z])|(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})/u).filter(Boolean)
  const small = [word.replaceAll('_', ''), ...parts].map((part) => part.toLowerCase())
  return [...new Set([...small, ...small.map(englishStem)])].filter(Boolean)
}

/** Porter's stem of an English word; anything else as it is. */
function englishStem(word: string): string {
  return /^[a-z]{3,30}$/.test(word) ? stemmer(word) : word
}
