import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { NATIVE_DAY } from '../../../std/korean/numbers/number.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { inOneLine, patternOf } from '../../../std/text/pattern.ts'
import { type CivilDate, daysBetween, todayIn, type When } from '../../../std/time/calendar.ts'
import type { Utterance } from '../intent.ts'

/** The hour for a part of the day without an explicit time. The receipt names it. */
const hours: Record<string, string> = {
  ...{ 새벽: '오전 5시', 아침: '오전 9시', 오전: '오전 9시', 점심: '낮 12시', 낮: '낮 12시', 오후: '오후 2시' },
  ...{ 저녁: '오후 7시', 밤: '오후 9시' },
  ...{ morning: 'at 9 am', afternoon: 'at 2 pm', evening: 'at 7 pm', night: 'at 9 pm', tonight: 'at 9 pm' },
}
const PART = '새벽|아침|점심|저녁|오전|오후|낮|밤'
const PARTS = new RegExp(`${PART}|\\b(?:morning|afternoon|evening|tonight|night)\\b`, 'gi')
const DAY = '오늘|내일|모레|글피|매일|날마다|평일|주말|[월화수목금토일]요일|\\d일|이날|그날|마다|매주'
/** "저녁에", "점심때", "내일 저녁", "매일 밤": the time at which something is to come. "점심 약속", "저녁 먹고" and "아침밥" are not. */
const ALONE = new RegExp(
  inOneLine`
    (?<![가-힣])(?:(${PART})(마다)|(${PART})(?:때|나절|쯤|무렵)?에(?:는|만)?(?=\\s)|(${PART})(?:때|나절|무렵)(?=\\s)|
    (?<=(?:${DAY})(?:에|은|는)?\\s?)(${PART})(?=\\s(?!먹|드시)))`,
)
const ALONE_ENGLISH = patternOf('i')`
    \b(?:in the (morning|afternoon|evening)|at (night)|(tonight)|(?<=(?:tomorrow|today|day|every|this)\s)(morning|
    afternoon|evening|night))\b`

/** "이번 주 금요일, 11월 27일 2시에": a day that is said twice is said once. Two that differ stay, to be asked about. */
export function withDayOnce(body: string, when: When): string {
  const sentence = readSentence(body)
  const days = sentence.days(when)
  const again = days.find((day, at) => {
    const before = days[at - 1]
    const isSame = before && 'date' in before && 'date' in day && before.date === day.date
    return isSame && /^(?:,? |,)$/.test(sentence.text.slice(before.to, day.from))
  })
  if (!again) return body
  const until = sentence.text.slice(0, again.from).replace(/[, ]+$/, '')
  return withDayOnce(until + sentence.text.slice(again.to), when)
}

/** An hour that belongs to what is to be done: "the 5 pm meeting". */
const OF_TITLE = /(?:\b(?:the|a|an|my|our|your|his|her|their|this|that|about|of|for)|['’]s)\s$/i

/** The words of a wish with an hour for the part of the day that stands in them alone: "매일 저녁 약" → "매일 오후 7시 약". */
export function withHour(body: string): string {
  const { times, durations } = readSentence(body)
  // "tomorrow morning … about the 3 pm demo": the demo's hour is none of its own.
  if (times.some(({ from }) => !OF_TITLE.test(body.slice(0, from))) || durations.length > 0) return body
  // "아침 저녁으로": several times are asked about.
  const isOne = (body.match(PARTS)?.length ?? 0) < 2
  const korean = isOne ? ALONE.exec(body) : undefined
  if (korean) {
    const [said, each, again, at, around, bare] = korean
    const hour = hours[(each ?? at ?? around ?? bare) as string] as string
    return body.replace(said, `${again ? '매일 ' : ''}${hour}${bare ? '' : '에'}`)
  }
  const english = isOne ? ALONE_ENGLISH.exec(body) : undefined
  const part = english?.slice(1).find(Boolean)?.toLowerCase()
  // "every morning" is read with its rule; only the hour is added.
  return english && part
    ? body.replace(
        english[0],
        `${part === 'tonight' ? 'today ' : ''}${/every\s$/i.test(body.slice(0, english.index)) ? 'day ' : ''}${hours[part]}`,
      )
    : body
}

/** "3시 회의 10분 전에", "12월 10일 생신 하루 전에": how long before what was said, in milliseconds, and the words without it. */
export function leadIn(body: string, when: When): { text: string; ms: number } | undefined {
  const { text } = readSentence(body)
  const lead = leadsIn(body, when).find((one) => isAnchored(one, body, when))
  return lead && { text: `${text.slice(0, lead.from)} ${text.slice(lead.to)}`.replace(/\s+/g, ' ').trim(), ms: lead.ms }
}

/** Whole days are counted from a day or an hour before them, minutes only from an hour. */
function isAnchored({ from, ms }: { from: number; ms: number }, body: string, when: When): boolean {
  const { times, days } = partsIn(body, when)
  return [...times, ...(ms % dayMs === 0 ? days : [])].some((anchor) => anchor.to <= from)
}

/** "오늘 팀 회의 30분 전에 자료 챙기라고", "to prepare an hour before the review": an event, and how long before it. */
export interface BeforeEvent {
  event: string
  /** The words beside it: what to be told. */
  title: string
  on?: CivilDate
  minutes: number
}

/**
 * Read what is to be before an event whose hour the words do not say; undefined where they name none, or say an hour.
 */
export function beforeEvent(body: string, when: When): BeforeEvent | undefined {
  const { text, durations, times, days } = partsIn(body, when)
  const [day, ...others] = days.filter((one) => 'date' in one && !DAYS_BEFORE.test(text.slice(one.from, one.to)))
  if (times.length > 0 || others.length > 0) return undefined
  const lead =
    leadsIn(body, when)[0] ??
    durations.flatMap(({ from, to, ms }) => {
      const before = /^ (?:before|ahead of) (?:my |the |our )?/i.exec(text.slice(to))?.[0]
      return before === undefined ? [] : [{ from, to: to + before.length, ms, isEnglish: true }]
    })[0]
  if (!lead) return undefined
  const plain = (from: number, to: number) =>
    (day && day.from >= from && day.to <= to
      ? `${text.slice(from, day.from)} ${text.slice(day.to, to)}`
      : text.slice(from, to)
    )
      .replace(/\s+/g, ' ')
      .trim()
  const [before, after] = [plain(0, lead.from), plain(lead.to, text.length)]
  const [event, title] = 'isEnglish' in lead ? [after, before] : [before, after]
  const name = event.replace(/(?<=[가-힣]{2})(?:의|에|은|는|을|를)$|\s(?:시작|시작하기|on|at|from)$/i, '').trim()
  const on = day && 'date' in day && day.date !== '' ? { on: day.date } : {}
  return name === '' ? undefined : { event: name, title, ...on, minutes: Math.round(lead.ms / 60_000) }
}

const dayMs = 24 * 3_600_000
const BEFORE = /^\s?전(?:에|에는)?(?=\s|$)/
const DAYS_BEFORE = new RegExp(`^(?:${NATIVE_DAY}|[\\d일이삼사오육칠팔구십한두세네]{1,3}\\s?(?:일|주일?))\\s?전$`)
const EVE = /(?<=[가-힣\d]\s?)전날(?:에|에는)?(?=\s|$)/

/** "10분 전에", "하루 전에", "전날": each stretch of time that something is to be ahead of. */
function leadsIn(body: string, when: When): { from: number; to: number; ms: number }[] {
  const { text, durations, days } = partsIn(body, when)
  const tail = (to: number) => to + (/^(?:에는|에)(?=\s|$)/.exec(text.slice(to))?.[0].length ?? 0)
  const short = durations.flatMap(({ from, to, ms }) => {
    const before = BEFORE.exec(text.slice(to))?.[0]
    return before === undefined ? [] : [{ from, to: to + before.length, ms }]
  })
  const long = days.flatMap((day) => {
    const isLead = 'date' in day && DAYS_BEFORE.test(text.slice(day.from, day.to)) && !/^에?도/.test(text.slice(day.to))
    return isLead ? [{ from: day.from, to: tail(day.to), ms: daysBetween(day.date, todayIn(when)) * dayMs }] : []
  })
  const eve = EVE.exec(text)
  const isOwn = eve && !days.some(({ from, to }) => from <= eve.index && to > eve.index)
  // "추석 일주일 전" is a day of its own.
  const own = [...short, ...long].filter((lead) => !days.some(({ from, to }) => from < lead.from && to > lead.from))
  return [...own, ...(eve && isOwn ? [{ from: eve.index, to: eve.index + eve[0].length, ms: dayMs }] : [])]
}

function partsIn(body: string, when: When) {
  const sentence = readSentence(body)
  return { text: sentence.text, durations: sentence.durations, times: sentence.times, days: sentence.days(when) }
}

/** Deeds of most days, at an hour that nobody else knows. */
const DAILY = inOneLine`
  (?:(?:퇴근|출근|하교|등교|귀가|하원|기상|도착)하|끝나|마치|일어나|씻|(?:밥|아침|점심|저녁|식사)(?:을|를)? ?(?:먹|하|드시)|
  집에 ?(?:가|오|와|돌아오|돌아와|들어가|들어오|들어와|도착하))
`
/** "저녁 먹고 나서", "퇴근하고", "일어나서", "퇴근하자마자". */
const DONE = inOneLine`
  (?:\\S+\\s){0,2}\\S*(?:고 나서|고 난 (?:뒤|후|다음)에?|(?<=[가-힣])[은한온간난진른린힌] (?:뒤|후|다음)에?|식후에?|자마자|(?<=\\s|^)${DAILY}
  (?:고|면|으면|서|해서|여서|면서|으면서))
`
const AHEAD = '(?:\\S+\\s){0,2}\\S+(?:기 ?(?:바로 ?|직)?전에|는 ?길에)'
/** "저녁 먹고 나서 30분 뒤", "퇴근하고 10분 뒤": the time is counted from what nobody knows the hour of. */
const AFTERWARDS = new RegExp(`(?:^|\\s)(${DONE})\\s(?=(?:\\d{1,3}|한|두|세|네|열|다섯)\\s?(?:분|시간))`)
/** "내일 퇴근하고 우유 사라고", "내일 자기 전에 약": on a day without an hour, what the deed is to come after or before. */
const UNTIMED = new RegExp(`^(${DONE}|${AHEAD})\\s(?=\\S)`)

/**
 * What the time is counted from where nobody knows when that is ("생일 하루 전에", "저녁 먹고 나서 30분 뒤"); undefined where the
 * words say a day or a time.
 */
export function countedFrom(body: string, when: When): string | undefined {
  const after = AFTERWARDS.exec(body)?.[1]
  if (after) return after
  const untimed = untimedIn(body, when)
  if (untimed) return untimed
  const [lead] = leadsIn(body, when)
  // "3일 전에" alone names nothing that it is counted from.
  return lead && !isAnchored(lead, body, when) ? readSentence(body).text.slice(0, lead.to).trim() : undefined
}

function untimedIn(body: string, when: When): string | undefined {
  const sentence = readSentence(body)
  if (sentence.times.length > 0 || sentence.durations.length > 0) return undefined
  const used = sentence.whenSpans(when, sentence.recurrence(when))
  const [title] = used.length > 0 ? sentence.stretches(used) : []
  return title && UNTIMED.exec(title.text)?.[1]
}

/** "응", "네, 그렇게 해줘". */
export const agrees = (text: string) => AGREES.test(text)
/** What was offered in the answer before ("알려드릴까요? “3시 치과 알려줘”…"), where the words agree to it. */
export function agreedTo({ text, before }: Utterance): string | undefined {
  return agrees(text) ? OFFER.exec(before)?.[1] : undefined
}
const AGREES = patternOf('i')`
    ^(?:응+|어|네+|넵|예|그래|좋아|ㅇㅇ|ㅇㅋ|부탁해|알려${GIVE}|그렇게 ?해${GIVE}|yes|yep|yeah|sure|ok(?:ay)?|please)
    (?:요)?(?:[,. ]*(?:알려${GIVE}|부탁해|그렇게 ?해${GIVE}|please|do)(?:요)?)?$`
const OFFER = patternOf()`
    ^(?:(?:알려드릴|기억할|일정에 넣을|그때마다 해 드릴)까요\? “|
    Shall I (?:remind you|note that|put that into the calendar|do that each time)\? (?:Say )?“)(.+?)”`
