import { keptByText } from '../std/by-text.ts'
import { stemsOf } from '../std/korean/search/analysis.ts'
import { createRanking, type Ranked } from '../std/korean/search/ranking.ts'
import { nfc } from '../std/korean/spelling/jamo.ts'

/**
 * The items whose text answers `query` best. No model and no index: ten thousand lines take about 0.15 s. Items that
 * share nothing are left out.
 */
export function searchFacts<T>(
  query: string,
  items: readonly T[],
  textOf: (item: T) => string,
  limit: number,
): Ranked<T>[] {
  const ranking = createRanking<T>(query)
  for (const item of items) ranking.add(item, textOf(item))
  return ranking.best(limit)
}

/** Runs of letters and of digits, small, NFC. */
function tokensOf(text: string): string[] {
  return (
    nfc(text)
      .toLowerCase()
      .match(/\p{N}+(?:[.,:-]\p{N}+)*|[가-힣]+|[\p{L}\p{M}]+/gu) ?? []
  )
}

/**
 * A text to look in: the stems of its words, and all of them as one run, since compounds are written with and without
 * blanks.
 */
interface IndexedText {
  stems: ReadonlySet<string>
  run: string
}

/**
 * Characters of texts whose words are kept: the lines of a page are looked at again and again, and few of them
 * change.
 */
const textsKept = 1 << 20

const placeOf = keptByText((text): IndexedText => {
  const tokens = tokensOf(text)
  return { stems: new Set(tokens.flatMap(stemsOf)), run: tokens.join('') }
}, textsKept)

const wordsOf = (text: string) =>
  tokensOf(text).map((word) => ({ stems: stemsOf(word), isExact: /^[\p{N}a-z]/u.test(word) }))
type Word = ReturnType<typeof wordsOf>[number]

function sharedPart(words: readonly Word[], { stems, run }: IndexedText): number {
  if (words.length === 0) return 1
  const isHeld = (word: Word) => word.stems.some((stem) => stems.has(stem) || (stem.length > 1 && run.includes(stem)))
  if (words.some((word) => word.isExact && !isHeld(word))) return 0
  return words.filter(isHeld).length / words.length
}

/**
 * Part of a text's meaning that stands in `other` too: 0 to 1, by words without particles and endings. 0 when a number,
 * a date or a Latin name of the text is missing there: nearly the same with another number is another fact. `other` is
 * read once for all texts.
 */
export function coverageIn(other: string): (text: string) => number {
  const place = placeOf(other)
  return (text) => sharedPart(wordsOf(text), place)
}

/** From here on two wordings say the same fact (chosen so that "이름은 철수" and "내 이름은 철수예요" do). */
const sameFact = 0.7

/** So many facts are compared with each line; for more of them it pays to note which line holds which word. */
const fewFacts = 16

/**
 * Tells of facts whether one of the lines says the same, in whatever words. After the first few only those lines are
 * compared that hold one of the fact's rarest words: ten thousand facts against ten thousand lines take seconds, not
 * hours.
 */
export function coveredBy(lines: readonly string[]): (fact: string) => boolean {
  let asked = 0
  let candidatesFor: ReturnType<typeof byWords> | undefined
  return (fact) => {
    const words = wordsOf(fact)
    if (words.length === 0) return lines.length > 0
    if (asked++ < fewFacts) return lines.some((line) => sharedPart(words, placeOf(line)) >= sameFact)
    candidatesFor ??= byWords(lines)
    return candidatesFor(words).some((place) => sharedPart(words, place) >= sameFact)
  }
}

/** For the words of a fact the lines that may say the same. */
function byWords(lines: readonly string[]): (words: readonly Word[]) => IndexedText[] {
  const places = lines.map(placeOf)
  const byKey = new Map<string, IndexedText[]>()
  for (const place of places)
    for (const key of new Set([...place.stems, ...pairsOf(place.run)])) {
      const found = byKey.get(key)
      if (found) found.push(place)
      else byKey.set(key, [place])
    }
  /** Lines that may hold a word: its stem as it is, or its rarest pair of letters somewhere in the run. */
  const holdingOf = ({ stems }: Word) =>
    stems.flatMap((stem) => [
      ...(byKey.get(stem) ?? []),
      ...pairsOf(stem)
        .map((pair) => byKey.get(pair) ?? [])
        .reduce((rarest, list, at) => (at === 0 || list.length < rarest.length ? list : rarest), [] as IndexedText[]),
    ])
  return (words) => {
    const mayMiss = words.length - Math.ceil(sameFact * words.length - 1e-9)
    const candidates = words
      .map(holdingOf)
      .sort((a, b) => a.length - b.length)
      .slice(0, mayMiss + 1)
    return [...new Set(candidates.flat())]
  }
}

/** Neighbouring letters, each pair once. */
function pairsOf(text: string): string[] {
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < text.length; at++) pairs.add(text.slice(at, at + 2))
  return [...pairs]
}

/** True if one of the lines says what `fact` says, in whatever words. */
export function isCovered(fact: string, lines: readonly string[]): boolean {
  const words = wordsOf(fact)
  return lines.some((line) => sharedPart(words, placeOf(line)) >= sameFact)
}
