import { patternOf } from '../../text/pattern.ts'
import type { When } from '../../time/calendar.ts'
import { calendarPhrases, calendarWords } from '../dates/calendar-words.ts'
import { GIVE } from '../grammar/ending.ts'
import { matchSpans, type Span, touchesAny } from '../spelling/span.ts'

/**
 * What a stretch of a sentence is, and so which slot may take it. `set`: all or some of several things; `calendar`: a
 * word of when or how often that no reading took; `exception`: what leaves something out or takes it back; `open`:
 * what bounds a value or leaves it open;
 * `harmless`: politeness, hesitation, words that only ask.
 */
export type Owner =
  | 'rule'
  | 'zone'
  | 'amount'
  | 'day'
  | 'time'
  | 'length'
  | 'person'
  | 'set'
  | 'negation'
  | 'exception'
  | 'open'
  | 'calendar'
  | 'number'
  | 'request'
  | 'harmless'

/** A stretch of a sentence and what it is. */
export interface OwnedSpan extends Span {
  owner: Owner
  text: string
}

const SET = patternOf('gi')`
    (?<![가-힣])(?:(?:둘|셋|넷|다섯|[두세네]\s?(?:건|개|명))\s?(?:다|모두)|전부|모두|전체|모든|각자|각각|나머지|절반|일부)(?![가-힣]{2})|
    \b(?:both|all|each of|every one|the rest|half)\b`
/** Words that leave something out or take it back. */
const EXCEPTION =
  /(?<![가-힣])(?:말고|빼고|제외하고|제외한?|아니(?:다|야)?|아냐)(?![가-힣])|\b(?:except|but not|instead of|unless|also|too)\b/gi
/** Words that bound a value or leave it open: "아니면", "최소", "시간은 미정", "아직 몰라", "more or less". */
const OPEN = patternOf('gi')`
  (?<![가-힣])(?:아니면|또는|혹은|최대(?:한)?|최소(?:한)?|적어도|많아야|늦어도|빨라도)(?![가-힣])|[가-힣]*\s?(?:미정|아직\s?(?:몰라|모르|안)|모르겠|일\s?수도|될\s?수도|
  올\s?수도|갈\s?수도)[가-힣]*|\b(?:or|either|not sure|at most|at least|up to|maybe|no (?:later|earlier|sooner) than)\b
`
const REQUEST = patternOf('gi')`
  (?:알려|말해|보여|기억해|적어|깨워|보내|이체해|송금해|찾아|읽어|추가해|등록해|만들어|지워|취소해|바꿔|해)(?:${GIVE}|\s?주고)(?![가-힣])|
  \b(?:remind me(?: to)?|please|can you|could you|would you)\b
`

/** The readings of a sentence that have places in it. */
interface ReadParts {
  text: string
  recurrence(when: When): { spans: readonly Span[] } | undefined
  days(when: When): readonly Span[]
  zone: Span | undefined
  amounts: readonly Span[]
  times: readonly Span[]
  durations: readonly Span[]
  people: readonly Span[]
  negations: readonly Span[]
  numbers: readonly Span[]
  words: readonly (Span & { filler: boolean })[]
}

/** Read everything in a sentence that somebody owns, in its order; of two that overlap the first kind has it. */
export function ownedSpans(sentence: ReadParts, when: When): OwnedSpan[] {
  const { text } = sentence
  const kinds: readonly (readonly [Owner, readonly Span[]])[] = [
    ['open', matchSpans(text, OPEN)],
    ['rule', sentence.recurrence(when)?.spans ?? []],
    ['zone', sentence.zone ? [sentence.zone] : []],
    ['amount', sentence.amounts],
    ['calendar', calendarPhrases(text)],
    ['day', sentence.days(when)],
    ['time', sentence.times],
    ['length', sentence.durations],
    ['person', sentence.people],
    ['set', matchSpans(text, SET)],
    ['exception', matchSpans(text, EXCEPTION)],
    ['negation', sentence.negations],
    ['request', matchSpans(text, REQUEST)],
    ['calendar', calendarWords(text)],
    ['number', sentence.numbers],
    ['harmless', sentence.words.filter(({ filler }) => filler)],
  ]
  const found: OwnedSpan[] = []
  for (const [owner, spans] of kinds)
    for (const { from, to } of spans)
      if (!touchesAny({ from, to }, found)) found.push({ owner, from, to, text: text.slice(from, to) })
  return found.toSorted((a, b) => a.from - b.from)
}

/** A particle that belongs to what stands right before it, and holds no meaning of its own. */
const PARTICLE = patternOf()`
    ^(?:에는|에도|에만|에다가?|에|엔|쯤에?|\s?정각에?|경에?|까지는?|부터는?|마다|씩|은|는|이|가|을|를|도|만|으?로|와|과|이?랑|하고|의|인데|이니까?|이라서?|이고|이야|야|이?라고?|
    이에요|예요|이 되면|이면|있다가|지나서|간|\s?(?:동안|짜리|내내)|['’]s)(?=[\s,.!?~…]|$)`
/** "만기가 12월 22일인데": the day is said of what stands before it. */
const COPULA = /^\s?(?:인데|이니까|이라서?|이고|이야|야|이에요|예요)(?=[\s,]|$)/
/** In English the half of the day stands behind it: "tomorrow morning at 9". */
const HALF = /^ (?:morning|afternoon|evening|night)\b/i
/** English words that join a time to the words before it: "call mom [at] 3". */
const JOINT = /(?:^|\s)(?:(?:on|at|in|for|by|until|from|every|the|this|around|starting)\s+)+$/i
const MARKS = '[\\s,.!?~…·\'"“”‘’()]'
const EDGES = new RegExp(`^${MARKS}+|${MARKS}+$`, 'g')

/** A run of words that no span covers. */
export interface Stretch extends Span {
  text: string
}

/**
 * List what is left beside spans, each run of words as one stretch: a title is one of them, and whatever else is there
 * has no owner.
 */
export function stretchesBeside(text: string, spans: readonly Span[]): Stretch[] {
  const stretches: Stretch[] = []
  let at = 0
  const sorted = spans.toSorted((a, b) => a.from - b.from)
  for (const { from, to } of [...sorted, { from: text.length, to: text.length }]) {
    if (from > at) {
      const start = at === 0 ? 0 : at + tailLength(text.slice(at, from))
      const open = text.slice(start, from)
      const said = COPULA.test(text.slice(endOfRun(text, sorted, to)))
        ? open.replace(/(?<=[가-힣])(?:이|가|은|는)\s*$/, '')
        : open
      const words = (from < text.length ? said.replace(JOINT, '') : said).replace(EDGES, '')
      const begin = text.indexOf(words, start)
      if (words !== '') stretches.push({ from: begin, to: begin + words.length, text: words })
    }
    at = Math.max(at, to)
  }
  return stretches
}

/** The end of the spans that stand right behind one another: a day and its hour. */
function endOfRun(text: string, sorted: readonly Span[], to: number): number {
  const next = sorted.find(({ from }) => from >= to && text.slice(to, from).trim() === '')
  return next && next.to > to ? endOfRun(text, sorted, next.to) : to
}

/** The length of what belongs to a span right before it. */
const tailLength = (rest: string): number => (PARTICLE.exec(rest) ?? HALF.exec(rest))?.[0].length ?? 0
