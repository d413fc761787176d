import { reminderMessages } from '../../../messages/engine/reminders.ts'
import type { JsonObject } from '../../../protocol/index.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { type CivilDate, todayIn } from '../../../std/time/calendar.ts'
import { isoSecond } from '../../../std/time/local-time.ts'
import { recall } from '../facts/recall.ts'
import type { Family, Intent, Utterance } from '../intent.ts'
import { eventChange, shiftIn } from './event-changes.ts'
import { wordsChange } from './event-words.ts'
import { scopeIn } from './series-scope.ts'
import { told } from './told.ts'
import { timesOf, type WhenSaid, whenSaid } from './when-said.ts'

/** A request to the calendar without its time: the deed, and the event it is about. */
interface EventRequest {
  deed: 'add' | 'move' | 'cancel' | 'when' | 'next' | 'list'
  /** The event's words; '' for any. */
  subject: string
  when: WhenSaid
  /** It says that events are meant. */
  isNamed: boolean
  /** The times of a series that are changed. */
  scope?: 'following' | 'all'
}

const PLEASE = `(?:${GIVE}고?| ?(?:드려|라)(?:요)?)?`
/** Deeds by the verb at the end of a Korean sentence, or at the front of an English one. */
const DEEDS: readonly (readonly [EventRequest['deed'], RegExp])[] = [
  [
    'add',
    new RegExp(
      `(?:을|를|으?로)? ?(?:좀 |하나 )?(?:(?:추가|등록|기록|생성|예약)(?:을|를)? ?(?:해|하자)?|넣어|잡아|적어|올려|만들어|써)${PLEASE}$`,
    ),
  ],
  ['move', new RegExp(`(?:으?로|을|를)? ?(?:좀 )?(?:옮겨|미뤄|변경해?|바꿔|당겨|앞당겨|늦춰|조정해)${PLEASE}$`)],
  ['cancel', new RegExp(`(?:을|를|은|는)? ?(?:좀 |다 )?(?:(?:취소|삭제)(?:를)? ?(?:해|하자)?|지워|빼|없애)${PLEASE}$`)],
  ['add', /^(?:please )?(?:add|put|enter|create|schedule|book|set up) (?:an? |the )?(?=\S)/i],
  ['move', /^(?:please )?(?:move|reschedule|shift|push|postpone) (?:my |the )?(?=\S)/i],
  ['cancel', /^(?:please )?(?:cancel|delete|remove) (?:my |the )?(?=\S)/i],
  ['cancel', /^(?:please )?take (?:my |the )?(?=\S.* off\b)/i],
  ['move', /^(?:please )?(?:bring|pull) (?:my |the )?(?=\S.* (?:forward|up)\b)/i],
]
const WHEN = patternOf('i')`
  (?:은|는|이|가)? ?(?:언제|몇 ?시)(?:에)?(?: ?(?:야|지|예요|에요|이야|였지|더라|있|하|시작|열려|돼|가|오|갔|만나|보러)[가-힣 ]{0,6})?$|
  까지 ?(?:얼마나|몇 ?(?:시간|분|일))? ?남[가-힣]*$|
  ^(?:when(?:'s| is| are| do i (?:have|see|meet)| was)|what time(?:'s| is| do i have)) (?:my |the )?
`
/** "몇 시에 회의 있어": the question stands before the event. */
const WHEN_BEFORE = /(?:^|\s)(?:언제|몇 ?시에?)(?=\s)/
const NEXT = patternOf('i')`
  (?<![가-힣])(?:다음(?:번)?|바로 다음|가장 가까운|제일 가까운)(?:에)?(?= ?(?:일정|약속|회의|미팅|스케줄))|\b(?:next|upcoming)\b(?! (?:week|month|
  year|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday))
`
/** Words that every event is called by. */
const EVENT = patternOf('gi')`
  (?<![가-힣])(?:내 ?)?(?:일정|스케줄|약속|예정)(?:들)?(?:표)?(?:은|는|이|가|을|를|도|에)?(?![가-힣])|(?<![가-힣])(?:내 )?(?:달력|캘린더)(?:에서?|의|
  에다)?(?![가-힣])|\b(?:(?:to|on|in|from) )?(?:my |the )?(?:calendar|schedule|agenda|events?|appointments?)\b|
  \b(?:any|my|the) plans\b
`
/** Words of the calendar itself: an event may be called 약속. */
const CALENDAR = patternOf('gi')`
  (?<![가-힣])(?:내 ?)?(?:일정|스케줄)(?:들)?(?:표)?(?:은|는|이|가|을|를|도|에)?(?![가-힣])|(?<![가-힣])(?:내 )?(?:달력|캘린더)(?:에서?|의|
  에다)?(?![가-힣])|\b(?:(?:to|on|in|from) )?(?:my |the )?(?:calendar|schedule|agenda|events?)\b
`
/** Words of asking that name no event, each a whole word. */
const ASKING = patternOf('i')`
  ^(?:뭐|뭔|무슨|무엇|어떤|어떻|어때|몇)[가-힣]{0,4}$|^(?:있|없|알려|말해|보여|확인|정리|읽어|불러|부탁|하|해|돼|되|줘|주세|봐)[가-힣]{0,5}$|
  ^(?:첫|첫번째|첫째|마지막|날짜|시각|초대받[가-힣]*|좀|다|전부|모두|혹시
  |중|중에|중에서|
  나|난|내|제|저|내가|제가|나의|지금|또|개|거|것|건|가|이|은|는|을|를|하나|목록|야|지|요|에|의|도)$|^(?:what|what's|is|are|do|have|i|show|list|tell|
  me|there|any|anything|how|many|first|last|my|the|please|up|for|on|of|a|an|today's|got)$
`
/** Things of this program that are set and cancelled, too. */
const OTHERS = patternOf('i')`
    알림|알람|리마인더|타이머|이체|송금|메모|설정|파일|메일|예약 ?(?:송금|이체)|구독|\b(?:reminders?|alarms?|timers?|transfer|notes?|files?|mail|
    settings?)\b`
/** "있어?", "do I have": whether there is one. */
const IS_THERE =
  /(?:있|없)[가-힣]{0,4}[?.!]*$|^(?:do i have|have i|is there|are there|any|how many|what(?:'s| is) my (?:first|last))\b/i
const lastWord = (words: string) => words.split(' ').at(-1) ?? ''
const GENERIC = /^(?:회의|미팅|약속|일정|모임|meetings?|appointments?|events?|calls?)$/i

/** "오늘 오후 일정", "내일 스크럼 4시로 옮겨줘", "add lunch with Sam tomorrow 12-1:30": what the calendar is asked for. */
export function eventRequest(utterance: Utterance): Intent[] | undefined {
  const words = eventWords(utterance)
  if (words) return words
  const request = readRequest(utterance)
  if (!request || (!request.isNamed && request.deed !== 'next')) return undefined
  return intentsOf(utterance, request)
}

/** "스크럼 언제야?": an event if the calendar has one of that name; what else could be meant answers otherwise. */
export const whenIsEvent: Family = (utterance) => {
  const request = readRequest(utterance)
  if (request?.deed !== 'when' || request.isNamed || request.subject === '') return undefined
  const known = recall(utterance)
  // A note of the person answers for certain.
  if (known?.weight === 2) return undefined
  return known ? { ...findFirst(request, utterance, ''), otherwise: known } : findFirst(request, utterance, undefined)
}

function readRequest(utterance: Utterance): EventRequest | undefined {
  const { tools } = utterance
  if (!tools.has('list_events') || OTHERS.test(utterance.text)) return undefined
  const isOfSeries = DEEDS.some(([kind, shape]) => kind !== 'add' && shape.test(utterance.text))
  const { text, ...scope } = isOfSeries ? scopeIn(utterance) : { text: utterance.text.replace(WHO_COMES, ' ').trim() }
  const isGuests = text !== utterance.text && !isOfSeries
  const when = whenSaid({ ...utterance, text: text.replace(NEXT, ' ').replace(/\s+/g, ' ').trim() })
  const words = text.match(EVENT) !== null
  const isNext = NEXT.test(text)
  const found = DEEDS.find(([, shape]) => shape.test(when.rest))
  const isWhen = WHEN.test(when.rest) || WHEN_BEFORE.test(when.rest)
  const deed = found?.[0] ?? (isNext ? 'next' : isWhen ? 'when' : 'list')
  const bare = found
    ? when.rest.replace(found[1], ' ')
    : isWhen
      ? when.rest.replace(WHEN, ' ').replace(WHEN_BEFORE, ' ')
      : when.rest
  const subject = subjectOf(bare, deed)
  const isChange = found !== undefined && deed !== 'add'
  const hasWhen = when.first !== undefined || when.from !== undefined || when.repeat !== undefined
  // A thing that has a new hour, or a day, is one of the calendar where nothing else of that name is meant.
  const isShift = deed === 'move' && shiftIn(text, subject) !== undefined
  const canChange = subject !== '' && (hasWhen || isShift || 'scope' in scope) && tools.has('change_event')
  const isEnglish = !/[가-힣]/.test(text)
  const isPut =
    deed === 'add' &&
    when.isTimed === true &&
    canChange &&
    !isAmount(subject) &&
    !CLAUSE.test(subject) &&
    (isEnglish || !/에(?: |$)/.test(subject))
  const isWhole = deed === 'add' && when.first !== undefined && WHOLE_DAY.test(text) && canChange
  const isAsked =
    subject !== '' &&
    (isGuests ||
      // "서울 5시면 뉴욕 몇 시야" gives an hour and asks for another.
      (isWhen && ((hasWhen && when.isTimed !== true) || GENERIC.test(subject))) ||
      (hasWhen && IS_THERE.test(text) && GENERIC.test(lastWord(subject))))
  return { deed, subject, when, isNamed: words || (isChange && canChange) || isPut || isWhole || isAsked, ...scope }
}

/** "종일 연차", "all day": it has no hour because it wants none. */
const WHOLE_DAY = /(?<![가-힣])(?:하루 ?)?종일(?![가-힣])|\ball day\b/i

/**
 * Words that end a clause of their own, or begin one: "가고 싶은데", "진료 되면", "네 명이서 …". Where nothing says that an
 * event is meant, what is told in clauses is the description of something else.
 */
const CLAUSE =
  /(?:[는은인한던된난]데|니까|거든|길래|지만|잖아|더라고?|는지|[되하오가보]면|싶어|해서|려고)(?= |$)|[명분둘셋넷]이(?:서)? /

/** Return true for a number and what it counts ("두 명"): no event is called so. */
function isAmount(words: string): boolean {
  const [number] = readSentence(words).numbers
  return number?.from === 0 && /^ ?\S{0,2}$/.test(words.slice(number.to))
}

/** The event's own words: without those that every event has, and those of asking. */
function subjectOf(text: string, deed: EventRequest['deed']): string {
  const words = text
    .replace(deed === 'add' ? CALENDAR : EVENT, ' ')
    .replace(deed === 'cancel' ? HAS_GONE : '', ' ')
    .split(/[\s,.?!]+/)
    .filter(Boolean)
  const own = deed === 'add' ? words : words.filter((word, at) => !ASKING.test(word) || isOneOf(word, words[at + 1]))
  const tail = /(?<=[가-힣\d]{2})(?:이라고|라고|은|는|을|를|도|만)$|\s(?:at|on|in|to|for|with|from)$/i
  return own.join(' ').replace(NAMING, '').replace(tail, '').trim()
}

/** "회의에 누구누구 와?": the guests stand beside an event. */
const WHO_COMES = patternOf('i')`
  (?:에|에는)? ?(?:누구(?: ?누구)?|누가(?: ?누가)?|참석자)(?:가|랑|는|이)? ?(?:와|오|온대|참석|나와|있|누구)[가-힣 ]*$|^who(?:'s| is| all is
  | are)? (?:all )?(?:coming to|going to|
  attending|invited to|in|at) (?:the |my )?`

/** "회의 취소됐어, 지워줘": the reason, behind the name. */
const HAS_GONE = /(?:(?:이|가)? ?(?:취소|연기|무산)(?:됐|되었|돼)[가-힣]*,?| off)\s*$/

/** "an hour": one of a unit of time is a number. */
const isOneOf = (word: string, next = '') => /^an?$/i.test(word) && /^(?:hour|half|minute|day|week)$/i.test(next)

/** "called retro", "my vacation": what stands before a name. */
const NAMING = /^(?:called|named|titled|my|our) /i

function intentsOf(utterance: Utterance, request: EventRequest): Intent[] | undefined {
  const { deed, subject, when } = request
  if (when.isInvalid) return [{ weight: 3, answer: () => utterance.say.noDate }]
  const { unread } = when
  // A word of when that nobody read would be lost in the title.
  if (unread !== undefined && (deed === 'add' || deed === 'move'))
    return [{ weight: 3, answer: () => utterance.say.unreadWord(unread) }]
  if (when.zone === '') return [{ weight: 3, answer: () => utterance.say.unreadWord(utterance.text) }]
  switch (deed) {
    case 'add':
      return addIntent(utterance, request)
    case 'move':
    case 'cancel':
      return eventChange(utterance, { ...request, isCancel: deed === 'cancel' })
    case 'next':
      return [listed({ next: 1, ...(subject === '' || GENERIC.test(subject) ? {} : { query: subject }) })]
    case 'when':
      return [findFirst(request, utterance, undefined)]
    default:
      return listIntents(utterance, request)
  }
}

/** "회식 장소를 을지로로 바꿔줘": another title or place. Only events have places; a title may be that of anything. */
function eventWords(utterance: Utterance): Intent[] | undefined {
  const { text, tools } = utterance
  const change = tools.has('change_event') && !OTHERS.test(text) ? wordsChange(text) : undefined
  if (!change) return undefined
  const { rest, first, last = first, unread, isInvalid, repeat } = whenSaid({ ...utterance, text: change.what })
  const isNamed = first !== undefined || change.what.match(EVENT) !== null || change.words.location !== undefined
  const find = subjectOf(rest, 'list')
  if (find === '' || !isNamed || isInvalid || unread !== undefined || repeat !== undefined || first !== last)
    return undefined
  const on = first === undefined ? {} : { on: first }
  return [
    {
      weight: 3,
      call: { name: 'change_event', args: { action: 'change', find, ...on, ...change.words } },
      answer: told,
    },
  ]
}

function addIntent(utterance: Utterance, { subject, when }: EventRequest): Intent[] | undefined {
  if (!utterance.tools.has('change_event')) return undefined
  const { title, location } = placeIn(subject)
  const times = timesOf(when, utterance.zone)
  // "치과 알려줘 그리고 로켓": a request is no part of a title.
  const isAsked = readSentence(title)
    .spans(utterance)
    .some(({ owner }) => owner === 'request')
  if (title === '' || isAsked) return undefined
  if (times.start === undefined) return [{ weight: 3, answer: () => utterance.say.eventWhen(title) }]
  const args = { action: 'create', title, ...times, ...(location === '' ? {} : { location }) }
  return [{ weight: 3, call: { name: 'change_event', args }, answer: told }]
}

/** "lunch with Sam at Cafe Rio", "강남역에서 미팅": what it is, and where. */
function placeIn(subject: string): { title: string; location: string } {
  const english = /^(?<title>.+?) (?:at|in) (?<location>(?:the )?[A-Z][\w'. -]{1,60})$/.exec(subject)
  const korean = /^(?<location>\S*[가-힣]{2,20})에서 (?<title>.+)$/.exec(subject)
  const { title = subject, location = '' } = (english ?? korean)?.groups ?? {}
  return { title: title.trim(), location: location.trim() }
}

/** "김과장이랑 미팅": whom it is with; a meeting may be called anything, and several are called by one. */
function queryOf(subject: string): { query?: string } {
  const words = subject.split(' ').filter(Boolean)
  const isWith = words.some((word) => WITH.test(word))
  const own = words.length > 1 && isWith && GENERIC.test(lastWord(subject)) ? words.slice(0, -1) : words
  const query = own.map((word) => word.replace(WITH, '').replace(PLURAL, '')).join(' ')
  return query === '' ? {} : { query }
}
const WITH = /(?<=[가-힣]{2})(?:이랑|랑|하고|과|와)$/
const PLURAL = /(?<=^(?:meeting|appointment|event|call))s$/i

function findFirst({ subject, when }: EventRequest, utterance: Utterance, nothing: string | undefined): Intent {
  const days = when.first === undefined ? { next: 1 } : spanArgs(when, utterance)
  const args: JsonObject = { ...days, ...queryOf(subject) }
  const isNothing = (list: string) => !/^- /m.test(list)
  return {
    weight: 2,
    call: { name: 'list_events', args },
    answer: (list) => (isNothing(list) && nothing !== undefined ? nothing : told(list)),
  }
}

function listIntents(utterance: Utterance, { subject, when }: EventRequest): Intent[] | undefined {
  if (subject !== '' && subject.split(' ').length > 3) return undefined
  const query = queryOf(subject)
  if (when.first === undefined && when.from === undefined) {
    return subject === '' ? undefined : [listed({ next: 5, ...query })]
  }
  const intents = [listed({ ...spanArgs(when, utterance), ...query })]
  if (subject !== '' || when.from !== undefined || !utterance.tools.has('reminders')) return intents
  const { first = todayIn(utterance), last = first } = when
  const answer = (list: string) => (isNoReminder(list) ? '' : utterance.say.alsoReminders(list.trim()))
  const args = { action: 'list', at: first, ...(last === first ? {} : { to: last }) }
  return [...intents, { weight: 3, call: { name: 'reminders', args }, answer }]
}

const isNoReminder = (list: string) =>
  (['ko', 'en'] as const).some((language) => {
    const { none, noneOn, noneBetween } = reminderMessages[language]
    const shapes = [none, noneOn('\u0000'), noneBetween('\u0000', '\u0000')].map((shape) => shape.split('\u0000'))
    return shapes.some(
      (parts) =>
        list.trim().startsWith(parts[0] ?? '') && list.trim().endsWith(parts.at(-1) ?? '') && parts.join('').length > 3,
    )
  })

/** The days or hours of a question, as arguments of the tool that lists events. */
export function spanArgs({ first, last, from, to }: Omit<WhenSaid, 'rest'>, { zone }: Utterance): JsonObject {
  const day: CivilDate | undefined = first
  if (from) return { from: isoSecond(from, zone), ...(to ? { to: isoSecond(to, zone) } : {}) }
  return { ...(day ? { from: day } : {}), ...(last && last !== first ? { to: last } : {}) }
}

const listed = (args: JsonObject): Intent => ({ weight: 3, call: { name: 'list_events', args }, answer: told })
