import type { Period } from '../../../std/korean/dates/period.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import type { Span } from '../../../std/korean/spelling/span.ts'
import { inOneLine, patternOf } from '../../../std/text/pattern.ts'
import type { Family, Utterance } from '../intent.ts'
import { annotate, type Mark } from '../parse/pattern.ts'
import { type DayMention, type WhenPart, whenIn } from '../parse/when.ts'

const plans = '(?:일정|스케줄|약속|할 ?일|예정|계획|해야 ?할 ?(?:일|거))'
const shown = inOneLine`
    (?:은|는|이|가|을|를|들)? ?(?:뭐|뭐가|뭔지|무엇|어떻게|몇 ?개|좀|다|전부|또)?(?:이|가)? ?(?:있|돼|되|야|예요|에요|지|니|나|냐|어|어요|나요|는지|음|임|보여|알려|말해|
    확인해|정리해|줘|봐|목록|가|을|까|ㅇ|\\s)*`
const dayWords = '(?:⟨d\\d+⟩|이번 ?주|다음 ?주|이번 ?달|다음 ?달|주말)(?:에|의|은|는|엔)?'
/** Korean ways to ask what there is to do, over a text whose days are marks. */
const planShapes = [
  new RegExp(`^(?:내 |나 |제 )?(?:${dayWords} ?)?(?:내 |나 |제 )?${plans}${shown}$`),
  new RegExp(`^${dayWords} ?(?:나 |내가 )?(?:뭐|무슨 ?일) ?(?:가 )?(?:있|해|하|잡혀)[가-힣 ]{0,6}$`),
]

/** English asks with words that name no thing. Those of `PLANS` need no day, and of `ON` there is one. */
const ASKING = new Set(
  `what whats s is are am i i've ve do have got any anything something there my the on in up at for of to me show tell
  look looks like going doing happening planned scheduled will be free busy available open clear time`.split(/\s+/),
)
const PLANS = /^(?:schedule|calendar|agenda|diary|plans?|to-?dos?|to-?do list|appointments?)$/
const ON = /\b(?:have|got|on|in|up|doing|happening|planned|scheduled|looks?|anything|free|busy|available|open|clear)\b/
const DAY = /⟨d\d+⟩(?:['’]s)?|\b(?:this|next) (?:week|weekend|month)(?:['’]s)?/i

/** Tell whether a text, whose days are marks, asks what there is to do. */
export function asksPlans(text: string): boolean {
  if (planShapes.some((shape) => shape.test(text))) return true
  if (!/^(?:what|show|tell|do|am|will|is|are|any)/i.test(text)) return false
  const words = text
    .replace(DAY, ' ')
    .toLowerCase()
    .replace(/to-?do list/, 'to-do')
    .split(/[\s'’?]+/)
    .filter(Boolean)
  const plans = words.filter((word) => PLANS.test(word))
  const isAsked = plans.length > 0 || (DAY.test(text) && ON.test(words.join(' ')))
  return isAsked && words.every((word) => ASKING.has(word) || PLANS.test(word))
}

/** "내일 일정 뭐야?": there is no calendar, but reminders and remembered days are known. */
export const schedule: Family = (utterance) => {
  if (!utterance.tools.has('reminders')) return undefined
  const marks = whenIn(utterance).filter(({ kind }) => kind === 'd')
  const period = marks.length > 0 ? undefined : readSentence(utterance.text).periodAhead(utterance)
  const { text } = annotate<unknown>(utterance.text, period ? [{ ...period, kind: 'd', value: period }] : marks)
  if (!asksPlans(text)) return undefined
  const { day, days } = daysAsked(utterance, marks.length === 1 ? marks[0] : undefined)
  if (day?.invalid) return { weight: 3, answer: () => utterance.say.noDate }
  const known = day ? factsOf(utterance, day) : []
  return {
    weight: 2,
    call: { name: 'reminders', args: { action: 'list', ...(days ? reminderDays(days) : {}) } },
    answer: (list) => utterance.say.schedule(list.trim(), known),
  }
}

/** "예약한 거 취소해줘" where no service has booked anything, for else it would have taken the words. */
export const bookings: Family = ({ text, say }) =>
  anyBooking.test(text) ? { weight: 2, answer: () => say.noBookings } : undefined
const anyBooking = patternOf('i')`
  ^(?:(?:내가|나|아까|방금|어제) )?(?:예약|이체 ?예약|예약 ?이체)(?:한|된|해 ?둔|해 ?놓은)? ?(?:거|것|건|내역|목록|돈)?(?:들)?(?:을|를|은|는|이|
  도)? ?(?:(?:좀|다|전부|모두) ?)*(?:취소|삭제|지워|빼|뭐|보여|알려|있|확인)[가-힣 ]{0,8}$|^(?:please )?(?:cancel|delete|drop|show|
  list)(?: me)? (?:my |the |all )*(?:bookings?|reservations?)$|^(?:do i have|what are) (?:any |my )?(?:bookings|
  reservations)$
`

/** The remembered facts about that day. */
function factsOf({ facts }: Utterance, { date }: DayMention): string[] {
  return [...new Set(facts.filter(({ text }) => date !== '' && text.includes(`(${date})`)).map(({ text }) => text))]
}

/** The day or the days that a question is about: a named day, else a stretch of days. */
export function daysAsked(utterance: Utterance, mark: Mark<WhenPart> | undefined) {
  const period = readSentence(utterance.text).periodAhead(utterance)
  const words = ({ from, to }: Span) => utterance.text.slice(from, to).trim()
  const isPeriod = mark && period && words(mark) === words(period)
  const day = isPeriod ? undefined : (mark?.value as DayMention | undefined)
  const days = day?.date ? { first: day.date, last: day.date } : period
  return { day, days }
}

export type Days = Pick<Period, 'first' | 'last'>

/** Days as the tool of the reminders takes them. */
export const reminderDays = ({ first, last }: Days) => ({ at: first, ...(last === first ? {} : { to: last }) })
