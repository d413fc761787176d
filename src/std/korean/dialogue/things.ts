import { patternOf } from '../../text/pattern.ts'
import type { When } from '../../time/calendar.ts'
import { readDate } from '../dates/date.ts'
import { readTime } from '../dates/time.ts'
import { readPeople } from '../grammar/people.ts'
import { readAmounts } from '../numbers/amount.ts'
import { readCounted } from '../numbers/counted.ts'
import { everyRead, matchSpans, type Span, touchesAny } from '../spelling/span.ts'

type Kind = 'amount' | 'time' | 'day' | 'count' | 'person'

/** Something that can be set right as a whole: nothing may cut inside of its span. */
export interface Thing extends Span {
  kind: Kind
}

const COUNT = patternOf('g')`
    (?<![가-힣\d])(?:\d{1,4}|[한두세네석넉]|(?:열|스물|서른|마흔|쉰)?\s?(?:하나|둘|셋|넷|한|두|세|네|다섯|여섯|일곱|여덟|아홉)|열|스무)
    \s?(?:명|사람|개|잔|인분|장|마리|권|병|그릇|판|대|박|켤레|송이|봉지|상자)(?:을|를|이|은|는)?`
/** "네 명", "3잔". */
function countsIn(text: string): Span[] {
  return [...matchSpans(text, COUNT), ...readCounted(text, '명')]
}

/** Times before days: "7시" is no day. */
const READERS: readonly [Kind, (text: string, when: When) => readonly Span[]][] = [
  ['amount', readAmounts],
  ['time', (text) => everyRead(text, readTime)],
  ['day', (text, when) => everyRead(text, (rest) => readDate(rest, when))],
  ['count', countsIn],
  ['person', readPeople],
]

/** Amounts, times, days, counts and people of a text, in their order; none overlaps another. */
export function thingsIn(text: string, when: When): Thing[] {
  const found: Thing[] = []
  for (const [kind, read] of READERS)
    for (const { from, to } of read(text, when)) if (!touchesAny({ from, to }, found)) found.push({ kind, from, to })
  return withWeekdays(
    text,
    found.toSorted((a, b) => a.from - b.from),
  )
}

/** "12월 2일 수요일" is one day, "수요일 목요일" are two. */
function withWeekdays(text: string, things: readonly Thing[]): Thing[] {
  const all: Thing[] = []
  for (const next of things) {
    const last = all.at(-1)
    const isSame =
      last?.kind === 'day' &&
      next.kind === 'day' &&
      text.slice(last.to, next.from).trim() === '' &&
      /^[월화수목금토일]요일/.test(text.slice(next.from, next.to)) &&
      !/요일/.test(text.slice(last.from, last.to))
    if (isSame) all[all.length - 1] = { ...last, to: next.to }
    else all.push(next)
  }
  return all
}

/**
 * The parts of a day or a time from the large to the small: "다음 주" and "오후" hold for the next one, too, which names
 * none of its own.
 */
const PARTS = [
  /\d{2,4}년|[올작내후금]년|올해|지난해/,
  /(?:이번|다음|다다음|지난|저번|돌아오는)\s?[주달]|(?:\d{1,2}|[일이삼사오육유칠팔구시십]{1,2})월(?!요)/,
  /[월화수목금토일]요일|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i,
  /(?:\d{1,2}|[일이삼사오육칠팔구십]{1,3})일(?!요)/,
  /오전|오후|새벽|아침|점심|대낮|낮|저녁|한밤|밤/,
  /\S{1,3}\s?시|\d{1,2}:\d\d/,
] as const

/** Hours that are not of that half of the day: nobody says 오전 12시 반, and 아침 1시 is in the afternoon. */
const OTHER_HALF = /^(?:오전|아침)\s?(?:12|열두|[1-4]|한|두|세|네)(?:\s?시|:)|^\S+\s?(?:12|열두)(?:\s?시|:)/

/**
 * What of a day or time that is taken back goes on to hold for what takes its place: "다음 주 " of "다음 주 금요일" before
 * "토요일".
 */
export function carriedOver(taken: string, next: string): string {
  const first = PARTS.map((part) => ({ part, at: next.search(part) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0]
  // "12월 2일 수요일 아니 내일 수요일": what names its day by itself needs no more.
  const at = first?.at === 0 ? taken.search(first.part) : -1
  const carried = at > 0 ? taken.slice(0, at) : ''
  return /^\d{1,2}:\d\d$/.test(next) || OTHER_HALF.test(carried.trim() + next) ? '' : carried
}
