import type { When } from '../../time/calendar.ts'
import { type Span, touchesAny } from '../spelling/span.ts'
import type { OwnedSpan, Owner, Stretch } from './spans.ts'

/** A sentence as far as its words of when are counted. */
interface Accountable {
  text: string
  spans(when: When): readonly OwnedSpan[]
  stretches(taken: readonly Span[]): readonly Stretch[]
  recurrence(when: When): { spans: readonly Span[] } | undefined
  times: readonly (Span & { ambiguous?: true })[]
}

/** A sentence as far as its moment is made of parts. */
interface Dated {
  days(when: When): readonly (Span & { date?: string; invalid?: string })[]
  times: readonly Span[]
  moment(when: When): (Span & { at?: Date; dateOnly?: true }) | undefined
}

/**
 * The spans of which the moment of a sentence is made: its day and its time, or how long it is until then; the same
 * day or hour said twice is one.
 */
export function momentSpans(sentence: Dated, when: When): readonly Span[] {
  const read = sentence.moment(when)
  if (!read) return []
  const [days, times] = [sentence.days(when), sentence.times]
  const [day, time] = [days[0], times[0]]
  if (!time && read.at && !read.dateOnly) return [read]
  const again = [
    ...days.filter((one) => one === day || (one.date !== undefined && one.date === day?.date)),
    ...times.filter((one) => one === time || isSameTime(one, time)),
  ]
  return again.length > 0 ? again : [read]
}

const isSameTime = (one: object, other: object | undefined) =>
  'hour' in one &&
  'minute' in one &&
  other !== undefined &&
  'hour' in other &&
  'minute' in other &&
  one.hour === other.hour &&
  one.minute === other.minute

/** The owners of when, how often, until when, and of what takes one of them back. */
const OF_WHEN: ReadonlySet<Owner> = new Set(['rule', 'zone', 'day', 'time', 'length', 'calendar', 'exception'])

/** Particles that change what stands before them: of a rule more than of one moment. */
const CHANGES =
  '에서|처럼|보다|같이|까지만|부터만|전까지|\\s?(?:이내에?|안에|안으로|내로|내에|중으로|무렵에?|즈음에?|직전에?|직후에?|지나서|지나고|넘어서|넘으면|되기)'
const RULE_CHANGES = new RegExp(`^(?:에)?(?:${CHANGES}|도|만|은|는)(?![가-힣])`)
/** "5시부터 회의" is of one hour; "내일부터 3시에" begins something of which nobody said how often it comes. */
const MOMENT_CHANGES = new RegExp(`^(?:${CHANGES})(?![가-힣])`)
const ONWARD = /^부터(?=\s)/

/** Position of a time word that belongs to the deed: behind the time, and before the thing that it is of. */
const ATTRIBUTE = /^(?:의|자|분|까지는?)?\s(?=\S)/
const ADVERBIAL =
  /(?:에|에는|엔|도|만|마다|부터|은|이면|쯤|으로|때|번씩?|회씩?|차례|늦게|일찍|먼저|빨리)$|^(?:홀수|짝수|매|격|첫|[한두세네]|\d+)?(?:번|회)?$|^(?:홀수|짝수)/
/** In English by what stands before it: "the 5 pm meeting", "tomorrow's exam". */
const OF_THING = /(?:\b(?:the|a|an|my|our|your|his|her|their|this|that|about|of|for)|['’]s)\s$/i
const OWNED = /(?:\b(?:the|a|an|my|our|your|his|her|their)|['’]s)\s$/i
const THING = /^\s(?!(?:at|on|in|by|of|and|or|to|for|until|every|each)\b)[a-z]/i
const TO_DO = /\bto [a-z]/i
const DUE = /\bby\s$/i
const HALF_WORD = /^(?:새벽|아침|점심|저녁|낮|밤)$/
const WHILE = /때(?:쯤)?(?:에|에는|엔)?$/
const LEFT_OUT = /^(?:은|는|만|도)?\s?(?:말고|빼고|제외)/
const LASTING = /^\s?(?:동안|간|내내|연속)/
const SHIFTS = /^\s?(?:전|뒤|후|일찍|늦게|먼저|빨리|더\s|있다|이따|간격|early|earlier|late|later|ahead|from now)/
const LENGTH_OF = /\bfor (?:the (?:next )?)?$/i
const WITHIN = /\b(?:within|in|after|every)\s$/i
/** "December 3, 7 and 19": numbers that are told with a day. */
const JOINED = /^(?:\s?(?:,|·|and|or|&|와|과|이?랑|하고)\s?){1,2}$/

/**
 * Find the words of when that were read by nobody: what is in none of the `used` spans and is no attribute of the
 * thing. `isRule`: the used spans are those of a repetition, which has all its times.
 */
export function strayWhen(sentence: Accountable, used: readonly Span[], isRule: boolean, when: When): Span | undefined {
  const { text } = sentence
  if (used.length === 0) return undefined
  const broken = used.find((span) => !isWhole(text, span, isRule))
  if (broken) return withTail(text, { from: broken.from - (text[broken.from - 1] === '-' ? 1 : 0), to: broken.to })
  const last = Math.max(...used.map(({ to }) => to))
  const isUsed = (span: Span) => touchesAny(span, used) || used.some(({ to }) => HALF.test(text.slice(to, span.to)))
  const hours = sentence.times.filter(isUsed)
  const isHalved = hours.length > 0 && hours.every(({ ambiguous }) => !ambiguous)
  const strays = sentence.spans(when).filter((span) => {
    if (isUsed(span)) return false
    // "점심 약속 오전 11시": an hour that has its half of the day takes no other one.
    if (isHalved && HALF_WORD.test(span.text) && ATTRIBUTE.test(text.slice(span.to))) return false
    // "회의 때 발표하라고 3시에": with an hour it is of the deed.
    if (hours.length > 0 && WHILE.test(span.text)) return false
    if (span.owner === 'number') return used.some(({ to }) => JOINED.test(text.slice(to, span.from)))
    if (span.owner === 'exception' || span.owner === 'open') return isOfWhen(text, span, used)
    return OF_WHEN.has(span.owner) && !isOfThing(text, span, last, isRule)
  })
  const [first] = strays
  return first && withTail(text, { from: first.from, to: joinedEnd(text, first, strays) })
}

function isWhole(text: string, { from, to }: Span, isRule: boolean): boolean {
  const rest = text.slice(to)
  const isChanged = (isRule ? RULE_CHANGES : MOMENT_CHANGES).test(rest)
  const isOnward = !isRule && ONWARD.test(rest) && !/[시분반\d]$/.test(text.slice(from, to))
  return !isChanged && !isOnward && !/(?:^|\s)-$/.test(text.slice(0, from))
}

/** "수요일 빼고" leaves a day out, "양파 빼고" a thing. */
function isOfWhen(text: string, { from, to }: Span, used: readonly Span[]): boolean {
  const isNear = (between: string) => /^(?:은|는|만|도)?\s*(?:(?:on|at|in|for)\s*)?$/i.test(between)
  return used.some(
    (span) =>
      (span.to <= from && isNear(text.slice(span.to, from))) || (to <= span.from && isNear(text.slice(to, span.from))),
  )
}

/** "tomorrow morning": the half of a day that was read. */
const HALF = /^ (?:morning|afternoon|evening|night)$/i

/** The end of all words of when that stand together: "이번 주 말에". */
function joinedEnd(text: string, first: Span, strays: readonly Span[]): number {
  let { to } = first
  for (const next of strays) if (next.from >= to && /^\s*$/.test(text.slice(to, next.from))) to = next.to
  return to
}

const withTail = (text: string, { from, to }: Span): Span => ({
  from,
  to: to + ((MOMENT_CHANGES.exec(text.slice(to)) ?? /^[가-힣]{1,3}(?=[\s,]|$)/.exec(text.slice(to)))?.[0].length ?? 0),
})

function isOfThing(text: string, { owner, from, to, text: said }: OwnedSpan, last: number, isRule: boolean): boolean {
  const [before, after] = [text.slice(0, from), text.slice(to)]
  if (owner === 'rule' || owner === 'zone' || LEFT_OUT.test(after)) return false
  if (owner === 'length') {
    if (SHIFTS.test(after) || WITHIN.test(before)) return false
    return !/[일주달년월]|day|week|month|year/i.test(said) || !(LASTING.test(after) || LENGTH_OF.test(before))
  }
  // Beside a rule a day by its number is a second one: "매달 1일 월세 15일 카드값".
  if (isRule && owner === 'day' && /\d/.test(said)) return false
  if (/[가-힣]/.test(text)) return from >= last && ATTRIBUTE.test(after) && !ADVERBIAL.test(said)
  if (from >= last && (DUE.test(before) || TO_DO.test(text.slice(last, from)))) return true
  if (owner === 'calendar') return OWNED.test(before) && THING.test(after)
  return OF_THING.test(before) || /^['’]s\b/.test(after)
}
