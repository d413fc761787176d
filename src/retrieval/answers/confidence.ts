import { basename, extname } from 'node:path'
import { wordsOf } from '../../std/korean/search/analysis.ts'
import { wordsAsked } from '../../std/korean/search/asked-words.ts'
import { shareOf, type Wanted, wordShare } from '../../std/korean/search/word-share.ts'
import type { PassageHit, Rarity } from '../ports.ts'
import { answerKinds, importance, isThing } from './answer-kind.ts'

/** A question taken apart. Each word has the terms that it is indexed by and what it weighs: a rare one tells more. */
interface AskedQuestion {
  words: AskedWord[]
  kinds: RegExp[]
}
interface AskedWord {
  wanted: Wanted
  weight: number
  /** Whether it names something: an answer may say a verb in another way, and seldom a thing. */
  isThing: boolean
}

/** What shows that a passage answers a question; each between 0 and 1. */
export interface Evidence {
  /**
   * The part of the question's words that its best sentence holds, by their weights, with the names of file and
   * heading.
   */
  together: number
  /**
   * 1 where the best sentence has the kind of thing that is asked for, 0 where not, 0.5 where the question names no
   * kind.
   */
  kind: number
  /** 1 where nothing of that kind stands anywhere in it. */
  noKind: number
  /**
   * The part of the words that file and heading do not hold, in the one sentence with that kind of thing that has
   * most of them.
   */
  beside: number
  /** How far its best sentence holds more than the best one of other documents. */
  over: number
  /** How many of the things that the question names are not in it: a half for one, 1 for more. */
  absent: number
  /**
   * How far the search puts it before the best passage of another document, times what it holds: to be the only one
   * proves little.
   */
  ahead: number
  /** How much the words that it holds weigh: one word that is everywhere proves little. */
  mass: number
}

function asked(question: string, { passages, found }: Rarity): AskedQuestion {
  const last = wordsOf(question.replace(/ (?:해|돼|되나|하나|줘)(?= ?줘|[?\s]*$)/g, '')).at(-1)
  const words = wordsAsked(question).map(({ wanted, terms }) => {
    const rarities = terms.map((term) => Math.log(1 + passages / ((found.get(term) ?? 0) + 0.5)))
    const rarity = rarities.reduce((sum, one) => sum + one, 0) / (rarities.length || 1)
    const isLast = wanted.word === last
    return { wanted, weight: rarity * importance(wanted.word, isLast), isThing: isThing(wanted.word, isLast) }
  })
  return { words, kinds: answerKinds(question) }
}

/** The evidence of each passage. */
export function evidenceOf(question: string, hits: readonly PassageHit[], rarity: Rarity): Evidence[] {
  const { words, kinds } = asked(question, rarity)
  const total = sumOf(words, () => 1) || 1
  const best = hits.map((hit) => ({ hit, own: sentenceEvidence(hit, words, kinds) }))
  return best.map(({ hit, own }) => {
    const held = words.map(({ wanted }) => share(wanted, whole(hit)))
    const mass = sumOf(words, (_, n) => held[n] ?? 0)
    const absent = words.filter(({ isThing }, n) => isThing && (held[n] ?? 0) < wordShare).length
    const others = best.filter((one) => one.hit.file !== hit.file)
    return {
      ...own,
      over: Math.max(0, own.together - Math.max(0, ...others.map((one) => one.own.together))),
      absent: Math.min(1, absent / 2),
      ahead: Math.max(0, 1 - (others[0]?.hit.score ?? 0) / (hit.score || 1)) * (mass / total),
      mass: Math.min(1, mass / (2 * Math.log(1 + rarity.passages / 0.5))),
    }
  })
}

/** What the sentences of a passage show, each by itself. */
function sentenceEvidence(
  hit: PassageHit,
  words: readonly AskedWord[],
  kinds: readonly RegExp[],
): Pick<Evidence, 'together' | 'kind' | 'noKind' | 'beside'> {
  const title = titleOf(hit)
  const isTitled = words.map(({ wanted }) => share(wanted, title) >= wordShare)
  const outside = sumOf(words, (_, n) => Number(!isTitled[n]))
  const sentences = sentencesOf(hit.text).map((sentence) => {
    const hasKind = kinds.length === 0 || kinds.some((kind) => kind.test(sentence))
    const beside = sumOf(words, ({ wanted }, n) => (isTitled[n] ? 0 : share(wanted, sentence)))
    const all = sumOf(words, ({ wanted }) => share(wanted, `${title}\n${sentence}`))
    return { hasKind, beside: outside === 0 ? 1 : beside / outside, all: all * (hasKind && kinds.length > 0 ? 1.1 : 1) }
  })
  const best = sentences.reduce((a, b) => (b.all > a.all ? b : a), { hasKind: false, beside: 0, all: 0 })
  return {
    together: Math.min(1, best.all / (sumOf(words, () => 1) || 1)),
    kind: kinds.length === 0 ? 0.5 : Number(best.hasKind),
    noKind: Number(!sentences.some(({ hasKind }) => hasKind)),
    beside: Math.max(0, ...sentences.map(({ hasKind, beside }) => (hasKind ? beside : 0))),
  }
}

const sumOf = (words: readonly AskedWord[], part: (word: AskedWord, at: number) => number) =>
  words.reduce((all, word, at) => all + word.weight * part(word, at), 0)

/** The very form of an English word is worth a little more than its stem: rent before rented. */
function share(word: Wanted, text: string): number {
  const own = shareOf(word, text)
  return own === 1 && word.foreign.length > 0 && !isExact(word.word.toLowerCase(), text) ? 0.9 : own
}

const isExact = (word: string, text: string) => ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${word} `)

const titleOf = ({ file, heading }: PassageHit) => readable(`${basename(file, extname(file))} ${heading}`)
const whole = (hit: PassageHit) => `${titleOf(hit)}\n${readable(hit.text)}`
const sentencesOf = (text: string) => readable(text).split(/\n|(?<=[.!?。;])\s/)

/** Small letters, and the parts of identifiers as words: retryPolicy, upload_limit. */
const readable = (text: string) =>
  text
    .normalize('NFC')
    .replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])_(?=[A-Za-z])/g, ' ')
    .toLowerCase()

// By `bench/retrieval/fit-confidence.ts`: half of the held-out questions and the Korean test set, each asked without
// its document, too, and without the sentence that answers. How it holds on the other half, and on a set of nearly
// answerable ones, tells `bench/retrieval/held-out.ts`.
const weights: Evidence = {
  together: 1.88,
  kind: 0.97,
  noKind: -1.44,
  beside: 1.45,
  over: 1.83,
  absent: -1.12,
  ahead: 0.47,
  mass: 3.24,
}
const firstWeight = 1.2
/**
 * Words of Hangul are found in parts, those of other scripts as they are: as much evidence says a little less in
 * Korean.
 */
const bias = { korean: -5.25, other: -4.84 }

/**
 * The passages with how surely each answers the question, from 0 to 1, and which of its words none of them holds;
 * best first where `reorder`, else in the order of the search.
 */
export function assess(question: string, hits: readonly PassageHit[], rarity: Rarity, reorder: boolean): PassageHit[] {
  const evidence = evidenceOf(question, hits, rarity)
  const base = /[가-힣]/.test(question) ? bias.korean : bias.other
  const names = Object.keys(weights) as (keyof Evidence)[]
  const assessed = hits.map((hit, at) => {
    const one = evidence[at] as Evidence
    const sum = names.reduce((all, name) => all + weights[name] * one[name], base + (at === 0 ? firstWeight : 0))
    return { ...hit, confidence: 1 / (1 + Math.exp(-sum)) }
  })
  return reorder ? assessed.sort((a, b) => b.confidence - a.confidence) : assessed
}

/** The words of a question that stand in none of these passages, and mean something there. */
export function missingWords(question: string, hits: readonly PassageHit[]): string[] {
  const texts = hits.map(whole)
  const things = wordsAsked(question).filter(({ wanted: { word } }) => word.length > 1 && importance(word, false) === 1)
  const missing = things.filter(({ wanted }) => texts.every((text) => shareOf(wanted, text) < wordShare))
  return missing.map(({ wanted: { word } }) => word)
}
