import type { JsonObject } from '../../../protocol/index.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { addDays, addMonths, type CivilDate, todayIn, weekdayOf } from '../../../std/time/calendar.ts'
import { isoSecond } from '../../../std/time/local-time.ts'
import type { Intent, Utterance } from '../intent.ts'
import { withoutNumbers } from './event-requests.ts'
import { whenSaid } from './when-said.ts'

const MAIL = /(?:이?메일|편지)(?:함|들)?|\b(?:e-?mail(?:s|ed)?|mail(?:s|ed)?|inbox)\b/i
/** Words for all mail, each a whole word. */
const ASKING = patternOf('i')`
  ^(?:왔|온|있|없|확인|보여|알려|체크|뭐|뭔|몇|읽어|찾아|검색|말해|정리|요약|보냈|어디|해|줘|봐)[가-힣]{0,6}$|
  ^(?:내|나|제|나한테|내게|저한테|좀|다|혹시|거|것|통|도착한|받은|들어온|새로|뭐|
  가|이|은|는|을|를|의|도|에서|에|한테|관련|관련된|대한|관한|내용의?|제목의?|(?:제목|내용|본문)에)$|^(?:do|i|have|got|is|are|how|many|there|show|me|
  check|what's|any|my|the|new|all|please|find|search|look|through|for|in|with|about|on|from|read|get|did|come|came|
  a|an|of|to|open)$
`
const UNREAD = /(?:안 ?읽은|읽지 ?않은|아직 안 ?읽은|못 ?읽은|새로 ?온|새(?= ?(?:이?메일|편지)))|\b(?:unread|new)\b/i
const NEWEST =
  /(?:가장|제일) ?(?:최근|마지막|새로운|나중)(?:에 ?온|의)?|(?:최신|마지막|방금 ?온)(?= ?(?:이?메일|편지))|\b(?:latest|newest|most recent|last)\b/i
const READ = patternOf('i')`읽어(?:${GIVE}| ?드려)|내용 ?(?:알려|보여|말해)|\b(?:read|open)\b`
/** "김과장이 보낸", "쿠팡에서 온", "from Kim". */
const SENDER = patternOf('i')`
  (?<who>[^\s]+(?: [^\s]+)?)(?:한테서|에게서|에게|한테|에서|으?로부터|께서|이|가)? ?(?:보낸|보내온|온)(?= ?(?:이?메일|편지))|
  ^(?<writer>\S+?)(?:께서|이|가)? (?=(?:이?메일|편지)(?:을|를)? ?보냈)|
  \bfrom (?<from>[\w.@' -]{1,60})$|^(?:did|has) (?<by>[\w.@' -]{1,60}?) (?:already )?(?=e-?mail(?:ed)?\b|
  mail(?:ed)?\b)
`
/** "김과장 메일 오면", "새 메일이 도착하면", "when an email from Kim comes". */
const ARRIVES = patternOf('i')`
  ^(?<who>.*?)(?:이|가)? ?(?:이?메일|편지)(?:이|가|을|를)? ?(?:새로 )?(?:오면|왔을 ?때|도착하면|들어오면|받으면|보내면|올 ?때마다?|오는 ?대로) ?.*(?:알려|말해|
  불러|보여|깨워|전해).*$|^(?:let me know|tell me|notify me|alert me) (?:when|if|once|as soon as) (?:i get |there is |
  there's )?(?:a |an |any |new |the )*(?:e-?mail|mail)(?: (?:arrives|comes(?: in)?|
  came))?(?: from (?<from>.+?))?(?: (?:arrives|comes(?: in)?))?$|^(?:let me know|tell me|notify me|
  alert me) (?:when|if|once|as soon as) (?<by>[\w.@' -]+?) (?:e-?mails|mails|writes|
  sends (?:me )?(?:an? )?e?-?mail)(?: (?:to )?me)?$
`
const EVENTS_CHANGE = patternOf('i')`
  ^(?:내 |새 |새로운 )?(?:일정|약속|달력|캘린더)(?:이|가|에)? ?(?:.{0,6}(?:생기|추가되|바뀌|변경되|잡히|올라오))(?:면|거나|을 ?때) ?.*(?:알려|말해|보여).*$|
  ^(?:let me know|tell me|notify me) (?:when|if) (?:something|anything|an event|a new event) (?:is added to|
  changes on|appears on) (?:my |the )?(?:calendar|schedule)$|
  ^(?:let me know|tell me|notify me) (?:when|if) (?:my |the )?(?:calendar|schedule) changes$
`
const WRITE = patternOf('is')`
  ^(?:(?<to>\S+@[\w.-]+)(?:에게|한테|께|으?로)? ?)(?:이?메일|편지)(?:을|를)? ?(?:좀 |하나 )?(?:보내|써|작성해?)${GIVE}?[:,]? ?
  (?<text>.*)$|^(?:please )?(?:write|send|e-?mail|mail) (?:(?:an? )?(?:e-?mail|
  mail) to )?(?<whom>\S+@[\w.-]+?):? (?<body>.+)$
`
const WRITES =
  /(?:이?메일|편지)(?:을|를)? ?(?:좀 |하나 )?(?:보내|써|작성)|\b(?:send|write) (?:an? )?(?:e-?mail|mail)\b/i
const usual = 10
const mostWords = 60

/** "오늘 온 메일 있어?", "결제 관련 메일 찾아줘", "김과장 메일 오면 알려줘": the mailboxes that are connected. */
export function mail(utterance: Utterance): Intent[] | undefined {
  const { text, tools, say } = utterance
  if (!MAIL.test(text)) return undefined
  const written = writing(utterance)
  if (written) return [written]
  if (ABOUT_MAIL.test(text) || !LOOKS.test(text)) return undefined
  const args = argsOf(utterance)
  if (!args) return undefined
  if (!tools.has('mail')) return [{ weight: 3, answer: () => say.briefing.noMail }]
  return [{ weight: 3, call: { name: 'mail', args }, answer: (list) => withoutNumbers(list.trim()) }]
}

/** A wish to see mail, by its verb; "새 메일" alone is one. */
const LOOKS = patternOf('i')`
  (?:왔|온|있|없|확인|보여|알려|체크|뭐|몇|읽어|찾아|검색|말해|정리|요약|보냈)[가-힣 ]{0,8}[?!.]*$|
  (?:메일|편지)(?:함|들)?[?!.]*$|\b(?:check|show|find|read|do i|
  did|has|any|is there|are there|search|look|what|list|open|have i|new|unread)\b
`

/** A question about how mail works here, not about what came. */
const ABOUT_MAIL = /어떻게|왜|방법|연결|설정|계정|주소|\b(?:how(?! many)|why|connect|set ?up|address|account)\b/i

/** "김과장 메일 오면 알려줘": a schedule that tells of mail, or of events, when there is some. */
export function waiting({ text, tools }: Utterance): Intent[] | undefined {
  if (!tools.has('schedule')) return undefined
  const mailTo = ARRIVES.exec(text)?.groups
  if (mailTo && tools.has('mail')) {
    const who = plainName(mailTo.who ?? mailTo.from ?? mailTo.by ?? '')
    return who.length > mostWords ? undefined : [scheduled(`mail:${who}`, text)]
  }
  return EVENTS_CHANGE.test(text) && tools.has('list_events') ? [scheduled('calendar:', text)] : undefined
}

const scheduled = (watch: string, title: string): Intent => ({
  weight: 3,
  call: { name: 'schedule', args: { action: 'create', watch, title } },
  answer: (told) => told.trim(),
})

/** "김과장한테서", "새": a sender, or nobody. */
const plainName = (words: string) =>
  words
    .trim()
    .replace(/^(?:새|새로운|나한테|내게|혹시|a|any|new)(?:\s|$)/i, '')
    .replace(/(?:한테서|에게서|에게|한테|에서|으?로부터|께서|님의|의|이|가)$/, '')
    .replace(/(?<=[가-힣]{2})님$/, '')
    .trim()

/** A draft to an address, with its words. */
function writing({ text, tools, say }: Utterance): Intent | undefined {
  if (!tools.has('draft_mail')) return undefined
  const said = WRITE.exec(text)?.groups
  const to = said?.to ?? said?.whom
  const words = (said?.text || said?.body || '').trim()
  if (to !== undefined && words !== '') {
    const subject = words.split(/[.\n]/)[0]?.slice(0, mostWords) ?? ''
    return {
      weight: 3,
      call: { name: 'draft_mail', args: { to: [to], subject, text: words } },
      answer: (told) => told.trim(),
    }
  }
  return WRITES.test(text) && !/(?:보낸|보내온) ?(?:이?메일|편지)/.test(text)
    ? { weight: 3, answer: () => say.briefing.howToMail }
    : undefined
}

/** The part of the mailbox that is asked for; undefined if words are left that are neither a sender nor a subject. */
function argsOf(utterance: Utterance): JsonObject | undefined {
  const isNewest = NEWEST.test(utterance.text)
  const when = whenSaid({ ...utterance, text: utterance.text.replace(NEWEST, ' ').replace(/\s+/g, ' ').trim() })
  const isRead = isNewest || READ.test(utterance.text)
  const said = when.rest
    .replace(UNREAD, ' ')
    .replace(/(?:이번|지난|저번) ?(?:주|달)(?:에)?|\b(?:this|last) (?:week|month)\b/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const sender = SENDER.exec(said)
  const who = plainName(
    sender?.groups?.who ?? sender?.groups?.writer ?? sender?.groups?.from ?? sender?.groups?.by ?? '',
  )
  const isSender = sender !== null && who !== '' && !ASKING.test(who)
  const rest = isSender ? said.replace(sender[0], ' ') : said
  const query = wordsIn(rest)
  if (query === undefined || [query, who].some((words) => words.length > mostWords)) return undefined
  const { first, last = first } = pastDays(utterance) ?? behindToday(when, utterance)
  const days = when.from
    ? { since: isoSecond(when.from, utterance.zone), ...(when.to ? { until: isoSecond(when.to, utterance.zone) } : {}) }
    : first === undefined
      ? {}
      : { since: first, until: last ?? first }
  const isAll = query === '' && !isSender && first === undefined && !when.from && !isNewest
  return {
    ...(isRead ? { action: 'read' } : { action: 'list', limit: usual }),
    ...(UNREAD.test(utterance.text) || (isAll && !isRead) ? { unread: true } : {}),
    ...(isSender ? { sender: who } : {}),
    ...(query === '' ? {} : { query }),
    ...days,
  }
}

/** "이번 주에 온", "지난달에 온": of the past, from the first day of it. */
function pastDays(utterance: Utterance): { first: CivilDate; last: CivilDate } | undefined {
  const today = todayIn(utterance)
  if (/이번 ?주|this week/i.test(utterance.text)) return { first: addDays(today, 1 - weekdayOf(today)), last: today }
  if (/이번 ?달|this month/i.test(utterance.text)) return { first: `${today.slice(0, 7)}-01`, last: today }
  if (/지난 ?주|저번 ?주|last week/i.test(utterance.text)) {
    const monday = addDays(today, -6 - weekdayOf(today))
    return { first: monday, last: addDays(monday, 6) }
  }
  return undefined
}

/** "월요일에 온": mail has come already, so a day ahead is the last one of its name. */
function behindToday(when: { first?: CivilDate; last?: CivilDate }, utterance: Utterance) {
  const today = todayIn(utterance)
  if (when.first === undefined || when.first <= today) return when
  const back = (date: CivilDate): CivilDate => {
    if (/요일|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i.test(utterance.text)) return addDays(date, -7)
    return addMonths(date, /\d ?월|[a-z]{3,} \d/i.test(utterance.text) ? -12 : -1)
  }
  return { first: back(when.first), last: back(when.last ?? when.first) }
}

/** The words that mail is searched for: all but those of asking, next to one another. */
function wordsIn(text: string): string | undefined {
  const words = text
    .replace(MAIL, ' | ')
    .split(/[\s,.?!]+/)
    .filter(Boolean)
  const own = words.map((word) =>
    word === '|' || ASKING.test(word) ? undefined : word.replace(/(?<=[가-힣]{2})(?:에서|을|를|이|가|의|은|는)$/, ''),
  )
  const runs = own
    .map((word) => word ?? '|')
    .join(' ')
    .split('|')
    .map((run) => run.trim())
    .filter(Boolean)
  return runs.length > 1 ? undefined : (runs[0] ?? '')
}
