import type { ReadRecurrence } from '../../../std/korean/dates/recurrence.ts'
import { withoutZone } from '../../../std/korean/dates/zone.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { overlaps, type Span, spanOf } from '../../../std/korean/spelling/span.ts'
import { addDays, type CivilDate, civilDate, partsOf, todayIn } from '../../../std/time/calendar.ts'
import { isoDate, isoSecond, toInstant } from '../../../std/time/local-time.ts'
import { nextOccurrence, toRuleText } from '../../../std/time/recurrence.ts'
import type { Utterance } from '../intent.ts'

/** The time that a sentence says, and the words beside it. */
export interface WhenSaid {
  first?: CivilDate
  last?: CivilDate
  /** Instants: of an hour, of a part of the day. */
  from?: Date
  to?: Date
  minutes?: number
  /** The words of a rule, for the tool that reads them. */
  repeat?: string
  /** Whose clock it is; '' where nobody can tell. */
  zone?: string
  /** A day that there is not. */
  isInvalid?: true
  /** The words of when that were read by nobody. */
  unread?: string
  /** The day that something is to go to, beside the one it is on. */
  towards?: CivilDate
  /** True if an hour was said, not a part of the day. */
  isTimed?: true
  rest: string
}

const JOINT = /^(?:부터|에서|까지)?\s?(?:[-~–]|to|until|till|through|thru)?\s?$/i
/**
 * Read when something is meant to be: one day or several, an hour or a stretch of hours, again and again, elsewhere.
 */
export function whenSaid(utterance: Utterance): WhenSaid {
  const plain = withPlainRanges(utterance.text)
  const said = readSentence(plain).zone
  const text = said ? withoutZone(plain, said) : plain
  const zone = said ? { zone: said.zone ?? '' } : {}
  const there = { ...utterance, text, zone: said?.zone ?? utterance.zone }
  const rule = readSentence(text).recurrence(there)
  if (rule && !rule.others) return { ...ruled(there, rule), ...zone }
  return { ...once(there), ...zone }
}

/** "3-4시", "12-1:30": hours as both are said. A bare hour of the day is one at which people are awake. */
function withPlainRanges(text: string): string {
  const korean = text
    .replace(/(?<![가-힣])요번\s?주/g, '이번 주')
    .replace(/(\d{1,2})\s?[-~–]\s?(\d{1,2})(?=\s?시)/g, '$1시부터 $2')
  if (/[가-힣]/.test(korean)) return korean
  return korean.replace(
    /\b(?:from )?(\d{1,2}(?::\d\d)?)(?:\s?([ap]m))?\s?(?:[-–~]|to|until)\s?(\d{1,2}(?::\d\d)?)(?:\s?([ap]m))?\b(?![-/])/gi,
    (_, from: string, fromHalf: string | undefined, to: string, toHalf: string | undefined) => {
      const half = (clock: string) => (/^(?:[7-9]|1[01])(?!\d)/.test(clock) ? 'am' : 'pm')
      const first = fromHalf ?? (toHalf && Number.parseInt(from, 10) <= Number.parseInt(to, 10) ? toHalf : half(from))
      return `at ${from}${first} to ${to}${toHalf ?? half(to)}`
    },
  )
}

function ruled(utterance: Utterance, { spans, rule }: ReadRecurrence): WhenSaid {
  const { text, zone, now } = utterance
  const words = spans.map(({ from, to }) => text.slice(from, to)).join(' ')
  const rest = beside(text, spans)
  const written = toRuleText(rule, zone)
  const next = /^RRULE:(?!RSCALE)/m.test(written) ? nextOccurrence(written, now, zone) : undefined
  if (!next) return { isInvalid: true, rest }
  return rule.time
    ? { from: next, isTimed: true, repeat: words, rest }
    : { first: isoDate(next, zone), repeat: words, rest }
}

function once(utterance: Utterance): WhenSaid {
  const { text } = utterance
  const said = readSentence(text)
  const named = said.days(utterance)
  const period = said.periodAhead(utterance)
  const days = named.filter((one) => !period || !overlaps(one, period))
  const times = said.times.filter((one) => !('invalid' in one))
  const lengths = said.durations.filter(
    ({ to }) =>
      /^\s?(?:동안|간|짜리)|^$/.test(text.slice(to)) ||
      /\bfor $/i.test(text.slice(0, to)) ||
      /^\s?(?:동안|간|짜리)/.test(text.slice(to)),
  )
  const [day, end] = days
  if (days.some((one) => 'invalid' in one)) return { isInvalid: true, rest: text }
  const isRange = day && end && JOINT.test(text.slice(day.to, end.from))
  const taken: Span[] = [
    ...(period ? [period] : []),
    // Beside a stretch a day is another time, which nobody read.
    ...(day && !period ? [isRange ? { from: day.from, to: end.to } : day] : []),
  ]
  const goal = day && end && !period && !isRange && isGoal(text, end) ? end : undefined
  if (goal) taken.push(goal)
  const dayOf = (one: typeof day) => (one && 'date' in one ? one.date : undefined)
  const first = period?.first ?? dayOf(day)
  const last =
    period?.last ?? (isRange && first ? lastDay(first, dayOf(end) ?? first, text.slice(end.from, end.to)) : first)
  const towards = dayOf(goal)
  const dates = { ...(first ? { first } : {}), ...(last ? { last } : {}), ...(towards ? { towards } : {}) }
  const hours = hoursOf(utterance, times, towards ?? first)
  const part = hours ? undefined : partOf(utterance, first)
  const minutes = lengths[0] && hours ? { minutes: Math.round(lengths[0].ms / 60_000) } : {}
  // A length without an hour is one by which something moves, or nobody's.
  const used = [...taken, ...(hours ? lengths : []), ...(hours?.spans ?? []), ...(part?.spans ?? [])]
  const stray = said.strayWhen(used, false, utterance)
  const unread = stray ? { unread: text.slice(stray.from, stray.to) } : {}
  const rest = beside(text, used)
  return { ...dates, ...unread, ...(hours?.at ?? part?.at ?? {}), ...minutes, rest }
}

/** "금요일 회식 토요일로", "move Friday's dinner to Saturday": a second day that is where something goes. */
const isGoal = (text: string, { from, to }: Span) =>
  /^(?:으로|로)(?![가-힣])/.test(text.slice(to)) || /\bto $/i.test(text.slice(0, from))

/** "5월 20일부터 22일까지": the second day is of the month of the first. */
function lastDay(first: CivilDate, last: CivilDate, words: string): CivilDate {
  const [, day] = /^\s*(\d{1,2})(?:일|st|nd|rd|th)?\s*$/.exec(words) ?? []
  if (day === undefined) return last
  const [year, month] = partsOf(first)
  const same = civilDate(year, month, Number(day))
  return same && same >= first ? same : last
}

type Times = ReturnType<typeof readSentence>['times']

/** An hour, or two that a word joins. */
function hoursOf(utterance: Utterance, times: Times, first: CivilDate | undefined) {
  const { text, zone } = utterance
  const [start, end] = times
  if (!start || 'invalid' in start) return undefined
  const moment = readSentence(text).moment(utterance)
  if (!moment || 'invalid' in moment || moment.dateOnly) return undefined
  const date = first ?? moment.date
  const from = first ? atClock(date, start, zone) : moment.at
  const shown = first && 'at' in moment && sameDay(moment.date, first) ? moment.at : from
  const joined = end && !('invalid' in end) && JOINT.test(text.slice(start.to, end.from)) ? end : undefined
  if (!joined) return { spans: [start], at: { from: shown, isTimed: true as const } }
  let to = atClock(date, joined, zone)
  // The half of the day that was said for the first is that of the second, and it ends after it begins.
  while (to <= shown) to = new Date(+to + (joined.ambiguous ? 12 : 24) * 3_600_000)
  return { spans: [{ from: start.from, to: joined.to }], at: { from: shown, to, isTimed: true as const } }
}

const sameDay = (a: CivilDate, b: CivilDate) => a === b

function atClock(date: CivilDate, { hour, minute }: { hour: number; minute: number }, zone: string): Date {
  const [year, month, day] = partsOf(date)
  return toInstant({ year, month, day, hour, minute, second: 0 }, zone)
}

const PARTS: readonly (readonly [RegExp, from: number, to: number])[] = [
  [/(?<![가-힣])오전(?:에|의)?(?![가-힣])|\bin the morning\b|\b(?:this )?morning\b/i, 0, 12],
  [/(?<![가-힣])아침(?:에|의)?(?![가-힣])/, 5, 12],
  [/(?<![가-힣])점심 ?(?:시간|때)(?:에|의)?(?![가-힣])|\b(?:at|over|during) lunch ?(?:time)?\b/i, 12, 13],
  [/(?<![가-힣])오후(?:에|의)?(?![가-힣])|\bin the afternoon\b|\b(?:this )?afternoon\b/i, 12, 24],
  [/(?<![가-힣])(?:저녁|밤)(?:에|의)?(?![가-힣])|\bin the evening\b|\b(?:this evening|tonight|evening)\b/i, 17, 24],
]
const LEFT = /(?<![가-힣])(?:남은|남아\s?있는|지금부터|이제)(?![가-힣])|\b(?:left|remaining|rest of)\b/i

/** A part of the day, or what is left of it. */
function partOf(utterance: Utterance, first: CivilDate | undefined) {
  const { text, zone, now } = utterance
  const date = first ?? todayIn(utterance)
  const endOf = (day: CivilDate) => atClock(addDays(day, 1), { hour: 0, minute: 0 }, zone)
  const left = LEFT.exec(text)
  if (left) return { spans: [spanOf(left)], at: { first: date, last: date, from: now, to: endOf(date) } }
  for (const [shape, from, to] of PARTS) {
    const found = shape.exec(text)
    if (!found) continue
    const until = to === 24 ? endOf(date) : atClock(date, { hour: to, minute: 0 }, zone)
    return {
      spans: [spanOf(found)],
      at: { first: date, last: date, from: atClock(date, { hour: from, minute: 0 }, zone), to: until },
    }
  }
  return undefined
}

/** The words beside what says when, without those of a whole day. */
const beside = (text: string, spans: readonly Span[]) =>
  readSentence(text)
    .beside(spans)
    .replace(/(?<![가-힣])(?:내내|(?:하루\s?)?종일)(?![가-힣])|\ball (?:day|week)\b/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The time as arguments of the tool that changes events. */
export function timesOf(
  { first, last, from, to, minutes, repeat, zone, isTimed }: WhenSaid,
  reader: string,
): { start?: string; end?: string; minutes?: number; repeat?: string; zone?: string } {
  const clock = zone || reader
  const days = first === undefined ? {} : { start: first, ...(last && last !== first ? { end: last } : {}) }
  const hours =
    from && isTimed ? { start: isoSecond(from, clock), ...(to ? { end: isoSecond(to, clock) } : {}) } : undefined
  return {
    ...(hours ?? days),
    ...(minutes === undefined || to ? {} : { minutes }),
    ...(repeat === undefined ? {} : { repeat }),
    ...(zone ? { zone } : {}),
  }
}
