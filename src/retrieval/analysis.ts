import { bareSyllable, stripParticles } from '../std/korean/particles.ts'
import { synonymsOf } from './synonyms.ts'

/**
 * What a text is found by. Korean is written without certain spaces and with endings on every word, so a word of Hangul is its
 * overlapping pairs of syllables (끓이려면: 끓이, 이려, 려면), the pair that opens it without its last final (끓입니다: 끓이),
 * and its stem where that is one syllable or more than two. Latin words and numbers are themselves, small; `snake_case` and
 * `camelCase` also their parts. Han and kana are pairs, too. Duplicates are kept: how often counts.
 */
export function terms(text: string): string[] {
  return words(text).flatMap((word) => (isKorean(word) ? korean(word) : foreign(word)))
}

/** Words of a question that count; a page pasted into one is a few hundred terms, where a cluster allows 1,024. */
const longestQuestion = 60

/** What a question asks for, each term once: no question words, no particles, synonyms beside what they stand for. */
export function queryTerms(text: string): string[] {
  const asked = words(text).filter((word) => !isFiller(word))
  const kept = (asked.length > 0 ? asked : words(text)).slice(0, longestQuestion)
  return [...new Set(kept.flatMap((word) => [word, ...synonymsOf(word)]).flatMap(ofQuery))]
}

function ofQuery(word: string): string[] {
  if (!isKorean(word)) return foreign(word)
  const stem = stemOf(word)
  // 휴가 may be 휴 and a particle, or a word: both are asked for.
  return [...pairs(stem.length === 1 ? word : stem), ...opening(word), ...whole(stem)]
}

// A run of Hangul, a run of Han or kana, or a run of any other letters and digits.
const word =
  /[가-힣]+|[[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]&&\p{L}]+|[[\p{L}\p{N}\p{M}_]--[가-힣\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+/gv
const eastern = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/v

function words(text: string): string[] {
  const plain = text.normalize('NFKC').replace(/(?<=\d),(?=\d{3})/g, '')
  return plain.match(word) ?? []
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

/** The first two syllables without the last final, where that is not a pair already: 늦으면 and 늦은 stay what they are, 걸립니다 gives 걸리. */
function opening(word: string): string[] {
  const head = word.slice(0, 2)
  const bare = bareSyllable(head)
  return word.length < 2 || bare === head ? [] : [bare]
}

function whole(stem: string): string[] {
  return stem.length === 2 ? [] : [stem]
}

/** The shortest stem; 밥은 → 밥 as well, which a search by pairs alone would never find. */
function stemOf(word: string): string {
  if (word.length === 2 && /[은는이가을를에의도만로와과]$/.test(word)) return word.slice(0, 1)
  return stripParticles(word).reduce((best, stem) => (stem.length < best.length ? stem : best))
}

function foreign(word: string): string[] {
  if (eastern.test(word)) return [...word].length > 1 ? pairs(word) : [word]
  const parts = word.split(/_+|(?<=[a-z])(?=[A-Z])|(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})/u).filter(Boolean)
  const small = word.toLowerCase().replaceAll('_', '')
  return [...new Set([small, ...parts.map((part) => part.toLowerCase())])].filter(Boolean)
}

/** Words that make a sentence a question or a request, not its subject. */
const filler =
  /^(?:뭐|뭘|뭔|무엇|무슨|어떤|어떻|어떡|어째|왜|언제|어디|누구|누가|누굴|얼마|몇|며칠|어느|알려|말해|설명|궁금|가르쳐|찾아|있나|있어|있는|있을|있지|있습|없나|되나|되는|되지|되면|됩니|돼|된다|될까|하나요|하나$|하지$|하죠|합니까|해야|하려|하면$|한가|할까|할수|하는$|해요$|해$|인가|인지|입니|이야$|이에|예요|나요|수$|것$|거야|건가|때$|좀$|그래|줄래|주나|줘$|가요$|야$|죠$|지$|저는|제가|내가|나는|그리고|그런|이런|저런)/
const english = new Set(
  'a an and are at be by can do does did for from how i in is it long many me much my of on or our tell that the this to was what when where which who why will with you your'.split(
    ' ',
  ),
)

const isFiller = (word: string) => filler.test(word) || english.has(word.toLowerCase())
