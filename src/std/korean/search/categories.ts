import { categoryNames, categoryPlaces, categoryWords, type MoneyCategory } from './categories-table.ts'
import { englishStem } from './named-item.ts'

const isKorean = (word: string) => /[가-힣]/.test(word)
const wordsOf = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[가-힣]+|[a-z]+/g) ?? []

/** A Korean word is in a compound at its beginning or its end: 택시비, 삼각김밥; one of a syllable only as an end. */
const isIn = (word: string, compound: string) =>
  compound === word ||
  (word.length > 1 && (compound.startsWith(word) || compound.endsWith(word))) ||
  (word.length === 1 && compound.length > 1 && compound.length <= 3 && compound.endsWith(word))

/**
 * The category that words speak of: the longest word that is known, of two alike the last. A person's `own` words come
 * first. Undefined where none is known.
 */
export function categoryOf(text: string, own: ReadonlyMap<string, string> = new Map()): string | undefined {
  const words = wordsOf(text)
  const taught = [...own].filter(
    ([word]) => words.some((one) => one === word || isIn(word, one)) || hasAll(word, words),
  )
  if (taught.length > 0) return taught.toSorted(([a], [b]) => b.length - a.length)[0]?.[1]
  let best: FoundWord | undefined
  for (const said of words) {
    const found = isKorean(said)
      ? (koreanWord(said) ?? koreanWord(said.replace(/(?:값|비|료)$/, '')))
      : englishWord(said)
    // English names the kind first: a gym membership is of the gym.
    if (found && (isKorean(said) ? found.length >= (best?.length ?? 0) : !best)) best = found
  }
  return best?.category
}

interface FoundWord {
  length: number
  category: MoneyCategory
}

/** The longest known word in a Korean compound: 삼각김밥, 택시비. */
function koreanWord(said: string): FoundWord | undefined {
  const found = categoryWords.filter(([word]) => isKorean(word) && isIn(word, said))
  const [word, category] = found.toSorted(([a], [b]) => b.length - a.length)[0] ?? []
  return word === undefined || category === undefined ? undefined : { length: word.length, category }
}

function englishWord(said: string): FoundWord | undefined {
  const stem = englishStem(said)
  const found = categoryWords.find(([word]) => !isKorean(word) && englishStem(word) === stem)
  return found && { length: found[0].length, category: found[1] }
}

/** "dog food": every word of it is there. */
const hasAll = (phrase: string, words: readonly string[]) => {
  const all = wordsOf(phrase)
  return (
    all.length > 1 && all.every((one) => words.some((word) => word === one || englishStem(word) === englishStem(one)))
  )
}

/** Return true if a name alone says where something was paid. */
export const isPaidPlace = (name: string): boolean => categoryPlaces.has(name.normalize('NFC').toLowerCase())

/** The category that a word is the name of: 식비, 카페, "food", or one of a person's own. */
export function categoryNamed(said: string, own: Iterable<string> = []): string | undefined {
  const bare = said.normalize('NFC').trim().toLowerCase()
  for (const name of own) if (name.toLowerCase() === bare || name.toLowerCase() === bare.replace(/비$/, '')) return name
  for (const [word, category] of categoryNames)
    if (word === bare || (isKorean(bare) && `${word}비` === bare)) return category
  return undefined
}
