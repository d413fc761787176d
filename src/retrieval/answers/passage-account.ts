import { basename, extname } from 'node:path'
import type { PassageVerdict } from '../../protocol/index.ts'
import { withoutParticle } from '../../std/korean/grammar/particles.ts'
import { wordsOf } from '../../std/korean/search/analysis.ts'
import { wordsAsked } from '../../std/korean/search/asked-words.ts'
import { synonymsOf } from '../../std/korean/search/synonyms.ts'
import { shareOf, syllableShare, type Wanted, wordShare } from '../../std/korean/search/word-share.ts'
import { patternOf } from '../../std/text/pattern.ts'
import type { PassageHit, Rarity } from '../ports.ts'
import { type AnswerLook, answerKinds } from './answer-kind.ts'
import { roleOf, type WordRole } from './word-role.ts'

/** A word of a question, its part there, and how rare it is: a rare one tells more. */
export interface AskedWord {
  wanted: Wanted
  role: WordRole
  rarity: number
  /** It stands in some passage; of one that stands nowhere no passage is nearer than another. */
  isKnown: boolean
}

/** A question taken apart: its words, and the forms that its answer may have (a time, a price). */
export interface AskedQuestion {
  words: AskedWord[]
  kinds: AnswerLook[]
}

/** An account of a passage against a question: what it says of it, and the words that it lacks. */
export interface PassageAccount {
  verdict: PassageVerdict
  /** Codes and things of the question that do not stand where it answers. */
  missing: string[]
  /** The sentence that answers, or comes nearest. */
  sentence: string
  /** The part of the question, by rarity, that this sentence holds with the names above it. */
  share: number
  /** The part of it that those names hold: they say what all of the passage is about. */
  subject: number
}

/** Take a question apart, with the rarity of its words. */
export function askedQuestion(question: string, { passages, found }: Rarity): AskedQuestion {
  const order = wordsOf(question.replace(/ (?:해|돼|되나|하나|줘)(?= ?줘|[?\s]*$)/g, ''))
  const words = wordsAsked(question).map(({ wanted, terms }) => {
    const rarities = terms.map((term) => Math.log(1 + passages / ((found.get(term) ?? 0) + 0.5)))
    const rarity = rarities.reduce((sum, one) => sum + one, 0) / (rarities.length || 1)
    // The last verb of a request stands behind all others.
    const at = order.lastIndexOf(wanted.word)
    const isKnown = found.size === 0 || terms.some((term) => (found.get(term) ?? 0) > 0)
    const role = isAskedDeed(order[at - 1], wanted.word)
      ? 'deed'
      : roleOf(wanted.word, at < 0 ? undefined : order[at + 1])
    return { wanted, role, rarity, isKnown }
  })
  return { words, kinds: answerKinds(question) }
}

/** “Who signs”: the word behind it is what somebody does. */
const isAskedDeed = (before: string | undefined, word: string) =>
  before !== undefined && /^who$/i.test(before) && /^[a-z]+s$/.test(word)

/** Account for a passage: the best of its sentences under its headings and the name of its file. */
export function accountFor(hit: PassageHit, asked: AskedQuestion): PassageAccount {
  const title = readable(`${basename(hit.file, extname(hit.file))} ${hit.heading} ${yearOf(hit.text)}`)
  const sentences = sentencesOf(hit.text).map((some) => sentenceAccount(some, title, asked))
  const best = sentences.reduce((a, b) => (isBetter(b, a) ? b : a))
  const whole = `${title}\n${readable(hit.text)}`
  const inPassage = shareHeld(
    asked.words.filter(({ isKnown, wanted }) => isKnown || wanted.others.length > 0),
    (word) => holds(word, whole) || isNear(word, whole),
  )
  const { verdict, missing, sentence, share } = best
  // A passage without a single thing that is asked for is near by its verbs alone.
  const things = asked.words.filter(({ role }) => role === 'thing' || role === 'code')
  const isOfThem = things.length === 0 || things.some((word) => holds(word, whole) || isNear(word, whole))
  const isFound = verdict === 'says' || (inPassage >= leastShare && isOfThem)
  const subject = shareHeld(asked.words, (word) => holds(word, title))
  return { verdict: isFound ? verdict : 'nothing', missing, sentence, share, subject }
}

/** Return the year of a passage that names one and no other: it holds for all that stands there. */
function yearOf(text: string): string {
  const [year = '', ...others] = new Set(text.match(/(?<!\d)(?:19|20)\d\d(?=년|[-./]\d)/g))
  return others.length === 0 ? year : ''
}

/** Tell whether a text has something near a word; of a thing another word, of a deed a part of it is enough. */
const isNear = ({ wanted, role }: AskedWord, text: string) =>
  role === 'thing' || role === 'code'
    ? wanted.others.some((other) => other.length > 1 && text.includes(other))
    : shareOf(wanted, text) >= wordShare

/** A passage with less of the question's words, by rarity, has nothing to do with it. */
const leastShare = 0.25

interface SentenceAccount extends Omit<PassageAccount, 'subject'> {
  isOfKind: boolean
}

function isBetter(a: SentenceAccount, b: SentenceAccount): boolean {
  if (a.verdict !== b.verdict) return a.verdict === 'says'
  if (a.share !== b.share) return a.share > b.share
  if (a.isOfKind !== b.isOfKind) return a.isOfKind
  return a.sentence.length < b.sentence.length
}

/** Account for a sentence, or for two that follow each other. */
function sentenceAccount(
  sentences: readonly string[],
  title: string,
  { words, kinds }: AskedQuestion,
): SentenceAccount {
  const sentence = readable(sentences.join(' '))
  const both = `${title}\n${sentence}`
  const needed = words.filter(({ role }) => role === 'code' || role === 'thing')
  const missing = needed
    .filter((word) => !holds(word, title) && !holds(word, sentence))
    .map(({ wanted: { word } }) => withoutParticle(word))
  const answering = sentences.filter((one) => isOfKind(one, kinds)).map(readable)
  // A name above the passage is no answer yet: the sentence itself must speak of something that is asked, and the
  // one with the kind of thing that is asked for must do so.
  const own = (one: string) =>
    words.some((word) => (kinds.length > 0 ? word.role !== 'manner' : needed.includes(word)) && holds(word, one))
  const says = needed.length > 0 && missing.length === 0 && answering.some(own)
  const share = sumOf(words, (word) => (holds(word, both) ? 1 : Math.min(0.5, shareOf(word.wanted, both))))
  const isAnswering = answering.length > 0
  return {
    verdict: says ? 'says' : 'nearest',
    missing,
    sentence: sentences.join(' '),
    share,
    isOfKind: isAnswering && kinds.length > 0,
  }
}

/** Tell whether a sentence has the kind of thing that is asked for; the digits of a code (E2) are no number. */
const isOfKind = (sentence: string, kinds: readonly AnswerLook[]) =>
  kinds.length === 0 || kinds.some((kind) => kind.test(sentence.normalize('NFC').replace(/\b[a-z]+-?\d+\b/gi, ' ')))

const importance: Readonly<Record<WordRole, number>> = { code: 1, thing: 1, deed: 0.5, property: 0.5, manner: 0 }

/** Return the weight of a word among those of its question, by rarity and role. */
export const weightOf = ({ rarity, role }: AskedWord): number => rarity * importance[role]

/** Sum up the words by their weights, as a part of all of them. */
function sumOf(words: readonly AskedWord[], part: (word: AskedWord) => number): number {
  const total = words.reduce((sum, word) => sum + weightOf(word), 0)
  return total === 0 ? 0 : words.reduce((sum, word) => sum + weightOf(word) * part(word), 0) / total
}

const shareHeld = (words: readonly AskedWord[], isHeld: (word: AskedWord) => boolean) =>
  sumOf(words, (word) => Number(isHeld(word)))

/** Tell whether a text has a word, or another word for the same. */
function holds({ wanted, role }: AskedWord, text: string): boolean {
  // A year is written with its word or without: 2027년, 2027-01-01.
  const code = wanted.word.toLowerCase().replace(/^((?:19|20)\d\d)년$/, '$1')
  if (role === 'code') return isExact(code, text)
  // A claim rests on the word itself or a true synonym; what is only near helps to find.
  const [, noun] = /^([가-힣])(?:에서|까지|부터|이랑|으로|에|로)$/.exec(wanted.word) ?? []
  const own = wanted.stems.filter((stem) => stem === wanted.word || !boundNoun.test(stem))
  const stems = noun === undefined ? own : [...own, noun]
  const share = shareOf({ ...wanted, stems, others: synonymsOf(wanted.word) }, text)
  if (share < wordShare) return false
  if (
    share >= 1 ||
    synonymsOf(wanted.word).some((one) => text.includes(one)) ||
    role !== 'thing' ||
    !/^[가-힣]/.test(wanted.word)
  )
    return true
  return wanted.stems.some((stem) => hasOnlySuffixesBeside(stem, text))
}

/** Stems that stand everywhere as bound nouns: 수도 is no 수. */
const boundNoun = /^[수데줄지바적거게건걸리뿐채척]$/

/** Parts of a compound that name no other thing: 주차비 is what 주차 costs. */
const suffixes = patternOf()`
    ^(?:비|료|값|일|날|때|시|권|증|금|률|율|수|량|용|님|들|씨|별|당|쯤|만|치|형|짜리|전|후|중|내|액|자|할|기|지|고|는|을|은|를|이|가|에|로|도|방법|시간|기간|번호|요금|비용|가격|
    금액|한도|날짜|이름)+$`

/** Tell whether a text has all of a compound, in words of its own (조부모의 상), but a suffix: 위내시경 is not in 대장내시경. */
function hasOnlySuffixesBeside(stem: string, text: string): boolean {
  const covered = new Set<number>()
  for (let at = 0; at + 2 <= stem.length; at++) if (text.includes(stem.slice(at, at + 2))) covered.add(at).add(at + 1)
  const rest = [...stem]
    .map((syllable, at) => (covered.has(at) ? ' ' : syllable))
    .join('')
    .trim()
  return (
    covered.size > 0 &&
    rest.split(/\s+/).every((one) => one === '' || suffixes.test(one) || syllableShare(one, text) === 1)
  )
}

const isExact = (word: string, text: string) =>
  new RegExp(
    `(?<![\\p{Script=Latin}\\p{N}.])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{Script=Latin}\\p{N}])`,
    'u',
  ).test(text)

/** Sentences and rows of a passage, as they are compared, and two that follow each other in a paragraph. */
function sentencesOf(text: string): string[][] {
  return text.split('\n').flatMap((line) => {
    // Ms. Ferreira: the point of a title ends no sentence.
    const single = line.split(/(?<=[.!?。;])(?<!\b(?:Mr|Mrs|Ms|Dr|Prof|St)\.)\s/)
    return [...single.map((one) => [one]), ...single.slice(1).map((one, at) => [single[at] ?? '', one])]
  })
}

/** Small letters, no marks in numbers, and the parts of identifiers as words: retryPolicy, upload_limit. */
const readable = (text: string) =>
  text
    .normalize('NFC')
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/\b([a-z]+)-([a-z]+)\b/gi, '$1-$2 $1$2')
    .replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])_(?=[A-Za-z])/g, ' ')
    .toLowerCase()
