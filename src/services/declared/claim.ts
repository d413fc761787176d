import type { ServiceClaim } from '../../core/service/service.ts'
import { GIVE } from '../../std/korean/grammar/ending.ts'
import { readSentence, type Sentence } from '../../std/korean/sentence.ts'
import { patternOf } from '../../std/text/pattern.ts'

const ABOUT = /[?？]\s*$|뭐|어떻게|왜|언제|얼마|방법|라고\s|다고\s|했어|했니/

/** "식당 예약하지 마": the sentence ends in what is not to be done. */
const isForbidden = ({ text, negations }: Sentence) =>
  negations.some(({ from, to }) => /[가-힣]지/.test(text.slice(from, to)) && /^[\s.!~요]*$/.test(text.slice(to)))

/** Phrases that undo or remember a deed instead of doing one: "한일관 식당 예약 취소하고 싶어", "식당 예약하라고 6시에 알려줘". */
const OTHER_DEED = patternOf('i')`
    취소|철회|(?:라고|다고|않게|않도록)\s(?:.{0,20}\s)?(?:알려|말해|깨워)${GIVE}|\b(?:cancel|undo|remind me)\b`

const flattenText = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, '')

/** "^미니멀": the word stands at the beginning and alone. */
const beginsWith = (word: string, text: string) => {
  const said = text.normalize('NFC').toLowerCase().trimStart()
  const wanted = word.slice(1).toLowerCase()
  return said.startsWith(wanted) && /^(?:$|[\s,.:!~])/.test(said.slice(wanted.length))
}

/** True if one of the words that a declaration names stands in a text. */
export function isNamedBy(words: readonly string[]): (text: string) => boolean {
  return (text) => {
    const said = flattenText(text)
    return words.some((word) => (word.startsWith('^') ? beginsWith(word, text) : said.includes(flattenText(word))))
  }
}

/** Rules for words that a declaration names: a request with one of them is for this service, a question may be. */
export function claimByWords(words: readonly string[]): (text: string) => ServiceClaim {
  const isNamed = isNamedBy(words)
  return (text) => {
    if (!isNamed(text) || isForbidden(readSentence(text))) return 'no'
    // A call by name at the beginning means the service, whatever is asked of it.
    if (words.some((word) => word.startsWith('^') && beginsWith(word, text))) return 'yes'
    if (OTHER_DEED.test(text) && !words.some((word) => OTHER_DEED.test(word))) return 'maybe'
    return ABOUT.test(text) ? 'maybe' : 'yes'
  }
}

/** A service as others see it: its words, and its claim where code makes it. */
export interface ClaimingService {
  file?: { name: string; words: string[] }
  claim?(text: string): ServiceClaim
}

/**
 * Words of a service that one before it takes: the first of the list that claims an input has it. Words that count
 * only at the beginning are compared with their like.
 */
export function sharedWords(services: readonly ClaimingService[]): { name: string; word: string; other: string }[] {
  const all = services.flatMap(({ file, claim }) => (file ? [{ ...file, claim }] : []))
  return all.flatMap(({ name, words }, at) =>
    words.flatMap((word) => {
      const holds = (one: string) =>
        one.startsWith('^') ? flattenText(one) === flattenText(word) : flattenText(word).includes(flattenText(one))
      const takes = ({ words: own, claim }: (typeof all)[number]) => (claim ? claim(word) === 'yes' : own.some(holds))
      const other = all.slice(0, at).find(takes)
      return other ? [{ name, word, other: other.name }] : []
    }),
  )
}
