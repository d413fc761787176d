import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { isoDate, toLocal } from '../../../std/time/local-time.ts'
import type { Utterance } from '../intent.ts'

/**
 * Events after the day's work or right before sleep: an hour beside one is of the evening. A noun ("저녁 약속") says
 * nothing of it.
 */
const EVENING = patternOf('i')`
  퇴근(?:하고|하면서|하는|하자마자| ?후| ?뒤| ?길| ?전)|하교 ?(?:후|하고|길)|(?:일|회사|학교|학원) (?:끝나고|마치고)|저녁 ?(?:을 ?)?(?:먹고|먹은)|(?:자기|잠들기|
  잠자기|취침) ?전|자라고|\b(?:after (?:work|dinner|supper)|before (?:bed|going to bed|sleep)|go to (?:bed|sleep))\b
`
/** Whoever is woken again and again is woken in the morning. */
const MORNING = /깨워|기상|일어나라|\bwake\b|\bget up\b/i

/** The words of a wish with the half of the day that its other words say at its time: "퇴근하고 7시에" → "퇴근하고 오후 7시에". */
export function withHalf(body: string, utterance: Utterance): string {
  const sentence = readSentence(body)
  const [time, other] = sentence.times
  if (!time || 'invalid' in time || !time.ambiguous || time.hour === 12) return body
  const isMorning =
    MORNING.test(utterance.text) && sentence.recurrence(utterance) !== undefined && time.hour >= 4 && time.hour < 7
  const isEvening = !other && time.hour >= 5 && EVENING.test(body)
  if (!isMorning && !isEvening) return body
  const [{ text }, said] = [sentence, isMorning ? ['오전', 'am'] : ['오후', 'pm']]
  if (/[가-힣]/.test(text)) return `${text.slice(0, time.from)}${said[0]} ${text.slice(time.from)}`
  return `${text.slice(0, time.to)} ${said[1]}${text.slice(time.to)}`
}

/** Words of waking, or for an alarm: it rings until somebody answers. */
export const wakes = /깨워|알람|\balarm\b|\bwake\b/i

/**
 * "내일 6시에 깨워줘", or "6시 반에 깨워줘" at ten in the morning: where neither half of the day was named, whoever is woken in the
 * evening is woken from a nap, which is of today and short; all others in the morning.
 */
export function awake({ text, now, zone }: Pick<Utterance, 'text' | 'now' | 'zone'>, at: Date): Date {
  if (!wakes.test(text) || toLocal(at, zone).hour < 16) return at
  const isOtherDay = isoDate(at, zone) !== isoDate(now, zone)
  if (isOtherDay) return new Date(+at - halfDayMs)
  return +at - +now > longestNapMs ? new Date(+at + halfDayMs) : at
}
/** The clock shows the same hour of the other half of the day. */
export const halfDayMs = 12 * 3_600_000
const longestNapMs = 6 * 3_600_000

/** "tomorrow 9": a number behind a day is its hour. */
export const withAt = (body: string) => body.replace(HOUR_FIRST, '$2 at $1').replace(BARE_HOUR, '$1 at $2')
const BARE_HOUR = patternOf('i')`
  \b((?:tomorrow|today|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?: (?:morning|evening|afternoon))?) (1[0-2]|
  [1-9])(?=$| (?!(?:am|pm|a\.m|p\.m|days?|weeks?|hours?|minutes?|people|of)\b)[a-z])
`
/** "for 7 tomorrow morning": and so is one before it. */
const HOUR_FIRST = patternOf('i')`
    (?:^|\b(?:for|at) )(1[0-2]|[1-9]) ((?:tomorrow|today|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?: (?:morning|
    evening|afternoon))?)\b`

const THIS_HOUR = patternOf('i')`
    (?<![가-힣])(?:지금 ?)?(?:이|같은|똑같은) ?(?:시간|시각)(?:쯤)?(?=에|$|\s)|(?<![가-힣])이맘때(?:쯤)?(?=에|$|\s)|
    \b(?:at )?(?:this|the same) time(?= tomorrow| next| in | on |$)`

/** "일주일 뒤 이 시간에", "this time tomorrow": the hour that it is now. */
export function withThisHour(body: string, { now, zone }: Pick<Utterance, 'now' | 'zone'>): string {
  const { hour, minute } = toLocal(now, zone)
  const two = (n: number) => String(n).padStart(2, '0')
  const sentence = readSentence(body)
  const [{ times }, days] = [sentence, sentence.days({ now, zone })]
  // "3시에 이맘때": the hour was said.
  const isOther = times.length === 0 && days.some((day) => 'date' in day && day.date !== isoDate(now, zone))
  return isOther
    ? body.replace(THIS_HOUR, (said) => `${/^[a-z]/i.test(said) ? 'at ' : ''}${two(hour)}:${two(minute)}`)
    : body
}
