import { reminderMessages } from '../../../messages/engine/reminders.ts'
import type { ReadRecurrence } from '../../../std/korean/dates/recurrence.ts'
import type { Stretch } from '../../../std/korean/sentence/spans.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import type { Span } from '../../../std/korean/spelling/span.ts'
import type { When } from '../../../std/time/calendar.ts'
import type { Utterance } from '../intent.ts'

/** A day by its name that no calendar here holds: "월급날", "휴가 때", "결혼기념일에". */
const OWN_DAY =
  /^(?:\S+\s)?\S*(?:[가-힣]날|때|기념일|생일|생신|방학|휴가|연휴|제사|졸업식|입학식|출장)(?:에는?|이면|마다)?$/
const NO_DAY = /^(?:옛날|그날|이날|맨날|나날|한날)/
/** "일주일에 세 번": on which days is not said. */
const SOME_DAYS = /(?:번|회|차례)씩?$|\b(?:once|twice|times)\b/i
const VAGUE = /(?:[주달해년월초말순반기]|week|month|year)(?:에는?|까지|쯤)?$/i

/** The words of when in a request that nobody read. */
export function strayWords(body: string, repeat: ReadRecurrence | undefined, when: When): string | undefined {
  const sentence = readSentence(body)
  const stray = sentence.strayWhen(sentence.whenSpans(when, repeat), repeat !== undefined, when)
  return stray && sentence.text.slice(stray.from, stray.to)
}

/** Words of a request that say a time and became neither its time nor its title. */
export function unsaid(
  { body, quoted, hasLead }: { body: string; quoted: boolean; hasLead: boolean },
  repeat: ReadRecurrence | undefined,
  utterance: Utterance,
): string | undefined {
  const say = reminderMessages[utterance.language]
  const sentence = readSentence(body)
  const { text } = sentence
  const used = sentence.whenSpans(utterance, repeat)
  const days = sentence.days(utterance)
  const stretches = sentence.stretches(used)
  const first = Math.min(...used.map(({ from }) => from))
  const front = stretches.find(({ to }) => to <= first)?.text ?? ''
  if (!hasLead && !quoted && days.length === 0 && OWN_DAY.test(front) && !NO_DAY.test(front))
    return utterance.say.countedFrom(front)
  const stray = quoted ? undefined : strayWords(body, repeat, utterance)
  if (stray !== undefined)
    return !repeat && days.length === 0 && (VAGUE.test(stray) || SOME_DAYS.test(stray))
      ? say.whichDay(stray)
      : utterance.say.unreadWord(stray)
  const parted = quoted
    ? undefined
    : (bareNumber(stretches) ?? partedTitle(sentence, stretches, used, repeat !== undefined))
  if (parted !== undefined) return utterance.say.unreadWord(parted)
  const [day] = days
  const stretch = !repeat && day && 'approximate' in day ? text.slice(day.from, day.to).trim() : ''
  return /(?:주말?|[달해년]|week|weekend|month|year)$/i.test(stretch) ? say.whichDay(stretch) : undefined
}

/** "1/11": nothing is called by a number alone. */
const bareNumber = (stretches: readonly Stretch[]) => stretches.find(({ text }) => /^[\d\s/.~-]+$/.test(text))?.text

/** A wish ends in its verb; what stands before the time is then of it: "빨래 30분 뒤에 꺼내라고". */
const WISH = /(?:고|기|도록|게|거|것|걸|해|서)$/

/** An hour behind its day that nobody read: "tomorrow after work", "tomorrow around lunchtime to ring the bank". */
const UNREAD_HOUR =
  /^((?:around|by|before|after|towards?|until|when(?:ever)?|once|while|as soon as) (?!(?:that|this|then|all)\b)\S.*)$/i
const UNREAD_BEFORE_DEED =
  /^((?:at|around|by|before|after|towards?|until|when(?:ever)?|once|while|as soon as) .+?) to [a-z]/i

/**
 * The words of a title that stand apart from the rest of it: it is one stretch. Between the times of a rule stands
 * nothing, unless it is all there is.
 */
function partedTitle(
  { text, times }: { text: string; times: readonly Span[] },
  stretches: readonly Stretch[],
  used: readonly Span[],
  isRule: boolean,
) {
  const isTimed = times.length > 0
  const [first, last] = [Math.min(...used.map(({ from }) => from)), Math.max(...used.map(({ to }) => to))]
  const middle = stretches.find(({ from, to }) => from > first && to < last)
  const isKorean = /[가-힣]/.test(text)
  if (isRule && middle && (stretches.length > 1 || (!isKorean && !/^to /i.test(middle.text)))) return middle.text
  const [front, behind] = [stretches.find(({ to }) => to <= first), stretches.findLast(({ from }) => from >= last)]
  if (isKorean && front && behind && !WISH.test(behind.text)) return front.text
  if (!isKorean && front && /^to [a-z]/i.test(behind?.text ?? '')) return front.text
  const unread =
    !isKorean && !isTimed && used.length > 0 && (front ? UNREAD_HOUR : UNREAD_BEFORE_DEED).exec(behind?.text ?? '')?.[1]
  if (unread) return unread
  return /(?:^|\s)(\S*(?:하|되|오|나|으|지|면)면)$/.exec(behind?.text ?? '')?.[1]
}
