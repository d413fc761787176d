import { keptByText } from '../std/by-text.ts'
import { grownMap } from '../std/grown-map.ts'
import { type Fact, tidy } from './page.ts'

/** Jaccard index of the words of two facts: 0 to 1. */
export const jaccard = (a: string, b: string): number => overlap(wordsOf(a), wordsOf(b))

function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
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
      tidy(text)
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+(?:[.,:/-]\p{N}+)*/gu) ?? [],
    ),
  wordsKept,
)

const factWords = grownMap<Fact, ReadonlySet<string>>()

/** Above it two facts are one (SPEC §4); from `related` up, with two words in common, they may contradict each other. */
const same = 0.7
const related = 0.3
const relatedWords = 2
/** At most so many lines are told as contradicted, the most alike: a line that is like twenty others is one of a list. */
const mostConflicts = 5

/** Words too common to relate two facts; 것 takes its meaning from the word before it. */
const empty = /^(?:a|an|the|is|are|was|to|of|in|on|at|for|and|it)$/
const bound = /^(?:것|거|수|때)(?:을|를|은|는|이|가|도|만)?$/

/** How many shared words say that both facts are about the same: "매운 것을" does, "것을 좋아함" and "3월 5일" do not. */
function telling(wanted: ReadonlySet<string>, there: ReadonlySet<string>): number {
  const words = [...wanted]
  const tells = (word: string, at: number) =>
    there.has(word) && !empty.test(word) && !/\p{N}/u.test(word) && (!bound.test(word) || there.has(words[at - 1] ?? ''))
  return words.filter(tells).length
}

/** How a new fact relates to a page. */
export type FactComparison =
  | { status: 'new'; conflicts: Fact[] }
  /** The page contains it already. */
  | { status: 'known'; fact: Fact }
  /** It says more than `fact`, or the same in a newer form, and replaces it. */
  | { status: 'newer'; fact: Fact }

/** Compares a new fact with those of a page. */
export function compareFacts(text: string, facts: readonly Fact[]): FactComparison {
  const wanted = tidy(text)
  const small = wanted.toLowerCase()
  const exact = facts.find(({ text }) => text.length === wanted.length && text.toLowerCase() === small)
  if (exact) return { status: 'known', fact: exact }
  const words = wordsOf(wanted)
  const differs = differsInOne(wanted)
  const ranked: { fact: Fact; near: number }[] = []
  for (const [at, there] of factWords(facts, ({ text }) => wordsOf(text)).entries()) {
    const [fact, near] = [facts[at] as Fact, overlap(words, there)]
    if (near >= related || differs(fact.text)) ranked.push({ fact, near })
  }
  ranked.sort((a, b) => b.near - a.near)
  const twin = ranked.find(
    ({ fact, near }) => near > same && !numbersDiffer(wanted, fact.text) && !isExchanged(wanted, fact.text),
  )
  if (twin) return { status: words.isSubsetOf(wordsOf(twin.fact.text)) ? 'known' : 'newer', fact: twin.fact }
  const conflicts = ranked.filter(
    ({ fact, near }) => (near >= related && telling(words, wordsOf(fact.text)) >= relatedWords) || differs(fact.text),
  )
  return { status: 'new', conflicts: conflicts.slice(0, mostConflicts).map(({ fact }) => fact) }
}

/** Attributes with a single value: a second value contradicts the first, however few words the facts share. */
const single =
  /^(.*(?:생일|생신|이름|성함|주소|전화번호|연락처|나이|혈액형|몸무게|직업|직장|회사|학교|생년월일|birthday|name|address|phone number|age|blood type|job|employer))(?:은|는|이|가| is) \S/i

/** Whether another fact gives the same single-valued attribute of the same person as this one. */
function differsInOne(fact: string): (other: string) => boolean {
  const attribute = single.exec(fact)?.[1]
  return (other) => attribute !== undefined && other.startsWith(attribute) && single.exec(other)?.[1] === attribute
}

/**
 * Two facts that name different numbers are two facts, however alike they are ("매월 25일에 …", "매월 26일에 …"): neither may
 * swallow the other.
 */
function numbersDiffer(a: string, b: string): boolean {
  const numbers = (text: string) => new Set([...wordsOf(text)].filter((word) => /\p{N}/u.test(word)))
  return numbers(a).symmetricDifference(numbers(b)).size > 0
}

/**
 * Two facts in which one thing stands in the place of another ("서연이는 토요일 아침마다 수영을 간다", "지호는 …") are two facts. The last
 * word may differ: it says the same in another form, or what has become of it.
 */
function isExchanged(a: string, b: string): boolean {
  const [left, right] = [[...wordsOf(a)].slice(0, -1), [...wordsOf(b)].slice(0, -1)]
  const only = left.filter((word) => !wordsOf(b).has(word))
  const others = right.filter((word) => !wordsOf(a).has(word))
  return only.some((word) => others.length > 0 && !others.some((other) => other[0] === word[0]))
}
