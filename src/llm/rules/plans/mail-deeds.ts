import type { JsonObject } from '../../../protocol/index.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Intent, Utterance } from '../intent.ts'
import { MAIL, type NamedMail, namedMail } from './mail-asked.ts'

const PLEASE = `(?:${GIVE}| ?드려)?`
/** The end of a Korean request to answer a mail, and the beginning of an English one. */
const ANSWER = patternOf('i')`
  (?<alle>(?<![가-힣])(?:전체|모두에게|전원에게|모두한테|다) ?)?(?:답장|회신|답신|답메일)(?:을|를)? ?(?:하나 |좀 )?(?:해|써|보내|작성해|남겨)?${PLEASE}$|
  ^(?:please )?(?:reply|respond|write back)(?<all>[ -]?all| to (?:all|everyone|everybody)(?= (?:on|in|of)\b
  |$))?(?: (?:to|on|in|of))? ?
`
const FORWARD = patternOf('i')`
  (?:을|를|은|는)? ?(?:전달|포워딩|포워드)(?:을|를)? ?(?:해|보내)?${PLEASE}$|^(?:please )?(?:forward|fwd|pass on) (?=\S)
`
const ADDRESS = /(?:\bto )?(?<address>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)(?:에게|한테|께|으?로)?/i

/** Filing by its verb: `state` is what the mail is marked as, `folder` where it goes. */
const FILING: readonly (readonly [RegExp, move?: string])[] = [
  [
    patternOf()`
      (?:을|를|은|는)? ?(?:다시 )?(?<state>안 ?읽음|안 ?읽은 ?(?:것|걸)|읽지 ?않음|읽지 ?않은 ?(?:것|걸)|읽음|읽은 ?(?:것|걸))(?:으?로)? ?(?:표시|처리|변경|
      체크)?(?:를)? ?(?:해|바꿔)${PLEASE}$`,
  ],
  [/^(?:please )?mark (?=.+ as (?<state>un-?read|read)$)/i],
  [new RegExp(`(?:을|를|은|는)? ?(?:보관|아카이브)(?:함에|처리)?(?:을|를)? ?(?:해|넣어)${PLEASE}$`), 'archive'],
  [/^(?:please )?archive (?=\S)/i, 'archive'],
  [new RegExp(`(?:을|를|은|는)? ?(?:삭제(?:를)? ?해|지워|버려)${PLEASE}$`), 'trash'],
  [/^(?:please )?(?:delete|trash) (?=\S)/i, 'trash'],
  [
    patternOf()`
      (?:을|를|은|는)? ?(?:(?<quoted>["“‘][^"”’]+["”’])|(?<folder>\S+?)) ?(?:폴더)?(?:에|으?로) ?(?:옮겨|넣어|이동(?:해|시켜)|보내|버려
      |치워)${PLEASE}$`,
  ],
  [/^(?:please )?(?:move|put|file) (?=.+ (?:to|into|in) (?:the |my )?(?<folder>[^@]+?)(?: folder)?$)/i],
]
/** The part of an English request behind the mail. */
const BEHIND = / (?:as (?:un-?read|read)|(?:to|into|in) (?:the |my )?[^@]+?(?: folder)?)$/i
/** Folders by what they are for. */
const FOLDERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:보관함|아카이브|archive)$/i, 'archive'],
  [/^(?:휴지통|쓰레기통|trash|bin|trash can)$/i, 'trash'],
  [/^(?:스팸|스팸함|스팸 ?메일함|정크|spam|junk)$/i, 'junk'],
  [/^(?:받은 ?편지함|받은 ?메일함|편지함|메일함|inbox)$/i, 'inbox'],
]
const ALL =
  /(?<![가-힣])(?:싹 다|다|모두|전부|싹|몽땅|모든)(?![가-힣])|(?<=메일|편지)들|\b(?:all|every|each)(?: (?:of )?(?:the|my))?\b/gi
const PLURAL = /\b(?:e-?mails|mails|messages)\b/i

/** "김과장 메일에 답장해줘: 네", "쿠팡 메일 전부 보관해줘": answers, forwards and the filing of mail. */
export function mailDeed(utterance: Utterance): Intent[] | undefined {
  if (!utterance.tools.has('mail')) return undefined
  const call = answering(utterance) ?? forwarding(utterance) ?? filing(utterance)
  if (!call) return undefined
  if ('answer' in call) return [call]
  return utterance.tools.has(call.name) ? [{ weight: 3, call, answer: (told) => told.trim() }] : undefined
}

type Deed = { name: string; args: JsonObject } | Intent | undefined

/** The words that are to be written, behind a colon or in quotes, and the request without them. */
function writtenIn(text: string): { words: string; request: string } {
  const behind = /^(?<request>[^:："“]+?) ?[:：] ?(?<words>(?!\d\d(?!\d)).+)$/s.exec(text)?.groups
  if (behind) return { words: behind.words?.replace(/^["“]|["”]$/g, '').trim() ?? '', request: behind.request ?? '' }
  const quoted = /["“](?<words>[^"”]+)["”](?:이?라고|라며|는|하고)? ?/.exec(text)
  if (!quoted) return { words: '', request: text }
  const request = `${text.slice(0, quoted.index)} ${text.slice(quoted.index + quoted[0].length)}`
  return { words: quoted.groups?.words?.trim() ?? '', request: request.replace(/\s+/g, ' ').trim() }
}

function answering(utterance: Utterance): Deed {
  const { words, request } = writtenIn(utterance.text)
  const found = ANSWER.exec(request)
  if (!found || (!MAIL.test(request) && words === '')) return undefined
  const { find, ...limits } = mailIn(utterance, request.replace(found[0], ' ')) ?? {}
  if (find === undefined || Object.keys(limits).length > 0) return undefined
  if (words === '') return { weight: 3, answer: () => utterance.say.briefing.howToReply }
  const isAll = found.groups?.all !== undefined || found.groups?.alle !== undefined
  return { name: 'draft_mail', args: { reply_to: find, text: words, ...(isAll ? { all: true } : {}) } }
}

function forwarding(utterance: Utterance): Deed {
  const { words, request } = writtenIn(utterance.text)
  const address = ADDRESS.exec(request)
  const rest = address ? request.replace(address[0], ' ').replace(/\s+/g, ' ').trim() : request
  const found = FORWARD.exec(rest)
  if (!found || !MAIL.test(rest)) return undefined
  if (!address) return { weight: 3, answer: () => utterance.say.briefing.howToForward }
  const { find, ...limits } = mailIn(utterance, rest.replace(found[0], ' ')) ?? {}
  if (find === undefined || Object.keys(limits).length > 0) return undefined
  return { name: 'draft_mail', args: { forward: find, to: [address.groups?.address ?? ''], text: words } }
}

function filing(utterance: Utterance): Deed {
  for (const [shape, kind] of FILING) {
    const found = shape.exec(utterance.text)
    if (!found) continue
    const { state, folder, quoted } = found.groups ?? {}
    const isEnglish = found.index === 0 && found[0].length < utterance.text.length
    const object = utterance.text.replace(found[0], ' ').replace(isEnglish && !kind ? BEHIND : '', ' ')
    const isAll = object.match(ALL) !== null || PLURAL.test(object)
    const mail = mailIn(utterance, object.replace(ALL, ' '), 'named')
    if (!mail) return undefined
    const goal = kind ?? folderOf(quoted?.slice(1, -1) ?? folder)
    const isUnread = state !== undefined && /안|않|un/i.test(state)
    // "안 읽은 메일 다 보관해줘": which are moved cannot be said by what they are marked as.
    if (mail.unread && (goal !== undefined || isUnread)) return undefined
    const { unread: _, ...limits } = mail
    const deed = goal === undefined ? { unread: isUnread } : { move: goal }
    return { name: 'mark_mail', args: { ...limits, ...(isAll ? { all: true } : {}), ...deed } }
  }
  return undefined
}

const folderOf = (name: string | undefined) =>
  name === undefined ? undefined : (FOLDERS.find(([shape]) => shape.test(name.trim()))?.[1] ?? name.trim())

/** The last word of what is filed is the mail: "메일 알림" is none. */
const ENDS_IN_MAIL = /(?:메일|편지)(?:을|를|은|는|에|도)?$|\b(?:e-?mails?|mails?|messages?)(?: (?:from|about) .+)?$/i
/** "이 메일", "it": the one that was just shown. */
const THIS = patternOf('i')`
    ^(?:이|그|저|방금 읽은|방금 본|위) ?(?:이?메일|편지|거|것)(?:에|에다|을|를)?$|
    ^(?:this|that|the) (?:e-?mail|mail|message|one)$|^(?:it|this|that)$`

/**
 * The mail that some words name; undefined if they name something else. `'named'`: it has to be called a mail.
 */
function mailIn(utterance: Utterance, words: string, must?: 'named'): NamedMail | undefined {
  const object = words.replace(/\s+/g, ' ').trim()
  if (must && !ENDS_IN_MAIL.test(object) && !THIS.test(object)) return undefined
  if (THIS.test(object) || object === '') {
    const [, shown] = /^(?:제목|Subject): (.+)$/m.exec(utterance.before) ?? []
    return shown === undefined ? (object === '' && !must ? { find: '' } : undefined) : { find: shown.trim() }
  }
  return namedMail({ ...utterance, text: object })
}
