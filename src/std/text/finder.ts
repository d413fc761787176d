import { initialRanges, isInitials } from '../korean/spelling/initials.ts'

/** Finds among many things what a person begins to type: best first, at most `limit`. */
export type Finder<T> = (query: string, limit?: number) => T[]

/**
 * Tiers of a word's fit in a text, best first; in between comes how long the text is, and at which place the word
 * stands.
 */
const tiers = { whole: 0, beginning: 1, word: 2, inside: 3, initials: 4, scattered: 5 }
/** A later text of the same thing (another name, a note) counts a little less than the first. */
const laterText = 0.4

/**
 * A finder over things by their texts, the first of which is their name. Every word of the query has to be in one of
 * the texts: as it stands, as the beginnings of Korean syllables (ㄱㅂ → 기본), as a syllable that is still being written
 * (모데 → 모델), or letter by letter in order (usg → usage). Without a query everything is found, in its own order.
 */
export function finder<T>(items: readonly T[], textsOf: (item: T) => readonly string[]): Finder<T> {
  const entries = items.map((item) => ({ item, texts: textsOf(item).map(foldText) }))
  return (query, limit = items.length) => {
    const words = foldText(query).split(/\s+/).filter(Boolean).map(wantedOf)
    if (words.length === 0) return items.slice(0, limit)
    const best: { item: T; rank: number }[] = []
    for (const { item, texts } of entries) {
      const worst = best.length < limit ? Number.POSITIVE_INFINITY : (best.at(-1)?.rank ?? 0)
      const rank = rankOfAll(words, texts, worst)
      // Equal fits stay in their own order.
      if (rank >= worst) continue
      best.splice(placeOf(rank, best), 0, { item, rank })
      if (best.length > limit) best.pop()
    }
    // Letters in order are a guess: only where nothing fits better.
    const sure = words.length === 1 ? best.filter(({ rank }) => rank < tiers.scattered) : []
    return (sure.length > 0 ? sure : best).map(({ item }) => item)
  }
}

/** Return the place of a rank among sorted ones: behind its equals. */
function placeOf(rank: number, sorted: readonly { rank: number }[]): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle]?.rank ?? 0) <= rank) from = middle + 1
    else to = middle
  }
  return from
}

const foldText = (text: string): string => text.normalize('NFC').toLowerCase()

/** A word as it is looked for. */
interface Wanted {
  text: string
  /** Syllables that initials, or a last syllable that is not finished, may stand for. */
  syllables?: RegExp
}

function wantedOf(text: string): Wanted {
  const syllables = syllablesOf(text)
  return syllables === undefined ? { text } : { text, syllables: new RegExp(syllables, 'u') }
}

function syllablesOf(text: string): string | undefined {
  if (isInitials(text)) return initialRanges(text).join(' ?')
  const [, begun = '', last = ''] = /^(.*)([가-힣ㄱ-ㅎ])$/su.exec(text) ?? []
  if (last === '' || (begun === '' && /[ㄱ-ㅎ]/.test(last)))
    return last === '' ? undefined : initialRanges(last).join('')
  const escaped = begun.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return `${escaped}(?:${[...unfinishedForms(last)].join('|')})`
}

const firstSyllable = 0xac00
const finals = 28
/** A final as the initial of the next syllable, where it can be one: 깁 is 기ㅂ on the way to 기본. */
const finalAsInitial = ' ㄱㄲ ㄴ  ㄷㄹ       ㅁㅂ ㅅㅆㅇㅈㅊㅋㅌㅍㅎ'

/** List the syllables that a last one may become: ㄱ → 가-깋, 데 → 데-뎋, 깁 → 깁 and 기 before 바-빟. */
function* unfinishedForms(last: string): Generator<string> {
  if (/[ㄱ-ㅎ]/.test(last)) return yield* initialRanges(last)
  const final = (last.charCodeAt(0) - firstSyllable) % finals
  const open = last.charCodeAt(0) - final
  if (final === 0) return yield `[${last}-${String.fromCharCode(open + finals - 1)}]`
  yield last
  const initial = finalAsInitial[final]
  if (initial && initial !== ' ') yield `${String.fromCharCode(open)}${initialRanges(initial)[0] ?? ''}`
}

/** The sum over all words; infinite as soon as it cannot be better than `worst`. */
function rankOfAll(words: readonly Wanted[], texts: readonly string[], worst: number): number {
  let sum = 0
  for (const word of words) {
    let best = Number.POSITIVE_INFINITY
    for (let at = 0; at < texts.length && at * laterText < best; at++) {
      const rank = rankOf(word, texts[at] as string, worst - sum - at * laterText) + at * laterText
      if (rank < best) best = rank
    }
    sum += best
    if (sum >= worst) return Number.POSITIVE_INFINITY
  }
  return sum
}

/** Signs before which a word ends, by their code: a look into an array is what 50,000 paths have time for. */
const boundaries = new Uint8Array(256)
for (const sign of ' \t/\\._:·-') boundaries[sign.charCodeAt(0)] = 1
const beginsWord = (text: string, at: number): boolean => at === 0 || boundaries[text.charCodeAt(at - 1)] === 1

function rankOf({ text: word, syllables }: Wanted, text: string, worst: number): number {
  // Shorter texts first within a tier.
  const length = Math.min(text.length, 500) / 1000
  const at = text.indexOf(word)
  if (at === 0) return text.length === word.length ? tiers.whole : tiers.beginning + length
  if (at > 0) {
    for (let next = at; next > 0; next = text.indexOf(word, next + 1))
      if (beginsWord(text, next)) return tiers.word + length
    return tiers.inside + length
  }
  if (syllables) {
    const found = text.search(syllables)
    if (found >= 0)
      return (found === 0 ? tiers.beginning : beginsWord(text, found) ? tiers.word : tiers.initials) + length
  }
  return worst <= tiers.scattered ? Number.POSITIVE_INFINITY : scatterRank(word, text, length)
}

/**
 * Letters in order: the closer together, and the more of them begin a word, the better. One letter alone is no hint.
 */
function scatterRank(word: string, text: string, length: number): number {
  if (word.length < 2) return Number.POSITIVE_INFINITY
  let begins = 0
  let first = -1
  let last = -1
  for (let n = 0; n < word.length; n++) {
    last = nextOf(word[n] as string, text, last + 1)
    if (last < 0) return Number.POSITIVE_INFINITY
    if (beginsWord(text, last)) begins++
    if (first < 0) first = last
  }
  const spread = Math.min(1, (last - first + 1 - word.length) / 40)
  return tiers.scattered + spread + (1 - begins / word.length) + length
}

/** Distance within which a letter is looked for that begins a word, if the next one does not. */
const reach = 12

/** The letter's next place: where it begins a word, if that is near. */
function nextOf(letter: string, text: string, from: number): number {
  const near = text.indexOf(letter, from)
  if (near <= from || beginsWord(text, near)) return near
  for (let at = text.indexOf(letter, near + 1); at >= 0 && at < near + reach; at = text.indexOf(letter, at + 1))
    if (beginsWord(text, at)) return at
  return near
}
