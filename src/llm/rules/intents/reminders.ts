import { reminderMessages } from '../../../messages/engine/reminders.ts'
import { instantOf } from '../../../std/korean/dates/moment.ts'
import { type ReadRecurrence, withTime } from '../../../std/korean/dates/recurrence.ts'
import { withoutZone } from '../../../std/korean/dates/zone.ts'
import { asksForDeed, asPlainRequest, GIVE } from '../../../std/korean/grammar/ending.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { inOneLine, patternOf } from '../../../std/text/pattern.ts'
import { addDays, todayIn } from '../../../std/time/calendar.ts'
import { isoSecond, toInstant, toLocal } from '../../../std/time/local-time.ts'
import { nextOccurrence, nextOccurrences, toRuleText } from '../../../std/time/recurrence.ts'
import type { Family, Intent, Utterance } from '../intent.ts'
import { clockOf, dayAndClock } from '../parse/day-and-clock.ts'
import { awake, halfDayMs, wakes, withAt, withHalf, withThisHour } from '../parse/half-of-day.ts'
import { countedFrom, leadIn, withDayOnce, withHour } from '../parse/reminder-body.ts'
import { reasonIn, ringsAtLast } from '../parse/reminder-reason.ts'
import { english, fromNow, glued, inFront, lest } from '../parse/reminder-shapes.ts'
import { strayWords, unsaid } from '../parse/reminder-words.ts'
import { beforeCalendarEvent } from './before-event.ts'
import { reminderDeed } from './reminder-actions.ts'
import { reminderChange } from './reminder-change.ts'
import { isRich, oftenText, plainWord, wordOf, wordsOf } from './reminder-rule.ts'
import { quotedTitle, severalTimes, titleOf } from './reminder-title.ts'
import { timers } from './timers.ts'

/** "내일 아침 9시에 약 먹으라고 알려줘", "10분 타이머", "remind me to call mom at 6pm": what, when and how often. */
export const reminders: Family = (utterance) =>
  FORBIDDEN.test(utterance.text)
    ? undefined
    : (reminderChange(utterance) ??
      reminderDeed(utterance) ??
      timers(utterance) ??
      zoned(utterance) ??
      reminder(utterance))

/** "Don't remind me": nothing is set. */
const FORBIDDEN = /\b(?:don['’]?t|do not|never) (?:remind|wake|alert|notify|tell) me\b/i

/**
 * A request by the clock of another place: the day and the hour that are said, as they stand there. A rule is read as
 * somebody there says it, and stays with that clock.
 */
function zoned(utterance: Utterance): Intent | undefined {
  const said = readSentence(utterance.text).zone
  const text = said ? withoutZone(utterance.text, said) : ''
  const made = said && reminder({ ...utterance, text })
  if (!said || !made) return undefined
  const words = utterance.text.slice(said.from, said.to)
  const repeat = readSentence(text).recurrence(utterance)
  // A time whose clock nobody can tell; a length of time has none.
  const isCounted = readSentence(text).times.length === 0
  if (said.zone === undefined || isCounted || repeat?.others)
    return { weight: 2, answer: () => utterance.say.unreadWord(words) }
  const { args } = made.call ?? {}
  if (!made.call || typeof args?.at !== 'string') return made
  const there = { ...utterance, zone: said.zone }
  const rule = repeat && readSentence(text).recurrence(there)?.rule
  const ruleText = rule && toRuleText(withTime(rule, there), said.zone)
  const at = ruleText
    ? nextOccurrence(ruleText, utterance.now, said.zone)
    : toInstant(toLocal(new Date(args.at), utterance.zone), said.zone)
  if (!at || at <= utterance.now)
    return { weight: 2, answer: () => utterance.say.past(dayAndClock(utterance, at ?? utterance.now)) }
  const own = `${dayAndClock(utterance, at)} (${words} ${clockOf(there, at)})`
  const title = String(args.title)
  const call = {
    ...made.call,
    args: { ...args, at: isoSecond(at, utterance.zone), ...(ruleText ? { repeat: ruleText } : {}) },
  }
  const often = repeat && wordsOf(repeat, text)
  return {
    weight: 2,
    call,
    answer: () => (often ? utterance.say.repeated(often, title, own) : utterance.say.reminded(own, title)),
  }
}

const give = `(?: ?(?:해)?${GIVE})`
const ring = inOneLine`
  (?:(?<=(?<!달)라고) ?(?:얘기|이야기)?해${GIVE}|(?:알려|말해|말 ?좀 ?해|깨워|불러|리마인드|상기시켜|알림)${give}|깨워라?|(?:알림|알람|리마인더)(?:을|를)? ?(?:좀 |
  하나 )?(?:맞춰|설정|추가|등록|걸어|만들어|예약|울려|울리게 ?해)(?:${give})?|(?:알림|알람)(?:을|를)? ?(?:좀 )?부탁(?:해|드려|드립니다|할게)?요?|(?:잊|까먹|놓치|
  잊어버리)지 ?(?:않게|않도록)(?: ?해)?${give}|(?:알림|알람|리마인더|리마인드)(?: 하나)?)
`
const told = new RegExp(`^(.*?)(?:을|를)? ?(?:좀 |꼭 |다시 )?${ring}$`)
/** "한 시간마다 물 마시라고": who says so much wants to be told. */
const bidden = /^(.+(?:으라고|라고|자고))$/
/** "30분 뒤에 알려줘 빨래": what was forgotten comes behind. */
const behind = patternOf()`
    ^(.+?) ?((?:알려|깨워|말해)${GIVE})(?:[,.]? |(?=[가-힣]{2})(?!서|야|라|도|요|봐|용|잉|고|면|도록|달))(\S.{0,30})$`
/** Words that ask for a reminder and nothing else; without them "3시에 회의 알려줘" is one only if it is short. */
const surely = /(?:라고|다고|도록|하게|게끔|는 ?(?:거|것|걸)|라는 ?거)$/
/** News that people want to be told, not reminded of: as long as it is not at a time or again and again. */
const news =
  /날씨|뉴스|환율|주가|시세|기차|버스|영화|맛집|방송|시간표|경기|결과|방법|법$|이유|뜻|곳|노래|메뉴|요리|운동|책|길|사람/
/** Subjects that would have to be looked up first. */
const lookedUp = /날씨|뉴스|환율|주가|시세|시간표|결과|방법|이유|뜻|사람/
/** An event with its day: "다음 달 3일 병원 알려줘" says all without an hour. */
const event = patternOf()`
    (?:병원|치과|한의원|약국|회의|미팅|약속|모임|회식|면접|시험|수업|학원|예약|예매|생일|생신|기념일|결혼식|제사|마감|납부|월세|카드값|관리비|분리수거|이사|출장|여행|출국|출발|접종|검진|검사|
    상담|점검|갱신|만기|세금|과제|발표|콘서트|공연)$`

function reminder(utterance: Utterance): Intent | undefined {
  const whole = bodyOf(utterance)
  if (whole === undefined) return undefined
  const { body: said, quoted } = quotedTitle(whole, utterance)
  const reason = reasonIn(said, utterance.text, utterance)
  const words = reason?.text ?? said
  const lead = leadIn(words, utterance)
  const body = lead?.text ?? words
  const repeat = readSentence(body).recurrence(utterance)
  const ofEvent = repeat ? undefined : beforeCalendarEvent(words, lead?.ms, utterance)
  if (ofEvent) return ofEvent
  const unclear = repeat ? undefined : readSentence(body).unclear(utterance)
  if (unclear) return { weight: 2, answer: () => reminderMessages[utterance.language].unclearRule[unclear] }
  if (!repeat && severallyADay.test(body)) return { weight: 2, answer: () => utterance.say.whenMissing }
  if (!repeat && again.test(body)) return { weight: 2, answer: () => utterance.say.tooOften }
  const several = severalTimes(repeat ? beside(body, repeat) : body, utterance)
  if (several === 'days') return { weight: 2, answer: () => reminderMessages[utterance.language].severalDays }
  if ((several && !repeat?.rule.more && !repeat?.others) || (!repeat && ringsAtLast(body)))
    return { weight: 2, answer: () => utterance.say.oneTime }
  const plain = titleOf(body, repeat, utterance) || (reason ? titleOf(reason.reason, undefined, utterance) : '')
  const title = quoted === undefined ? plain : `${plain.replace(/(?:^|\s)(?:to|that|about|of)$/i, '')} ${quoted}`.trim()
  const unknown = lead ? undefined : countedFrom(body, utterance)
  const isAhead = unknown !== undefined && event.test(unknown.replace(/\s*(?:전날|\S+\s?전)(?:에|에는)?$/, ''))
  const stray = strayWords(body, repeat, utterance)
  const thing = stray === undefined ? title : title.replace(stray, '').trim()
  if (!isAhead && quoted === undefined && !isReminderRequest(utterance, body, thing, repeat)) return undefined
  // "아내 생일 알려줘" asks for the day itself where somebody told it, and names none.
  const isUndated = readSentence(body).whenSpans(utterance, repeat).length === 0
  if (isUndated && event.test(body) && utterance.facts.some(({ text }) => ` ${text}`.includes(` ${body}`)))
    return undefined
  // "매년" without its day would be of today's, and "매일 알려줘" says neither what nor when.
  const { every, month, time } = repeat?.rule ?? {}
  const passing = every === 'hour' || every === 'minute'
  if ((every === 'year' && month === undefined) || (every && !passing && title === '' && !time))
    return { weight: 2, answer: () => utterance.say.whenMissing }
  if (unknown !== undefined) return { weight: 2, answer: () => utterance.say.countedFrom(unknown) }
  const more = unsaid({ body, quoted: quoted !== undefined, hasLead: lead !== undefined }, repeat, utterance)
  if (more !== undefined) return { weight: 2, answer: () => more }
  // Of what repeats no rule can say "before".
  if (repeat && lead) return { weight: 2, answer: () => utterance.say.whenMissing }
  return schedule(utterance, title || utterance.say.alarm, body, repeat, lead?.ms)
}

/** The words beside a rule, which has all its own days and times. */
const beside = (body: string, { spans }: ReadRecurrence) =>
  spans.reduce((rest, { from, to }) => rest.slice(0, from) + '·'.repeat(to - from) + rest.slice(to), body)

/** "하루 세 번": at which hours is not said. */
const severallyADay = /하루에?\s?(?:\d|두|세|네|다섯)\s?번|\b(?:twice|(?:two|three|four|\d) times) a day\b/i

/** "I have a dentist appointment at 3:30pm today": what somebody has at an hour is offered as a reminder. */
function englishAppointment(utterance: Utterance): Intent | undefined {
  const said = /^(?:(?:i|we)(?: have|'ve got|'ve| got)|there(?:'s| is)) (?:an? |the )?(?<event>.+)$/i.exec(
    utterance.text,
  )
  const read = said && readSentence(utterance.text).moment(utterance)
  const { event = '' } = said?.groups ?? {}
  if (!read || 'invalid' in read || read.dateOnly) return undefined
  return { weight: 2, answer: () => utterance.say.howToRemind(event) }
}

/** "3시 치과", "한 시간 뒤에 빨래", "매일 아침 8시에 비타민": nobody asked to be told of it, so it is only offered. */
export const appointment: Family = (utterance) => {
  if (utterance.asked || saying.test(utterance.text)) return undefined
  if (!/[가-힣]/.test(utterance.text)) return englishAppointment(utterance)
  const { text } = readSentence(withHour(readSentence(utterance.text).corrected(utterance).text))
  const said = readSentence(text)
  const repeat = said.recurrence(utterance)
  const read = repeat ? undefined : said.moment(utterance)
  if (!repeat && (!read || 'invalid' in read)) return undefined
  const title = titleOf(text, repeat, utterance)
  if (/있(?:어|음|다)(?:요)?$/.test(text) && !event.test(title)) return undefined
  const isDated = repeat !== undefined || /(?:^|\s)\S*에 |[뒤후]/.test(text) || (read && 'at' in read && !read.dateOnly)
  const words = title.split(' ').length
  const fits = event.test(title)
    ? words <= 3
    : isDated && words <= 3 && !statement.test(title) && !other.test(utterance.text)
  if (title === '' || !fits || severalTimes(text, utterance)) return undefined
  if (unsaid({ body: text, quoted: false, hasLead: false }, repeat, utterance) !== undefined) return undefined
  return { weight: 1, answer: () => utterance.say.howToRemind(utterance.text) }
}

/** Statements about oneself, and thanks. */
const saying = /^(?:나|난|나는|저|전|저는|내가|제가|우리|너|넌) |알려 ?[줘주]|고마|감사/
/** Titles that are statements or questions, not tasks. */
const statement = patternOf()`
    (?:다|요|어|았|었|아|해|까|지|니|냐|죠|네|음|줘|했|돼|[가-힣]{0,1}(?<=[할갈볼줄올살먹])래|자|고|는데|거든|라며|대)$|(?:^|\s)\S{0,1}(?:가|와|나|봐|사|써|타)$|
    [a-z]$`
/** Questions about dates or facts, and statements about other things. */
const other = patternOf()`
  남|몇|며칠|언제|무슨|뭐|얼마|누구|어디|왜|어때|날씨|뉴스|환율|주가|시세|일정|할 ?일|스케줄|운세|음력|양력|띠|절기|공휴일|날짜|시각|기억|메모|적어|저장|원(?:을|씩|만)?(?=\s|$)|
  이체|송금|계산|더하기|빼기|곱하기|나누기|보내|예약|취소|바꿔|옮겨|아니라|말고|까지 ?몇
`

/** Return true if the words ask for a reminder, not for an immediate answer. */
function isReminderRequest(
  utterance: Utterance,
  body: string,
  title: string,
  repeat: ReadRecurrence | undefined,
): boolean {
  const { text } = utterance
  const said = readSentence(body)
  const wish = said.stretches(said.whenSpans(utterance, repeat)).at(-1)?.text ?? ''
  const wanted =
    surely.test(body.trim()) || surely.test(wish) || !/[가-힣]/.test(text) || /알림|알람|리마인|깨워/.test(text)
  const read = said.moment(utterance)
  const timed = said.times.length > 0 || (read !== undefined && !('invalid' in read) && !read.dateOnly)
  // "저녁 6시에 운동", "운동 저녁 6시에": at an hour nobody wants to be told of anything but what is to be done.
  const clocked = timed && said.whenSpans(utterance, repeat).some(({ to }) => /^에(?: |$)/.test(said.text.slice(to)))
  const words = title.split(' ').length
  // "치과 아니다 하지 마" takes back; "가스 끄지 말기" is a thing to do.
  const isRefused = readSentence(title).negations.length > 0 && !title.endsWith('기')
  const bare =
    title !== '' &&
    !isRefused &&
    ((repeat && words <= 4 && !lookedUp.test(title)) ||
      (timed && words <= (clocked ? 4 : 2) && !(clocked && !described.test(title) ? lookedUp : news).test(title)) ||
      (words <= 3 && event.test(title) && !/언제|며칠|몇|무슨/.test(text)) ||
      (words <= 4 && !news.test(title) && (/[가-힣]기$/.test(title) || (dated.test(body) && !other.test(text)))))
  if (!wanted && !bare && !((timed || repeat) && title === '')) return false
  return title !== '' || timed || repeat !== undefined || /깨워|알람|alarm|wake|remind/i.test(text)
}

/** "12월 25일에 선물 사기 알려줘", "추석 일주일 전에 벌초 알려줘": at that day. */
const dated = /(?:일|날|주|달|년|말|초|요일|추석|설날|전|뒤|후|모레|내일|글피)에(?:는)? /

/** It is to come again and again, at an interval that no rule can keep: "2시간마다", "매달 첫째 월요일". */
const again = patternOf('i')`
  [가-힣\d] ?마다(?![가-힣])|(?<![가-힣])매(?:시간|시|분|일|주|달|월|년)(?![가-힣])|\d ?(?:시간|분|일|주|달|개월)에 ?한 ?번|격[일주월]|매 ?분기|
  \b(?:every|each|hourly|daily|weekly|monthly|yearly|quarterly|annually)\b
`

/** "3시에 하는 영화": the hour is the film's own. */
const described = /[가-힣](?:는|던) \S+$/

function bodyOf(utterance: Utterance): string | undefined {
  const text = turned(utterance).replace(glued, ' ').replace(TWICE, '$1')
  const wish = english.map((shape) => shape.exec(text)).find(Boolean) ?? told.exec(text)
  const match = wish ?? timed(inFront, text, utterance) ?? timed(bidden, text, utterance)
  if (!match) return undefined
  const said = readSentence(match.slice(1).join(' ').replace(lest, '').replace(fromNow, ''))
  const once = withDayOnce(said.corrected(utterance).text, utterance)
  return withHalf(withHour(withAt(withThisHour(once, utterance))), utterance)
}

/** A word that is said twice in haste. */
const TWICE = /(?<=^|\s)(\S{1,12})(?: \1)+(?=\s|$)/gi

/** "알람 6시 반", "치과 알림 내일 3시로 맞춰줘": the time stands behind. */
const alarmAt =
  /^(.{0,40}?) ?(알람|알림|리마인더)(?:을|를)? (.{2,40}?)(?:에|으?로)?(?: ?(?:맞춰|설정|예약|해|울려|부탁)[가-힣 ]{0,8})?$/

/** "30분 뒤에 알려줘 빨래" as it is mostly said: "30분 뒤에 빨래 알려줘". */
function turned(utterance: Utterance): string {
  const [, of = '', noun = '', time = ''] = alarmAt.exec(utterance.text) ?? []
  const at = readSentence(time)
  if (at.times.length > 0 && at.stretches(at.whenSpans(utterance, at.recurrence(utterance))).length === 0)
    return readSentence(of).days(utterance).length > 0 ? `${of} ${time} ${noun}` : `${time}에 ${of} ${noun}`
  const [, before = '', request = '', rest = ''] = behind.exec(utterance.text) ?? []
  const isOne =
    rest !== '' && (readSentence(before).moment(utterance) ?? readSentence(rest).moment(utterance)) !== undefined
  return isOne && !asksForDeed(rest) && !/[?？]/.test(rest)
    ? asPlainRequest(`${before} ${rest} ${request}`)
    : utterance.text
}

/** A shape that asks for a reminder only with a time. */
const timed = (shape: RegExp, text: string, utterance: Utterance) =>
  !/뭐|무엇|누구|언제|어디|왜/.test(text) &&
  (readSentence(text).recurrence(utterance) ?? readSentence(text).moment(utterance))
    ? shape.exec(text)
    : null

function schedule(
  utterance: Utterance,
  title: string,
  body: string,
  repeat: ReadRecurrence | undefined,
  lead = 0,
): Intent {
  const event = repeat ? firstOf(utterance, repeat) : momentOf(utterance, body)
  const at = event instanceof Date ? ahead(event, lead, utterance.zone) : event
  if (at === 'invalid') return { weight: 2, answer: () => utterance.say.noDate }
  if (!at) return { weight: 2, answer: () => utterance.say.whenMissing }
  // "이따 6시" is said of today; midnight is its end.
  const missed =
    !repeat &&
    /(?:^|\s)(?:이따가?|좀 이따가?|오늘)(?=\s)/.test(body) &&
    toLocal(at, utterance.zone).hour !== 0 &&
    todayIn({ now: at, zone: utterance.zone }) !== todayIn(utterance)
  if (missed) return { weight: 2, answer: () => utterance.say.past(clockOf(utterance, new Date(+at - halfDayMs))) }
  if (at <= utterance.now) return { weight: 2, answer: () => utterance.say.past(dayAndClock(utterance, at)) }
  const often = repeat && wordOf(repeat, body, utterance)
  const kind = wakes.test(utterance.text) ? { kind: 'alarm' } : {}
  const args = {
    action: 'create',
    title,
    at: isoSecond(at, utterance.zone),
    ...(often ? { repeat: often } : {}),
    ...kind,
  }
  const answer = () => {
    if (!repeat || !often) return utterance.say.reminded(dayAndClock(utterance, at), title)
    const said = isRich(repeat) ? wordsOf(repeat, body) : (plainWord(repeat) ?? wordsOf(repeat, body))
    const told = utterance.say.repeated(
      oftenText(utterance, said, repeat, clockOf(utterance, at)),
      title,
      dayAndClock(utterance, at),
    )
    return [told, ...following(utterance, event as Date, lead, repeat)].join(' · ')
  }
  return { weight: 2, call: { name: 'reminders', args }, answer }
}

/** The two times after the first, so that a person sees what was made of the rule; nothing where there are none. */
function following(utterance: Utterance, first: Date, lead: number, { rule, others = [] }: ReadRecurrence): string[] {
  const soon = (one: ReadRecurrence['rule']) => nextOccurrences(withTime(one, utterance), first, utterance.zone, 2)
  const times = [rule, ...others].flatMap(soon).toSorted((a, b) => +a - +b)
  const told = times.slice(0, 2).map((at) => dayAndClock(utterance, ahead(at, lead, utterance.zone)))
  return told.length > 0 ? [reminderMessages[utterance.language].following(told)] : []
}

/** Whole days ahead is the same hour of an earlier day, also where the clock was changed in between. */
function ahead(event: Date, ms: number, zone: string): Date {
  if (ms % dayMs !== 0) return new Date(+event - ms)
  return instantOf(addDays(todayIn({ now: event, zone }), -ms / dayMs), toLocal(event, zone), zone)
}
const dayMs = 24 * 3_600_000

/** Of a date without a time. */
const morning = { hour: 9, minute: 0 }

function firstOf(utterance: Utterance, { rule, others = [] }: ReadRecurrence): Date | undefined {
  const { now, zone } = utterance
  const firsts = [rule, ...others].flatMap((one) => nextOccurrence(withTime(one, utterance), now, zone) ?? [])
  return firsts.toSorted((a, b) => +a - +b)[0]
}

function momentOf(utterance: Utterance, body: string): Date | 'invalid' | undefined {
  const read = readSentence(body).moment(utterance)
  if (!read || 'invalid' in read) return read && 'invalid'
  if (!read.dateOnly) return read.ambiguous ? awake(utterance, read.at) : read.at
  return read.date === todayIn(utterance) ? undefined : instantOf(read.date, morning, utterance.zone)
}
