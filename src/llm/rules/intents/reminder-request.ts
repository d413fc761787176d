import { asPlainRequest } from '../../../std/korean/grammar/ending.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Utterance } from '../intent.ts'
import { annotate } from '../parse/pattern.ts'
import { whenIn } from '../parse/when.ts'
import { type Days, daysAsked } from '../plans/schedule.ts'

/** A request about reminders that are there; without a number, a name and `all`, about the only one or all. */
export interface ReminderRequest {
  action: 'list' | 'cancel' | 'complete'
  tool: 'reminders' | 'timer'
  /** Its number; `newest` for the one that was just made. */
  id?: string
  title?: string
  all: boolean
  days?: Days
}

type Read = Pick<ReminderRequest, 'action' | 'id' | 'title' | 'all'>

/**
 * Read what is asked of reminders that are there: closed words say the deed, and what stands before "알림" or behind
 * "reminder for" names which. Undefined where a word is left that says something else.
 */
export function readReminderRequest(utterance: Utterance): ReminderRequest | undefined {
  const text = asPlainRequest(utterance.text)
  const read = KOREAN.test(text) ? readKorean : readEnglish
  const tool = /타이머|\btimers?\b/i.test(text) ? 'timer' : 'reminders'
  const deed = read(text)
  if (deed && deed.action !== 'list') return { ...deed, tool }
  const marks = whenIn(utterance).filter(({ kind }) => kind === 'd')
  const listed = marks.length === 1 && text === utterance.text ? read(annotate(text, marks).text) : deed
  if (listed?.action !== 'list') return deed && { ...deed, tool }
  const { days } = listed === deed ? {} : daysAsked(utterance, marks[0])
  return { ...listed, tool, ...(days ? { days } : {}) }
}

const KOREAN = /(?:알림|알람|리마인더|타이머)(?:들)?(?:을|를|은|는|이|가|도|만)?(?=$|\s|[가-힣])/
const MADE =
  '(?:맞춘|맞춰|만든|설정한|설정해|설정된|등록한|등록된|예약한|예약된|저장한|저장된|걸어|켠|켜|추가한|부탁한|말한)'
/** Words before the kind of reminder that name none. */
const WHICH = new RegExp(
  `^(?:내|제|나의|저의|내가|제가|나|그|이|저|아까|방금|금방|지금|막|조금|전에|마지막에|마지막으로|다음|제일|가장|가까운|남은|오늘|무슨|어떤|언제|${MADE}|둔|⟨d\\d+⟩[은에엔의]?)$`,
)
const ALL = /^(?:모든|전체|전부|모두|다|all|every|both)$/
const JUST = new RegExp(`(?:방금|금방|막|조금 전에|마지막에|마지막으로) ?${MADE}`)
const CANCELS = /^(?:취소|삭제|해제|중지|정지|그만|지워|꺼|없애|멈춰)(?:해|시켜)?(?:줘|라|요)*$/
const COMPLETES = /^(?:했|끝냈|완료)(?:했|해)?(?:어|음|줘)?요?$/
const ASKS = patternOf()`
  ^(?!.*어야)(?:(?:목록|리스트|뭐|뭔지|무엇|언제|몇(?:시|분|개|번)|얼마나?|남[았은]|있|울(?:려(?!줘)|리|릴|렸)|맞춰(?:져|졌|둔)|(?:설정|등록)(?:돼|되|된|해둔)|
  켜져|돌[고아]가?|보여|확인|알려|읽어|말해)(?:가|이|에|을|를|인지|해|줘|야|예|죠|는지|지|니|나|냐|어|요|까|거|좀)*)+$
`
/** "알림이 뭐야?", "what are timers?": asks what the word means. */
const MEANS = /^(?:뭐|뭔|무엇)(?!.*있)|^what(?:'?s| is| are) $/
const TELLS = /^(?:알려|읽어|말해)/

function readKorean(text: string): Read | undefined {
  const words = text
    .replace(KOREAN, ' $& ')
    .trim()
    .split(/[\s,]+/)
  const at = words.findIndex((word) => KOREAN.test(word))
  const [before, behind] = [words.slice(0, at), words.slice(at + 1)]
  const number = [...before, ...behind].find((word) => /^\d+번$/.test(word))
  const isBeside = (word: string) => word === number || ALL.test(word) || /^(?:좀|이제|다시|바로|그냥)$/.test(word)
  const verb = behind.filter((word) => !isBeside(word)).join('')
  const action = CANCELS.test(verb)
    ? 'cancel'
    : COMPLETES.test(verb)
      ? 'complete'
      : ASKS.test(verb)
        ? 'list'
        : undefined
  if (!action || (action === 'complete' && !number)) return undefined
  if (before.length === 0 && MEANS.test(verb)) return undefined
  const named = before.filter((word) => word !== number)
  const title = nameIn(named, (word) => WHICH.test(word) || ALL.test(word)).replace(/ ?하[는기]$/, '')
  const isNewest = action === 'cancel' && title === '' && JUST.test(before.join(' '))
  // "회의 알림 알려줘" may ask for one that is not there yet.
  if (title !== '' && action === 'list' && TELLS.test(verb)) return undefined
  const id = number?.slice(0, -1) ?? (isNewest ? 'newest' : undefined)
  return requestOf(action, id, title, words)
}

const KIND = /^(?:reminder|alarm|timer)s?$/
const DEEDS =
  /^(?:(?<cancel>cancel|delete|remove|stop|clear|drop|(?:turn|switch|shut) off)|(?<complete>complete|finish)) /
const QUESTION = patternOf()`
  ^(?:(?:list|show|check|see|give|tell|any|what(?:'?s)?|which|when|do i have|have i got|is there|are there|is|are|
  how (?:many|much|long))\b ?)+
`
/** English words around a kind of reminder that name none. */
const CLOSED = patternOf()`
  ^(?:my|the|that|this|those|these|any|next|other|of|me|is|are|do|does|did|will|have|got|there|set|left|on|going|
  go|goes|off|ring|rings|due|remaining|running|until|i|time|still|list|right|now|it|in|all|every|both|⟨d\d+⟩)$
`
const NEWEST = / (?:that )?i(?: have|'ve)? just (?:set|made|created|added|started)$/

function readEnglish(said: string): Read | undefined {
  const text = said.toLowerCase().replace(/^(?:(?:please|can you|could you|would you|hey) )+|[,.!]/g, '')
  const { cancel, complete } = DEEDS.exec(text)?.groups ?? {}
  const asks = QUESTION.exec(text)?.[0]
  const action = cancel ? 'cancel' : complete ? 'complete' : asks ? 'list' : undefined
  if (!action) return undefined
  const isNewest = action === 'cancel' && NEWEST.test(text)
  const rest = text.replace(NEWEST, '').slice((cancel ?? complete ?? asks ?? '').length)
  const words = rest.trim().split(/\s+/)
  const at = words.findIndex((word) => KIND.test(word))
  if (at < 0) return undefined
  const [before, behind] = [words.slice(0, at), words.slice(at + 1)]
  const isClosed = (word: string) => CLOSED.test(word) || (/^an?$/.test(word) && /i|there/.test(asks ?? ''))
  const [, number] = /^(?:no\.?|number|#)? ?#?(\d+)$/.exec(behind.join(' ')) ?? []
  const about = /^(?:for|to|about) (.+)$/.exec(behind.join(' '))?.[1] ?? ''
  const isRead = number || about || behind.every((word) => (action === 'list' ? isClosed(word) : ALL.test(word)))
  const title = nameIn(before, isClosed) || nameIn(about.split(' '), isClosed)
  const isName = title.split(' ').length <= 3 && !/\b(?:an?|to|you|how|is|are|when)\b/.test(title)
  if (!isRead || !isName || (action === 'complete' && !number)) return undefined
  if (before.length === 0 && MEANS.test(asks ?? '')) return undefined
  return requestOf(action, number ?? (isNewest ? 'newest' : undefined), title, words)
}

/** Return what is left of words when those in front that name nothing are gone. */
function nameIn(words: readonly string[], isClosed: (word: string) => boolean): string {
  const from = words.findIndex((word) => !isClosed(word))
  return from < 0 ? '' : words.slice(from).join(' ')
}

function requestOf(action: Read['action'], id: string | undefined, title: string, words: readonly string[]): Read {
  const all = words.some((word) => ALL.test(word))
  return { action, all, ...(id ? { id } : title ? { title } : {}) }
}
