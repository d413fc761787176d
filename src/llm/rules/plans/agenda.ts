import { reminderMessages } from '../../../messages/engine/reminders.ts'
import { calendarMessages } from '../../../messages/tools/calendar.ts'
import type { JsonObject } from '../../../protocol/index.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { inOneLine, patternOf } from '../../../std/text/pattern.ts'
import { addDays, type CivilDate, todayIn } from '../../../std/time/calendar.ts'
import { isoSecond } from '../../../std/time/local-time.ts'
import type { Intent, Utterance } from '../intent.ts'
import { annotate } from '../parse/pattern.ts'
import { whenIn } from '../parse/when.ts'
import { eventRequest, spanArgs } from './event-requests.ts'
import { asksPlans, type Days, daysAsked, reminderDays } from './schedule.ts'
import { told } from './told.ts'
import { whenSaid } from './when-said.ts'

const day = '(?:⟨d\\d+⟩|이번 ?주|다음 ?주|담주|주말|이번 ?주말)(?:에|은|는|엔|에는|의)?'
const clock = '(?:⟨t\\d+⟩(?:에|엔|에는|쯤|쯤에)? ?)?'
const free = [
  new RegExp(
    inOneLine`
      ^(?:나 ?|내가 ?|난 ?|저 ?)?${day} ?${clock}(?:나 ?|내가 ?|난 ?)?(?:(?:시간|스케줄|일정)(?:이|은|을|도)? ?)?(?:좀 ?|다 ?)?(?:비어|비었|비나|비니|
      비는|비워|빈 ?시간|한가|바쁘|바쁜|바빠|(?<=시간이? ?)(?:있|돼|되|나))[가-힣 ]{0,8}$
    `,
  ),
  patternOf('i')`
    ^(?:am i|will i be) (?:free|busy|available)(?: on)? (?:⟨d\d+⟩|this week|next week|this weekend)
    (?:,? ?(?:at )?⟨t\d+⟩)?$`,
  /^is (?:my )?(?:⟨d\d+⟩|this week|next week|this weekend) (?:free|open|clear|busy)$/i,
  /^do i have (?:any )?(?:free )?time (?:on )?(?:⟨d\d+⟩|this week|next week|this weekend)(?:,? ?(?:at )?⟨t\d+⟩)?$/i,
  /^when am i free (?:on )?(?:⟨d\d+⟩|this week|next week|this weekend)$/i,
]

/** "내일 일정 뭐야?", "다음 주 화요일 비어 있어?": the calendars that are connected, and the reminders of those days. */
export function agenda(utterance: Utterance): Intent[] | undefined {
  if (!utterance.tools.has('list_events')) return undefined
  const marks = whenIn(utterance)
  const { text } = annotate(utterance.text, marks)
  const isFree = free.some((shape) => shape.test(text))
  const part = isFree ? undefined : freePart(utterance)
  if (part) return [{ weight: 3, call: { name: 'list_events', args: part }, answer: told }]
  if (!isFree && !asksPlans(text)) return eventRequest(utterance)
  const [mark, ...others] = marks.filter(({ kind }) => kind === 'd')
  if (others.length > 0) return eventRequest(utterance)
  const { day: named, days } = daysAsked(utterance, mark)
  if (named?.invalid) return [{ weight: 3, answer: () => utterance.say.noDate }]
  const span = days ?? { first: todayIn(utterance), last: addDays(todayIn(utterance), 6) }
  if (isFree) {
    const args = { ...argsOf(span), ...(named ? clockOf(utterance) : {}), free: true }
    return [{ weight: 3, call: { name: 'list_events', args }, answer: told }]
  }
  return [
    { weight: 3, call: { name: 'list_events', args: argsOf(span) }, answer: told },
    ...remindersOf(utterance, days),
  ]
}

/** "화요일 오후에 시간 돼?", "이번 주 언제 한가해?": free time in what else may be said of when. */
function freePart(utterance: Utterance): JsonObject | undefined {
  const { rest, unread, isInvalid, ...when } = whenSaid(utterance)
  const isRead = unread === undefined && !isInvalid && when.zone === undefined && when.repeat === undefined
  if (!isRead || !FREE.test(rest) || (when.first === undefined && when.from === undefined)) return undefined
  return { ...spanArgs(when, utterance), free: true }
}
const FREE = patternOf('i')`
  ^(?:나 ?|내가 ?|난 ?|저 ?)?(?:(?:언제|몇 ?시)(?:부터|까지|에)? ?)?(?:(?:시간|스케줄|일정)(?:이|은|을|도)? ?)?(?:언제 ?)?(?:좀 ?|다 ?)?(?:비어
  |비었|비나|비니|비는|빈 ?시간|한가|바쁘|
  바쁜|바빠|(?<=시간이? ?)(?:있|돼|되|나))[가-힣 ]{0,8}$|^(?:when )?(?:am i|are we|will i be) (?:free|busy|available)$
`

/** The requested hour and its date. */
function clockOf(utterance: Utterance): { from?: string } {
  const read = readSentence(utterance.text).moment(utterance)
  return read && !('invalid' in read) && !read.dateOnly ? { from: isoSecond(read.at, utterance.zone) } : {}
}

const argsOf = ({ first, last }: Days) => ({ from: first, ...(last === first ? {} : { to: last }) })

/** The reminders of those days, or all; empty if there are none. */
function remindersOf({ tools, say }: Utterance, days: Days | undefined): Intent[] {
  if (!tools.has('reminders')) return []
  const args = { action: 'list', ...(days === undefined ? {} : reminderDays(days)) }
  const answer = (list: string) => (nothing(days).includes(list.trim()) ? '' : say.alsoReminders(list.trim()))
  return [{ weight: 3, call: { name: 'reminders', args }, answer }]
}

/** What is said where there is none, in whichever language the tool speaks. */
const nothing = (days: Days | undefined) =>
  (['ko', 'en'] as const).map((language) => {
    const { none, noneOn, noneBetween } = reminderMessages[language]
    const named = (date: CivilDate) => calendarMessages[language].day({ date, year: false })
    if (!days) return none
    return days.first === days.last ? noneOn(named(days.first)) : noneBetween(named(days.first), named(days.last))
  })
