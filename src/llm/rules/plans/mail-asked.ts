import type { JsonObject } from '../../../protocol/index.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { addDays, addMonths, type CivilDate, todayIn } from '../../../std/time/calendar.ts'
import { isoSecond } from '../../../std/time/local-time.ts'
import type { Utterance } from '../intent.ts'
import { whenSaid } from './when-said.ts'

/** A word for mail. */
export const MAIL = /(?:이?메일|편지)(?:함|들)?|\b(?:e-?mail(?:s|ed)?|mail(?:s|ed)?|inbox)\b/i
/** Words for all mail, each a whole word. */
const ASKING = patternOf('i')`
  ^(?:왔|온|있|없|확인|보여|알려|체크|뭐|뭔|몇|읽어|찾아|검색|말해|정리|요약|보냈|어디|해|줘|봐)[가-힣]{0,6}$|
  ^(?:내|나|제|나한테|내게|저한테|좀|다|혹시|거|것|통|통이[가-힣]{1,3}|건|중|중에|중에서|중요한|급한|도착한|받은|들어온|새로|뭐|
  가|이|은|는|만|을|를|의|도|에서|에|한테|관련|관련된|대한|관한|내용의?|제목의?|(?:제목|내용|본문)에)$|
  ^(?:what|which|anything|do|i|have|got|is|are|how|many|there|show|me|
  check|what's|any|my|the|new|all|please|find|search|look|through|for|in|with|about|on|from|read|get|did|come|came|
  a|an|of|to|open)$
`
const UNREAD = /(?:안 ?읽은|읽지 ?않은|아직 안 ?읽은|못 ?읽은|새로 ?온|새(?= ?(?:이?메일|편지)))|\b(?:unread|new)\b/i
const NEWEST = patternOf('i')`
    (?:가장|제일|맨) ?(?:최근|마지막|새로운|나중)(?:에 ?온|으로 ?온|의)?|
    (?:최신|최근|마지막(?:으로 ?온)?|최근에 ?온|방금 ?온)(?= ?(?:이?메일|편지))|\b(?:latest|newest|most recent|last)\b`
/** "김과장이 보낸", "쿠팡에서 온", "from Kim". */
const SENDER = patternOf('i')`
  (?<who>[^\s]+(?: [^\s]+)?)(?:한테서|에게서|에게|한테|에서|으?로부터|께서|이|가)? ?(?:보낸|보내온|온)(?= ?(?:이?메일|편지))|
  ^(?<writer>\S+?)(?:께서|이|가)? (?=(?:이?메일|편지)(?:을|를)? ?보냈)|
  \bfrom (?<from>[\w.@' -]{1,60})$|
  ^(?:what )?(?:did|has) (?!i |we |my )(?<by>[\w.@' -]{1,60}?) (?:already )?(?=e-?mail(?:ed)?\b|
  mail(?:ed)?\b)
`
/** Characters of a sender or of words that are looked for. */
export const mostWords = 60

/** The mail that is asked for or filed. */
export interface MailAsked {
  sender?: string
  query?: string
  isNewest: boolean
  isUnread: boolean
  folder?: string
  days: { since?: string; until?: string }
}

/** Read which mail is meant; undefined if words are left that are neither a sender nor a subject. */
export function mailAsked(utterance: Utterance): MailAsked | undefined {
  const isNewest = NEWEST.test(utterance.text)
  const past = pastDays(utterance)
  const text = past ? past.rest : utterance.text
  const when = whenSaid({ ...utterance, text: text.replace(NEWEST, ' ').replace(/\s+/g, ' ').trim() })
  const own = when.rest.replace(UNREAD, ' ').replace(/\s+/g, ' ').trim()
  const [folderWords, folder] = FOLDERS.find(([shape]) => shape.test(own)) ?? []
  const said = folderWords ? own.replace(folderWords, ' 메일 ').replace(/\s+/g, ' ').trim() : own
  const sender = SENDER.exec(said)
  const who = plainName(
    sender?.groups?.who ?? sender?.groups?.writer ?? sender?.groups?.from ?? sender?.groups?.by ?? '',
  )
  const isSender = sender !== null && who !== '' && !ASKING.test(who)
  const query = wordsIn(isSender ? said.replace(sender[0], ' ') : said)
  if (query === undefined || [query, who].some((words) => words.length > mostWords)) return undefined
  const { first, last = first } = past ?? behindToday(when, utterance)
  const days = when.from
    ? { since: isoSecond(when.from, utterance.zone), ...(when.to ? { until: isoSecond(when.to, utterance.zone) } : {}) }
    : first === undefined
      ? {}
      : { since: first, until: last ?? first }
  return {
    ...{ isNewest, isUnread: UNREAD.test(utterance.text), days },
    ...(isSender ? { sender: who } : {}),
    ...(query === '' ? {} : { query }),
    ...(folder === undefined ? {} : { folder }),
  }
}

/** Folders beside the inbox, as they are called. */
const FOLDERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:내가 ?)?보낸 ?(?:이?메일|편지)(?:함)?|\bsent (?:e-?mails?|mail|items|folder)\b/i, 'sent'],
  [/(?:스팸|정크) ?(?:메일)?(?:함|폴더)|\b(?:spam|junk) (?:folder|e-?mails?|mail)\b/i, 'junk'],
  [/휴지통|\btrash\b/i, 'trash'],
  [/임시 ?보관함|\bdrafts?(?: folder)?\b/i, 'drafts'],
  [/보관(?:함|된)|\barchived?(?: folder| mail)?\b/i, 'archive'],
]

/** "김과장한테서", "새": a sender, or nobody. */
export const plainName = (words: string) =>
  words
    .trim()
    .replace(/^(?:새|새로운|나한테|내게|혹시|a|the|my|any|new)(?:\s|$)/i, '')
    .replace(/(?:이?라는|관련|['’]s)$/, '')
    .replace(/(?:한테서|에게서|에게|한테|에서|으?로부터|께서|님의|(?<=[가-힣]{2})의|이|가)$/, '')
    .replace(/(?<=[가-힣]{2})님$/, '')
    .trim()

/** Mail by its sender or subject, '' for any, and the days in which it came. */
export interface NamedMail extends JsonObject {
  find: string
}

/** The mail that some words name: "김과장이 보낸 견적서 메일", "어제 온 메일". */
export function namedMail(utterance: Utterance): NamedMail | undefined {
  const asked = mailAsked(utterance)
  if (!asked || asked.folder !== undefined) return undefined
  const names = [asked.sender, asked.query].filter((one) => one !== undefined)
  return { find: names.join(' '), ...(asked.isUnread ? { unread: true } : {}), ...asked.days }
}

/** "이번 주에 온", "지난달에 온", "최근 일주일": of the past, from the first day of it; and the words beside it. */
function pastDays(utterance: Utterance): { first: CivilDate; last: CivilDate; rest: string } | undefined {
  const sentence = readSentence(utterance.text)
  const period = sentence.period(utterance)
  if (!period) return undefined
  const behind = sentence.text.slice(period.to).replace(/^(?:에|의|간|동안)(?![가-힣])/, '')
  const rest = `${sentence.text.slice(0, period.from)} ${behind}`
  return { first: period.first, last: period.last, rest: rest.replace(/\s+/g, ' ').trim() }
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
    .replace(new RegExp(MAIL, 'gi'), ' | ')
    .split(/[\s,.?!]+/)
    .filter(Boolean)
  const own = words.map((word) =>
    word === '|' || ASKING.test(word)
      ? undefined
      : word.replace(/(?<=[가-힣]{2})(?:에서|을|를|이|가|의|은|는)$|['’]s$/, ''),
  )
  const runs = own
    .map((word) => word ?? '|')
    .join(' ')
    .split('|')
    .map((run) => run.trim())
    .filter(Boolean)
  return runs.length > 1 ? undefined : (runs[0] ?? '')
}
