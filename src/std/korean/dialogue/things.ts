import type { When } from '../../time/calendar.ts'
import { readDate } from '../dates/date.ts'
import { readTime } from '../dates/time.ts'
import { readPeople } from '../grammar/people.ts'
import { readAmounts } from '../numbers/amount.ts'
import { everyRead, type Span } from '../spelling/span.ts'

type Kind = 'amount' | 'time' | 'day' | 'count' | 'person'

/** Something that can be set right as a whole: nothing may cut inside of its span. */
export interface Thing extends Span {
  kind: Kind
}

const COUNT =
  /(?<![가-힣\d])(?:\d{1,4}|[한두세네석넉]|(?:열|스물|서른|마흔|쉰)?\s?(?:하나|둘|셋|넷|한|두|세|네|다섯|여섯|일곱|여덟|아홉)|열|스무)\s?(?:명|사람|개|잔|인분|장|마리|권|병|그릇|판|대|박|켤레|송이|봉지|상자)(?:을|를|이|은|는)?/g
/** "네 명", "3잔". */
function countsIn(text: string): Span[] {
  return [...text.matchAll(COUNT)].map(({ index, 0: said }) => ({ from: index, to: index + said.length }))
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
    for (const { from, to } of read(text, when))
      if (!found.some((other) => from < other.to && to > other.from)) found.push({ kind, from, to })
  return found.sort((a, b) => a.from - b.from)
}

/** The parts of a day or a time from the large to the small: "다음 주" and "오후" hold for the next one, too, which names none of its own. */
const PARTS = [
  /\d{2,4}년|[올작내후금]년|올해|지난해/,
  /(?:이번|다음|다다음|지난|저번|돌아오는)\s?[주달]|(?:\d{1,2}|[일이삼사오육유칠팔구시십]{1,2})월(?!요)/,
  /[월화수목금토일]요일/,
  /(?:\d{1,2}|[일이삼사오육칠팔구십]{1,3})일(?!요)/,
  /오전|오후|새벽|아침|점심|대낮|낮|저녁|한밤|밤/,
  /\S{1,3}\s?시|\d{1,2}:\d\d/,
] as const

/** What of a day or time that is taken back goes on to hold for what takes its place: "다음 주 " of "다음 주 금요일" before "토요일". */
export function carriedOver(taken: string, next: string): string {
  const first = PARTS.map((part) => ({ part, at: next.search(part) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0]
  const at = first ? taken.search(first.part) : -1
  return at > 0 ? taken.slice(0, at) : ''
}
