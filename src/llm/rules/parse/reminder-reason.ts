import type { TimeOfDay } from '../../../std/korean/dates/time.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import type { When } from '../../../std/time/calendar.ts'
import { toLocal } from '../../../std/time/local-time.ts'

/** "… 가야 하니까 3시에", "회의가 있어서 2시 반에", "I have a flight at 4, so wake me at 3". */
const BECAUSE =
  /^(.{4,60}?(?:니까|으니|이라|라서|어서|아서|해서|는데|인데|때문에)|.{4,60}?(?=,? so ))(?:,? so|,)? (.+)$/i
/** What is done in the morning where nobody says which half of the day it is. */
const MORNING = /깨워|일어나|기상|출근|등교|학교|\bwake\b|\bget up\b/i

/** "내일 3시 회의 2시에": the time that rings stands last, and another one before it, of which nobody said what it is. */
export function ringsAtLast(body: string): boolean {
  const { text, times } = readSentence(body)
  const last = times.at(-1)
  return times.length > 1 && last !== undefined && /^(?:에|쯤에?|정각에)?\s*$/.test(text.slice(last.to))
}

/**
 * A wish that gives its reason first, and both a time: the wish, at its own time, which without its half of the day
 * is the last one before what it is for; and the reason. `typed`: the whole sentence. Undefined for any other.
 */
export function reasonIn(body: string, typed: string, when: When): { text: string; reason: string } | undefined {
  const [, reason = '', wish = ''] = BECAUSE.exec(body) ?? []
  const [why, own] = [readSentence(reason), readSentence(wish)]
  const [event] = why.times
  const [time, more] = own.times
  if (!event || !time || more || 'invalid' in event || 'invalid' in time) return undefined
  const [day] = why.days(when)
  // "주말에는 10시에 부탁인데" names no day on which anything is, "평일 7시에 운동인데" is no one event.
  if ((day && 'approximate' in day) || why.recurrence(when)) return undefined
  const dated = day && own.days(when).length === 0 ? `${why.text.slice(day.from, day.to)} ` : ''
  const said = { text: `${dated}${own.text}`, reason: reason.replace(/^i have (?:an? |the |my )?/i, '') }
  if (!time.ambiguous) return said
  const read = why.moment(when)
  const known = event.ambiguous && !MORNING.test(typed) && read && 'at' in read ? toLocal(read.at, when.zone) : event
  return { ...said, text: dated + inHalf(own.text, time, isMorning(time, known)) }
}

/** The text with the half of the day at its time. */
function inHalf(text: string, { from, to }: { from: number; to: number }, morning: boolean): string {
  if (/[가-힣]/.test(text)) return `${text.slice(0, from)}${morning ? '오전' : '오후'} ${text.slice(from)}`
  return `${text.slice(0, to)} ${morning ? 'am' : 'pm'}${text.slice(to)}`
}

/** Return true if the last such time before an event is in the morning. */
function isMorning({ hour, minute }: TimeOfDay, event: { hour: number; minute: number }): boolean {
  return ((hour % 12) + 12) * 60 + minute > event.hour * 60 + event.minute
}
