import type { JsonObject } from '../../../protocol/index.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { isoMinute } from '../../../std/time/local-time.ts'
import type { Intent, Utterance } from '../intent.ts'
import { told } from './told.ts'
import { timesOf, type WhenSaid } from './when-said.ts'

/** A request to move an event or to cancel it. */
interface ChangeRequest {
  isCancel: boolean
  subject: string
  when: WhenSaid
  /** The times of a series that are meant; only one by default. */
  scope?: 'following' | 'all'
}

/** "내일 스크럼 4시로 옮겨줘", "요가 전부 취소해줘": what of an event is changed, and of which of its times. */
export function eventChange(utterance: Utterance, request: ChangeRequest): Intent[] | undefined {
  const { isCancel, when, scope } = request
  if (!utterance.tools.has('change_event') || request.subject === '') return undefined
  // "내일 회의 전부 취소해줘": all of a day are no series.
  if (scope === 'all' && when.first !== undefined && (isCancel || when.isTimed)) return undefined
  const on = when.first === undefined ? {} : { on: when.first }
  const goal: JsonObject | undefined = isCancel ? { find: request.subject, ...on } : goalOf(utterance, request, on)
  if (!goal) return undefined
  const args = {
    ...{ action: isCancel ? 'delete' : 'change', find: request.subject, ...goal },
    ...(scope === undefined ? {} : { scope }),
  }
  return [{ weight: 3, call: { name: 'change_event', args }, answer: told }]
}

/** The new time: a day says which is meant where an hour says where to, and where to by itself. */
function goalOf(utterance: Utterance, { subject, when, scope }: ChangeRequest, on: JsonObject): JsonObject | undefined {
  const times = timesOf(when, utterance.zone)
  const isHour = when.isTimed === true
  const shift = isHour ? undefined : shiftIn(utterance.text, subject)
  if (shift) return { ...on, ...shift }
  if (times.start === undefined) return undefined
  if (when.repeat !== undefined) return { ...times, repeat: when.repeat }
  if (when.towards) return { ...on, ...(isHour ? times : { start: when.towards }) }
  if (!isHour) return { start: times.start }
  // An hour without a day is one of the day on which the event is.
  const isOfItsDay = when.first === undefined || scope !== undefined
  const { start: _, ...others } = times
  return isOfItsDay && when.from && when.to === undefined
    ? { ...on, ...others, start: isoMinute(when.from, when.zone || utterance.zone).slice(-5) }
    : { ...on, ...times }
}

/** "회의 한 시간", "standup by 30 minutes": the event, and by how much it moves. */
export function shiftIn(text: string, subject: string): { find: string; later: number } | undefined {
  const [length] = readSentence(subject).durations
  if (!length) return undefined
  const find = `${subject.slice(0, length.from)} ${subject.slice(length.to)}`
    .replace(/(?<!\S)(?:by|back|up|later|earlier|forward|뒤로|앞으로|더|정도|쯤|만|만큼)(?!\S)/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const isEarlier = /당겨|앞으로|\b(?:earlier|forward|up)\b/i.test(text)
  return find === '' ? undefined : { find, later: Math.round(length.ms / 60_000) * (isEarlier ? -1 : 1) }
}
