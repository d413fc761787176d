import type { JsonObject } from '../../../protocol/index.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Intent, Utterance } from '../intent.ts'
import { MAIL, mailAsked, mostWords, plainName } from './mail-asked.ts'
import { mailDeed } from './mail-deeds.ts'
import { withoutNumbers } from './told.ts'

const READ = patternOf('i')`읽어(?:${GIVE}| ?드려)|내용 ?(?:알려|보여|말해)|\b(?:read|open)\b`
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

/** "오늘 온 메일 있어?", "결제 관련 메일 찾아줘", "김과장 메일 오면 알려줘": the mailboxes that are connected. */
export function mail(utterance: Utterance): Intent[] | undefined {
  const { text, tools, say } = utterance
  if (!MAIL.test(text)) return undefined
  const deed = mailDeed(utterance)
  if (deed) return deed
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
    return who.length > mostWords || SEVERAL.test(who) ? undefined : [scheduled(`mail:${who}`, text)]
  }
  return EVENTS_CHANGE.test(text) && tools.has('list_events') ? [scheduled('calendar:', text)] : undefined
}

/** "김과장이나 이대리": one watch waits for one sender. */
const SEVERAL = /[가-힣](?:이?나|하고|이?랑|와|과) \S|,|(?<![가-힣])(?:또는|혹은)(?![가-힣])|\b(?:and|or)\b/i

const scheduled = (watch: string, title: string): Intent => ({
  weight: 3,
  call: { name: 'schedule', args: { action: 'create', watch, title } },
  answer: (told) => told.trim(),
})

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

/** The part of the mailbox that is asked for, as arguments of the tool. */
function argsOf(utterance: Utterance): JsonObject | undefined {
  const asked = mailAsked(utterance)
  if (!asked) return undefined
  const { sender, query, isNewest, isUnread, folder, days } = asked
  const isRead = isNewest || READ.test(utterance.text)
  const isAll = [sender, query, folder, days.since].every((one) => one === undefined) && !isNewest
  return {
    ...(isRead ? { action: 'read' } : { action: 'list', limit: usual }),
    ...(isUnread || (isAll && !isRead) ? { unread: true } : {}),
    ...(sender === undefined ? {} : { sender }),
    ...(query === undefined ? {} : { query }),
    ...(folder === undefined ? {} : { folder }),
    ...days,
  }
}
