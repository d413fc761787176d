import { calendarMessages } from '../../../messages/tools/calendar.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { toLocal } from '../../../std/time/local-time.ts'
import type { Family, Intent, Utterance } from '../intent.ts'
import { annotate, type GrammarRule, matchFirst } from '../parse/pattern.ts'
import { type TimeReading, type WhenPart, whenIn } from '../parse/when.ts'

type Build = (utterance: Utterance) => Intent
const time = (part: WhenPart | undefined) => part as TimeReading

const today = '(?:⟨d\\d+⟩(?:에|은|는)? )?'
const tellMe = '(?: ?(?:알려|말해|계산해) ?줘)?'
const rows: GrammarRule<WhenPart, Build>[] = [
  [
    `${today}{t}(?:부터|에서) {t}까지(?:는|면)? ?(?:총 |모두 )?(?:몇 ?시간 ?몇 ?분|몇 ?시간|몇 ?분|얼마나)(?:이나)?(?:{끝}| ?(?:걸려|되|돼|지나|동안)[가-힣]{0,5})${tellMe}`,
    (a, b) => between(time(a), time(b)),
  ],
  [
    `(?:how_long|how_many_hours)(?:_is_it|_are_there|_is)?_(?:from|between)_{t}_(?:to|until|till|and) {t}`,
    (a, b) => between(time(a), time(b)),
  ],
  [
    `${today}(?:[가-힣]{1,6} )?{t}까지(?:는)? ?(?:몇 ?시간 ?몇 ?분|몇 ?시간|몇 ?분|얼마나)(?:이나)? ?남[가-힣]{1,5}${tellMe}`,
    (t) => until(time(t)),
  ],
  [
    `how_(?:long|much_time|many_(?:hours|minutes))(?:_is_it|_are_left|_is_left|_left|_do_i_have)?_(?:until|till|to|before) {t}`,
    (t) => until(time(t)),
  ],
]

/** "9시부터 6시까지 몇 시간이야?", "6시까지 얼마나 남았어?": lengths on the clock. */
export const span: Family = (utterance) => {
  const text = utterance.text.replace(leaving, '$1 오후 ')
  const lengths = sumOfLengths(utterance)
  if (lengths !== undefined) return lengths
  return matchFirst(rows, annotate(text, whenIn({ ...utterance, text })))?.(utterance)
}

/** "1시간 20분 + 50분", "2시간에서 45분 빼면", "1h30m minus 20 minutes": lengths on top of one another, with nothing left over. */
function sumOfLengths({ text, language }: Utterance): Intent | undefined {
  const said = text
    .replace(/(\S)에서 (.+?)(?:을|를)? ?(?:빼면|뺀 ?(?:시간|거|것)?)(?=$|[ 은])/, '$1 - $2')
    .replace(/(\S)(?:에|에다가?) (.+?)(?:을|를)? ?(?:더하면|더한 ?(?:시간|거|것)?)(?=$|[ 은])/, '$1 + $2')
    .replace(asksLength, '')
  const [first = '', ...rest] = said.split(/\s*(더하기|빼기|플러스|마이너스|[+−-]|\bplus\b|\bminus\b)\s*/i)
  const lengths = [first, ...rest.filter((_, at) => at % 2 === 1)].map(lengthOf)
  if (lengths.length < 2 || lengths.includes(undefined)) return undefined
  const total = lengths.reduce<number>(
    (sum, length = 0, at) =>
      at > 0 && /빼기|마이너스|[−-]|minus/i.test(rest[2 * at - 2] ?? '') ? sum - length : sum + length,
    0,
  )
  const say = calendarMessages[language]
  return total > 0 ? { weight: 3, answer: () => say.is(say.duration(total)) } : undefined
}

/** Its length in milliseconds where it is one and nothing else. */
function lengthOf(part: string): number | undefined {
  const { text, durations } = readSentence(part.trim())
  const [read] = durations
  return read?.from === 0 && read.to === text.length ? read.ms : undefined
}

const asksLength =
  /^(?:what(?:'s| is) |how (?:much|long) is )|(?:은|는|이|가)? ?(?:모두 |총 |다 해서 )?(?:몇 ?시간 ?몇 ?분|몇 ?시간|몇 ?분|얼마나|얼마)(?:이야|야|이지|지|예요|이에요|인가요?|돼|되지)?$|(?:은|는)$/gi

/** Nobody leaves work at six in the morning without saying so. */
const leaving = /(?<![가-힣])(퇴근(?: ?시간)?(?:은|이)?) ?(?=(?:[1-9]|한|두|세|네|다섯|여섯|일곱|여덟|아홉) ?시)/

/** Half a day, in minutes. */
const halfDay = 720
/** Minutes from one time of day to the next other: once around the dial where neither half of the day was named. */
function around(minutes: number, { ambiguous }: Pick<TimeReading, 'ambiguous'>): number {
  const round = ambiguous ? halfDay : 2 * halfDay
  return ((minutes % round) + round) % round || round
}

const between =
  (from: TimeReading, to: TimeReading): Build =>
  ({ language }) => {
    const loose = from.ambiguous || to.ambiguous
    const minutes = around((to.hour - from.hour) * 60 + to.minute - from.minute, loose ? { ambiguous: loose } : {})
    const say = calendarMessages[language]
    return { weight: 2, answer: () => say.is(say.duration(minutes * 60_000)) }
  }

const until =
  (to: TimeReading): Build =>
  ({ now, zone, language }) => {
    const local = toLocal(now, zone)
    const minutes = around((to.hour - local.hour) * 60 + to.minute - local.minute, to)
    const then = toLocal(new Date(now.getTime() + minutes * 60_000), zone)
    const say = calendarMessages[language]
    return {
      weight: 2,
      answer: () => say.leftUntil(say.clock({ hour: then.hour, minute: then.minute }), say.duration(minutes * 60_000)),
    }
  }
