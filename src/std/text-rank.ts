import { keptByText } from './by-text.ts'
import { onlyAsks } from './korean/grammar/only-asks.ts'
import { contentWords, queryTerms, terms, wordsOf } from './korean/search/analysis.ts'
import { relatedTo } from './korean/search/synonyms.ts'
import { shareOf, syllableShare, type Wanted, wanted, wordShare } from './korean/search/word-share.ts'
import { patternOf } from './text/pattern.ts'
import type { TextHit } from './text-index.ts'

/** A hit with how well it answers and by which words of the question. */
export interface RankedHit {
  hit: TextHit
  score: number
  /** The part of the question's words that it holds: 0 to 1. */
  coverage: number
  /** Those words, for people who want to know why. */
  matched: string[]
}

/** Knowledge beside the words of a question. */
export interface RankingHints {
  /** Time of the question, in milliseconds since 1970. */
  now: number
  /** People and things that many texts are about: their lines answer no question in which they are not named. */
  owners?: ReadonlySet<string>
  /** The time that the question names. */
  when?: { from: number; to: number } | undefined
  /** Weight of the texts before and after it: high among people who talk, lower among noted lines. */
  beside: number
  /** Weight of the best others of its day: notes of one day are of one occasion. */
  sameDay?: number
}

/** After so long something counts half as much more for being new, in milliseconds. */
const halfLifeMs = 90 * 24 * 60 * 60 * 1000
/** Most that the time of a text adds: of two lines that say alike the newer one comes first, and no more than that. */
const recencyShare = 0.15
/** Weight of BM25 alone against that of holding all words of the question. */
const bareShare = 0.1
/** Someone who asked the same before has most words of the question, and no answer. */
const questionShare = 0.4
/** Most that a line loses which is about more than the question, or about somebody else: 고모 월급 for 월급. */
const strangeShare = 0.15
const strangerShare = 0.5
/** Gain of a line that holds the kind of thing which is asked for: a number for 몇, a day for 언제. */
const kindShare = 0.25
/** Gain of a message by a person whom the question names ("Emma: …" in a chat of several people). */
const speakerShare = 0.3
/** Gain of a note that begins with a person whom the question names ("Emma likes tea"). */
const headShare = 0.8
/** Gain of a text of the time that is asked about; half of it for one of the fortnight after. */
const whenShare = 0.4
const afterMs = 14 * 24 * 60 * 60 * 1000

/** The degree to which a conversation answers a question, 1 for the best of all; and an occasion's share of it. */
export interface Occasion {
  share: number
  said: { texts: readonly string[]; share: number }[]
}
/** The occasions on which a question's matter was spoken of, by conversation. */
export type Occasions = ReadonlyMap<string, Occasion>

/** So many of the messages that were found tell on which occasions the matter was spoken of. */
export const occasionMessages = 30

/**
 * The occasions on which a question's matter was spoken of, from the messages that answer it best. `around`: with
 * what stands beside each.
 */
export function occasionsIn(
  messages: readonly { conversation: string; text: string; score: number; around?: readonly string[] }[],
): Occasions {
  const told = messages.filter(({ text }) => !onlyAsks(text)).slice(0, occasionMessages)
  const most = Math.max(...told.map(({ score }) => score))
  const found = new Map<string, Occasion>()
  for (const { conversation, text, score, around = [text] } of told) {
    const occasion = found.get(conversation) ?? { share: 0, said: [] }
    const share = score / most
    occasion.said.push({ texts: around, share })
    found.set(conversation, { ...occasion, share: Math.max(occasion.share, share) })
  }
  return found
}

/** Characters of texts whose words are kept: messages and notes of one question are compared with each other. */
const wordsKept = 1 << 19
const wordSet = keptByText((text): ReadonlySet<string> => new Set(contentWords(text).flatMap(terms)), wordsKept)

/** Weight of a note for being noted where its matter was spoken of, and for saying what was said there. */
const occasionShare = 1
const saidShare = 2

/**
 * What a note counts for its occasion: it says in few words what was said in many, and what was said answers in the
 * words of the question. 1 for a note of no known occasion. The weights were chosen on nine of LoCoMo's conversations
 * and measured on the tenth, for each of the ten.
 */
export function occasionWeight(note: string, occasion: Occasion | undefined): number {
  if (!occasion) return 1
  const own = wordSet(note)
  const alike = ({ texts, share }: Occasion['said'][number]) => {
    const there = texts.map(wordSet)
    let shared = 0
    for (const word of own) if (there.some((words) => words.has(word))) shared++
    return (share * shared) / Math.max(1, own.size)
  }
  return 1 + occasionShare * occasion.share + saidShare * Math.max(...occasion.said.map(alike))
}

/** Return the terms by which notes and messages that may answer a question are looked up. */
export const noteTerms = (query: string): string[] => queryTerms(query, relatedTo)

/** The time that a question names ("지난주에 뭐라고 했지", "in May 2023"), as days in UTC; undefined where it names none. */
export async function timeAsked(query: string, now: number): Promise<RankingHints['when']> {
  if (!/\d|[주달년해]|어제|그제|그저께|last|yester|past|\b(?:in|on|of|during) [A-Z]/i.test(query)) return undefined
  const { readPeriod } = await import('./korean/dates/period.ts')
  const period = readPeriod(query, { now: new Date(now), zone: 'UTC' })
  return period && { from: Date.parse(period.first) - dayMs, to: Date.parse(period.last) + 2 * dayMs }
}
const dayMs = 24 * 60 * 60 * 1000

/**
 * The hits in the order of how well they answer: by BM25, by how much of the question's words they hold, rare ones
 * first, by whether they are about the same and hold the kind of thing that is asked for, by when they were said, and
 * by what stands beside them.
 */
export function rankHits(query: string, hits: readonly TextHit[], hints: RankingHints): RankedHit[] {
  const words = contentWords(query).map((word) => wanted(word))
  const held = hits.map((hit) => {
    const small = hit.text.toLowerCase()
    // Wi-Fi is asked for as wifi, too.
    const text = small.includes('-') ? `${small} ${small.replace(/(?<=[a-z])-(?=[a-z])/g, '')}` : small
    return words.map((word) => shareOf(word, text))
  })
  const isHeld = (n: number, at: number) => (held[n]?.[at] ?? 0) >= wordShare
  // A word that every hit has tells them apart no more.
  const weights = words.map((_, at) => Math.log(1 + hits.length / (1 + hits.filter((_, n) => isHeld(n, at)).length)))
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1
  const fits = fitting(query, words, hints)
  const same = words.length > 1 ? query.trim().toLowerCase() : ''
  const ranked = hits.map((hit, n) => {
    const matched = words.filter((_, at) => isHeld(n, at)).map(({ word }) => word)
    const told = (held[n] ?? []).reduce((sum, share, at) => sum + share * (weights[at] ?? 0), 0) / total
    const coverage = words.length === 0 ? 0 : matched.length / words.length
    // Nothing answers better than the very words.
    const very = same !== '' && hit.text.toLowerCase().includes(same) ? 2 : 1
    return { hit, coverage, matched, score: hit.score * (bareShare + told) * fits(hit) * very }
  })
  const near = besideOthers(ranked)
  const days = hints.sameDay ? ofTheirDay(ranked) : undefined
  for (const one of ranked) one.score += hints.beside * near(one)
  if (days) for (const one of ranked) one.score += (hints.sameDay ?? 0) * days(one)
  return ranked.sort((a, b) => b.score - a.score)
}

/**
 * Return the degree to which a text fits a question besides holding its words; 1 if nothing speaks for or against it.
 */
function fitting(
  query: string,
  words: readonly Wanted[],
  { now, owners = nobody, when }: RankingHints,
): (hit: TextHit) => number {
  const asked = [query, ...words.flatMap(({ others }) => others)].join(' ').toLowerCase()
  const names = query.match(/(?<!\p{L})[\p{Lu}가-힣]\p{L}+/gu) ?? []
  const speakers = names.map((name) => `${name}:`)
  const heads = names.filter((name) => /\p{Lu}/u.test(name)).flatMap((name) => [`${name} `, `${name}'s `])
  const kinds = kindsOf.filter(([question]) => question.test(query)).map(([, answer]) => answer)
  return ({ text, at }) => {
    const age = at > 0 ? Math.max(0, now - at) : Infinity
    const recency = 1 + recencyShare * 2 ** (-age / halfLifeMs)
    const kind = kinds.some((answer) => answer.test(text)) ? 1 + kindShare : 1
    const speaker = speakers.some((name) => text.startsWith(name)) ? 1 + speakerShare : 1
    const head = heads.some((name) => text.startsWith(name)) ? 1 + headShare : 1
    const asks = onlyAsks(text) ? questionShare : 1
    return recency * kind * speaker * head * asks * (1 - strangeness(text, asked, owners)) * inTime(at, when)
  }
}

function inTime(at: number, when: RankingHints['when']): number {
  if (!when || at < when.from || at > when.to + afterMs) return 1
  return at <= when.to ? 1 + whenShare : 1 + whenShare / 2
}

/** A number for each of a group's entries that has one. */
class ByGroup<T> {
  readonly #groups = new Map<string, Map<number, T>>()
  get(group: string, at: number): T | undefined {
    return this.#groups.get(group)?.get(at)
  }
  set(group: string, at: number, value: T): void {
    const there = this.#groups.get(group)
    if (there) there.set(at, value)
    else this.#groups.set(group, new Map([[at, value]]))
  }
}

/** Neighbours count a little, too: an answer often does not repeat the question. The scores are those of now. */
function besideOthers(ranked: readonly RankedHit[]): (one: RankedHit) => number {
  const scores = new ByGroup<number>()
  for (const { hit, score } of ranked) scores.set(hit.group, hit.order, score)
  return ({ hit: { group, order } }) => {
    const at = (by: number) => scores.get(group, order + by) ?? 0
    return at(-2) / 2 + at(-1) + at(1) + at(2) / 2
  }
}

/** Number of the best texts of a day that speak for the others of it. */
const mostOfDay = 3

/** Return the mean score of the best other texts of its group and day; 0 for a text whose day nobody knows. */
function ofTheirDay(ranked: readonly RankedHit[]): (one: RankedHit) => number {
  const dayOf = (at: number) => Math.floor(at / dayMs)
  const best = new ByGroup<number[]>()
  for (const { hit, score } of ranked.toSorted((a, b) => b.score - a.score)) {
    const scores = best.get(hit.group, dayOf(hit.at))
    if (!scores) best.set(hit.group, dayOf(hit.at), [score])
    else if (scores.length < mostOfDay) scores.push(score)
  }
  return ({ hit, score }) => {
    const scores = hit.at > 0 ? (best.get(hit.group, dayOf(hit.at)) ?? []) : []
    const others =
      score >= (scores.at(-1) ?? 0)
        ? scores.reduce((sum, one) => sum + one, -score)
        : (scores[0] ?? 0) + (scores[1] ?? 0)
    return Math.max(0, others) / (mostOfDay - 1)
  }
}

const nobody: ReadonlySet<string> = new Set()

/** Of how many different things a name must be the owner in texts. */
const mostlyOwned = 3

/** Names that stand at the head of what several texts are about: 고모 in 고모 월급은 …, 고모 주소는 …, 고모 생일은 …. */
export function ownersIn(texts: Iterable<string>): Set<string> {
  const owned = new Map<string, Set<string>>()
  for (const text of texts) {
    const [, owner, thing] = /^(\S+) (\S+?)[은는이가] /u.exec(text) ?? []
    if (owner && thing) owned.set(owner, (owned.get(owner) ?? new Set()).add(thing))
  }
  return new Set([...owned].flatMap(([owner, things]) => (things.size >= mostlyOwned ? [owner.toLowerCase()] : [])))
}

/** Kinds of thing that question words ask for, and the look of a line that has one. */
const kindsOf: readonly (readonly [RegExp, RegExp])[] = [
  [
    /몇\s?시|\bwhat time/i,
    /(?:\d|[한두세네]|다섯|여섯|일곱|여덟|아홉|열)\s?시|오전|오후|아침|저녁|새벽|밤|정오|\d:\d\d|\d\s?[ap]m/i,
  ],
  [
    /며칠|날짜|언제|무슨 요일|\bwhen\b/i,
    patternOf('i')`
      \d+\s?[월일년]|[월화수목금토일]요일|매[일주월년달]|주말|평일|[한두세네]\s?달|아침|저녁|새벽|초하루|보름|\d{4}-\d\d|january|february|march|april|
      \bmay\b|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day`,
  ],
  [
    /얼마|몇|번호|사이즈|\bhow (?:much|many|long|old|far)|number/i,
    /\d|[한두세네]\s|다섯|여섯|일곱|여덟|아홉|첫|둘째|셋째|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b/i,
  ],
  [
    /어디|어느 (?:곳|동네|나라|병원|은행|가게)|\bwhere\b/i,
    /에\s|에서|[동구시군읍면로길층역점관원]\s|옆|뒤|위|아래|서랍|상자|주소|[동구시군읍면로길층역점관원]$|\b(?:at|in|on|near)\b/i,
  ],
  [/누구|누가|\bwho\b/i, /님|씨|친구|선생|교수|과장|부장|대리|누나|언니|형|오빠|동생|이모|고모|삼촌/],
]

/**
 * Return the loss of a line that is about something which the question does not name; 0 for a text that names no topic.
 */
function strangeness(text: string, asked: string, owners: ReadonlySet<string>): number {
  const topic = /^((?:\S+ ){0,3}?\S+?)[은는이가]\s/u.exec(text)?.[1]
  if (topic === undefined) return 0
  const words = wordsOf(topic.toLowerCase())
  const strange = words.filter((word) => !asked.includes(word) && syllableShare(word, asked) < wordShare)
  if (strange[0] !== undefined && strange[0] === words[0] && owners.has(strange[0])) return strangerShare
  return words.length === 0 ? 0 : (strangeShare * strange.length) / words.length
}
