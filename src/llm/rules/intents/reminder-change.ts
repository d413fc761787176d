import { instantOf } from '../../../std/korean/dates/moment.ts'
import type { TimeOfDay } from '../../../std/korean/dates/time.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { inOneLine } from '../../../std/text/pattern.ts'
import { todayIn } from '../../../std/time/calendar.ts'
import { isoSecond, toLocal } from '../../../std/time/local-time.ts'
import type { Intent, MadeReminder, Utterance } from '../intent.ts'
import { dayAndClock } from '../parse/day-and-clock.ts'

const THAT =
  '(?:(?:그거|그건|그걸|이거|이건|방금\\s?(?:거|것|그거)|그\\s?알림|방금\\s?알림|알림|알람|시간)(?:을|를|은|는|도)?|it|that|the reminder)'
const NO = '(?:아\\s)?(?:아니(?:다|야|요|지)?|아냐|앗|아차|참|미안|사실|no|wait|oops|sorry|actually)'
const LEAD = new RegExp(`^(?:${NO}[\\s,.!]+)*(?:${THAT}[\\s,]+)?(?:${NO}[\\s,.!]+)*`, 'i')
const CANCEL = new RegExp(
  inOneLine`
    ^(?:${NO}[\\s,.!]*)*(?:${THAT}[\\s,]*)?(?:취소|취소할래|취소할게|취소하자|(?:이제\\s?)?그만\\s?(?:알려|울려|말해)|없던\\s?일로|지워|
    빼)\\s?(?:해)?${GIVE}?$|^(?:${NO}[\\s,]*)*(?:cancel|delete|remove|forget)(?:\\s${THAT})?$
  `,
  'i',
)
const MAKE = `(?:(?:바꿔|변경|수정|고쳐|옮겨|맞춰|해|하자|할게|할래|변경해|수정해|미뤄|당겨|앞당겨|늦춰)${GIVE}?)`
const TAIL = new RegExp(
  `^(?:에)?(?:으?로)?\\s*(?:다시\\s?|좀\\s?)?(?:${MAKE})?(?:\\s?말이야|이야|예요|이에요|요)?(?:\\sinstead)?$`,
  'i',
)
const MAKE_IT = /^(?:please )?(?:make it|change it to|change that to|move it to|set it to|let's make it|to|at|for)\s/i
const LATER = /^\s?(?:만|쯤)?\s?(?:더\s)?(?:뒤로|늦게|늦춰|나중(?:에|으로)?|미뤄|later)/i
/** "snooze it by an hour", before it rang: so much later. */
const PUT_OFF =
  /^(?:please )?(?:snooze|delay|postpone|push|put off)(?: it| that| the reminder)?(?: back)?(?: by| for)? /i
const SOONER =
  /^\s?(?:만|쯤)?\s?(?:더\s)?(?:앞으로|앞당겨|당겨|일찍|빨리|먼저|전(?:에|으로)?\s?(?:알려|바꿔|해|울려)|earlier|sooner)/i

/** "8시로", "아니 4시", "내일로 바꿔줘", "30분 늦게", "취소", right after a reminder was set: what it is to be instead. */
export function reminderChange(utterance: Utterance): Intent | undefined {
  const { made, text, say } = utterance
  if (!made || text.length > 60) return undefined
  if (CANCEL.test(text))
    return {
      weight: 3,
      call: { name: 'reminders', args: { action: 'cancel', id: made.id } },
      answer: (receipt) => receipt,
    }
  if (RENAME_ALONE.test(text)) return { weight: 3, answer: () => say.howToRename }
  const title = renamed(text, made, utterance)
  if (title) {
    const args = { action: 'change', id: made.id, title, at: isoSecond(made.at, utterance.zone) }
    return { weight: 3, call: { name: 'reminders', args }, answer: (receipt) => receipt }
  }
  const at = moved(text, made, utterance)
  if (!at) return undefined
  if (at <= utterance.now) return { weight: 3, answer: () => say.past(dayAndClock(utterance, at)) }
  const args = { action: 'change', id: made.id, title: made.title, at: isoSecond(at, utterance.zone) }
  return { weight: 3, call: { name: 'reminders', args }, answer: (receipt) => receipt }
}

const NAMED = '(?:알림\\s?)?(?:제목|이름|내용)(?:을|를|은|는)?'
const INTO = `(?:으로|로)(?:\\s?(?:다시\\s?)?(?:바꿔|변경|수정|고쳐|해)\\s?(?:해)?${GIVE}?)?`
const RENAME_ALONE = new RegExp(
  inOneLine`
    ^${NAMED}\\s?(?:좀\\s)?(?:바꿔|변경|수정|고쳐|바꾸고\\s?싶어)\\s?(?:해)?\\s?(?:줘|줄게)?(?:요)?$|
    ^(?:please )?(?:rename it|change the (?:title|name))$`,
  'i',
)
const RENAME = new RegExp(`^${NAMED}\\s?(\\S.{0,30}?)${INTO}$`)
const NOT_THIS_BUT = new RegExp(
  `^(\\S.{0,20}?)(?:이|가)?\\s?(?:말고|아니라|아니고)\\s(\\S.{0,30}?)(?:${INTO})?(?:이야|야|이에요|예요)?$`,
)
const RENAME_ENGLISH =
  /^(?:please )?(?:rename it|call it|change the (?:title|name)(?: of it)?)(?: to| as)? (\S.{0,40})$/i

/** "제목을 면접으로 바꿔줘", "회의 말고 면접으로", "rename it to interview": what the reminder is to be called. */
function renamed(text: string, made: MadeReminder, when: Utterance): string | undefined {
  const said = RENAME.exec(text)?.[1] ?? RENAME_ENGLISH.exec(text)?.[1]
  if (said) return said
  const [, old = '', name = ''] = NOT_THIS_BUT.exec(text) ?? []
  const sentence = readSentence(name)
  const isWhen = sentence.times.length + sentence.days(when).length > 0
  return name && !isWhen && made.title.includes(old) ? made.title.replace(old, name) : undefined
}

function moved(text: string, made: MadeReminder, utterance: Utterance): Date | undefined {
  const lead = LEAD.exec(text)?.[0] ?? ''
  const later = PUT_OFF.exec(text)
  const put = later && readSentence(text.slice(later[0].length)).durations[0]
  if (later && put?.from === 0 && put.to === text.length - later[0].length) return new Date(+made.at + put.ms)
  const said = text.slice(lead.length).replace(MAKE_IT, '')
  const led = said.length < text.length
  // "make it 8"
  const whole = readSentence(led && /^\d{1,2}$/.test(said) ? `${said}시` : said)
  const sentence = whole.kept
  // "7시 말고 8시": what is taken back says that it is of what was set.
  const corrects = led || sentence.text !== whole.text
  const rest = sentence.text
  const [length] = sentence.durations
  const way = length?.from === 0 ? rest.slice(length.to) : ''
  if (length && LATER.test(way)) return new Date(+made.at + length.ms)
  if (length && SOONER.test(way)) return new Date(+made.at - length.ms)
  const [day, time] = [sentence.days(utterance)[0], sentence.times[0]]
  if ((!day && !time) || (day && 'invalid' in day) || (time && 'invalid' in time)) return undefined
  const last = Math.max(day?.to ?? 0, time?.to ?? 0)
  const first = Math.min(day?.from ?? last, time?.from ?? last)
  const tail = rest.slice(last)
  const isWhole = first === 0 && TAIL.test(tail) && between(rest, day, time)
  // "4시" alone may begin something else; "4시로" and "아니 4시" speak of what was set.
  if (!isWhole || (!corrects && tail.trim() === '')) return undefined
  const clock = time ? sameHalf(time, toLocal(made.at, utterance.zone).hour) : toLocal(made.at, utterance.zone)
  return instantOf(day?.date ?? todayIn({ now: made.at, zone: utterance.zone }), clock, utterance.zone)
}

const between = (
  text: string,
  a: { from: number; to: number } | undefined,
  b: { from: number; to: number } | undefined,
) => !a || !b || /^\s*(?:에\s?)?(?:at\s?)?$/.test(text.slice(Math.min(a.to, b.to), Math.max(a.from, b.from)))

/** "8시로" after seven in the evening stays in the evening. */
function sameHalf({ hour, minute, ambiguous }: TimeOfDay, before: number): { hour: number; minute: number } {
  if (!ambiguous) return { hour, minute }
  return { hour: (hour % 12) + (before >= 12 ? 12 : 0), minute }
}
