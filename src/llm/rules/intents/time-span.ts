import { calendarMessages } from '../../../messages/tools/calendar.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { toLocal } from '../../../std/time/local-time.ts'
import type { Family, Intent, Utterance } from '../intent.ts'

const ASKS_LENGTH = /몇 ?(?:시간|분)|얼마나|\bhow (?:long|many (?:hours|minutes)|much time)\b/i
const LEFT = /남|\b(?:until|till|left|before)\b/i
/** Words that only ask how long it is. */
const ASKING = patternOf('i')`
  ^(?:[\s,?.]|오늘|총|모두|걸려|돼|되지?|동안|몇 ?시간|몇 ?분|얼마나|이나|부터|에서|까지|는|은|이야|야|이지|지|인지|예요|이에요|인가요|남\S*|알려\S*|말해\S*|계산해|줘|how|
  long|many|much|time|hours|minutes|is|are|it|there|from|between|to|until|till|and|before|left|do|i|have)*$
`
const dayMinutes = 1_440

/** "9시부터 6시까지 몇 시간이야?", "6시까지 얼마나 남았어?": lengths on the clock, once around the dial without a half of the day. */
export const span: Family = (utterance) => {
  const { text, now, zone, language } = utterance
  const lengths = sumOfLengths(utterance)
  if (lengths) return lengths
  if (!ASKS_LENGTH.test(text)) return undefined
  const said = readSentence(text)
  const times = said.times.flatMap((one) => ('invalid' in one ? [] : [one]))
  const [first, second, more] = times
  const rest = times.reduceRight((left, { from, to }) => `${left.slice(0, from)} ${left.slice(to)}`, said.text)
  if (!first || more || !ASKING.test(rest) || (!second && !LEFT.test(text))) return undefined
  const [from, to] = second ? [first, second] : [{ ...toLocal(now, zone), ambiguous: false }, first]
  const round = first.ambiguous || second?.ambiguous ? dayMinutes / 2 : dayMinutes
  const apart = (to.hour - from.hour) * 60 + to.minute - from.minute
  const minutes = ((apart % round) + round) % round || round
  const say = calendarMessages[language]
  const length = say.duration(minutes * 60_000)
  if (second) return { weight: 2, answer: () => say.is(length) }
  const then = toLocal(new Date(+now + minutes * 60_000), zone)
  return { weight: 2, answer: () => say.leftUntil(say.clock({ hour: then.hour, minute: then.minute }), length) }
}

/** "1시간 20분 + 50분", "2시간에서 45분 빼면", "1h30m minus 20 minutes": lengths on top of one another, with nothing left over. */
function sumOfLengths({ text, language }: Utterance): Intent | undefined {
  const said = text
    .replace(/(\S)에서 (.+?)(?:을|를)? ?(?:빼면|뺀 ?(?:시간|거|것)?)(?=$|[ 은])/, '$1 - $2')
    .replace(/(\S)(?:에|에다가?) (.+?)(?:을|를)? ?(?:더하면|더한 ?(?:시간|거|것)?)(?=$|[ 은])/, '$1 + $2')
    .replace(ASKING_SUM, '')
  const [first = '', ...rest] = said.split(/\s*(더하기|빼기|플러스|마이너스|[+−-]|\bplus\b|\bminus\b)\s*/i)
  const lengths = [first, ...rest.filter((_, at) => at % 2 === 1)].map(readLength)
  if (lengths.length < 2 || lengths.includes(undefined)) return undefined
  const isTakenOff = (at: number) => at > 0 && /빼기|마이너스|[−-]|minus/i.test(rest[2 * at - 2] ?? '')
  const total = lengths.reduce<number>((sum, length = 0, at) => (isTakenOff(at) ? sum - length : sum + length), 0)
  const say = calendarMessages[language]
  return total > 0 ? { weight: 3, answer: () => say.is(say.duration(total)) } : undefined
}

/** Read a length of time in milliseconds; undefined if the part is anything else. */
function readLength(part: string): number | undefined {
  const { text, durations } = readSentence(part.trim())
  const [read] = durations
  return read?.from === 0 && read.to === text.length ? read.ms : undefined
}

const ASKING_SUM = patternOf('gi')`
    ^(?:what(?:'s| is) |how (?:much|long) is )|(?:은|는|이|가)? ?(?:모두 |총 |다 해서 )?(?:몇 ?시간 ?몇 ?분|몇 ?시간|몇 ?분|얼마나|얼마)
    (?:이야|야|이지|지|예요|이에요|인가요?|돼|되지)?$|(?:은|는)$`
