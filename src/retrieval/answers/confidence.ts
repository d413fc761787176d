import { basename, extname } from 'node:path'
import { wordsOf } from '../../std/korean/search/analysis.ts'
import { wordsAsked } from '../../std/korean/search/asked-words.ts'
import { shareOf, type Wanted, wordShare } from '../../std/korean/search/word-share.ts'
import type { PassageHit, Rarity } from '../ports.ts'
import { answerKinds, importance } from './answer-kind.ts'

/** A question taken apart. Each word has the terms that it is indexed by and what it weighs: a rare one tells more. */
interface AskedQuestion {
  words: { wanted: Wanted; weight: number }[]
  kinds: RegExp[]
}

/** What shows that a passage answers a question; each between 0 and 1. */
export interface Evidence {
  /** The part of the question's words that it holds, by their weights. */
  held: number
  /** The same of its best sentence, with the names of file and heading. */
  together: number
  /** The part that it holds of the word that weighs most. */
  rarest: number
  /** 1 where the best sentence has the kind of thing that is asked for, 0 where not, 0.5 where the question names no kind. */
  kind: number
  /** How far the search puts it before the best passage of another document, times `held`: to be the only one proves little. */
  ahead: number
  /** How much the words that it holds weigh: one word that is everywhere proves little. */
  mass: number
}

function asked(question: string, { passages, found }: Rarity): AskedQuestion {
  const last = wordsOf(question.replace(/ (?:해|돼|되나|하나|줘)(?= ?줘|[?\s]*$)/g, '')).at(-1)
  const words = wordsAsked(question).map(({ wanted, terms }) => {
    const rarities = terms.map((term) => Math.log(1 + passages / ((found.get(term) ?? 0) + 0.5)))
    const rarity = rarities.reduce((sum, one) => sum + one, 0) / (rarities.length || 1)
    return { wanted, weight: rarity * importance(wanted.word, wanted.word === last) }
  })
  return { words, kinds: answerKinds(question) }
}

/** The evidence of each passage. */
export function evidenceOf(question: string, hits: readonly PassageHit[], rarity: Rarity): Evidence[] {
  const { words, kinds } = asked(question, rarity)
  const total = words.reduce((sum, { weight }) => sum + weight, 0) || 1
  const most = Math.max(...words.map(({ weight }) => weight))
  const shares = hits.map((hit) => words.map(({ wanted }) => share(wanted, whole(hit))))
  const sum = (held: readonly number[]) => words.reduce((all, { weight }, at) => all + weight * (held[at] ?? 0), 0)
  return hits.map((hit, at) => {
    const held = shares[at] ?? []
    const title = titleOf(hit)
    const best = sentencesOf(hit.text)
      .map((sentence) => ({ sentence, sum: sum(words.map(({ wanted }) => share(wanted, `${title}\n${sentence}`))) }))
      .map((one) => ({ ...one, sum: one.sum * (kinds.some((kind) => kind.test(one.sentence)) ? 1.1 : 1) }))
      .reduce((a, b) => (b.sum > a.sum ? b : a), { sentence: '', sum: 0 })
    const other = hits.find(({ file }) => file !== hit.file)?.score ?? 0
    return {
      held: sum(held) / total,
      together: Math.min(1, best.sum / total),
      rarest: Math.max(0, ...words.map(({ weight }, n) => (weight === most ? (held[n] ?? 0) : 0))),
      kind: kinds.length === 0 ? 0.5 : kinds.some((kind) => kind.test(best.sentence)) ? 1 : 0,
      ahead: Math.max(0, 1 - other / (hit.score || 1)) * (sum(held) / total),
      mass: Math.min(1, sum(held) / (2 * Math.log(1 + rarity.passages / 0.5))),
    }
  })
}

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

// By `bench/retrieval/fit-confidence.ts`: half of the held-out questions and the Korean test set, each asked without its document, too. How it holds
// on the other half tells `bench/retrieval/held-out.ts`.
const weights: Evidence = { held: 0.81, together: 4.03, rarest: 0.67, kind: 1.57, ahead: 4.75, mass: 3.64 }
const firstWeight = 0.97
/** Words of Hangul are found in parts, those of other scripts as they are: as much evidence says a little less in Korean. */
const bias = { korean: -7.79, other: -7.35 }

/**
 * The passages with how surely each answers the question, from 0 to 1, and which of its words none of them holds; best first where
 * `reorder`, else in the order of the search.
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
