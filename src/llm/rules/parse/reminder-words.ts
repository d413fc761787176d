import { reminderMessages } from '../../../messages/engine/reminders.ts'
import type { ReadRecurrence } from '../../../std/korean/dates/recurrence.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import type { Span } from '../../../std/korean/spelling/span.ts'
import type { When } from '../../../std/time/calendar.ts'
import type { Utterance } from '../intent.ts'
import { calendarLeft } from './calendar-left.ts'
import type { Mark } from './pattern.ts'
import { type Length, type WhenPart, whenIn } from './when.ts'

/**
 * Where the time of a reminder was taken from: of a rule everything that was read, of one moment its day and its
 * time, or how long it is until then. What is said besides is of the title, or nobody read it.
 */
function usedIn(body: string, repeat: { spans: readonly Span[] } | undefined, when: When): readonly Span[] {
  if (repeat) return repeat.spans
  const sentence = readSentence(body)
  const read = sentence.moment(when)
  if (!read) return []
  const [day, time] = [sentence.days(when)[0], sentence.times[0]]
  if (time) return [...(day ? [day] : []), time]
  return 'at' in read && !read.dateOnly ? [read] : [day ?? read]
}

/** The days, times and lengths of a sentence from which its moment was made; the same day or hour said twice is one. */
export function usedMarks(body: string, when: When): Mark<WhenPart>[] {
  const [used, marks] = [usedIn(body, undefined, when), marksIn(body, when)]
  const isUsed = ({ from, to }: Span) => used.some((span) => from < span.to && to > span.from)
  const values = new Set(marks.filter(isUsed).map(saidBy))
  return marks.filter((mark) => isUsed(mark) || (mark.kind !== 'w' && values.has(saidBy(mark))))
}

/** The words of several days of which its moment would be one that nobody named: "이번 주말 10시", "next month". */
function stretchIn(body: string, when: When): string | undefined {
  const sentence = readSentence(body)
  const [day] = sentence.days(when)
  const said = day && 'approximate' in day ? sentence.text.slice(day.from, day.to).trim() : ''
  return /(?:주말?|[달해년]|week|weekend|month|year)$/i.test(said) ? said : undefined
}

/** Such words where no day at all is named: "올해 말에", "this week". */
function vagueIn(body: string, when: When): string | undefined {
  const sentence = readSentence(body)
  return sentence.days(when).length === 0 ? VAGUE.exec(sentence.text)?.[0].trim() : undefined
}
const VAGUE =
  /(?<![가-힣\d])(?:이번 ?주|이번 ?달|이달|올해|금년|내년|\d{1,2}월)(?: ?(?:초|중순|말|하순|중|안|상반기|하반기))?(?:에는|에|까지|쯤)(?![가-힣])|(?<![가-힣\d])(?:올해|금년|내년|\d{1,2}월) ?(?:초|중순|말|하순|상반기|하반기)(?=\s)|\b(?:(?:by |at )?the end of (?:the|this|next) (?:week|year)|(?<!of )(?:(?:sometime |later |early |late )?this (?:week|month|year))|(?:early|late|mid) next (?:week|month|year))\b(?!['’])/i

/**
 * A day by its name that no calendar here holds, before the title and with no other day beside it: "월급날", "홀수날", "휴가
 * 때".
 */
const OWN_DAY =
  /^((?:[가-힣]{0,6} )?(?:[가-힣]{1,6}날|[가-힣]{0,6}(?:방학|휴가|연휴|제사|졸업식|입학식|출장) ?(?:때|날)|[가-힣]{0,6}(?:생일|생신|기념일|방학|휴가|연휴)에)(?:에|에는|이면|마다)?)(?=\s)/
/** A day that was not read, mostly for its spacing. */
const GLUED_DAY = /(?:^|\s)((?:내일|모레|글피|\d{1,2}월)\s?\d{0,2}\s?일?)(?=[^가-힣]|$)/
const IS_DAY = /^(?:[가-힣]+ )?(?:옛날|그날|이날|맨날|나날|한날|쉬는 날씨)/

/** Such a day in a title; undefined where the request has a day of its own. */
function ownDayIn(title: string, body: string, when: When): string | undefined {
  const found = OWN_DAY.exec(title)?.[1] ?? GLUED_DAY.exec(title)?.[1]
  return found && !IS_DAY.test(found) && readSentence(body).days(when).length === 0 ? found : undefined
}

/** No days, but nobody may read past them. */
const ROUGH =
  /(?<![가-힣\d])(?:\d{1,2}월(?!요|\s?\d)|(?:평일|주중|주말|공휴일|휴일)(?![가-힣]))|\b(?:in|on|by|until|since|from|of) (?:january|february|march|april|may|june|july|august|september|october|november|december)\b(?!,? \d)/gi
/** Everything that says when. */
function marksIn(body: string, when: When): Mark<WhenPart>[] {
  const marks = whenIn({ ...when, text: body }).filter(({ kind }) => kind !== 'z')
  const rough = [...body.matchAll(ROUGH)].map(({ index, 0: said }) => ({ from: index, to: index + said.length }))
  const alone = rough.filter((one) => !marks.some(({ from, to }) => one.from < to && one.to > from))
  return [...marks, ...alone.map((one) => ({ ...one, kind: 'd', value: { date: '', rough: true as const } }))]
}
const saidBy = ({ kind, value }: Mark<WhenPart>) => `${kind} ${JSON.stringify(value)}`

/** Behind a length: it says when, how long before, how often; nobody read that. */
const LENGTH_ASIDE =
  /^\s?(?:일찍|늦게|먼저|빨리|전|뒤|후|있다|이따|지나|간격|마다|연속|더\s|early|earlier|late|later|before|after|ahead|from now|in a row)/
const LENGTH_WITHIN = /\b(?:within|in|after|every)\s$/i
const LASTING = /^\s?(?:동안|간|내내|연속)/
const FOR = /\bfor (?:the (?:next )?)?$/i
/** A day or time that belongs to what is to be done: "the 5 pm meeting", "tomorrow's exam". */
export const OF_TITLE = /(?:\b(?:the|a|an|my|our|your|his|her|their|this|that|about|of|for)|['’]s)\s$/i

const PREPOSITION =
  /\b(?:on|at|in|until|till|from|by|since|through|before|after|starting|beginning|during|except|skip|not|but|and|or|also|only)\s$/i

/**
 * A day, a time or a length that stands in the words and was not used; one that belongs to the title in its place is
 * none.
 */
function unusedWhen(body: string, repeat: ReadRecurrence | undefined, when: When): string | undefined {
  const used = repeat ? repeat.spans : usedMarks(body, when)
  if (used.length === 0) return undefined
  const last = Math.max(...used.map(({ to }) => to))
  const unused = marksIn(body, when).find(
    (mark) => !used.some(({ from, to }) => mark.from < to && mark.to > from) && !isOfTitle(body, mark, last),
  )
  return unused && body.slice(unused.from, unused.to) + (/^[가-힣]{1,3}(?=\s|$)/.exec(body.slice(unused.to))?.[0] ?? '')
}

function isOfTitle(body: string, { kind, from, to, value }: Mark<WhenPart>, last: number): boolean {
  const [before, after] = [body.slice(0, from), body.slice(to)]
  if (kind === 'w') {
    const isLong = !/minutes|hours/.test((value as Length).unit)
    if (LENGTH_ASIDE.test(after) || LENGTH_WITHIN.test(before)) return false
    return !isLong || !(LASTING.test(after) || FOR.test(before))
  }
  if (/[가-힣]/.test(body)) return from >= last && /^(?:의|자|분|까지(?:는)?)?\s(?=\S)/.test(after)
  const isVague = 'rough' in value && from > 0 && !PREPOSITION.test(before)
  const isDue = from >= last && /\bby\s$/i.test(before)
  return isVague || isDue || /^['’]s\b/.test(after) || OF_TITLE.test(before)
}

/** What is said of a time and changes it: "3일 연속", "수요일에도", "모레까지만", "어제처럼". */
const ASIDE =
  /^(?:에)?(?:처럼|보다|같이|까지만|부터만|전까지|\s?연속|\s?내내|\s?걸러|\s?건너|\s?이내|(?:은|는|만)?\s?(?:빼고|제외하고|말고)|\s?안(?:에|으로))(?=\s|$)/
/** "매일 8시에 수요일에도" is no rule of Wednesdays, and "월요일만" may be all of it. */
const ALSO = /^(?:에)?(?:도|만)(?=\s|$)|^ too\b/
const ALSO_BEFORE = /\balso(?: on)?\s$/i
/** "내일부터 3시에": from then on, with no word of how often. */
const ONWARD = /^부터(?=\s|$)/

function asideIn(body: string, repeat: ReadRecurrence | undefined, when: When): string | undefined {
  const spans = repeat ? repeat.spans : usedMarks(body, when)
  for (const span of spans) {
    const after = body.slice(span.to)
    const isDay = 'kind' in span && span.kind === 'd'
    const [found] = ASIDE.exec(after) ?? (repeat ? ALSO.exec(after) : isDay ? ONWARD.exec(after) : undefined) ?? []
    if (found) return body.slice(span.from, span.to) + found
    if (repeat && ALSO_BEFORE.test(body.slice(0, span.from))) return body.slice(span.from, span.to)
  }
  return undefined
}

/** "하루 전에도", "30분 전에도": a second ring beside the first, which nobody reads. */
export const alsoBefore = (body: string): string | undefined =>
  /(?:하루|이틀|사흘|일주일|전날|(?:\d{1,3}|한|두|세|네)\s?(?:분|시간|일|주|달))\s?(?:전에|에)도(?=\s|$)/.exec(
    body,
  )?.[0]

/** A second rule beside the one that was read: "매일 8시에 약, 10분 간격으로 세 번". */
function secondRule(body: string, { spans }: ReadRecurrence, when: When): string | undefined {
  const rest = spans.reduce((text, { from, to }) => text.slice(0, from) + '·'.repeat(to - from) + text.slice(to), body)
  const [span] = readSentence(rest).recurrence(when)?.spans ?? []
  return span && rest.slice(span.from, span.to)
}

/**
 * The first words of a request that say when or how often and that neither its time nor its title holds: a reminder
 * that leaves them out would be another one. `title`: what was made of the request, `said`: all of it; `quoted`: its
 * title stood in quotation marks.
 */
function unread(
  { body, title, said, quoted }: { body: string; title: string; said: string; quoted: boolean },
  repeat: ReadRecurrence | undefined,
  when: When,
): string | undefined {
  // A whole phrase names better what was not read than a word of it that is left in the title: "하루 전에도", not "에도".
  const whole = asideIn(body, repeat, when) ?? (quoted ? undefined : unusedWhen(body, repeat, when))
  // "목요일 5시에 금요일까지 제출하라고": of one moment the title may say until when.
  const found = whole ?? unreadIn(repeat ? title : title.replace(/^\S+까지는?(?=\s)/, ''), said)
  if (found !== undefined || quoted || !repeat) return found
  return unreadBetween(body, repeat, title) ?? secondRule(body, repeat, when)
}

/**
 * Words of a title that say when or how often, or take something back: nobody read them, and they would be lost in
 * it.
 */
const UNREAD =
  /(?:^|\s)(\S*(?:하|되|오|나|으|지)면(?=$)|(?:아침|저녁|밤|새벽|오전|오후|낮)에|아니(?:다|야)?|아냐|석|넉|\S*마다|매[일주달월년해]|격[일주월]|\d{1,2}번째|[월화수목금토일]{3,7}|[주월연]\s?\d{1,2}\s?(?:회|번)|첫째|둘째|셋째|넷째|(?:이번|다음|지난)(?! ?[주달해]\s+[가-힣])|점심때|저녁때|전에도?|에도|내내|말고|\S*(?:휴일|연휴|방학|명절)(?:은|는|만)? ?(?:빼고|제외\S*)|까지|부터|\S*(?:주|달|월|년|요일|시|분)(?:부터|까지)|(?:평일|주말|주중|공휴일|휴일|[월화수목금토일]요일)(?:엔|에는|에|은|는|이면|만|마다)|before|twice|thrice|every|each|except|mon|tues?|wed|thu|thurs|fri|sat|sun|o'clock|no|(?:and|or|at|then) \d{1,2}$|and again|but not|later than|earlier than|(?:at|of|and|or|the|am|pm|but|not|since|until|from|every|after|than|within|during|past|till)$|(?:at|in|on|by|within|around|after|before) (?:a|an|the|about) [\w -]{0,20}?(?= to )|(?:홀수|짝수) ?[날일주달]\S*)(?=[\s,]|$)/i

/**
 * Parts of a rule's words in English, of which others were not read: "until the end the year", "third fourth
 * Fridays".
 */
const MONTHS = '(?:january|february|march|april|may|june|july|august|september|october|november|december)'
const BROKEN = new RegExp(
  [
    `(?:^|\\s)((?:until|till|through) (?:the |end|next|this|${MONTHS}).*|(?:from|starting|since) (?:next|this|(?:next |this )?(?:week|month|year))$)`,
    `(?:^|\\s)((?:on (?:the )?)?(?:first|second|third|fourth|fifth|last)[, ].{0,40}(?:mon|tues|wednes|thurs|fri|satur|sun)days?$|on (?:the )?(?:first|second|third|fourth|fifth|last)(?:(?:,|,? and)? (?:first|second|third|fourth|fifth|last))*$)`,
    `(?:^|\\s)((?:(?:on|in) )?(?:the )?(?:first|second|third|fourth|last) (?:week|half|part|days?) of(?= to | at |$))`,
    `(?:^|\\s)((?:week|month|year) on(?:\\s|$).*|the end (?:of )?(?:the |${MONTHS}).*|${MONTHS}$)`,
  ].join('|'),
  'i',
)

/**
 * What a time that was read left behind, at the beginning of a title: "8시랑 …", "on the 15th and …", "every 3rd day".
 */
const LEFT =
  /^(오전|오후|낮|엔|에는|에서|(?:올해|내년|금년)까지|for the next|until|till|through|between|일찍(?=$)|넘어서?|은|는|이?랑|하고|와|과|간|and|or|for k|days?|weeks?|months?|hours?|\d{1,2}(?:st|nd|rd|th)(?=,| and| at| to)|on the (?:first|second|third|fourth|fifth|last)(?:(?:,| and) (?:the )?(?:first|second|third|fourth|fifth|last))*(?: week)?)(?=[\s,]|$)/i
const HALF = '(?:아침|점심|저녁|밤|새벽|오전|오후|morning|afternoon|evening|night)s?'
/** "매일 아침 저녁 8시", "every morning and evening": of two halves of the day one was read, at most. */
const TWO_HALVES = new RegExp(`${HALF}(?:이?랑|하고|과|와|,|\\s|and|or)+(?:in the )?${HALF}`, 'i')

/** The first of them; undefined where a title holds none. `said`: the whole request. */
export function unreadIn(title: string, said = ''): string | undefined {
  const halves = TWO_HALVES.exec(said)?.[0]
  const broken = BROKEN.exec(title)?.slice(1).find(Boolean)
  return (
    UNREAD.exec(title)?.[1] ??
    broken ??
    LEFT.exec(title)?.[1] ??
    (halves && !title.includes(halves) ? halves : undefined)
  )
}

/** Between the times of one rule: words that say no more than that they belong together. */
const GLUE =
  /(?:에는|에서|에|와|과|하고|이?랑|마다|씩|쯤|부터|까지|and|at|on|in|the|of|to|from|for|until|every|by|[\s,·~-])/gi

/**
 * Words between the times of one rule, which nobody read: "매일 8시 [자기 전] 10시에 약". A title may stand there, in Korean,
 * if it stands nowhere else. Beside a rule of months, "15일" in the title is a second one.
 */
function unreadBetween(body: string, { rule, spans }: ReadRecurrence, title: string): string | undefined {
  const day =
    rule.every === 'month' ? /(?:^|\s)(\d{1,2}(?:일(?=\s|$|에)|(?:st|nd|rd|th)\b))/.exec(title)?.[1] : undefined
  if (day) return day
  const all = spans.toSorted((a, b) => a.from - b.from)
  const gaps = all.slice(1).map(({ from }, at) => body.slice(all[at]?.to, from).trim())
  const words = gaps.find((gap) => gap.replace(GLUE, '') !== '')
  const outside = `${body.slice(0, all[0]?.from)} ${body.slice(all.at(-1)?.to)}`.replace(GLUE, '')
  return words !== undefined && (outside !== '' || !/[가-힣]/.test(words)) ? words : undefined
}

type Words = Omit<Parameters<typeof unread>[0], 'said'> & { hasLead: boolean }

/** What is asked about a request of which some words say when and are in neither its time nor its title. */
export function unsaid(words: Words, repeat: ReadRecurrence | undefined, utterance: Utterance): string | undefined {
  const { body, title, quoted, hasLead } = words
  const say = reminderMessages[utterance.language]
  const vague = repeat ? undefined : vagueIn(body, utterance)
  if (vague) return say.whichDay(vague)
  const stray = quoted ? undefined : calendarLeft(body, repeat ? repeat.spans : usedMarks(body, utterance))
  if (stray !== undefined) return utterance.say.unreadWord(stray)
  const left = unread({ ...words, said: utterance.text }, repeat, utterance)
  if (left !== undefined) return utterance.say.unreadWord(left)
  const ownDay = hasLead || quoted ? undefined : ownDayIn(title, body, utterance)
  if (ownDay) return utterance.say.countedFrom(ownDay)
  const stretch = repeat ? undefined : stretchIn(body, utterance)
  return stretch && say.whichDay(stretch)
}
