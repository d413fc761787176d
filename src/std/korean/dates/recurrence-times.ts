import { inOneLine } from '../../text/pattern.ts'
import type { Clock } from '../../time/local-time.ts'
import { nativeAt } from '../numbers/number.ts'
import { matchSpans, type Span, spanOf, touchesAny } from '../spelling/span.ts'
import { likelyHour } from './moment.ts'
import { countOf } from './recurrence-tokens.ts'
import type { TimeOfDay } from './time.ts'

/** What is known of a rule when "세 번" beside it is to be understood. */
interface Around {
  /** How many clock times it has in a day, how many days in its week, month or year. */
  clocks: number
  days: number
  /** It comes within the day ("30분마다"): so many times are all of them. */
  passing: boolean
  /** The words of the rule, without its times. */
  own: readonly Span[]
  times: readonly Span[]
}

/**
 * "세 번" beside a rule. `total`: it ends after so many; `each`: so many in each day or week, which its times already
 * say. `unclear`: both can be meant, or another number than the times that were named.
 */
export type TimesSaid = ({ kind: 'total'; count: number } | { kind: 'each' } | { kind: 'unclear' }) & Span

const TENS = '열|스물|서른|마흔|쉰'
const ONES = '한|두|세|네|다섯|여섯|일곱|여덟|아홉'
const EN = '\\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty'
const SAID = new RegExp(
  [
    inOneLine`
      (?<![가-힣\\d])(?<per>[주월연]\\s?)?(?<each>하루에?\\s?|(?:한\\s?주|일주일|한\\s?달)에?\\s?)?(?<all>총\\s?|딱\\s?|모두\\s?|
      앞으로\\s?)?(?<ko>\\d{1,3}|(?:${TENS})?(?:${ONES})|열|스무|서른|마흔|쉰)\\s?(?:번|회|차례)(?<apiece>씩)?(?<only>만|동안|
      까지)?(?![째가-힣])
    `,
    inOneLine`
      \\b(?<before>for |only |just )?(?:(?<en>${EN}) times|(?<twice>twice))(?<after> only| in (?:all|
      total))?(?<rate> (?:a|per|each|every) (?:day|week|month))?\\b
    `,
  ].join('|'),
  'g',
)
/** Behind a number these are names: "10번 버스", "3번 출구". */
const NUMBERED = /^\s?(?:버스|출구|문제|홈|게이트|트랙|채널|국도|척추)/
const LINKED = /(?:에는?|으?로|,|\s)*$/

/** Where so many times are said: "3 times" is no time of the day. */
export const timesWords = (text: string): Span[] => matchSpans(text, SAID)

/**
 * How "세 번", "10번만", "three times" beside a rule is meant; undefined where none is said, or where it belongs to what
 * is to be done.
 */
export function saidTimes(text: string, around: Around): TimesSaid | undefined {
  for (const hit of text.matchAll(SAID)) {
    const { groups = {} } = hit
    const span = spanOf(hit)
    if (touchesAny(span, around.own)) continue
    const count = groups.twice ? 2 : countIn((groups.ko ?? groups.en) as string)
    const kind = kindOf(text, span, count, groups, around)
    if (kind === 'total') return { kind, count, ...span }
    if (kind) return { kind, ...span }
  }
  return undefined
}

const countIn = (word: string) => (/^\d/.test(word) ? Number(word) : (nativeAt(word, 0)?.value ?? countOf(word)))

function kindOf(text: string, span: Span, count: number, said: Record<string, string | undefined>, around: Around) {
  const { clocks, days, passing, own, times } = around
  const before = text.slice(0, span.from).replace(LINKED, '').length
  const after = text.slice(span.to).replace(/^[\s,.!]+/, '')
  const behind = (spans: readonly Span[]) => spans.some(({ to }) => to === before)
  const ahead = [...own, ...times].some(({ from }) => from > span.to && /^[\s,]*$/.test(text.slice(span.to, from)))
  const fits = count === clocks || count === clocks * days || (count === 1 && clocks <= 1)
  if (said.only === '까지') return count > 1 ? 'total' : 'unclear'
  // "주 2회" is of the week: days and hours have to make as many.
  if (said.per) return count > 1 && count === clocks * days ? 'each' : 'unclear'
  if (said.each ?? said.apiece ?? said.rate) return fits ? 'each' : 'unclear'
  if (passing) return count > 1 && (behind(own) || limited(said)) ? 'total' : undefined
  if (count === 1) return limited(said) || behind(own) || behind(times) ? (clocks <= 1 ? 'each' : 'unclear') : undefined
  // "매일 세 번 9시 1시 7시": what stands beside 매일 says how often a day has it.
  if (behind(own) && !(limited(said) && after === '')) return fits ? 'each' : 'unclear'
  if (limited(said)) return count === clocks || (behind(own) && count === days) ? 'unclear' : 'total'
  if (clocks > 1 && count === clocks) return 'each'
  if (NUMBERED.test(text.slice(span.to))) return undefined
  if (ahead) return 'unclear'
  if (!behind(times)) return undefined
  return after === '' && clocks <= 1 && count !== days ? 'total' : 'unclear'
}

const limited = ({ all, only, before, after }: Record<string, string | undefined>) =>
  [all, only, before, after].some((one) => one !== undefined)

const clockOf = ({ hour, minute, second, ambiguous }: TimeOfDay): Clock => ({
  hour: ambiguous ? likelyHour(hour) : hour,
  minute,
  ...(second ? { second } : {}),
})

/**
 * Times in the order of the day, as they are said: "9시 1시 7시" ends in the evening, since its 7 stands behind 1 in the
 * afternoon. Undefined where an hour without its half of the day cannot stand behind the one before: "9시 7시 5시".
 */
export function clocksOf(times: readonly TimeOfDay[]): Clock[] | undefined {
  const said = times.toSorted((a, b) => a.from - b.from).filter((time, at, all) => !isSame(time, all[at - 1]))
  const clocks: Clock[] = []
  for (const time of said) {
    const last = clocks.at(-1)
    const likely = clockOf(time)
    const hours = time.ambiguous && last ? [time.hour % 12, (time.hour % 12) + 12] : [likely.hour]
    const next = hours.map((hour) => ({ ...likely, hour })).find((clock) => !last || minuteOf(clock) > minuteOf(last))
    if (!next && said.some(({ ambiguous }) => ambiguous)) return undefined
    clocks.push(next ?? likely)
  }
  return clocks
}

/** "8시에 8시에" is one time; of "7시 8시 7시" the last is of the evening. */
const isSame = ({ hour, minute, ambiguous }: TimeOfDay, before: TimeOfDay | undefined) =>
  before?.hour === hour && before.minute === minute && before.ambiguous === ambiguous

const minuteOf = ({ hour, minute }: Clock) => hour * 60 + minute
