import { keptByText } from '../std/by-text.ts'
import { grownMap } from '../std/grown-map.ts'
import { bareNoun, isSameNoun, isSamePredicate, isThere } from '../std/korean/grammar/same-word.ts'
import { patternOf } from '../std/text/pattern.ts'
import { type Fact, tidyText } from './page.ts'

/** Jaccard index of the words of two facts: 0 to 1. */
export const wordJaccard = (a: string, b: string): number => overlapOf(wordsOf(a), wordsOf(b))

function overlapOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let shared = 0
  for (const word of left) if (right.has(word)) shared++
  return shared === 0 ? 0 : shared / (left.size + right.size - shared)
}

/** Characters of facts whose words are kept: a new fact is compared with all of a page. */
const wordsKept = 1 << 20

/** The words of a text in lower case, without punctuation. */
const wordsOf = keptByText<ReadonlySet<string>>(
  (text) =>
    new Set(
      tidyText(text)
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+(?:[.,:/-]\p{N}+)*/gu) ?? [],
    ),
  wordsKept,
)

const factWords = grownMap<Fact, ReadonlySet<string>>()

/**
 * Above it two facts may be one (SPEC §4); from `related` up, with two words in common, they may contradict each
 * other.
 */
const same = 0.7
const related = 0.3
const relatedWords = 2
/**
 * At most so many lines are told as contradicted, the most alike: a line that is like twenty others is one of a list.
 */
const mostConflicts = 5

/** Words too common to relate two facts; 것 takes its meaning from the word before it. */
const empty = /^(?:a|an|the|is|are|was|to|of|in|on|at|for|and|it)$/
const bound = /^(?:것|거|수|때)(?:을|를|은|는|이|가|도|만)?$/

/** Count the shared words that say that both facts are about the same: "매운 것을" does, "것을 좋아함" and "3월 5일" do not. */
function countSignificant(wanted: ReadonlySet<string>, there: ReadonlySet<string>): number {
  const words = [...wanted]
  const tellsApart = (word: string, at: number) =>
    there.has(word) &&
    !empty.test(word) &&
    !/\p{N}/u.test(word) &&
    (!bound.test(word) || there.has(words[at - 1] ?? ''))
  return words.filter(tellsApart).length
}

/** Relation of a new fact to a page. */
export type FactComparison =
  | { status: 'new'; conflicts: Fact[] }
  /** The page contains it already; `anew`: in other words. */
  | { status: 'known'; fact: Fact; anew?: true }
  /** It says more than `fact`, or the same in a newer form, and replaces it. */
  | { status: 'newer'; fact: Fact }

/**
 * The day that a line got behind it because its words move with the day on which they are said: "이번 주는 재택 (2026-11-23
 * 기준)".
 */
const dated = / \((?:as of )?\d{4}-\d\d-\d\d(?: 기준)?\)$/

/**
 * Compare two facts of the same words but for such a day: two days are two facts, one day says more than none, where no
 * end is known.
 */
function byDay(wanted: string, facts: readonly Fact[]): FactComparison | undefined {
  const bare = wanted.replace(dated, '')
  const [alike, ...others] = facts.filter(({ text }) => text.startsWith(bare) && text.replace(dated, '') === bare)
  if (!alike) return undefined
  if (bare === wanted) return { status: 'known', fact: alike }
  const fact = [alike, ...others].find(({ text }) => text === bare)
  if (!fact) return { status: 'new', conflicts: [] }
  return { status: fact.from?.until === undefined ? 'newer' : 'known', fact }
}

/** Compares a new fact with those of a page. */
export function compareFacts(text: string, facts: readonly Fact[]): FactComparison {
  const wanted = tidyText(text)
  const small = wanted.toLowerCase()
  const exact = facts.find(({ text }) => text.length === wanted.length && text.toLowerCase() === small)
  if (exact) return { status: 'known', fact: exact }
  const sameWords = byDay(wanted, facts)
  if (sameWords) return sameWords
  const words = wordsOf(wanted)
  const [differs, opening] = [differsInOne(wanted), openingOf(words)]
  const ranked: { fact: Fact; near: number }[] = []
  for (const [at, there] of factWords(facts, ({ text }) => wordsOf(text)).entries()) {
    const fact = facts[at] as Fact
    if (openingOf(there) === opening && saysTheSame([...words], [...there]))
      return { status: 'known', fact, anew: true }
    const near = overlapOf(words, there)
    if (near >= related || differs(fact.text)) ranked.push({ fact, near })
  }
  ranked.sort((a, b) => b.near - a.near)
  const twin = ranked.find(({ fact, near }) => near > same && saysMore([...words], [...wordsOf(fact.text)]))
  if (twin) return { status: words.isSubsetOf(wordsOf(twin.fact.text)) ? 'known' : 'newer', fact: twin.fact }
  const conflicts = ranked.filter(
    ({ fact, near }) =>
      (near >= related && countSignificant(words, wordsOf(fact.text)) >= relatedWords) || differs(fact.text),
  )
  return { status: 'new', conflicts: conflicts.slice(0, mostConflicts).map(({ fact }) => fact) }
}

/** Attributes with a single value: a second value contradicts the first, however few words the facts share. */
const single = patternOf('i')`
    ^(.*(?:생일|생신|이름|성함|주소|전화번호|연락처|나이|혈액형|몸무게|직업|직장|회사|학교|생년월일|birthday|name|address|phone number|age|blood type|job|
    employer))(?:은|는|이|가| is) \S`

/** True if another fact gives the same single-valued attribute of the same person as this one. */
function differsInOne(fact: string): (other: string) => boolean {
  const attribute = single.exec(fact)?.[1]
  return (other) => attribute !== undefined && other.startsWith(attribute) && single.exec(other)?.[1] === attribute
}

/** The first letter that tells: facts that begin otherwise need not be compared word for word. */
function openingOf(words: ReadonlySet<string>): string {
  for (const word of words) if (!self.test(word) && !article.test(word)) return word.slice(0, 1)
  return ''
}

/** Words at the beginning that say nothing on a page about one person. */
const self = /^(?:나는|난|저는|전|내가|제가|내|제|i|my)$/
const article = /^(?:a|an|the)$/
const hasNumber = (word: string) => /\p{N}/u.test(word)

/** The words that tell: without whose page it is, and without articles. */
const tellingWords = (words: readonly string[]) =>
  words.filter((word, at) => !(at === 0 && self.test(word)) && !article.test(word))

/**
 * True if two facts say the same in other words: word for word the same noun, and the same predicate in any style
 * ("서준이는 땅콩 알레르기가 있다", "서준이가 땅콩 알레르기 있음"). Another name, number, negation, day or order is another fact.
 */
function saysTheSame(a: readonly string[], b: readonly string[]): boolean {
  let [left, right] = [tellingWords(a), tellingWords(b)]
  if (Math.abs(left.length - right.length) > 1) return false
  // "서준 땅콩 알레르기": that it is there may be left out.
  if (left.length > right.length && isThere(left.at(-1) ?? '')) left = left.slice(0, -1)
  else if (right.length > left.length && isThere(right.at(-1) ?? '')) right = right.slice(0, -1)
  if (left.length !== right.length || left.length === 0) return false
  const last = left.length - 1
  const isSame = left.every((word, at) => {
    const other = right[at] ?? ''
    return isSameNoun(word, other) || (at === last && isSamePredicate(word, other))
  })
  return isSame && !(isTurned(left) || isTurned(right))
}

/** "지호를 서연이가 좋아한다": without particles it would be the other way round. */
function isTurned(words: readonly string[]): boolean {
  const roles = words.map((word) => bareNoun(word).role)
  const object = roles.indexOf('object')
  return object >= 0 && roles.indexOf('topic', object) >= 0
}

/** Words that turn a fact into its opposite, leave something out of it, or say when. */
const turns = patternOf()`
    ^(?:안|못|절대로?|전혀|않.*|말고|아니.*|아님|없.*|빼고|빼면|제외.*|외에는?|대신|금지|끊.*|.*(?:요일|마다|주말|매일|매주|매달|매년).*|not|no|never|without|
    except|cannot|every|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\w+n.t|t)$`

/**
 * True if two facts that are much alike are one, of which one says more or tells it of another time. What only one says
 * may be added to a fact, but not put in the place of something, be what is spoken of, turn it round, or be a number.
 */
function saysMore(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [tellingWords(a), tellingWords(b)]
  const tells = isSamePredicate(left.at(-1) ?? '', right.at(-1) ?? '', true)
  const onlyIn = (these: readonly string[], those: readonly string[]) =>
    these.filter((word, at) => !(tells && at === these.length - 1) && !those.some((other) => isSameNoun(word, other)))
  const [more, others] = [onlyIn(left, right), onlyIn(right, left)]
  if (more.length > 0 && others.length > 0) return false
  return ![...more, ...others].some((word) => hasNumber(word) || turns.test(word) || bareNoun(word).role === 'topic')
}
