import { calendarMessages } from '../../../messages/tools/calendar.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { toLocal } from '../../../std/time/local-time.ts'
import type { Family } from '../intent.ts'

const ASKS_LENGTH = /몇 ?(?:시간|분)|얼마나|\bhow (?:long|many (?:hours|minutes)|much time)\b/i
const LEFT = /남|\b(?:until|till|left|before)\b/i
/** Words that only ask how long it is. */
const ASKING =
  /^(?:[\s,?.]|오늘|총|모두|걸려|돼|되지?|동안|몇 ?시간|몇 ?분|얼마나|이나|부터|에서|까지|는|은|이야|야|이지|지|인지|예요|이에요|인가요|남\S*|알려\S*|말해\S*|계산해|줘|how|long|many|much|time|hours|minutes|is|are|it|there|from|between|to|until|till|and|before|left|do|i|have)*$/i
const dayMinutes = 1_440

/** "9시부터 6시까지 몇 시간이야?", "6시까지 얼마나 남았어?": lengths on the clock, once around the dial without a half of the day. */
export const span: Family = ({ text, now, zone, language }) => {
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
